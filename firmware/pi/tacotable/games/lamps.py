"""The looks of lamps, by the names that rows of decision tables give to them; each meaning has colour and rhythm.

OK is fast for a press, slow after hands did something, steady for hands.
"""

from __future__ import annotations

from tacotable.state.scene import GREEN, RED, Light
from tacotable_drivers.ports import DARK, Look, Pattern

LOOKS = {
    "press": (GREEN, Pattern.FAST),
    "may-let": (GREEN, Pattern.FAST),
    "turn": (GREEN, Pattern.SLOW),
    "may-sit": (GREEN, Pattern.SLOW),
    "take": (GREEN, Pattern.SLOW),
    "winner": (GREEN, Pattern.SLOW),
    "hands": (GREEN, Pattern.SOLID),
    "seated": (GREEN, Pattern.SOLID),
    "clear": (GREEN, Pattern.DOUBLE),
    "may-turn": (RED, Pattern.SLOW),
    "may-go-back": (RED, Pattern.SLOW),
    "may-give-up": (RED, Pattern.SLOW),
    "may-sacrifice": (RED, Pattern.SLOW),
    "may-nope": (RED, Pattern.SLOW),
    "defend": (RED, Pattern.SLOW),
    "not-mine": (RED, Pattern.SLOW),
    "tie": (RED, Pattern.FAST),
    "claim": (RED, Pattern.SOLID),
    "sacrifice": (RED, Pattern.SOLID),
}
STEADY = ("hands", "clear", "seated", "sacrifice")  # Lamps that ask for no press.
LAMPS = {name: Light(Look(colour, pattern), f"lamp.{name}") for name, (colour, pattern) in LOOKS.items()}
UNLIT = Light(DARK, "light.off")  # A light that is no lamp.
