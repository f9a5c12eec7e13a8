"""The command line: run, referee, play, screens, pinout, check. Each command is a module of its own."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from io import TextIOWrapper
from pathlib import Path

from tacotable.errors import TacotableError
from tacotable_engine.errors import RulesetError

COMMANDS: dict[str, str] = dict(
    line.split(maxsplit=1)
    for line in files("tacotable.commands").joinpath("commands.txt").read_text(encoding="utf-8").splitlines()
)
MODULES = {name: f"tacotable.commands.{name.replace('-', '_')}" for name in COMMANDS} | {
    "referee": "tacotable.protocol.json_lines"
}
"""Where a command is; it is imported when it is called, so that each starts fast."""
FURTHER = "tacotable.commands"
"""The group of entry points by which other packages add commands; looked through only for what is not known."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command that the arguments name; returns the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    is_known = bool(words) and words[0] in MODULES
    modules = MODULES if is_known else MODULES | {each.name: each.value for each in entry_points(group=FURTHER)}
    further = {name: "see its --help" for name in modules if name not in MODULES}
    listing = "\n".join(f"  {name:<12} {what}" for name, what in (COMMANDS | further).items())
    parser = argparse.ArgumentParser(
        prog="tacotable",
        description="A card table that referees itself.",
        epilog=f"commands:\n{listing}\n\nEach takes --printing FILE, too: a further printing (docs/changing.md).",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=modules, metavar="COMMAND", help="what to do; see below")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="see COMMAND --help")
    of_all = argparse.ArgumentParser(prog="tacotable", add_help=False, allow_abbrev=False)
    of_all.add_argument("--printing", action="append", type=Path, default=[])
    general, words = of_all.parse_known_args(words)
    if not words:
        parser.print_help(sys.stderr)
        return 2
    chosen = parser.parse_args(words[:1])
    return _run(modules[chosen.command], words[1:], general.printing)


def _run(module: str, arguments: list[str], printings: list[Path]) -> int:
    """Run a command to its status; that whoever read its output has left is no error."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # what the locale lacks, and names of any bytes
    try:
        status = _status_of(module, arguments, printings)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 130  # as shells have it for Ctrl-C
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in filter(None, (sys.stdout, sys.stderr)):
            os.dup2(nowhere, stream.fileno())  # what is still to be flushed at the end goes there
        os.close(nowhere)
        return 0
    return status


def _status_of(module: str, arguments: list[str], printings: list[Path]) -> int:
    """Run a command; what keeps it from its work is said in a line."""
    try:
        for path in printings:
            import_module("tacotable.table.kinds").add_printing(path)  # a usual start does not need it
        return int(import_module(module).main(arguments))
    except Exception as error:
        from tacotable_drivers.ports import DriverError  # a start goes without

        if not isinstance(error, RulesetError | TacotableError | DriverError):
            raise
        print(error, file=sys.stderr)  # noqa: T201  # on standard output where there is no standard error
        return 2


if __name__ == "__main__":
    sys.exit(main())
