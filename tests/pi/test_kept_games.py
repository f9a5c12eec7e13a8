"""A game that was kept for later is taken up again: from the lobby's menu, or by the command that starts the table."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from pi.public_state import public_state
from tacotable.app.program import open_journal
from tacotable.commands.run import make_parser, options_of
from tacotable.core.controller import Controller
from tacotable.core.restore import JournalArchive
from tacotable.dialogs import restart as restarting
from tacotable.history.games import played_in
from tacotable.simulation.plan import faces_of
from tacotable.state.facts import Began, Chose, Closed, Fact, Restarted
from tacotable.state.game_state import Stage
from tacotable.storage.journal import Journal, JournalError, TableFingerprint
from tacotable.storage.journal.record import Header
from tacotable.table.file import read_table

AnyHands = TypeVar("AnyHands", bound=Hands)


def at_home(hands: AnyHands, journal: Journal) -> AnyHands:
    """Let hands play at a table with a journal on the disk."""
    archive = JournalArchive(journal, hands.situation)
    hands.controller = Controller(hands.situation, journal, hands._show, clock=lambda: 0.0, archive=archive)
    hands.controller.start()
    return hands


def attack() -> tuple[Fact, ...]:
    hands = Hands("tacocat")
    hands.begin_attack()
    hands.lay("YAY", "8")
    return tuple(hands.log.facts)


def kept(folder: Path, facts: tuple[Fact, ...], stamp: TableFingerprint | None = None) -> None:
    """Keep a game for later, as a table does that was asked at its start."""
    journal = Journal(folder, stamp)
    for fact in (*facts, Restarted("save", len(facts)), Closed()):
        journal.append(fact)
    journal.tend()
    journal.close()


def new_table(folder: Path, stamp: TableFingerprint | None = None) -> tuple[Hands, Journal]:
    journal = Journal(folder, stamp)
    journal.recover()
    return at_home(Hands("tacocat"), journal), journal


def open_list(hands: Hands, seat: str, turn: str) -> None:
    """Open a seat's menu, turn to the kept games, and look at them."""
    hands.hold(f"{seat}.{turn}")
    for _ in range(12):
        if "menu.kept-games" in str(hands.scene.screens):
            break
        hands.tap(f"{seat}.{turn}")
    hands.tap(f"{seat}.ok")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("game-*"))


def test_the_lobbys_menu_names_kept_games_the_newest_first(tmp_path: Path) -> None:
    kept(tmp_path, attack())
    kept(tmp_path, attack()[:6])
    hands, _ = new_table(tmp_path)

    open_list(hands, "YAY", "no")
    first = hands.text("YAY")
    hands.tap("YAY.no")

    assert first == "WHICH GAME? / < 2 > / tc38"
    assert hands.text("YAY") == "WHICH GAME? / < 1 > / tc38"
    hands.tap("YAY.no")
    assert hands.text("YAY", "zh-TW") == "哪一場？ / < 離開選單 > / 否：換 確定：選"


def test_a_game_that_is_taken_is_asked_about_and_goes_on_where_it_was(tmp_path: Path) -> None:
    facts = attack()
    kept(tmp_path, facts)
    hands, journal = new_table(tmp_path)
    hands.move_token(3)
    open_list(hands, "YAY", "no")

    hands.tap("YAY.ok")
    asked = hands.text("WOW")
    hands.tap("WOW.ok")
    journal.close()

    assert asked == "GAME FOUND / < Go on > / NO: next  OK: take"
    assert public_state(hands.situation)["demands"] == ["8"]
    assert hands.says("YAY") == "sign.token-back"
    assert names(tmp_path) == ["game-000002.tcw"]
    again = Journal(tmp_path).recover()
    assert again.facts == (*facts, Restarted("resume", len(facts)))
    assert again.header.taken_up_from == "game-000001"


def choose(hands: Hands, item: str) -> None:
    """Open a seat's menu, take one of its settings, and leave it."""
    hands.hold("YAY.no")
    for _ in range(12):
        if f"menu.{item}" not in str(hands.screen("YAY")):
            hands.tap("YAY.no")
    hands.tap("YAY.ok")
    hands.hold("YAY.no")


@pytest.mark.parametrize(("answer", "how"), [("resume", "open"), ("save", "kept")])
def test_what_was_chosen_in_the_lobby_outlives_taking_a_kept_game_up(tmp_path: Path, answer: str, how: str) -> None:
    kept(tmp_path, attack())
    hands, journal = new_table(tmp_path)
    choose(hands, "language")
    choose(hands, "volume")
    open_list(hands, "YAY", "no")
    hands.tap("YAY.ok")
    while_asked = (hands.situation.game.languages["YAY"], hands.situation.game.volume)

    if answer == "save":
        hands.tap("WOW.no")
    hands.tap("WOW.ok")

    assert while_asked == ("zh-TW", 3)
    assert (hands.situation.game.languages, hands.situation.game.volume) == ({"YAY": "zh-TW", "WOW": "en"}, 3)
    journal.close()
    again = Hands("tacocat")
    again.controller.resume(Journal(tmp_path).recover().facts)
    assert (again.situation.game.languages, again.situation.game.volume) == ({"YAY": "zh-TW", "WOW": "en"}, 3)
    assert [game.how for game in played_in(tmp_path)] == [how]


def test_a_game_of_the_ring_is_taken_up_at_the_ring(tmp_path: Path) -> None:
    played = KittenHands()
    played.begin("1", "2", "3")
    kept(tmp_path, tuple(played.log.facts))
    journal = Journal(tmp_path)
    hands = at_home(KittenHands(), journal)
    open_list(hands, "2", "nope")

    hands.tap("2.ok")
    hands.tap("3.ok")

    assert hands.phase() == played.phase()
    assert hands.situation.game.players == ("1", "2", "3")
    journal.close()


def test_without_an_answer_the_game_stays_kept(tmp_path: Path) -> None:
    kept(tmp_path, attack())
    hands, journal = new_table(tmp_path)
    open_list(hands, "YAY", "no")
    hands.tap("YAY.ok")
    journal.tend()

    journal.close()

    assert [game.how for game in played_in(tmp_path)] == ["kept"]


def test_a_game_may_be_kept_and_taken_up_again_and_again(tmp_path: Path) -> None:
    facts = attack()
    kept(tmp_path, facts)
    for _ in range(3):
        hands, journal = new_table(tmp_path)
        open_list(hands, "YAY", "no")
        hands.tap("YAY.ok")
        hands.tap("YAY.no")
        hands.tap("YAY.ok")
        journal.tend()
        journal.close()

    assert [(game.how, game.entries) for game in played_in(tmp_path)] == [("kept", len(facts) + 2)]
    assert len(names(tmp_path)) == 1


def test_a_table_without_kept_games_says_so(tmp_path: Path) -> None:
    hands, _ = new_table(tmp_path)

    open_list(hands, "YAY", "no")

    assert hands.says("YAY") == "menu.no-kept-games"
    hands.tap("YAY.ok")
    assert hands.text("YAY") == "MENU / < Kept games > / NO: next  OK: take"


def test_a_kept_game_that_these_rules_cannot_play_stays_and_is_told(tmp_path: Path) -> None:
    kept(tmp_path, (Began({"game": "tc38", "seats": ["A", "B"], "mode": "blind"}),))
    hands, _ = new_table(tmp_path)
    open_list(hands, "YAY", "no")

    hands.tap("YAY.ok")

    assert hands.says("YAY") == "sign.not-taken-up"
    assert hands.situation.game.stage is Stage.LOBBY
    assert "this table seats YAY and WOW" in str(hands.situation.log[-1].values["reason"])
    assert names(tmp_path) == ["game-000001.tcj"]


def test_where_the_power_goes_between_the_two_files_one_is_left(tmp_path: Path) -> None:
    kept(tmp_path, attack())
    old = (tmp_path / "game-000001.tcj").read_bytes()
    hands, journal = new_table(tmp_path)
    open_list(hands, "YAY", "no")
    hands.tap("YAY.ok")
    hands.tap("YAY.ok")
    journal.close()
    (tmp_path / "game-000001.tcj").write_bytes(old)

    again = Journal(tmp_path)
    again.claim()

    assert names(tmp_path) == ["game-000002.tcw"]
    again.close()


def thrown_away(journal: Journal, *before: Fact) -> None:
    for fact in (*before, *attack(), Chose("YAY", language="zh-TW"), Restarted("discard", 9), Closed()):
        journal.append(fact)


def test_a_game_that_was_thrown_away_is_gone_and_its_settings_stay(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    thrown_away(journal)

    journal.tend()
    journal.close()

    assert list(played_in(tmp_path)) == []
    assert names(tmp_path) == ["game-000002.tcw"]
    assert Journal(tmp_path).recover().facts[-1] == Chose("YAY", language="zh-TW")


@pytest.mark.parametrize("is_ended", [True, False])
def test_a_game_that_was_thrown_away_before_a_power_cut_or_another_game_is_gone(tmp_path: Path, is_ended: bool) -> None:
    journal = Journal(tmp_path)
    thrown_away(journal)
    if not is_ended:
        journal.append(attack()[0])
    journal.close()
    again = Journal(tmp_path)
    again.recover()

    again.tend()
    again.close()

    assert [game.how for game in played_in(tmp_path)] == ([] if is_ended else ["open"])
    assert not (tmp_path / "game-000001.tcw").exists()
    assert not (tmp_path / "game-000001.tcj").exists()


def test_the_command_takes_a_kept_game_up_by_its_number(tmp_path: Path) -> None:
    facts = attack()
    kept(tmp_path, facts)
    kept(tmp_path, facts[:6])
    options = options_of(make_parser().parse_args(["--state", str(tmp_path), "--port", "0", "--resume", "1"]))
    table = read_table("tacocat")

    journal, restored = open_journal(options.state, table, faces_of(table, table.game), options.resume)

    assert restored.recovered.facts == facts
    assert isinstance(journal, Journal)
    journal.close()


@pytest.mark.parametrize("game", ["7", "game-000007", "../x"])
def test_a_game_that_was_not_kept_is_refused_by_name(tmp_path: Path, game: str) -> None:
    kept(tmp_path, attack())
    table = read_table("tacocat")

    with pytest.raises(JournalError, match=r"is no game that was kept; `tacotable history --state .* lists all"):
        open_journal(tmp_path, table, faces_of(table, table.game), game)


def test_no_kept_game_pushes_an_unfinished_one_aside(tmp_path: Path) -> None:
    kept(tmp_path, attack())
    journal = Journal(tmp_path)
    for fact in attack():
        journal.append(fact)
    journal.close()
    table = read_table("tacocat")

    with pytest.raises(JournalError, match="game-000002.tcw: this game is not over; start without --resume"):
        open_journal(tmp_path, table, faces_of(table, table.game), "1")


def test_another_board_is_told_when_a_game_is_taken_up(tmp_path: Path) -> None:
    kept(tmp_path, attack(), TableFingerprint("oldboard", (("tc38", "cards"),)))
    hands, journal = new_table(tmp_path, TableFingerprint("newboard", (("tc38", "cards"),)))
    open_list(hands, "YAY", "no")

    hands.tap("YAY.ok")

    assert hands.text("YAY") == "! OTHER BOARD / < Go on > / NO: next  OK: take"
    assert hands.text("YAY", "zh-TW") == "！版圖不同 / < 繼續玩 > / 否：換 確定：選"
    hands.tap("YAY.ok")
    assert journal.recover().facts[-1] == Restarted("resume", len(attack()), "", ("board",))
    journal.close()


@pytest.mark.parametrize(
    ("changed", "title"),
    [(("deck",), "! OTHER CARDS"), (("board", "deck"), "! OTHER TABLE")],
)
def test_other_cards_are_told_when_a_start_finds_a_game(changed: tuple[str, ...], title: str) -> None:
    hands = Hands("tacocat")
    hands.controller.resume(attack())

    restarting.ask(hands.situation, 9, "", changed)
    hands.controller.start()

    assert hands.text("YAY").startswith(title)
    assert [entry.code for entry in hands.situation.log[-len(changed) :]] == [
        f"log.restart-other-{part}" for part in changed
    ]


@pytest.mark.parametrize(
    ("board", "deck", "differences"),
    [("", "", ()), ("b", "d", ()), ("b", "x", ("deck",)), ("x", "y", ("board", "deck"))],
)
def test_only_what_a_header_tells_can_differ(board: str, deck: str, differences: tuple[str, ...]) -> None:
    header = Header(ruleset="tc38", board=board, deck=deck)

    assert TableFingerprint("b", (("tc38", "d"),)).differences(header) == differences


def test_a_journal_without_a_readable_header_is_told_at_the_table_and_kept_aside(tmp_path: Path) -> None:
    kept(tmp_path, attack())
    path = tmp_path / "game-000001.tcj"
    path.write_bytes(b"?" + path.read_bytes()[1:])
    hands, journal = new_table(tmp_path)
    recovered = journal.recover()

    restarting.ask(hands.situation, 0, recovered.damage or "")
    hands.controller.start()
    told = [hands.text("YAY"), hands.text("WOW", "zh-TW")]
    hands.tap("YAY.no")
    hands.tap("YAY.ok")
    journal.close()

    assert told == [
        "! DAMAGED / < Begin anew > / NO: next  OK: take",
        "！紀錄損壞 / < 重新開始 > / 否：換 確定：選",
    ]
    assert [entry.code for entry in hands.situation.log] == ["log.journal-damaged", "log.restart-anew"]
    assert hands.situation.game.stage is Stage.LOBBY
    assert (tmp_path / "game-000001.damaged").read_bytes().startswith(b"?")
