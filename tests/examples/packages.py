"""The packages of `examples/`, installed into a folder of their own as pip installs them beside the project."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
Command = Callable[..., CompletedProcess[str]]


def ask(folder: Path, *requests: Mapping[str, object], options: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Put requests to the referee of a folder of packages, and give its answers."""
    done = subprocess.run(
        [sys.executable, "-m", "tacotable", "referee", *options],
        env={"PYTHONPATH": str(folder)},
        input="\n".join(map(json.dumps, requests)),
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def pip() -> list[str]:
    """Give a pip that runs here: this environment's, or the machine's."""
    own = [sys.executable, "-m", "pip"]
    if subprocess.run([*own, "--version"], capture_output=True, check=False).returncode == 0:
        return own
    return [str(Path(sys.base_prefix) / "bin" / "python3"), "-m", "pip", "--python", sys.executable]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with the examples, as a wheel of each puts them there."""
    folder = tmp_path_factory.mktemp("installed")
    options = ("-q", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--target", str(folder))
    packages = (str(path.parent) for path in sorted(EXAMPLES.glob("*/pyproject.toml")))
    subprocess.run([*pip(), "install", *options, *packages], check=True)
    return folder


@pytest.fixture(scope="session")
def run() -> Command:
    """Give what runs this Python with arguments, where a folder of packages is installed, too."""

    def run(folder: Path, *arguments: str) -> CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        return subprocess.run(
            [sys.executable, *arguments], env=environment, cwd=folder, capture_output=True, text=True, check=False
        )

    return run
