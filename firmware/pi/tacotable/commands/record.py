"""`tacotable record`: runs a table as `tacotable run` does, and keeps every byte, edge and decision in a folder."""

from __future__ import annotations

from tacotable.commands import run

FOLDER = "trace"


def main(arguments: list[str]) -> int:
    """Run with a trace; the folder is `trace` where none is given."""
    has_folder = any(word == "--trace" or word.startswith("--trace=") for word in arguments)
    return run.main([*arguments, *(() if has_folder else ("--trace", FOLDER))], name="tacotable record")
