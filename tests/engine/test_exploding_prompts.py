"""What each seat is asked to do, and what everyone is told that happened: prompts and events of the Exploding games."""

from __future__ import annotations

import pytest

from engine.exploding_events import EVENTS
from engine.exploding_tables import (
    Act,
    arranges,
    begin,
    deals,
    defuses,
    denies,
    draws,
    gives,
    kinds,
    lets,
    nopes,
    plays,
    through,
)
from engine.tacocat_tables import play
from tacotable_engine import Match, Prompt


def asked_for() -> dict[str, tuple[Match, dict[str, Prompt]]]:
    """Give a match of each phase with the prompts of Ann and Bo."""
    turn = begin(ann="skip", bo="nope", pile="exploding-kitten")
    owed = begin(ann="skip", bo="nope", pile="exploding-kitten", turn="Ann 2 attack")
    window = begin(ann="skip", bo="nope", pile="exploding-kitten")
    play(window, ("Ann", plays("skip")))
    lethal = begin(ann="defuse", bo="nope", pile="exploding-kitten skip")
    play(lethal, ("Ann", draws()))
    favor = begin(ann="favor", bo="nope", pile="exploding-kitten")
    through(favor, "Ann", plays("favor", "Bo"))
    named = begin("zh56", "blind", ann="cat-1*3", bo="?", pile="?")
    through(named, "Ann", plays("cat-1 cat-1 cat-1", "Bo", "skip"))
    order = begin(ann="alter-the-future", bo="nope", pile="exploding-kitten")
    through(order, "Ann", plays("alter-the-future"))
    theft = begin("zh56", "seen", ann="cat-1*2", bo="nope", pile="?")
    through(theft, "Ann", plays("cat-1 cat-1", "Bo"))
    bottom = begin("min72", "seen", ann="draw-from-bottom", bo="nope", pile="?")
    through(bottom, "Ann", plays("draw-from-bottom"))
    ann = {"seat": "Ann"}
    return {
        "turn": (turn, {"Ann": Prompt("turn", {"left": 1}), "Bo": Prompt("wait-turn", ann)}),
        "owed": (owed, {"Ann": Prompt("turn-owed", {"left": 2}), "Bo": Prompt("wait-turn", ann)}),
        "window": (window, {"Ann": Prompt("wait-others"), "Bo": Prompt("window", {**ann, "cards": ("skip",)})}),
        "defuse": (
            lethal,
            {"Ann": Prompt("defuse", {"card": "exploding-kitten", "n": 1}), "Bo": Prompt("wait-defuse", ann)},
        ),
        "give": (favor, {"Ann": Prompt("wait-give", {"seat": "Bo"}), "Bo": Prompt("give", ann)}),
        "give-named": (
            named,
            {"Ann": Prompt("wait-give", {"seat": "Bo"}), "Bo": Prompt("give-named", {**ann, "card": "skip"})},
        ),
        "arrange": (order, {"Ann": Prompt("arrange"), "Bo": Prompt("wait-arrange", ann)}),
        "steal": (theft, {"Ann": Prompt("steal", {"seat": "Bo"}), "Bo": Prompt("wait-steal", ann)}),
        "draw": (bottom, {"Ann": Prompt("draw-bottom"), "Bo": Prompt("wait-draw", ann)}),
        "deal": (begin("zh56", "seen", players=2), dict.fromkeys(("Ann", "Bo"), Prompt("deal", {"n": 8}))),
        "over": (
            begin(ann="", bo="", alive="Ann"),
            {"Ann": Prompt("won", ann), "Bo": Prompt("lost", ann)},
        ),
        "out": (
            begin(ann="", bo="", cy="", alive="Ann Cy", pile="exploding-kitten"),
            {"Ann": Prompt("turn", {"left": 1}), "Bo": Prompt("out"), "Cy": Prompt("wait-turn", ann)},
        ),
    }


@pytest.mark.parametrize("phase", asked_for())
def test_prompts_tell_each_seat_what_is_awaited(phase: str) -> None:
    match, prompts = asked_for()[phase]

    assert match.prompts() == prompts


def happened(match: Match, *acts: tuple[str, Act] | None) -> list[dict[str, object]]:
    """Give the events of acts; None lets the time of the window run out."""
    rulings = [match.resolve() if act is None else match.act(*act) for act in acts]
    assert all(ruling.is_applied for ruling in rulings), rulings
    return [event for ruling in rulings for event in ruling.events]


def test_every_event_has_the_fields_that_the_table_of_events_tells() -> None:
    cats, five = "cat-1 cat-1 cat-1", "skip attack nope cat-1 cat-2"
    altering = begin(ann="alter-the-future see-the-future shuffle attack", bo="", pile="favor exploding-kitten")
    favored = begin(ann="favor", bo="skip", cy="nope", pile="exploding-kitten")
    blind = begin("zh56", "blind", ann="cat-1*3 cat-2*3", bo="? ?", pile="? ?")
    thief = begin("zh56", ann="cat-1*3 cat-2*3 skip", bo="defuse", pile="exploding-kitten")
    fiver = begin("zh56", ann=f"{five} cat-3*2", bo="skip", cy="", pile="exploding-kitten shuffle")
    bottom = begin("min72", ann="draw-from-bottom", bo="nope", pile="exploding-minion skip")
    lethal = begin(ann="defuse", bo="", pile="exploding-kitten")
    order = "exploding-kitten favor"
    seen = [
        *happened(begin("zh56", "seen", players=2), ("Ann", deals("skip"))),
        *happened(altering, ("Ann", plays("alter-the-future")), None, ("Ann", arranges(order))),
        *happened(altering, ("Ann", plays("see-the-future")), None, ("Ann", plays("shuffle")), None),
        *happened(altering, ("Ann", plays("attack")), None),
        *happened(favored, ("Ann", plays("favor", "Bo")), ("Cy", nopes()), None),
        *happened(begin(ann="favor", bo="skip", pile="?", mode="blind"), ("Ann", plays("favor", "Bo")), None),
        *happened(blind, ("Ann", plays(cats, "Bo", "skip")), None, ("Bo", gives("skip"))),
        *happened(blind, ("Ann", plays("cat-2 cat-2 cat-2", "Bo", "favor")), None, ("Bo", denies())),
        *happened(thief, ("Ann", plays(cats, "Bo", "defuse")), None),
        *happened(thief, ("Ann", plays("cat-2 cat-2 cat-2", "Bo", "nope")), None, ("Ann", plays("skip")), None),
        *happened(fiver, ("Ann", plays(five, name="nope")), None, ("Ann", plays("cat-3 cat-3", "Bo")), None),
        *happened(bottom, ("Ann", plays("draw-from-bottom")), ("Bo", lets())),
        *happened(begin("min72", ann="skip", bo="nope"), ("Ann", plays("skip")), ("Bo", nopes()), None),
        *happened(lethal, ("Ann", draws()), ("Ann", defuses(0)), ("Bo", draws())),
        *begin(players=2).amend({"do": "shuffled"}).events,
    ]

    for event in seen:
        fields, must = set(event) - {"type"}, EVENTS[str(event["type"])][0]
        assert {name for name in must if not name.endswith("?")} <= fields <= {name.strip("?") for name in must}
    assert set(kinds(seen)) == set(EVENTS)
