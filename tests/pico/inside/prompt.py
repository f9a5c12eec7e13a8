"""MicroPython's raw prompt on a terminal, as a new Pico has it; the folder is its flash.

Source: docs.micropython.org, "The MicroPython interactive interpreter mode", Raw mode and raw-paste mode.
"""

import io
import os
import sys

PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
out = sys.stdout.buffer
names: "dict[str, object]" = {}


class Machine:
    """The chip: a reset of it ends this program."""

    def reset(self) -> None:
        sys.exit(0)


class Flash:
    """The files; on a board the empty path is the root of its flash."""

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)

    def stat(self, path: str) -> object:
        return os.stat(path or ".")  # noqa: PTH116  # MicroPython has no pathlib


def carry_out(code: bytes) -> bytes:
    """Do what was sent; return what went wrong, as the prompt tells it."""
    try:
        exec(code, names)  # noqa: S102  # that is what a prompt is for
    except Exception as error:  # noqa: BLE001  # as above
        told = io.StringIO()
        sys.print_exception(error, told)  # type: ignore[attr-defined]  # MicroPython has it
        return told.getvalue().encode()
    return b""


sys.modules["machine"] = Machine()  # type: ignore[assignment]  # in MicroPython it may be any object
sys.modules["os"] = Flash()  # type: ignore[assignment]  # as above
code = b""
while True:
    byte = sys.stdin.buffer.read(1)
    if byte in (b"\x01", b"\x03"):
        code = b""
        out.write(PROMPT if byte == b"\x01" else b"")
    elif byte == b"\x05":
        sys.stdin.buffer.read(2)
        out.write(b"R\x00")  # raw paste is understood, and not there
    elif byte == b"\x04" and not code:
        out.write(b"OK\r\nMPY: soft reboot\r\n" + PROMPT)
    elif byte == b"\x04":
        out.write(b"OK")
        out.write(b"\x04" + carry_out(code) + b"\x04>")
        code = b""
    else:
        code += byte
