"""Cards on the pads of the seats: each is an act at once, or one of several that were announced.

A card that was already ruled on and is told again (its reader came back, it slid a little) is nothing new.

Two pads that lie too near each other tell the same card, which lies on one of them only. It counts at the first in its
turn, and the other asks to take it off. Where both seats were awaited, nobody can know whose it is, so it counts at
neither: what the first pad made of it is taken back, and the other may hold OK to play it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tacotable.dialogs import questions as asking
from tacotable.dialogs.refusals import Refusal, crowd_on, obstacle_to, refuse
from tacotable.games.tacocat import deal as dealing
from tacotable.games.tacocat.acts import is_collecting, is_in_game, is_slip, reached, show, submit
from tacotable.games.tacocat.state import devices_of, game_of, is_crowded, other, target, tells_leaving, ui_of, view_of
from tacotable.state import facts
from tacotable.state.situation import Situation, Stage, pad_of, seat_of

TURNS = ("attack", "answer")  # Phases in which one seat waits for the other.
LAYING_MS = 250.0  # Nobody sees what the other seat did, and lays a card, so soon: it was on its way before.
LEAVING_MS = 500.0  # A reader tells so late that a card left: a press that was refused since then is still to be read.
SHUFFLING_MS = 2_000.0  # Nobody takes a card up, gathers and shuffles all, and deals it so soon.
TOGETHER_MS = 250.0  # So long after the first a pad that overhears may tell a card: readers ask one after the other.
OF_BOTH = ("replace", "duel", "showdown")  # Phases in which both seats may be awaited at once.


def laid(situation: Situation, zone: str, tag: str, *, is_waived: bool = False) -> Iterator[facts.Fact]:
    """Rule on a card that lies on a seat's pad."""
    seat = seat_of(zone)
    if seat not in situation.seats or pad_of(seat) != zone:
        return
    game, devices, entry = game_of(situation), devices_of(situation), situation.entry(seat)
    left, at_ms = devices.left.get(seat, ("", -1.0))
    if at_ms != situation.devices.now_ms or not tells_leaving(situation, seat):
        devices.crowded.discard(seat)  # where no leaving is told, a card is said to be gone when the next one comes
    elif left != tag and (left in entry.tags or (is_collecting(situation, seat) and game.spent.get(left) == seat)):
        devices.crowded.add(seat)
    is_used = tag in game_of(situation).spent
    is_awaited = seat in view_of(situation).to_act and seat not in view_of(situation).ready
    if is_crowded(situation, seat) and is_awaited and not is_used and not is_collecting(situation, seat):
        _refuse_crowd(situation, seat, tag)
        return
    yield from _card_laid(situation, seat, tag, is_waived=is_waived)
    if not tells_leaving(situation, seat):
        # An ID-12LA tells a card once and never that it left: what lies on its pad now is not kept.
        ui_of(situation).ruled.pop(seat, None)


def lifted(situation: Situation, zone: str, tag: str | None) -> None:
    """Note that a pad is free: what was said about its card is settled."""
    seat, game, devices, ui = seat_of(zone), game_of(situation), devices_of(situation), ui_of(situation)
    devices.uncovered_ms.pop(seat, None)
    if tag is not None:
        devices.left[seat] = (tag, situation.devices.now_ms)
        if tag in game.spent and seat in view_of(situation).to_act and view_of(situation).phase != "deal":
            devices.uncovered_ms[seat] = situation.devices.now_ms
    if tag is None or ui.ruled.get(seat) == tag:
        ui.ruled.pop(seat, None)
    last = ui.last_tag.get(seat, "")
    has_gone = _lies_where_dealt(situation, last) if tag is None else last == tag
    if has_gone and not ui.may_be_turned.get(seat):
        del ui.last_tag[seat]
    elif has_gone and seat not in view_of(situation).ready:
        ui.may_be_turned[seat] = False  # one that is told to all may be turned over, once
    refusal = situation.ui.refusals.get(seat)
    if refusal and refusal.tag is not None and (tag is None or refusal.tag == tag):
        if situation.devices.now_ms - ui.refused_ms.pop(seat, -LEAVING_MS) < LEAVING_MS:
            situation.ui.refusals[seat] = replace(refusal, tag=None)
        else:
            del situation.ui.refusals[seat]


def crowded(situation: Situation, zone: str, tags: tuple[str, ...]) -> Iterator[facts.Fact]:
    """Handle several cards on a seat's pad: used ones do not count, and cards of a collection are all shown.

    Otherwise nobody knows which one is meant, nor whether more lie beneath: all are to be taken off.
    """
    seat, game, devices = seat_of(zone), game_of(situation), devices_of(situation)
    unused = [tag for tag in tags if tag not in game.spent]
    new = [tag for tag in unused if not has_counted(situation, zone, tag)]
    if len(unused) > 1:
        devices.crowded.add(seat)
    if len(new) == 1 or is_collecting(situation, seat):
        for tag in new:
            situation.devices.zones[zone] = tag
            yield from _card_laid(situation, seat, tag)
    elif new:
        _refuse_crowd(situation, seat, tags[-1])


def _refuse_crowd(situation: Situation, seat: str, tag: str) -> None:
    """Ask for all cards to be taken off."""
    ui_of(situation).ruled[seat] = tag
    refuse(situation, seat, crowd_on(situation, pad_of(seat), tag))


def obstacle(situation: Situation, tag: str) -> Refusal | None:
    """Return why a card cannot be an act now: Tacocat moves first, cards are dealt first, or it was used."""
    if situation.game.stage is Stage.MOVE:
        return Refusal("refusal.move-first", {"space": target(situation)}, tag)
    if situation.game.stage is Stage.DEAL:
        return Refusal("refusal.deal-first", tag=tag)
    if dealing.is_dealing(situation) or _lies_where_dealt(situation, tag):
        return dealing.obstacle(situation, tag)
    is_shown = any(tag in situation.entry(seat).tags for seat in situation.seats)
    return Refusal("refusal.spent", tag=tag) if is_shown or tag in game_of(situation).spent else None


def _lies_where_dealt(situation: Situation, tag: str) -> bool:
    """Return whether a card still lies on the pad where it was dealt: it goes into a hand before it is played."""
    game, ui = game_of(situation), ui_of(situation)
    owner = game.held.get(tag, "")
    return ui.last_tag.get(owner) == tag and tag not in game.spent and tells_leaving(situation, owner)


def say_lay_again(situation: Situation, seat: str) -> None:
    """Ask for a card that lies there without being an act: take it off, and lay it again if it is meant."""
    tag = ui_of(situation).ruled.get(seat)
    if seat not in situation.ui.refusals and tag is not None and situation.zone(seat) == tag:
        situation.ui.refusals[seat] = Refusal("refusal.lay-again", tag=tag, moment=situation.moment())


def _card_laid(situation: Situation, seat: str, tag: str, *, is_waived: bool = False) -> Iterator[facts.Fact]:
    """Rule on a card; one that was ruled on already is the same card, told again."""
    game, devices, ui = game_of(situation), devices_of(situation), ui_of(situation)
    if _is_uncovered(situation, seat, tag) or has_counted(situation, pad_of(seat), tag):
        refusal = situation.ui.refusals.get(seat)
        if refusal and refusal.tag not in (None, tag):
            del situation.ui.refusals[seat]  # the card that was refused beside it is gone
        return
    if ui.ruled.get(seat) == tag:
        say_lay_again(situation, seat)
        return
    situation.ui.refusals.pop(seat, None)
    ui.ruled[seat] = tag
    if situation.game.stage is Stage.PLAY and pad_of(seat) in devices.silence.named:
        # Buttons stood in for the reader: nobody knows whether they have named this card.
        situation.ui.cursors.pop(seat, None)
        refuse(situation, seat, Refusal("refusal.pad-back", tag=tag))
        return
    if not dealing.is_dealing(situation) and game.held.get(tag, seat) != seat:
        refuse(situation, seat, Refusal("refusal.not-from-hand", {"owner": seat}, tag))
    elif undone := _undone_across(situation, seat, tag):
        yield undone
        asking.ask_to_lift(situation, pad_of(other(situation, seat)), tag)
        say_lay_again(situation, seat)
    elif (why_not := obstacle_to(situation, tag)) and not (is_waived and why_not.code == "refusal.spent"):
        refuse(situation, seat, why_not)
    elif _is_no_act_by_itself(situation, seat, tag):
        ui.left_over.pop(seat, None)  # laid again it counts, however quick hands are
        say_lay_again(situation, seat)
        situation.sound("refused")
    else:
        devices.counted_ms[seat] = situation.devices.now_ms
        yield from _ruled(situation, seat, situation.devices.faces[tag], tag)


def has_counted(situation: Situation, zone: str, tag: str) -> bool:
    """Return whether a card lies there since it counted; one that was dealt is laid anew where no leaving is told."""
    game, ui, seat = game_of(situation), ui_of(situation), seat_of(zone)
    is_in_hand = tag in game.held and tag not in game.spent and not dealing.is_dealing(situation)
    is_laid_anew = is_in_hand and not tells_leaving(situation, seat)
    return (ui.last_tag.get(seat) == tag and not is_laid_anew) or tag in situation.entry(seat).tags


def _ruled(situation: Situation, seat: str, card: str, tag: str) -> Iterator[facts.Fact]:
    """Handle a card for what it is now: dealt, an act by itself, or one of several."""
    if not is_in_game(situation, seat, card):
        refuse(situation, seat, Refusal("refusal.not-in-game", {"card": card}, tag))
    elif dealing.is_dealing(situation):
        yield from dealing.dealt(situation, seat, card, tag)
    elif is_slip(situation, seat, card):
        values = {"card": card, "demand": reached(situation, seat, card)}
        refuse(situation, seat, Refusal("refusal.sure-sacrifice", values, tag))
    elif is_collecting(situation, seat):
        yield from show(situation, seat, card, tag)
    else:
        yield from submit(situation, seat, (card,), (tag,))


def _is_no_act_by_itself(situation: Situation, seat: str, tag: str) -> bool:
    """Return whether nobody meant a card here and now (it came before its turn): lay it again, or count it by hand."""
    view, now_ms = view_of(situation), situation.devices.now_ms
    left, at_ms = devices_of(situation).left.get(seat, ("", -1.0))
    is_awaited = seat in view.to_act and seat not in view.ready
    is_bared = is_awaited and at_ms == now_ms and left != tag and game_of(situation).spent.get(left) == seat
    is_turn = view.phase in TURNS and seat in view.to_act
    is_on_its_way = is_turn and now_ms - ui_of(situation).asked_ms.get(seat, -LAYING_MS) < LAYING_MS
    # A reader that hears a card anew, which still lies there from the round before, deals no card.
    is_left_over = left == tag == ui_of(situation).left_over.get(seat) and now_ms - at_ms < SHUFFLING_MS
    return is_bared or is_on_its_way or is_left_over or _is_overheard(situation, seat, tag)


def _is_uncovered(situation: Situation, seat: str, tag: str) -> bool:
    """Return whether a used card of the seat is told because the one above it was just lifted, and know it again.

    Of two stacked tags a reader may hear the upper one alone. No hand changes cards within one scan: where one tag
    took another's place in the same moment, the other may lie beneath, and comes back in the moment when it is bare.
    """
    devices = devices_of(situation)
    left, at_ms = devices.left.get(seat, ("", -1.0))
    beneath = devices.beneath.pop(seat, "")
    if at_ms != situation.devices.now_ms:
        return False
    devices.beneath[seat] = left
    is_used = game_of(situation).spent.get(tag) == seat
    if is_used and tag == beneath:
        ui_of(situation).last_tag[seat] = tag
    return is_used


def _is_overheard(situation: Situation, seat: str, tag: str) -> bool:
    """Return whether the pad across tells this card too, and did not have it taken back."""
    across = other(situation, seat)
    refusal = situation.ui.refusals.get(across)
    is_taken_back = refusal is not None and (refusal.code, refusal.tag) == ("refusal.taken-back", tag)
    return situation.zone(across) == tag and not is_taken_back


def _undone_across(situation: Situation, seat: str, tag: str) -> facts.Fact | None:
    """Return what undoes a card that counted across a moment ago, and that this seat might have laid as well."""
    across, view = other(situation, seat), view_of(situation)
    at_ms = devices_of(situation).counted_ms.get(across, -TOGETHER_MS)
    is_now = _is_overheard(situation, seat, tag) and situation.devices.now_ms - at_ms < TOGETHER_MS
    if not is_now or view.phase not in OF_BOTH or seat not in view.to_act:
        return None
    if situation.entry(across).tags[-1:] == (tag,):
        return facts.TookBack(across, all=False, tag=tag)
    last = situation.game.steps[-1] if situation.game.steps else None
    is_last_act = last is not None and last.seat == across and game_of(situation).spent.get(tag) == across
    return facts.Undone(across, asking.TWO_PADS, situation.lying()) if is_last_act else None
