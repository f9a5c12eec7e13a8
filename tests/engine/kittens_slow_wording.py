"""Which Exploding acts the slow model understands at all (protocol, Acts, and Well-formed or not)."""

from __future__ import annotations

from collections.abc import Callable

from engine.kittens_slow_world import UNKNOWN, Json, World, lethal, titles

GOOD, BAD, DOUBTFUL = "good", "bad", "doubtful"
FIELDS_OF_ACT = {  # the act's own fields: those it needs, those it may have
    "deal": ({"card"}, set[str]()),
    "play": ({"cards"}, {"target", "name"}),
    "nope": (set[str](), {"card"}),
    "let": (set[str](), set[str]()),
    "draw": (set[str](), {"card"}),
    "defuse": (set[str](), {"slot", "card"}),
    "explode": (set[str](), {"cards"}),
    "give": (set[str](), {"card"}),
    "deny": (set[str](), set[str]()),
    "arrange": (set[str](), {"cards"}),
    "steal": (set[str](), {"card"}),
}
NEEDED_IN_MODE = {  # protocol, Acts: what may be left out where nobody showed it
    "dealt": {"defuse": "slot", "give": "card", "arrange": "cards"},
    "seen": {"draw": "card", "give": "card", "steal": "card"},
    "blind": {},
}
STRANGE_IN_MODE = {
    "dealt": {"draw": "card", "explode": "cards", "steal": "card"},
    "seen": {"explode": "cards"},
    "blind": {"steal": "card"},
}


def shape(world: World, act: Json) -> str:
    """Tell whether an act is understood (protocol, Well-formed or not).

    It is doubtful where the protocol leaves open whether an act that cannot be allowed is not understood or illegal.
    """
    if not is_worded(world, act):
        return BAD
    do = act["do"]
    if NEEDED_IN_MODE[world.mode].get(do, "do") not in act:
        return BAD
    if STRANGE_IN_MODE[world.mode].get(do, "") in act:
        return DOUBTFUL
    if UNKNOWN in [act.get("card"), act.get("name")] and (world.mode != "blind" or do not in ("give", "steal")):
        return DOUBTFUL
    return SHAPES[do](world, act) if do in SHAPES else GOOD


def is_worded(world: World, act: Json) -> bool:
    """Tell whether every word of the act is one of this game's."""
    if act.get("seat") not in world.seats or act.get("do") not in list(FIELDS_OF_ACT):
        return False
    needed, allowed = FIELDS_OF_ACT[act["do"]]
    if not needed <= set(act) - {"op", "seat", "do"} <= needed | allowed:
        return False
    if not isinstance(act.get("cards", []), list) or type(act.get("slot", 0)) is not int:
        return False
    names = [*act.get("cards", []), *(act[key] for key in ("card", "name") if key in act)]
    faces = [*titles(world), UNKNOWN]
    return all(name in faces for name in names) and act.get("target", world.seats[0]) in world.seats


def shape_of_play(world: World, act: Json) -> str:
    """Tell whether a play names whom and what its cards need, and nothing else."""
    cards = act["cards"]
    if UNKNOWN in cards or len(cards) not in (1, 2, 3, 5):
        return DOUBTFUL
    is_aimed = cards in (["favor"], ["targeted-attack"]) or len(cards) in (2, 3)
    is_naming = len(cards) in (3, 5)
    return GOOD if (is_aimed, is_naming) == ("target" in act, "name" in act) else DOUBTFUL


def shape_of_nope(_: World, act: Json) -> str:
    return GOOD if act.get("card", "clone") == "clone" else DOUBTFUL


def shape_of_defuse(_: World, act: Json) -> str:
    return GOOD if act.get("card", "clone") == "clone" and act.get("slot", 0) >= 0 else DOUBTFUL


def shape_of_draw(world: World, act: Json) -> str:
    """Call a lethal card that is known to come, and is not shown, doubtful."""
    is_hidden = "card" not in act and world.mode == "blind"
    is_drawn = world.pile[-1 if world.phase == "draw" else 0 :][:1] == [lethal(world)]
    return DOUBTFUL if is_hidden and is_drawn else GOOD


def shape_of_arrange(world: World, act: Json) -> str:
    return DOUBTFUL if world.mode == "dealt" and UNKNOWN in act["cards"] else GOOD


SHAPES: dict[str, Callable[[World, Json], str]] = {
    "play": shape_of_play,
    "nope": shape_of_nope,
    "defuse": shape_of_defuse,
    "draw": shape_of_draw,
    "arrange": shape_of_arrange,
}
