"""A house for the installer: a root of its own, where the system's commands are stubs."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.stub_root import StubHouse, reason_to_leave_out, stub_house


@pytest.fixture
def house(tmp_path: Path) -> StubHouse:
    """Give an empty house; skips where this machine cannot have one."""
    if why_not := reason_to_leave_out():
        pytest.skip(why_not)
    return stub_house(tmp_path / "root")
