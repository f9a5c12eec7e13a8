"""A value that does not match its pattern is answered in words: every pattern in a schema has a description."""

from __future__ import annotations

import re

import pytest

from tacotable.rig.scenario import HANDS, STEPS
from tacotable.table.enrolment_files import Deck
from tacotable.table.messages import UNDESCRIBED, patterns_of, value_in_words
from tacotable.table.schema import TableFile

ROOTS = (TableFile, Deck, *STEPS.values(), *HANDS.values())
EACH = sorted({(pattern, words) for root in ROOTS for pattern, words in patterns_of(root).items()})


@pytest.mark.parametrize(("pattern", "words"), EACH)
def test_every_pattern_of_a_file_is_said_in_words(pattern: str, words: str) -> None:
    said = value_in_words(f"Expected `str` matching regex '{pattern}'", "name", "!", _root_of(pattern))

    assert words != UNDESCRIBED
    assert said == f"name: '!' cannot be used: {words}"
    assert not re.search(r"[\^$\\\[\]{}]", said)


def test_the_schema_of_a_table_has_patterns() -> None:
    assert len(patterns_of(TableFile)) >= 3


def _root_of(pattern: str) -> type:
    return next(root for root in ROOTS if pattern in patterns_of(root))
