"""Every code of a refusal or a decision is reached, and what the arbiter may let stand, stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from engine.exploding_tables import (
    Act,
    arranges,
    begin,
    deals,
    defuses,
    denies,
    draws,
    explodes,
    gives,
    lets,
    nopes,
    plays,
    steals,
    through,
)
from engine.tacocat_tables import play, refusal
from tacotable_engine import Match
from tacotable_engine.exploding.position import require_sound
from tacotable_engine.exploding.rules import DECISIONS, REFUSALS

Case: TypeAlias = tuple[Match, str, Act]
CATS = "cat-1 cat-1 cat-1"
FIVE = "skip attack cat-1 cat-2 cat-3"
ALL_BUT_DEFUSES = "nope*5 attack*4 skip*4 favor*4 shuffle*4 see-the-future*5 cat-1*4 cat-2*4 cat-3*4 cat-4*4 cat-5*4"
"""What else is in the game zh56 with two players, lethal card and four Defuses aside."""


def table(game: str = "zh56", mode: str = "dealt", **told: Any) -> Match:
    """Begin in the middle of a game in which Ann has the turn."""
    return begin(game, mode, **{"ann": "skip", "bo": "nope", "cy": "", "pile": "shuffle lethal lethal", **told})


def after(match: Match, *acts: tuple[str, Act]) -> Match:
    """Play what must stand."""
    play(match, *acts)
    return match


def closed(match: Match, seat: str, act: Act) -> Match:
    """Play what must stand and let its window run out."""
    through(match, seat, act)
    return match


def window(game: str = "zh56", **told: Any) -> Match:
    return after(table(game, **told), ("Ann", plays("skip")))


def lethal_drawn(game: str = "zh56", mode: str = "dealt", hand: str = "defuse skip") -> Match:
    card = "exploding-kitten" if mode == "blind" else None
    return after(table(game, mode, ann=hand, pile="lethal shuffle lethal"), ("Ann", draws(card)))


def favor_asked(mode: str = "dealt") -> Match:
    return closed(table(mode=mode, ann="favor"), "Ann", plays("favor", "Bo"))


def named(name: str, bo: str) -> Match:
    """Ask Bo for a card by three of a kind; hands are hidden."""
    return closed(table(mode="blind", ann=CATS, bo=bo), "Ann", plays(CATS, "Bo", name))


def altering() -> Match:
    return closed(table("ek120", ann="alter-the-future"), "Ann", plays("alter-the-future"))


def stealing() -> Match:
    return closed(table(mode="seen", ann="cat-1 cat-1"), "Ann", plays("cat-1 cat-1", "Bo"))


def dealing(*given: str) -> Match:
    match = begin("zh56", "seen", players=2)
    return after(match, *(("Ann", deals(card)) for card in given)) if given else match


def all_lethal(mode: str = "seen") -> Match:
    return begin("zh56", mode, ann="defuse defuse", bo="defuse defuse", discard=ALL_BUT_DEFUSES, pile="?")


def clone_on(discard: str) -> Case:
    return table("min72", ann="clone", discard=discard), "Ann", plays("clone")


CASES: dict[str, Callable[[], Case]] = {
    "seat-out": lambda: (table(alive="Ann Bo", cy=""), "Cy", draws()),
    "not-now-deal": lambda: (dealing(), "Ann", draws("skip")),
    "not-now-turn": lambda: (table(), "Ann", gives("skip")),
    "not-now-window": lambda: (window(), "Ann", draws()),
    "not-now-draw": lambda: (
        closed(table("min72", "seen", ann="draw-from-bottom skip"), "Ann", plays("draw-from-bottom")),
        "Ann",
        plays("skip"),
    ),
    "not-now-defuse": lambda: (lethal_drawn(), "Ann", plays("skip")),
    "not-now-give": lambda: (favor_asked(), "Bo", plays("nope")),
    "not-now-arrange": lambda: (altering(), "Ann", draws()),
    "not-now-steal": lambda: (stealing(), "Ann", draws("shuffle")),
    "not-now-over": lambda: (begin("zh56", ann="skip", bo="", alive="Ann"), "Ann", plays("skip")),
    "no-window-open": lambda: (table(), "Bo", nopes()),
    "not-your-turn": lambda: (table(), "Bo", draws()),
    "not-asked": lambda: (favor_asked(), "Ann", gives("nope")),
    "deal-hand-full": lambda: (dealing("defuse", *FIVE.split(), "favor", "nope"), "Ann", deals("favor")),
    "deal-lethal": lambda: (dealing(), "Ann", deals("exploding-kitten")),
    "deal-needs-defuse": lambda: (dealing(*FIVE.split(), "favor", "nope"), "Ann", deals("favor")),
    "deal-one-defuse": lambda: (dealing("defuse"), "Ann", deals("defuse")),
    "face-hidden": lambda: (table(), "Ann", plays("?")),
    "card-not-held": lambda: (table(), "Ann", plays("attack")),
    "no-copy-left": lambda: (table(mode="blind", ann="? ?", discard="favor*4"), "Ann", plays("favor", "Bo")),
    "lethal-in-hand": lambda: (table(mode="blind", ann="?"), "Ann", plays("exploding-kitten")),
    "play-nope": lambda: (table(ann="nope"), "Ann", plays("nope")),
    "play-defuse": lambda: (table(ann="defuse"), "Ann", plays("defuse")),
    "play-plain": lambda: (table(ann="cat-1"), "Ann", plays("cat-1")),
    "play-shape": lambda: (table(ann="cat-1 cat-2"), "Ann", plays("cat-1 cat-2", "Bo")),
    "play-unknown-here": lambda: (table("min72", ann="skip skip"), "Ann", plays("skip skip", "Bo")),
    "play-combos-off": lambda: (
        table(ann="skip skip", options={"special_combos": False}),
        "Ann",
        plays("skip skip", "Bo"),
    ),
    "clone-of-clone": lambda: clone_on("clone"),
    "clone-of-plain": lambda: clone_on("minion-a"),
    "clone-of-defuse": lambda: clone_on("defuse"),
    "clone-of-nope": lambda: clone_on("nope"),
    "clone-of-nothing": lambda: clone_on(""),
    "target-self": lambda: (table(ann="favor"), "Ann", plays("favor", "Ann")),
    "target-out": lambda: (table(ann="favor", alive="Ann Bo"), "Ann", plays("favor", "Cy")),
    "target-empty": lambda: (table(ann="favor"), "Ann", plays("favor", "Cy")),
    "name-lethal": lambda: (table(ann=CATS), "Ann", plays(CATS, "Bo", "exploding-kitten")),
    "name-not-discarded": lambda: (table(ann=FIVE), "Ann", plays(FIVE, name="defuse")),
    "nope-own": lambda: (window(ann="skip nope"), "Ann", nopes()),
    "nope-card": lambda: (window(bo="attack"), "Bo", nopes("attack")),
    "nope-clone-off": lambda: (
        after(window("min72", ann="skip clone", options={"clone_as_nope": False}), ("Bo", nopes())),
        "Ann",
        nopes("clone"),
    ),
    "nope-clone-top": lambda: (window("min72", bo="clone"), "Bo", nopes("clone")),
    "let-own": lambda: (window(), "Ann", lets()),
    "let-again": lambda: (after(window(), ("Bo", lets())), "Bo", lets()),
    "pile-empty": lambda: (table(pile=""), "Ann", draws()),
    "pile-other": lambda: (table(mode="seen"), "Ann", draws("attack")),
    "pile-all-lethal": lambda: (all_lethal("blind"), "Ann", draws()),
    "lethal-to-show": lambda: (table(mode="blind", pile="lethal ? lethal"), "Ann", draws()),
    "defuse-card": lambda: (lethal_drawn(), "Ann", defuses(0, "skip")),
    "defuse-slot": lambda: (lethal_drawn(), "Ann", defuses(3)),
    "hand-count": lambda: (lethal_drawn(mode="blind", hand="? ?"), "Ann", explodes("skip")),
    "hand-lacks": lambda: (lethal_drawn(mode="blind", hand="defuse ?"), "Ann", explodes("skip skip")),
    "give-named": lambda: (named("skip", "? ?"), "Bo", gives("attack")),
    "deny-favor": lambda: (favor_asked("blind"), "Bo", denies()),
    "deny-known": lambda: (favor_asked(), "Bo", denies()),
    "deny-refuted": lambda: (named("defuse", "defuse ?"), "Bo", denies()),
    "arrange-cards": lambda: (altering(), "Ann", arranges("shuffle shuffle skip")),
}
"""Code of a refusal -> a match, and what a seat may not do there because of it."""


def test_every_refusal_has_its_case() -> None:
    assert set(CASES) == set(REFUSALS)


@pytest.mark.parametrize("code", CASES)
def test_an_illegal_act_is_refused_with_its_code_and_changes_nothing(code: str) -> None:
    match, seat, act = CASES[code]()

    assert refusal(match, seat, act) == code


WAIVABLE = [
    "deal-needs-defuse",
    "deal-one-defuse",
    "play-combos-off",
    "target-empty",
    "nope-own",
    "nope-clone-off",
    "pile-other",
    "pile-all-lethal",
    "hand-lacks",
    "deny-refuted",
]


@pytest.mark.parametrize("code", CASES)
def test_the_arbiter_lets_stand_what_the_state_can_hold_and_nothing_else(code: str) -> None:
    match, seat, act = CASES[code]()
    match.act(seat, act)
    before = match.state

    ruling = match.rule(True, "house rule")

    assert (ruling.rule == "arbiter-accepted") == (code in WAIVABLE)
    assert (match.state == before) == (code not in WAIVABLE)


@pytest.mark.parametrize("code", WAIVABLE)
def test_what_the_arbiter_let_stand_leads_to_a_state_that_can_be(code: str) -> None:
    match, seat, act = CASES[code]()
    match.act(seat, act)
    match.rule(True, "house rule")

    require_sound(match.state)
    assert match.game.read_position(match.position()) == match.state
    assert Match.from_record(match.record()).state == match.state


@pytest.mark.parametrize("code", WAIVABLE)
def test_what_the_arbiter_let_stand_is_taken_back_by_undo(code: str) -> None:
    match, seat, act = CASES[code]()
    before = match.state
    match.act(seat, act)
    match.rule(True, "house rule")

    match.undo()

    assert match.state == before


def test_a_misread_card_of_which_no_copy_is_left_does_not_stand_in_the_place_of_a_known_one() -> None:
    match = table(mode="seen", discard="favor*4")

    assert refusal(match, "Ann", draws("favor")) in ("pile-other", "no-copy-left")
    assert match.rule(True, "it says so").rule == "arbiter-cannot"


def test_a_misread_card_of_which_no_copy_is_left_is_not_drawn_where_all_must_be_lethal() -> None:
    match = all_lethal()

    assert refusal(match, "Ann", draws("favor")) in ("pile-all-lethal", "no-copy-left")
    assert match.rule(True, "it says so").rule == "arbiter-cannot"


DECIDED: dict[str, Callable[[], Case]] = {
    "dealt-one": lambda: (dealing(), "Bo", deals("skip")),
    "played": lambda: (table(), "Ann", plays("skip")),
    "noped": lambda: (window(), "Bo", nopes()),
    "let": lambda: (window(), "Bo", lets()),
    "let-closed": lambda: (after(window(), ("Bo", lets())), "Cy", lets()),
    "drew": lambda: (table(), "Ann", draws()),
    "drew-lethal": lambda: (table(ann="defuse", pile="lethal lethal"), "Ann", draws()),
    "drew-and-exploded": lambda: (table(pile="lethal lethal"), "Ann", draws()),
    "defused": lambda: (lethal_drawn(), "Ann", defuses(0)),
    "exploded": lambda: (lethal_drawn(), "Ann", explodes()),
    "gave": lambda: (favor_asked(), "Bo", gives("nope")),
    "denied": lambda: (named("skip", "? ?"), "Bo", denies()),
    "arranged": lambda: (
        altering(),
        "Ann",
        arranges("exploding-kitten shuffle exploding-kitten"),
    ),
    "stole": lambda: (stealing(), "Ann", steals("nope")),
}
"""Code of a decision -> a match, and an act of a seat that leads to it."""
BY_TIME = {"window-closed", "no-window", "clock"}


def test_every_decision_has_its_case() -> None:
    assert {*DECIDED, *BY_TIME} == set(DECISIONS)


@pytest.mark.parametrize("code", DECIDED)
def test_an_act_that_stands_is_decided_with_its_code(code: str) -> None:
    match, seat, act = DECIDED[code]()

    ruling = match.act(seat, act)

    assert (ruling.is_applied, ruling.rule) == (True, code)


def test_time_decides_with_its_codes() -> None:
    match = window()

    assert [match.clock(4).rule, match.clock(5).rule, match.resolve().rule] == ["clock", "window-closed", "no-window"]
    assert after(match, ("Bo", draws())).resolve().rule == "no-window"


@pytest.mark.parametrize("code", CASES)
def test_a_refusal_that_names_hidden_cards_is_for_one_seat(code: str) -> None:
    match, seat, act = CASES[code]()

    refused = match.why_not(seat, act)

    assert refused is not None
    assert refused.private_to in (None, seat)
