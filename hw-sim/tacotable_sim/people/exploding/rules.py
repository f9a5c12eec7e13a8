"""What a player of an Exploding game knows of its rules: which cards are a play, and which nope or defuse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tacotable_engine.exploding.ruleset import ACTIONS, DEFUSE, NOPE
from tacotable_sim.truth import Card

Cards = tuple[Card, ...]

ESCAPES = frozenset(("attack", "targeted-attack", "skip", "shuffle", "alter-the-future", "draw-from-bottom"))
"""Cards for somebody who knows that a lethal card lies on top of the pile."""
PLAIN = ("cat-", "minion-")
"""How the faces of cards begin that do nothing alone."""


@dataclass(frozen=True, slots=True)
class KittensRules:
    """Where one printing differs from the others, as its players know it."""

    sizes: tuple[int, ...]
    """How many cards a combo may have."""
    any_title: bool = True
    """Whether cards that are not plain make combos, too."""
    wild: str = ""
    """The card that stands for any plain one."""
    mimic: str = ""
    """The card that does what the top of the discard pile does."""
    keeps_dead_hand: bool = False
    """Whether the hand of a player who is out lies before that player, not on the discard pile."""


RULES: Mapping[str, KittensRules] = {
    "ek120": KittensRules(sizes=(2, 3), wild="feral-cat"),
    "min72": KittensRules(sizes=(2,), any_title=False, mimic="clone", keeps_dead_hand=True),
    "zh56": KittensRules(sizes=(2, 3, 5)),
}


def is_lethal(face: str) -> bool:
    """Return whether a card explodes."""
    return face.startswith("exploding-")


def plays(hand: Sequence[Card], rules: KittensRules, top: str) -> list[Cards]:
    """Return the plays of a hand, each in the order in which it is shown; `top` is the face on the discard pile."""
    cards = sorted(hand, key=lambda card: card.face == rules.mimic)  # a Clone comes to lie last
    found: list[Cards] = [
        (card,) for card in cards if card.face in ACTIONS or (card.face == rules.mimic and top in ACTIONS)
    ]
    seen: set[tuple[str, ...]] = set()
    for size in rules.sizes:
        for combo in combinations(cards, size):
            faces = tuple(card.face for card in combo)
            if faces not in seen and _is_combo(faces, rules):
                found.append(combo)
            seen.add(faces)
    return found


def _is_combo(faces: tuple[str, ...], rules: KittensRules) -> bool:
    """Return whether two or three cards count as equal, or five are all different."""
    if len(faces) == 5:
        return len(set(faces)) == 5
    if len(set(faces)) == 1:
        return faces[0].startswith(PLAIN) or rules.any_title
    others = {face for face in faces if face != rules.wild}
    is_helped = rules.wild in faces or (len(faces) == 2 and faces[-1] == rules.mimic != "")
    return (
        is_helped
        and len(others - {rules.mimic}) == 1
        and all(face.startswith(PLAIN) for face in others - {rules.mimic})
    )


def nopers(hand: Sequence[Card], rules: KittensRules, top: str) -> Iterator[Card]:
    """Return the cards that nope: a Nope, or a Clone while a Nope lies on top."""
    return (card for card in hand if card.face == NOPE or (card.face == rules.mimic and top == NOPE))


def defusers(hand: Sequence[Card], rules: KittensRules, top: str) -> Iterator[Card]:
    """Return the cards that defuse: a Defuse, or a Clone while a Defuse lies on top."""
    return (card for card in hand if card.face == DEFUSE or (card.face == rules.mimic and top == DEFUSE))
