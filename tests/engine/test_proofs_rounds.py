"""Sacrifices in tiny Tacocat rounds against all worlds by brute force: none missed, nobody wronged.

`TACOTABLE_PREFIXES` is after how many acts verdicts are compared (3,000). A failure prints the round's acts.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine.proof_tacocat_rounds import GAME, NO_CHANCE, TinyRounds
from tacotable_engine.cards import deck_of
from tacotable_engine.rulings import Violation
from tacotable_engine.tacocat.acts import Attack
from tacotable_engine.tacocat.state import State

pytestmark = pytest.mark.long

PREFIXES = int(os.environ.get("TACOTABLE_PREFIXES", "3000"))
ACTS = 16


@cache
def rounds() -> list[TinyRounds]:
    """Play rounds until there are enough acts; in every fifth nobody sacrifices against the rules."""
    played: list[TinyRounds] = []
    acts = 0
    while acts < PREFIXES:
        played.append(TinyRounds(f"tiny {len(played)}", is_honest=len(played) % 5 == 0))
        played[-1].play(ACTS)
        acts += len(played[-1].log)
    return played


def story(played: TinyRounds) -> str:
    deck = dict(played.first.terms.deck.counts)
    return "\n".join([*played.wrong, f"{deck} {played.first.hands} {played.first.discard}", *map(str, played.log)])


@pytest.mark.long(keep=0)
def test_a_sacrifice_is_proven_wrong_by_the_first_act_after_which_no_world_is_left_and_by_no_other() -> None:
    """So are the rulings of sacrifices, who is named, what it costs, and that honest play stands."""
    wrong = [story(played) for played in rounds() if played.wrong]

    assert not wrong, f"{len(wrong)} of {len(rounds())} games; the first:\n{wrong[0]}"


@pytest.mark.long(keep=0)
def test_the_tiny_rounds_hold_what_they_are_to_try() -> None:
    rulings = Counter(ruling for played in rounds() for _, _, ruling, _ in played.log)
    groups = [act for played in rounds() for _, act, _, _ in played.log if isinstance(act, Attack) and act.cards[1:]]

    assert sum(played.proven for played in rounds()) > 100
    assert sum(played.joint for played in rounds()) > 0
    assert sum(played.lost for played in rounds()) > 30
    assert min(rulings["unproven"], rulings["sacrifice-refuted"], len(groups)) > 100


@pytest.mark.long(keep=0)
def test_values_one_higher_prove_the_same() -> None:
    for played in rounds()[:150]:
        told = [(seat, raised(act)) for seat, act, _, _ in played.log]

        assert replayed(raised_state(played.first), told) == verdicts(played), story(played)


def verdicts(played: TinyRounds) -> list[tuple[str, tuple[Violation, ...]]]:
    return [(ruling, violations) for _, _, ruling, violations in played.log]


def replayed(state: State, acts: list[tuple[int, Any]]) -> list[tuple[str, tuple[Violation, ...]]]:
    """Play acts from a state, and give the verdicts."""
    said: list[tuple[str, tuple[Violation, ...]]] = []
    for seat, act in acts:
        refusal = GAME.why_not(state, seat, act)
        if refusal is not None:
            said.append((refusal.rule, ()))
            continue
        ruling, state = GAME.apply(state, seat, act, NO_CHANCE)
        said.append((ruling.ruling, ruling.violations))
    return said


def raised(act: Any) -> Any:
    """Give an act with all its values one higher."""
    named: dict[str, Any] = {
        name: higher(getattr(act, name)) for name in ("card", "demand") if getattr(act, name, None)
    }
    if hasattr(act, "cards"):
        named["cards"] = tuple(map(higher, act.cards))
    return replace(act, **named)


def raised_state(state: State) -> State:
    """Give a first state with all its values one higher."""
    counts = {higher(card): count for card, count in state.terms.deck.counts.items()}
    ranks = {**{card: int(card) for card in counts}, "?": 99}
    terms = replace(state.terms, deck=deck_of(counts), ruleset=replace(state.terms.ruleset, ranks=ranks))
    first, second = (tuple(map(higher, hand)) for hand in state.hands)
    return state._replace(terms=terms, hands=(first, second), discard=tuple(map(higher, state.discard)))


def higher(card: str) -> str:
    return card if card == "?" else str(int(card) + 1)
