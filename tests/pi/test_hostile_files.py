"""A file of any kind with hostile content is refused in a short sentence that names it, and never with a traceback."""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tacotable.__main__ import main
from tacotable.app.simulated import LeftCards
from tacotable.autoplay.rig import simulated_table
from tacotable.table.enrolment_files import BoardPrint, Deck, SpacePrint, deck_text, write_board
from tacotable.table.kinds import counts_of
from tacotable.table.pad_profile import PadProfile, profile_text
from tacotable.table.schema import Card
from tacotable.trace.file import MAGIC, read_trace
from tacotable.web.phones import Phones
from tacotable_engine.errors import RecordError
from tacotable_engine.match import Match

ROOT = Path(__file__).parents[2]
TABLES = ROOT / "firmware/pi/tacotable/tables"
MOST_SENTENCES, LONGEST_SENTENCE = 20, 600
"""So many sentences of a file, and signs of a sentence without the file's folder, a person can read."""

HOSTILE = {
    "100,000 lists": b"a = " + b"[" * 100_000,
    "100,000 closed lists": b"a = " + b"[" * 100_000 + b"]" * 100_000,
    "3,000 inline tables": b"a = " + b"{a = " * 3_000 + b"1" + b"}" * 3_000,
    "500 lists": b"a = " + b"[" * 500 + b"]" * 500,
    "50,000 keys with dots": b"a" + b".a" * 50_000 + b" = 1",
    "50,000 quoted keys with dots": b'"a"' + b" . 'a'" * 50_000 + b" = 1",
    "a header of 50,000 keys": b"[a" + b".a" * 50_000 + b"]",
    "5,000 digits": b"a = " + b"9" * 5_000,
    "5,000 hex digits": b"a = 0x" + b"f" * 5_000,
    "4,000 digits": b"a = " + b"9" * 4_000,
    "5,000 digits with underscores": b"a = 1" + b"_0" * 5_000,
    "NaN": b"a = nan",
    "infinity": b"a = -inf",
    "10^400": b"a = 1e400",
    "NUL": b'a = "b\x00c"',
    "escaped NUL": b'a = "b\\u0000c"',
    "escaped NUL in a key": b'"b\\u0000c" = 1',
    "text that turns around": 'a = "\u202eabc"'.encode(),
    "a key that turns around": '"\u202eabc" = 1'.encode(),
    "a date": b"a = 1979-05-27T07:32:00Z",
    "UTF-16": "a = 1".encode("utf-16"),
    "bytes that are no text": b'a = "\xff\xfe\xfd"',
    "a mark of byte order": b"\xef\xbb\xbf",
    "nothing": b"",
    "10 MB": b'name = "' + b"x" * 10_000_000 + b'"',
    "900 kB of a name": b'name = "' + b"x" * 900_000 + b'"',
    "many quotes": b"a = " + b'"' * 190_001,
    "10,000 unknown keys": b"".join(b"key%d = 1\n" % at for at in range(10_000)),
    "brackets behind a text of many lines": b'a = """ \\""" """\nb = ' + b"[" * 50_000,
    "brackets between texts of many lines": b'a = [ """a"""", ' + b"[" * 50_000 + b', "" ]',
}
VALUES = [
    *("nan", "-inf", "1e400", "9" * 5_000, "0x" + "f" * 5_000, "9" * 30, "-1", "true", '""', "[]", "{}", "[[[[[1]]]]]"),
    *('"\\u0000"', '"\\u202e"', '"../../etc/passwd"', '"/dev/null"', '"\\U0010FFFF"', "[" * 2_000, "{a=" * 2_000),
    *(
        '"' + "x" * 50_000 + '"',
        "1979-05-27",
        '"a\\\\b"',
        '"%s{}"',
        '"' + "x" * 300 + '"',
        '"' + "牌" * 90 + '"',
        "[1, nan]",
        '{a.b.c = "\\u0007"}',
    ),
]


def deck() -> str:
    cards = [kind for kind, count in counts_of("tc38").items() for _ in range(count)]
    told = [Card(tag=f"{at:08X}", face=kind.face, mark=kind.mark) for at, kind in enumerate(cards)]
    return deck_text(Deck(name="Box", ruleset="tc38", cards=told))


def board(folder: Path) -> str:
    spaces = [SpacePrint(number=2 + at, arrow="both" if at == 3 else "yay") for at in range(7)]
    write_board(folder / "valid.toml", BoardPrint(spaces=spaces))
    return (folder / "valid.toml").read_text("utf-8")


def valid(kind: str, folder: Path) -> str:
    """Return a file of a kind as it should be."""
    made: dict[str, Callable[[], str]] = {
        "table": lambda: (TABLES / "tacocat.toml").read_text("utf-8"),
        "deck": deck,
        "board": lambda: board(folder),
        "printing": lambda: (ROOT / "examples/printing/ek56.toml").read_text("utf-8").replace("ek56", "zh56"),
        "profile": lambda: profile_text({"YAY.pad": PadProfile(rate=1, rim_rate=1, dwell_ms=9, scans=9, hears={})}),
        "scenario": lambda: (ROOT / "tests/hil/attack-and-answer.rig.toml").read_text("utf-8"),
    }
    return made[kind]()


KINDS = ("table", "deck", "board", "printing", "profile", "scenario")


def words(kind: str, folder: Path) -> list[str]:
    """Return a command that reads the file `hostile.toml` as a kind, and ends soon."""
    file, table = str(folder / "hostile.toml"), folder / "table.toml"
    own = (TABLES / "tacocat.toml").read_text("utf-8")
    if kind == "deck":
        own = 'deck_file = "hostile.toml"\n' + own
    elif kind == "board":
        own = own.replace("[board]", '[board]\nfile = "hostile.toml"', 1)
    table.write_text(own, "utf-8")
    state = ["--state", str(folder / "state")]
    return {
        "table": ["check", file, *state],
        "deck": ["check", str(table), *state],
        "board": ["check", str(table), *state],
        "printing": ["pinout", "tacocat", "--printing", file],
        "profile": [
            "survey",
            "--simulated",
            "--profile",
            file,
            "--out",
            str(folder / "out"),
            "--fault",
            "x=y",
            "tacocat",
        ],
        "scenario": ["rig", file, "--rig", "real", "--table", str(folder / "none.toml")],
    }[kind]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("files")


def told(capsys: pytest.CaptureFixture[str], arguments: list[str], folder: Path) -> tuple[int, str]:
    status = main(arguments)
    captured = capsys.readouterr()
    return status, (captured.out + captured.err).replace(str(folder), "")


@pytest.mark.parametrize("content", HOSTILE)
@pytest.mark.parametrize("kind", KINDS)
def test_a_hostile_file_is_refused_in_a_short_sentence_that_names_it(
    kind: str, content: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = words(kind, folder)
    (folder / "hostile.toml").write_bytes(HOSTILE[content])

    status, lines = told(capsys, arguments, folder)

    assert status in (1, 2)
    assert "hostile.toml" in lines
    sentences = lines.splitlines()
    assert len(sentences) <= MOST_SENTENCES
    assert max(map(len, sentences)) < LONGEST_SENTENCE
    assert all(map(str.isprintable, sentences))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_no_value_of_a_file_and_no_damage_ends_in_a_traceback(
    kind: str, folder: Path, capsys: pytest.CaptureFixture[str], data: st.DataObject
) -> None:
    arguments, lines = words(kind, folder), valid(kind, folder).splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        key, equals, _ = lines[at].partition("=")
        hostile = data.draw(st.sampled_from(VALUES))
        lines[at] = data.draw(st.sampled_from([f"{key}= {hostile}" if equals else hostile, f'"{hostile}"', hostile]))
    content = bytearray("\n".join(lines).encode())
    for _ in range(data.draw(st.integers(0, 2))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    (folder / "hostile.toml").write_bytes(content)

    status, told_lines = told(capsys, arguments, folder)

    assert status in (0, 1, 2)
    assert len(told_lines) < 20_000


def trace_of(lines: list[bytes]) -> bytes:
    packer = zlib.compressobj(9)
    packed = packer.compress(b"\n".join([*lines, b""])) + packer.flush(zlib.Z_SYNC_FLUSH)
    return MAGIC + struct.pack(">II", len(packed), zlib.crc32(packed)) + packed


JSON_VALUES = [
    *(
        "[" * 100_000,
        "[" * 900 + "]" * 900,
        '{"a":' * 900 + "1" + "}" * 900,
        "9" * 5_000,
        "9" * 4_000,
        "NaN",
        "-Infinity",
    ),
    *("1e400", '"\\ud800"', '"\\u0000"', '"\u202e"', "null", "[]", "{}", '""', "-1", "true", '"' + "x" * 10_000 + '"'),
]


STATUS = {
    "version": "1",
    "table": "a",
    "uptime_s": 5,
    "written": 5.0,
    "hints": ["a"],
    "devices": [{"device": "a", "state": "ok", "reason": "", "losses": 1, "counts": {"scans": 1}}],
}


@cache
def recorded() -> str:
    """Return the rows of a trace, as JSON."""
    trace = read_trace(ROOT / "tests/traces/faulty-tacocat.trace")
    rows = [[at, *row[1:]] for at, row in enumerate(islice(trace.rows, 80))]
    return json.dumps([[trace.header], *rows])


def places(value: object, path: tuple[int | str, ...] = ()) -> Iterator[tuple[int | str, ...]]:
    """Yield the path to each value in a value of JSON, at every depth."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from places(part, (*path, key))


def with_hostile_value(data: st.DataObject, value: object) -> str:
    """Return JSON in which one value is hostile."""
    *path, last = data.draw(st.sampled_from(list(places(value))))
    inner: Any = value
    for key in path:
        inner = inner[key]
    inner[last] = "@@"
    return json.dumps(value).replace('"@@"', data.draw(st.sampled_from(JSON_VALUES)))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_value_in_a_trace_ends_in_a_traceback(
    folder: Path, capsys: pytest.CaptureFixture[str], data: st.DataObject
) -> None:
    rows = json.loads(recorded())
    at = data.draw(st.one_of(st.just(0), st.integers(0, len(rows) - 1)))
    lines = [json.dumps(row).encode() for row in rows]
    lines[at] = with_hostile_value(data, rows[at]).encode()
    (folder / "hostile.trace").write_bytes(trace_of(lines))

    status, told_lines = told(capsys, ["replay", str(folder / "hostile.trace")], folder)

    assert status in (0, 1, 2)
    assert len(told_lines) < 20_000


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), is_json=st.booleans())
def test_no_value_in_a_status_ends_in_a_traceback(
    folder: Path, capsys: pytest.CaptureFixture[str], data: st.DataObject, is_json: bool
) -> None:
    text = with_hostile_value(data, json.loads(json.dumps({"status": STATUS})))
    (folder / "hostile.json").write_text(text[len('{"status": ') : -1], "utf-8")

    status, _ = told(capsys, ["status", "--file", str(folder / "hostile.json"), *["--json"] * is_json], folder)

    assert status in (0, 1, 2)


RECORD = """[Format "tacotable 1"]
[Game "tc38"]
[Seat "Ann"]
[Seat "Bo"]
[Seed "7"]
[Start "tc38 dealt Ann/Bo 4w,6w,9w,7b,9y,6y,4y* - duel -1 0 y 2 2.6.9/3.5.8 _ _ 0/0 -/- -/- - - _ _ _ _/_"]
[Result "*"]

1. a:D9 b:D5
3. a:A6 {undo 3} {clock 6.5} {resolve}
4. a:A6 b:s8#sacrifice-lowest {refuse "no"} b:s8#sacrifice-lowest {accept "yes"} b:s8! {shuffle 4.7}
"""


@given(data=st.data())
def test_no_word_of_a_record_ends_in_a_traceback(data: st.DataObject) -> None:
    pieces = re.split(r"([ .,/_:\n\"#{}*])", RECORD)
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.integers(0, len(pieces) - 1))
        pieces[at] = data.draw(st.sampled_from([*JSON_VALUES, '"' + "\\ud800" * 9 + '"', "9" * 30, "\x00", "²", "٣"]))

    with suppress(RecordError):
        Match.from_record("".join(pieces)).record()


def test_no_word_of_a_record_may_be_nested_deeply() -> None:
    pieces = re.split(r"([ .,/_:\n\"#{}*])", RECORD)
    for at in range(len(pieces)):
        with suppress(RecordError):
            Match.from_record("".join((*pieces[:at], "[" * 100_000, *pieces[at + 1 :]))).record()


@pytest.mark.parametrize(
    "text", ['{"a": %s}', '{"boot": %s, "until_s": {}}', '{"run": "", "until_s": {"YAY": %s}}', "%s"]
)
@pytest.mark.parametrize("value", JSON_VALUES)
def test_a_hostile_file_in_the_state_folder_is_passed_over(value: str, text: str, tmp_path: Path) -> None:
    for name in ("phones", "simulated-cards.json"):
        (tmp_path / name).write_bytes((text % value).encode(errors="surrogatepass"))

    with simulated_table("tacocat") as rig:
        assert not LeftCards(rig.table, tmp_path).find()
    assert Phones(("YAY", "WOW"), tmp_path).count("YAY") == 0
