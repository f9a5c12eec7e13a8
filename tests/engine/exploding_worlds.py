"""Two Exploding games that a viewer cannot tell apart: cards it does not see lie elsewhere, and the same is done."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from engine.exploding_strategies import MOST_SEATS, new_match, random_act
from tacotable_engine import Match, RequestError, Ruling
from tacotable_engine.exploding.ruleset import sorted_hand
from tacotable_engine.exploding.state import Phase

PAIRS = int(os.environ.get("TACOTABLE_PAIRS", "50"))


class Again:
    """A chance that shuffles two worlds alike: places go to the same places."""

    seed = 0

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        mixed = list(cards)
        random.Random(self.seed).shuffle(mixed)
        return mixed


def swapped(match: Match, viewer: int, rng: random.Random) -> Any:
    """Give the first state of a world in which some cards that the viewer does not see lie elsewhere."""
    state = match.start
    lethal, ruleset = state.terms.ruleset.lethal, state.terms.ruleset
    hands, pile = [list(hand) for hand in state.hands], list(state.pile)
    places = [(hand, at) for seat, hand in enumerate(hands) if seat != viewer for at in range(len(hand))]
    for _ in range(rng.randint(1, 3)):
        in_pile = (pile, rng.randrange(len(pile)))
        other = rng.choice(places) if rng.random() < 0.5 else (pile, rng.randrange(len(pile)))
        (one, at), (two, to) = in_pile, other
        if two is pile or lethal != one[at]:
            one[at], two[to] = two[to], one[at]
    return state._replace(hands=tuple(sorted_hand(ruleset, hand) for hand in hands), pile=tuple(pile))


def outlook(match: Match, viewer: str) -> bytes:
    prompts = [[seat, prompt.code, dict(prompt.values)] for seat, prompt in match.prompts().items()]
    return json.dumps([match.view(viewer), match.view("table"), prompts]).encode()


def told(ruling: Ruling, viewer: str) -> bytes:
    values = dict(ruling.values) if ruling.private_to in (None, viewer) else None
    return json.dumps([ruling.ruling, ruling.rule, values, ruling.events]).encode()


def both(match: Match, twin: Match, viewer: str, rng: random.Random) -> bool:
    """Do the same in both worlds; tell whether the viewer still cannot tell them apart."""
    Again.seed += 1
    if match.state.phase is Phase.WINDOW and rng.random() < 0.4:
        here, there = match.resolve(), twin.resolve()
    else:
        seat, fields = random_act(match, rng)
        here = match.act(seat, fields)
        try:
            there = twin.act(seat, fields)
        except RequestError:
            return False
    return told(here, viewer) == told(there, viewer) and outlook(match, viewer) == outlook(twin, viewer)


def moments(game: str, name: str) -> Iterator[tuple[Match, Match, str, random.Random]]:
    """Yield, without an end, two games at a moment when a viewer cannot tell them apart, and the chance of the walk."""
    for number in count():
        rng = random.Random(f"{name} {game} {number}")
        begun = new_match(game, rng.randint(2, MOST_SEATS[game]), "dealt", number)
        seat = rng.randrange(len(begun.seats))
        viewer = begun.seats[seat]
        match = Match(game, begun.seats, begun.start, Again(), None)
        twin = Match(game, begun.seats, swapped(begun, seat, rng), Again(), None)
        for _ in range(rng.randint(5, 60)):
            if match.state.winner is not None or not both(match, twin, viewer, rng):
                break
            yield match, twin, viewer, rng
