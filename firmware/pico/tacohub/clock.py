"""Readings of a clock that starts again at 2^30: their differences and sums, which never take memory.

>>> difference(3, (1 << 30) - 2)
5
>>> difference((1 << 30) - 2, 3)
-5
>>> plus((1 << 30) - 2, 5)
3
"""

_MASK = 0x3FFFFFFF
_HALF = 0x20000000


def difference(later: int, earlier: int) -> int:
    """Give how much later one reading is than another, -2^29..2^29 - 1."""
    return ((later - earlier & _MASK) ^ _HALF) - _HALF


def plus(reading: int, span: int) -> int:
    """Give the reading a span after this one."""
    return reading + span & _MASK
