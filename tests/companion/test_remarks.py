"""What a review says: by what was known and with hindsight, each in a sentence of its own, in both languages."""

from __future__ import annotations

import pytest

from tacotable.catalog import LANGUAGES, Catalog
from tacotable_engine.companion.answers import Remark
from tacotable_engine.companion.remarks import remark_told

DID, ONE, OTHER = ({"do": "attack", "cards": [card]} for card in "579")
Sentence = tuple[str, list[str] | None]
SAYS_DID: list[Sentence] = [("review.did", None), ("hint.do-attack", ["5"])]
RIGHT, FIRST, SECOND = ("review.right", None), ("hint.do-attack", ["7"]), ("hint.do-attack", ["9"])
SAID = [
    (DID, DID, 0.0, 0.0, None, [RIGHT]),
    (None, DID, None, 0.0, None, [RIGHT]),
    (OTHER, ONE, 1.0, 0.04, None, [RIGHT, ("review.hindsight-better", None), SECOND]),
    (ONE, ONE, 1.0, 0.04, None, [RIGHT, ("review.hindsight-better", None), FIRST]),
    (None, ONE, None, 0.1, None, [("review.better", None), FIRST]),
    (DID, ONE, 0.0, 0.1, None, [("review.better", None), FIRST, ("review.hindsight-right", None)]),
    (ONE, ONE, 0.5, 0.4, None, [("review.blunder", None), FIRST, ("review.hindsight-same", None)]),
    (OTHER, ONE, 0.5, 0.4, None, [("review.blunder", None), FIRST, ("review.hindsight-better", None), SECOND]),
    (ONE, ONE, 0.5, 0.1, 30, [("review.better-risk", None), FIRST, ("review.hindsight-same", None)]),
    (ONE, ONE, 0.5, 0.4, 30, [("review.blunder-risk", None), FIRST, ("review.hindsight-same", None)]),
]


@pytest.mark.parametrize(("best", "known_best", "loss", "known_loss", "percent", "told"), SAID)
def test_each_sentence_says_which_it_means_and_a_better_act_follows_it(
    best: dict[str, object] | None,
    known_best: dict[str, object],
    loss: float | None,
    known_loss: float,
    percent: int | None,
    told: list[Sentence],
) -> None:
    remark = Remark(3, "YAY", DID, best, known_best, loss, known_loss, percent)

    sentences = list(remark_told(remark))

    assert [(code, values.get("cards")) for code, values in sentences] == SAYS_DID + told
    for language in LANGUAGES:
        catalog = Catalog(language)
        assert all(code in catalog.messages and "{" not in catalog.say(code, values) for code, values in sentences)
