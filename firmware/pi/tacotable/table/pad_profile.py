"""What a survey measured of a table's pads: a TOML file beside the table file; a simulated table can play with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated

import msgspec

from tacotable.errors import SetupError
from tacotable.files.toml_file import read_toml
from tacotable.table.messages import all_in_words

Rate = Annotated[float, msgspec.Meta(ge=0, le=1)]
LEAST_RATE, LEAST_RIM_RATE, MOST_HEARD = 0.9, 0.5, 0.02
"""Below the first a card that lies still is at the edge of the range; above the last a pad hears its neighbour."""


class PadProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One pad: the part of scans that found a card, in the middle and at the rim, and what it heard of other pads.

    `dwell_ms` is the longest time between two readings: so long a card has to lie to be read surely.
    """

    rate: Rate
    rim_rate: Rate
    dwell_ms: int
    scans: int
    hears: dict[str, Rate] = {}

    @property
    def faults(self) -> list[str]:
        """Return what is weak, in words."""
        return [
            *([f"only {self.rate:.0%} of its scans found the card that lay still"] if self.rate < LEAST_RATE else []),
            *([f"at its rim only {self.rim_rate:.0%} of them did"] if self.rim_rate < LEAST_RIM_RATE else []),
            *(f"it hears the card on the pad {zone}" for zone, rate in self.hears.items() if rate > MOST_HEARD),
        ]


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All pads that were measured, by their names."""

    pads: dict[str, PadProfile]


def profile_path(table: str | Path) -> Path:
    """Return where the profile of a table file lies.

    >>> profile_path("my/table.toml").as_posix()
    'my/table.profile.toml'
    """
    return Path(table).with_suffix(".profile.toml")


def read_profile(path: Path, zones: Collection[str]) -> Mapping[str, PadProfile]:
    """Read a profile of a table that has readers of its own at these pads; raises SetupError."""
    values = read_toml(path, "tacotable survey writes one", SetupError)
    try:
        pads = msgspec.convert(values, Profile).pads
    except msgspec.ValidationError:
        faults = (f"{path}: {fault}; or survey again: tacotable survey" for fault in all_in_words(values, Profile))
        raise SetupError("\n".join(faults)) from None
    if others := ", ".join(pads.keys() - {*zones}):
        raise SetupError(f"{path}: pads: the table has no reader at {others}; survey it: tacotable survey")
    return pads


def profile_text(pads: Mapping[str, PadProfile]) -> str:
    """Return a profile as TOML text."""
    lines = ["# What `tacotable survey` measured: parts of scans, milliseconds."]
    for zone, pad in pads.items():
        hears = ", ".join(f'"{other}" = {rate:.3f}' for other, rate in pad.hears.items())
        lines += [f'\n[pads."{zone}"]', f"rate = {pad.rate:.3f}", f"rim_rate = {pad.rim_rate:.3f}"]
        lines += [f"dwell_ms = {pad.dwell_ms}", f"scans = {pad.scans}"]
        lines += [f"hears = {{ {hears} }}" if hears else "hears = {}"]
    return "\n".join(lines) + "\n"
