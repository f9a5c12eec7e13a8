"""The byte vectors of `tests/vectors`, read for the tests."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "vectors"


def vectors(file: str, kind: str) -> list[dict[str, Any]]:
    """Give the vectors of one kind, in the order of the file."""
    return list(tomllib.loads((FOLDER / file).read_text(encoding="utf-8"))[kind])
