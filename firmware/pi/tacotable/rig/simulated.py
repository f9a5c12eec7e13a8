"""The rig of the simulated table: the program's drivers read bytes and edges, and eyes read panels and lamps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from tacotable.autoplay.rig_tables import Bench, simulated_bench, simulated_faults
from tacotable.display.draw import draw
from tacotable.display.sounds import TONES
from tacotable.rig.checks import fits, look_of
from tacotable.rig.rigs import Hands, Heard, OnBench, Rig
from tacotable.rig.scenario import Break, Scenario

if TYPE_CHECKING:
    from tacotable.state.scene import Screen
    from tacotable.table.file import TableFile
    from tacotable_drivers.ports import Tone
    from tacotable_sim.table import SimulatedTable

Name = TypeVar("Name", str, int)
WATCH_S, GLANCE_S = 1.2, 0.04  # So long, and so often, eyes look at lamps: each flashing one is lit and dark in it.
LISTEN_S = 0.01  # How often ears listen; the shortest tone is three times as long.
RING_OUT_S = 0.3  # Longer than the buzzer needs to begin; a sound's own length is added.


class _SimulatedRig(OnBench, Hands):
    def __init__(self, bench: Bench, table: SimulatedTable) -> None:
        OnBench.__init__(self, bench)
        Hands.__init__(self, table.truth)
        self._table = table
        self._tones = [(0.0, 0.0)]  # Each change of the tone: when, and its pitch.
        self._listen()

    def move(self, tag: str, place: str) -> None:
        self._table.place(tag, place)

    def press(self, button: str) -> None:
        self._table.press(button)

    def release(self, button: str) -> None:
        self._table.release(button)

    def move_token(self, space: int | None) -> None:
        self._table.move_token(space)

    def set_fault(self, device: str, fault: str, *, on: bool) -> None:
        self._table.switchboard.set(device, fault, on)

    def sees_screen(self, name: str, screen: Screen, language: str) -> str | None:
        """Compare what the display's controller holds with the picture of the screen."""
        panel = self._table.panels[f"display {name}"]
        if panel.faults:
            return f"display {name} is broken, nobody can read it"
        drawn = draw(screen, language, self.controller.scene.people, panel.controller.size)
        drawn = drawn.on_its_head() if name in self.controller.scene.turned else drawn
        if panel.picture() not in drawn.turns:
            return f"display {name} does not hold the picture of what it should show"
        return None

    def sees_lamps(self, lamps: Mapping[str, str]) -> str | None:
        seen = [self._table.look().lamps for _ in self._glances()]
        return _difference("lamp", {name: [now[name] > 0 for now in seen] for name in lamps}, lamps)

    def sees_lights(self, lights: Mapping[int, str]) -> str | None:
        seen = [self._table.look().lights for _ in self._glances()]
        lit = {place: [now[place].is_lit and any(now[place].rgb) for now in seen] for place in lights}
        return _difference("light", lit, lights)

    def hears(self, sounds: Sequence[str], since: Heard | None) -> str | None:
        """Listen to the end of the last sound, and compare its tones, or all tones since the last step."""
        self.wait(RING_OUT_S + sum(tone.ms for tone in TONES[sounds[-1]]) / 1_000 if sounds else LISTEN_S)
        if since is None:
            heard = [hz for _, hz in self._tones][: -1 if self._tones[-1][1] == 0.0 else None]
            heard = heard[-len(tones_of(TONES[sounds[-1]])) :]
        else:
            ringing = [hz for at_s, hz in self._tones if at_s <= since.since_s][-1:]
            heard = ringing + [hz for at_s, hz in self._tones if at_s > since.since_s]
        if is_made_of(heard, sounds, since.before if since else "none"):
            return None
        return f"the buzzer's tones are {heard}, not those of {', '.join(sounds) or 'no sound'}"

    def _glances(self) -> Iterator[None]:
        for _ in range(int(WATCH_S / GLANCE_S)):
            yield
            self.wait(GLANCE_S)

    def _listen(self) -> None:
        """Note each change of the tone, again and again."""
        hz = self._table.tone_hz()
        if hz != self._tones[-1][1]:
            self._tones.append((self._bench.loop.time(), hz))
        self._bench.loop.call_later(LISTEN_S, self._listen)


def tones_of(sound: Sequence[Tone]) -> list[float]:
    """Return what ears tell apart in a sound: a tone that follows itself with no pause is one tone.

    >>> tones_of((Tone(784, 60), Tone(784, 60), Tone(0, 40), Tone(784, 60)))
    [784.0, 0.0, 784.0]
    """
    return [hz for hz, _ in groupby(float(tone.hz) for tone in sound)]


def is_made_of(heard: Sequence[float], sounds: Sequence[str], before: str) -> bool:
    """Return whether tones begin with those of these sounds, of which each ends the one before, and `before` rang on.

    >>> is_made_of([1047.0, 0.0, 220.0, 0.0, 175.0, 0.0], ("card", "refused"), "none")
    True
    >>> is_made_of([1047.0, 0.0], (), "none")
    False
    """
    last = tones_of(TONES[sounds[-1]]) if sounds else []
    cut = [hz for sound in (before, *sounds[:-1]) for hz in tones_of(TONES[sound])]
    for at in range(0 if sounds else len(heard), len(heard) - len(last) + 1):
        rest = iter(cut)
        if heard[at : at + len(last)] == last and all(hz in rest for hz in heard[:at] if hz):
            return True
    return False


def _difference(kind: str, lit: Mapping[Name, Sequence[bool]], wanted: Mapping[Name, str]) -> str | None:
    """Return which of lamps or lights do not look as wanted, from whether each was lit at each glance."""
    looks = ((name, look_of(glances, GLANCE_S), wanted[name]) for name, glances in lit.items())
    wrong = [f"{kind} {name} looks {look}, not {told}" for name, look, told in looks if not fits(look, told)]
    return "; ".join(wrong) or None


def simulated_cannot(table: TableFile, scenario: Scenario) -> str | None:
    """Return why a scenario cannot run on the simulated table, or None: it has no such device, or no such fault."""
    breaks = [(line, line.step) for line in scenario.lines if isinstance(line.step, Break)]
    faults = simulated_faults(table) if breaks else {}
    for line, step in breaks:
        if step.by not in faults.get(step.device, ()):
            known = ", ".join(sorted(faults.get(step.device, ()))) or "no such device"
            return f"{step.device!r} cannot suffer {step.by!r} here ({known}; {line})"
    return None


@contextmanager
def simulated_rig(table: TableFile, scenario: Scenario, *, is_real_time: bool = False) -> Iterator[Rig]:
    """Open the rig of a scenario."""
    with simulated_bench(table, is_enrolled=scenario.file.enrolled, is_real_time=is_real_time) as (bench, simulated):
        yield _SimulatedRig(bench, simulated)
