"""The support bundle: secrets that were planted everywhere are looked for in it, and none is found."""

from __future__ import annotations

import json
import os
import tarfile
from pathlib import Path

import pytest

from tacotable.commands.support import main
from tacotable.diagnostics import support
from tacotable.diagnostics.support import LeakError, folders_of, pack
from tacotable.web.keys import make_keys
from tacotable.web.redact import leaks, redacted
from tacotable_sim.errors import SimulationError

TABLES = Path(__file__).parents[2] / "firmware/pi/tacotable/tables"
TAG, OTHER_TAG, LOST_TAG = "04A1B2C3D4E5F6", "0499887766554F", "0C0006A1B5"
KEY_BYTES = bytes(range(7, 37))


def read(archive: Path) -> dict[str, str]:
    with tarfile.open(archive) as packed:
        found = {}
        for member in packed.getmembers():
            file = packed.extractfile(member)
            assert file is not None
            found[member.name.removeprefix("tacotable-support/")] = file.read().decode()
    return found


JOURNALCTL = """#!/bin/sh
case " $* " in *" --no-hostname "*) host= ;; *) host="anna " ;; esac
echo "[    1.000000] ${host}tacotable[77]: Spectators may open http://Anna.fritz.box:8480/ (anna, not annabel)"
"""
"""A journalctl that names the host, as the real one does, on each line and in what the program printed."""


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Pack the bundle of a table in which secrets are everywhere."""
    tools, mounts = tmp_path / "bin", tmp_path / "mounts"
    tools.mkdir()
    (tools / "journalctl").write_text(JOURNALCTL, "utf-8")
    (tools / "journalctl").chmod(0o755)
    mounts.write_text("/dev/sda1 /media/berta/STICK vfat rw 0 0\n/dev/sdb1 /run/media/berta/X vfat rw 0 0\n", "utf-8")
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    monkeypatch.setattr("platform.node", lambda: "anna.fritz.box")
    monkeypatch.setattr("tacotable.diagnostics.support.SYSTEM", (str(mounts),))
    state, table, status = tmp_path / "state", tmp_path / "my.toml", tmp_path / "status.json"
    state.mkdir()
    (state / "keys").write_bytes(KEY_BYTES)
    (state / "deck.toml").write_text(f'[[cards]]\ntag = "{OTHER_TAG}"\nface = "3"\n', "utf-8")
    (state / "game.tcj").write_text(f"WOW holds the card that is secret-hand {LOST_TAG}", "utf-8")
    deck = f'\n[[deck]]\ntag = "{TAG}"\nface = "12"\n\n# {OTHER_TAG} is lost\n'
    table.write_text((TABLES / "tacocat.toml").read_text("utf-8") + deck, "utf-8")
    key = make_keys(("YAY", "WOW"), KEY_BYTES, is_simulated=False).seats["WOW"]
    lost = f"reader read {TAG.lower()} and {LOST_TAG}; open http://192.168.1.20:8480/#key={key} or /s/{key}"
    status.write_text(json.dumps({"version": "0.1.0", "devices": [{"device": "reader", "reason": lost}]}), "utf-8")
    where = ["--table", str(table), "--state", str(state), "--status", str(status)]

    assert main([*where, "--simulated", "--out", str(tmp_path / "out.tar.gz")]) == 0
    return read(tmp_path / "out.tar.gz")


def test_no_planted_secret_is_in_the_bundle(bundle: dict[str, str]) -> None:
    keys = make_keys(("YAY", "WOW"), KEY_BYTES, is_simulated=False).seats
    secrets = [TAG, OTHER_TAG, LOST_TAG, *keys.values(), KEY_BYTES.hex(), "192.168.1.20", "secret-hand"]

    whole = "\n".join(bundle.values()).lower()

    assert [secret for secret in secrets if secret.lower() in whole] == []


def test_short_names_of_the_machine_and_its_users_are_taken_out(bundle: dict[str, str]) -> None:
    assert bundle["log.txt"] == (
        "[    1.000000] tacotable[77]: Spectators may open http://[host]:8480/ ([host], not annabel)\n"
    )
    assert bundle["system/mounts.txt"] == (
        "/dev/sda1 /media/[user]/STICK vfat rw 0 0\n/dev/sdb1 /run/media/[user]/X vfat rw 0 0\n"
    )


def test_a_name_that_is_left_is_found_as_a_whole_word() -> None:
    assert leaks("annabel told ANNA", (), ("anna",)) == ["anna"]
    assert leaks("annabel told [host]", (), ("anna", "host")) == []


@pytest.mark.parametrize("host", ["host", "number", "user"])
def test_a_machine_that_bears_a_word_of_the_redaction_can_be_bundled(host: str, tmp_path: Path) -> None:
    pack({"a.txt": f"{host} has 12345678 in /home/ann"}, (), tmp_path / "a", hosts=(host,))

    assert read(tmp_path / "a")["a.txt"].startswith("[host] has ")


def test_the_bundle_tells_what_helps(bundle: dict[str, str]) -> None:
    assert {"README.txt", "versions.txt", "doctor.txt", "table.toml", "pinout.txt", "status.json", "log.txt"} <= set(
        bundle
    )
    assert "tacotable 0.1.0" in bundle["versions.txt"]
    assert "ok        reader YAY.pad: it answers" in bundle["doctor.txt"]
    assert 'name = "tacocat"' in bundle["table.toml"]
    assert "# [1 cards of the deck taken out]" in bundle["table.toml"]
    assert 'face = "12"' not in bundle["table.toml"]
    assert "reader read [secret] and [number]; open http://[address]:8480/#key=[key] or /s/[" in bundle["status.json"]


def test_the_bundle_has_what_the_pi_was_told_at_its_start_and_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.txt").write_text("dtparam=i2c_arm=on\n", "utf-8")
    (tmp_path / "cmdline.txt").write_text("console=serial0,115200 quiet\n", "utf-8")
    bus, port = tmp_path / "i2c-20", tmp_path / "by-path"
    bus.mkdir()
    (bus / "name").write_text("fef04500.i2c\n", "utf-8")
    port.symlink_to(tmp_path / "ttyUSB3")
    monkeypatch.setattr(support, "SYSTEM", (str(tmp_path / "config.txt"), str(tmp_path / "cmdline.txt")))
    monkeypatch.setattr(support, "LISTED", (f"{tmp_path}/i2c-*", f"{tmp_path}/by-*"))

    assert support.system() == {
        "system/config.txt": "dtparam=i2c_arm=on\n",
        "system/cmdline.txt": "console=serial0,115200 quiet\n",
        "system/buses.txt": f"{port} -> {tmp_path / 'ttyUSB3'}\n{bus} fef04500.i2c",
    }


def test_the_bundle_asks_for_the_files_and_buses_of_a_pi() -> None:
    assert {"/boot/firmware/config.txt", "/boot/firmware/cmdline.txt", "/boot/config.txt"} <= set(support.SYSTEM)
    assert {"/sys/bus/i2c/devices/*", "/dev/serial/by-path/*"} <= set(support.LISTED)


def test_the_archive_is_its_owners_and_the_same_each_time(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"

    pack({"a.txt": "x"}, (), first)
    pack({"a.txt": "x"}, (), second)

    assert first.read_bytes() == second.read_bytes()
    assert first.stat().st_mode & 0o777 == 0o600


def test_a_bundle_without_a_table_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, missing = tmp_path / "out.tar.gz", tmp_path / "nofile.toml"

    status = main(["--table", str(missing), "--state", str(tmp_path), "--simulated", "--out", str(out)])

    assert status == 1
    assert f"no table is in it: {missing}" in capsys.readouterr().err
    assert read(out)["table.toml"] == "there is no file [folder]/nofile.toml"


def test_a_table_whose_hubs_cannot_be_simulated_here_is_bundled_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An installed program has the hub's program not beside it."""

    def missing() -> Path:
        raise SimulationError("the hub's program is not at /opt/tacotable/firmware/pico")

    monkeypatch.setattr("tacotable.simulation.hardware.hub_program", missing)
    out = tmp_path / "out.tar.gz"

    status = main(["--simulated", "--table", "tacocat-hub", "--state", str(tmp_path), "--out", str(out)])

    assert status == 0
    assert read(out)["doctor.txt"] == "the hub's program is not at /opt/tacotable/firmware/pico"


def test_the_names_of_folders_that_somebody_chose_are_taken_out(tmp_path: Path, bundle: dict[str, str]) -> None:
    assert " MiB are free for [folder]\n" in bundle["doctor.txt"]
    assert not [name for name, text in bundle.items() if str(tmp_path) in text]


@pytest.mark.parametrize(
    ("folder", "text", "left"),
    [
        ("/srv/annaxyz/st", "for /srv/annaxyz/st, /srv/annaxyz/st/game", "for [folder], [folder]/game"),
        ("annaxyz/st", "for annaxyz/st: bannaxyz/st", "for [folder]: bannaxyz/st"),
    ],
)
def test_a_folder_is_taken_out_whole(folder: str, text: str, left: str) -> None:
    assert redacted(text, folders=(folder,)) == left


def test_folders_of_the_service_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert folders_of(Path("/var/lib/tacotable"), "/etc/tacotable/table.toml") == ()
    assert folders_of(Path("/srv/anna/st"), "tacocat") == ("/srv/anna/st",)
    assert folders_of(Path("anna"), "my.toml") == ("anna", str(tmp_path / "anna"), str(tmp_path))


def test_a_bundle_that_cannot_be_written_is_told_with_the_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "gone" / "x.tar.gz"

    status = main(["--simulated", "--state", str(tmp_path), "--out", str(out)])

    told = "No such file or directory; with --out, give a file in a folder that is there and that this user can write"
    assert status == 1
    assert capsys.readouterr().err == f"{out}: {told}\n"


def test_an_archive_of_another_kind_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--simulated", "--out", str(tmp_path / "x.zip")])

    assert "the bundle is a .tar.gz; give a name that ends so" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_bundle_that_would_tell_a_secret_is_not_written(tmp_path: Path) -> None:
    """A word of the redaction itself is taken as the secret, since all others are taken out."""
    with pytest.raises(LeakError, match=r"a\.txt: a secret is still in it, so nothing was written"):
        pack({"a.txt": "#key=ABCDEFGH"}, ("#key=[",), tmp_path / "a")

    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("04:A1:B2:C3:D4:E5:F6", "[number]"),
        ("tag 0c0006a1b5.", "tag [number]."),
        ("12345678", "[number]"),
        ("http://tacotable.local:8480/s/abcdefgh", "http://[host]:8480/s/[key]"),
        ("/home/ann/deck.toml", "/home/[user]/deck.toml"),
        ("/dev/sda1 /media/ann/STICK vfat", "/dev/sda1 /media/[user]/STICK vfat"),
        ("/dev/sda1 /run/media/ann/STICK vfat", "/dev/sda1 /run/media/[user]/STICK vfat"),
        ("HTTP://X/S/ABCDEFGHJKLMNPQR", "HTTP://X/S/[key]"),
        ("reader YAY.pad on /dev/ttyUSB1: no answer for 2 s", "reader YAY.pad on /dev/ttyUSB1: no answer for 2 s"),
        ("MemTotal:       16393244 kB", "MemTotal:       16393244 kB"),
        ("card 16393244 kBx", "card [number] kBx"),
        ("page: port 8480 of 0.0.0.0 is free", "page: port 8480 of 0.0.0.0 is free"),
        ("listening on 127.0.0.1, asked by 10.0.0.7", "listening on 127.0.0.1, asked by [address]"),
        ("frames_ok 402, address 0x3C, GPIO 17", "frames_ok 402, address 0x3C, GPIO 17"),
    ],
)
def test_what_looks_like_a_secret_is_taken_out_and_the_rest_stays(text: str, left: str) -> None:
    assert redacted(text) == left
