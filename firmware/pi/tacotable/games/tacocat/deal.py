"""The deal of Tacocat: how many cards each seat gets, and how people deal and lay them.

In mode `seen` each card lies face down on the pad of the seat that takes it, which tells whose it is: people deal in
any order. Cards for replaced ones pass the same way. What was dealt is known to the referee, and told to nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tacotable.dialogs.refusals import Refusal, refuse
from tacotable.games.tacocat.state import TacocatSituation, target, tells_leaving, view_of
from tacotable.state import facts
from tacotable.state.placements import Status
from tacotable.state.situation import Dealing, Situation, Stage, pad_of
from tacotable_engine.tacocat.ruleset import load_ruleset

DEALT = "log.dealt"  # The line of the log that tells that a round's cards are dealt.

# Refusals of the referee that would name a card which lies face down, and what is told in their place.
UNTOLD = {"rule.no-copy-left": "refusal.deal-no-copy", "rule.deal-full": "refusal.deal-full"}


def hand_number(situation: Situation) -> int:
    """Return how many cards each seat is dealt now."""
    return max(view_of(situation).hand_size.values(), default=0)


def dealing(situation: Situation) -> Dealing:
    """Return how a round is dealt: the whole deck is shuffled, each seat gets the number of the space."""
    each = 0 if situation.game.is_seen else hand_number(situation)  # what passes pads is dealt one by one
    deck, lost = load_ruleset(situation.ruleset).deck.cards, situation.game.arranged.lost.get(situation.ruleset, ())
    shuffled = tuple((Counter(deck) - Counter(lost)).elements())
    return Dealing(
        situation.seats, shuffled, each, token=target(situation), tiles=frozenset(view_of(situation).covered)
    )


def may_deal(situation: Situation) -> bool:
    """Return whether it is between two rounds."""
    return situation.game.stage in (Stage.MOVE, Stage.DEAL) or (is_dealing(situation) and not has_begun(situation))


def is_laid_open(situation: Situation, place: str) -> bool:
    """Return how people lay a card now: the duel, the last card and what is laid too early face down."""
    phase = view_of(situation).phase
    is_secret_discard = situation.ruleset == "tc36" and phase == "replace"
    if place == "discard":
        return not is_secret_discard
    return situation.game.stage is Stage.PLAY and phase not in ("deal", "duel", "showdown") and not is_secret_discard


def is_dealing(situation: Situation) -> bool:
    """Return whether seats are owed cards that pass their pads."""
    return situation.game.stage is Stage.PLAY and view_of(situation).phase == "deal"


def is_first_deal(situation: Situation) -> bool:
    """Return whether hands are dealt, and no cards for replaced ones."""
    return view_of(situation).phase == "deal" and not view_of(situation).replaced


def has_begun(situation: Situation) -> bool:
    """Return whether a card of this round was dealt already."""
    return any(view_of(situation).hand_size.values())


def left(situation: Situation, seat: str) -> int:
    """Return how many cards a seat is still owed."""
    match, is_asked = situation.game.match, seat in view_of(situation).to_act
    prompt = match.prompts().get(seat) if match and is_asked else None
    return int(str(prompt.values.get("n", 0))) if prompt else 0


def obstacle(situation: TacocatSituation, tag: str) -> Refusal | None:
    """Return why a card cannot be an act now: Tacocat moves first, cards are dealt first, or it was used."""
    game, stage = situation.game.part, situation.game.stage
    is_used, is_of_deal = tag in game.spent, is_dealing(situation) or _is_where_dealt(situation, tag)
    is_shown = any(tag in situation.entry(seat).tags for seat in situation.seats)
    if stage is Stage.MOVE:
        return Refusal("refusal.move-first", {"space": target(situation)}, tag)
    if stage is Stage.DEAL:
        return Refusal("refusal.deal-first", tag=tag)
    if is_of_deal and tag in game.held:
        return Refusal("refusal.dealt-to", {"owner": game.held[tag]}, tag)
    if is_of_deal:
        return Refusal("refusal.dealt-before", tag=tag) if is_used else None
    return Refusal("refusal.spent", tag=tag) if is_shown or is_used else None


def _is_where_dealt(situation: TacocatSituation, tag: str) -> bool:
    """Return whether a card is still on the pad on which it was dealt: it goes into a hand before it is played."""
    game = situation.game.part
    one = situation.devices.placement(tag, pad_of(game.held.get(tag, "")))
    is_of_deal = one is not None and one.status is Status.ACCEPTED and tag not in game.spent
    return is_of_deal and tag in game.held and tells_leaving(situation, game.held[tag])


def dealt(situation: Situation, seat: str, card: str, tag: str | None) -> Iterator[facts.Fact]:
    """Deal a card to the seat on whose pad it lies, or that named it; a refusal tells nothing of its face."""
    if situation.game.match is None:
        return
    act: dict[str, object] = {"do": "deal", "card": card}
    refused = situation.game.match.why_not(seat, act)
    if refused is not None:
        code = f"rule.{refused.rule}"
        refuse(situation, seat, Refusal(UNTOLD.get(code, code), tag=tag))
        return
    situation.ui.refusals.pop(seat, None)
    yield facts.Acted(seat, act, "accepted", "", () if tag is None else (tag,))


def take_note(situation: TacocatSituation, fact: facts.Acted) -> None:
    """Note a card that was dealt; that one was taken back is no news any more."""
    ui = situation.ui.part
    situation.ui.news = ()
    situation.game.part.held |= dict.fromkeys(fact.tags, fact.seat)
    for tag in fact.tags:
        situation.devices.mark(tag, Status.ACCEPTED, pad_of(fact.seat))
    ui.secret -= {fact.seat}
    situation.game.entries.pop(fact.seat, None)
    situation.ui.cursors.pop(fact.seat, None)
