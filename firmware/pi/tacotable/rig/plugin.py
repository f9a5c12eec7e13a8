"""The pytest plugin: collects `*.rig.toml` files, runs each on every rig that is asked for, and prints the matrix.

It is loaded in every project where Tacotable is installed, so it imports nothing of Tacotable before it meets a
scenario file, and does nothing where there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tacotable.errors import TacotableError

if TYPE_CHECKING:
    from tacotable.rig.manual import RealTable
    from tacotable.rig.runner import Outcome
    from tacotable.rig.scenario import Scenario

SUFFIX = ".rig.toml"
NAMES = ("engine", "sim", "hub", "micropython", "chip", "real")
_OF_LUMA = "Image.Image.getdata is deprecated"
"""luma.oled 3.16 draws with what Pillow 13 calls so, at every picture; whoever writes a scenario cannot mend that."""
_outcomes: pytest.StashKey[list[Outcome]] = pytest.StashKey()
_real_table: pytest.StashKey[RealTable] = pytest.StashKey()


class RigFailedError(TacotableError):
    """A scenario was not carried out as it says; the text names file, line, and what was otherwise."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of rigs."""
    group = parser.getgroup("tacotable", "Tacotable's scenarios (*.rig.toml)")
    group.addoption(
        "--rig", action="append", choices=NAMES, metavar="NAME", help=f"run scenarios on this rig: {', '.join(NAMES)}"
    )
    group.addoption("--rig-table", metavar="FILE", help="the file of the real table, for --rig real")
    group.addoption("--rig-hands", metavar="COMMAND", help="a command that does what is asked at the real table")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a scenario file."""
    return ScenarioFile.from_parent(parent, path=file_path) if file_path.name.endswith(SUFFIX) else None


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send what came of the scenarios to the process that prints the matrix, from a worker of pytest-xdist."""
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output["tacotable-rig"] = [astuple(outcome) for outcome in noted(session.config)]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Collect what a worker of pytest-xdist sent at its end."""
    from tacotable.rig.runner import Outcome

    noted(node.config).extend(Outcome(*each) for each in getattr(node, "workeroutput", {}).get("tacotable-rig", []))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the matrix behind the tests, where any scenario ran or could not."""
    if outcomes := config.stash.get(_outcomes, []):
        from tacotable.rig.matrix import as_text  # only now: see above

        terminalreporter.section("scenarios by rig")
        order = {name: place for place, name in enumerate(NAMES)}
        for line in as_text(sorted(dict.fromkeys(outcomes), key=lambda one: (one.scenario, order[one.rig]))):
            terminalreporter.write_line(line)


class ScenarioFile(pytest.File):
    """A scenario file: one test for each rig."""

    def collect(self) -> Iterator[pytest.Item]:
        """Read the file, and yield its tests; a rig that cannot run it here is noted for the matrix.

        A file that cannot be used is a test that fails: an error raised here would keep pytest from running any other.
        """
        try:
            from tacotable.rig.backends import SLOW, why_not
            from tacotable.rig.runner import Outcome
            from tacotable.rig.scenario_file import read_scenario

            scenario, real, asked = read_scenario(self.path), self.real_table(), self.config.getoption("rig")
            reasons = {name: why_not(scenario, name, real) for name in asked or NAMES}
            for name, reason in reasons.items():
                if reason is None and not asked and name in SLOW:
                    reason = f"it takes real time; ask for it: --rig {name}"
                if reason:
                    noted(self.config).append(Outcome(scenario.name, name, "not run", reason))
                else:
                    yield ScenarioItem.from_parent(self, name=f"{scenario.name}[{name}]", scenario=scenario, rig=name)
        except Exception as error:  # noqa: BLE001  # see above; the test raises it again
            yield _UnusableFile.from_parent(self, name=self.path.name, error=error)

    def real_table(self) -> RealTable | None:
        """Return the real table, if there is one; whoever is at it is the same for a whole run."""
        if self.config.getoption("rig_table") is None:
            return None
        if _real_table not in self.config.stash:
            from tacotable.rig.dialogue import Machine
            from tacotable.rig.manual import RealTable
            from tacotable.table.file import read_table

            table, command = read_table(self.config.getoption("rig_table")), self.config.getoption("rig_hands")
            dialogue = Machine(command) if command else _console(self.config)
            self.config.add_cleanup(dialogue.close)
            self.config.stash[_real_table] = RealTable(table, dialogue)
        return self.config.stash[_real_table]


class _UnusableFile(pytest.Item):
    """A scenario file in which something is wrong, or for which this machine lacks something."""

    def __init__(self, *, error: Exception, **more: Any) -> None:
        super().__init__(**more)
        self.error = error

    def runtest(self) -> None:
        raise self.error

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *more: Any) -> str | Any:
        """Return a mistake in the file in one line; any other error as pytest does."""
        from tacotable.rig.scenario_file import ScenarioError

        return str(self.error) if isinstance(self.error, ScenarioError) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, 0, self.name


class ScenarioItem(pytest.Item):
    """One scenario on one rig."""

    def __init__(self, *, scenario: Scenario, rig: str, **more: Any) -> None:
        super().__init__(**more)
        self.scenario, self.rig = scenario, rig
        self.add_marker(pytest.mark.filterwarnings(f"ignore:{_OF_LUMA}:DeprecationWarning"))

    def runtest(self) -> None:
        """Carry it out."""
        from tacotable.rig.backends import run

        parent = self.parent
        assert isinstance(parent, ScenarioFile)  # noqa: S101  # only such a file makes this item
        real = parent.real_table()
        outcome = run(self.scenario, self.rig, real)
        noted(self.config).append(outcome)
        table = real.table.name if real and self.rig == "real" else self.scenario.table
        self.user_properties += [("rig", self.rig), ("table", table), ("program", version("tacotable"))]
        self.user_properties += [("hub firmware", told) for told in outcome.hub_firmware]
        if outcome.verdict == "failed":
            self.user_properties.append(("failing line", outcome.line))
            raise RigFailedError("\n".join((outcome.reason, *outcome.trace)))
        if outcome.verdict == "failed as expected":
            pytest.xfail(str(self.scenario.file.expected_to_fail))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *more: Any) -> str | Any:
        """Return what was not as expected in one line, then the steps up to there; any other error as pytest does."""
        if isinstance(excinfo.value, RigFailedError):
            return f"{self.scenario.file.title} ({self.rig}): {excinfo.value}"
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where it stands."""
        return self.path, 0, f"{self.scenario.name} on {self.rig}"  # with no line a mark `skip` is an error of pytest


def noted(config: pytest.Config) -> list[Outcome]:
    """Return what the matrix tells at the end; whoever leaves a scenario out adds why."""
    return config.stash.setdefault(_outcomes, [])


def _console(config: pytest.Config) -> Any:
    """Return the console, with pytest's capture put aside while somebody is asked."""
    from tacotable.rig.dialogue import Console

    capture = config.pluginmanager.getplugin("capturemanager")
    if capture is None:
        return Console()

    def ask(text: str) -> str:
        capture.suspend_global_capture(in_=True)
        try:
            return input(text)
        finally:
            capture.resume_global_capture()

    return Console(ask)
