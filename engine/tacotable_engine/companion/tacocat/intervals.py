"""How far a mean of few values may be from the truth."""

from __future__ import annotations


def half_width(mean: float, count: int) -> float:
    """Return the half width of a 95 % interval of a mean of values between 0 and 1 (Agresti and Coull 1998)."""
    center = (mean * count + 2) / (count + 4)
    return float(1.96 * (center * (1 - center) / (count + 4)) ** 0.5)
