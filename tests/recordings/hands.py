"""The tests' hands as a source: tests of the Pi's program that play by events alone, each table a game."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec
import pytest

from pi.hands import Hands
from recordings import TESTS
from recordings.game import Game, Input, Setting
from recordings.tape import Tape
from tacotable.table.file import TableFile

SHIPPED = ("tacocat", "buttons", "kittens", "family")
OPTIONS = (
    *("-q", "-m", "not long", "-p", "no:cacheprovider", "--hypothesis-seed=0"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # the program is imported already
)
MOST_OF_A_TEST, MOST_INPUTS, FEWEST_INPUTS = 8, 300, 6


class Recorder:
    """A plugin of pytest that notes each table that a test plays at."""

    def __init__(self) -> None:
        self._tapes: list[tuple[str, Setting, Tape]] = []
        self._test = ""

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Note which test begins."""
        self._test = item.nodeid.rpartition("/")[2].removeprefix("test_").replace(".py::test_", "/")

    def watch(self, hands: Hands) -> None:
        """Note a table's events."""
        tape = Tape(lambda: hands._now_ms)
        self._tapes.append((self._test, _setting(hands.situation.devices.whole), tape))
        tape.watch(hands.controller)

    def games(self) -> Iterator[Game]:
        """Yield the games of all tests, without those that are the beginning of another."""
        counts, seen = Counter[str](), set[tuple[bytes, tuple[Input, ...]]]()
        for test, setting, tape in sorted(self._tapes, key=lambda each: -len(each[2].inputs)):
            name, table = test.partition("[")[0], msgspec.json.encode(setting)
            inputs = tuple(tape.inputs[:MOST_INPUTS])
            if len(inputs) >= FEWEST_INPUTS and (table, inputs) not in seen and counts[name] < MOST_OF_A_TEST:
                counts[name] += 1
                seen.update((table, inputs[:end]) for end in range(FEWEST_INPUTS, len(inputs) + 1))
                tape.inputs[:] = inputs
                yield tape.game(f"hands/{name}/{counts[name]}", setting)


def _setting(table: TableFile) -> Setting:
    """Return the setting of a table: by its name if it is a shipped one with a game of its own."""
    shipped = (Setting(name, table.game, table.mode) for name in SHIPPED)
    named = (setting for setting in shipped if _is_at(setting, table))
    return next(named, None) or Setting(msgspec.to_builtins(table))


def _is_at(setting: Setting, table: TableFile) -> bool:
    try:
        return setting.table_file() == table
    except Exception:  # noqa: BLE001  # this shipped table cannot play that game
        return False


def games(paths: Iterable[str] = ()) -> Iterator[Game]:
    """Run the tests that play by hands and yield a game for each of their tables."""
    recorder = Recorder()
    files = [str(path) for path in sorted((TESTS / "pi").glob("test_*.py")) if "Hands(" in path.read_text("utf-8")]
    Hands.watchers.append(recorder.watch)
    try:
        status = pytest.main([*OPTIONS, *(paths or files)], [recorder])
    finally:
        Hands.watchers.remove(recorder.watch)
    if status:
        print("a test failed; its table and those before it are recorded", file=sys.stderr)
    yield from sorted(recorder.games(), key=lambda game: game.name)
