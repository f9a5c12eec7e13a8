"""What the installer tries before it takes a version: hubs, the files that a table file names, and as whom."""

from __future__ import annotations

import pytest

from service.stub_root import StubHouse

MINE = "/root/mine/table.toml"
HUB = 'game = "ek120"\n\n[[hubs]]\nname = "hub"\n'


def installed(house: StubHouse, inside: str) -> tuple[str, int]:
    """Give text and mode of a file that was installed."""
    return house.read(inside), house.root.path(inside).stat().st_mode & 0o777


def test_a_table_with_a_hub_is_read_and_one_without_is_started(house: StubHouse) -> None:
    told = house.install("--table", house.write(MINE, HUB), version="1.0.0")

    assert "note: hubs are not simulated here; table.toml is read, and the shipped table kittens started" in told
    read, started = house.read("/tried").splitlines()
    assert read.startswith("tacotable check /tmp/")
    assert started == "tacotable run --table kittens --simulate --port 0"
    assert house.read("/etc/tacotable/table.toml") == HUB


def test_a_fault_in_a_table_with_a_hub_is_still_found(house: StubHouse) -> None:
    told = house.install("--table", house.write(MINE, f"nonsense = 1\n{HUB}"), version="1.0.0", status=1)

    assert "nonsense: no such key" in told
    assert house.current() == ""


def test_a_trial_is_made_by_the_user_of_the_service(house: StubHouse) -> None:
    house.install(version="1.0.0")

    assert {line.split()[0] for line in house.read("/tried").splitlines()} == {"tacotable"}


def test_what_only_root_may_read_is_found_in_the_trial(house: StubHouse) -> None:
    house.install("--table", house.write(MINE, 'deck_file = "deck.toml"\n'), version="1.0.0")
    house.write("/etc/tacotable/deck.toml", "version = 1\n", 0o600)

    told = house.install(version="2.0.0", status=1)

    assert "Permission denied: '/etc/tacotable/deck.toml'" in told
    assert house.current() == "1.0.0"


def test_deck_board_and_printings_come_along_and_everybody_may_read_them(house: StubHouse) -> None:
    house.write("/root/mine/decks/cats.toml", "version = 1\n", 0o600)
    house.write("/root/mine/board.toml", "version = 2\n", 0o600)
    house.write("/root/mine/ek56.toml", 'id = "ek56"\n', 0o600)
    table = 'deck_file = "decks/cats.toml"\nprintings = ["ek56.toml"]\n\n[board]\nfile = "board.toml"\n'

    house.install("--table", house.write(MINE, table, 0o600), version="1.0.0")

    assert installed(house, "/etc/tacotable/table.toml") == (table, 0o644)
    assert installed(house, "/etc/tacotable/decks/cats.toml") == ("version = 1\n", 0o644)
    assert installed(house, "/etc/tacotable/board.toml") == ("version = 2\n", 0o644)
    assert installed(house, "/etc/tacotable/ek56.toml") == ('id = "ek56"\n', 0o644)


def test_a_copy_that_only_root_may_read_is_made_readable(house: StubHouse) -> None:
    house.write("/root/mine/deck.toml", "version = 1\n")
    house.install("--table", house.write(MINE, 'deck_file = "deck.toml"\n'), version="1.0.0")
    house.root.path("/etc/tacotable/deck.toml").chmod(0o600)

    house.install("--table", MINE, version="1.0.0")

    assert installed(house, "/etc/tacotable/deck.toml") == ("version = 1\n", 0o644)


def test_a_deck_that_is_not_enrolled_yet_is_not_missed(house: StubHouse) -> None:
    house.install("--table", house.write(MINE, 'deck_file = "deck.toml"\n'), version="1.0.0")

    assert not house.root.path("/etc/tacotable/deck.toml").exists()


def test_a_new_deck_leaves_the_old_one_beside_it(house: StubHouse) -> None:
    house.write("/root/mine/deck.toml", "version = 1\n")
    house.install("--table", house.write(MINE, 'deck_file = "deck.toml"\n'), version="1.0.0")
    house.write("/root/mine/deck.toml", "version = 2\n")

    house.install("--table", MINE, version="1.0.0")

    assert house.read("/etc/tacotable/deck.toml") == "version = 2\n"
    assert house.read("/etc/tacotable/deck.toml.old") == "version = 1\n"


@pytest.mark.parametrize("name", ["/home/pi/deck.toml", "../deck.toml", "table.toml"])
def test_a_deck_where_the_service_cannot_read_it_is_refused_before_the_first_step(house: StubHouse, name: str) -> None:
    told = house.install("--table", house.write(MINE, f'deck_file = "{name}"\n'), version="1.0.0", status=1)

    assert f"{MINE}: deck_file: the service cannot read '{name}'; put the file beside the table file" in told
    assert not house.root.path("/etc/tacotable").exists()
