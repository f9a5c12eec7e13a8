"""`tacotable enroll`: what it prints, what it keeps, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from patience import PATIENCE_S, left_of
from pi.cards_told import cards_in
from tacotable.__main__ import main
from tacotable.enrolment.card_store import Stored
from tacotable.table.file import read_table

TABLES = Path(__file__).parents[2] / "firmware/pi/tacotable/tables"
HINT = " / NO: next  OK: take"
ENTRIES = [
    f"{asked}{HINT}"
    for asked in (
        "ARROW AT -3 / < to WOW >",
        "NUMBER AT -2 / < 6 >",
        "ARROW AT -2 / < to WOW >",
        "NUMBER AT -1 / < 9 >",
        "ARROW AT -1 / < to WOW >",
        "NUMBER AT 0 / < 7 >",
        "NUMBER AT +1 / < 9 >",
        "ARROW AT +1 / < to YAY >",
        "NUMBER AT +2 / < 6 >",
        "ARROW AT +2 / < to YAY >",
        "NUMBER AT +3 / < 4 >",
        "ARROW AT +3 / < to YAY >",
    )
]
"""What is asked for after each OK."""
ENROLL = (sys.executable, "-m", "tacotable", "enroll", "--table", "tacocat")


def ended(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    try:
        status = main(["enroll", *arguments])
    except SystemExit as end:
        status = int(str(end.code))
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_simulated_person_enrols_and_the_report_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = ended(["--auto", "--lost", "9", "--twice", "6"], capsys)

    assert status == 1
    assert out.splitlines() == [
        "Enrolled: 37 cards. Missing: 1.",
        "Card 9: 1 of 2 seen.",
        "6, laid as card number 21, was told again: one card laid twice, or two stickers with one number.",
        "37 cards, 1.3 s a card",
    ]


def test_a_whole_deck_ends_with_the_status_0(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = ended(["--auto", "--game", "tc36", "--language", "zh-TW"], capsys)

    assert (status, out.splitlines()[0]) == (0, "36 張牌都登錄了。")


@pytest.mark.long(keep=3)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--table", "buttons"], "table 'buttons': this table has no pad"),
        (["--table", "buttons", "--auto"], "table 'buttons' has no pad, so there is no deck to enrol"),
        (["--table", "kittens", "--board"], "table 'kittens': this table has no board"),
        (["--census"], "table 'tacocat': no deck of this game is enrolled"),
        (["--table", "nosuch.toml"], "nosuch.toml: No such file or directory"),
        (["--table", "kittens", "--game", "tc38"], "table 'kittens' plays ek120, min72, zh56, not tc38"),
        (["--census", "--board"], "--census, --board: one thing at a time"),
        (["--lost", "9"], "--lost: this is about a simulated person; add --auto"),
        (["--auto", "--port", "8480"], "--port: there is no page, and nothing is kept with --auto"),
        (["--auto", "--lost", "13"], "tc38 has no card '13'"),
        (["--auto", "--lost", "12", "--lost", "12"], "tc38 has no card '12' (any more)"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, error = ended(arguments, capsys)

    assert status == 2
    assert message in error


def test_a_deck_that_could_be_kept_nowhere_is_not_begun(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my.toml"
    text = (TABLES / "tacocat.toml").read_text("utf-8")
    file.write_text(f'deck_file = "my.toml/deck.toml"\n{text}', "utf-8")  # in a folder that no user can make

    status, out, error = ended(["--simulate", "--table", str(file)], capsys)

    assert (status, out) == (2, "")
    assert error.startswith(f"{file}/deck.toml: nothing can be kept here; let this user write into {file}")


def test_an_enrolment_has_no_part_in_the_row_of_starts_that_leads_to_safe_mode(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "starts").write_text("5\n", "ascii")

    status, out, error = ended(["--table", "kittens", "--board", "--state", str(tmp_path)], capsys)

    assert (status, out) == (2, "")
    assert error == "table 'kittens': this table has no board\n"
    assert (tmp_path / "starts").read_text("ascii") == "5\n"


STEP_S = 5.0
"""After so long without an answer, a press was too short for a busy machine to notice."""


class Page:
    """The page of a simulated table in a person's hands: it knows what YAY's display says, and where cards are."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._words = ""
        self._cards: list[dict[str, Any]] = []

    def until(self, words: str) -> None:
        """Read on until YAY's display says this, and the cards are told."""
        for left_s in left_of(PATIENCE_S):
            if self._words == words and self._cards:
                return
            self._read(left_s)
        raise AssertionError(self._words)

    def send(self, action: dict[str, str]) -> None:
        self._socket.send(json.dumps(action))

    def tap(self, button: str) -> None:
        """Press a button for a moment."""
        self.send({"do": "press", "button": button})
        self._look(0.1)
        self.send({"do": "release", "button": button})

    def tap_until(self, button: str, words: str, every_s: float = 0.3) -> None:
        """Tap again and again: right after a question came up a press does not count yet."""
        for _ in left_of(PATIENCE_S):
            if self._words == words:
                return
            self.tap(button)
            self._look(every_s, words)
        raise AssertionError(self._words)

    def step(self, button: str, words: str) -> None:
        """Tap, once where the table has time to notice it, and wait for what YAY's display says then."""
        self.tap_until(button, words, STEP_S)

    def one_of(self, face: str) -> str:
        """Give the handle of a card of this face on the draw pile."""
        return next(str(card["id"]) for card in self._cards if (card["face"], card["place"]) == (face, "pile"))

    def _look(self, seconds: float, words: str | None = None) -> None:
        """Read what comes for so long, or until YAY's display says this."""
        with suppress(TimeoutError):
            for left_s in left_of(seconds):
                if self._words == words:
                    return
                self._read(left_s)

    def _read(self, timeout_s: float) -> None:
        message = json.loads(self._socket.recv(timeout=timeout_s))
        if message["type"] == "truth":
            self._cards = cards_in(message)
        elif message["type"] == "scene":
            self._words = message["screens"]["YAY"]["alt"]


@contextmanager
def enrolling(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], Page]]:
    """Start the command on the simulated table, and open its page with the key to everything."""
    command = [*ENROLL, "--port", "0", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = list(takewhile(lambda line: not line.startswith("The displays lead"), process.stdout))
        link = next(line for line in lines if line.startswith("Open this page")).split()[-1]
        host, _, key = link.removeprefix("http://").partition("/#key=")
        try:
            with connect(f"ws://{host}/live", origin=Origin(f"http://{host}")) as socket:
                socket.send(json.dumps({"hello": {"key": key, "language": "en", "after": 0}}))
                yield process, Page(socket)
        finally:
            process.terminate()


def test_an_interrupted_enrolment_keeps_nothing(tmp_path: Path) -> None:
    with enrolling("--state", str(tmp_path)) as (process, page):
        page.until("LAY CARD 1 / 0 of 1 / OK ends / 1")
        process.terminate()
        _, error = process.communicate(timeout=PATIENCE_S)

    assert (process.returncode, error) == (1, "nothing was kept\n")
    assert not (tmp_path / "deck-tc38.toml").exists()


def test_a_board_is_entered_over_the_page_and_kept(tmp_path: Path) -> None:
    with enrolling("--board", "--state", str(tmp_path)) as (process, page):
        page.until(f"NUMBER AT -3 / < 4 >{HINT}")
        page.step("YAY.no", f"NUMBER AT -3 / < 5 >{HINT}")
        for shown in (*ENTRIES, "ALL ENTERED / OK keeps it / or look again"):
            page.step("YAY.ok", shown)
        page.tap_until("YAY.ok", "BOARD KEPT / OK closes")
        with pytest.raises(ConnectionClosed):
            page.tap_until("YAY.ok", "the table is dark")
        out, error = process.communicate(timeout=PATIENCE_S)

    assert (process.returncode, error) == (0, "")
    assert out.splitlines() == [
        "The board is kept, and is a placeholder no longer.",
        f"kept in {tmp_path}/board.toml",
    ]
    board = Stored(read_table("tacocat"), tmp_path).table.board
    assert board is not None
    assert [space.number for space in board.spaces] == [5, 6, 9, 7, 9, 6, 4]


def test_a_card_laid_on_the_page_is_enrolled(tmp_path: Path) -> None:
    with enrolling("--state", str(tmp_path)) as (process, page):
        page.until("LAY CARD 1 / 0 of 1 / OK ends / 1")
        page.send({"do": "place", "card": page.one_of("1"), "place": "YAY.pad"})
        page.until("LAY CARD 2 / 0 of 4 / OK ends / 2")
        page.step("YAY.ok", "37 MISSING / OK keeps these / or go on")
        page.tap_until("YAY.ok", "KEPT: 1 / missing: 37 / OK closes")
        with pytest.raises(ConnectionClosed):
            page.tap_until("YAY.ok", "the table is dark")
        out, _ = process.communicate(timeout=PATIENCE_S)

    assert process.returncode == 1
    assert out.splitlines()[:2] == ["Enrolled: 1 card. Missing: 37.", "Card 2: 0 of 4 seen."]
    assert [card.face for card in Stored(read_table("tacocat"), tmp_path).decks["tc38"]] == ["1"]
