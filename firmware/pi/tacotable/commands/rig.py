"""`tacotable rig`: carries scenario files out on rigs, and prints the matrix."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import tacotable
from tacotable.autoplay.rig_tables import simulated_faults
from tacotable.rig.backends import BACKENDS, missing, run
from tacotable.rig.dialogue import Console, Dialogue, Machine, conformance
from tacotable.rig.manual import RealTable
from tacotable.rig.matrix import MARKS, as_json, reasons, row
from tacotable.rig.names import listing
from tacotable.rig.scenario_file import SUFFIX, ScenarioError, read_scenario
from tacotable.table.choose import add_arguments
from tacotable.table.file import read_table

if TYPE_CHECKING:
    from tacotable.rig.runner import Outcome
    from tacotable.rig.scenario import Scenario

TESTS = Path(tacotable.__file__).parents[3] / "tests"  # In a checkout.


def main(arguments: list[str]) -> int:
    """Run; the status is 1 when a scenario failed or ran nowhere, 2 when none could begin."""
    parser = make_parser()
    chosen = parser.parse_args(arguments)
    if chosen.explore is not None:
        explore([*map(str, chosen.file), *chosen.explore], TESTS)
    if not chosen.file and not chosen.list and not chosen.check_hands:
        parser.error("give scenario files, folders of them, --list TABLE, or --check-hands COMMAND")
    if (chosen.table or chosen.hands) and "real" not in (chosen.rig or ()):
        parser.error("--table and --hands are about a real table; add --rig real")
    if "real" in (chosen.rig or ()) and not chosen.table:
        parser.error("--rig real needs the file of the table: --table FILE")
    if chosen.check_hands:
        return _check_hands(chosen.check_hands)
    if chosen.list:
        table = read_table(chosen.list)
        print("\n".join(listing(table, simulated_faults(table))))
        return 0
    scenarios = [read_scenario(path) for path in _files(chosen.file)]
    outcomes = _run_all(scenarios, chosen)
    print(json.dumps(as_json(outcomes), indent=1) if chosen.json else "\n".join(reasons(outcomes)))
    ran = {outcome.scenario for outcome in outcomes if outcome.verdict != "not run"}
    idle = dict.fromkeys(outcome.scenario for outcome in outcomes if outcome.scenario not in ran)
    for name in idle:  # a mistyped fault would never be found otherwise
        print(f"{name} ran on no rig; the reasons are above", file=sys.stderr)
    return 1 if idle or any(outcome.verdict == "failed" for outcome in outcomes) else 0


def make_parser() -> argparse.ArgumentParser:
    """Make the parser."""
    listing = "\n".join(f"  {name:<12} {what}" for name, what in BACKENDS.items())
    parser = argparse.ArgumentParser(
        prog="tacotable rig",
        description=__doc__,
        epilog=f"rigs:\n{listing}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_arguments(parser, "rig", suffix=SUFFIX, backends=BACKENDS)
    return parser


def explore(arguments: list[str], tests: Path) -> NoReturn:
    """Replace this process by the explorer, which is among the tests; raises ScenarioError without it.

    Its keys are the same in each process if strings have the same hashes.
    """
    if not (tests / "explorer" / "__main__.py").is_file():
        raise ScenarioError(
            "exploring runs from a checkout of the project: clone its repository with git, then run there"
            f" ./dev rig --explore {' '.join(arguments)}"
        )
    path = os.pathsep.join(filter(None, (str(tests), os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "explorer", *arguments]
    os.execve(sys.executable, command, environment)  # noqa: S606  # the checkout's own


def _check_hands(command: str) -> int:
    """Print how a command answers each message of the protocol; the status is 1 where one is answered wrongly."""
    wrongly = 0
    for message, wrong in conformance(command):
        print(f"{wrong or 'ok'}: {message}", flush=True)
        wrongly += bool(wrong)
    return min(wrongly, 1)


def _files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            found = sorted(path.glob(f"*{SUFFIX}"))
            if not found:
                raise ScenarioError(f"{path}: no file here ends with {SUFFIX}; docs/rig.md tells how to write one")
            yield from found
        else:
            yield path


def _run_all(scenarios: list[Scenario], chosen: argparse.Namespace) -> list[Outcome]:
    """Run all; each row of the matrix is printed as soon as its scenario is through."""
    names = chosen.rig or ("engine", "sim", *(() if missing("hub") else ("hub",)))
    width = max(len(scenario.name) for scenario in scenarios)
    outcomes: list[Outcome] = []
    with ExitStack() as to_close:
        real: RealTable | None = None
        if chosen.table:
            dialogue: Dialogue = Machine(chosen.hands) if chosen.hands else Console()
            to_close.callback(dialogue.close)
            real = RealTable(read_table(chosen.table), dialogue)
        if not chosen.json:
            print(row("", names, names, width), flush=True)
        for scenario in scenarios:
            ran = [run(scenario, name, real) for name in names]
            outcomes += ran
            if not chosen.json:
                print(row(scenario.name, [MARKS[outcome.verdict] for outcome in ran], names, width), flush=True)
    return outcomes
