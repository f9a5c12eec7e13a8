"""Somebody who sets a simulated machine up: plugs, presses and types what is asked, and often what is not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from random import Random

from tacotable.diagnostics.device_trials import name_picture
from tacotable.diagnostics.setup.dialogue import Setup
from tacotable.diagnostics.setup.probe import Places
from tacotable.diagnostics.setup.questions import (
    BUTTONS,
    FAMILY,
    NO,
    NONE,
    NOTHING,
    ON_PINS,
    PADS,
    RING,
    SPACES,
    YES,
    Answers,
    Question,
    questions_of,
)
from tacotable.display.draw import draw
from tacotable.table.file import TableFile
from tacotable.table.parts import displays_of
from tacotable_drivers.pins import open_pins
from tacotable_drivers.ports import Interface, PanelError, PortError, PortOpener
from tacotable_drivers.registry import panels
from tacotable_sim.table import SimulatedTable
from tacotable_sim.truth import DISCARD, DRAW


def some_machine(chance: Random, hub: str | None = None) -> dict[str, str]:  # noqa: C901  # a case for each question
    """Return the answers that describe a machine of any kind, wired in any way."""
    truth: dict[str, str] = {}
    free = [pin for pin in range(4, 28) if pin not in (10, 11)]
    chance.shuffle(free)
    places = [f"mux 0x70 channel {n // 2} 0x3{'CD'[n % 2]}" for n in range(16)]
    chance.shuffle(places)
    sockets = [f"/dev/serial/by-path/usb-{number}" for number in range(4)]
    chance.shuffle(sockets)
    budget = len(free)
    on_hub = [f"hub button {n}" for n in range(8)] + [f"hub more {n}" for n in range(15) if n != 7]
    antennas = [f"hub reader {n}" for n in range(3)]
    chance.shuffle(on_hub)
    chance.shuffle(antennas)
    while (question := next((q for q in questions_of(truth, [], "pi4") if q.key not in truth), None)) is not None:
        key, options = question.key, list(question.options)
        match question.way:
            case "hub":
                truth[key] = chance.choice((YES, NO)) if hub is None else hub
            case "press" if truth["hub"] == YES and (chance.random() < 0.8 or len(free) < 14):
                truth[key] = on_hub.pop()
            case "press" | "stand":
                truth[key] = f"GPIO {free.pop()}"
            case "plug":
                truth[key] = (antennas if truth["hub"] == YES and truth["kind"] == RING else sockets).pop()
                if truth["hub"] == YES and truth["kind"] == PADS:
                    first = next((what for other, what in truth.items() if other.startswith("plug ")), "hub")
                    truth[key] = (antennas if first.startswith("hub") else sockets).pop()
            case "show":
                truth[key] = places.pop()
            case "kind":
                truth[key] = chance.choice((PADS, PADS, BUTTONS, RING, FAMILY))
            case "reader":
                others = [what for other, what in truth.items() if other.startswith("reader ")]
                truth[key] = (others or [chance.choice(("pn532", "pn532", "rdm6300"))])[0]
            case "seats":
                truth[key] = str(chance.randint(2, 5))
            case "names":
                truth[key] = question.usual
            case "look" | "done" | "sure":
                truth[key] = "no"
            case _:
                truth[key] = chance.choice(options)
        kind = truth["kind"]
        if key == "spi" and truth[key] == "1":
            free = [10, 11, *(pin for pin in free if pin not in (18, 19, 20, 21))]
            chance.shuffle(free)
            budget = len(free)
        if key == "seat displays" and kind == BUTTONS and truth[key] == "ssd1306-32":
            truth[key] = "ssd1306"
        if key == "buzzer":  # no more than the header has pins for
            buttons = len(Answers(truth).buttons())
            used = buttons + 9 * (truth.get("sensors") == "yes")
            if truth["lamps"] == ON_PINS and used + buttons + 1 > budget:
                truth["lamps"] = NONE
            lamps = buttons * (truth["lamps"] == ON_PINS)
            if truth.get("lights") == ON_PINS and used + lamps + 10 > budget:
                truth["lights"] = NONE
    for thing in Answers(truth).lit_things():
        truth[f"lit {free.pop()}"] = thing
    return truth


class Workbench:
    """A simulated table with its parts lying beside it: readers are out until somebody plugs them in."""

    def __init__(self, table: TableFile, simulated: SimulatedTable) -> None:
        self.simulated = simulated
        self.plugged: set[str] = set()
        self._table = table
        self._zones = {pad.port: zone for zone, pad in table.pads.items()}
        self._panels = {_place(display): f"display {name}" for name, display in displays_of(table).items()}

    def places(self) -> Places:
        return Places(
            open_pins(self.simulated.pins),
            lambda: sorted(self.plugged),
            lambda: sorted(self._panels),
            self._open_display,
            self._open_port,
            self.simulated.serial.hub_ports,
        )

    def _open_display(self, place: str) -> Interface:
        if place not in self._panels:
            raise PanelError(f"{place}: nobody answers")
        return self.simulated.panel(self._panels[place])

    def _open_port(self, port: str, baud: int) -> PortOpener:
        is_right = baud == self._table.pads[self._zones[port]].baud

        def opened(on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> object:
            if port not in self.plugged:
                raise PortError("no such port")
            return self.simulated.serial.port(self._zones[port])(on_bytes if is_right else lambda data: None, on_lost)

        return opened  # type: ignore[return-value]  # it gives what the simulated port gives


def _place(display: object) -> str:
    return f"mux 0x{display.mux:02X} channel {display.channel} 0x{display.address:02X}"  # type: ignore[attr-defined]


class Maker:
    """Does what a set-up asks for, or by chance something else; `errors` is how often."""

    def __init__(self, bench: Workbench, truth: dict[str, str], chance: Random, errors: float) -> None:
        self.bench = bench
        self.truth = truth
        self.chance = chance
        self.errors = errors
        self.wrong: list[str] = []
        self.heard: list[str] = []

    async def at(self, setup: Setup, type_line: Callable[[str], None]) -> None:
        """Work until all is answered."""
        while (question := setup.question) is not None:
            errs = self.chance.random() < self.errors
            await self._answer(setup, question, type_line, errs=errs)
            await asyncio.sleep(0.3)

    async def _answer(  # noqa: C901  # a case for each question
        self, setup: Setup, question: Question, type_line: Callable[[str], None], *, errs: bool
    ) -> None:
        match question.way:
            case "press":
                names = [question.name]
                if errs:
                    self.wrong.append(question.key)
                    names = self.chance.sample(Answers(self.truth).buttons(), self.chance.choice((1, 1, 2)))
                await self._press(names)
            case "stand":
                await self._stand(int(self.chance.choice(SPACES) if errs else question.name))
            case "plug":
                zones = [question.name]
                if errs:
                    self.wrong.append(question.key)
                    zones = [key.removeprefix("plug ") for key in self.truth if key.startswith("plug ")]
                    zones = self.chance.sample(zones, self.chance.randint(1, len(zones)))
                ports = [self.truth[f"plug {zone}"] for zone in zones]
                if ports[0].startswith("hub"):
                    await self._lay(zones)
                    return
                self.bench.plugged -= {*ports}
                await asyncio.sleep(0.2)
                self.bench.plugged |= {*ports}
            case "reader":
                await asyncio.sleep(2)
                if setup.question == question:
                    type_line("rfid" if errs else self.truth[question.key])
            case "show":
                type_line(self.chance.choice(("Q", "A", "B", "?")) if errs else self._letter(setup, question))
            case "lit":
                wrong = self.chance.choice((*question.options[:-1], "?"))
                type_line(wrong if errs else self._lit())
            case "sure":
                type_line("yes" if self._lit() == question.name else "no")
            case "done":
                await self._try_all(type_line)
            case _ if question.key in ("kind", "seats", "names") and errs:
                self.wrong.append(question.key)
                type_line(self.chance.choice(question.options or ("1,2", "YAY")))
                await asyncio.sleep(0.3)
                if setup.question != question:
                    type_line("back")
            case _:
                type_line("perhaps" if errs else self.truth.get(question.key, "yes"))

    async def _press(self, names: Sequence[str]) -> None:
        for name in names:
            self.bench.simulated.press(name)
        try:
            await asyncio.sleep(0.2)
        finally:  # whoever breaks off lets go
            for name in names:
                self.bench.simulated.release(name)
        await asyncio.sleep(0.2)

    async def _lay(self, zones: Sequence[str]) -> None:
        """Lay a card on each of some pads, and take them away again."""
        table = self.bench.simulated
        tags = [card.tag for card in table.truth.at(DRAW)[: len(zones)]]
        for tag, zone in zip(tags, zones, strict=True):
            table.place(tag, zone)
        try:
            await asyncio.sleep(1)
        finally:
            for tag in tags:
                table.place(tag, DISCARD)
        await asyncio.sleep(1)

    async def _stand(self, space: int) -> None:
        if self.bench.simulated.truth.token is not None:  # it stands where the last game left it
            self.bench.simulated.move_token(None)
        self.bench.simulated.move_token(space)
        try:
            await asyncio.sleep(0.3)
        finally:
            self.bench.simulated.move_token(None)

    # What eyes see.

    def _letter(self, setup: Setup, question: Question) -> str:
        if self.truth[question.key] == NONE:
            return NONE
        picture = self.bench.simulated.look().pictures[f"display {question.name}"]
        panel = panels().specs[Answers(self.truth).panel(question.key)]
        return next((each for each in "ABCDEFGHIJKLMNOP" if _drawn(each, (panel.width, panel.height)) == picture), "Z")

    def _lit(self) -> str:
        seen = self.bench.simulated.look()
        lit = [f"lamp {name}" for name, level in seen.lamps.items() if level > 0]
        if self.truth.get("lights") == ON_PINS:
            lit += [f"light {space}" for space, light in zip(SPACES, seen.lights, strict=True) if light.brightness]
        return (lit + (["buzzer"] if seen.tone_hz else []) + [NOTHING])[0]

    # The trial at the end.

    async def _try_all(self, type_line: Callable[[str], None]) -> None:
        """Try everything, and type the name of the first that is wrong; a bare Enter where all is right."""
        type_line(await anext(self._found_wrong(), ""))

    async def _found_wrong(self) -> AsyncIterator[str]:
        await asyncio.sleep(1)
        table = self.bench.simulated
        for name in Answers(self.truth).buttons():
            self.heard.clear()
            table.press(name)
            await asyncio.sleep(0.3)
            lit = [lamp for lamp, level in table.look().lamps.items() if level > 0]
            table.release(name)
            await asyncio.sleep(0.3)
            if not self._has_heard(f" is {name}.") or (
                lit != [name] and name in table.look().lamps and self.truth["lamps"] == ON_PINS
            ):
                yield name
        for key in (key for key in self.truth if key.startswith("stand ")):
            self.heard.clear()
            await self._stand(int(key.split()[1]))
            await asyncio.sleep(0.2)
            if not self._has_heard(f" is {key.split()[1]}."):
                yield key
        for zone in (key.removeprefix("plug ") for key in self.truth if key.startswith("plug ")):
            self.heard.clear()
            await self._lay([zone])
            if not self._has_heard(f"A card lies on {zone}.") and not self._has_heard(f" is {zone}."):
                yield f"plug {zone}"
        for key in (key for key in self.truth if key.startswith("show ") and self.truth[key] != NONE):
            panel, name = panels().specs[Answers(self.truth).panel(key)], key.removeprefix("show ")
            if table.look().pictures[f"display {name}"] != _drawn(name, (panel.width, panel.height)):
                yield key

    def _has_heard(self, words: str) -> bool:
        return any(words in line for line in self.heard)


def _drawn(word: str, size: tuple[int, int]) -> bytes:
    return draw(name_picture(word), "en", (), size).pixels
