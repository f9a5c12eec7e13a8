"""The lines of `tests/vectors/hub.toml`, read for the tests."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parents[1] / "vectors" / "hub.toml"


def vectors(kind: str) -> list[dict[str, Any]]:
    """Give the vectors of one kind, in the order of the file."""
    return list(tomllib.loads(FILE.read_text(encoding="utf-8"))[kind])
