"""The scenario files as a source: each is played on the rig without devices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from recordings import TESTS
from recordings.game import Game, Setting
from recordings.tape import Tape
from tacotable.rig.engine import EngineRig, engine_cannot
from tacotable.rig.runner import play
from tacotable.rig.scenario import Scenario
from tacotable.rig.scenario_file import read_scenario

HIL = TESTS / "hil"


class TapedRig(EngineRig):
    """A rig whose program, and each that starts after it, is noted on a tape."""

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute: watch a new controller before its first event, and give robots a chance that repeats."""
        super().__setattr__(name, value)
        if name == "controller":
            if not hasattr(self, "tape"):
                self.tape = Tape(lambda: self.now_s * 1_000)
            self.tape.watch(self.controller)
        if name == "_minds":
            self._minds._chance = Random("robots")


def games(pattern: str = "*") -> Iterator[Game]:
    """Yield a game for each scenario file that needs no devices."""
    for scenario in _scenarios(pattern):
        yield _played(scenario, scenario.path)


def unrecorded(names: Iterable[str]) -> list[str]:
    """Return the scenario files that are not among these games."""
    return sorted({_name(scenario.path) for scenario in _scenarios("*")}.difference(names))


def _scenarios(pattern: str) -> Iterator[Scenario]:
    scenarios = map(read_scenario, sorted(HIL.glob(f"{pattern}.rig.toml")))
    return (scenario for scenario in scenarios if engine_cannot(scenario) is None)


def _name(path: Path) -> str:
    return f"rig/{path.name.partition('.')[0]}"


def _played(scenario: Scenario, path: Path) -> Game:
    file = scenario.file
    shipped = Path(scenario.table)
    table = str(shipped.relative_to(TESTS)) if shipped.is_relative_to(TESTS) else scenario.table
    setting = Setting(table, file.game or "", file.mode or "", file.language or "", is_enrolled=file.enrolled)
    rig = TapedRig(setting.table_file(), is_enrolled=file.enrolled)
    play(scenario, rig, "engine")
    return rig.tape.game(_name(path), setting)
