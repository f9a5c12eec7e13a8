"""Sounds: the tones of each cue (`sounds.toml`). Good news rises, a refusal falls; so the rhythm shows it, too."""

from __future__ import annotations

from collections.abc import Mapping

from tacotable.files.toml_file import shipped_toml
from tacotable_drivers.ports import Tone

TONES: Mapping[str, tuple[Tone, ...]] = {
    cue: tuple(Tone(hz, ms) for hz, ms in tones)
    for cue, tones in shipped_toml("tacotable.display", "sounds.toml").items()
}
