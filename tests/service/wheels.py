"""Wheels for tests of the installation: this tree's, later versions of it, and all that they need."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = ("engine", "drivers", "hw-sim", "firmware", "pyproject.toml", "README.md", "LICENSE")


def build(tree: Path, out: Path) -> Path:
    """Build the wheel of a tree; gives its path."""
    before = set(out.glob("tacotable-*.whl"))
    _run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(tree))
    [wheel] = set(out.glob("tacotable-*.whl")) - before
    return wheel


def copied(tree: Path, *parts: str) -> None:
    """Copy parts of this tree into a folder; what its wheel is built of, where none are named."""
    for part in parts or PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, tree / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tree)


def later(version: str, scratch: Path) -> Path:
    """Give a copy of this tree as another version."""
    tree = scratch / f"tree-{version}"
    tree.mkdir()
    copied(tree)
    project = tree / "pyproject.toml"
    project.write_text(project.read_text("utf-8").replace('version = "0.1.0"', f'version = "{version}"'), "utf-8")
    return tree


def fetch_locked(python: str, machine: str, folder: Path) -> None:
    """Fetch the wheels of a Python and a processor that the lists name, with what builds this tree's own."""
    lists = [("-r", str(ROOT / "systemd" / f"requirements-{name}.lock")) for name in (python, "build")]
    fetch(python, machine, folder, "--no-deps", "--require-hashes", *(word for pair in lists for word in pair))


def fetch(python: str, machine: str, folder: Path, *wanted: str) -> None:
    """Fetch wheels for a Python and a processor, which need not be this machine's."""
    places = [f"--platform={each}_{machine}" for each in ("manylinux_2_28", "manylinux_2_17", "manylinux2014")]
    kind = ("--only-binary=:all:", "--python-version", python, *places)
    _run(*_pip(), "download", "-q", *kind, "-d", str(folder), *wanted)


def _pip() -> list[str]:
    """Give a pip of this Python: the environment's own, or the machine's."""
    own = [sys.executable, "-m", "pip"]
    has_own = subprocess.run([*own, "--version"], capture_output=True).returncode == 0
    return own if has_own else [str(Path(sys.base_prefix) / "bin" / "python3"), "-m", "pip"]


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}"
