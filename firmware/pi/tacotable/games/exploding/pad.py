"""The play pad: whose card lies there, and what that makes of it.

A card is shown and slides on. Cards that a seat shows on its turn are one play, closed by its OK; a lethal card, a Nope
and an answer are acts at once. A card told again (its reader came back, the program started anew) is nothing new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tacotable.dialogs.refusals import CROWDED, MANY, Refusal, crowd_on, obstacle_to, refuse
from tacotable.games.exploding import card_owner as whose
from tacotable.games.exploding import hidden_cards as passing
from tacotable.games.exploding import plays, robot, setup
from tacotable.games.exploding.claims import claim, holder_of, is_anybodys, is_late, layer_of, may_claim, renew
from tacotable.games.exploding.state import (
    NOBODY,
    NOPE,
    PUBLIC,
    ZONE,
    Step,
    Whose,
    game_of,
    last_zone,
    pad_owner,
    pending,
    phase,
    ruleset_of,
    step_of,
    tells_leaving,
    ui_of,
    view_of,
    zone_of,
)
from tacotable.games.exploding.window import is_claimed_by, tied
from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.placements import EMPTY, NEVER_MS, Origin, Placement, Status
from tacotable.state.situation import Situation, pad_of, pad_state, silence_of
from tacotable_engine.cards import UNKNOWN
from tacotable_engine.exploding.ruleset import DEFUSE

TURN_MS = 500.0  # So soon behind a turn or a window nobody has seen its end: a card means what was asked before.
TAKEN_MS = 1_000.0  # So soon behind a nobody's Nope that was taken off, NOPE was meant for a card of one's own.
Laid = Callable[[Situation, str, str, str | None], Iterator[facts.Fact]]
"""Takes the seat whose card it is, the card and its tag; None: buttons named it, while nobody knows what lies there."""


def laid(situation: Situation, zone: str, tag: str) -> Iterator[facts.Fact]:
    """Handle a card that lies on a pad."""
    situation.ui.put_away(lambda refusal: refusal.code in (CROWDED, MANY))  # one is reported alone
    placement = situation.devices.placement(tag)
    if placement is not None and is_new(situation, placement):
        yield from ruled(situation, tag)
    elif not _is_accepted(situation, tag):
        say_lay_again(situation, owner(situation) or PUBLIC)


def lifted(situation: Situation, zone: str, tag: str | None) -> None:
    """Note that a pad is free: what was said about its card is settled."""
    ui = ui_of(situation)
    whose.lifted(situation, tag)
    if tag in game_of(situation).spent and ui.window is not None and (seat := holder_of(situation)):
        renew(situation, seat)  # it makes room for its Nope, or has laid it where no reader hears it
    situation.ui.put_away(lambda refusal: refusal.tag is not None and tag == refusal.tag)


def is_new(situation: Situation, placement: Placement) -> bool:
    """Return whether a card on a pad is a new act: it was laid, or found, and never answered by itself."""
    if placement.status is not Status.NEW or placement.origin is Origin.UNCOVERED:
        return False
    return placement.origin is Origin.FRESH or not _is_accepted(situation, placement.tag)


def crowded(situation: Situation, zone: str, tags: tuple[str, ...]) -> Iterator[facts.Fact]:
    """Handle several cards on a pad: used ones do not count, and those that one seat plays are all shown.

    Otherwise nobody knows which one is meant, nor whether more lie beneath: all are to be taken off.
    """
    new = tuple(tag for tag in tags if not _is_accepted(situation, tag))
    is_one_play = situation.game.stage is Stage.PLAY and phase(situation) == "turn" and not situation.is_seen
    if len(new) == 1 or is_one_play:
        for tag in new:
            placement = situation.devices.placement(tag)
            if placement is not None and is_new(situation, placement):
                yield from ruled(situation, tag)
    elif new:
        refuse(situation, owner(situation) or PUBLIC, crowd_on(situation, zone, tags[-1]))


def is_crowded(situation: Situation, zone: str) -> bool:
    """Whether cards lie on a pad of which its reader may have told only some."""
    pad = situation.devices.pads.get(zone, EMPTY)
    return not pad.is_silent and pad.is_crowded(lambda tag: tag in game_of(situation).spent)


def pad_states(situation: Situation) -> dict[str, str]:
    """Return how each pad is, by its zone: see `pad_state`."""
    pads, spent = situation.devices.table.pads(), game_of(situation).spent
    lies = {zone: situation.devices.on(zone) for zone in pads}
    return {
        zone: pad_state(situation, lies[zone], is_crowded=is_crowded(situation, zone), is_spent=lies[zone] in spent)
        for zone in pads
    }


def unruled(situation: Situation, zone: str) -> str | None:
    """Return the tag of a card that lies on a pad without being part of anything; None: no such card."""
    tag = situation.devices.on(zone)
    return tag if isinstance(tag, str) and not _is_accepted(situation, tag) else None


def is_card_in_the_way(situation: Situation, seat: str) -> bool:
    """Whether a card lies on a seat's pad that is part of nothing, or may hide another: OK would pass it over.

    Who pressed OK when the lethal card lies there would not have hidden it.
    """
    zone, view = zone_of(situation, seat), view_of(situation)
    if seat not in view.to_act:
        return False
    if view.phase == "defuse" and situation.entry(seat).cards:
        return is_crowded(situation, zone) or situation.devices.on(zone) == game_of(situation).lethal_tag
    if view.phase not in ("turn", "draw"):
        return False
    return unruled(situation, zone) is not None or is_crowded(situation, zone)


def lies_elsewhere(situation: Situation, seat: str) -> bool:
    """Whether a card on another seat's own pad may be of a seat without one, which was not asked about it."""
    tag, has_own = unruled(situation, last_zone(situation)), pad_of(seat) in situation.devices.table.pads()
    is_apart = not has_own and pad_owner(situation) is not None
    return is_apart and tag not in (None, ui_of(situation).elsewhere)


def obstacle(situation: Situation, tag: str) -> Refusal | None:
    """Return why a card cannot be an act now: the cards are dealt first, or it was played before."""
    if situation.game.stage is Stage.DEAL and not passing.is_dealing(situation):
        return Refusal("refusal.set-up-first", tag=tag)
    if marked := setup.mark_obstacle(situation, tag):
        return marked
    if situation.game.stage is Stage.DEAL:
        return passing.obstacle_to_deal(situation, tag)
    if _may_be_wanted(situation) and not any(entry.tags[-1:] == (tag,) for entry in situation.game.entries.values()):
        return None  # the fifth is none: it lies there, and a reader that lost it for a moment tells it again
    if is_shown(situation, tag):
        return Refusal("refusal.shown-before", tag=tag)
    if tag in game_of(situation).spent - ui_of(situation).waived:
        return Refusal("refusal.discarded", tag=tag)
    return robot.obstacle(situation, tag) if situation.robots else None


def has_counted(situation: Situation, zone: str, tag: str) -> bool:
    """Return whether a card that lies on the pad was ruled on already, and taken."""
    return _is_accepted(situation, tag)


def owner(situation: Situation) -> str | None:
    """Return the seat whose card lies on the pad now; None where that could be several."""
    if situation.game.stage is not Stage.PLAY:
        return passing.next_taker(situation) or None
    if (seat := pad_owner(situation)) is not None:
        return seat
    return layer_of(situation)


def say_lay_again(situation: Situation, seat: str) -> None:
    """Ask for a card that lies there without being an act: take it off, and lay it again if it is meant."""
    zones = (zone_of(situation, seat), last_zone(situation)) if seat in situation.seats else (last_zone(situation),)
    tag = next((tag for zone in zones if isinstance(tag := situation.devices.on(zone), str)), None)
    if seat not in situation.ui.refusals and tag is not None and not _is_accepted(situation, tag):
        situation.ui.refusals[seat] = Refusal("refusal.lay-again", tag=tag, moment=situation.moment())


def take_waiting_nope(situation: Situation) -> Iterator[facts.Fact]:
    """Handle a card that lay there before NOPE was pressed. In a tie, anybody's: who goes first lays it (again)."""
    refusal, seat = situation.ui.refusals.get(PUBLIC), holder_of(situation)
    if refusal and refusal.code == "refusal.nope-tie" and seat:
        del situation.ui.refusals[PUBLIC]
        say_lay_again(situation, seat)
    elif seat and (waiting := ui_of(situation).unowned_nope):
        tag, card = waiting
        ui_of(situation).unowned_nope = None
        left_ms = max((pad.gone_ms for pad in situation.devices.pads.values()), default=NEVER_MS)
        if plays.if_there(situation, tag) is None and situation.devices.now_ms - left_ms < TAKEN_MS:
            return  # it may be back in another's hand, who pressed nothing: this seat lays its card now
        yield from _nope(situation, seat, card, tag)


def ruled(situation: Situation, tag: str) -> Iterator[facts.Fact]:
    """Rule on a card that was not ruled on before."""
    ui, seat = ui_of(situation), owner(situation)
    is_own = seat is not None and seat == pad_owner(situation)
    situation.ui.refusals.pop(seat or PUBLIC, None)
    situation.devices.mark(tag, Status.REFUSED)  # until facts say otherwise
    if situation.game.stage is Stage.PLAY and ZONE in silence_of(situation).named:
        # Buttons stood in for the reader: nobody knows whether they have named this card.
        refuse(situation, seat or PUBLIC, Refusal("refusal.pad-back", tag=tag))
    elif why := obstacle_to(situation, tag):
        refuse(situation, seat or PUBLIC, why)
    elif situation.devices.faces[tag] not in ruleset_of(situation).counts:
        refuse(situation, seat or PUBLIC, Refusal("refusal.not-this-game", {"card": situation.devices.faces[tag]}, tag))
    elif ui.whose is not None:
        refuse(situation, PUBLIC, Refusal("refusal.whose-first", tag=tag))
    elif seat is not None and is_own and not situation.family.may_act(situation, seat):
        yield from _out_of_turn(situation, seat, tag)
    elif seat is not None and is_own and phase(situation) == "window":
        yield from _answered(situation, seat, tag)
    elif seat is None or _is_early(situation, tag):
        _take_unowned(situation, tag)
    elif is_anybodys(situation) or _may_be_of_last_window(situation):
        say_lay_again(situation, seat)
    elif told := _out_of_place(situation, seat, tag):
        refuse(situation, *told)
    else:
        yield from LAID[phase(situation)](situation, seat, situation.devices.faces[tag], tag)


def _is_early(situation: Situation, tag: str) -> bool:
    """Whether a card answers no window although one is open, and nobody has claimed it: it is laid for later."""
    window = ui_of(situation).window
    is_unclaimed = phase(situation) == "window" and (window is None or not window.claims)
    return is_unclaimed and not _may_nope(situation, tag)


def _may_nope(situation: Situation, tag: str) -> bool:
    return situation.devices.faces[tag] in (NOPE, ruleset_of(situation).mimic)


def _take_unowned(situation: Situation, tag: str) -> None:
    """Handle a card in a window that may be anybody's: a Nope stops the countdown, and its owner is asked for."""
    window = ui_of(situation).window
    if window is not None and tied(window):
        refuse(situation, PUBLIC, Refusal("refusal.nope-tie", tag=tag))
    elif not _may_nope(situation, tag):
        refuse(situation, PUBLIC, Refusal("refusal.early", tag=tag))
    elif may_claim(situation):
        claim(situation, NOBODY, situation.devices.now_ms)
        ui_of(situation).unowned_nope = (tag, situation.devices.faces[tag])
    else:
        refuse(situation, PUBLIC, Refusal("refusal.nobodys", tag=tag))


def _out_of_turn(situation: Situation, seat: str, tag: str) -> Iterator[facts.Fact]:
    """Handle a card on the pad of a seat that is not asked: it comes too late, too early, or was its last draw."""
    card, last = situation.devices.faces[tag], situation.game.steps[-1] if situation.game.steps else None
    has_drawn = last is not None and last.seat == seat and last.did == ("draw",) and not situation.is_seen
    if seat not in view_of(situation).alive:
        refuse(situation, seat, Refusal("refusal.watching", tag=tag))
    elif card == ruleset_of(situation).lethal and has_drawn and phase(situation) == "turn":
        # OK was the reflex of every other turn.
        yield from whose.drawn_by(situation, Whose(card, tag, (seat,), seat), seat, is_last_draw=True)
    elif card == ruleset_of(situation).lethal and phase(situation) == "turn" and not situation.is_seen:
        yield from _on_turn(situation, view_of(situation).turn.seat, card, tag)  # whoever drew it took the nearest pad
    elif card == NOPE and _is_too_late(situation, tag):
        refuse(situation, seat, Refusal("refusal.nope-too-late", {"seat": seat}, tag))
    else:
        refuse(situation, seat, Refusal("refusal.early", tag=tag))


def _answered(situation: Situation, seat: str, tag: str) -> Iterator[facts.Fact]:
    """Handle a card on the pad of a seat that may answer the open window: a Nope needs no press before it."""
    window = ui_of(situation).window
    if not _may_nope(situation, tag):
        has_claimed = window is not None and is_claimed_by(window, seat)
        refuse(situation, seat, Refusal("refusal.only-nope" if has_claimed else "refusal.early", tag=tag))
        return
    if window is None or not is_claimed_by(window, seat):
        claim(situation, seat, situation.devices.now_ms)
    if holder_of(situation) == seat:
        yield from _nope(situation, seat, situation.devices.faces[tag], tag)
    else:
        say_lay_again(situation, seat)


def _on_turn(situation: Situation, seat: str, card: str, tag: str | None) -> Iterator[facts.Fact]:
    """Collect the cards of a play; a lethal card was drawn, and a Nope may come too late for the last window."""
    entry = situation.entry(seat)
    if tag is not None and tag not in ui_of(situation).waived and _may_be_of_last_turn(situation, seat, card):
        say_lay_again(situation, PUBLIC)
        return
    if passing.is_from_pile(situation, tag) and not entry.cards:
        yield from passing.moved(situation, seat, "draw", card, tag)
    elif card == ruleset_of(situation).lethal and (not entry.cards or plays.lacks_a_card(situation, seat)):
        if entry.cards:
            yield facts.TookBack(seat, all=True, tag=tag)  # what was no play yet is back in the hand
        is_anybodys_draw = tag is not None and not _is_of(situation, seat, tag)
        ui_of(situation).whose = whose.question(situation, card, str(tag)) if is_anybodys_draw else None
        if ui_of(situation).whose is None:
            yield from plays.submit(situation, seat, {"do": "draw", "card": card}, _alone(tag))
        else:
            situation.sound("asked")
    elif why := _unfit(situation, seat, card, tag):
        refuse(situation, seat, why)
    else:
        yield facts.Shown(seat, card, tag)


def _may_be_of_last_turn(situation: Situation, seat: str, card: str) -> bool:
    """Whether a card lies there so soon behind another seat's draw that nobody knows for whose turn it was laid."""
    last = situation.game.steps[-1] if situation.game.steps else None
    is_behind_draw = last is not None and last.seat != seat and last.did == ("draw",) and not situation.is_seen
    return is_behind_draw and _is_asked_lately(situation) and card not in (NOPE, ruleset_of(situation).lethal)


def _may_be_of_last_window(situation: Situation) -> bool:
    """Whether a card was perhaps on its way before a card was asked for by its name."""
    return phase(situation) == "give" and bool(plays.named(situation)) and _is_asked_lately(situation)


def _is_asked_lately(situation: Situation) -> bool:
    """Whether a card on a pad that is everybody's may have been on its way before anybody was asked what is asked."""
    return situation.devices.now_ms - ui_of(situation).asked_ms < TURN_MS and pad_owner(situation) is None


def _is_of(situation: Situation, seat: str, tag: str) -> bool:
    """Whether a card is surely of the seat that is asked."""
    # Of a robot only what it asks for comes here, and of a drawn card nothing is told.
    is_own = pad_owner(situation) == seat or seat in situation.robots
    return is_own or passing.is_from_pile(situation, tag)


def _out_of_place(situation: Situation, seat: str, tag: str) -> tuple[str, Refusal] | None:
    """Return to whom, and why, a card of another hand or a late Nope is refused."""
    if why := passing.obstacle_elsewhere(situation, seat, tag):
        return seat, why
    is_stolen = phase(situation) == "steal" and situation.is_seen
    may_be_late = phase(situation) != "window" and not is_stolen and pending(situation).name != NOPE
    is_nope = situation.devices.faces[tag] == NOPE and may_be_late
    if is_nope and not _is_of(situation, seat, tag) and _is_too_late(situation, tag):
        is_of_hand = phase(situation) == "defuse" and situation.entry(seat).is_announced  # of who is out: shown
        is_of_use = phase(situation) == "turn" or is_of_hand
        return PUBLIC, Refusal("refusal.nope-too-late" if is_of_use else "refusal.nope-back", {"seat": seat}, tag)
    return None


def _is_too_late(situation: Situation, tag: str) -> bool:
    """Whether a Nope may be meant for the window that closed a moment ago, and nobody has let it count otherwise."""
    return is_late(situation) and tag not in ui_of(situation).waived and not _may_be_wanted(situation)


def _unfit(situation: Situation, seat: str, card: str, tag: str | None) -> Refusal | None:
    """Return why a card cannot be one more of the play that a seat shows."""
    cards = situation.entry(seat).cards
    if step_of(situation) in (Step.TARGET, Step.NAME) or len(cards) > 5:
        return Refusal("refusal.play-closed", tag=tag)
    if len(cards) == 5:
        return _not_wanted(situation, seat, card, tag)
    if card == ruleset_of(situation).lethal or passing.is_from_pile(situation, tag):
        return Refusal("refusal.play-first", tag=tag)
    refused = plays.growing_refused(situation, seat, (*cards, card))
    if refused is None:
        return None
    no_fit = "refusal.no-fit-yet" if plays.lacks_a_card(situation, seat) else "refusal.no-fit"
    return Refusal(no_fit if cards else f"rule.{refused.rule}", refused.values, tag)


def _not_wanted(situation: Situation, seat: str, card: str, tag: str | None) -> Refusal | None:
    """Return why five different ones cannot take a card: it is lethal, or known not to lie on the discard pile."""
    if card == ruleset_of(situation).lethal:
        return Refusal("rule.name-lethal", {"card": card}, tag)
    lies_there = tag in game_of(situation).spent or tag in situation.entry(seat).tags
    is_known_by_title = tag is None or game_of(situation).held.get(tag) == passing.SOMEBODY
    # Of a dead hand, and of what lies there when a lesson begins, the referee may know the titles better than the tags.
    if is_known_by_title or situation.is_seen or situation.game.lesson is not None:
        lies_there = card in (*view_of(situation).discard, *situation.entry(seat).cards)
    if lies_there or UNKNOWN in view_of(situation).discard:  # a hand that nobody showed may have gone there
        return None
    return Refusal("rule.name-not-discarded", {"card": card}, tag)


def _drawn(situation: Situation, seat: str, card: str, tag: str | None) -> Iterator[facts.Fact]:
    """Handle the lethal card from the bottom; any other stays secret, or passes the pad."""
    if passing.is_from_pile(situation, tag):
        yield from passing.moved(situation, seat, "draw", card, tag)
    elif situation.is_seen:
        refuse(situation, seat, Refusal("refusal.draw-wrong", tag=tag))
    elif card == ruleset_of(situation).lethal:
        yield from plays.submit(situation, seat, {"do": "draw", "card": card}, _alone(tag))
    else:
        refuse(situation, seat, Refusal("refusal.draw-secret", {"card": ruleset_of(situation).lethal}, tag))


def _nope(situation: Situation, seat: str, card: str, tag: str | None) -> Iterator[facts.Fact]:
    if card not in (NOPE, ruleset_of(situation).mimic):
        refuse(situation, seat, Refusal("refusal.only-nope", tag=tag))
        renew(situation, seat)
        return
    act = {"do": "nope"} if card == NOPE else {"do": "nope", "card": card}
    yield from plays.submit(situation, seat, act, _alone(tag))


def _defused(situation: Situation, seat: str, card: str, tag: str | None) -> Iterator[facts.Fact]:
    """Handle the Defuse, or behind the word that there is none the cards of the hand."""
    if card == ruleset_of(situation).lethal:
        return  # the drawn one, which is on its way to the pile
    entry, is_of_use = situation.entry(seat), card in (DEFUSE, ruleset_of(situation).mimic)
    refused = plays.why_not(situation, seat, plays.defuse_act(card)) if is_of_use else None
    if entry.is_announced and not entry.cards and is_of_use and (card == DEFUSE or refused is None):
        yield facts.TookBack(seat, all=True)  # NOPE was a reflex: who has a Defuse does not explode
        entry = situation.entry(seat)
    if entry.is_announced and situation.is_seen:
        refuse(situation, seat, Refusal("refusal.no-card-now", tag=tag))  # the hand is known
    elif entry.is_announced:
        yield facts.Shown(seat, card, tag)
    elif entry.cards:
        refuse(situation, seat, Refusal("refusal.hide-first", {"card": ruleset_of(situation).lethal}, tag))
    elif not is_of_use:
        refuse(situation, seat, Refusal("refusal.only-defuse", tag=tag))
    elif refused:
        refuse(situation, seat, Refusal(f"rule.{refused.rule}", refused.values, tag))
    else:
        yield facts.Shown(seat, card, tag)


def _given(situation: Situation, seat: str, card: str, tag: str | None) -> Iterator[facts.Fact]:
    """Handle the card that three of a kind asked for; that of a Favor or a pair passes the pad, or stays secret."""
    name, asked = pending(situation).name, phase(situation)
    if not name and situation.is_seen:
        yield from passing.from_hand(situation, seat, asked, card, tag)
    elif asked == "steal":
        yield from _not_here(situation, seat, card, tag)
    elif not name:
        refuse(situation, seat, Refusal("refusal.give-by-hand", tag=tag))
    elif card != name:
        refuse(situation, seat, Refusal("refusal.other-card", {"name": name}, tag))
    else:
        yield from plays.submit(situation, seat, {"do": "give", "card": card}, _alone(tag))


def _not_here(situation: Situation, seat: str, card: str, tag: str | None) -> Iterator[facts.Fact]:
    """Refuse a card where none is awaited from anybody, so that nobody knows whose it is."""
    refuse(situation, PUBLIC, Refusal("refusal.no-card-now", tag=tag))
    yield from ()


LAID: Mapping[str, Laid] = {  # What a card on the pad is in each phase.
    "turn": _on_turn,
    "window": _nope,
    "draw": _drawn,
    "defuse": _defused,
    "give": _given,
    "arrange": _not_here,
    "steal": _given,
    "deal": passing.dealt,
}


def _alone(tag: str | None) -> tuple[str, ...]:
    return () if tag is None else (tag,)


def is_shown(situation: Situation, tag: str) -> bool:
    """Return whether a tag was shown for an act that is not closed yet."""
    return any(tag in entry.tags for entry in situation.game.entries.values())


def _is_accepted(situation: Situation, tag: str) -> bool:
    """Return whether a tag was taken: shown for an act that is not closed yet, or part of one."""
    game = game_of(situation)
    # A card that lies here may be the copy that a hand takes out of the discard pile.
    placement = situation.devices.placement(tag)
    is_back = placement is not None and placement.status is not Status.NEW and game.held.get(tag) == passing.SOMEBODY
    if (is_back or tag == game.passed_tag) and tells_leaving(situation):
        return True
    return is_shown(situation, tag) or tag in game.spent or tag in (game.lethal_tag, game.given_tag)


def _may_be_wanted(situation: Situation) -> bool:
    """Return whether a card of the discard pile may be shown: behind five different ones."""
    if (seat := owner(situation)) is None or phase(situation) != "turn":
        return False
    return plays.effect(situation.ruleset, situation.entry(seat).cards) == "five"
