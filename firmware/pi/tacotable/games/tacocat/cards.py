"""The cards of Tacocat: how many each seat is dealt, and how people deal and lay them."""

from __future__ import annotations

from collections import Counter

from tacotable.games.tacocat.private_deal import has_begun, is_dealing
from tacotable.games.tacocat.state import view_of
from tacotable.state.game_state import Stage
from tacotable.state.situation import Dealing, Situation
from tacotable_engine.tacocat.ruleset import load_ruleset


def hand_number(situation: Situation) -> int:
    """Return how many cards each seat is dealt now."""
    return max(view_of(situation).hand_size.values(), default=0)


def hand_size(situation: Situation, seat: str) -> int:
    """Return how many cards a seat should hold now."""
    return view_of(situation).hand_size.get(seat, 0)


def dealt_number(situation: Situation) -> int:
    """Return how many cards each seat was dealt in this round: the number of the space on which Tacocat stands."""
    view = view_of(situation)
    return view.board.numbers[len(view.board.numbers) // 2 + view.token]


def dealing(situation: Situation) -> Dealing:
    """Return how a round is dealt: the whole deck is shuffled, each seat gets the number of the space."""
    each = 0 if situation.is_seen else hand_number(situation)  # what passes pads is dealt one by one
    deck, lost = load_ruleset(situation.ruleset).deck.cards, situation.game.arranged.lost.get(situation.ruleset, ())
    return Dealing(situation.seats, tuple((Counter(deck) - Counter(lost)).elements()), each)


def may_deal(situation: Situation) -> bool:
    """Return whether it is between two rounds."""
    is_between = situation.game.stage in (Stage.MOVE, Stage.DEAL)
    return is_between or (is_dealing(situation) and not has_begun(situation))


def is_laid_open(situation: Situation, place: str) -> bool:
    """Return how people lay a card now: the duel, the last card and what is laid too early face down (T12 too)."""
    phase = view_of(situation).phase
    is_secret_discard = situation.ruleset == "tc36" and phase == "replace"
    if place == "discard":
        return not is_secret_discard
    in_play = situation.game.stage is Stage.PLAY
    return in_play and phase not in ("deal", "duel", "showdown") and not is_secret_discard
