"""What the installer tries before it takes a version: hubs, the files that a table file names, and as whom."""

from __future__ import annotations

import re

import pytest

from service.stub_root import StubHouse

MINE = "/root/mine/table.toml"
HUB = 'game = "ek120"\n\n[[hubs]]\nname = "hub"\n'


def installed(house: StubHouse, inside: str) -> tuple[str, int]:
    """Give text and mode of a file that was installed."""
    return house.read(inside), house.root.path(inside).stat().st_mode & 0o777


def test_a_table_with_a_hub_is_tried_with_its_hub(house: StubHouse) -> None:
    house.install("--table", house.write(MINE, HUB), version="1.0.0")

    read, started, *_ = house.read("/tried").splitlines()
    assert re.fullmatch(r"tacotable check (/tmp/\S+/table\.toml) --here", read)
    assert re.fullmatch(r"tacotable run --table /tmp/\S+/table\.toml --simulate --port 0", started)
    assert house.read("/etc/tacotable/table.toml") == HUB


def test_a_version_whose_simulated_devices_do_not_work_is_not_taken(house: StubHouse) -> None:
    told = house.install("--table", house.write(MINE, HUB), version="1.0.0.deaf", status=1)

    assert "on the simulated table these do not work: hub hub: no answer" in told
    assert house.current() == ""


def test_a_fault_in_a_table_with_a_hub_is_still_found(house: StubHouse) -> None:
    told = house.install("--table", house.write(MINE, f"nonsense = 1\n{HUB}"), version="1.0.0", status=1)

    assert "nonsense: no such key" in told
    assert house.current() == ""


def test_a_trial_is_made_by_the_user_of_the_service(house: StubHouse) -> None:
    house.install(version="1.0.0")

    assert [line.split()[0] for line in house.read("/tried").splitlines()][:2] == ["tacotable"] * 2


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


# What is set on the Pi itself.

TERMINALS = "mount -t devpts -o newinstance,ptmxmode=0666 devpts /dev/pts"
CONFIG = "/boot/firmware/config.txt"
LACKING = 'lacks = ["dtparam=spi=on", "dtoverlay=i2c-mux,pca9548,addr=0x71"]\n'


def test_only_what_this_table_lacks_is_named_and_nothing_is_written_unasked(house: StubHouse) -> None:
    house.write(CONFIG, "dtparam=spi=on\n")

    told = house.install("--table", house.write(MINE, LACKING), version="1.0.0")

    assert f"{CONFIG} lacks: dtoverlay=i2c-mux,pca9548,addr=0x71\n" in told
    assert f"{CONFIG} lacks: dtparam=spi=on" not in told
    assert "to do by you: see to these; --configure-pi lets the installer do it\nthen: sudo reboot" in told
    assert house.read(CONFIG) == "dtparam=spi=on\n"


def test_with_consent_what_lacks_is_written_for_all_boards_and_the_old_file_stays(house: StubHouse) -> None:
    house.write(CONFIG, "dtparam=spi=on\n\n[pi4]\narm_boost=1\n")

    told = house.install("--table", house.write(MINE, LACKING), "--configure-pi", version="1.0.0")
    again = house.install("--configure-pi", version="1.0.0")

    assert house.read(CONFIG) == (
        "dtparam=spi=on\n\n[pi4]\narm_boost=1\n\n[all]\n# For the card table (Tacotable):\n"
        "dtoverlay=i2c-mux,pca9548,addr=0x71\n"
    )
    assert house.read(f"{CONFIG}.old") == "dtparam=spi=on\n\n[pi4]\narm_boost=1\n"
    assert "then: sudo reboot" in told
    assert "lacks" not in again
    assert "reboot" not in again


def test_who_is_asked_and_says_yes_consents(house: StubHouse) -> None:
    house.write(CONFIG, "")
    table = house.write(MINE, LACKING)
    install = f"/root/tacotable/systemd/install --table {table} --wheel {house.wheel('1.0.0')}"

    told = house.root.run("sh", "-c", f"{TERMINALS}; (sleep 2; echo y) | script -qec '{install}' /dev/null")

    assert "Shall the installer do this now? [y/N]" in told
    assert "dtparam=spi=on\n" in house.read(CONFIG)


def test_the_original_library_of_pins_stays_where_it_is(house: StubHouse) -> None:
    """As python3-rpi-lgpio would replace it."""
    house.write("/local/sbin/apt-cache", "#!/bin/sh\necho Candidate: 1\n", 0o755)
    house.write("/local/sbin/apt-get", '#!/bin/sh\necho "apt-get $*" >> /asked\n', 0o755)
    has = "#!/bin/sh\ncase $4 in python3-venv{}) echo -n 'install ok installed' ;; esac\n"
    table = house.write(MINE, 'pins = "rpigpio"\n')

    taken = []
    for original in ("|python3-rpi.gpio", ""):
        house.write("/local/sbin/dpkg-query", has.format(original), 0o755)
        house.write("/asked", "")
        house.install("--table", table, version="1.0.0")
        taken += [line.split("recommends ")[1] for line in house.read("/asked").splitlines() if "apt-get" in line]

    assert taken == ["python3-spidev", "python3-rpi-lgpio python3-spidev"]


def test_a_table_on_lgpio_takes_no_rpi_gpio(house: StubHouse) -> None:
    house.write("/local/sbin/apt-cache", "#!/bin/sh\necho Candidate: 1\n", 0o755)
    house.write("/local/sbin/apt-get", '#!/bin/sh\necho "apt-get $*" >> /asked\n', 0o755)
    house.write("/local/sbin/dpkg-query", "#!/bin/sh\n", 0o755)

    told = house.install("--table", house.write(MINE, 'pins = "lgpio"\n'), version="1.0.0")

    assert "--no-install-recommends python3-lgpio python3-spidev\n" in told
