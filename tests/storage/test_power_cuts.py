"""Power cuts on a real file system: what a disk holds at a random moment has every act that was told to count.

The writer on a mounted image is stopped, and the image, which is the disk, is copied: what the kernel had not written
to it yet is not there. The copy is mounted and read. It needs root and loop devices, and says so where they are not.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from storage.acts import wrong_in
from storage.amount import IS_MOST
from storage.writer import write

CUTS = 100 if IS_MOST else 6
SIZE = 96 * 2**20


def why_not() -> str | None:
    """Tell why disks cannot be mounted here."""
    if os.geteuid() != 0:
        return "mounting an image needs root: run it as root, or with sudo"
    missing = [name for name in ("mkfs.ext4", "mount", "umount", "losetup") if shutil.which(name) is None]
    if missing:
        return f"{', '.join(missing)}: not installed; apt install e2fsprogs mount"
    free = subprocess.run(["losetup", "--find"], capture_output=True, text=True, check=False)
    return None if free.returncode == 0 else f"no loop device is free here: {free.stderr.strip()}"


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """Give an empty ext4 in a file."""
    if reason := why_not():
        pytest.skip(reason)
    path = tmp_path / "disk"
    with path.open("wb") as file:
        file.truncate(SIZE)
    options = "lazy_itable_init=0,lazy_journal_init=0"
    subprocess.run(["mkfs.ext4", "-q", "-F", "-b", "4096", "-E", options, str(path)], check=True)
    return path


@contextmanager
def mounted(image: Path) -> Iterator[Path]:
    place = image.with_name(f"{image.name}-mounted")
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", "loop", str(image), str(place)], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def start(folder: Path) -> tuple[int, int]:
    """Start a child that writes acts; gives it, and where it tells them."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            write(folder, 10**6, writing)
        finally:
            os._exit(1)
    os.close(writing)
    os.set_blocking(reading, True)
    return child, reading


def cut(image: Path, acts: int, moment: float) -> tuple[int, Path]:
    """Let a child write so many acts more and a moment longer, and cut the power; gives what was told, and the disk."""
    left = image.with_name("left")
    with mounted(image) as place:
        child, reading = start(place / "games")
        told = b""
        while told.count(b"\n") < acts:
            told += os.read(reading, 65_536)
        signal.sigtimedwait([], moment)
        os.kill(child, signal.SIGSTOP)
        os.waitpid(child, os.WUNTRACED)
        os.set_blocking(reading, False)
        try:
            while more := os.read(reading, 65_536):
                told += more
        except BlockingIOError:
            pass
        subprocess.run(["cp", "--sparse=always", str(image), str(left)], check=True)  # most of a disk is zeros
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reading)
    return int(told.split()[-1]), left


def lost(image: Path, cuts: int) -> list[str]:
    """Cut the power again and again, each time on the disk that the cut before left; gives what was wrong."""
    chance = Random(11)
    wrong: list[str] = []
    for _ in range(cuts):
        told, left = cut(image, chance.randint(1, 30), chance.random() * 0.003)
        with mounted(left) as place:
            wrong.extend(wrong_in(place / "games", told, range(10**6)))
        if wrong:
            return wrong
        left.replace(image)
    return wrong


def test_power_cuts_lose_no_act(image: Path) -> None:
    assert lost(image, CUTS) == []


def test_a_journal_that_does_not_flush_loses_acts(image: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fdatasync", lambda file: None)

    assert lost(image, 20)
