"""A snapshot and the facts behind it give what all facts give; one that does not fit is passed over."""

from __future__ import annotations

import dataclasses
import json
from functools import cache
from pathlib import Path
from random import Random

import pytest

from tacotable.app.program import MemoryLog
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import simulated_table
from tacotable.core.compatibility import Replay
from tacotable.core.restore import restore
from tacotable.core.snapshot_codec import fingerprint, freeze, thaw
from tacotable.core.snapshot_values import FrozenError, read_values, write_values
from tacotable.simulation.plan import faces_of
from tacotable.state.facts import Fact
from tacotable.state.situation import Situation, Stage
from tacotable.storage.journal import Journal, folder
from tacotable.table.file import TableFile, read_table


@cache
def played(name: str) -> tuple[Fact, ...]:
    """Give the facts of a whole game by simulated people."""
    log = MemoryLog()
    with simulated_table(name, seed=3, journal=log) as rig:
        finish_game(rig, Random(3))
    return tuple(log.facts)


def table_of(name: str) -> tuple[TableFile, dict[str, str]]:
    table = read_table(name)
    return table, dict(faces_of(table, table.game))


def after(name: str, facts: tuple[Fact, ...]) -> Situation:
    replay = Replay(*table_of(name))
    assert [replay.misfit(fact) for fact in facts] == [None] * len(facts)
    return replay.situation


def told(situation: Situation) -> dict[str, object]:
    """Give what facts gave a situation, as values that can be compared."""
    parts = {name: getattr(situation, name) for name in situation.FROM_FACTS}
    match = situation.match
    parts["match"] = (match.record(), match.state, match.log, match.next_number) if match else None
    parts["part"] = {name: getattr(situation.part, name) for name in situation.part.FROM_FACTS}
    return parts


@pytest.mark.parametrize("name", ["tacocat", "kittens"])
def test_a_thawed_situation_is_the_frozen_one_and_goes_on_alike(name: str) -> None:
    facts = played(name)
    table, faces = table_of(name)
    for done in range(0, len(facts), 19):
        thawed = thaw(freeze(after(name, facts[:done])), table, faces)
        assert told(thawed) == told(after(name, facts[:done]))
        replay = Replay(table, faces, thawed)

        assert [replay.misfit(fact) for fact in facts[done : done + 20]] == [None] * len(facts[done : done + 20])

        assert told(replay.situation) == told(after(name, facts[: done + 20]))


def in_a_journal(tmp_path: Path, facts: tuple[Fact, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a game with snapshots on the way, as a table does."""
    monkeypatch.setattr(folder, "SNAPSHOT_EACH", 10)
    table, faces = table_of("tacocat")
    journal = Journal(tmp_path)
    replay = Replay(table, faces)
    for fact in facts:
        replay.misfit(fact)
        journal.append(fact)
        journal.tend(lambda: (fingerprint(table, faces), freeze(replay.situation)))
    journal.close()


def test_a_start_by_snapshot_equals_a_start_by_all_facts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = played("tacocat")[:65]
    in_a_journal(tmp_path, facts, monkeypatch)
    recovered = Journal(tmp_path).recover()

    restored = restore(recovered, *table_of("tacocat"))

    assert [snapshot.facts for snapshot in recovered.snapshots] == [60, 50]
    assert restored.situation is not None
    assert told(restored.situation) == told(after("tacocat", facts))


def test_the_last_two_snapshots_are_kept_and_a_bad_one_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = played("tacocat")[:65]
    in_a_journal(tmp_path, facts, monkeypatch)
    newest, older = sorted(tmp_path.glob("*.snap-*"), reverse=True)
    newest.write_bytes(newest.read_bytes()[:-1] + b"?")

    recovered = Journal(tmp_path).recover()

    assert [snapshot.facts for snapshot in recovered.snapshots] == [50]
    older.unlink()
    restored = restore(Journal(tmp_path).recover(), *table_of("tacocat"))
    assert restored.situation is not None
    assert told(restored.situation) == told(after("tacocat", facts))


def test_a_snapshot_of_another_program_or_table_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_a_journal(tmp_path, played("tacocat")[:30], monkeypatch)
    table, faces = table_of("tacocat")
    recovered = Journal(tmp_path).recover()
    poisoned = tuple(dataclasses.replace(each, payload=b"?", fingerprint=b"x" * 32) for each in recovered.snapshots)

    restored = restore(dataclasses.replace(recovered, snapshots=poisoned), table, faces)

    assert restored.situation is not None
    assert told(restored.situation) == told(after("tacocat", played("tacocat")[:30]))


@pytest.mark.parametrize(
    "name",
    [
        "os:system",
        "builtins:eval",
        "tacotable.core.snapshot_codec:fingerprint",
        "pathlib:Path",
        "tacotable.core.controller:Controller",
    ],
)
def test_a_frozen_situation_names_nothing_but_values_of_this_program(name: str) -> None:
    for kind in ("value", "enum"):
        with pytest.raises(FrozenError, match="is no value of this program"):
            thaw(json.dumps([[kind, name, "x"]]).encode(), *table_of("tacocat"))


def test_a_value_has_its_declared_parts_and_no_others() -> None:
    content = json.dumps([7, ["value", "tacotable.state.scene:Cue", "number", 0, "__class__", 0]]).encode()

    with pytest.raises(FrozenError, match="these are not the parts of a Cue"):
        read_values(content, {})


def test_what_values_share_they_share_again_and_what_is_equal_stays_apart() -> None:
    shared, twin = ["a", 1.5, None, True], ["a", 1.5, None, True]
    kept = {"one": shared, "two": (shared, twin), "three": {frozenset({2}), range(3)}, "four": Stage.LOBBY}

    again = read_values(write_values(kept, lambda value: None), {})

    assert again == kept
    assert isinstance(again, dict)
    assert again["one"] is again["two"][0]
    assert again["one"] is not again["two"][1]


def test_what_is_no_value_of_this_program_is_not_frozen() -> None:
    loop: list[object] = []
    loop.append(loop)
    for value, why in ((Path("x"), "no value of this program"), (loop, "a list holds itself")):
        with pytest.raises(FrozenError, match=why):
            write_values(value, lambda value: None)
