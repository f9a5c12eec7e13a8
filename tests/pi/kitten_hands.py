"""Hands for tests of the Exploding games without devices: cards on the one pad, OK and NOPE, and time that passes."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from pi.hands import Hands
from pi.public_state import public_state
from tacotable.state.device_state import Certainty
from tacotable.state.events import TimePassed
from tacotable.state.facts import Acted
from tacotable.state.placements import EMPTY
from tacotable.state.scene import Status
from tacotable.table.file import TableFile, read_table
from tacotable_drivers import ports

NEVER = float("inf")

LAYING_MS = 300.0
"""So long a hand takes to lay a card."""


class KittenHands(Hands):
    """A controller over the kittens' table; time passes when hands wait, and the table is woken as it asked."""

    pace_ms = 600.0

    def __init__(
        self,
        game: str = "ek120",
        *,
        has_displays: bool = False,
        reader: str = "pn532",
        table: TableFile | None = None,
    ) -> None:
        table = msgspec.structs.replace(table or read_table("kittens"), game=game)
        if table.play:
            pad = msgspec.structs.replace(table.play.pad, reader=reader)
            table = msgspec.structs.replace(table, play=msgspec.structs.replace(table.play, pad=pad))
        if has_displays and table.play:
            seats = [msgspec.structs.replace(seat, display=table.play.displays[0]) for seat in table.seats]
            table = msgspec.structs.replace(table, seats=seats)
        super().__init__(table)
        self._now_ms = 1_000.0
        self.presses = 0

    @property
    def now_ms(self) -> float:
        return self._now_ms

    def wait(self, ms: float) -> None:
        """Let time pass, with every waking that the table asks for."""
        until = self._now_ms + ms
        while (wake := self.controller.wake_at_ms()) is not None and wake <= until:
            self._now_ms = max(self._now_ms, wake)
            self.tell(TimePassed(self._now_ms))
        self._now_ms = until

    def press(self, button: str, at_ms: float | None = None) -> None:
        """Press a button down; `at_ms` is when, if that is told late."""
        self.presses += 1
        self.tell(ports.ButtonPressed(button, self._now_ms if at_ms is None else at_ms))

    def release(self, button: str) -> None:
        self.tell(ports.ButtonReleased(button, False, self._now_ms))

    def tap(self, button: str) -> None:
        self.wait(self.pace_ms)
        self.press(button)
        self.release(button)

    def tap_at_once(self, button: str) -> None:
        self.press(button)
        self.release(button)

    def hold(self, button: str) -> None:
        self.wait(self.pace_ms)
        self.press(button)
        self.tell(ports.ButtonHeld(button, self._now_ms))
        self.tell(ports.ButtonReleased(button, True, self._now_ms))

    def show(self, face: str) -> str:
        """Show a card that was not used yet on the pad; the one before slides on."""
        tag = self.take(face)
        self.show_tag(tag)
        return tag

    def show_tag(self, tag: str) -> None:
        self.lift()
        self.wait(LAYING_MS)
        self.tell(ports.TagArrived("play", tag, self._now_ms))

    def lift(self) -> None:
        for one in self.situation.devices.pads.get("play", EMPTY).read:
            self.tell(ports.TagLeft("play", one.tag, self._now_ms))

    def hiccup(self, seat: str = "") -> None:
        """Let the reader fall silent and come back; what lies on the pad is told again."""
        zone = self.situation.devices.zones.get("play", Certainty.EMPTY)
        self.tell(ports.ZoneUnknown("play", self._now_ms))
        if isinstance(zone, Certainty):
            self.tell(ports.ZoneEmpty("play", self._now_ms))
        else:
            self.tell(ports.TagArrived("play", zone, self._now_ms))

    def begin(self, *seats: str) -> None:
        """Let seats sit down, the first begin, and the cards be set up."""
        for seat in seats or ("1", "2", "3"):
            self.tap(f"{seat}.ok")
        self.hold(f"{(seats or ('1',))[0]}.ok")
        self.tap(f"{(seats or ('1',))[0]}.ok")

    def let(self, *seats: str) -> None:
        """Let the open window pass at these seats."""
        for seat in seats:
            self.tap(f"{seat}.ok")

    def public(self, language: str = "en") -> str:
        """Read the display that everyone reads; what the pile holds is left out."""
        screen = self.screen("table")
        if isinstance(screen, Status):
            return " / ".join(self.text("table", language).split(" / ")[:2])
        return self.text("table", language)

    def prompt(self, seat: str) -> str:
        """Give the id of what a seat is told."""
        return self.scene.prompts[seat].code

    def status(self) -> Status:
        screen = self.screen("table")
        assert isinstance(screen, Status)
        return replace(screen)

    def phase(self) -> object:
        return public_state(self.situation).get("phase")

    def acts(self) -> list[tuple[str, dict[str, object]]]:
        """Give the acts that were accepted, with their seats."""
        return [
            (fact.seat, fact.act) for fact in self.log.facts if isinstance(fact, Acted) and fact.ruling != "illegal"
        ]
