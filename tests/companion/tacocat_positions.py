"""Positions of Tacocat to ask the companion about: small fights, full ones, and worlds that nobody can tell apart."""

from __future__ import annotations

import copy
import random
from typing import Any

from companion.plain_fights import Cards, Rules, answer_value, attack_value
from engine.tacocat_tables import RETAIL, begin
from tacotable_engine import Match
from tacotable_engine.cards import UNKNOWN
from tacotable_engine.tacocat.proofs import unseen
from tacotable_engine.tacocat.state import State, redacted, sorted_hand

OPTIONS: tuple[dict[str, bool], ...] = ({}, {}, {"strict_groups": True}, {"jumbo": False})
SMALL_DECK = {"1": 1, "2": 2, "4": 1, "5": 2, "6": 1, "7": 1, "9": 1}
SMALL_BOARD = {"numbers": [4] * 7, "arrows": ["wow", "wow", "wow", "both", "yay", "yay", "yay"]}


def small_fight(rng: random.Random, ruleset: str, *, sizes: Cards = (2, 3, 3, 4), deck: Any = None) -> Match:
    """Return a fight of few cards each, at an attack or in the middle of an answer, under an arrow or at the start."""
    return told_fight(rng, ruleset, sizes, deck)[0]


def told_fight(rng: random.Random, ruleset: str, sizes: Cards, deck: Any = None) -> tuple[Match, list[int]]:
    """Return such a fight, and the highest card that each seat gave up, as the referee told it."""
    match = begin(
        ruleset,
        deck=deck,
        board=SMALL_BOARD if deck else None,
        options=rng.choice(OPTIONS),
        token=rng.choice((0, 1, -1)),
        phase="attack",
        attacker=rng.choice(("Ann", "Bo")),
        duel_winner=rng.choice(("Ann", "Bo")),
        **hands_of(rng, deck or RETAIL, rng.choice(sizes), "12" if ruleset == "tc38" else "10"),
    )
    floors = [0, 0]
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        seat = match.public_view.to_act[0]
        act = rng.choice(match.legal(seat))
        if match.public_view.phase in ("attack", "answer"):
            for event in match.act(seat, act).events:
                if event["type"] == "sacrificed":
                    index = match.seats.index(seat)
                    floors[index] = max(floors[index], int(str(event["card"])))
    return match, floors


def hands_of(rng: random.Random, deck: Any, size: int, highest: str) -> dict[str, Any]:
    """Deal two hands; the rest is half a pile, half discarded."""
    cards = [card for card, n in deck.items() for _ in range(n) if int(card) <= int(highest)]
    rng.shuffle(cards)
    rest = cards[2 * size :]
    half = len(rest) // 2
    return {
        "ann": " ".join(cards[:size]),
        "bo": " ".join(cards[size : 2 * size]),
        "pile": " ".join(rest[:half]),
        "discard": " ".join(rest[half:]),
    }


def rules_of(state: State) -> Rules:
    terms = state.terms
    tie = state.duel_winner if terms.ruleset.duel_winner_breaks_ties else state.arrow
    return Rules(terms.ruleset.has_runs, terms.jumbo, terms.strict_groups, tie)


def plain_value(state: State, first: Cards, second: Cards) -> float:
    """Return the first seat's value of the fight with these hands."""
    hands, attacker = (first, second), state.attacker or 0
    if state.demands:
        seat = 1 - attacker
        has_given_up = any(answer.is_sacrifice for answer in state.answers)
        demands = tuple(map(int, state.demands))
        value = answer_value(rules_of(state), seat, hands[seat], hands[attacker], demands, has_given_up)
    else:
        seat = attacker
        value = attack_value(rules_of(state), seat, hands[seat], hands[1 - seat])
    return value if seat == 0 else 1 - value


def twin(match: Match, seat: int | None, floors: Cards, rng: random.Random) -> Match:
    """Return the match with other hidden cards, as a seat, or with None everyone, cannot tell.

    `floors` are the lowest cards that each hand may hold, by what it gave up.
    """
    state: State = match.state
    known = redacted(state, seat)
    left = [card for card, n in unseen(known).items() for _ in range(n)]
    rng.shuffle(left)
    hands = list(state.hands)
    for other in sorted((0, 1), key=lambda each: -floors[each]):
        if other != seat:
            fitting = [card for card in left if int(card) >= floors[other]][: len(hands[other])]
            for card in fitting:
                left.remove(card)
            hands[other] = sorted_hand(state.terms.ruleset, fitting)
    discard = tuple(left.pop() if card == UNKNOWN else card for card in known.discard)
    sealed = [
        cards if each == seat or cards is None else tuple(rng.sample(hands[each], len(cards)))
        for each, cards in enumerate(state.sealed)
    ]
    other_match = copy.copy(match)
    other_match.state = state._replace(
        hands=(hands[0], hands[1]), pile=tuple(left), discard=discard, sealed=(sealed[0], sealed[1])
    )
    return other_match
