"""What each viewer of an Exploding game sees: private looks, secret slots, cards that only two know, windows alike."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.exploding_tables import (
    GAMES,
    SEATS,
    Act,
    arranges,
    begin,
    cards,
    defuses,
    draws,
    explodes,
    gives,
    hand,
    lets,
    plays,
    steals,
    through,
)
from engine.tacocat_tables import play, told
from tacotable_engine import Match, RequestError


def seen_by(match: Match, viewer: str) -> str:
    """Give all that a viewer may ask for, as the bytes it would get."""
    acts = match.legal(viewer) if viewer in match.seats else []
    prompts = {seat: [prompt.code, dict(prompt.values)] for seat, prompt in match.prompts().items()}
    return json.dumps([match.view(viewer), acts, prompts])


def names(view: Any, *left_out: str) -> set[str]:
    """Give the words of a view, some of its fields left out."""
    return set(json.dumps({key: value for key, value in view.items() if key not in left_out}).split('"'))


@pytest.mark.parametrize("game", GAMES)
def test_the_table_sees_no_hand_and_no_pile(game: str) -> None:
    match = begin(game, ann="skip", bo="nope defuse", pile="shuffle lethal")

    view = match.view("table")

    assert view["hands"] == {"Ann": None, "Bo": None}
    assert view["hand_size"] == {"Ann": 1, "Bo": 2}
    assert view["pile"] == ["?", "?"]


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_sees_its_own_hand_only(game: str) -> None:
    match = begin(game, ann="skip", bo="nope defuse", pile="shuffle lethal")

    view = match.view("Ann")

    assert view["hands"] == {"Ann": ["skip"], "Bo": None}
    assert view["pile"] == ["?", "?"]
    assert not {"nope", "defuse", "shuffle", cards(game, "lethal")[0]} & names(view)


@pytest.mark.parametrize("game", GAMES)
def test_the_arbiter_sees_all(game: str) -> None:
    match = begin(game, ann="skip", bo="nope", pile="shuffle lethal")

    assert told(match, "hands", "pile") == [{"Ann": ["skip"], "Bo": ["nope"]}, cards(game, "shuffle lethal")]


def test_a_view_of_a_stranger_is_an_error() -> None:
    with pytest.raises(RequestError, match='seat: "Cy" is not one of Ann, Bo, table, arbiter'):
        begin(players=2).view("Cy")


@pytest.mark.parametrize("game", GAMES)
def test_what_a_look_shows_is_for_the_one_who_looked(game: str) -> None:
    match = begin(game, ann="see-the-future skip", bo="nope", pile="shuffle attack lethal defuse")

    ruling = through(match, "Ann", plays("see-the-future"))

    assert match.view("Ann")["peek"] == cards(game, "shuffle attack lethal")
    assert match.view("Ann")["pile"] == ["?"] * 4
    assert match.view("Bo")["peek"] == []
    assert "peek" not in match.view("table")
    assert ruling.events == ({"type": "peeked", "seat": "Ann", "n": 3},)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("act", [plays("skip"), draws()])
def test_a_look_lasts_until_the_seats_next_act(game: str, act: Act) -> None:
    match = begin(game, ann="see-the-future skip", bo="nope", cy="", pile="shuffle attack lethal lethal")
    through(match, "Ann", plays("see-the-future"))

    play(match, ("Ann", act))

    assert match.view("Ann")["peek"] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_refused_act_and_time_leave_a_look_alone(game: str) -> None:
    match = begin(game, ann="see-the-future", bo="nope", pile="shuffle lethal")
    through(match, "Ann", plays("see-the-future"))
    match.act("Ann", plays("attack"))
    match.act("Bo", draws())
    match.resolve()
    match.clock(50)

    assert match.view("Ann")["peek"] == cards(game, "shuffle lethal")


def test_who_alters_the_future_alone_sees_it_and_its_new_order() -> None:
    match = begin(ann="alter-the-future", bo="nope", pile="shuffle attack exploding-kitten favor")
    through(match, "Ann", plays("alter-the-future"))
    before = [seen_by(match, viewer) for viewer in ("Bo", "table")]

    ruling = play(match, ("Ann", arranges("exploding-kitten shuffle attack")))
    first = [seen_by(match, viewer) for viewer in ("Bo", "table")]
    match.undo()
    other = play(match, ("Ann", arranges("attack shuffle exploding-kitten")))

    assert not any("shuffle" in seen for seen in before)
    assert [seen_by(match, viewer) for viewer in ("Bo", "table")] == first
    assert ruling.events == other.events
    assert ruling.values == other.values


@pytest.mark.parametrize("game", GAMES)
def test_the_slot_of_a_defused_card_is_secret(game: str) -> None:
    match = begin(game, ann="defuse", bo="nope", pile="lethal shuffle attack skip")
    play(match, ("Ann", draws()))

    rulings, seen = [], []
    for slot in range(4):
        rulings.append(play(match, ("Ann", defuses(slot))))
        seen.append([seen_by(match, viewer) for viewer in ("Ann", "Bo", "table")])
        match.undo()

    assert all(ruling == rulings[0] for ruling in rulings)
    assert all(one == seen[0] for one in seen)


@pytest.mark.parametrize("game", ["ek120", "zh56"])
def test_a_given_card_is_seen_by_giver_and_taker_alone(game: str) -> None:
    match = begin(game, ann="favor", bo="skip attack", cy="nope", pile="lethal")
    through(match, "Ann", plays("favor", "Bo"))

    rulings, seen = [], []
    for card in ("skip", "attack"):
        rulings.append(play(match, ("Bo", gives(card))))
        seen.append([seen_by(match, viewer) for viewer in ("Cy", "table")])
        assert match.view("Ann")["hands"] == {"Ann": [card], "Bo": None, "Cy": None}
        match.undo()

    assert rulings[0] == rulings[1]
    assert rulings[0].events == ({"type": "gave", "seat": "Bo", "target": "Ann"},)
    assert seen[0] == seen[1]


@pytest.mark.parametrize(("game", "pair"), [("ek120", "cat-1"), ("min72", "minion-a"), ("zh56", "cat-1")])
def test_a_stolen_card_is_seen_by_thief_and_victim_alone(game: str, pair: str) -> None:
    match = begin(game, "seen", ann=f"{pair} {pair}", bo="skip attack", cy="nope", pile="?")
    through(match, "Ann", plays(f"{pair} {pair}", "Bo"))

    rulings, seen = [], []
    for card in ("skip", "attack"):
        rulings.append(play(match, ("Ann", steals(card))))
        seen.append([seen_by(match, viewer) for viewer in ("Cy", "table")])
        match.undo()

    assert rulings[0] == rulings[1]
    assert rulings[0].events == ({"type": "stolen", "seat": "Ann", "target": "Bo"},)
    assert seen[0] == seen[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_drawn_card_is_seen_by_its_player_alone(game: str) -> None:
    seen, events = [], []
    for top in ("skip", "attack"):
        match = begin(game, ann="", bo="nope", pile=f"{top} lethal")
        events.append(play(match, ("Ann", draws())).events)
        seen.append([seen_by(match, viewer) for viewer in ("Bo", "table")])

    assert seen[0] == seen[1]
    assert events[0] == events[1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["dealt", "seen"])
def test_a_window_is_alike_whoever_holds_a_nope(game: str, mode: str) -> None:
    worlds = []
    for bo, cy in (("nope skip", "attack shuffle"), ("attack skip", "nope shuffle"), ("skip skip", "attack shuffle")):
        match = begin(game, mode, ann="skip", bo=bo, cy=cy, di="", pile="see-the-future lethal")
        asked = []
        for act in (("Ann", plays("skip")), ("Di", lets()), ("Cy", lets()), ("Bo", lets())):
            ruling = match.act(*act)
            asked.append([ruling, seen_by(match, "Ann"), seen_by(match, "Di"), seen_by(match, "table")])
        worlds.append(asked)

    assert worlds[0] == worlds[1] == worlds[2]


@pytest.mark.parametrize("game", GAMES)
def test_only_the_own_list_tells_who_may_nope(game: str) -> None:
    match = begin(game, ann="skip", bo="nope", cy="attack", pile="lethal lethal")
    play(match, ("Ann", plays("skip")))

    assert match.legal("Bo") == [{"do": "let"}, {"do": "nope"}]
    assert match.legal("Cy") == [{"do": "let"}]


@pytest.mark.parametrize("game", ["ek120", "zh56"])
def test_names_that_may_be_asked_for_do_not_depend_on_the_hand_that_is_asked(game: str) -> None:
    lists = [
        begin(game, ann="cat-1*3", bo=bo, cy=cy, pile=pile).legal("Ann")
        for bo, cy, pile in (("skip", "nope", "attack lethal"), ("attack", "skip", "nope lethal"))
    ]

    assert lists[0] == lists[1]


@pytest.mark.parametrize("game", GAMES)
def test_legal_lists_tell_nothing_of_the_piles_order(game: str) -> None:
    lists = [begin(game, ann="skip nope", bo="", pile=pile).legal("Ann") for pile in ("lethal attack", "attack lethal")]

    assert lists[0] == lists[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_is_not_held_is_told_to_its_seat_alone(game: str) -> None:
    match = begin(game, ann="skip", bo="", pile="lethal")

    ruling = match.act("Ann", plays("attack"))

    assert (ruling.rule, ruling.private_to) == ("card-not-held", "Ann")


@pytest.mark.parametrize("game", GAMES)
def test_an_eliminated_hand_is_seen_by_everyone(game: str) -> None:
    match = begin(game, ann="skip nope", bo="", cy="", pile="lethal lethal")

    ruling = play(match, ("Ann", draws()))

    assert ruling.events[1] == {"type": "exploded", "seat": "Ann", "cards": ["nope", "skip"]}
    assert {"skip", "nope"} <= names(match.view("table"))


@pytest.mark.parametrize("game", GAMES)
def test_a_drawn_lethal_card_is_seen_by_everyone(game: str) -> None:
    match = begin(game, ann="defuse", bo="", pile="lethal")
    play(match, ("Ann", draws()))

    assert match.view("table")["drawn"] == match.view("Bo")["drawn"] == cards(game, "lethal")[0]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["dealt", "blind"])
def test_how_many_lethal_cards_are_in_the_pile_follows_from_who_lives(game: str, mode: str) -> None:
    match = begin(game, mode, ann="defuse", bo="", cy="", di="", alive="Ann Bo Cy", pile="lethal skip lethal")
    lethal = cards(game, "lethal")[0]

    counts = [match.view("table")["lethal"]]
    play(match, ("Ann", draws(None if mode == "dealt" else lethal)))
    counts.append(match.view("Bo")["lethal"])
    play(match, ("Ann", defuses(0)))
    counts.append(match.view("Ann")["lethal"])

    assert counts == [2, 1, 2]


@pytest.mark.parametrize("game", GAMES)
def test_blind_a_seat_sees_no_more_of_its_hand_than_the_referee_knows(game: str) -> None:
    match = begin(game, "blind", players=2)

    assert match.view("Ann")["hands"] == {"Ann": ["defuse", *["?"] * 7], "Bo": None}
    assert hand(match, "Bo") == "defuse ? ? ? ? ? ? ?"


def test_a_game_of_ten_shows_each_seat_its_own_cards_alone() -> None:
    match = begin("ek120", players=10)

    for seat in SEATS:
        view: Any = match.view(seat)
        assert [other for other, cards_of in view["hands"].items() if cards_of is not None] == [seat]
        assert len(view["hands"][seat]) == 8


def test_exploding_in_blind_shows_the_hand_to_all() -> None:
    match = begin("zh56", "blind", ann="? ?", bo="", cy="", pile="? ?")
    play(match, ("Ann", draws("exploding-kitten")), ("Ann", explodes("skip nope")))

    assert match.view("table")["discard"] == ["nope", "skip", "exploding-kitten"]
