"""The labgrid driver of `examples/`, in an environment with labgrid and without Tacotable, as in a lab."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from examples.packages import EXAMPLES

pytestmark = pytest.mark.skipif(
    not (os.environ.get("CI") or os.environ.get("TACOTABLE_LABGRID")),
    reason="installs labgrid from the package index: set TACOTABLE_LABGRID=1",
)
SCENARIOS = Path(__file__).parents[1] / "hil"
SHELL = '''
"""A target whose shell is that of this machine."""
import subprocess
import attr
import tacotable_labgrid
from labgrid import Environment, target_factory
from labgrid.driver.common import Driver
from labgrid.driver.exception import ExecutionError
from labgrid.protocol import CommandProtocol

@target_factory.reg_driver
@attr.s(eq=False)
class ThisShell(Driver, CommandProtocol):
    def run(self, command):
        done = subprocess.run(command, shell=True, capture_output=True, text=True)
        return done.stdout.splitlines(), done.stderr.splitlines(), done.returncode

    def run_check(self, command):
        raise NotImplementedError

    get_status = wait_for = poll_until_success = run_check
'''
RUN = """
import json, sys
import this_shell
from labgrid import Environment
from labgrid.driver.exception import ExecutionError

target = Environment("lab.yaml").get_target("main")
table = target.get_driver("TacotableDriver")
try:
    print(json.dumps(table.run(*sys.argv[1:])))
except ExecutionError as error:
    print(json.dumps([error.msg, error.stderr]))
"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with an environment of labgrid and the driver, and a lab of one target: this machine."""
    folder = tmp_path_factory.mktemp("lab")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    python = str(folder / "venv" / "bin" / "python")
    pip = [str(Path(sys.base_prefix) / "bin" / "python3"), "-m", "pip", "--python", python]
    install = [*pip, "install", "-q", "--disable-pip-version-check", str(EXAMPLES / "labgrid")]
    subprocess.run(install, check=True)
    program = Path(sys.executable).parent / "tacotable"
    drivers = f"      ThisShell: {{}}\n      TacotableDriver: {{rig: engine, program: {program}}}\n"
    (folder / "lab.yaml").write_text(f"targets:\n  main:\n    drivers:\n{drivers}")
    (folder / "this_shell.py").write_text(SHELL)
    (folder / "run.py").write_text(RUN)
    return folder


def told(lab: Path, scenario: Path) -> object:
    """Return what the driver tells of a scenario file."""
    command = [str(lab / "venv" / "bin" / "python"), "run.py", str(scenario)]
    done = subprocess.run(command, cwd=lab, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def test_a_scenario_is_carried_out_and_told_as_a_matrix(lab: Path) -> None:
    assert told(lab, SCENARIOS / "duel.rig.toml") == {
        "matrix": {"duel": {"engine": {"verdict": "passed"}}},
        "passed": 1,
        "failed": 0,
        "failed_as_expected": 0,
        "not_run": 0,
    }


def test_a_scenario_that_fails_is_told_with_its_line(lab: Path) -> None:
    wrong = lab / "wrong.rig.toml"
    wrong.write_text('title = "t"\ntable = "tacocat"\nsteps = [\n  { expect = { stage = "over" } },\n]\n')

    matrix = told(lab, wrong)

    assert isinstance(matrix, dict)
    assert matrix["matrix"]["wrong"]["engine"]["reason"].startswith("wrong.rig.toml:4: ")


def test_a_file_that_is_not_there_is_an_error_of_the_lab(lab: Path) -> None:
    error = told(lab, lab / "none.rig.toml")

    assert isinstance(error, list)
    assert error[0] == "tacotable rig ended with status 2"
    assert "none.rig.toml" in error[1][0]
