"""The phases that are explored: each game at each kind of table, as a table of beginnings and gestures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from explorer.antenna import Stack
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

FIVE = (
    *TWO,
    *(
        step
        for face in ("skip", "attack", "favor", "shuffle", "see-the-future")
        for step in (f'{{ place = "{face}", on = "YAY.pad" }}', '{ lift = "YAY.pad" }')
    ),
)

SKIP = ("1 lays skip on play", "1 takes skip off play", "tap 1.ok")
SILENT = '{{ break = "reader {}", by = "silence" }}'
KITTEN = ("1 draws exploding-kitten", "1 lays exploding-kitten on play")
TACOCAT_PHASES = {
    "replace": (BUTTONS[:3], ()),
    "replacing": (BUTTONS[:3], ("YAY lays 2 on YAY.pad",)),
    "duel": (TACOCAT, ()),
    "uncleared": (TACOCAT + DUEL, ()),
    "attack": (TACOCAT + DUEL + CLEARED, ()),
    "announced": (TACOCAT + DUEL + CLEARED, ("tap YAY.ok",)),
    "one of several": (
        TACOCAT + DUEL + CLEARED,
        ("tap YAY.ok", "YAY lays 4 on YAY.pad", "YAY takes 4 off YAY.pad"),
    ),
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


MINIONS = {"favor": "draw-from-bottom", "cat-1": "minion-a", "exploding-kitten": "exploding-minion"}
MINIONS_HAND = (
    *("defuse", "nope", "skip", "attack", "draw-from-bottom"),
    *("see-the-future", "minion-a", "minion-a", "clone"),
)
WITHOUT_TARGET = ("shown", "target", "give")  # Phases of a Favor, which Minions does not have.


def with_words(gestures: tuple[str, ...], words: Mapping[str, str]) -> tuple[str, ...]:
    """Return gestures with some words in place of others."""
    return tuple(" ".join(words.get(word, word) for word in one.split(" ")) for one in gestures)


OWN_PADS = {"1": "YAY", "2": "WOW", "play": "YAY.pad", "1.ok": "YAY.ok", "1.nope": "YAY.no"}
OWN_PADS |= {"2.ok": "WOW.ok", "2.nope": "WOW.no"}
OWN_PADS_AT_A_RING = {"play": "1.pad"}
AT_FAMILY = {"1": "YAY", "1.ok": "YAY.ok", "1.nope": "YAY.no", "play": "YAY.pad"}


def dealt(seats: str, lethal_cards: tuple[str, ...], cards: str) -> tuple[str, ...]:
    """Return the steps by which each card passes the shared pad into a hand, seat by seat (mode `seen`)."""
    faces = (*lethal_cards, *cards.split())
    return tuple(
        step
        for face, seat in zip(faces, seats * len(faces), strict=False)
        for step in (f'{{ place = "{face}", on = "play" }}', f'{{ lift = "play", to = "hand:{seat}" }}')
    )


def dealt_at_pads(cards: str) -> tuple[str, ...]:
    """Return the steps by which cards pass the pads of Tacocat's two seats by turns (mode `seen`)."""
    return tuple(
        step
        for face, seat in zip(cards.split(), ("YAY", "WOW") * len(cards), strict=False)
        for step in (f'{{ place = "{face}", on = "{seat}.pad" }}', f'{{ lift = "{seat}.pad", to = "hand:{seat}" }}')
    )


SEEN_RING = (
    *('{ tap = "1.ok" }', '{ tap = "2.ok" }', '{ tap = "3.ok" }', '{ hold = "1.ok" }'),
    *dealt(
        "123",
        ("defuse",) * 3,
        "skip nope nope favor cat-1 attack attack skip cat-1 see-the-future favor cat-2 shuffle cat-2 skip "
        "cat-3 cat-4 nope cat-3 cat-5 see-the-future",
    ),
    '{ tap = "1.ok" }',
)
SEEN_TACOCAT = (
    '{ tap = "YAY.ok" }',
    *dealt_at_pads("4 3 5 3 6 9 7 8 8 2 10 2 11 2"),
)
ROBOT_RING = (
    *('{ tap = "2.ok" }', '{ hold = "2.nope" }', '{ turn = "2.nope", until = "menu.robot-none", on = "table" }'),
    *('{ tap = "2.ok" }', '{ tap = "2.ok" }', '{ hold = "2.nope" }'),
    *SEEN_RING[:1],
    *SEEN_RING[2:],
)
ROBOT_TACOCAT = (
    *('{ hold = "WOW.no" }', '{ turn = "WOW.no", until = "menu.robot-none", on = "WOW" }'),
    *('{ tap = "WOW.ok" }', '{ hold = "WOW.no" }'),
    *SEEN_TACOCAT,
)
ASKED = (
    *KITTENS,
    *('{ place = "skip", on = "play" }', '{ lift = "play" }', '{ tap = "1.ok" }', "{ wait = 6.0 }"),
    *('{ hold = "1.nope" }', '{ turn = "1.nope", until = "menu.take-back", on = "table" }'),
    *('{ tap = "1.ok" }', "{ wait = 2.0 }"),
)
ASKED_TACOCAT = (
    *TACOCAT,
    *DUEL,
    *CLEARED,
    *('{ place = "8", on = "YAY.pad" }', "{ wait = 6.0 }", '{ hold = "YAY.no" }'),
    *('{ turn = "YAY.no", until = "menu.take-back", on = "YAY" }', '{ tap = "YAY.ok" }', "{ wait = 2.0 }"),
)
SEEN_SKIP = ('{ place = "skip", on = "play", from = "hand:1" }', '{ lift = "play" }', '{ tap = "1.ok" }')
SEEN_ATTACK = (
    *('{ tap = "YAY.ok" }', '{ tap = "WOW.ok" }', '{ place = "11", on = "YAY.pad", from = "hand:YAY" }'),
    *('{ place = "9", on = "WOW.pad", from = "hand:WOW" }', *CLEARED),
    '{ place = "4", on = "YAY.pad", from = "hand:YAY" }',
)
SEEN = (
    Phase("kittens", "ek120", "seen turn", SEEN_RING, mode="seen"),
    Phase("kittens", "ek120", "seen window", SEEN_RING + SEEN_SKIP, mode="seen"),
    Phase("tacocat", "tc38", "seen replace", SEEN_TACOCAT, mode="seen"),
    Phase("tacocat", "tc38", "seen answer", SEEN_TACOCAT + SEEN_ATTACK, mode="seen"),
    Phase("kittens", "ek120", "seen give", SEEN_RING, RING_PHASES["give"], mode="seen"),
)
SEALED = (
    *((f"tacocat {game} {name}", False) for game in ("tc38", "tc36") for name in ("duel", "replace")),
    ("tacocat tc36 replace", True),
)
"""Phases in which no one else may know which card is laid, and whether that holds after OK, too."""


def _phases() -> Iterator[Phase]:
    for game in ("tc38", "tc36"):
        yield from (Phase("tacocat", game, name, *how) for name, how in TACOCAT_PHASES.items())
        yield from (Phase("buttons", game, name, steps) for name, steps in BUTTONS_PHASES.items())
    yield Phase("tacocat", "tc38", "several demands", SEVERAL)
    for name, how in RING_PHASES.items():
        yield Phase("kittens", "ek120", name, KITTENS, how)
        yield Phase("kittens", "zh56", name, KITTENS, how)
        if name not in WITHOUT_TARGET:
            yield Phase("kittens", "min72", name, KITTENS, with_words(how, MINIONS), MINIONS_HAND)
        if name not in ("target", "give"):  # the target is given where two play
            yield Phase("tacocat", "zh56", name, TWO, with_words(how, OWN_PADS))
        yield Phase("ring-with-own-pads", "zh56", name, RING, with_words(how, OWN_PADS_AT_A_RING))
    for name in ("turn", "window", "defuse", "after death"):
        yield Phase("family", "ek120", name, FAMILY, with_words(RING_PHASES[name], AT_FAMILY))
    yield Phase("tacocat", "zh56", "five", FIVE)
    yield from (Phase(str(one.table), one.game, one.name, one.steps, mode=one.mode) for one in SEEN)
    yield Phase("kittens", "ek120", "silent reader", (*KITTENS, SILENT.format("play")))
    yield Phase("kittens", "ek120", "dead reader", (*KITTENS, SILENT.format("play"), "{ wait = 8.0 }"))
    yield Phase("tacocat", "tc38", "silent reader", (*TACOCAT, *DUEL, *CLEARED, SILENT.format("YAY.pad")))
    yield Phase(
        "tacocat", "tc38", "dead reader", (*TACOCAT, *DUEL, *CLEARED, SILENT.format("YAY.pad"), "{ wait = 8.0 }")
    )
    yield Phase("kittens", "ek120", "asked", ASKED)
    yield Phase("tacocat", "tc38", "asked", ASKED_TACOCAT)
    yield Phase("tacocat", "tc38", "robot", ROBOT_TACOCAT)
    yield Phase("kittens", "ek120", "robot", ROBOT_RING)


PHASES = {str(phase): phase for phase in _phases()}
ONE_OF_EACH = ("tacocat tc38", "buttons tc38", "kittens ek120", "ring-with-own-pads zh56", "family ek120")
"""The games at tables that are explored in each run: one table of each kind."""

FEW = {"tc38": ("2", "4", "8"), "ek120": ("nope", "skip"), "zh56": ("nope", "cat-1")}


def _with_few(phase: Phase) -> Phase:
    """Return a phase in which each hand has few faces: those that its gestures need, and two or three more."""
    laid = re.findall(r" lays (\S+) ", " ".join(phase.gestures))
    faces = (face for face in (*laid, *FEW[phase.game]) if not face.startswith("exploding-"))
    return replace(phase, hand=tuple(dict.fromkeys(faces)))


HARD = tuple(
    _with_few(PHASES[name])
    for name in (
        *(f"tacocat tc38 {name}" for name in ("duel", "uncleared", "attack", "answer", "defended", "several demands")),
        *(f"buttons tc38 {name}" for name in ("attack", "answer")),
        *(f"kittens ek120 {name}" for name in ("turn", "shown", "window", "claim", "next turn")),
        *(f"kittens ek120 {name}" for name in ("defuse", "defused", "after death", "give")),
        *(f"tacocat zh56 {name}" for name in ("turn", "one cat", "window")),
        *(f"ring-with-own-pads zh56 {name}" for name in ("turn", "window", "claim")),
    )
)
"""The phases that are explored one gesture deeper, with few faces in the hands."""
HASTY = tuple(
    replace(PHASES[name], stack=Stack.ALL, pace_ms=50.0)
    for name in ("tacocat tc38 attack", "tacocat tc38 answer", "kittens ek120 turn", "kittens ek120 window")
)
"""Phases in which hands do a gesture each 50 ms, and readers read all stacked cards."""
