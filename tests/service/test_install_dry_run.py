"""What the installer says before it does anything: every step, and a table file that cannot be read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

INSTALL = Path(__file__).resolve().parents[2] / "systemd" / "install"


def said(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, INSTALL, "--dry-run", *arguments], capture_output=True, text=True)


def test_a_dry_run_tells_all_steps_and_does_none() -> None:
    done = said()

    steps = [line for line in done.stdout.splitlines() if line.startswith("would ")]
    assert done.returncode == 0
    look, build, try_it = (
        next(number for number, step in enumerate(steps) if step.startswith(f"would {what}"))
        for what in ("look ", "build the wheel of", "try 0.1.0-")
    )
    assert look < build < try_it
    assert done.stdout.endswith("nothing was done\n")


def test_a_table_file_that_is_not_there_is_told_before_the_first_step(tmp_path: Path) -> None:
    done = said("--table", tmp_path / "table.toml")

    assert done.returncode == 1
    assert "would" not in done.stdout
    assert done.stderr.endswith("table.toml: No such file or directory; give a table file with --table\n")


def test_wheels_that_the_tree_cannot_be_built_with_are_told_before_the_first_step(tmp_path: Path) -> None:
    done = said("--wheels", tmp_path)

    assert done.returncode == 1
    assert "would" not in done.stdout
    assert "no hatchling, which builds the wheel" in done.stderr
    assert f"python3 -m pip download -d {tmp_path}" in done.stderr


def test_a_wheel_that_is_given_needs_nothing_to_be_built_with(tmp_path: Path) -> None:
    (tmp_path / "tacotable-0.1.0-py3-none-any.whl").touch()

    done = said("--wheels", tmp_path, "--wheel", tmp_path / "tacotable-0.1.0-py3-none-any.whl")

    assert done.returncode == 0


def test_a_table_file_that_is_no_toml_is_told_before_the_first_step(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("name = [", encoding="utf-8")

    done = said("--table", tmp_path / "table.toml")

    assert done.returncode == 1
    assert "would" not in done.stdout
    assert "mend it, or give another table file with --table" in done.stderr
