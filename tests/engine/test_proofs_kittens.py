"""Denials in tiny Exploding games against all worlds by brute force (`deny-refuted`): nothing missed, nobody wronged.

The exact level is compared, so the bounds on its cost are lifted; beyond them proofs may be missed and never be wrong.

`TACOTABLE_TINY_GAMES` is how many games are played (250). A failure prints the seed and every step of its game.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

import pytest

from engine.proof_kittens_game import Step, TinyGame, replayed
from tacotable_engine.exploding.acts import Draw
from tacotable_engine.exploding.hypotheses import search as worlds

pytestmark = pytest.mark.long

GAMES = int(os.environ.get("TACOTABLE_TINY_GAMES", "250"))
ACTS = 22
RENAMED = {"skip": "see-the-future", "see-the-future": "attack", "attack": "skip"}


@pytest.fixture(autouse=True)
def exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """Follow all worlds together, however many they are."""
    monkeypatch.setattr(worlds, "MOST_HYPOTHESES", 1_000_000)
    monkeypatch.setattr(worlds, "MOST_WORK", 100_000_000)


@cache
def game(number: int) -> TinyGame:
    """Play one game; in every fifth nobody lies."""
    played = TinyGame(f"tiny {number}", is_honest=number % 5 == 0)
    played.play(ACTS)
    return played


def story(played: TinyGame) -> str:
    return "\n".join([*played.wrong, str(played.first), *map(str, played.steps)])


@pytest.mark.long(keep=0)
def test_a_denial_is_proven_wrong_by_the_first_act_after_which_no_world_is_left_and_by_no_other() -> None:
    """So are the rulings of denials, who is named, that no claim can be spared, and that honest play stands."""
    wrong = [story(game(number)) for number in range(GAMES) if game(number).wrong]

    assert not wrong, f"{len(wrong)} of {GAMES} games; the first:\n{wrong[0]}"


def test_the_tiny_games_hold_what_they_are_to_try() -> None:
    steps = [step for number in range(GAMES) for step in game(number).steps]
    rulings, acts = Counter(step.ruling for step in steps), Counter(type(step.act).__name__ for step in steps)

    assert sum(game(number).proven for number in range(GAMES)) > 40
    assert sum(game(number).joint for number in range(GAMES)) > 4
    assert min(rulings["unproven"], rulings["deny-refuted"]) > 50
    assert min(acts[act] for act in ("Play", "Draw", "Steal", "Give", "Deny", "Explode", "Defuse", "Arrange")) > 50
    assert acts["Nope"] > 5


@pytest.mark.parametrize("most", [0, 4, worlds.MOST_HYPOTHESES])
def test_below_the_exact_level_proofs_may_be_missed_and_nobody_is_wronged(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 0 every title has but its ledger, with 4 some are followed by themselves; the last is what ships."""
    monkeypatch.setattr(worlds, "MOST_HYPOTHESES", most)
    games = [SoundGame(f"sound {number}") for number in range(100)]
    for played in games:
        played.play(ACTS)

    assert [story(played) for played in games if played.wrong][:1] == []
    assert sum(played.proven for played in games) > 5


class SoundGame(TinyGame):
    """A game whose referee need not find everything, but may tell only what is so."""

    def check(self) -> None:
        step = next(step for step in reversed(self.steps) if step.act is not None)
        for violation in step.violations:
            told = [claim for claim in self.claims if claim.act in violation.proof]
            is_named = {violation.seat} <= {None, *(self.state.name(claim.seat) for claim in told)}
            if self._can_be(told) or not is_named:
                self.wrong.append(f"{violation} is told of {told}")
            self.claims = [claim for claim in self.claims if claim not in told]
            self.proven += 1

    def _denies(self, seat: int, card: str, setting: dict[str, Any]) -> bool:
        """Deny; a sure or a refuted denial may be ruled unproven here."""
        has_it = self.worlds.holding(seat, card)
        is_standing = self.do(seat, self.denial, **setting)
        ruling = self.steps[-1].ruling
        if (ruling == "legal" and True in has_it) or (ruling == "deny-refuted" and False in has_it):
            self.wrong.append(f"denial of {card} by {seat} is {ruling}, and it may be {has_it}")
        if is_standing:
            self._note(seat, card, is_open=ruling == "unproven")
        return is_standing


def renamed(value: Any) -> Any:
    """Give a value with other titles in place of three."""
    if isinstance(value, str):
        return RENAMED.get(value, value)
    if isinstance(value, Mapping):
        return {renamed(key): renamed(one) for key, one in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        told = [field.name for field in fields(value) if field.init]
        return replace(value, **{name: renamed(getattr(value, name)) for name in told})
    if hasattr(value, "_replace"):
        return value._replace(**{name: renamed(one) for name, one in value._asdict().items()})
    return tuple(map(renamed, value)) if isinstance(value, tuple) else value


def test_other_titles_prove_the_same() -> None:
    for number in range(100):
        played = game(number)
        setting_free = [replace(step, act=renamed(step.act), setting=renamed(step.setting)) for step in played.steps]

        again = replayed(renamed(played.first), setting_free)

        assert said(again) == said(played.steps), story(played)


def test_hidden_draws_one_after_the_other_may_change_places() -> None:
    swapped = 0
    for number in range(GAMES):
        played = game(number)
        for index in idle_pairs(played):
            steps = list(played.steps)
            steps[index : index + 2] = steps[index + 1], steps[index]

            again = replayed(played.first, steps)

            assert said(again) == said(played.steps), story(played)
            swapped += 1

    assert swapped > 10


def said(steps: list[Step]) -> list[object]:
    return [(step.ruling, step.violations) for step in steps]


def idle_pairs(played: TinyGame) -> list[int]:
    """Find two draws in a row that nobody saw, of a pile of which nothing is known."""
    told = zip(played.steps, played.piles, strict=True)
    is_idle = [step.act == Draw(None) and set(pile) == {"?"} and not step.violations for step, pile in told]
    return [index for index in range(len(is_idle) - 1) if is_idle[index] and is_idle[index + 1]]
