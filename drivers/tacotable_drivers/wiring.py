"""How parts are wired where not in the usual way: switches to 3.3 V, turned displays, other orders of colours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal


@dataclass(frozen=True, slots=True)
class InputWiring:
    """How a switch is wired to its pin: whether it is high when it is closed, and what pulls the pin otherwise.

    `pull` is the pin's own resistor, `up` or `down`; None where there is one outside.
    """

    is_high: bool = False
    pull: Literal["up", "down"] | None = "up"


_BACKWARDS = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def as_hung(picture: bytes, width: int, degrees: int) -> bytes:
    """Return a picture (pages of columns, the lowest bit on top) as a panel takes it that hangs turned to the right.

    A quarter turn is for square panels.
    """
    if degrees in (180, 270):
        picture = picture[::-1].translate(_BACKWARDS)
    if degrees % 180 == 0:
        return picture
    turned = bytearray(len(picture))
    for x in range(width):
        for y in range(width):
            turned[(width - 1 - x) // 8 * width + y] |= (picture[y // 8 * width + x] >> y % 8 & 1) << (
                width - 1 - x
            ) % 8
    return bytes(turned)


@lru_cache(1_024)  # a strip shows a few colours again and again
def in_order(rgb: tuple[int, int, int], usual: str, order: str) -> tuple[int, int, int]:
    """Return the colour to send so that a light shows `rgb` whose chip takes its colours in this order.

    What sends it puts the colours on the wire in the `usual` one:

    >>> in_order((1, 2, 3), "grb", "rgb")
    (2, 1, 3)
    """
    sent = {letter: rgb["rgb".index(shown)] for letter, shown in zip(usual, order, strict=True)}
    return sent["r"], sent["g"], sent["b"]
