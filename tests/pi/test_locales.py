"""Every command works in every locale, in both languages, and with files whose names are any bytes."""

from __future__ import annotations

import io
import json
import os
import pty
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from tacotable.__main__ import COMMANDS, FURTHER, main
from tacotable.app.program import MemoryLog
from tacotable.app.run import picture_code
from tacotable.autoplay.rig import simulated_table
from tacotable.errors import TacotableError
from tacotable.state.facts import Closed, Named
from tacotable.storage.journal import Journal

ROOT = Path(__file__).parents[2]
ODD = os.fsdecode("牌 é ".encode() + b"\xff\n")
"""A name that no encoding can show: Chinese, an accent, a byte that is no UTF-8, and a line's end."""
ENCODINGS = ("ascii", "latin-1", "utf-8")
"""Of the output in the locale C without UTF-8 mode, in en_US.ISO-8859-1 and in C.UTF-8."""
SLOW = ("play", "replay", "survey", "enroll")
"""Their calls that succeed are tried in one locale."""
ALL = (*COMMANDS, *(each.name for each in entry_points(group=FURTHER) if each.value.startswith("tacotable_live")))
IN_BYTES = ("referee",)  # It reads and writes bytes, and takes no arguments.


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder of an odd name with one file of each kind in it."""
    made = tmp_path_factory.mktemp("any") / ODD
    made.mkdir()
    table = (ROOT / "firmware/pi/tacotable/tables/tacocat.toml").read_text("utf-8")
    (made / f"{ODD}.toml").write_text(f'deck_file = "牌.toml"\n{table}', "utf-8")
    shutil.copy(ROOT / "tests/traces/faulty-tacocat.trace", made / f"{ODD}.trace")
    shutil.copy(ROOT / "tests/hil/attack-and-answer.rig.toml", made / f"{ODD}.rig.toml")
    told = {"table": "牌", "devices": [{"device": "\ud800", "state": "ok"}], "stage": ODD}
    (made / f"{ODD}.json").write_text(json.dumps(told), "utf-8")
    log, journal = MemoryLog(), Journal(made / "state", wall_s=lambda: 1_763_000_000.0)
    with simulated_table("tacocat", seed=3, journal=log) as rig:
        for button in ("YAY.ok", "YAY.ok", "WOW.ok", "YAY.ok", "WOW.ok"):
            rig.tap(button)
    for fact in (*log.facts[:1], Named({"YAY": "安娜"}), *log.facts[1:], Closed()):
        journal.append(fact)
    journal.tend()
    journal.close()
    return made


def calls(folder: Path) -> dict[str, list[list[str]]]:
    """Return cheap calls of each command, with files of odd names."""
    table, state, out = str(folder / f"{ODD}.toml"), str(folder / "state"), str(folder / f"{ODD}.tar.gz")
    missing = str(folder / "none" / ODD)
    return {
        "run": [["--table", missing]],
        "play": [["--table", missing], ["--games", "1", "--table", table]],
        "screens": [[missing, "--table", missing], ["/dev/null/牌"]],
        "pinout": [[table], [missing]],
        "wiring": [[table, "--out", str(folder / ODD)], [missing]],
        "check": [[table, "--state", state], [missing]],
        "setup": [[table], [missing]],
        "rig": [[str(folder / f"{ODD}.rig.toml"), "--rig", "sim"], [missing]],
        "record": [["--table", missing]],
        "replay": [[missing], [str(folder / f"{ODD}.trace"), "--decisions"]],
        "enroll": [["--table", missing], ["--auto", "--table", table, "--language", "zh-TW"]],
        "status": [["--file", str(folder / f"{ODD}.json")], ["--file", str(folder / f"{ODD}.json"), "--json"]],
        "history": [
            ["--state", state],
            ["--state", missing],
            *(["--state", state, "--export", "1", "--language", "zh-TW", *more] for more in ([], ["--text"])),
            ["--state", state, "--export", "1", "--text", "--everything"],
            ["--state", state, "--export", ODD],
        ],
        "doctor": [["--simulated", "--table", table, "--state", state], ["--table", missing]],
        "hub": [["talk", "--port", missing]],
        "survey": [[missing], ["--simulated", table, "--out", str(folder / f"{ODD}.profile")]],
        "selftest": [["--simulated", "--table", table], ["--table", missing]],
        "bench-report": [[missing]],
        "support": [
            ["--simulated", "--table", table, "--state", state, "--out", out],
            ["--table", missing, "--out", out],
        ],
        "uplink": [["mqtt://牌", "--table", "牌", "--state", missing], ["ws://x", "--table", ODD, "--state", missing]],
        "director": [
            ["--state", "/dev/null/牌"],
            ["--state", missing, "--password-file", missing, "--broker", "mqtt://x"],
        ],
        "event": [["--kill", "牌"]],
    }


def outcome(arguments: list[str], encoding: str) -> tuple[int, str]:
    """Return the status of a command, and its output, in a locale of the encoding."""
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    err = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="backslashreplace")  # as Python has it
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status = main(arguments)
        except SystemExit as end:
            status = int(str(end.code))
    return status, "".join(map(written, (out, err)))


def written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("command", ALL)
def test_a_command_works_in_every_locale_with_files_of_any_names(command: str, encoding: str, folder: Path) -> None:
    helped, _ = outcome([command, "--help"], encoding) if command not in IN_BYTES else (0, "")

    assert helped == 0
    for arguments in calls(folder).get(command, [])[: 1 if command in SLOW and encoding != "latin-1" else None]:
        status, told = outcome([command, *arguments], encoding)
        assert status in (0, 1, 2), arguments
        assert told or command == "hub", arguments  # whose tool writes by itself


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_picture_code_has_its_corners_in_every_encoding(encoding: str) -> None:
    lines = picture_code("http://10.0.0.7:8480/", encoding)

    assert all(line.encode(encoding) for line in lines)
    assert len({*"".join(lines)} - {"\x1b"}) > 1


@pytest.mark.parametrize(
    "arguments", [["history", "--export", "1", "--language", "zh-TW"], ["doctor", "--simulated", "--json"]]
)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_json_is_the_same_in_every_locale(arguments: list[str], encoding: str, folder: Path) -> None:
    kept = ["--state", str(folder / "state")]

    lines = outcome([*arguments, *kept], encoding)[1].splitlines()

    assert [json.loads(line) for line in lines] == [
        json.loads(line) for line in outcome([*arguments, *kept], "utf-8")[1].splitlines()
    ]


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
def test_a_table_starts_in_a_terminal_of_every_locale_with_files_of_any_names(encoding: str, folder: Path) -> None:
    files = ["--state", str(folder / "run"), "--trace", str(folder / "trace")]
    command = [sys.executable, "-m", "tacotable", "run", "--simulate", "--table", str(folder / f"{ODD}.toml"), *files]
    terminal, inner = pty.openpty()
    environment = {**os.environ, "PYTHONIOENCODING": encoding}

    with subprocess.Popen([*command, "--port", "0"], stdout=inner, stderr=inner, env=environment) as running:
        os.close(inner)
        told = b""
        while b"Ctrl-C" not in told and (read := output(terminal)):
            told += read
        running.terminate()
        while read := output(terminal):
            told += read
    os.close(terminal)

    assert running.returncode == 0
    assert b"Good night" in told
    assert ("\N{FULL BLOCK}" in told.decode(encoding)) == (encoding == "utf-8")


def output(terminal: int) -> bytes:
    """Return the next output of a terminal; empty at its end."""
    try:
        return os.read(terminal, 65_536)
    except OSError:
        return b""


def test_a_deck_of_a_chinese_name_is_read_where_names_of_files_are_ascii(folder: Path) -> None:
    (folder / "牌.toml").write_text(
        'version = 1\nname = "Box"\nruleset = "tc38"\ncards = [{ tag = "04A1B2C3", face = "99" }]\n', "utf-8"
    )
    environment = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "tacotable", "check", str(folder / f"{ODD}.toml")]

    done = subprocess.run(command, capture_output=True, text=True, env=environment)

    assert "cards[0].face: tc38 has no card '99'" in done.stderr
    assert "Traceback" not in done.stderr


def test_what_an_error_says_can_be_written_and_sent() -> None:
    assert str(TacotableError(f"{ODD}: gone")).encode().decode() == "牌 é \\udcff\n: gone"
