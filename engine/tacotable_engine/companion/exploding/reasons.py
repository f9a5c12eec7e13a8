"""Why an act is advised in an Exploding game, as the code of a sentence and its values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tacotable_engine.exploding import combos

if TYPE_CHECKING:
    from tacotable_engine.exploding.state import State

Reason = tuple[str, dict[str, object]]
WHYS = (
    *("draw-low", "draw-still", "escape", "pass-on", "look", "take", "triple", "five", "nope", "let", "let-must"),
    *("back-top", "back-deep", "give", "arrange", "only"),
)
"""Every code, without `why.` before it."""
REVIEWS = ("right", "unlucky", "passed-up", "blunder", "out")
"""Every code of a review, without `review.` before it."""
LOW = 0.1
"""Below it the next card is not likely to be lethal."""


def reason(act: Mapping[str, object], state: State, lethal_at: Sequence[float], is_only: bool) -> Reason:
    """Return why an act may be good; `is_only`: there is no other."""
    danger = lethal_at[0] if lethal_at else 0.0
    percent = round(100 * danger)
    do = str(act["do"])
    if do == "draw":
        return ("why.draw-low" if danger < LOW else "why.draw-still"), {"percent": percent}
    if do == "play":
        return _play_reason(act, state, percent)
    if do == "defuse":
        return ("why.back-top" if act.get("slot") == 0 else "why.back-deep"), {"slot": act.get("slot")}
    if do == "let" and is_only:
        return "why.let-must", {}
    if do in ("nope", "let", "arrange") or (do == "give" and "card" in act):
        return f"why.{do}", {"card": act["card"]} if do == "give" else {}
    return "why.only", {}


def _play_reason(act: Mapping[str, object], state: State, percent: int) -> Reason:
    cards = tuple(map(str, act["cards"])) if isinstance(act["cards"], list) else ()
    top = state.discard[-1] if state.discard else None
    effect = combos.effect_of(state.terms.ruleset, cards, top)
    values: dict[str, object] = {"cards": list(cards), "percent": percent, **_target(act)}
    if effect in ("see-the-future", "alter-the-future"):
        return "why.look", values
    if effect in ("attack", "targeted-attack", "skip", "draw-from-bottom", "shuffle"):
        return ("why.escape" if percent >= 100 * LOW else "why.pass-on"), values
    if effect in ("triple", "five"):
        return f"why.{effect}", {**values, "name": act["name"]}
    return "why.take", values


def _target(act: Mapping[str, object]) -> dict[str, object]:
    return {"seat": act["target"]} if "target" in act else {}
