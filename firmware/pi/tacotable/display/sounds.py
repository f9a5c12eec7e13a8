"""Sounds: the tones of each cue. Good news rises, a refusal falls and buzzes low: rhythm tells it, too."""

from __future__ import annotations

from collections.abc import Mapping

from tacotable_drivers.ports import Tone

# Cue -> tones, pitches in Hz and lengths in ms.
TONES: Mapping[str, tuple[Tone, ...]] = {
    "none": (),
    "press": (Tone(880, 30),),
    "card": (Tone(1047, 50),),
    "sealed": (Tone(784, 60), Tone(784, 60)),
    "began": (Tone(523, 90), Tone(659, 90), Tone(784, 140)),
    "turn": (Tone(659, 80), Tone(880, 120)),
    "token": (Tone(784, 80), Tone(1047, 120)),
    "attacked": (Tone(1047, 60), Tone(1319, 90)),
    "defended": (Tone(784, 60), Tone(1175, 90)),
    "sacrificed": (Tone(698, 90), Tone(523, 120)),
    "duel-revealed": (Tone(659, 70), Tone(0, 40), Tone(988, 120)),
    "round-tied": (Tone(587, 120), Tone(0, 60), Tone(587, 120)),
    "round-won": (Tone(659, 90), Tone(784, 90), Tone(988, 160)),
    "played": (Tone(880, 60), Tone(1175, 60)),
    "noped": (Tone(1175, 60), Tone(659, 140)),
    "cancelled": (Tone(587, 80), Tone(440, 120)),
    "claimed": (Tone(1397, 40), Tone(0, 30), Tone(1397, 40)),
    "tie": (Tone(1175, 60), Tone(0, 40), Tone(1175, 60), Tone(0, 40), Tone(1175, 60)),
    "let-pass": (Tone(988, 30),),
    "drew": (Tone(587, 50), Tone(784, 70)),
    "asked": (Tone(784, 60), Tone(988, 60), Tone(784, 60)),
    "shuffled": (Tone(659, 30), Tone(784, 30), Tone(659, 30), Tone(784, 30)),
    "lethal-drawn": (Tone(440, 160), Tone(0, 60), Tone(440, 160), Tone(0, 60), Tone(440, 160)),
    "defused": (Tone(440, 90), Tone(659, 90), Tone(880, 180)),
    "exploded": (Tone(330, 120), Tone(247, 160), Tone(165, 240), Tone(110, 500)),
    "game-won": (Tone(523, 120), Tone(659, 120), Tone(784, 120), Tone(1047, 320)),
    "win": (Tone(784, 120), Tone(1047, 120), Tone(1319, 320)),
    "refused": (Tone(220, 140), Tone(0, 50), Tone(175, 220)),
    "undone": (Tone(988, 60), Tone(784, 60), Tone(659, 90)),
    "proven": (Tone(440, 120), Tone(0, 60), Tone(415, 120), Tone(0, 60), Tone(392, 240)),
    "lost": (Tone(196, 300),),
    "found": (Tone(523, 80), Tone(784, 80)),
}
