"""What holds for the drivers' tests: the hub's own program, which is no installed package, can be imported."""

from __future__ import annotations

import sys
from pathlib import Path

SOURCES = str(Path(__file__).resolve().parents[2] / "firmware" / "pico")
if SOURCES not in sys.path:
    sys.path.insert(0, SOURCES)
