"""`tacotable wiring`: pictures, parts, labels and holes of a table, written into a folder."""

from __future__ import annotations

from pathlib import Path

from tacotable.errors import SetupError
from tacotable.table.choose import parser_of
from tacotable.table.file import read_table

WITHOUT = "Drawing takes the extra `wiring`: pip install 'tacotable[wiring]', or pip install schemdraw"


def main(arguments: list[str]) -> int:
    """Write the folder; raises TacotableError if the file cannot be used, or nothing can be drawn."""
    chosen = parser_of("wiring", __doc__).parse_args(arguments)
    try:
        from tacotable.wiring.folder import write_folder  # what draws is an extra
    except ModuleNotFoundError as error:
        if error.name != "schemdraw":
            raise
        raise SetupError(WITHOUT) from None
    try:
        table = read_table(chosen.table)
        folder = chosen.out or Path(f"{Path(chosen.table).stem}-wiring")
        names = write_folder(folder, table, chosen.address)
    except OSError as error:
        raise SetupError(str(error)) from None
    print(f"{folder}: {len(names)} files; open {folder / 'index.html'}, print labels.html and the holes with 100 %")
    return 0
