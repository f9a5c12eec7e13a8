"""Install, upgrade, roll back and uninstall, in a throw-away Debian root (chroot, no systemd running).

One root is lived through in order, as a table's would be: each test goes on where the one before ended.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from service.debian_root import DebianRoot, debian_root, reason_to_leave_out
from service.wheels import ROOT, build, copied, fetch_needs, later

WHY_NOT = reason_to_leave_out()
pytestmark = [pytest.mark.long, pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)]

SAY_NO = """#!/bin/sh
# A service manager whose service starts, unless it is version 0.1.3.
echo "$@" >> /root/systemctl.log
case "$*:$(readlink /opt/tacotable/current)" in
"restart tacotable.service:"*/0.1.3-*) echo "Job for tacotable.service failed." >&2; exit 1 ;;
esac
"""


@dataclass(frozen=True, slots=True)
class House:
    """A root, this project within it, and wheels by version."""

    root: DebianRoot
    wheels: dict[str, Path]

    def install(self, *arguments: str, version: str | None = None, status: int = 0) -> str:
        """Run the installer in the root."""
        wheel = ("--wheel", f"/root/wheels/{self.wheels[version].name}") if version else ()
        script = "/root/tacotable/systemd/install"
        return self.root.run(script, *arguments, *wheel, "--wheels", "/root/needs", status=status)

    def running(self) -> str:
        """Give the version that `current` points at."""
        return self.root.path("/opt/tacotable/current").readlink().name.partition("-")[0]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    scratch = tmp_path_factory.mktemp("house")
    root = debian_root(scratch / "root")
    tree = root.path("/root/tacotable")
    shutil.copytree(ROOT / "systemd", tree / "systemd")
    copied(tree)
    made, needs = root.path("/root/wheels"), root.path("/root/needs")
    made.mkdir()
    needs.mkdir()
    wheels = {"0.1.0": build(ROOT, made)}
    for version in ("0.1.1", "0.1.2", "0.1.3"):
        wheels[version] = build(later(version, scratch, is_broken=version == "0.1.2"), made)
    fetch_needs(wheels["0.1.0"], needs)
    yield House(root, wheels)
    shutil.rmtree(scratch / "root")


def test_a_dry_run_tells_all_and_does_nothing(house: House) -> None:
    told = house.install("--dry-run", version="0.1.0")

    assert "would write /etc/systemd/system/tacotable.service" in told
    assert "would write /etc/tacotable/table.toml" in told
    assert "nothing was done" in told
    assert not house.root.path("/opt/tacotable").exists()
    assert not house.root.path("/etc/tacotable").exists()


def test_installing_gives_a_program_that_its_user_can_run(house: House) -> None:
    told = house.install(version="0.1.0")

    assert "install: done" in told
    assert "to do by you: switch I2C on, for displays: sudo raspi-config nonint do_i2c 0" in told
    assert house.running() == "0.1.0"
    checked = house.root.run("runuser", "-u", "tacotable", "--", "tacotable", "check", "/etc/tacotable/table.toml")
    assert "a good table: seats YAY, WOW" in checked
    assert "dialout" in house.root.run("id", "-nG", "tacotable")
    assert house.root.run("stat", "-c", "%U %a", "/var/lib/tacotable") == "tacotable 700\n"


def test_systemd_finds_nothing_to_say_about_what_was_installed(house: House) -> None:
    units = [f"/etc/systemd/system/tacotable.{kind}" for kind in ("service", "socket")]

    assert house.root.run("systemd-analyze", "verify", "--man=no", *units) == ""
    assert house.root.run("systemctl", "is-enabled", "tacotable.service", "tacotable.socket") == "enabled\nenabled\n"


def test_installing_again_changes_nothing(house: House) -> None:
    told = house.install(version="0.1.0")

    assert "runs already" in told
    assert "write" not in told
    assert "remove" not in told


def test_the_owners_table_file_stays(house: House) -> None:
    table = house.root.path("/etc/tacotable/table.toml")
    table.write_text(table.read_text("utf-8") + "# mine\n", "utf-8")

    told = house.install("--dry-run", version="0.1.0")

    assert "table.toml" not in told.partition("to do by you")[0]
    assert table.read_text("utf-8").endswith("# mine\n")


def test_an_upgrade_stands_beside_the_old_version(house: House) -> None:
    house.root.path("/var/lib/tacotable/game").write_text("a game\n", "utf-8")

    house.install(version="0.1.1")

    versions = sorted(folder.name.partition("-")[0] for folder in house.root.path("/opt/tacotable/versions").iterdir())
    assert versions == ["0.1.0", "0.1.1"]
    assert house.running() == "0.1.1"


def test_going_back_lets_the_old_version_run_again(house: House) -> None:
    house.install("roll-back")
    went_back = house.running()
    house.install("roll-back")

    assert (went_back, house.running()) == ("0.1.0", "0.1.1")


def test_a_version_that_does_not_become_ready_is_not_taken(house: House) -> None:
    told = house.install(version="0.1.2", status=1)

    assert "0.1.2" in told
    assert "is not taken" in told
    assert "this version does not start" in told
    assert house.running() == "0.1.1"


def test_a_version_that_systemd_cannot_start_goes_back_by_itself(house: House) -> None:
    house.root.path("/run/systemd/system").mkdir(parents=True)
    stubs = [house.root.path(f"/usr/local/sbin/{name}") for name in ("systemctl", "udevadm")]
    for stub in stubs:
        stub.write_text(SAY_NO, "utf-8")
        stub.chmod(0o755)

    told = house.install(version="0.1.3", status=1)

    for stub in stubs:
        stub.unlink()
    house.root.path("/run/systemd/system").rmdir()
    assert "does not start" in told
    assert "is back" in told
    assert house.running() == "0.1.1"
    log = house.root.path("/root/systemctl.log").read_text("utf-8")
    assert log.count("restart tacotable.service") == 2


def test_a_table_with_a_hub_is_installed_from_the_tree_itself(house: House) -> None:
    """As a maker does it: no wheel is given, the tree's own is built."""
    tables = "/root/tacotable/firmware/pi/tacotable/tables"

    told = house.install("--table", f"{tables}/tacocat-hub.toml")

    assert "build the wheel of /root/tacotable" in told
    assert "note: hubs are not simulated here; tacocat-hub.toml is read, and the shipped table tacocat started" in told
    assert house.running() == "0.1.0"
    checked = house.root.run("runuser", "-u", "tacotable", "--", "tacotable", "check", "/etc/tacotable/table.toml")
    assert "a good table: seats YAY, WOW" in checked


def test_uninstalling_keeps_games_unless_it_is_told_otherwise(house: House) -> None:
    kept = house.install("uninstall")
    left = {
        name: house.root.path(name).exists()
        for name in ("/opt/tacotable", "/usr/local/bin/tacotable", "/var/lib/tacotable/game")
    }
    house.install("uninstall", "--purge")

    assert "kept: /var/lib/tacotable (games, decks)" in kept
    assert left == {"/opt/tacotable": False, "/usr/local/bin/tacotable": False, "/var/lib/tacotable/game": True}
    assert not house.root.path("/var/lib/tacotable").exists()
    assert not house.root.path("/etc/tacotable").exists()
    assert not list(house.root.path("/etc/systemd/system").glob("**/tacotable*"))
