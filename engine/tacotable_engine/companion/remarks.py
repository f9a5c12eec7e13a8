"""A remark of a review in sentences: what was done, and what was better by what was known, or with hindsight.

Codes are `review.*` and, for a better act, `hint.do-*` in the catalog.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacotable_engine.companion.answers import Remark
from tacotable_engine.companion.hints import deed_told

SLIGHT = 0.05  # What costs less by what was known is within what a search can tell.
BLUNDER = 0.35  # From here on another choice was far better.


def remark_told(remark: Remark) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the sentences of a remark, as codes and their values; each says whether it means hindsight."""
    values: dict[str, object] = {"seat": remark.seat, "percent": remark.percent}
    is_right = remark.known_loss < SLIGHT
    yield "review.did", values
    yield from filter(None, [deed_told(remark.did)])
    if is_right:
        yield "review.right", values
    else:
        better = "review.better" if remark.known_loss < BLUNDER else "review.blunder"
        yield better if remark.percent is None else f"{better}-risk", values
        yield from filter(None, [deed_told(remark.known_best)])
    if not remark.loss:
        if remark.loss == 0 and not is_right:
            yield "review.hindsight-right", values
    elif remark.best == remark.known_best and not is_right:
        yield "review.hindsight-same", values
    elif remark.best is not None:
        yield "review.hindsight-better", values
        yield from filter(None, [deed_told(remark.best)])
