"""Amendments in the Exploding games: what hands or the arbiter changed (docs/protocol.md)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.amount import RANDOM_GAMES
from engine.exploding_tables import (
    GAMES,
    MEANT,
    arranges,
    begin,
    deals,
    defuses,
    denies,
    draws,
    hand,
    kinds,
    lets,
    nopes,
    plays,
    steals,
    through,
    whose,
)
from engine.tacocat_tables import SeededChance, everything, play, told
from tacotable_engine import Match, RequestError

SHUFFLED = {"do": "shuffled"}
MODES = ("dealt", "seen", "blind")


def leave(seat: str) -> dict[str, object]:
    return {"do": "leave", "seat": seat}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_leaves_takes_its_hand_its_turns_and_a_lethal_card_along(game: str, mode: str) -> None:
    pile = "skip lethal attack lethal"
    match = begin(game, mode, turn="Bo 2 attack", ann="skip", bo="nope defuse", cy="nope", discard="shuffle", pile=pile)

    ruling = match.amend(leave("Bo"))

    assert (ruling.ruling, ruling.rule) == ("legal", "amend-leave")
    assert ruling.events[0] == {"type": "amended", "do": "leave", "seat": "Bo", "card": None}
    assert told(match, "alive", "phase", "discard") == [["Ann", "Cy"], "turn", ["shuffle", "defuse", "nope"]]
    assert (whose(match), len(told(match, "pile"))) == ("Cy 1 normal", 3)
    assert match.state.out == (MEANT[game]["lethal"],)


def test_dealt_the_topmost_lethal_card_leaves_and_the_order_stays() -> None:
    match = begin(ann="skip", bo="", cy="", pile="skip lethal attack lethal")

    match.amend(leave("Bo"))

    assert told(match, "pile") == ["skip", "attack", "exploding-kitten"]


@pytest.mark.parametrize("mode", ["seen", "blind"])
def test_hands_that_look_for_the_lethal_card_leave_no_order_that_is_known(mode: str) -> None:
    match = begin(mode=mode, ann="skip", bo="", cy="", pile="skip lethal attack lethal")

    match.amend(leave("Bo"))

    assert told(match, "pile") == ["?", "?", "?"]


@pytest.mark.parametrize("mode", MODES)
def test_the_last_one_standing_wins(mode: str) -> None:
    match = begin(mode=mode, ann="attack", bo="nope", pile="skip lethal", turn="Ann")
    play(match, ("Ann", plays("attack")))

    ruling = match.amend(leave("Bo"))

    assert ruling.events[-1] == {"type": "game-won", "seat": "Ann"}
    assert told(match, "phase", "winner", "pending", "to_act") == ["over", "Ann", None, []]


def test_a_seat_that_is_not_at_turn_leaves_the_turn_alone() -> None:
    match = begin(turn="Ann 3 attack", ann="skip", bo="nope", cy="", pile="skip lethal lethal")

    match.amend(leave("Bo"))

    assert whose(match) == "Ann 3 attack"


def test_the_play_of_a_seat_that_leaves_is_called_off() -> None:
    match = begin(turn="Ann 2 attack", ann="skip skip", bo="nope", cy="", pile="skip lethal lethal")
    play(match, ("Ann", plays("skip")), ("Bo", nopes()))

    ruling = match.amend(leave("Ann"))

    assert kinds(ruling.events) == ["amended", "cancelled", "turn"]
    assert told(match, "phase", "pending", "discard") == ["turn", None, ["skip", "nope", "skip"]]
    assert whose(match) == "Bo 1 normal"


@pytest.mark.parametrize("card", ["favor", "targeted-attack"])
def test_a_play_at_a_seat_that_leaves_is_called_off(card: str) -> None:
    match = begin(ann=card, bo="nope", cy="", pile="skip lethal lethal")
    play(match, ("Ann", plays(card, "Bo")))

    match.amend(leave("Bo"))

    assert told(match, "phase", "pending", "discard") == ["turn", None, [card, "nope"]]
    assert whose(match) == "Ann 1 normal"


def test_noped_out_what_a_leaving_player_had_noped_leaves_the_game() -> None:
    options = {"noped_out": True}
    match = begin("min72", ann="skip", bo="nope", cy="", pile="skip lethal lethal", options=options)
    play(match, ("Ann", plays("skip")), ("Bo", nopes()))

    match.amend(leave("Ann"))

    assert (told(match, "discard"), match.state.out) == ([], ("skip", "nope", "exploding-minion"))


def test_a_window_closes_when_the_last_seat_that_was_asked_leaves() -> None:
    match = begin(ann="skip", bo="nope", cy="", pile="skip lethal lethal")
    play(match, ("Ann", plays("skip")), ("Cy", lets()))

    ruling = match.amend(leave("Bo"))

    assert kinds(ruling.events) == ["amended", "skipped", "turn"]
    assert (told(match, "phase"), whose(match)) == ("turn", "Cy 1 normal")


def test_a_nope_stands_when_who_laid_it_leaves_and_the_play_stays_on_top() -> None:
    match = begin(ann="skip", bo="nope favor", cy="", pile="skip lethal lethal")
    play(match, ("Ann", plays("skip")), ("Bo", nopes()))

    match.amend(leave("Bo"))

    assert told(match, "phase", "to_act", "discard") == ["window", ["Ann", "Cy"], ["favor", "skip", "nope"]]
    assert match.game.read_position(match.position()) == match.state
    match.resolve()
    assert whose(match) == "Ann 1 normal"


def test_the_drawn_lethal_card_is_the_one_that_leaves() -> None:
    match = begin(ann="defuse", bo="", cy="", pile="lethal skip lethal")
    play(match, ("Ann", draws()))

    match.amend(leave("Ann"))

    assert told(match, "phase", "drawn", "pile") == ["turn", None, ["skip", "exploding-kitten"]]
    assert match.state.out == ("exploding-kitten",)
    assert (whose(match), told(match, "discard")) == ("Bo 1 normal", ["defuse"])


def test_while_another_defuses_a_lethal_card_of_the_pile_leaves() -> None:
    match = begin(ann="defuse", bo="", cy="", pile="lethal skip lethal")
    play(match, ("Ann", draws()))

    match.amend(leave("Cy"))

    assert told(match, "phase", "drawn", "pile", "to_act") == ["defuse", "exploding-kitten", ["skip"], ["Ann"]]


def test_when_the_last_other_leaves_nothing_has_to_be_defused() -> None:
    match = begin(ann="defuse", bo="", pile="lethal skip")
    play(match, ("Ann", draws()))

    match.amend(leave("Bo"))

    assert told(match, "phase", "winner", "drawn") == ["over", "Ann", None]
    assert match.state.out == ("exploding-kitten",)
    assert match.game.read_position(match.position()) == match.state


@pytest.mark.parametrize(("leaver", "turn"), [("Ann", "Bo 1 normal"), ("Bo", "Ann 1 normal"), ("Cy", "Ann 1 normal")])
def test_who_owes_a_card_or_awaits_one_may_leave(leaver: str, turn: str) -> None:
    match = begin(ann="favor", bo="skip", cy="", pile="skip lethal lethal")
    through(match, "Ann", plays("favor", "Bo"))

    match.amend(leave(leaver))

    assert told(match, "phase") == ("give" if leaver == "Cy" else "turn")
    assert whose(match) == turn


@pytest.mark.parametrize("leaver", ["Ann", "Bo"])
def test_a_thief_or_its_victim_may_leave(leaver: str) -> None:
    match = begin(mode="seen", ann="cat-1 cat-1", bo="skip", cy="", pile="? ? ?")
    through(match, "Ann", plays("cat-1 cat-1", "Bo"))
    assert told(match, "phase") == "steal"

    match.amend(leave(leaver))

    assert told(match, "phase", "pending") == ["turn", None]


def test_who_arranges_may_leave() -> None:
    match = begin(ann="alter-the-future", bo="", cy="", pile="skip lethal lethal")
    through(match, "Ann", plays("alter-the-future"))

    match.amend(leave("Ann"))

    assert told(match, "phase", "pile") == ["turn", ["skip", "exploding-kitten"]]
    assert whose(match) == "Bo 1 normal"


def test_who_arranges_goes_on_with_what_is_on_top_when_another_leaves() -> None:
    match = begin(ann="alter-the-future", bo="", cy="", pile="skip lethal favor lethal")
    through(match, "Ann", plays("alter-the-future"))

    match.amend(leave("Cy"))

    assert match.legal("Ann") == [{"do": "arrange", "of": ["skip", "favor", "exploding-kitten"]}]


def test_who_draws_from_the_bottom_may_leave() -> None:
    match = begin(mode="seen", ann="draw-from-bottom", bo="", cy="", pile="? ? ?")
    through(match, "Ann", plays("draw-from-bottom"))

    match.amend(leave("Ann"))

    assert told(match, "phase", "from_bottom") == ["turn", False]


def test_a_seat_may_leave_while_cards_are_dealt() -> None:
    match = begin("zh56", "seen", players=3)
    for seat in ("Bo", "Cy"):
        for card in ("defuse", "skip", "attack", "favor", "nope", "cat-1", "cat-2", "cat-3"):
            play(match, (seat, deals(card)))

    ruling = match.amend(leave("Ann"))

    assert kinds(ruling.events) == ["amended", "turn"]
    assert told(match, "phase", "alive", "owed") == ["turn", ["Bo", "Cy"], {}]
    assert whose(match) == "Bo 1 normal"


def test_who_is_out_cannot_leave() -> None:
    match = begin(ann="", bo="", cy="", pile="skip lethal lethal")
    match.amend(leave("Bo"))
    before = everything(match)

    refusal, ruling = match.why_not_amend(leave("Bo")), match.amend(leave("Bo"))

    assert refusal is not None
    assert (ruling.ruling, ruling.rule, refusal.rule) == ("illegal", "amend-seat-out", "amend-seat-out")
    assert everything(match) == before
    match.amend(leave("Cy"))
    assert match.amend(SHUFFLED).rule == "not-now-over"


def test_blind_a_hidden_hand_lies_unseen_and_a_lie_is_still_proven_by_what_comes_up() -> None:
    match = begin("zh56", "blind", ann="cat-1*3 cat-2*3", bo="? ? ?", cy="? ?", pile="? ? ?")
    through(match, "Ann", plays("cat-1 cat-1 cat-1", "Bo", "skip"))
    play(match, ("Bo", denies()))
    match.amend(leave("Cy"))
    through(match, "Ann", plays("cat-2 cat-2 cat-2", "Bo", "skip"))

    ruling = match.act("Bo", {"do": "give"})

    assert told(match, "discard").count("?") == 2
    assert [(one.act, one.seat) for one in ruling.violations] == [(2, "Bo")]


def test_blind_what_leaves_unseen_accuses_nobody() -> None:
    match = begin("zh56", "blind", players=2)
    play(match, ("Ann", draws()))

    match.amend(SHUFFLED)

    assert match.amend(leave("Bo")).violations == ()
    assert told(match, "discard") == ["?", "?", "?", "?", "?", "?", "?", "defuse"]


def test_what_was_known_of_a_mixed_pile_is_void() -> None:
    match = begin(ann="see-the-future", bo="", pile="skip attack lethal shuffle")
    through(match, "Ann", plays("see-the-future"))

    ruling = match.amend(SHUFFLED)

    assert (ruling.rule, len(ruling.events)) == ("amend-shuffled", 1)
    assert match.view("Ann")["peek"] == []
    assert Counter(told(match, "pile")) == Counter(["skip", "attack", "exploding-kitten", "shuffle"])


@pytest.mark.parametrize("mode", ["seen", "blind"])
def test_a_slot_that_was_told_is_void_when_the_pile_is_mixed(mode: str) -> None:
    match = begin(mode=mode, ann="defuse", bo="", cy="", pile="? ? ?")
    play(match, ("Ann", draws("exploding-kitten")), ("Ann", defuses(0)))

    match.amend(SHUFFLED)

    assert told(match, "pile") == ["?", "?", "?"]
    assert match.why_not("Bo", draws("skip")) is None


def test_who_arranges_a_mixed_pile_puts_back_what_is_on_top_now() -> None:
    match = begin(ann="alter-the-future", bo="", pile="skip attack lethal shuffle favor")
    through(match, "Ann", plays("alter-the-future"))

    match.amend(SHUFFLED)

    top = told(match, "pile")[:3]
    assert match.legal("Ann") == [{"do": "arrange", "of": top}]
    assert match.act("Ann", arranges(" ".join(reversed(top)))).ruling == "legal"


@pytest.mark.parametrize("card", ["skip", "exploding-kitten"])
def test_a_lost_card_changes_nothing_in_the_running_game(card: str) -> None:
    match = begin(players=3)
    before = match.state

    ruling = match.amend({"do": "lost", "card": card})

    assert ruling.events == ({"type": "amended", "do": "lost", "seat": None, "card": card},)
    assert match.state == before
    assert f"{{amend lost {card}}}" in match.record()
    assert match.undo().rule == "amend-undone"


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": "redeal"},
        {"do": "award", "seat": "Ann"},
        {"do": "leave"},
        {"do": "leave", "seat": "Jo"},
        {"do": "shuffled", "seat": "Ann"},
        {"do": "lost", "card": "clone"},
        {"do": "lost", "card": "?"},
    ],
)
def test_what_is_not_well_formed_is_an_error_and_changes_nothing(fields: dict[str, object]) -> None:
    match = begin(players=2)
    before = everything(match)

    with pytest.raises(RequestError):
        match.amend(fields)

    assert everything(match) == before


def test_undo_and_the_record_know_amendments() -> None:
    match = begin(players=3)
    match.amend(SHUFFLED)
    match.amend(leave("Bo"))
    before = everything(match)
    match.amend(leave("Ann"))

    assert match.undo().rule == "amend-undone"
    assert everything(match) == before
    again = Match.from_record(match.record())
    assert (again.state, again.record(), list(again.log)) == (match.state, match.record(), list(match.log))


@pytest.mark.long(keep=3)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", GAMES)
def test_random_games_stay_sound_whatever_is_amended(game: str, mode: str) -> None:
    for seed in range(RANDOM_GAMES // 16):
        rng = Random(f"{game} {mode} {seed}")
        match = begin(game, mode, players=rng.choice((2, 3, 5)), chance=SeededChance(seed))
        _play_at_random(match, rng)

        assert match.game.read_position(match.position()) == match.state
        assert Match.from_record(match.record()).state == match.state


def _play_at_random(match: Match, rng: Random) -> None:
    """Play at most 150 steps, some of them amendments, and check that the cards stay the same ones."""
    size = match.state.terms.deck.size
    for _ in range(150):
        if told(match, "phase") == "over":
            return
        chance = rng.random()
        if chance < 0.03:
            match.amend(leave(rng.choice(told(match, "alive"))))
        elif chance < 0.08:
            match.amend(SHUFFLED)
        elif chance < 0.12:
            match.undo()
        elif chance < 0.2:
            match.resolve()
        else:
            _act_at_random(match, rng)
        state = match.state
        places = (*state.hands, state.pile, state.discard, *state.in_front, state.out)
        assert sum(map(len, places)) + (state.drawn is not None) == size
        assert match.game.read_position(match.position()) == state


def _act_at_random(match: Match, rng: Random) -> None:
    seat = rng.choice(told(match, "to_act"))
    listed: Any = match.legal(seat)
    act = dict(rng.choice(listed))
    if "slots" in act:
        act["slot"] = rng.randrange(act.pop("slots"))
    if "of" in act:
        act["cards"] = rng.sample(act["of"], len(act.pop("of")))
    is_told = match.state.terms.mode.value == "seen" or rng.random() < 0.3
    if act["do"] in ("draw", "steal", "deal") and match.state.terms.mode.value != "dealt" and is_told:
        act.pop("max", None)
        titles = list(match.state.terms.deck.counts)
        for card in rng.sample(titles, len(titles)):
            if match.why_not(seat, {**act, "card": card}) is None:
                match.act(seat, {**act, "card": card})
                return
    elif act["do"] != "deal":
        match.act(seat, act)


def test_a_hand_that_is_stolen_from_a_leaver_in_mode_blind_stays_sound() -> None:
    match = begin("zh56", "blind", ann="cat-1 cat-1", bo="? ?", cy="? ?", pile="? ? ?")
    through(match, "Ann", plays("cat-1 cat-1", "Bo"))
    play(match, ("Ann", steals()))

    match.amend(leave("Bo"))

    assert (hand(match, "Ann"), told(match, "discard")) == ("?", ["cat-1", "cat-1", "?"])
