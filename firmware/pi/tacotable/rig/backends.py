"""The rigs by name: what each is, whether it can run here, and for which scenarios."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tacotable.errors import SetupError, TacotableError
from tacotable.rig.engine import engine_cannot, engine_rig
from tacotable.rig.manual import RealTable, people_cannot, people_rig
from tacotable.rig.names import unknown_name
from tacotable.rig.rigs import Rig, RigError
from tacotable.rig.runner import Outcome, play
from tacotable.rig.scenario_file import ScenarioError, place_of
from tacotable.rig.simulated import simulated_cannot, simulated_rig
from tacotable.simulation.hardware import HubProgramError, check_hub_programs
from tacotable.table.checks import faults_of
from tacotable.table.file import SHIPPED, TableFile, read_table
from tacotable.table.kinds import with_game

if TYPE_CHECKING:
    from tacotable.rig.scenario import Scenario

IMAGE = "TACOTABLE_MICROPYTHON_UF2"
NO_REAL_TABLE = "needs a table and somebody at it: tacotable rig FILE --rig real --table TABLE"


@dataclass(frozen=True, slots=True)
class Options:
    """What rigs need to know: for a real table its file and who does what is asked."""

    real: RealTable | None = None


def run(scenario: Scenario, name: str, options: Options) -> Outcome:
    """Carry a scenario out on the rig of this name; where that cannot be, the outcome says why."""
    if reason := why_not(scenario, name, options):
        return Outcome(scenario.name, name, "not run", reason)
    backend = BACKENDS[name]
    table = backend.table(scenario, options)
    if mistake := unknown_name(table, scenario):
        return Outcome(scenario.name, name, "failed", mistake)
    with backend.opened(table, scenario, options) as rig:
        return play(scenario, rig, name)


def why_not(scenario: Scenario, name: str, options: Options) -> str | None:
    """Return why a scenario cannot run on the rig of this name, or None; raises ScenarioError for a wrong table."""
    backend = BACKENDS[name]
    if reason := backend.missing(options):
        return reason
    try:
        table = backend.table(scenario, options)
    except RigError as error:
        return str(error)
    return backend.cannot(table, scenario)


def unattended() -> tuple[str, ...]:
    """Name the rigs that need nobody and run fast, those that are taken when none is named."""
    return ("engine", "sim", *(("hub",) if BACKENDS["hub"].missing(Options()) is None else ()))


def _simulated(scenario: Scenario, options: Options, *, has_hub: bool | None = None) -> TableFile:
    """Return the table of a scenario, where the rig has a hub the form of it that has one."""
    del options
    name = scenario.table
    with_hub = name.removesuffix(".toml") + "-hub" + (".toml" if name.endswith(".toml") else "")
    if has_hub and (with_hub in SHIPPED or Path(with_hub).is_file()):
        name = with_hub
    try:
        table = read_table(name)
    except TacotableError as error:
        raise ScenarioError(f"{place_of(scenario.path, 'table')}: {error}") from None
    if has_hub and not table.hubs:
        raise RigError(f"the table {table.name!r} has no hub, nor has another form of it")
    if has_hub is False and table.hubs:
        raise RigError(f"the table {table.name!r} has a hub, and is carried out with it on the rig `hub`")
    return _as_told(table, scenario)


def _as_told(table: TableFile, scenario: Scenario) -> TableFile:
    """Return a table with the game, the mode and the language of a scenario; raises ScenarioError."""
    try:
        table = with_game(table, scenario.game) if scenario.game else table
    except SetupError as error:
        raise ScenarioError(f"{place_of(scenario.path, 'game')}: {error}") from None
    mode, language = scenario.mode or table.mode, scenario.language or table.language
    table = msgspec.structs.replace(table, mode=mode, language=language)
    if faults := faults_of(table):
        key, _, what = faults[0].partition(": ")
        raise ScenarioError(f"{place_of(scenario.path, key)}: {what}")
    return table


def _hub_missing(options: Options, *, is_real_time: bool = False) -> str | None:
    del options
    try:
        check_hub_programs(read_table("tacocat-hub"), is_real_time=is_real_time)
    except HubProgramError as error:
        return str(error)
    return None


def _chip_missing(options: Options) -> str | None:
    del options
    return (
        f"an emulated second takes minutes; the hub alone runs there: {IMAGE}=IMAGE pytest tests/pico/test_emulated.py"
    )


@contextmanager
def _real(table: TableFile, scenario: Scenario, options: Options) -> Iterator[Rig]:
    assert options.real is not None  # noqa: S101  # `missing` was asked before
    with people_rig(table, scenario, options.real) as rig:
        yield rig


def _real_table(scenario: Scenario, options: Options) -> TableFile:
    return _as_told(options.real.table, scenario) if options.real else _simulated(scenario, options)


def _on_simulated(
    table: TableFile, scenario: Scenario, options: Options, *, is_real_time: bool = False
) -> AbstractContextManager[Rig]:
    del options
    return simulated_rig(table, scenario, is_real_time=is_real_time)


@dataclass(frozen=True, slots=True)
class Backend:
    """One kind of rig, on the simulated table where nothing else is said."""

    what: str
    missing: Callable[[Options], str | None] = lambda options: None
    """Why none can run here."""
    table: Callable[[Scenario, Options], TableFile] = _simulated
    cannot: Callable[[TableFile, Scenario], str | None] = simulated_cannot
    """Why one scenario cannot."""
    opened: Callable[[TableFile, Scenario, Options], AbstractContextManager[Rig]] = _on_simulated
    is_slow: bool = False
    """Whether it runs in real time."""


BACKENDS: Mapping[str, Backend] = {
    "engine": Backend(
        "perception, referee and view alone: events in, scenes out",
        cannot=lambda table, scenario: engine_cannot(scenario),
        opened=lambda table, scenario, options: engine_rig(table, scenario),
    ),
    "sim": Backend(
        "the simulated table: bytes, edges and panels, in virtual time",
        table=partial(_simulated, has_hub=False),
    ),
    "hub": Backend(
        "the simulated table with readers, buttons and lights on a hub: its firmware on CPython, in virtual time",
        _hub_missing,
        table=partial(_simulated, has_hub=True),
    ),
    "micropython": Backend(
        "the same hub's firmware in a real MicroPython on a terminal, in real time",
        partial(_hub_missing, is_real_time=True),
        table=partial(_simulated, has_hub=True),
        opened=partial(_on_simulated, is_real_time=True),
        is_slow=True,
    ),
    "chip": Backend("the hub's firmware on an emulated RP2040", _chip_missing, is_slow=True),
    "real": Backend(
        "a real table: people or a machine do what is asked, and confirm what they see",
        lambda options: None if options.real else NO_REAL_TABLE,
        table=_real_table,
        cannot=lambda table, scenario: people_cannot(scenario) or unknown_name(table, scenario),
        opened=_real,
        is_slow=True,
    ),
}
