"""Install, upgrade, roll back and uninstall, in throw-away roots of Debian 13 and 12 (chroot, no systemd running).

At a desk Debian 13 is tried alone; `CI=true` tries both. One root of each is lived through in order, as a table's would
be: each test goes on where the one before ended. Packages come from a folder of wheels, without a network; pin
libraries, which only Raspberry Pi OS has, are made up. What becomes of versions that do not start is tried with scripts
in their place (`test_install_ways`).
"""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from service.debian_root import RELEASES, DebianRoot, debian_root, reason_to_leave_out
from service.wheels import ROOT, build, copied, fetch_locked, later

pytestmark = pytest.mark.long(keep=0)
TRIED = list(RELEASES) if os.environ.get("CI") == "true" else list(RELEASES)[:1]
"""At a desk the newer release alone: each is a minute of work."""
on_debian_13 = pytest.mark.parametrize("house", ["trixie"], indirect=True)
"""What does not differ between releases is looked at on the newer one."""

TABLES = "/root/tacotable/firmware/pi/tacotable/tables"
LIBRARIES = {"python3-lgpio": "lgpio", "python3-rpi-lgpio": "RPi", "python3-spidev": "spidev"}
BRING = """
mkdir -p /srv/debs && cd /srv/debs
echo 'deb [trusted=yes] file:/srv/debs ./' > /etc/apt/sources.list
for pair in {pairs}; do
    name=${{pair%:*}}; mkdir -p $name/DEBIAN $name/usr/lib/python3/dist-packages
    touch $name/usr/lib/python3/dist-packages/${{pair#*:}}.py
    printf '%s\\n' "Package: $name" "Version: 1" "Architecture: all" "Maintainer: a test" "Description: made up" \\
        > $name/DEBIAN/control
    dpkg-deb -b $name $name.deb
    {{ cat $name/DEBIAN/control; echo "Filename: ./$name.deb"; echo "Size: $(stat -c %s $name.deb)"
    echo "SHA256: $(sha256sum $name.deb | cut -d ' ' -f 1)"; echo; }} >> Packages
done
apt-get update
"""
"""Makes packages with empty modules, and has apt know them alone."""


@dataclass(frozen=True, slots=True)
class House:
    """A root, this project within it, and wheels by version."""

    root: DebianRoot
    wheels: dict[str, Path]
    release: str

    def install(self, *arguments: str, version: str | None = None, status: int = 0) -> str:
        """Run the installer in the root."""
        wheel = ("--wheel", f"/root/wheels/{self.wheels[version].name}") if version else ()
        script = "/root/tacotable/systemd/install"
        return self.root.run(script, *arguments, *wheel, "--wheels", "/root/needs", status=status)

    def running(self) -> str:
        """Give the version that `current` points at."""
        return self.root.path("/opt/tacotable/current").readlink().name.partition("-")[0]


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    if why_not := reason_to_leave_out():  # apt is asked for its mirror, so not by every process that collects tests
        pytest.skip(why_not)
    scratch = tmp_path_factory.mktemp("wheels")
    return {"0.1.0": build(ROOT, scratch), "0.1.1": build(later("0.1.1", scratch), scratch)}


@pytest.fixture(scope="module", params=TRIED)
def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, wheels: dict[str, Path]
) -> Iterator[House]:
    scratch = tmp_path_factory.mktemp("house")
    root = debian_root(scratch / "root", request.param)
    tree = root.path("/root/tacotable")
    shutil.copytree(ROOT / "systemd", tree / "systemd")
    copied(tree)
    root.path("/root/wheels").mkdir()
    for wheel in wheels.values():
        shutil.copy(wheel, root.path("/root/wheels"))
    fetch_locked(RELEASES[request.param], platform.machine(), root.path("/root/needs"))
    yield House(root, wheels, request.param)
    shutil.rmtree(scratch / "root")


def test_a_dry_run_tells_all_and_does_nothing(house: House) -> None:
    told = house.install("--dry-run", version="0.1.0")

    assert "would write /etc/systemd/system/tacotable.service" in told
    assert "would write /etc/tacotable/table.toml" in told
    assert "nothing was done" in told
    assert not house.root.path("/opt/tacotable").exists()
    assert not house.root.path("/etc/tacotable").exists()


def test_a_typo_is_found_by_this_trees_program_before_anything_is_built(house: House) -> None:
    table = house.root.path("/root/typo.toml")
    table.write_text(house.root.path(f"{TABLES}/tacocat.toml").read_text("utf-8").replace("volume", "volum"), "utf-8")

    told = house.install("--table", "/root/typo.toml", status=1)

    assert "/root/typo.toml: volum: unknown key `volum`; did you mean `volume`?" in told
    assert "/root/typo.toml is not taken, and nothing was built" in told
    assert "build the wheel" not in told
    assert not house.root.path("/opt/tacotable").exists()
    assert not house.root.path("/etc/tacotable").exists()


@on_debian_13
def test_a_wheel_that_is_not_the_listed_one_is_refused(house: House) -> None:
    needs, other = house.root.path("/root/needs"), house.root.path("/root/other")
    shutil.copytree(needs, other)
    with next(other.glob("msgspec-*.whl")).open("ab") as wheel:
        wheel.write(b"\n")

    told = house.root.run("/root/tacotable/systemd/install", "--wheels", "/root/other", status=1)

    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in told
    assert not house.root.path("/opt/tacotable").exists()


@on_debian_13
def test_a_table_with_pins_is_not_taken_where_nothing_drives_pins(house: House) -> None:
    told = house.install(version="0.1.0", status=1)

    assert "is not taken" in told
    assert "no Python module lgpio, which its pins or its strip need: sudo apt install python3-lgpio" in told
    assert "done" not in told
    assert not house.root.path("/opt/tacotable/current").exists()


def test_installing_gives_a_program_that_its_user_can_run(house: House) -> None:
    house.root.run("sh", "-ec", BRING.format(pairs=" ".join(map(":".join, LIBRARIES.items()))))

    told = house.install(version="0.1.0")

    assert "install: done" in told
    assert house.running() == "0.1.0"
    checked = house.root.run("runuser", "-u", "tacotable", "--", "tacotable", "check", "/etc/tacotable/table.toml")
    assert "a good table: seats YAY, WOW" in checked
    assert "dialout" in house.root.run("id", "-nG", "tacotable")
    assert house.root.run("stat", "-c", "%U %a", "/var/lib/tacotable") == "tacotable 700\n"


def test_it_runs_on_the_python_of_its_debian(house: House) -> None:
    python = RELEASES[house.release]

    assert house.root.run("/opt/tacotable/current/bin/python", "--version").startswith(f"Python {python}.")
    assert f"Programming Language :: Python :: {python}" in (ROOT / "pyproject.toml").read_text("utf-8")


def test_what_lacks_on_the_pi_is_told_for_this_table(house: House) -> None:
    told = house.install(version="0.1.0")

    lines = [line for line in told.splitlines() if "config.txt lacks" in line]
    assert lines == [
        f"/boot/firmware/config.txt lacks: {line}"
        for line in (
            "dtparam=i2c_arm=on",
            "dtparam=i2c_arm_baudrate=400000",
            "dtoverlay=i2c-mux,pca9548,addr=0x70",
            "dtparam=spi=on",
        )
    ]


def test_of_the_pin_libraries_the_tables_own_is_taken(house: House) -> None:
    installed = house.root.run("dpkg-query", "-W", "-f", "${Package} ").split()

    assert LIBRARIES.keys() & set(installed) == {"python3-lgpio", "python3-spidev"}


def test_systemd_finds_nothing_to_say_about_what_was_installed(house: House) -> None:
    units = [f"/etc/systemd/system/tacotable.{kind}" for kind in ("service", "socket")]

    assert house.root.run("systemd-analyze", "verify", "--man=no", *units) == ""
    assert house.root.run("systemctl", "is-enabled", "tacotable.service", "tacotable.socket") == "enabled\nenabled\n"


def test_installing_again_changes_nothing(house: House) -> None:
    told = house.install(version="0.1.0")

    assert "runs already" in told
    assert "write" not in told
    assert "remove" not in told


@on_debian_13
def test_the_owners_table_file_stays(house: House) -> None:
    table = house.root.path("/etc/tacotable/table.toml")
    table.write_text(table.read_text("utf-8") + "# mine\n", "utf-8")

    told = house.install("--dry-run", version="0.1.0")

    assert "write /etc/tacotable/table.toml" not in told
    assert table.read_text("utf-8").endswith("# mine\n")


@on_debian_13
def test_an_upgrade_stands_beside_the_old_version(house: House) -> None:
    house.install(version="0.1.1")

    versions = sorted(folder.name.partition("-")[0] for folder in house.root.path("/opt/tacotable/versions").iterdir())
    assert versions == ["0.1.0", "0.1.1"]
    assert house.running() == "0.1.1"


@on_debian_13
def test_going_back_lets_the_old_version_run_again(house: House) -> None:
    house.install("roll-back")
    went_back = house.running()
    house.install("roll-back")

    assert (went_back, house.running()) == ("0.1.0", "0.1.1")


def test_a_table_with_a_hub_is_installed_from_the_tree_itself_and_tried_with_its_hub(house: House) -> None:
    """As a maker does it: no wheel is given, the tree's own is built."""
    told = house.install("--table", f"{TABLES}/tacocat-hub.toml")

    assert "build the wheel of /root/tacotable" in told
    assert "not simulated" not in told
    assert house.running() == "0.1.0"
    checked = house.root.run("runuser", "-u", "tacotable", "--", "tacotable", "check", "/etc/tacotable/table.toml")
    assert "a good table: seats YAY, WOW" in checked


def test_nothing_is_built_when_nothing_changed(house: House) -> None:
    before = house.root.path("/opt/tacotable/current").readlink()

    told = house.install()

    assert "runs already" in told
    assert "look" not in told
    assert "build" not in told
    assert house.root.path("/opt/tacotable/current").readlink() == before


@on_debian_13
def test_a_version_whose_hub_does_not_run_is_not_taken(house: House) -> None:
    program = house.root.path("/root/tacotable/firmware/pico/tacohub/hub.py")
    text = program.read_text("utf-8")
    program.write_text(f'{text}\nraise RuntimeError("this hub does not run")\n', "utf-8")
    before = house.root.path("/opt/tacotable/current").readlink()

    told = house.install(status=1)

    program.write_text(text, "utf-8")
    assert "is not taken" in told
    assert "this hub does not run" in told
    assert house.root.path("/opt/tacotable/current").readlink() == before


def test_uninstalling_keeps_games_unless_it_is_told_otherwise(house: House) -> None:
    house.root.path("/var/lib/tacotable/game").write_text("a game\n", "utf-8")

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
