"""The phases that are explored: each game at each kind of table, as a table of beginnings and gestures."""

from __future__ import annotations

from explorer.phases import Phase

KITTENS = ('{ follow = "kittens-begin.steps.toml" }',)
TACOCAT = ('{ follow = "tacocat-begins.steps.toml" }',)
DUEL = ('{ place = "9", on = "YAY.pad" }', '{ place = "5", on = "WOW.pad" }')
CLEARED = ('{ lift = "YAY.pad" }', '{ lift = "WOW.pad" }')
BUTTONS = tuple(f'{{ tap = "{button}" }}' for button in ("YAY.ok", "YAY.ok", "WOW.ok", "YAY.ok", "WOW.ok"))
NAMED = (
    '{ turn = "YAY.right", until = "9", on = "YAY" }',
    '{ tap = "YAY.ok" }',
    '{ turn = "WOW.right", until = "5", on = "WOW" }',
    '{ tap = "WOW.ok" }',
)
NAMED_ATTACK = ('{ turn = "YAY.left", until = "8", on = "YAY" }', '{ tap = "YAY.ok" }')
TWO = ('{ tap = "YAY.ok" }', '{ tap = "WOW.ok" }', '{ hold = "YAY.ok" }', '{ tap = "YAY.ok" }')
RING = ('{ tap = "1.ok" }', '{ tap = "2.ok" }', '{ hold = "1.ok" }', '{ tap = "1.ok" }')
FAMILY = ('{ tap = "YAY.ok" }', '{ tap = "2.ok" }', '{ tap = "WOW.ok" }', '{ hold = "YAY.ok" }', '{ tap = "YAY.ok" }')

SKIP = ("1 lays skip on play", "1 takes skip off play", "tap 1.ok")
KITTEN = ("1 draws exploding-kitten", "1 lays exploding-kitten on play")
TACOCAT_PHASES = {
    "replace": (TACOCAT[:0] + BUTTONS[:3], ()),
    "duel": (TACOCAT, ()),
    "uncleared": (TACOCAT + DUEL, ()),
    "attack": (TACOCAT + DUEL + CLEARED, ()),
    "announced": (TACOCAT + DUEL + CLEARED, ("tap YAY.ok",)),
    "answer": (TACOCAT + DUEL + CLEARED, ("YAY lays 4 on YAY.pad",)),
    "sacrifice": (TACOCAT + DUEL + CLEARED, ("YAY lays 4 on YAY.pad", "tap WOW.no")),
    "defended": (TACOCAT + DUEL + CLEARED, ("YAY lays 4 on YAY.pad", "WOW lays 6 on WOW.pad")),
}
SEVERAL = (
    *TACOCAT,
    *DUEL,
    *CLEARED,
    '{ tap = "YAY.ok" }',
    '{ place = "3", on = "YAY.pad" }',
    '{ lift = "YAY.pad" }',
    '{ place = "4", on = "YAY.pad" }',
    '{ lift = "YAY.pad" }',
    '{ place = "5", on = "YAY.pad" }',
    '{ lift = "YAY.pad" }',
    '{ tap = "YAY.ok" }',
)
BUTTONS_PHASES = {
    "replace": BUTTONS[:3],
    "duel": BUTTONS,
    "attack": BUTTONS + NAMED,
    "answer": BUTTONS + NAMED + NAMED_ATTACK,
}
RING_PHASES = {
    "turn": (),
    "shown": ("1 lays favor on play",),
    "one cat": ("1 lays cat-1 on play",),
    "target": ("1 lays favor on play", "1 takes favor off play", "tap 1.ok"),
    "window": SKIP,
    "claim": (*SKIP, "tap 2.nope"),
    "next turn": (*SKIP, "wait 4 s"),
    "drawn": ("tap 1.ok",),
    "defuse": KITTEN,
    "defused": (*KITTEN, "1 takes exploding-kitten off play", "1 lays defuse on play"),
    "after death": (*KITTEN, "1 takes exploding-kitten off play", "tap 1.nope", "tap 1.ok"),
    "give": ("1 lays favor on play", "1 takes favor off play", "tap 1.ok", "tap 2.ok", "wait 4 s"),
    "future": ("1 lays see-the-future on play", "1 takes see-the-future off play", "tap 1.ok", "wait 4 s"),
    "pause": ("1 lays skip on play", "hold 1.nope", "tap 1.ok"),
    "attacked": ("1 lays attack on play", "1 takes attack off play", "tap 1.ok", "wait 4 s"),
}


def _own_pad(words: tuple[str, ...], seat: str, pad: str) -> tuple[str, ...]:
    """Return gestures of seats 1 and 2 as the seats of another table do them on their own pads."""
    return tuple(
        one.replace("play", pad).replace("1 ", f"{seat} ").replace("1.", f"{seat}.").replace("2.nope", "WOW.no")
        for one in words
    )


def _phases() -> list[Phase]:
    found = []
    for game in ("tc38", "tc36"):
        found += [Phase("tacocat", game, name, *how) for name, how in TACOCAT_PHASES.items()]
        found.append(Phase("tacocat", game, "several demands", SEVERAL))
        found += [Phase("buttons", game, name, steps) for name, steps in BUTTONS_PHASES.items()]
    for game in ("ek120", "zh56", "min72"):
        found += [Phase("kittens", game, name, KITTENS, how) for name, how in RING_PHASES.items()]
    return found


PHASES = {str(phase): phase for phase in _phases()}
