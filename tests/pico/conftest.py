"""The hub's sources are no installed package: a maker copies them to a Pico. Tests find them where they lie."""

from __future__ import annotations

import sys
from pathlib import Path

SOURCES = str(Path(__file__).resolve().parents[2] / "firmware" / "pico")
if SOURCES not in sys.path:
    sys.path.insert(0, SOURCES)
