"""A third game, of a package that changes no file of the project: in the referee, and at a table through bytes."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from examples.packages import EXAMPLES, Command, ask
from tacotable.games.lamps import STEADY
from tacotable.state import guards
from tacotable.state.game_state import Stage

BROKEN = """
from dataclasses import replace
from tacotable_engine.registry import TACOCAT, GameSpec
from tacotable_engine.printing import Names, Printing

NAMES = Names({"en": "War"}, {"en": "War"})
PRINTING = Printing(
    id="war", names=NAMES, seats=range(2, 3), cards=("1",), prompts=("war-lay",), rules=("war-won",)
)
OTHER = replace(TACOCAT, name="war", names=lambda: ("war",), printing=lambda name: PRINTING, words="war_game")
WITHOUT_RULES = replace(OTHER, rules="war_game:missing")
WITHOUT_COMPANION = replace(OTHER, companion="war_game:missing")
WITHOUT_TABLE = replace(OTHER, table="")
TAKEN = replace(OTHER, names=lambda: ("tc38",))
NO_SPEC = PRINTING
"""
YES_OR_NO = (True, False)
ASKED = {Stage.LOBBY: (True,), Stage.DEAL: YES_OR_NO, Stage.PLAY: YES_OR_NO, Stage.OVER: (True,)}
"""Whether a seat may be asked, by stage."""


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Give the module with the game's decision tables."""
    monkeypatch.syspath_prepend(str(EXAMPLES / "high-card"))
    yield importlib.import_module("tacotable_high_card.table")
    for name in [name for name in sys.modules if name.startswith("tacotable_high_card")]:
        del sys.modules[name]


def presses(table: Any) -> list[Any]:
    """Return all possible readings of presses."""
    moments = [(stage, is_asked) for stage, values in ASKED.items() for is_asked in values]
    fields = product(YES_OR_NO, YES_OR_NO, moments, YES_OR_NO)
    return [table.Press(is_ok, is_held, *moment, has_message) for is_ok, is_held, moment, has_message in fields]


def test_every_possible_reading_is_decided_and_no_row_is_dead(table: Any) -> None:
    cards = [table.Card(*values) for values in product(YES_OR_NO, YES_OR_NO)]
    for rows, readings in ((table.PRESSES, presses(table)), (table.CARDS, cards)):
        decided = [rows.decide(reading).name for reading in readings]

        assert {row.name for row in rows.rows} == set(decided)
        assert len({row.name for row in rows.rows}) == len(rows.rows)


def test_a_lamp_asks_for_a_press_only_if_the_seat_is_asked_and_the_press_counts(table: Any) -> None:
    for reading in presses(table):
        row = table.PRESSES.decide(reading)

        assert row.lamp in table.LAMPS
        if row.lamp not in ("", "refused"):
            assert reading.is_asked, reading
            assert row.lamp in STEADY or row.do is not guards.ignore, reading


def lay(seat: str, card: str) -> Mapping[str, object]:
    return {"op": "act", "seat": seat, "do": "lay", "card": card}


@pytest.mark.long(keep=0)
def test_the_referee_rules_on_it_and_keeps_its_record(installed: Path) -> None:
    new = {"op": "new", "game": "high-card", "seats": ["Ann", "Bo"], "mode": "blind"}
    acts: list[Mapping[str, object]] = [
        lay("Ann", "7"),
        lay("Ann", "8"),
        lay("Bo", "9"),
        lay("Ann", "5"),
        lay("Bo", "5"),
        {"op": "undo"},
    ]
    answers = ask(installed, new, *acts, {"op": "view", "seat": "Bo"}, {"op": "record"})
    told = [str(answer.get("rule")) for answer in answers[1:7]]

    assert told == [
        "high-card-laid",
        "high-card-twice",
        "high-card-higher",
        "high-card-laid",
        "high-card-equal",
        "undone",
    ]
    assert answers[3]["say"] == "The 9 is higher: Bo wins the round."
    assert answers[7]["state"]["laid"] == {"Ann": ["?"]}
    assert "a:8#high-card-twice" in str(answers[8]["record"])


def test_a_record_of_it_is_read_back(installed: Path, run: Command) -> None:
    program = """
from tacotable_engine import Match
from tacotable_engine.registry import rules_of

class Upwards:
    def shuffle(self, cards):
        return sorted(cards, key=int)

match = Match.new({"game": "high-card", "seats": ["a b", "c"]}, Upwards())
while match.public_view.winner is None:
    seat = match.public_view.to_act[0]
    assert match.act(seat, match.legal(seat)[-1]).is_applied
again = Match.from_record(match.record())
assert again.position() == match.position()
assert rules_of("high-card").read_position(match.position()) == again.state
print(match.public_view.winner)
"""
    done = run(installed, "-c", program)

    assert (done.stdout, done.stderr) == ("c\n", "")


@pytest.mark.long
@pytest.mark.parametrize("table", ["tacocat", "tacocat-hub"])
def test_simulated_people_play_it_through_the_bytes_of_the_readers(installed: Path, run: Command, table: str) -> None:
    done = run(installed, "-m", "tacotable", "play", "--table", table, "--game", "high-card", "--games", "2")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("games 2, ")
    assert "refusals 0" in done.stdout


def test_a_card_of_another_game_is_not_asked_to_be_laid_again_after_the_deal(
    installed: Path, run: Command, tmp_path: Path
) -> None:
    path = tmp_path / "other-game.rig.toml"
    path.write_text(
        """
title = "A card of another game is not asked to be laid again"
table = "tacocat"
game = "high-card"
steps = [
  { tap = "YAY.ok" },
  { tap = "YAY.ok" },
  { place = "skip", from = "box", on = "YAY.pad" },
  { expect = { screen = { YAY = "refusal.deal-first" } } },
  { tap = "WOW.ok" },
  { expect = { stage = "play", screen = { YAY = "refusal.not-in-game" } } },
  { lift = "YAY.pad" },
  { expect = { screen = { YAY = "sign.high-card-lay" } } },
]
"""
    )

    done = run(installed, "-m", "tacotable", "rig", str(path), "--rig", "engine")

    assert done.returncode == 0, done.stdout + done.stderr


def test_a_table_checks_all_its_words_and_names_the_games_that_it_plays(installed: Path, run: Command) -> None:
    checked = run(installed, "-m", "tacotable", "check", "tacocat")
    refused = run(installed, "-m", "tacotable", "run", "--table", "kittens", "--auto", "--game", "high-card")

    assert (checked.returncode, checked.stderr) == (0, "")
    assert "message" not in checked.stdout
    assert "'kittens' plays ek120, min72, zh56, not high-card" in refused.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("spec", "lack"),
    [
        ("WITHOUT_RULES", "rules: 'war_game:missing' cannot be imported"),
        ("WITHOUT_COMPANION", "companion: 'war_game:missing' cannot be imported"),
        ("WITHOUT_TABLE", "table: '' cannot be imported"),
        ("TAKEN", "'tc38' is a ruleset of another game already"),
        ("NO_SPEC", "is no GameSpec"),
        ("OTHER", "words: en.toml lacks [prompt.war-lay], [rule.war-won]"),
    ],
)
def test_a_game_that_lacks_something_is_refused_by_its_name(tmp_path: Path, run: Command, spec: str, lack: str) -> None:
    (tmp_path / "war_game").mkdir()
    (tmp_path / "war_game" / "__init__.py").write_text(BROKEN)
    (tmp_path / "war_game" / "en.toml").touch()
    described = tmp_path / "war_game-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: war-game\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(f"[tacotable.games]\nwar = war_game:{spec}\n")
    for command in (("check", "tacocat"), ("run", "--auto")):
        done = run(tmp_path, "-m", "tacotable", *command)

        assert done.returncode in (1, 2)
        assert "'war' of the package war-game" in done.stderr
        assert lack in done.stderr
        assert "Traceback" not in done.stderr
