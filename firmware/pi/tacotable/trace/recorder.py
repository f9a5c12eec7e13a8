"""The recorder: a tap that keeps every byte and edge, every event, and every decision of a program in a ring of files.

It never disturbs the table: a disk that takes no more ends the recording, and that is told once.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from tacotable.storage.journal import JournalError, NoRoomError
from tacotable.trace.content import as_json, event_told, follows_from_facts, header_of, shown_in
from tacotable.trace.file import Ring, TraceError, TraceWriter
from tacotable.trace.salt import Salt
from tacotable.trace.taps import HUB, tapped
from tacotable_drivers.registry import readers
from tacotable_drivers.wire.salted import HubWire, SaltedWire

if TYPE_CHECKING:
    from tacotable.core.controller import Controller, FactLog
    from tacotable.devices.build import Hardware
    from tacotable.dialogs.restart import Archive, Found
    from tacotable.state.events import Event
    from tacotable.state.facts import Fact
    from tacotable.state.interaction import KeptGame

FLUSH_S = 1.0  # So often, while anything happens, what was noted goes to the disk; decisions go at once.


class Recorder:
    """Records one program: it listens at every place where that meets its table, and changes nothing."""

    def __init__(
        self,
        ring: Ring,
        loop: asyncio.AbstractEventLoop,
        *,
        secret: bytes | None = None,
        on_failed: Callable[[str], None] = lambda why: None,
    ) -> None:
        """Record into a ring. `secret` is the salt, drawn unless it is given; `on_failed` hears why nothing more is."""
        self._ring, self._loop, self._on_failed = ring, loop, on_failed
        self._salt = Salt(secret or secrets.token_bytes(32))
        self._chance_seed = int.from_bytes(self._salt.noise(4), "big")
        self._controller: Controller | None = None
        self._writer: TraceWriter | None = None
        self._has_ended = False
        self._wires: dict[str, SaltedWire] = {}
        self._shown: dict[str, str] = {}
        self._depth, self._flush_at = 0, 0.0

    # What a tap does.

    def hardware(self, hardware: Hardware) -> Hardware:
        """Listen to ports and switches."""
        return tapped(hardware, self.note, self._loop, self._chance_seed)

    def log(self, log: FactLog) -> FactLog:
        """Listen to facts."""
        return _TappedLog(log, self.note)

    def archive(self, archive: Archive) -> Archive:
        """Listen to what people are given of kept games."""
        return _TappedArchive(archive, self.note)

    def watch(self, controller: Controller) -> None:
        """Listen to events and scenes."""
        self._controller = controller
        controller.before_each(self._hear)
        controller.after_each(self._decided)

    def close(self) -> None:
        """End the recording."""
        if not self._has_ended:
            for name in tuple(self._wires):
                self._let_go(name)
            self._write("end")
        self._has_ended = True
        if self._writer is not None:
            self._try(self._writer.close)

    # Rows.

    def note(self, kind: str, *parts: Any) -> None:
        """Note something that happened now."""
        match kind:
            case "in":
                name, data, device = parts
                if name not in self._wires:
                    kind_of_wire = HubWire if device == HUB else readers().specs[device].manner.salted_wire
                    self._wires[name] = kind_of_wire(self._salt)
                self._write_salted(name, self._wires[name].feed(self._now(), data))
                return
            case "out":
                parts = (parts[0], parts[1].hex())
            case "lost" | "shut" | "open" | "refused":
                self._let_go(parts[0])
        self._write(kind, *parts)

    def _let_go(self, name: str) -> None:
        """Note what a wire held back; the next byte begins another one."""
        if wire := self._wires.pop(name, None):
            self._write_salted(name, wire.flush())

    def _write_salted(self, name: str, salted: Iterable[tuple[int, bytes]]) -> None:
        for at, data in salted:
            self._write("in", name, data.hex(), at=at)

    def _hear(self, event: Event) -> None:
        self._write("heard", event_told(event), self._depth)
        self._depth += 1

    def _decided(self) -> None:
        if self._controller is not None:
            shown = shown_in(self._controller.scene)
            gone = dict.fromkeys(self._shown.keys() - shown.keys(), "")
            if changed := {key: text for key, text in shown.items() if self._shown.get(key) != text} | gone:
                self._write("shown", changed)
                self._shown = shown
                self._flush_at = 0.0  # a decision that is seen is on its way to the disk
        self._depth -= 1
        self._flush_in_time()

    # Files.

    def _now(self) -> int:
        return round(self._loop.time() * 1e9)

    def _write(self, kind: str, *parts: Any, at: int | None = None) -> None:
        """Write a row; the first one begins the first file."""
        if self._has_ended:
            return
        if self._writer is None and self._controller is not None:
            self._begin(self._controller, is_first=True, is_exact=True)
        salted = [self._salt.value(part) if kind not in ("in", "out") else part for part in parts]
        self._flush_in_time()
        if self._writer is not None:
            self._try(self._writer.write, self._now() if at is None else at, [kind, *salted])

    def _flush_in_time(self) -> None:
        """Bring rows to the disk when it is time to; between events another file may begin then."""
        if self._writer is None or self._controller is None or self._loop.time() < self._flush_at:
            return
        self._flush_at = self._loop.time() + FLUSH_S
        writer = self._writer
        self._try(writer.flush)
        if self._depth or self._has_ended or writer.size < self._ring.file_bytes:
            return
        is_exact = follows_from_facts(self._controller)
        if is_exact or writer.size >= 2 * self._ring.file_bytes:  # a moment that can be computed again, or none comes
            self._try(writer.close)
            if not self._has_ended:
                self._begin(self._controller, is_first=False, is_exact=is_exact)

    def _begin(self, controller: Controller, *, is_first: bool, is_exact: bool) -> None:
        header = header_of(controller, self._chance_seed, is_first=is_first, is_exact=is_exact)
        self._shown = shown_in(controller.scene)
        self._writer = self._try(self._ring.begin, self._salt.value(header))

    def _try(self, write: Callable[..., Any], *arguments: Any) -> Any:
        """Write to the disk; the first error ends the recording."""
        try:
            return write(*arguments)
        except (OSError, TraceError) as error:
            if not self._has_ended:
                writer, self._has_ended, self._writer = self._writer, True, None
                if writer is not None:
                    writer.give_up()
                self._on_failed(f"{self._ring.folder}: {error}; the trace ends here, the table goes on")
            return None


class _TappedLog:
    """Notes each fact when it is durable, and each that could not be."""

    def __init__(self, log: FactLog, note: Callable[..., None]) -> None:
        self._log, self._note = log, note

    def append(self, fact: Fact) -> None:
        try:
            self._log.append(fact)
        except JournalError as error:
            self._note("unkept", str(error), error.cause)
            raise
        self._note("fact", as_json(fact))


class _TappedArchive:
    """Notes the kept games that were listed, and the one that was taken up, or why it could not be."""

    def __init__(self, archive: Archive, note: Callable[..., None]) -> None:
        self._archive, self._note = archive, note

    def kept(self) -> tuple[KeptGame, ...] | None:
        with self._failing():
            kept = self._archive.kept()
        self._note("kept", msgspec.to_builtins(kept))
        return kept

    def take_up(self, name: str) -> Found:
        with self._failing():
            found = self._archive.take_up(name)
        self._note("taken", as_json(found))
        return found

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except JournalError as error:
            self._note("untaken", str(error), isinstance(error, NoRoomError))
            raise
