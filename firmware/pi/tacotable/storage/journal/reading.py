"""Reading a game: its facts, and how its file ends; nothing is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

import msgspec

from tacotable.files.spare_descriptors import HINT, NONE_FREE
from tacotable.state.facts import Began, Chose, Closed, Fact, Restarted
from tacotable.storage.journal.errors import JournalError, NoDescriptorError
from tacotable.storage.journal.record import Header, Kind, OtherFormatError, RecordError
from tacotable.storage.journal.scan import Ending, scanning

PROGRAM = version("tacotable")
WORKING = ".tcw"


@dataclass(frozen=True, slots=True)
class Recovered:
    """What a journal holds: its facts, what its header says, and how it ends.

    `damage` tells what is wrong in the middle of the file, where people have to decide; a torn end is normal, and
    only noted.
    """

    facts: tuple[Fact, ...] = ()
    damage: str | None = None
    path: Path | None = None
    header: Header = Header()  # noqa: RUF009  # a frozen value
    is_torn: bool = False
    times_ms: tuple[int, ...] = ()
    """What the wall clock said at each fact; labels, in no order."""
    record: int = 0
    """The last record that counts, and its checksum: where writing goes on."""
    crc: int = 0

    @property
    def is_spoilt(self) -> bool:
        """Return whether there is damage, and no game before it."""
        return self.damage is not None and not any(isinstance(fact, Began) for fact in self.facts)

    def cut(self, facts: int, why: str) -> Recovered:
        """Return this with only so many facts counting, because the next one cannot be taken up."""
        name = self.path.name if self.path else ""
        damage = f"{name}: fact {facts + 1} cannot be taken up: {why}"
        return replace(self, facts=self.facts[:facts], times_ms=self.times_ms[:facts], damage=damage)


@contextmanager
def told(path: Path, hint: str) -> Iterator[None]:
    """Return an error of the disk in a line: where, what, and the next thing to try."""
    try:
        yield
    except OSError as error:
        if error.errno in NONE_FREE:
            raise NoDescriptorError(f"{path}: {error.strerror}; {HINT}") from None
        raise JournalError(f"{path}: {error.strerror}; {hint}") from None


def read_game(path: Path, program: str) -> Recovered:
    """Read a game's file, packed or not.

    Raises JournalError for one that another version wrote or that the disk does not give.
    """
    with told(path, "can this program read there?"):
        try:
            return _read(path, program)
        except OtherFormatError as error:
            raise JournalError(f"{path}: {error}") from None
        except RecordError as error:
            return Recovered(path=path, damage=f"{path.name}: the header is damaged: {error}")
        except IsADirectoryError:
            return Recovered(path=path, damage=f"{path.name}: this is a folder, and no game; move it away")


def readable(path: Path) -> Recovered | None:
    """Read a game's file; None where the disk does not give it, or another version wrote it."""
    try:
        return read_game(path, PROGRAM)
    except JournalError:
        return None


def when_kept(facts: Sequence[Fact]) -> int:
    """Return with how many facts at its end a game was kept for later; 0 where it was not."""
    for number, fact in enumerate(reversed(facts), 1):
        if isinstance(fact, Restarted) and fact.choice == "save":
            return number
        if not isinstance(fact, Closed | Chose):  # until the next quiet moment settings go behind the end
            return 0
    return 0


def _read(path: Path, program: str) -> Recovered:
    facts: list[Fact] = []
    times: list[int] = []
    record, crc, damage = 0, 0, None
    with scanning(path, program) as scan:
        for each in scan.records:
            if each.kind is Kind.FACT:
                try:
                    facts.append(_decode(each.payload))
                except (msgspec.DecodeError, UnicodeDecodeError) as error:
                    damage = f"{path.name}: fact {len(facts) + 1} is none of this program: {error}"
                    break
                times.append(each.at_ms)
            record, crc = each.number, each.crc
        ended = scan.ended
    if ended is not None and ended.how is Ending.DAMAGED:
        damage = f"{path.name}: act {len(facts) + 1} is damaged: {ended.why}"
    is_torn = ended is not None and ended.how is Ending.TORN
    return Recovered(tuple(facts), damage, path, scan.header, is_torn, tuple(times), record, crc)


_decode = msgspec.json.Decoder(Fact).decode
