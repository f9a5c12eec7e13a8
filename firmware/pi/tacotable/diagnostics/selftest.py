"""The self-test: tries each device of a table with a person's hands and eyes, or a simulated one's.

The outcome is a matrix: a line for each device, what was tried, and the mend of what failed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from tacotable.devices.build import Devices, Hardware
from tacotable.diagnostics import device_trials
from tacotable.diagnostics.device_examination import GREETING_S, SAYS_TWICE, lost_mend, says_twice, told_once
from tacotable.diagnostics.examiners import Kind, Person, Step, Tried, steps_of
from tacotable.state.scene import Cue, Light, Scene
from tacotable.table.parts import displays_of, lamps_of
from tacotable_drivers import ports

if TYPE_CHECKING:
    from tacotable.table.file import TableFile

LOOK_S = 1.0  # After this a lamp or a display shows what it was told.
REST_S = 1.5  # So long a card rests on a pad while its reader is watched.
ON = ports.Look((255, 255, 255), ports.Pattern.SOLID)
CABLE = "see the cable: too long, a bad plug, or another cable beside it"


class Bench:
    """One self-test of a table; the table is dark afterwards."""

    def __init__(self, table: TableFile, hardware: Hardware, loop: asyncio.AbstractEventLoop, person: Person) -> None:
        self._table = table
        self._person = person
        self._heard = device_trials.Heard()
        self._lost = self._heard.lost
        self._devices = Devices(table, hardware, self._heard.hear, loop)
        self._drawn_s: dict[str, float] = {}
        self._cue = 0

    async def run(self, tries: list[Tried]) -> None:
        """Try everything, step by step, into a list that keeps them where this ends early; raises PersonLeftError."""
        self._devices.start()
        try:
            for name, display in displays_of(self._table).items():
                self._drawn_s[name] = await device_trials.picture_time(
                    self._devices.screens, name, display.size, self._lost
                )
            self._show()
            await asyncio.sleep(GREETING_S)
            for step in steps_of(self._table):
                tries += await self._try(step)
            board = [device for device in self._devices.vitals.devices if device in self._lost]
            tries += [_lost(Step(Kind.ANSWERS, device, device), self._lost[device]) for device in board]
            tries += [*self._lines_of_readers(), *await self._lines_of_hubs()]
        finally:
            self._devices.close()

    async def _try(self, step: Step) -> list[Tried]:
        if lost := self._lost.get(step.device):
            return [_lost(step, lost)]
        if step.kind is Kind.ANSWERS:  # of an expander nobody knows where its hub could not be met
            lost = self._lost.get(f"hub {step.name}")
            return [_lost(step, lost) if lost else step.tried()]
        tries = {
            Kind.LIT: self._try_light,
            Kind.SHOWS: self._try_display,
            Kind.PRESSED: self._try_button,
            Kind.SENSED: self._try_sensor,
            Kind.READ: self._try_pad,
        }
        return await tries[step.kind](step)

    # What is seen.

    async def _try_light(self, step: Step) -> list[Tried]:
        self._show(step)
        await asyncio.sleep(LOOK_S)
        is_so = await self._person.sees(step)
        self._show()
        told = f"{step.device} was told to be lit alone, and that is not what was seen"
        return [step.tried() if is_so else step.tried(told, "see its wire, its resistor and its pin or place")]

    async def _try_display(self, step: Step) -> list[Tried]:
        await asyncio.sleep(LOOK_S)
        if await self._person.sees(step):
            told = device_trials.told_slow(self._drawn_s[step.name])
            return [step.tried(told, device_trials.SLOW_MEND) if told else step.tried()]
        if lost := self._lost.get(step.device):
            return [_lost(step, lost)]
        told = f"it does not show its name within {LOOK_S:g} s"
        return [step.tried(told, "two displays swapped? a slow bus? see address, channel and wires")]

    # What hands do.

    async def _try_button(self, step: Step) -> list[Tried]:
        self._heard.pressed.clear()
        await self._person.begin(step)
        is_pressed = await self._wait(lambda: bool(self._heard.pressed))
        await self._person.end(step)
        if not is_pressed:
            return [step.tried("no press came", "see its wire and its pin, and that nothing holds it down")]
        if self._heard.pressed[0] != step.name:
            told = f"the press came from button {self._heard.pressed[0]}"
            return [step.tried(told, "swap the two wires, or their pins in the table file")]
        if not await self._wait(lambda: step.name not in self._heard.down):
            return [step.tried("it was pressed and never let go", "see that it comes up by itself")]
        return [step.tried()]

    async def _try_sensor(self, step: Step) -> list[Tried]:
        space = int(step.name)
        always = set(self._heard.closed)  # each of these is a finding of its own
        await self._person.begin(step)
        await self._wait(lambda: space in self._heard.closed)
        there = set(self._heard.closed)
        self._sound()
        await self._person.end(step)
        await self._wait(lambda: space not in self._heard.closed)
        if space not in there:
            mend = "see its wire and its pin; a hall switch answers one pole of the magnet only: turn it over"
            return [step.tried("it does not feel Tacocat", mend)]
        if space in self._heard.closed:
            return [step.tried("it feels Tacocat when it is gone", "is it shorted to ground, or near a magnet?")]
        if others := there - {space} - always:
            told = f"the spaces {sorted(others)} feel Tacocat, too"
            return [step.tried(told, "one of them is stuck, or too near")]
        return [step.tried()]

    async def _try_pad(self, step: Step) -> list[Tried]:
        await self._person.begin(step)
        has_come = await self._wait(lambda: step.name in self._heard.lying)
        reader = next((reader for reader in self._devices.readers if reader.zone == step.name), None)
        watch = device_trials.watch(step.name, self._table.pads[step.name], self._heard, reader)
        await asyncio.sleep(REST_S)
        unsteady = watch()
        there = dict(self._heard.lying)
        self._sound()
        await self._person.end(step)
        has_gone = await self._wait(lambda: step.name not in self._heard.lying)
        told = f"it hears the card that lies on the pad {step.name}"
        strays = [zone for zone, tags in there.items() if zone != step.name and tags]
        tries = [Tried(f"reader {zone}", Kind.READ, told, device_trials.CLOSE) for zone in strays]
        if not has_come:
            lost = self._lost.get(step.device)
            told = lost.reason if lost else "the card was not read"
            return [*tries, step.tried(told, f"{device_trials.CLOSE}; is the tag of this reader's kind?")]
        if unsteady:
            return [*tries, step.tried(unsteady, device_trials.EDGE)]
        if not has_gone and self._table.pads[step.name].tells_leaving:
            return [*tries, step.tried("it still tells a card that was lifted", "power the reader off and on")]
        return [*tries, step.tried()]

    def _lines_of_readers(self) -> Iterator[Tried]:
        """Yield readers whose bytes were wrong meanwhile, although they were understood in the end."""
        for reader in self._devices.readers:
            told = reader.counters
            if told.bytes_invalid or told.timeouts:
                what = f"{told.bytes_invalid} bytes were wrong, {told.timeouts} answers did not come"
                yield Tried(reader.device, Kind.READ, what, CABLE)
            elif says_twice(self._table, reader):
                yield Tried(reader.device, Kind.READ, SAYS_TWICE, CABLE)

    async def _lines_of_hubs(self) -> list[Tried]:
        """Return hubs on whose cables lines are spoiled, and readers of theirs whose supply dips."""
        if self._table.hubs:
            await device_trials.try_lines(self._devices.hubs)
        kinds = {"hub": Kind.ANSWERS, "reader": Kind.READ}
        return [
            Tried(device, kinds[device.partition(" ")[0]], told, mend)
            for device, told, mend in device_trials.flaws_of(self._devices.hubs.counters())
            if device not in self._lost
        ]

    # The small steps.

    async def _wait(self, is_so: Callable[[], bool]) -> bool:
        return await device_trials.happens(is_so, self._person.patience_s)

    def _sound(self) -> None:
        """Sound a tone: hands may go on."""
        self._cue += 1
        self._show()

    def _show(self, step: Step | None = None) -> None:
        lit = step.device if step is not None else ""
        names = [lamp.button for lamp in lamps_of(self._table)]
        lamps = {name: Light(ON if lit == f"lamp {name}" else ports.DARK, "") for name in names}
        numbers = range(1, self._table.row_count() + 1)
        lights = tuple(Light(ON if lit == f"light {number}" else ports.DARK, "") for number in numbers)
        screens = {name: device_trials.name_picture(name) for name in displays_of(self._table)}
        self._devices.show(Scene(lights, lamps, screens, {}, {}, Cue(self._cue, "found"), volume=1), lambda: None)


def _lost(step: Step, lost: ports.DeviceLost) -> Tried:
    mend = lost_mend(lost.device, lost.reason, lost.fault)
    return step.tried(told_once(lost.device, lost.reason).removesuffix(f"; {mend}"), mend)


def in_lines(tries: Sequence[Tried]) -> str:
    """Return the outcome as lines to read; the counts at the end are those of the cells."""
    lines = [f"{'':<18}" + " ".join(f"{kind.value:<8}" for kind in Kind).rstrip()]
    failed = [tried for tried in tries if tried.mend]
    worst = {(tried.device, tried.kind): tried.outcome for tried in (*tries, *failed)}
    for device in dict.fromkeys(tried.device for tried in tries):
        cells = (worst.get((device, kind), ".") for kind in Kind)
        lines.append(f"{device:<18}" + " ".join(f"{cell:<8}" for cell in cells).rstrip())
    for tried in failed:
        lines += [f"{tried.device}: {tried.told}", f"  -> {tried.mend}"]
    count = sum(outcome == "FAIL" for outcome in worst.values())
    return "\n".join([*lines, f"{len(worst) - count} passed, {count} failed"])


def as_plain(tries: Sequence[Tried]) -> list[dict[str, str]]:
    """Return the tries as they are written in JSON."""
    return [
        {"device": t.device, "try": t.kind.value, "outcome": t.outcome, "told": t.told, "mend": t.mend} for t in tries
    ]
