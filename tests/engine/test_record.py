"""The text record: it reads back exactly, holds all that happened, and says where it is wrong."""

from __future__ import annotations

import pytest

from engine.tacocat_tables import SeededChance, answers, attacks, begin, duels, play, replaces, shows, told
from tacotable_engine import Match, RecordError, RequestError


def busy_match() -> Match:
    """Give a match in which everything that a record can hold has happened."""
    match = begin(phase="duel", token=-1, covered=[0], wins=["Ann"], ann="2 6 9", bo="3 5 8")
    play(match, ("Ann", duels("9")), ("Bo", duels("5")), ("Ann", attacks("6")))
    match.undo()
    match.clock(6.5)
    match.resolve()
    play(match, ("Ann", attacks("6")))
    match.act("Bo", answers("8", "7"))
    match.act("Bo", {**answers("8"), "as": "sacrifice"})
    match.rule(False, 'the "3" is lower')
    match.act("Bo", {**answers("8"), "as": "sacrifice"})
    match.rule(True, "agreed\nby both, {all}")
    play(match, ("Ann", shows("2")), ("Bo", shows("3")), ("Bo", replaces("")))
    return match


def test_a_record_holds_undone_refused_accepted_and_timed_acts() -> None:
    record = busy_match().record()

    start = "tc38 dealt Ann/Bo 4w,6w,9w,7b,9y,6y,4y* - duel -1 0 y 2 2.6.9/3.5.8 _ _ 0/0 -/- -/- - - _ _ _ _/_"
    tags, acts = record.split("\n\n")
    assert tags.split("\n") == [
        '[Format "tacotable 1"]',
        '[Game "tc38"]',
        '[Seat "Ann"]',
        '[Seat "Bo"]',
        f'[Start "{start}"]',
        '[Result "*"]',
    ]
    before_shuffle, after_shuffle = acts.split(" {shuffle ")
    assert before_shuffle.split("\n") == [
        "1. a:D9 b:D5",
        "3. a:A6 {undo 3} {clock 6.5} {resolve}",
        '4. a:A6 b:d8@7#demand-closed b:s8#sacrifice-lowest {refuse "the \\"3\\" is lower"} b:s8#sacrifice-lowest',
        '{accept "agreed\\nby both, {all}"} b:s8!',
        "6. a:S2 b:S3",
    ]
    assert after_shuffle.split("\n")[1:] == ["8. b:R_", ""]


def test_a_record_reads_back_exactly() -> None:
    match = busy_match()

    again = Match.from_record(match.record())

    assert again.record() == match.record()
    assert again.state == match.state
    assert list(again.log) == list(match.log)
    assert (again.seed, again.now_s, again.next_number) == (match.seed, match.now_s, match.next_number)


def test_an_outstanding_refusal_can_be_ruled_on_after_reading() -> None:
    match = begin(phase="answer", demands="9", ann="2 3", bo="5 6 8")
    match.act("Bo", answers("6"))

    again = Match.from_record(match.record())

    assert again.rule(True, "agreed").rule == "arbiter-accepted"


def test_sealed_and_unknown_cards_are_in_the_record() -> None:
    match = begin("tc36", "blind", token=-1, covered=[0])
    play(match, ("Bo", replaces("? ? 5")), ("Ann", replaces("?")), ("Ann", duels("9")))

    again = Match.from_record(match.record())

    assert "1. b:R?*2.5 a:R?\n3. a:D9\n" in match.record()
    assert told(again, "ready", "sealed") == [["Ann"], {"Ann": ["9"]}]


def test_seed_and_names_are_kept() -> None:
    setup = {"game": "tc38", "seats": ['甲 "x"', "\ud800\u2028/"], "seed": -7}
    match = Match.new(setup, SeededChance())

    again = Match.from_record(match.record())

    assert (again.seats, again.seed, again.state) == (match.seats, -7, match.state)
    match.record().encode("utf-8")


def test_a_match_from_a_record_plays_on_with_the_chance_it_is_given() -> None:
    match = begin(phase="showdown", ann="3", bo="5")
    play(match, ("Ann", shows("3")))

    again = Match.from_record(match.record(), SeededChance(2))
    play(again, ("Bo", shows("5")))

    assert told(again, "token", "hand_size") == [-1, {"Ann": 9, "Bo": 9}]


def test_without_a_chance_it_says_so_and_nothing_changes() -> None:
    match = begin(phase="showdown", ann="3", bo="5")
    play(match, ("Ann", shows("3")))
    again = Match.from_record(match.record())

    with pytest.raises(RequestError, match="read without a chance"):
        again.act("Bo", shows("5"))

    assert again.record() == match.record()


@pytest.mark.parametrize("ending", ["\r\n", "\n\n\n", "\n   \n"])
def test_an_edited_record_may_have_other_line_ends_and_blank_lines(ending: str) -> None:
    match = busy_match()
    tags, acts = match.record().split("\n\n")

    again = Match.from_record(tags.replace("\n", "\r\n") + "\n\n" + acts.replace("\n", ending))

    assert again.state == match.state


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "problem"),
    [
        ("tacotable 1", "tacotable 2", 1, 1, "this program reads 'tacotable 1'"),
        ('[Game "tc38"]', '[Game "tc39"]', 2, 1, "one of tc38, tc36"),
        ('[Game "tc38"]', '[Game "tc36"]', 2, 1, "another game"),
        ('[Game "tc38"]\n', "", 6, 1, "the tag [Game ...] is missing"),
        ("[Start ", "{[Start ", 5, 1, "the tag [Start ...] is missing"),
        ('[Game "tc38"]', "[Game tc38]", 2, 1, "a tag was expected"),
        ('[Game "tc38"]', '[Game "tc38"]\n[Game "tc38"]', 3, 2, "there twice"),
        ('[Seat "Bo"]', '[Seat "Cy"]', 4, 1, "not those of the start"),
        ("2.6.9/", "2.6.99/", 5, 65, "a card of this game"),
        ('[Result "*"]', '[Result "Bo"]', 6, 1, "another result"),
        ("1. a:D9", "2. a:D9", 8, 1, "the next act has the number 1"),
        ("a:D9", "a:D4", 8, 4, "this act is refused here (card-not-held)"),
        ("a:D9", "c:D9", 8, 4, "there is no seat 'c'"),
        ("a:D9", "a:X9", 8, 4, "expected an act"),
        ("a:D9", "a-D9", 8, 4, "an act such as a:D9"),
        ("#demand-closed", "#sacrifice-lowest", 10, 9, "not refused so"),
        ("{undo 3}", "{undo 2}", 9, 9, "not the act that would be undone here"),
        ("{undo 3}", "{undone 3}", 9, 9, "known are shuffle"),
        ("{resolve}", "{resolve", 9, 30, "this brace is not closed"),
        ("1. a:D9", "1. {shuffle 9} a:D9 {", 8, 21, "this brace is not closed"),
        ("b:s8!", "b:d8!", 11, 35, "stands behind {accept ...}"),
        ("{shuffle ", "{shuffle 1.", 12, 9, "not of the cards that are shuffled"),
        ("{clock 6.5}", "{clock x}", 9, 18, "seconds were expected"),
        ("8. b:R_", "8. b:R_ {shuffle 1.2}", 13, 4, "not asked for"),
    ],
)
def test_an_error_names_line_and_column(old: str, new: str, line: int, column: int, problem: str) -> None:
    text = busy_match().record()
    assert old in text

    with pytest.raises(RecordError) as error:
        Match.from_record(text.replace(old, new, 1))

    assert problem in str(error.value)
    assert (error.value.line, error.value.column) == (line, column)


def test_a_record_that_ends_behind_accept_is_wrong() -> None:
    text = begin(phase="answer", demands="9", ann="2 3", bo="5 6 8").record()

    with pytest.raises(RecordError, match="ends where the accepted act should be"):
        Match.from_record(text + 'b:d6#sacrifice-lowest {accept "yes"}\n')


@pytest.mark.parametrize("text", ["", "\n", "[", '[Format "tacotable 1"]', "x" * 100])
def test_what_is_no_record_is_a_record_error(text: str) -> None:
    with pytest.raises(RecordError):
        Match.from_record(text)
