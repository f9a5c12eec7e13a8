"""The cards of Tacocat: how many each seat is dealt, and how people deal and lay them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from tacotable.family import Dealing
from tacotable.situation import Situation, Stage
from tacotable_engine.tacocat.ruleset import load_ruleset


def hand_number(situation: Situation) -> int:
    """Give how many cards each seat is dealt now."""
    sizes = cast("Mapping[str, int]", situation.public().get("hand_size", {}))
    return max(sizes.values(), default=0)


def dealing(situation: Situation) -> Dealing:
    """Tell how a round is dealt: the whole deck is shuffled, each seat gets the number of the space."""
    return Dealing(situation.seats, tuple(load_ruleset(situation.game).deck.cards), hand_number(situation))


def may_deal(situation: Situation) -> bool:
    """Tell whether it is between two rounds."""
    return situation.stage in (Stage.MOVE, Stage.DEAL)


def is_laid_open(situation: Situation, place: str) -> bool:
    """Tell how people lay a card now: the duel, the last card and what is laid too early face down (T12 too)."""
    phase = situation.public().get("phase")
    is_secret_discard = situation.game == "tc36" and phase == "replace"
    if place == "discard":
        return not is_secret_discard
    in_play = situation.stage is Stage.PLAY
    return in_play and phase not in ("duel", "showdown") and not is_secret_discard
