"""A program that is killed while it writes has lost no act that it told, and goes on where it was."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from storage.acts import wrong_in
from storage.amount import IS_MOST
from storage.writer import write

KILLS = 200 if IS_MOST else 40
ONE_AFTER_ANOTHER = 20
"""So many programs are killed in one folder, each going on behind the one before."""
CALLS = range(1, 61)
TRACED = CALLS if IS_MOST else range(1, 61, 20)
"""Those that strace stops, from outside; by default a few, since each starts a Python twice."""
IN_PYTHON = {
    "pwrite": "pwrite64", "write": "write", "fdatasync": "fdatasync", "fsync": "fsync", "posix_fallocate": "fallocate",
    "rename": "rename", "replace": "rename", "unlink": "unlink", "link": "link",
}  # fmt: skip
"""What of `os` makes which system call."""
WRITING = "pwrite64,write,fdatasync,fsync,fallocate,rename,unlink,link"
WRITER = Path(__file__).with_name("writer.py")


def told_before_the_end(folder: Path, count: int, moment: float) -> int:
    """Let a child write, and kill it when it has told so many acts and a moment longer; gives how many it told."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            write(folder, 10**6, writing)
        finally:
            os._exit(1)
    os.close(writing)
    with open(reading, "rb") as lines:  # noqa: PTH123  # the end of a pipe
        told = 0
        for line in lines:
            told = int(line)
            if told >= count:
                break
        signal.sigtimedwait([], moment)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return max([told, *map(int, lines)])


def test_random_kills_lose_no_act(tmp_path: Path) -> None:
    chance = Random(6)
    told = 0
    for number in range(KILLS):
        folder = tmp_path / str(number // ONE_AFTER_ANOTHER)
        told = 0 if number % ONE_AFTER_ANOTHER == 0 else told
        told = told_before_the_end(folder, told + chance.randint(1, 9), chance.random() * 0.004)

        assert wrong_in(folder, told, range(10**6)) == [], f"kill {number}"
    assert told >= ONE_AFTER_ANOTHER


def ended_at(number: int, folder: Path) -> tuple[int, list[str]]:
    """Let a child write 24 acts and die before a writing call; gives how many it told, and the calls up to then."""
    reading, writing = os.pipe()
    noting, noted = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            deadly(number, noted)
            write(folder, 24, writing)
        finally:
            os._exit(1)
    os.close(writing)
    os.close(noted)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)
    with open(reading, "rb") as told, open(noting, encoding="ascii") as calls:  # noqa: PTH123  # the ends of pipes
        return len(told.readlines()), calls.read().split()


def deadly(number: int, noted: int) -> None:
    """Let this process end by a kill before a writing call of its own, counted from 1; each one is noted first."""
    left = [number]
    note = os.write

    def counting(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            note(noted, f"{IN_PYTHON[name]}\n".encode())
            left[0] -= 1
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*arguments)

        return counted

    for name in IN_PYTHON:
        setattr(os, name, counting(name, getattr(os, name)))


@pytest.mark.long(keep=15)
@pytest.mark.parametrize("number", CALLS)
def test_an_end_before_any_of_the_first_writing_calls_loses_no_act(number: int, tmp_path: Path) -> None:
    told, _ = ended_at(number, tmp_path)

    assert wrong_in(tmp_path, told, range(50)) == []
    with Path(os.devnull).open("wb") as nowhere:
        write(tmp_path, 24, nowhere.fileno())
    assert wrong_in(tmp_path, 24, range(24)) == []


def test_the_writing_calls_of_the_program_are_those_that_the_kernel_sees(calls: list[str], tmp_path: Path) -> None:
    _, counted = ended_at(60, tmp_path)

    assert counted == calls[:60]


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Give the writing system calls of a writer, in their order."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed: apt install strace")
    folder = tmp_path_factory.mktemp("traced")
    trace = folder / "trace"
    strace("-o", str(trace), folder=folder / "games")
    return re.findall(r"^(\w+)\(", trace.read_text(), re.MULTILINE)


def strace(*options: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = ["strace", "-e", f"trace={WRITING}", *options, sys.executable, str(WRITER), str(folder), "24"]
    paths = os.pathsep.join([str(WRITER.parents[1]), *sys.path])
    env = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}  # the writer's calls alone count
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)


@pytest.mark.long
@pytest.mark.parametrize("number", TRACED)
def test_a_kill_at_a_writing_system_call_loses_no_act(number: int, calls: list[str], tmp_path: Path) -> None:
    call = calls[number - 1]
    when = Counter(calls[:number])[call]

    done = strace("-e", f"inject={call}:signal=KILL:when={when}", folder=tmp_path)

    assert done.returncode == -signal.SIGKILL, done.stderr
    told = len(done.stdout.split())
    assert wrong_in(tmp_path, told, range(50)) == []
    assert strace("-o", os.devnull, folder=tmp_path).returncode == 0
    assert wrong_in(tmp_path, 24, range(24)) == []


@pytest.mark.fault(27)
@pytest.mark.parametrize(
    ("call", "fault", "told"),
    [
        ("fdatasync", "EIO", "Input/output error"),
        ("fdatasync", "ENOSPC", "No space left on device"),
        ("pwrite64", "ENOSPC", "No space left on device"),
        ("pwrite64", "EROFS", "Read-only file system"),
    ],
)
def test_a_write_or_flush_that_fails_ends_the_telling(
    call: str, fault: str, told: str, calls: list[str], tmp_path: Path
) -> None:
    """A file system with an error turns read-only under a file that is open: each write is refused then (mount(8))."""
    assert calls.count(call) > 7

    done = strace("-e", f"inject={call}:error={fault}:when=7", folder=tmp_path)

    assert f"{told}; the journal could not be written" in done.stderr
    assert 0 < len(done.stdout.split()) < 7
    assert wrong_in(tmp_path, len(done.stdout.split()), range(50)) == []
