"""What the installer tries before it takes a version: hubs."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.stub_root import StubHouse, reason_to_leave_out, stub_house

WHY_NOT = reason_to_leave_out()
pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)

MINE = "/root/mine/table.toml"
HUB = 'game = "ek120"\n\n[[hubs]]\nname = "hub"\n'


@pytest.fixture
def house(tmp_path: Path) -> StubHouse:
    return stub_house(tmp_path / "root")


def test_a_table_with_a_hub_is_read_and_one_without_is_started(house: StubHouse) -> None:
    told = house.install("--table", house.write(MINE, HUB), version="1.0.0")

    assert "note: hubs are not simulated here; table.toml is read, and the shipped table kittens started" in told
    read, started = house.read("/tried").splitlines()
    assert read.startswith("root check /tmp/")
    assert started == "root run --table kittens --simulate --port 0"
    assert house.read("/etc/tacotable/table.toml") == HUB


def test_a_fault_in_a_table_with_a_hub_is_still_found(house: StubHouse) -> None:
    told = house.install("--table", house.write(MINE, f"nonsense = 1\n{HUB}"), version="1.0.0", status=1)

    assert "nonsense: no such key" in told
    assert house.current() == ""
