"""What has changed between two pictures, told and put together again."""

from __future__ import annotations

import json
from random import Random

from pi.patches import changed
from tacotable.state.changes import changes


def some_value(chance: Random, depth: int = 0) -> object:
    """Return a JSON value by chance: a number, nothing, a list, or a mapping of them."""
    kind = chance.randrange(4 if depth < 3 else 2)
    if kind == 0:
        return None
    if kind == 1:
        return chance.randrange(3)
    if kind == 2:
        return [some_value(chance, depth + 1) for _ in range(chance.randrange(8))]
    return some_picture(chance, depth + 1)


def some_picture(chance: Random, depth: int = 0) -> dict[str, object]:
    return {name: some_value(chance, depth) for name in "abcd" if chance.random() < 0.7}


def test_what_is_told_makes_any_picture_of_any_other() -> None:
    for seed in range(2000):
        chance = Random(seed)
        before, now = some_picture(chance), some_picture(chance)

        told = json.loads(json.dumps(changes(before, now)))

        assert changed(before, told) == now, seed


def test_one_value_of_a_long_list_is_told_alone_and_a_shorter_list_whole() -> None:
    before = {"board": {"cards": [1, 2, 3, 4], "few": [1]}}

    now = {"board": {"cards": [1, 2, 9, 4, 5], "few": [2]}}
    assert changes(before, now) == {
        "set": {"board": {"few": [2]}},
        "at": [[["board", "cards"], {"2": 9, "4": 5}]],
        "gone": [],
    }
    assert changes(now, before)["set"] == before


def test_nothing_is_told_of_what_stays() -> None:
    picture = {"a": {"b": [1, 2, 3, 4]}, "c": None}
    assert changes(picture, picture) == {"set": {}, "at": [], "gone": []}
