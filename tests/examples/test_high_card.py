"""A third game, of a package that changes no file of the project: in the referee, and at a table through bytes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from examples.packages import Command, ask

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
