"""A deck or board whose named folder cannot be written, as the service's own, is kept in the state folder."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pi.clerk import Clerk, Shelf
from pi.test_enrolment_shelf import BOARD, DECK, TABLES
from tacotable.commands.check import main as check
from tacotable.diagnostics.doctor.finding import Verdict
from tacotable.diagnostics.doctor.table_checks import as_found
from tacotable.enrolment.card_store import KeptFile, Stored
from tacotable.files.safe_write import KeepingError
from tacotable.table.enrolment_files import Deck, read_deck, write_deck
from tacotable.table.file import read_table
from tacotable.table.schema import Card

NEWER = Deck(name="newer", ruleset="tc38", cards=[Card(tag="04A1B2C4", face="9")])
NOBODY = 65534
MOVE = "move the first to the place of the second, or remove it, to use that one again"


BOARD_FILE = '[board]\nfile = "board.toml"'


class Service:
    """A table file in a folder like `/etc/tacotable`, and a user who may write a state folder alone."""

    def __init__(self, folder: Path) -> None:
        self.etc, self.state = folder / "etc", folder / "state"
        self.etc.mkdir()
        self.state.mkdir(mode=0o700)
        self.table = self.etc / "table.toml"
        text = (TABLES / "tacocat.toml").read_text("utf-8")
        self.table.write_text(f'deck_file = "deck.toml"\n{text.replace("[board]", BOARD_FILE, 1)}', "utf-8")
        self.stored()  # what Python loads for it is loaded: its own files may be out of the other user's reach

    def does(self, act: Callable[[], object]) -> int:
        """Do something as the service's user does, in a process of its own; gives its status, 1 for KeepingError."""
        self.etc.chmod(0o555)
        if os.geteuid() == 0:
            os.chown(self.state, NOBODY, NOBODY)
        child = os.fork()
        if child == 0:
            os._exit(_as_nobody(act))
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    def keeps(self) -> None:
        """Enrol a deck and enter a board."""
        stored = self.stored()
        stored.keep(DECK)
        stored.keep(BOARD)

    def stored(self) -> Stored:
        return Stored(read_table(self.table), self.state)


def _as_nobody(act: Callable[[], object]) -> int:
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    try:
        act()
    except KeepingError:
        return 1
    except BaseException:  # noqa: BLE001  # nothing may go on in this copy of the test run
        return 2
    return 0


@pytest.fixture
def service() -> Iterator[Service]:
    """Give a service in a folder that another user can reach, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    service = Service(folder)
    yield service
    service.etc.chmod(0o755)
    shutil.rmtree(folder)


def test_a_deck_whose_folder_cannot_be_written_is_kept_in_the_state_folder_and_found_again(service: Service) -> None:
    status = service.does(service.keeps)

    assert status == 0
    assert sorted(file.name for file in service.etc.iterdir()) == ["table.toml"]
    assert sorted(file.name for file in service.state.iterdir()) == ["board.toml", "deck-tc38.toml"]
    assert service.stored().table.deck == DECK.cards
    assert service.stored().faces == {"04A1B2C3": "7"}
    board = service.stored().table.board
    assert board is not None
    assert [space.number for space in board.spaces] == [5] * 7


def test_a_deck_that_cannot_be_kept_beside_the_table_keeps_the_name_that_it_has_there(service: Service) -> None:
    write_deck(service.etc / "deck.toml", DECK)
    (service.etc / "deck.toml").chmod(0o644)

    service.does(lambda: service.stored().keep(DECK))

    assert read_deck(service.state / "deck-tc38.toml").name == "tacocat tc38"


def test_a_named_folder_that_is_hidden_from_the_service_is_one_that_it_cannot_write(service: Service) -> None:
    hidden, place = service.etc / "hidden", service.state / "deck.toml"
    hidden.joinpath("more").mkdir(parents=True)
    hidden.chmod(0)
    kept = KeptFile(hidden / "more" / "deck.toml", place)

    status = service.does(lambda: (kept.to_write() or hidden).write_text("kept"))
    hidden.chmod(0o755)

    assert (status, place.read_text("utf-8")) == (0, "kept")


def test_what_is_in_the_state_folder_counts_before_the_named_file_and_that_is_told(service: Service) -> None:
    write_deck(service.etc / "deck.toml", DECK)
    write_deck(service.state / "deck-tc38.toml", NEWER)

    stored = service.stored()

    assert stored.faces == {"04A1B2C4": "9"}
    assert stored.hints == (
        f"{service.state}/deck-tc38.toml counts, and {service.etc}/deck.toml, which the table file names, is passed "
        f"over; {MOVE}",
    )


def test_what_lies_in_the_state_folder_is_kept_there_again_and_not_in_an_older_place(service: Service) -> None:
    write_deck(service.state / "deck-tc38.toml", NEWER)

    service.stored().keep(DECK)

    assert service.stored().table.deck == DECK.cards
    assert not (service.etc / "deck.toml").exists()


def test_nothing_that_cannot_be_kept_is_begun_and_the_place_is_told_with_a_way_out(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be", "utf-8")
    named = KeptFile(tmp_path / "state" / "deck.toml", None)

    with pytest.raises(KeepingError, match=r"state/deck\.toml: nothing can be kept here; let this user write into"):
        named.to_write()


def test_where_not_even_the_state_folder_can_be_written_it_is_said_before_anything_is_laid(service: Service) -> None:
    service.state.chmod(0o500)

    assert service.does(lambda: service.stored().deck_place("tc38")) == 1


def test_doctor_and_check_look_at_the_deck_that_counts(service: Service, capsys: pytest.CaptureFixture[str]) -> None:
    write_deck(service.etc / "deck.toml", DECK)
    write_deck(service.state / "deck-tc38.toml", NEWER)

    table, [finding] = as_found(read_table(service.table), service.state)
    status = check([str(service.table), "--state", str(service.state)])
    told = capsys.readouterr().out

    assert table.deck == NEWER.cards
    assert (finding.verdict, finding.mend) == (Verdict.WARN, MOVE)
    assert status == 0
    assert f"hint: {service.state}/deck-tc38.toml counts" in told
    assert "hint: deck: tc38: of the cards 7 there are 0" in told


def test_a_faulty_deck_of_the_state_folder_is_found_by_doctor_and_check(
    service: Service, capsys: pytest.CaptureFixture[str]
) -> None:
    (service.state / "deck-tc38.toml").write_text("cards = 7", "utf-8")

    _, findings = as_found(read_table(service.table), service.state)
    status = check([str(service.table), "--state", str(service.state)])
    told = capsys.readouterr().err

    assert {finding.verdict for finding in findings} == {Verdict.FAIL}
    assert status == 1
    assert "deck-tc38.toml: cards: this is a whole number" in told
    assert "deck-tc38.toml: name: this key is missing" in told, "all that is wrong is told at once"


def test_who_may_not_look_into_the_state_folder_is_told_as_whom_to_look(service: Service) -> None:
    def looks() -> None:
        _, [finding] = as_found(read_table(service.table), service.state)
        assert finding.verdict is Verdict.UNCHECKED
        assert finding.mend == "the files of the service are read as its user: sudo -u tacotable tacotable ..."

    service.does(lambda: None)
    service.state.chmod(0o000)

    assert service.does(looks) == 0


class Nowhere(Shelf):
    """A shelf that nothing can be laid on."""

    def deck_place(self, game: str) -> None:
        raise KeepingError(f"deck-{game}.toml: nothing can be kept here; let this user write")

    def board_place(self) -> None:
        raise KeepingError("board.toml: nothing can be kept here; let this user write")


@pytest.mark.parametrize("item", ["enrol", "board"])
def test_a_desk_whose_work_could_not_be_kept_is_not_opened(item: str) -> None:
    clerk = Clerk(shelf=Nowhere())

    clerk.open(item)

    assert clerk.situation.ui.desk is None
    assert clerk.sees().startswith("! CANNOT KEEP")
    assert clerk.situation.log[-1].code == "log.not-kept"


def test_a_desk_that_could_not_be_opened_leaves_the_lobby_as_it_was() -> None:
    clerk = Clerk(shelf=Nowhere())
    before = clerk.sees()
    clerk.open("enrol")

    clerk.hold(clerk.menu_button)
    clerk.hold(clerk.menu_button)

    assert clerk.sees() == before
