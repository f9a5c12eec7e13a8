"""What the installer leaves running: what it was given, or all that was before (versions are scripts here)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.stub_root import StubHouse

TABLE = "/etc/tacotable/table.toml"
MINE = "/root/my-table.toml"


@pytest.fixture
def installed(house: StubHouse) -> StubHouse:
    """Give a house where version 1.0.0 runs with the owner's table file."""
    house.install("--table", house.write(MINE, 'name = "first"\n'), version="1.0.0")
    house.systemctl()
    house.write("/tried", "", 0o666)
    return house


def runs(house: StubHouse) -> list[str]:
    """Give version and table file of the service that was started last; nothing where none runs."""
    version, _, table = house.read("/running").partition(" ")
    return [version.rpartition("/")[2].partition("-")[0], table.strip()] if version else []


# The table file that is given.


def test_a_given_table_file_is_started_where_the_version_runs_already(installed: StubHouse) -> None:
    installed.install("--table", installed.write(MINE, 'name = "second"\n'), version="1.0.0")

    assert runs(installed) == ["1.0.0", 'name = "second"']
    assert installed.read(f"{TABLE}.old") == 'name = "first"\n'


def test_a_given_table_file_is_tried_before_it_replaces_the_owners(installed: StubHouse) -> None:
    told = installed.install("--table", installed.write(MINE, "nonsense = 1\n"), version="1.0.0", status=1)

    assert "/root/my-table.toml: nonsense: no such key" in told
    assert installed.read(TABLE) == 'name = "first"\n'
    assert installed.systemctl() == ["restart systemd-modules-load"]


def test_an_upgrade_that_is_not_taken_leaves_the_owners_table_file(installed: StubHouse) -> None:
    given = installed.write(MINE, 'name = "second"\n')

    told = installed.install("--table", given, version="2.0.0.broken", status=1)

    assert "this version does not become ready" in told
    assert installed.current() == "1.0.0"
    assert installed.read(TABLE) == 'name = "first"\n'


def test_a_table_file_that_does_not_start_gives_way_to_the_one_before(installed: StubHouse) -> None:
    installed.write("/refused", "second")

    told = installed.install("--table", installed.write(MINE, 'name = "second"\n'), version="1.0.0", status=1)

    assert "the table file and the units of before are back" in told
    assert runs(installed) == ["1.0.0", 'name = "first"']
    assert not installed.root.path(f"{TABLE}.old").exists()


def test_units_that_changed_are_started_where_the_version_runs_already(installed: StubHouse) -> None:
    unit = "/root/tacotable/systemd/tacotable.service"
    installed.write(unit, installed.read(unit) + "# of another checkout\n")

    installed.install(version="1.0.0")

    assert installed.read("/etc/systemd/system/tacotable.service").endswith("# of another checkout\n")
    asked = installed.systemctl()
    assert asked.index("daemon-reload") < asked.index("restart tacotable.service")


# What was broken off.


def test_a_first_start_that_failed_is_made_again_by_the_next_run(house: StubHouse) -> None:
    house.write("/refused", "1.0.0")
    first = house.install(version="1.0.0", status=1)
    again = house.install(version="1.0.0", status=1)
    house.root.path("/refused").unlink()

    house.install(version="1.0.0")

    assert "does not start" in first
    assert "does not start" in again
    assert runs(house)[0] == "1.0.0"


def test_an_upgrade_that_was_cut_off_before_the_start_is_started_by_the_next_run(installed: StubHouse) -> None:
    systemctl = installed.read("/local/sbin/systemctl")
    installed.write("/local/sbin/systemctl", '#!/bin/sh\n[ "$1" != daemon-reload ] || kill -9 $PPID\n', 0o755)
    installed.root.run("sh", "-c", f"/root/tacotable/systemd/install --wheel {installed.wheel('2.0.0')}; true")
    installed.write("/local/sbin/systemctl", systemctl, 0o755)
    cut_off = (installed.current(), runs(installed)[0])

    installed.install(version="2.0.0")

    assert cut_off == ("2.0.0", "1.0.0")
    assert runs(installed) == ["2.0.0", 'name = "first"']


def test_the_doctor_can_be_asked_where_the_first_start_failed(house: StubHouse) -> None:
    house.write("/refused", "1.0.0")

    told = house.install(version="1.0.0", status=1)

    assert "ask `tacotable doctor`" in told
    assert house.root.path("/local/bin/tacotable").readlink() == Path("/opt/tacotable/current/bin/tacotable")


def test_a_user_that_is_gone_is_made_again(installed: StubHouse) -> None:
    installed.write("/etc/passwd", "root:x:0:0::/root:/bin/sh\n")

    installed.install(version="1.0.0")

    assert "tacotable:x:990" in installed.read("/etc/passwd")


def test_a_service_that_was_stopped_is_started_by_the_next_run(installed: StubHouse) -> None:
    installed.root.path("/running").unlink()

    told = installed.install(version="1.0.0")

    assert "runs already" in told
    assert runs(installed) == ["1.0.0", 'name = "first"']


def test_a_service_that_runs_is_left_alone_by_the_next_run(installed: StubHouse) -> None:
    installed.install(version="1.0.0")

    assert installed.systemctl() == [
        "restart systemd-modules-load",
        "enable -q tacotable.socket tacotable.service",
        "is-active -q tacotable.service",
    ]


def test_what_is_plugged_in_already_gets_its_name_when_the_rules_are_there(installed: StubHouse) -> None:
    installed.install(version="1.0.0")

    reload, trigger = installed.asked("udevadm")
    rules = installed.read("/etc/udev/rules.d/70-tacotable.rules")
    assert reload == "control --reload"
    assert trigger.split()[0] == "trigger"
    for subsystem in set(re.findall(r'SUBSYSTEM[!=]="([a-z0-9-]+)"', rules)):
        assert f"--subsystem-match={subsystem}" in trigger.split()


# The ways back.


def test_going_back_tries_the_version_before_first(installed: StubHouse) -> None:
    installed.install(version="2.0.0")
    installed.write(TABLE, "nonsense = 1\n")
    installed.systemctl()

    told = installed.install("roll-back", status=1)

    assert "1.0.0-" in told
    assert "is not taken" in told
    assert installed.current() == "2.0.0"
    assert installed.systemctl() == []


def test_going_back_to_what_does_not_start_leaves_all_as_it_was(installed: StubHouse) -> None:
    installed.install(version="2.0.0")
    installed.write("/refused", "/1.0.0-")

    told = installed.install("roll-back", status=1)

    assert "does not start, 2.0.0-" in told
    assert runs(installed) == ["2.0.0", 'name = "first"']
    assert "1.0.0" in installed.root.path("/opt/tacotable/previous").readlink().name


def test_an_upgrade_that_systemd_cannot_start_goes_back_by_itself(installed: StubHouse) -> None:
    installed.write("/refused", "/2.0.0-")

    told = installed.install(version="2.0.0", status=1)

    assert "it does not start" in told
    assert "2.0.0-" in told
    assert "is back:" in told
    assert runs(installed) == ["1.0.0", 'name = "first"']
    assert installed.systemctl().count("restart tacotable.service") == 2


def test_where_the_version_before_does_not_start_either_both_reasons_are_told(installed: StubHouse) -> None:
    installed.write("/refused", "name")

    told = installed.install(version="2.0.0", status=1)

    assert "2.0.0-" in told
    assert "What was before, 1.0.0-" in told
    assert told.count("it does not start") == 2
    assert installed.current() == "1.0.0"


# Devices that worked.


def test_an_upgrade_that_loses_a_device_which_worked_goes_back(installed: StubHouse) -> None:
    installed.write("/lost", "/2.0.0-")

    told = installed.install(version="2.0.0", status=1)

    assert "see whether the 2 devices that worked before work again" in told
    assert "2.0.0-" in told
    assert "loses what worked, 1.0.0-" in told
    assert "worked before, and now:\nreader YAY.pad: no answer\n" in told
    assert runs(installed) == ["1.0.0", 'name = "first"']


def test_a_device_that_an_upgrade_does_not_know_any_more_is_lost(installed: StubHouse) -> None:
    installed.write("/pads", " ")

    told = installed.install(version="2.0.0", status=1)

    assert "reader YAY.pad: the table does not know it any more" in told
    assert installed.current() == "1.0.0"


def test_what_did_not_work_before_need_not_work_after(installed: StubHouse) -> None:
    installed.write("/lost", "opt")
    installed.install("--table", installed.write(MINE, 'name = "second"\n'), version="1.0.0", status=1)
    installed.systemctl()
    installed.root.run("systemctl", "restart", "tacotable.service")

    installed.install(version="2.0.0")

    assert installed.current() == "2.0.0"


def test_another_table_file_may_leave_a_device_out_and_not_lose_one(installed: StubHouse) -> None:
    installed.write("/pads", " ")
    installed.install("--table", installed.write(MINE, 'name = "second"\n'), version="1.0.0")
    installed.write("/pads", "YAY.pad")
    installed.install("--table", installed.write(MINE, 'name = "third"\n'), version="1.0.0")
    installed.write("/lost", "fourth")

    told = installed.install("--table", installed.write(MINE, 'name = "fourth"\n'), version="1.0.0", status=1)

    assert "loses what worked, the table file and the units of before are back" in told
    assert runs(installed) == ["1.0.0", 'name = "third"']


# Uninstalling.


def test_purging_empties_a_folder_that_is_a_mount_point_and_goes_on(installed: StubHouse) -> None:
    script = """
mount -t tmpfs games /var/lib/tacotable
mkdir /var/lib/tacotable/games && touch /var/lib/tacotable/games/1 /var/lib/tacotable/deck.toml
/root/tacotable/systemd/install uninstall --purge
ls -A /var/lib/tacotable | sed 's/^/left: /'
"""

    told = installed.root.run("sh", "-ec", script)

    assert "kept: /var/lib/tacotable, empty: something is mounted there" in told
    assert "uninstall: done" in told
    assert "left:" not in told
    assert not installed.root.path("/etc/tacotable").exists()


def test_what_uninstalling_leaves_is_named(installed: StubHouse) -> None:
    installed.write("/etc/systemd/system/tacotable.socket.d/override.conf", "[Socket]\nBacklog=9\n")

    told = installed.install("uninstall")

    assert "kept: /var/lib/tacotable (games, decks) and /etc/tacotable; --purge removes them, too" in told
    assert "kept: /etc/systemd/system/tacotable.socket.d, your own changes" in told
    assert "tacotable.service.d" not in told
    assert "kept: the user tacotable; to remove it: sudo userdel tacotable" in told
