"""Reading a game: its facts, how its file ends, and the snapshots that fit; nothing is written."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from tacotable.files.spare_descriptors import HINT, NONE_FREE
from tacotable.state.facts import Began, Chose, Closed, Fact, Restarted
from tacotable.storage.journal.errors import JournalError, NoDescriptorError
from tacotable.storage.journal.old import read_old
from tacotable.storage.journal.record import Header, Kind, OtherFormatError, RecordError
from tacotable.storage.journal.scan import Ending, scanning
from tacotable.storage.journal.snapshot import Snapshot, kept_snapshots

WORKING, OLD = ".tcw", ".jsonl"
_SETTING = msgspec.json.encode(Chose("")).partition(b",")[0]
"""What the payload of a setting begins with."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """What a journal holds: its facts, what its header says, and how it ends.

    `damage` tells what is wrong in the middle of the file, where people have to decide; a torn end is normal, and
    only noted. `snapshots` are those that stand for the first so many of these facts.
    """

    facts: tuple[Fact, ...] = ()
    damage: str | None = None
    path: Path | None = None
    header: Header = Header()  # noqa: RUF009  # a frozen value
    is_torn: bool = False
    snapshots: tuple[Snapshot, ...] = ()
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
    """Read a game's file, of whatever kind; behind damage the one of the earlier format, where that holds more.

    Raises JournalError for one that another version wrote or that the disk does not give.
    """
    with told(path, "can this program read there?"):
        found = _read_any(path, program)
        old = path.with_suffix(OLD)
        if not found.damage or path == old or not old.is_file():
            return found
        earlier = _read_old(old)
        if len(earlier.facts) <= len(found.facts):
            return found
        return replace(earlier, damage=f"{found.damage}; {old.name} is read in its place")


@dataclass(frozen=True, slots=True)
class LastFacts:
    """The end of a game: its last two facts but for settings, its header, and how many facts it has in all."""

    facts: tuple[Fact, ...]
    header: Header
    count: int
    is_damaged: bool = False
    """Whether there was more behind them once."""


def last_facts(path: Path, program: str) -> LastFacts | None:
    """Return the end of a game without reading what all its facts mean; None where it cannot be read."""
    last: deque[bytes] = deque(maxlen=2)
    count = 0
    try:
        with scanning(path, program) as scan:
            for record in scan.records:
                if record.kind is Kind.FACT:
                    count += 1
                    if not record.payload.startswith(_SETTING):
                        last.append(record.payload)
        is_damaged = scan.ended is not None and scan.ended.how is Ending.DAMAGED
        return LastFacts(tuple(msgspec.json.decode(each, type=Fact) for each in last), scan.header, count, is_damaged)
    except (OSError, OtherFormatError, RecordError, msgspec.DecodeError, UnicodeDecodeError):
        return None


def when_kept(facts: Sequence[Fact]) -> int:
    """Return with how many facts at its end a game was kept for later; 0 where it was not."""
    for number, fact in enumerate(reversed(facts), 1):
        if isinstance(fact, Restarted) and fact.choice == "save":
            return number
        if not isinstance(fact, Closed | Chose):  # until the next quiet moment settings go behind the end
            return 0
    return 0


def _read_any(path: Path, program: str) -> Recovered:
    try:
        return _read_old(path) if path.suffix == OLD else _read(path, program)
    except OtherFormatError as error:
        raise JournalError(f"{path}: {error}") from None
    except RecordError as error:
        return Recovered(path=path, damage=f"{path.name}: the header is damaged: {error}")
    except IsADirectoryError:
        return Recovered(path=path, damage=f"{path.name}: this is a folder, and no game; move it away")


def _read(path: Path, program: str) -> Recovered:
    wanted = {snapshot.crc: snapshot for snapshot in kept_snapshots(path)}
    facts: list[Fact] = []
    times: list[int] = []
    fitting: list[Snapshot] = []
    last = (0, 0)
    with scanning(path, program) as scan:
        for record in scan.records:
            if record.kind is Kind.FACT:
                try:
                    facts.append(msgspec.json.decode(record.payload, type=Fact))
                except (msgspec.DecodeError, UnicodeDecodeError) as error:
                    why = f"{path.name}: fact {len(facts) + 1} is none of this program: {error}"
                    return Recovered(tuple(facts), why, path, scan.header, times_ms=tuple(times))
                times.append(record.at_ms)
                snapshot = wanted.get(record.crc)
                if snapshot and snapshot.facts == len(facts):
                    fitting.insert(0, snapshot)
            last = (record.number, record.crc)
        ended = scan.ended
    damage, is_torn = None, False
    if ended is not None and ended.how is Ending.DAMAGED:
        damage = f"{path.name}: act {len(facts) + 1} is damaged: {ended.why}"
    elif ended is not None:
        is_torn = ended.how is Ending.TORN
    return Recovered(tuple(facts), damage, path, scan.header, is_torn, tuple(fitting), tuple(times), last[0], last[1])


def _read_old(path: Path) -> Recovered:
    facts, why = read_old(path)
    return Recovered(facts, f"{path.name}: {why}" if why else None, path, times_ms=(0,) * len(facts))
