"""The comparison of scenarios finds what differs, so that a scenario cannot pass by accident."""

from __future__ import annotations

from typing import Any

import pytest

from scenarios.comparison import differences


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": "*"}, {"a": None}),
        ({"hands": {"Ann": ["2", "1"]}}, {"hands": {"Ann": ["1", "2"]}}),
        ([], []),
    ],
)
def test_a_subset_passes(expected: Any, got: Any) -> None:
    assert list(differences(expected, got)) == []


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ({"a": 1}, {}),
        ({"a": "*"}, {}),
        ({"a": True}, {"a": 1}),
        ({"discard": ["2", "1"]}, {"discard": ["1", "2"]}),
        ({"hands": {"Ann": ["2", "2"]}}, {"hands": {"Ann": ["1", "2"]}}),
        (["1"], ["1", "2"]),
        ({"a": {}}, {"a": None}),
    ],
)
def test_a_difference_is_told(expected: Any, got: Any) -> None:
    assert list(differences(expected, got)) != []
