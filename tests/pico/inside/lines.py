"""Runs in MicroPython: reads vectors of lines, one JSON text a line, and prints what the hub makes of each."""

# No types here: only MicroPython runs this, and the made-up board is a few lines.
# mypy: ignore-errors

import json
import sys

from tacohub.wire import LineReader, is_newer, opened, seal


def message_of(wire):
    """Give what the hub reads in a line, None where it drops it."""
    reader = LineReader()
    for byte in (wire + "\n").encode():
        if reader.feed(byte):
            return opened(reader.take())
    return None


def main():
    """Answer each vector with one line."""
    for line in sys.stdin:
        kind, first, second = json.loads(line)
        if kind == "open":
            print(json.dumps(message_of(first)))
        elif kind == "seal":
            print(json.dumps(seal(first).decode()))
        else:
            print(json.dumps(is_newer(first, second)))


main()
