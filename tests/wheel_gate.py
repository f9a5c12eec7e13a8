"""The wheel gate: build the wheel, install it in a clean environment, and play a short game with it.

Run by `./dev check`. It catches what an editable install hides: files missing from the wheel, requirements missing
from the list, imports that only work in a checkout.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SCENARIO = """
title = "In a project of its own a reader falls silent"
table = "tacocat"
steps = [
  { follow = "tacocat-begins.steps.toml" },
  { break = "reader YAY.pad", by = "silence" },
  { expect = { lost = ["reader YAY.pad"] }, within_s = 5.0 },
]
"""


def main() -> int:
    """Build, install, play; gives the exit status."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        _run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", scratch, str(ROOT))
        wheel = next(folder.glob("*.whl"))
        python = _clean_environment(folder / "clean", wheel)
        _play(python, folder)
        _carry_out(python, folder)
    print("wheel gate: built, installed, played, a scenario carried out")
    return 0


def _clean_environment(folder: Path, wheel: Path) -> Path:
    """Install the wheel with what it asks for, pytest for its plugin, and nothing else; works without ensurepip."""
    _run(sys.executable, "-m", "venv", "--without-pip", str(folder))
    python = folder / "bin" / "python"
    _run(*_pip(), "--python", str(python), "-q", "--disable-pip-version-check", "install", str(wheel), "pytest")
    return python


def _pip() -> list[str]:
    """Give a pip that runs here: this environment's, or the machine's."""
    own = [sys.executable, "-m", "pip"]
    if subprocess.run([*own, "--version"], capture_output=True, check=False).returncode == 0:
        return own
    return [str(Path(sys.base_prefix) / "bin" / "python3"), "-m", "pip"]


def _play(python: Path, elsewhere: Path) -> None:
    """Referee a few acts over the protocol, and let simulated players finish a game through the bytes."""
    new = {"op": "new", "game": "tc38", "seats": ["YAY", "WOW"], "seed": 1}
    replies = _run(str(python), "-m", "tacotable", "referee", text=json.dumps(new) + "\n", folder=elsewhere)
    if not json.loads(replies)["ok"]:
        raise SystemExit(f"wheel gate: the referee answered {replies}")
    _run(str(python), "-m", "tacotable", "play", "--games", "1", "--seed", "7", folder=elsewhere)
    _run(str(python), "-m", "tacotable", "check", "tacocat", folder=elsewhere)


def _carry_out(python: Path, elsewhere: Path) -> None:
    """Let pytest carry a scenario out in somebody else's project, on each rig that runs anywhere."""
    (elsewhere / "own.rig.toml").write_text(SCENARIO, encoding="utf-8")
    rigs = ("--rig", "engine", "--rig", "sim", "--rig", "hub")
    told = _run(str(python), "-m", "pytest", "-p", "no:cacheprovider", "own.rig.toml", *rigs, folder=elsewhere)
    if "3 passed" not in told or "Warning" in told:
        raise SystemExit(f"wheel gate: pytest with a scenario said\n{told}")


def _run(*command: str, text: str = "", folder: Path = ROOT) -> str:
    """Run a command outside the checkout's influence; its output is shown when it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=folder, env=environment, check=False)
    if done.returncode:
        raise SystemExit(f"wheel gate: {' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
