"""A chain of lights on a computer: what it shows is written to a file, as the bytes that would be on the wire."""

import os


class NeoPixel:
    """The lights; `buf` holds green, red, blue of each."""

    def __init__(self, pin: object, count: int) -> None:
        self.buf = bytearray(3 * count)
        self._file = open((os.getenv("TACOHUB_WORLD") or "world") + ".lights", "wb")
        self.write()

    def write(self) -> None:
        """Show the buffer."""
        self._file.seek(0)
        self._file.write(self.buf)
        self._file.flush()
