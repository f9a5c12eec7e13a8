"""`tacotable record`: runs a table as `tacotable run` does, and keeps every byte, edge and decision in a folder."""

from __future__ import annotations

from tacotable.commands import run
from tacotable.errors import SetupError

FOLDER = "trace"
NO_AUTO = (
    "tacotable record: --auto: simulated players need no devices and no real time, so there is nothing to record; "
    "leave it out, or let `tacotable run --auto` tell how they play"
)


def main(arguments: list[str]) -> int:
    """Run with a trace; the folder is `trace` where none is given."""
    if "--auto" in arguments:
        raise SetupError(NO_AUTO)
    has_folder = any(word == "--trace" or word.startswith("--trace=") for word in arguments)
    return run.main([*arguments, *(() if has_folder else ("--trace", FOLDER))], name="tacotable record", about=__doc__)
