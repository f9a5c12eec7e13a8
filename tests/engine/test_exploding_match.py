"""An Exploding match: act numbers, undo with windows, the arbiter, options of other games, and the text record."""

from __future__ import annotations

import pytest

from engine.exploding_tables import (
    GAMES,
    SEATS,
    Act,
    arranges,
    begin,
    deals,
    defuses,
    denies,
    draws,
    explodes,
    gives,
    hand,
    lets,
    nopes,
    plays,
    steals,
    through,
    whose,
)
from engine.tacocat_tables import SeededChance, play, told
from tacotable_engine import Applied, Match


@pytest.mark.parametrize("game", GAMES)
def test_acts_are_numbered_lets_included_and_time_is_not(game: str) -> None:
    match = begin(game, ann="skip", bo="nope", cy="", pile="shuffle lethal lethal")
    play(match, ("Ann", plays("skip")), ("Cy", lets()))
    match.clock(2)
    match.act("Cy", nopes())
    match.resolve()
    play(match, ("Bo", draws()))

    assert [entry.number for entry in match.log if isinstance(entry, Applied)] == [1, 2, 3]


@pytest.mark.parametrize("game", GAMES)
def test_undo_takes_back_a_play_with_the_window_that_resolved_since(game: str) -> None:
    match = begin(game, ann="attack", bo="", pile="lethal")
    through(match, "Ann", plays("attack"))

    match.undo()

    assert (whose(match), hand(match, "Ann"), told(match, "phase", "discard")) == (
        "Ann 1 normal",
        "attack",
        ["turn", []],
    )


@pytest.mark.parametrize("game", GAMES)
def test_undo_of_the_last_let_opens_the_window_again(game: str) -> None:
    match = begin(game, ann="attack", bo="nope", cy="", pile="lethal lethal")
    play(match, ("Ann", plays("attack")), ("Cy", lets()), ("Bo", lets()))

    match.undo()

    assert told(match, "phase", "to_act") == ["window", ["Bo"]]
    play(match, ("Bo", nopes()))
    match.resolve()
    assert whose(match) == "Ann 1 normal"


@pytest.mark.parametrize("game", GAMES)
def test_undo_of_a_nope_brings_the_lets_before_it_back(game: str) -> None:
    match = begin(game, ann="attack", bo="nope", cy="", pile="lethal lethal")
    play(match, ("Ann", plays("attack")), ("Cy", lets()), ("Bo", nopes()))

    match.undo()

    assert told(match, "to_act", "discard") == [["Bo"], ["attack"]]


@pytest.mark.parametrize("game", GAMES)
def test_undo_leaves_the_clock_so_that_a_window_brought_back_may_be_late(game: str) -> None:
    match = begin(game, ann="skip", bo="nope", pile="lethal")
    play(match, ("Ann", plays("skip")))
    match.clock(3)
    play(match, ("Bo", lets()))
    match.clock(60)
    match.undo()

    assert (match.now_s, told(match, "phase")) == (60, "window")
    assert match.clock(59).rule == "clock-back"
    assert match.clock(60).rule == "window-closed"
    assert whose(match) == "Bo 1 normal"


@pytest.mark.parametrize("game", GAMES)
def test_undo_brings_the_dead_back_with_their_cards(game: str) -> None:
    match = begin(game, ann="skip nope", bo="", cy="", pile="lethal lethal shuffle", turn="Ann 2 attack")
    play(match, ("Ann", draws()))

    match.undo()

    assert (hand(match, "Ann"), whose(match)) == (hand(begin(game, ann="skip nope", bo=""), "Ann"), "Ann 2 attack")
    assert told(match, "alive", "discard") == [["Ann", "Bo", "Cy"], []]


@pytest.mark.parametrize("game", GAMES)
def test_undo_of_a_look_leaves_nothing_seen(game: str) -> None:
    match = begin(game, ann="see-the-future", bo="", pile="lethal shuffle")
    through(match, "Ann", plays("see-the-future"))

    match.undo()

    assert match.view("Ann")["peek"] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_arbiter_lets_a_nope_of_ones_own_card_stand(game: str) -> None:
    match = begin(game, ann="skip nope", bo="", pile="lethal")
    play(match, ("Ann", plays("skip")))
    match.act("Ann", nopes())

    assert match.rule(True, "house rule").rule == "arbiter-accepted"
    match.resolve()
    assert whose(match) == "Ann 1 normal"


@pytest.mark.parametrize("game", GAMES)
def test_options_of_tacocat_are_read_and_change_nothing(game: str) -> None:
    options = {"strict_groups": True, "jumbo": False, "practice": True}
    match = begin(game, players=2, options=options, chance=SeededChance(1))

    assert match.state == begin(game, players=2, chance=SeededChance(1)).state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dead", [1, 2])
def test_a_position_that_tells_only_who_lives_has_one_lethal_card_fewer_than_they_are(game: str, dead: int) -> None:
    match = begin(game, players=5, alive=" ".join(SEATS[dead:5]))
    lethal = match.state.terms.ruleset.lethal

    assert told(match, "pile").count(lethal) == len(told(match, "alive")) - 1
    assert [told(match, "hand_size")[seat] for seat in SEATS[:5]] == [0] * dead + [8] * (5 - dead)


def busy_match() -> Match:
    """Give a match in which much that a record can hold has happened."""
    match = begin(
        "zh56",
        ann="see-the-future cat-1*3 favor shuffle skip",
        bo="nope skip skip defuse",
        cy="nope defuse",
        pile="attack lethal lethal",
    )
    play(match, ("Ann", plays("see-the-future")), ("Bo", nopes()), ("Cy", lets()), ("Ann", lets()))
    match.undo()
    match.clock(1.5)
    match.resolve()
    match.act("Ann", plays("favor", "Ann"))
    play(match, ("Ann", plays("favor", "Bo")), ("Bo", lets()), ("Cy", lets()), ("Bo", gives("skip")))
    through(match, "Ann", plays("cat-1 cat-1 cat-1", "Cy", "nope"))
    through(match, "Ann", plays("shuffle"))
    through(match, "Ann", plays("skip"))
    while match.state.phase != "defuse":
        play(match, (match.seats[match.state.turn.seat], draws()))
    play(match, (match.seats[match.state.turn.seat], defuses(1)))
    return match


def test_a_record_of_an_exploding_game_is_one_line_for_each_play_and_each_draw() -> None:
    record = busy_match().record()

    tags, acts = record.split("\n\n")
    assert tags.split("\n")[:5] == [
        '[Format "tacotable 1"]',
        '[Game "zh56"]',
        '[Seat "Ann"]',
        '[Seat "Bo"]',
        '[Seat "Cy"]',
    ]
    assert acts.split("\n")[:4] == RECORDED


RECORDED = [
    "1. a:Psee-the-future b:N c:L a:L {undo 4} {clock 1.5} {resolve} a:Pfavor@Ann#target-self",
    "5. a:Pfavor@Bo b:L c:L b:Gskip",
    "9. a:Pcat-1.cat-1.cat-1@Cy=nope {resolve}",
    "10. a:Pshuffle {resolve} {shuffle attack.exploding-kitten.exploding-kitten}",
]


WORDS: list[tuple[str, str, list[tuple[str, Act]], str]] = [
    ("zh56", "blind", [("Ann", draws())], "a:D"),
    ("zh56", "blind", [("Ann", draws("exploding-kitten")), ("Ann", explodes())], "a:Dexploding-kitten a:X"),
    ("zh56", "blind", [("Ann", draws("exploding-kitten")), ("Ann", defuses())], "a:Dexploding-kitten a:U_"),
    ("min72", "blind", [("Ann", draws("exploding-minion")), ("Ann", defuses(2))], "a:Dexploding-minion a:U2"),
    ("zh56", "seen", [("Bo", deals("skip"))], "b:+skip"),
    ("min72", "blind", [("Ann", plays("skip")), ("Bo", nopes()), ("Ann", nopes("clone"))], "a:Pskip b:N a:Nclone"),
]


@pytest.mark.parametrize(("game", "mode", "acts", "words"), WORDS)
def test_every_act_is_one_word(game: str, mode: str, acts: list[tuple[str, Act]], words: str) -> None:
    match = begin(game, mode, players=2)
    play(match, *acts)

    assert match.record().rstrip().endswith(f"1. {words}")
    assert Match.from_record(match.record()).state == match.state


def test_what_hidden_hands_did_is_in_words_too() -> None:
    match = begin("zh56", "blind", ann="cat-1*3 cat-2*2", bo="? ?", pile="? ?")
    through(match, "Ann", plays("cat-1 cat-1 cat-1", "Bo", "skip"))
    play(match, ("Bo", denies()))
    through(match, "Ann", plays("cat-2 cat-2", "Bo"))
    play(match, ("Ann", steals()))
    other = begin("ek120", "seen", ann="alter-the-future", bo="", pile="? ? ?")
    through(other, "Ann", plays("alter-the-future"))
    play(other, ("Ann", arranges()))

    assert "1. a:Pcat-1.cat-1.cat-1@Bo=skip {resolve} b:Z\n3. a:Pcat-2.cat-2@Bo {resolve} a:S\n" in match.record()
    assert "1. a:Palter-the-future {resolve} a:A\n" in other.record()
    for one in (match, other):
        assert Match.from_record(one.record()).state == one.state


def test_a_busy_record_reads_back_exactly() -> None:
    match = busy_match()

    again = Match.from_record(match.record())

    assert again.record() == match.record()
    assert (again.state, list(again.log)) == (match.state, list(match.log))
    assert (again.now_s, again.next_number) == (match.now_s, match.next_number)
