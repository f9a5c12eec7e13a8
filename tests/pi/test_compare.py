"""Numbers of two runs of a benchmark are found by the words around them, and compared line by line."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))  # the benchmarks are in no installed package

from bench.compare import numbers_of, ratios


def test_each_number_is_told_with_its_medians_ratio_and_words() -> None:
    before = [numbers_of(f"card to light  {ms} ms of 5,000, p99\nonly before 3\n") for ms in (4.0, 2.0, 90.0)]
    now = [numbers_of(f"card to light {ms} ms of 5,000, p99\nonly now 1\n") for ms in (1.0, 2.0, 3.0)]

    assert [line.split(maxsplit=3) for line in ratios(before, now)] == [
        ["4.000", "2.000", "0.500", "card to light # ms of #, p99"],
        ["5,000.000", "5,000.000", "1.000", "card to light # ms of #, p99"],
        ["in", "one", "of", "them only  only now #"],
    ]


def test_lines_of_the_same_words_are_told_apart_by_their_order() -> None:
    assert numbers_of("tc38: 1\ntc38: 2\n") == {("tc38: #", 0): [1.0], ("tc38: #", 1): [2.0]}
