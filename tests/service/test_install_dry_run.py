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
    assert any(step.startswith("would build the wheel of") for step in steps)
    assert any(step.startswith("would try the new version") for step in steps)
    assert done.stdout.endswith("nothing was done\n")


def test_a_table_file_that_is_not_there_is_told_before_the_first_step(tmp_path: Path) -> None:
    done = said("--table", tmp_path / "table.toml")

    assert done.returncode == 1
    assert "would" not in done.stdout
    assert done.stderr.endswith("table.toml: No such file or directory; give a table file with --table\n")


def test_a_table_file_that_is_no_toml_is_told_before_the_first_step(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("name = [", encoding="utf-8")

    done = said("--table", tmp_path / "table.toml")

    assert done.returncode == 1
    assert "would" not in done.stdout
    assert "mend it, or give another table file with --table" in done.stderr
