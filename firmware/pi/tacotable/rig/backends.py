"""The rigs by name: what each is, whether it can run here, and for which scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import msgspec

from tacotable.errors import SetupError, TacotableError
from tacotable.files.toml_file import shipped_toml
from tacotable.rig.engine import EngineRig, engine_cannot
from tacotable.rig.manual import RealTable, people_cannot, people_rig
from tacotable.rig.names import unknown_name
from tacotable.rig.rigs import Rig, RigError
from tacotable.rig.runner import Outcome, as_expected, play, program_failed
from tacotable.rig.scenario import Scenario
from tacotable.rig.scenario_file import ScenarioError, place_of
from tacotable.rig.simulated import simulated_cannot, simulated_rig
from tacotable.simulation.hardware import HubProgramError, check_hub_programs
from tacotable.table.checks import faults_of
from tacotable.table.file import SHIPPED, TableFile, read_table
from tacotable.table.kinds import with_game
from tacotable_drivers.ports import PinError

NO_REAL_TABLE = "needs a table and somebody at it: tacotable rig FILE --rig real --table TABLE"
NO_CHIP = (
    "an emulated second takes minutes; the hub alone runs there: "
    "TACOTABLE_MICROPYTHON_UF2=IMAGE pytest tests/pico/test_emulated.py"
)

BACKENDS: Mapping[str, str] = shipped_toml("tacotable.rig", "backends.toml")  # What each rig is, by its name.
SLOW = ("micropython", "chip", "real")  # The rigs that take real time.
WITH_HUB = ("hub", "micropython")  # The rigs whose table has to have a hub.


def run(scenario: Scenario, name: str, real: RealTable | None = None) -> Outcome:
    """Carry a scenario out on the rig of this name; where that cannot be, the outcome says why.

    A program that fails as it starts or stops is a failure of the scenario, too. A failure that its file expects is
    none.
    """
    return as_expected(scenario, _run(scenario, name, real))


def _run(scenario: Scenario, name: str, real: RealTable | None) -> Outcome:
    if reason := why_not(scenario, name, real):
        return Outcome(scenario.name, name, "not run", reason)
    table = _table_of(scenario, name, real)
    if mistake := unknown_name(table, scenario):
        return Outcome(scenario.name, name, "failed", mistake)
    try:
        with _opened(table, scenario, name, real) as rig:
            return play(scenario, rig, name)
    except RigError as error:  # hands did not set the table up
        return Outcome(scenario.name, name, "failed", str(error))
    except (TacotableError, PinError):
        raise
    except Exception as error:  # noqa: BLE001  # the edge: other scenarios still have to run
        reason, *report = program_failed(error)
        return Outcome(scenario.name, name, "failed", reason, tuple(report))


def why_not(scenario: Scenario, name: str, real: RealTable | None) -> str | None:
    """Return why a scenario cannot run on the rig of this name, or None; raises ScenarioError for a wrong table."""
    if reason := missing(name, real):
        return reason
    try:
        table = _table_of(scenario, name, real)
    except RigError as error:
        return str(error)
    if name == "engine":
        return engine_cannot(scenario)
    if name == "real":
        return people_cannot(scenario) or unknown_name(table, scenario)
    return simulated_cannot(table, scenario)


def missing(name: str, real: RealTable | None = None) -> str | None:
    """Return why no rig of this name can run here, or None."""
    if name == "chip":
        return NO_CHIP
    if name == "real":
        return None if real else NO_REAL_TABLE
    if name in WITH_HUB:
        try:
            check_hub_programs(read_table("tacocat-hub"), is_real_time=name in SLOW)
        except HubProgramError as error:
            return str(error)
    return None


def _opened(table: TableFile, scenario: Scenario, name: str, real: RealTable | None) -> AbstractContextManager[Rig]:
    if name == "engine":
        return nullcontext(EngineRig(table, is_enrolled=scenario.file.enrolled))
    if name == "real" and real is not None:
        return people_rig(table, scenario, real)
    return simulated_rig(table, scenario, is_real_time=name in SLOW)


def _table_of(scenario: Scenario, name: str, real: RealTable | None) -> TableFile:
    """Return the table of a scenario as it plays there; where the rig has a hub, the form of it that has one.

    Raises ScenarioError, and RigError where the rig has no such table.
    """
    if name == "real" and real is not None:
        return _as_told(real.table, scenario)
    file = scenario.table
    with_hub = file.removesuffix(".toml") + "-hub" + (".toml" if file.endswith(".toml") else "")
    if name in WITH_HUB and (with_hub in SHIPPED or Path(with_hub).is_file()):
        file = with_hub
    try:
        table = read_table(file)
    except TacotableError as error:
        raise ScenarioError(f"{place_of(scenario.path, 'table')}: {error}") from None
    if name in WITH_HUB and not table.hubs:
        raise RigError(f"the table {table.name!r} has no hub, nor has another form of it")
    if name == "sim" and table.hubs:
        raise RigError(f"the table {table.name!r} has a hub, and is carried out with it on the rig `hub`")
    return _as_told(table, scenario)


def _as_told(table: TableFile, scenario: Scenario) -> TableFile:
    """Return a table with the game, the mode and the language of a scenario; raises ScenarioError."""
    try:
        table = with_game(table, scenario.file.game) if scenario.file.game else table
    except SetupError as error:
        raise ScenarioError(f"{place_of(scenario.path, 'game')}: {error}") from None
    mode, language = scenario.file.mode or table.mode, scenario.file.language or table.language
    table = msgspec.structs.replace(table, mode=mode, language=language)
    if faults := faults_of(table):
        key, _, what = faults[0].partition(": ")
        raise ScenarioError(f"{place_of(scenario.path, key)}: {what}")
    return table
