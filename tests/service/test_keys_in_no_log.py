"""No key is in the system log: who may read that log is not who may see each seat's hand, or decide."""

from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from patience import until
from tacotable.web.private_lines import without_keys

RUNS = {
    "a real table": ("run", "--table", "{real}", "--port", "0", "--state", "{state}"),
    "a simulated table": ("run", "--table", "kittens", "--port", "0", "--state", "{state}"),
    "a simulated table without a folder": ("run", "--table", "tacocat", "--port", "0"),
    "a director": ("director", "--port", "0", "--state", "{state}"),
}


@pytest.mark.parametrize("run", RUNS)
def test_the_system_log_has_no_key_and_names_the_file_that_has_them(run: str, tmp_path: Path) -> None:
    real, state, log = tmp_path / "real.toml", tmp_path / "state", tmp_path / "log"
    real.write_text(
        (Path(__file__).parents[2] / "firmware/pi/tacotable/tables/buttons.toml").read_text("utf-8"), "utf-8"
    )
    words = [word.format(real=real, state=state) for word in RUNS[run]]
    with log.open("w") as file:
        at = os.fstat(file.fileno())
        variables = {"JOURNAL_STREAM": f"{at.st_dev}:{at.st_ino}", "GPIOZERO_PIN_FACTORY": "mock"}
        process = subprocess.Popen(
            [sys.executable, "-m", "tacotable", *words],
            env={**os.environ, **variables, "PYTHONUNBUFFERED": "1"}, stdout=file, stderr=file, cwd=tmp_path,
        )  # fmt: skip
    until(lambda: "Links with keys" in log.read_text(), "the start")
    process.send_signal(signal.SIGINT)
    process.wait()

    assert "key=" not in log.read_text()
    if "--state" in words:
        assert f"Links with keys are in a file of their own: sudo cat {state}/links" in log.read_text()
        assert re.search(r"#key=\S{16}", (state / "links").read_text())
        assert stat.S_IMODE((state / "links").stat().st_mode) == 0o600


def test_a_terminal_gets_all_lines_and_a_folder_that_takes_no_file_is_named(tmp_path: Path) -> None:
    lines = ("The arbiter may open: http://pi/#key=ABC", "Stop with Ctrl-C.")
    assert without_keys(lines, tmp_path, {}) == lines
    assert not (tmp_path / "links").exists()

    at = os.fstat(1)
    here = {"JOURNAL_STREAM": f"{at.st_dev}:{at.st_ino}"}
    assert without_keys(lines, tmp_path / "missing", here) == (
        "Stop with Ctrl-C.",
        f"Links with keys cannot be kept in {tmp_path}/missing/links: No such file or directory; make room there, "
        "start again.",
    )
