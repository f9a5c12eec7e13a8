"""A printing that is one file outside the project: in the referee, at a table through bytes, and in what checks it."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from examples.packages import EXAMPLES, Command, ask

FILE = EXAMPLES / "printing" / "ek56.toml"
KITTENS = files("tacotable").joinpath("tables", "kittens.toml").read_text("utf-8")
ATTACK = {"op": "act", "do": "play", "cards": ["attack"]}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Give a table file that names the printing, and begins with it."""
    (tmp_path / "ek56.toml").write_text(FILE.read_text("utf-8"), "utf-8")
    path = tmp_path / "own.toml"
    path.write_text('printings = ["ek56.toml"]\n' + KITTENS.replace('game = "ek120"', 'game = "ek56"'), "utf-8")
    return path


@pytest.mark.parametrize(("game", "left"), [("ek56", 4), ("zh56", 2)])
def test_attacks_add_up_in_it_and_in_the_printing_that_it_comes_from_they_do_not(
    tmp_path: Path, game: str, left: int
) -> None:
    new = {"op": "new", "game": game, "seats": ["A", "B", "C"], "mode": "blind"}
    requests = (new, {**ATTACK, "seat": "A"}, {"op": "resolve"}, {**ATTACK, "seat": "B"}, {"op": "resolve"})
    state = ask(tmp_path, *requests, options=("--printing", str(FILE)))[-1]["state"]

    assert state["turn"] == {"seat": "C", "left": left, "source": "attack"}


def test_the_lessons_of_its_family_are_taught_with_it(tmp_path: Path) -> None:
    new = {"op": "new", "game": "ek56", "seats": ["A", "B"], "seed": 1}
    listed = ask(tmp_path, new, {"op": "teach"}, options=("--printing", str(FILE)))[-1]["lessons"]
    begun = [{"op": "teach", "lesson": one["id"]} for one in listed]

    assert {"turn", "nope", "defuse", "target"} <= {one["id"] for one in listed}
    assert all(reply["ok"] for reply in ask(tmp_path, new, *begun, options=("--printing", str(FILE))))


@pytest.mark.long(keep=0)
def test_a_table_file_names_it_and_simulated_people_play_it(own: Path, run: Command) -> None:
    done = run(own.parent, "-m", "tacotable", "play", "--table", str(own), "--players", "3", "--record")

    assert done.returncode == 0, done.stderr
    assert '[Game "ek56"]' in done.stdout
    assert "games 1, " in done.stdout


def test_its_games_are_kept_and_listed_by_its_name(own: Path, run: Command) -> None:
    program = f"""
from tacotable.catalog import Catalog
from tacotable.table.file import read_table
from tacotable.table.kinds import games_of, table_for
table = read_table({str(own)!r})
assert games_of(table)[-1] == "ek56" and table_for("ek56") == "kittens"
assert Catalog("zh-TW").oled("item.ek56") == ("爆炸貓 56",) and Catalog("en").oled("item.ek56") == ("Kittens 56",)
"""
    checked = run(own.parent, "-m", "tacotable", "check", str(own))
    done = run(own.parent, "-c", program)

    assert (checked.returncode, checked.stderr) == (0, "")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.long(keep=2)
@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda text: text.replace("counts]", "count]"), "my.toml: "),
        (lambda text: text.replace("defuse = 6", "defuse = 1"), "sets.all.defuse: 2 players need one each"),
        (lambda text: text.replace('"ek56"', '"zh56"'), "id: there is another printing 'zh56' already"),
        (lambda text: text.replace('"ek56"', '"EK 56"'), "id: 'EK 56' is no name"),
        (lambda text: text.replace("skip = 4", "skipp = 4"), "counts.skipp: no rule knows this card"),
        (lambda text: text[:200] + "\n=", "my.toml: "),
    ],
)
def test_a_file_that_is_wrong_is_told_with_its_key(
    tmp_path: Path, run: Command, spoil: Callable[[str], str], told: str
) -> None:
    path = tmp_path / "my.toml"
    path.write_text(spoil(FILE.read_text("utf-8")), "utf-8")
    done = run(tmp_path, "-m", "tacotable", "referee", "--printing", str(path))

    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_a_card_without_a_name_is_told_with_where_it_goes(own: Path, run: Command) -> None:
    text = (
        FILE.read_text("utf-8")
        .replace("cat-5 = 4", "cat-5 = 4\nmoon-cat = 4")
        .replace('"cat-5"]', '"cat-5", "moon-cat"]')
    )
    (own.parent / "ek56.toml").write_text(text, "utf-8")
    unnamed = run(own.parent, "-m", "tacotable", "check", str(own))
    named = '[card_names]\nmoon-cat = { en = "Moon Cat" }\n\n[counts]'
    (own.parent / "ek56.toml").write_text(text.replace("[counts]", named), "utf-8")

    assert "[card.moon-cat]: this message is missing" in unnamed.stdout
    assert "or to [card_names] of its printing" in unnamed.stdout
    assert "moon-cat" not in run(own.parent, "-m", "tacotable", "check", str(own)).stdout


def test_a_file_that_is_missing_is_told_in_the_table_file(own: Path, run: Command) -> None:
    (own.parent / "ek56.toml").unlink()
    done = run(own.parent, "-m", "tacotable", "check", str(own))

    assert done.returncode != 0
    assert "printings[0]: " in done.stderr
    assert "No such file or directory; give the file of a printing" in done.stderr


def test_a_game_and_a_recording_of_it_say_what_they_need_to_be_read(own: Path, tmp_path: Path, run: Command) -> None:
    program = """
from pathlib import Path
from tacotable.table.file import read_table
from tacotable.trace.file import Trace
from tacotable.trace.content import start_of
import msgspec
table = msgspec.structs.replace(read_table("kittens"), game="ek56")
try:
    start_of(Trace(Path("a.trace"), {"table": msgspec.to_builtins(table), "faces": {}}, ()))
except Exception as error:
    print(error)
"""
    done = run(tmp_path, "-c", program)

    assert "a.trace: the header cannot be read: 'ek56' is not known here" in done.stdout
    assert "add --printing FILE" in done.stdout


def test_the_same_file_may_be_named_twice(tmp_path: Path) -> None:
    answers = ask(
        tmp_path,
        {"op": "new", "game": "ek56", "seats": ["A", "B"], "seed": 1},
        options=("--printing", str(FILE), f"--printing={FILE}"),
    )

    assert json.dumps(answers[0])
    assert answers[0]["ok"] is True
