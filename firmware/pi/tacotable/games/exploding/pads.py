"""The pads: whose card is on one, whether it counted, and what is in the way there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable.dialogs.refusals import Refusal
from tacotable.games.exploding import claims, hidden_cards, plays, robot, setup
from tacotable.games.exploding.state import (
    NOPE,
    PUBLIC,
    ZONE,
    ExplodingSituation,
    last_zone,
    pad_owner,
    phase,
    ruleset_of,
    tells_leaving,
    view_of,
    zone_of,
)
from tacotable.state.game_state import Stage
from tacotable.state.placements import EMPTY, Origin, Placement, Status
from tacotable.state.situation import pad_of, pad_state, seat_of

if TYPE_CHECKING:
    from tacotable.state.placements import Pad


def owner(situation: ExplodingSituation) -> str | None:
    """Return the seat whose card lies on the pad now; None if it could be of several."""
    if situation.game.stage is not Stage.PLAY:
        return hidden_cards.next_taker(situation) or None
    if (seat := pad_owner(situation)) is not None:
        return seat
    return claims.layer_of(situation)


def is_new(situation: ExplodingSituation, placement: Placement) -> bool:
    """Return whether a card on a pad is a new act: it was laid, or found, and never answered by itself."""
    if placement.status is not Status.NEW or placement.origin is Origin.UNCOVERED:
        return False
    return placement.origin is Origin.FRESH or not has_counted(situation, placement.tag)


def is_shown(situation: ExplodingSituation, tag: str) -> bool:
    """Return whether a tag was shown for an act that is not closed yet."""
    return any(tag in entry.tags for entry in situation.game.entries.values())


def has_counted(situation: ExplodingSituation, tag: str) -> bool:
    """Return whether a tag was taken: shown for an act that is not closed yet, or part of one."""
    game = situation.game.part
    if tag in game.spent or tag in (game.lethal_tag, game.given_tag) or is_shown(situation, tag):
        return True
    is_back = game.held.get(tag) == hidden_cards.SOMEBODY
    if not (is_back or tag == game.passed_tag) or not tells_leaving(situation):
        return False
    # A card that lies here may be the copy that a hand takes out of the discard pile.
    placement = situation.devices.placement(tag)
    return tag == game.passed_tag or (placement is not None and placement.status is not Status.NEW)


def unruled(situation: ExplodingSituation, zone: str) -> str | None:
    """Return the tag of a card that lies on a pad without being part of anything; None: no such card."""
    tag = situation.devices.on(zone)
    return tag if isinstance(tag, str) and not has_counted(situation, tag) else None


def zones_of(situation: ExplodingSituation, seat: str) -> Iterator[str]:
    """Yield the pads on which a seat may lay its cards: that of all, and its own."""
    pads = situation.devices.table.pads
    yield from (zone for zone in (ZONE, pad_of(seat)) if zone in pads)


def is_crowded(situation: ExplodingSituation, zone: str) -> bool:
    """Whether cards lie on a pad of which its reader may have reported only some."""
    pad: Pad = situation.devices.pads.get(zone, EMPTY)
    return not pad.is_silent and pad.is_crowded(lambda tag: tag in situation.game.part.spent)


def is_card_in_the_way(situation: ExplodingSituation, seat: str) -> bool:
    """Whether a card lies on a pad of a seat that is asked which is part of nothing, or may hide another.

    Who pressed OK when the lethal card lies there would not have hidden it.
    """
    view = view_of(situation)
    if view.phase == "defuse" and situation.entry(seat).cards:
        zone, lethal = zone_of(situation, seat), situation.game.part.lethal_tag
        return is_crowded(situation, zone) or situation.devices.on(zone) == lethal
    if view.phase not in ("turn", "draw"):
        return False
    return any(
        unruled(situation, zone) is not None or is_crowded(situation, zone) for zone in zones_of(situation, seat)
    )


def is_refused_here(situation: ExplodingSituation, seat: str) -> bool:
    """Whether a card is on show to a seat as refused, and lies there still."""
    refusal = situation.ui.refusals.get(seat)
    return refusal is not None and situation.devices.placement(refusal.tag) is not None


def lies_elsewhere(situation: ExplodingSituation, seat: str) -> bool:
    """Whether a card on another seat's own pad may be of a seat without one, which was not asked about it."""
    tag, has_own = unruled(situation, last_zone(situation)), pad_of(seat) in situation.devices.table.pads
    is_apart = not has_own and pad_owner(situation) is not None
    return is_apart and tag not in (None, situation.ui.part.elsewhere)


def lay_now(situation: ExplodingSituation, tag: str) -> None:
    """Note that a card on a pad counts as laid now, whatever its marks say."""
    pads = situation.devices.pads
    zone = next(zone for zone, pad in pads.items() if any(one.tag == tag for one in pad.read))
    pads[zone] = pads.pop(zone)  # the one on which a card was laid last is at the end
    situation.devices.mark(tag, Status.NEW, origin=Origin.FRESH)
    situation.ui.part.waived.add(tag)


def pad_states(situation: ExplodingSituation) -> dict[str, str]:
    """Return how each pad is, by its zone: see `pad_state`."""
    pads, used = situation.devices.table.pads, situation.game.part.spent
    lies = {zone: situation.devices.on(zone) for zone in pads}
    return {
        zone: pad_state(situation, lies[zone], is_crowded=is_crowded(situation, zone), is_spent=lies[zone] in used)
        for zone in pads
    }


def is_surely_of(situation: ExplodingSituation, seat: str, tag: str) -> bool:
    """Whether a card is surely of the seat that is asked."""
    # Of a robot only what it asks for comes here, and of a drawn card nothing is said.
    return pad_owner(situation) == seat or seat in situation.game.robots or hidden_cards.is_from_pile(situation, tag)


def may_be_wanted(situation: ExplodingSituation) -> bool:
    """Return whether a card of the discard pile may be shown after five different ones."""
    if phase(situation) != "turn" or (seat := owner(situation)) is None:
        return False
    return plays.effect(situation.ruleset, situation.entry(seat).cards) == "five"


def lies_discarded(situation: ExplodingSituation, seat: str, tag: str | None) -> bool | None:
    """Return whether a card lies on the discard pile, for five different ones to take; None: only its title is known.

    Of a hand that is out, and of what lies there when a lesson begins, the referee may know titles better than tags.
    """
    game = situation.game.part
    is_by_title = tag is None or game.held.get(tag) == hidden_cards.SOMEBODY
    if is_by_title or situation.game.is_seen or situation.game.lesson is not None:
        return None
    return tag in game.spent or tag in situation.entry(seat).tags


def obstacle(situation: ExplodingSituation, tag: str) -> Refusal | None:
    """Return why a card cannot be an act now: the cards are dealt first, or it was played before."""
    if situation.game.stage is Stage.DEAL and not hidden_cards.is_dealing(situation):
        return Refusal("refusal.set-up-first", tag=tag)
    if marked := setup.mark_obstacle(situation, tag):
        return marked
    if situation.game.stage is Stage.DEAL:
        return hidden_cards.obstacle_to_deal(situation, tag)
    if may_be_wanted(situation) and not any(entry.tags[-1:] == (tag,) for entry in situation.game.entries.values()):
        return None  # the fifth is none: it lies there, and a reader that lost it for a moment tells it again
    if is_shown(situation, tag):
        return Refusal("refusal.shown-before", tag=tag)
    if tag in situation.game.part.spent - situation.ui.part.waived:
        return Refusal("refusal.discarded", tag=tag)
    return robot.obstacle(situation, tag) if situation.game.robots else None


def tied_card(situation: ExplodingSituation) -> str | None:
    """Return the tag of a Nope that lay on the pad of all, refused, when a claim was made; None: there is none."""
    tag = unruled(situation, ZONE)
    placement = situation.devices.placement(tag, ZONE)
    faces = (NOPE, ruleset_of(situation).mimic)
    is_refused = placement is not None and placement.status is Status.REFUSED
    return tag if is_refused and situation.devices.faces.get(str(tag)) in faces else None


def is_gone(situation: ExplodingSituation, tag: str | None) -> bool:
    """Return whether a card is surely on no pad; None: no card is meant."""
    is_unknown = any(pad.is_silent for pad in situation.devices.pads.values()) or not tells_leaving(situation)
    return tag is not None and not is_unknown and situation.devices.placement(tag) is None


def say_what_is_left(situation: ExplodingSituation) -> None:
    """Ask for each refused card that no message names any more: another message took its place."""
    named = {refusal.tag for refusal in situation.ui.refusals.values()}
    for zone, pad in situation.devices.pads.items():
        tag = pad.read[-1].tag if pad.read and pad.read[-1].status is Status.REFUSED else None
        if tag not in (None, *named) and zone in situation.devices.table.pads and unruled(situation, zone) == tag:
            whom = seat_of(zone) if zone != ZONE else PUBLIC
            situation.ui.refusals.setdefault(whom, Refusal("refusal.lay-again", tag=tag, moment=situation.moment()))


def say_lay_again(situation: ExplodingSituation, whom: str) -> None:
    """Ask for a card that lies there without being an act: take it off, and lay it again if it is meant."""
    last = last_zone(situation)
    zones = (zone_of(situation, whom), last) if whom in situation.seats else (last,)
    tag = next((tag for zone in zones if isinstance(tag := situation.devices.on(zone), str)), None)
    if whom not in situation.ui.refusals and tag is not None and not has_counted(situation, tag):
        situation.ui.refusals[whom] = Refusal("refusal.lay-again", tag=tag, moment=situation.moment())
