"""Enrolling, counting and entering the board at the table itself, led by its displays, lamps and sounds alone."""

from __future__ import annotations

import pytest

from pi.clerk import Clerk, Shelf, tag
from tacotable.files.safe_write import KeepingError
from tacotable.state.facts import Began
from tacotable.state.scene import SpaceScreen
from tacotable.table.enrolment_files import BoardPrint, Deck
from tacotable_drivers import ports

TAGS = tuple(map(tag, range(38)))


class FullDisk(Shelf):
    """A shelf on a disk that is full until somebody makes room."""

    is_full = True

    def keep(self, thing: Deck | BoardPrint) -> None:
        if self.is_full:
            raise KeepingError("deck.toml: No space left on device")
        super().keep(thing)


def kept(clerk: Clerk) -> Deck:
    return clerk.shelf.kept[clerk.situation.ui.lobby_game]


def enrolled() -> Clerk:
    """Give a person at a table with a whole deck, back in the lobby."""
    clerk = Clerk()
    clerk.open("enrol")
    clerk.show(*TAGS)
    clerk.tap(clerk.ok)
    clerk.tap(clerk.ok)
    return clerk


def test_the_menu_of_the_lobby_offers_what_the_table_can_do() -> None:
    assert [item for item in Clerk("tacocat").offered() if item in ("menu.enrol", "menu.census", "menu.board")] == [
        "menu.enrol",
        "menu.board",
    ]
    assert "menu.enrol" not in Clerk("buttons").offered()
    assert "menu.board" not in Clerk("kittens").offered()


def test_a_game_that_is_on_is_not_disturbed_by_an_enrolment() -> None:
    clerk = Clerk()
    clerk.tap(clerk.ok)

    assert isinstance(clerk.log.facts[0], Began)
    assert "menu.enrol" not in clerk.offered()


def test_the_display_asks_for_the_lowest_value_first() -> None:
    clerk = Clerk()
    clerk.open("enrol")

    assert clerk.sees() == "LAY CARD 1 / 0 of 1 / OK ends / 1"


def test_each_card_is_answered_at_once_with_the_next_one() -> None:
    clerk = Clerk()
    clerk.open("enrol")
    clerk.show(*TAGS[:3])

    assert clerk.sees() == "LAY CARD 2 / 2 of 4 / OK ends / 2"


def test_sounds_tell_a_card_another_kind_and_a_refusal() -> None:
    clerk = Clerk()
    clerk.open("enrol")
    cues = []
    for one in (TAGS[0], TAGS[1], TAGS[1]):
        clerk.show(one)
        cues.append(clerk.scene.cue.name)

    assert cues == ["turn", "card", "refused"]


def test_a_card_laid_twice_is_named_while_it_lies_there() -> None:
    clerk = Clerk()
    clerk.open("enrol")
    clerk.show(*TAGS[:3])
    clerk.put(TAGS[0])

    assert clerk.sees() == "KNOWN / 1 / laid as no. 1"
    assert clerk.scene.lamps["YAY.no"].meaning == "lamp.refused"
    clerk.take_off(TAGS[0])
    assert clerk.sees() == "LAY CARD 2 / 2 of 4 / OK ends / 2"


def test_cards_may_lie_on_any_pad() -> None:
    clerk = Clerk()
    clerk.open("enrol")
    clerk.put(TAGS[0], "YAY.pad")
    clerk.put(TAGS[1], "WOW.pad")
    clerk.tell(ports.ZoneUnknown("YAY.pad", 0))
    clerk.tell(ports.TagArrived("YAY.pad", TAGS[0], 0))

    assert clerk.code() == "enrol.lay"
    assert clerk.sees() == "LAY CARD 2 / 1 of 4 / OK ends / 2"


def test_a_table_whose_readers_are_all_silent_says_so_and_goes_on_when_one_is_back() -> None:
    clerk = Clerk()
    clerk.open("enrol")
    clerk.show(TAGS[0])
    clerk.tell(ports.ZoneUnknown("YAY.pad", 0))
    assert clerk.code() == "enrol.lay"
    clerk.tell(ports.ZoneUnknown("WOW.pad", 0))
    assert clerk.sees() == "! READER / Is its cable in? / The deck waits"
    clerk.tell(ports.ZoneEmpty("WOW.pad", 0))

    assert clerk.sees() == "LAY CARD 2 / 0 of 4 / OK ends / 2"


def test_two_cards_on_a_pad_are_refused() -> None:
    clerk = Clerk()
    clerk.open("enrol")
    clerk.tell(ports.TagsCrowded("YAY.pad", (TAGS[0], TAGS[1]), 0))

    assert clerk.code() == "enrol.crowded"


def test_a_whole_deck_is_kept_by_ok_and_can_be_played_with() -> None:
    clerk = Clerk()
    clerk.open("enrol")
    clerk.show(*TAGS)
    assert clerk.sees() == "ALL IN: 38 / OK keeps them / or go on"
    clerk.tap(clerk.ok)

    assert clerk.sees() == "KEPT / All 38 cards / OK closes"
    assert [card.tag for card in kept(clerk).cards] == list(TAGS)
    assert clerk.situation.devices.faces[TAGS[37]] == "12"
    clerk.tap(clerk.ok)
    assert clerk.situation.ui.desk is None
    assert clerk.says("YAY") == "Choice"


def test_nothing_of_an_enrolment_is_in_the_journal_of_games() -> None:
    assert enrolled().log.facts == []


def test_who_ends_early_is_asked_and_told_what_is_missing() -> None:
    clerk = Clerk()
    clerk.open("enrol")
    clerk.show(*TAGS[:36])
    clerk.tap(clerk.ok)
    assert clerk.sees() == "2 MISSING / OK keeps these / or go on"
    clerk.tap(clerk.ok)

    pages = [clerk.sees()]
    for _ in range(2):
        clerk.tap(clerk.other)
        pages.append(clerk.sees())
    assert pages == [
        "KEPT: 36 / missing: 2 / OK closes",
        "MISSING: 11 / 0 of 1 / seen / 11",
        "MISSING: 12 / 0 of 1 / seen / 12",
    ]


def test_a_card_too_many_is_told_kept_and_refused_by_the_pads_as_unknown() -> None:
    clerk = Clerk()
    clerk.open("enrol")
    clerk.show(*TAGS, tag(99))
    assert clerk.sees() == "TOO MANY / 2, box: 1 / 12"
    clerk.tap(clerk.ok)
    clerk.tap(clerk.ok)
    clerk.tap(clerk.other)

    assert clerk.sees() == "TOO MANY / 2, box: 1 / 12"
    assert len(kept(clerk).cards) == 39
    assert tag(99) not in clerk.situation.devices.faces


def test_an_enrolment_that_was_ended_early_goes_on_where_it_ended() -> None:
    clerk = Clerk()
    clerk.open("enrol")
    clerk.show(*TAGS[:36])
    for _ in range(3):
        clerk.tap(clerk.ok)
    clerk.open("enrol")

    assert clerk.sees() == "LAY CARD 11 / 0 of 1 / OK ends / 11"
    clerk.show(*TAGS[36:])
    clerk.tap(clerk.ok)
    assert len(kept(clerk).cards) == 38


def test_ok_held_takes_the_last_card_back() -> None:
    clerk = Clerk()
    clerk.open("enrol")
    clerk.show(*TAGS[:6])
    clerk.hold(clerk.ok)

    assert clerk.sees() == "LAY CARD 3 / 0 of 5 / OK ends / 3"
    clerk.hold(clerk.ok)
    assert clerk.sees() == "LAY CARD 2 / 3 of 4 / OK ends / 2"


def test_the_other_button_held_leaves_and_keeps_nothing() -> None:
    clerk = Clerk()
    clerk.open("enrol")
    clerk.show(*TAGS[:6])
    clerk.hold(clerk.other)
    assert clerk.sees() == "LEAVE? / OK: keep nothing / or go on"
    clerk.tap(clerk.other)
    assert clerk.code() == "enrol.lay"
    clerk.hold(clerk.other)
    clerk.tap(clerk.ok)

    assert clerk.situation.ui.desk is None
    assert clerk.situation.devices.decks == {}
    assert clerk.situation.devices.faces == {}


def test_a_press_of_two_people_at_once_answers_one_question() -> None:
    clerk = Clerk()
    clerk.open("enrol")
    clerk.show(*TAGS[:6])
    clerk.tap("YAY.ok")
    clerk.pace_ms = 100.0
    clerk.tap("WOW.ok")

    assert clerk.code() == "enrol.stop"


def test_a_full_disk_is_told_and_ok_tries_again() -> None:
    shelf = FullDisk()
    clerk = Clerk(shelf=shelf)
    clerk.open("enrol")
    clerk.show(*TAGS)
    clerk.tap(clerk.ok)

    assert clerk.sees() == "NOT KEPT! / Is the disk full? / OK tries again"
    assert clerk.situation.devices.faces == {}
    assert clerk.situation.log[-1].values == {"reason": "deck.toml: No space left on device"}
    shelf.is_full = False
    clerk.tap(clerk.ok)
    assert clerk.sees() == "KEPT / All 38 cards / OK closes"


def test_a_fault_of_the_program_does_not_cost_the_cards_laid_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    clerk = Clerk()
    clerk.open("enrol")
    clerk.show(*TAGS[:3])
    monkeypatch.setattr("tacotable.state.sessions.deck.lay", None)
    with pytest.raises(TypeError):
        clerk.put(TAGS[3])
    monkeypatch.undo()
    clerk.take_off(TAGS[3])

    assert clerk.sees() == "LAY CARD 2 / 2 of 4 / OK ends / 2"


def test_a_census_counts_the_deck_before_a_game() -> None:
    clerk = enrolled()
    clerk.open("census")
    assert clerk.sees() == "0 of 38 / Lay each card / OK ends"
    clerk.show(*TAGS[:25], *TAGS[26:])
    clerk.tap(clerk.ok)

    assert clerk.sees() == "1 MISSING / Turn: which / OK closes"
    clerk.tap(clerk.other)
    assert clerk.sees() == "MISSING: 7 / 3 of 4 / seen / 7"


def test_a_fan_of_cards_is_counted_at_once() -> None:
    clerk = enrolled()
    clerk.open("census")
    clerk.tell(ports.TagsCrowded("YAY.pad", TAGS[:2], 0))

    assert clerk.sees() == "2 of 38 / 2 / OK ends"


def test_a_new_card_takes_the_place_of_a_lost_one() -> None:
    clerk = enrolled()
    clerk.open("census")
    clerk.show(*TAGS[:5], *TAGS[6:25], *TAGS[26:])  # a three and a seven are lost
    clerk.put(tag(99))
    assert clerk.sees() == "UNKNOWN CARD / Take it off, or / hold OK: it is new"
    clerk.hold(clerk.ok)
    assert clerk.sees() == "WHICH CARD? / < 3 > / NO: next  OK: take"
    clerk.tap(clerk.other)
    clerk.tap(clerk.ok)

    assert clerk.sees() == "37 of 38 / 7 / OK ends"
    assert [card.tag for card in kept(clerk).cards if card.face == "7"] == [tag(99), *TAGS[26:29]]
    assert TAGS[25] not in clerk.situation.devices.faces
    assert clerk.situation.devices.faces[tag(99)] == "7"


def test_a_card_of_another_deck_is_no_violation_and_is_told_in_the_end() -> None:
    clerk = enrolled()
    clerk.open("census")
    clerk.show(*TAGS, tag(99))
    clerk.tap(clerk.ok)
    clerk.tap(clerk.other)

    assert clerk.sees() == "OTHER CARDS / unknown: 1 / OK closes"
    assert all(entry.kind != "violation" for entry in clerk.situation.log)


def test_the_board_is_entered_with_two_buttons() -> None:
    clerk = Clerk()
    clerk.open("board")
    assert clerk.sees() == "NUMBER AT -3 / < 4 > / NO: next  OK: take"
    clerk.tap(clerk.other)
    clerk.tap(clerk.ok)
    assert clerk.sees() == "ARROW AT -3 / < to WOW > / NO: next  OK: take"
    for _ in range(12):
        clerk.tap(clerk.ok)
    assert clerk.sees() == "ALL ENTERED / OK keeps it / or look again"
    clerk.tap(clerk.ok)

    assert isinstance(clerk.shelf.board, BoardPrint)
    assert [space.number for space in clerk.shelf.board.spaces] == [5, 6, 9, 7, 9, 6, 4]
    assert clerk.situation.devices.table.board is not None
    assert clerk.situation.devices.table.board.placeholder is False


def test_the_board_lights_the_space_that_is_entered_and_shows_what_was() -> None:
    clerk = Clerk()
    clerk.open("board")
    clerk.tap(clerk.other)

    assert clerk.screen("space -3") == SpaceScreen("5", "wow", is_next=True)
    assert [light.meaning for light in clerk.scene.lights].index("light.enter") == 1


def test_a_game_is_played_on_the_board_that_was_entered() -> None:
    clerk = Clerk()
    clerk.open("board")
    clerk.tap(clerk.other)
    for _ in range(15):
        clerk.tap(clerk.ok)
    clerk.tap(clerk.ok)

    began = clerk.log.facts[0]
    assert isinstance(began, Began)
    assert began.setup["board"] == {
        "numbers": [5, 6, 9, 7, 9, 6, 4],
        "arrows": ["wow", "wow", "wow", "both", "yay", "yay", "yay"],
    }


def test_a_table_without_readers_enters_its_board_with_left_and_right() -> None:
    clerk = Clerk("buttons")
    clerk.open("board")
    clerk.tap("YAY.left")

    assert clerk.sees() == "NUMBER AT -3 / < 3 >"


def test_the_ring_enrols_on_the_display_that_everyone_reads() -> None:
    clerk = Clerk("kittens")
    clerk.open("enrol")
    clerk.show(*map(tag, range(10)))

    assert clerk.sees() == "Defuse / paw print / 1 of 3; OK ends"
    assert clerk.text("table", "zh-TW") == "拆除 / 有爪印 / 1/3 確定結束"


def test_a_deck_of_the_ring_is_kept_with_its_marks() -> None:
    clerk = Clerk("kittens")
    clerk.open("enrol")
    clerk.show(*map(tag, range(120)))
    clerk.tap(clerk.ok)

    marks = [card.mark for card in kept(clerk).cards]
    assert (marks.count("paw"), marks.count("no-paw"), marks.count(None)) == (44, 67, 9)
