"""Gestures: what a tap or a hold of a seat's button means in each stage, and what is settled after every event.

A seat with a pad has OK and NO; one without has LEFT, RIGHT and OK and names its cards on its display. A tap counts at
its release, since a hold means something else: OK held moves Tacocat by hand, NO or LEFT held opens the menu.

Rules: a duel and a last card are secret until both are there. A seat whose reader is silent names such a card on its
display, and begins at one that nobody can foresee, so that the presses of NO do not tell which it took.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tacotable.dialogs import menu
from tacotable.dialogs.refusals import Refusal, countable, refuse
from tacotable.games.tacocat import choices, deal
from tacotable.games.tacocat.acts import asked_demand, is_collecting, lacks_a_card, reached, show, submit
from tacotable.games.tacocat.pads import laid, say_lay_again
from tacotable.games.tacocat.prompts import has_not_turned
from tacotable.games.tacocat.state import (
    UNREAD_MS,
    game_of,
    has_sensors,
    is_crowded,
    is_one_by_one,
    is_silent,
    names_cards,
    needs_clearing,
    repair,
    target,
    tells_leaving,
    ui_of,
    unread_ms,
    view_of,
)
from tacotable.state import early_presses, facts
from tacotable.state.device_state import Certainty
from tacotable.state.placements import Origin, Status
from tacotable.state.situation import Situation, Stage, has_pad, pad_of, silence_of

TURN_FIRST = ("refusal.turn-first", "refusal.turn-first-buttons")  # OK before turning: of a silent reader, or of none.
SECRET = frozenset(("deal", "duel", "showdown"))  # Phases whose cards nobody else may know yet.


def tapped(situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[facts.Fact]:
    """Handle a tap. Asked about a sacrifice, OK gives up the card that lies there; any other button defends with it."""
    asked = situation.ui.refusals.get(seat)
    may_lie_there = asked and (situation.zone(seat) == asked.tag or not tells_leaving(situation, seat))
    if asked and asked.code == "refusal.sure-sacrifice" and may_lie_there:
        card = str(asked.values["card"])
        del situation.ui.refusals[seat]
        if role != "ok":
            yield facts.Meant(seat, False, reached(situation, seat, card))
        yield from submit(situation, seat, (card,), (str(asked.tag),))
    elif _is_put_away(situation, seat, role):
        early_presses.be_quiet(situation, seat)  # a double press means no more than one
    else:
        for fact in _pressed(situation, seat, role):
            early_presses.be_quiet(situation, seat)
            yield fact


def _pressed(situation: Situation, seat: str, role: str) -> Iterator[facts.Fact]:
    """Do what a button means in this stage."""
    step = -1 if role == "left" else 1
    match situation.game.stage, role:
        case Stage.LOBBY, "ok":
            yield from choices.begin(situation, seat)
        case Stage.LOBBY, "no" | "left" | "right":
            choices.turn_lobby(situation, step)
        case Stage.MOVE, "ok" if has_sensors(situation):  # a person moves Tacocat first
            refuse(situation, seat, Refusal("refusal.move-first", {"space": target(situation)}))
        case Stage.MOVE, "ok":  # no sensor feels it: OK says that this is done
            yield facts.TokenPlaced(target(situation), by_hand=True)
        case Stage.DEAL, "ok":
            yield from _say_dealt(situation, seat)
        case Stage.PLAY, "ok":
            yield from _ok_in_play(situation, seat)
        case Stage.PLAY, "no" if not names_cards(situation, seat):
            yield from _decline(situation, seat)
        case Stage.PLAY, "no" | "left" | "right":
            _turn(situation, seat, step)
        case Stage.OVER, "ok":
            yield facts.Closed()
        case _:
            early_presses.ignore(situation, seat)  # the display says what is awaited


def _is_put_away(situation: Situation, seat: str, role: str) -> bool:
    """Return whether the tap only answers a message on show: NO puts it away, a refused card has to go first."""
    if situation.game.stage is Stage.PLAY and is_silent(situation, seat):
        silence_of(situation).accept(pad_of(seat))
        situation.sound("press")
        return True
    if names_cards(situation, seat) and situation.ui.news_for(seat):
        situation.ui.read_news(seat)  # they hide what OK would take
        situation.sound("press")
        return True
    refusal = situation.ui.refusals.get(seat)
    if refusal is None:
        return False
    if refusal.tag is not None and situation.zone(seat) == refusal.tag:
        situation.sound("refused")
        return True
    del situation.ui.refusals[seat]
    situation.sound("press")
    if names_cards(situation, seat):
        return refusal.code not in TURN_FIRST
    return role == "no" and refusal.code != "refusal.one-more"  # that says what NO does


def held(situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[facts.Fact]:
    """Handle a hold. OK accepts what is: a card there is laid, Tacocat stands as the game says; else it is a tap."""
    if role in ("no", "left"):
        menu.toggle(situation, seat)
    elif situation.game.stage is Stage.MOVE:
        yield facts.TokenPlaced(target(situation), by_hand=True)
    elif situation.game.stage is Stage.OVER:  # the same game again; nobody practises twice
        yield facts.Closed()
        ui_of(situation).lobby_is_practice = False
        yield from choices.begin(situation, seat)
    elif has_not_turned(situation, seat):
        situation.ui.refusals.pop(seat, None)
        yield from _choose(situation, seat)
    elif lying := countable(situation, seat):
        situation.sound("press")
        del situation.ui.refusals[seat]
        situation.devices.mark(lying.tag, Status.NEW, pad_of(seat), Origin.FRESH)
        yield from laid(situation, pad_of(seat), str(lying.tag), is_waived=True)
    elif any(move["do"] == "stand" for move in repair(situation)):
        ui_of(situation).accepted = (target(situation), situation.devices.sensed)
        situation.note("table", "log.token-by-hand", {"space": situation.told_space(target(situation))}, seat=seat)
        situation.sound("token")
    else:
        yield from tapped(situation, seat, role, at_ms)


def _say_dealt(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Handle a seat's word that it has its cards; a card left on its pad has to go first."""
    if isinstance(situation.zone(seat), str):
        refuse(situation, seat, Refusal("refusal.clear-pad", tag=str(situation.zone(seat))))
    elif seat in game_of(situation).dealt:
        early_presses.ignore(situation, seat)
    else:
        yield facts.Dealt(seat)


def _confirm(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """OK at a pad: close what is collected, announce a jumbo, or pick the next open demand."""
    now, entry, is_awaited = view_of(situation).phase, situation.entry(seat), seat in view_of(situation).to_act
    may_announce = is_awaited and not is_one_by_one(situation) and not needs_clearing(situation, seat)
    if now == "deal":
        refuse(situation, seat, Refusal("refusal.pass-card"))
    elif is_crowded(situation, seat) and is_collecting(situation, seat):
        refuse(situation, seat, Refusal("refusal.crowd-first", tag=str(situation.zone(seat))))
    elif lacks_a_card(situation, seat):
        refuse(situation, seat, Refusal("refusal.one-more", {"cards": entry.cards}))
    elif now == "replace" or (now == "attack" and entry.cards):
        yield from submit(situation, seat, entry.cards, entry.tags)
    elif now == "attack" and entry.is_announced:
        yield facts.TookBack(seat, all=True)
    elif now == "attack" and may_announce:
        yield facts.Announced(seat)
    elif now == "answer" and is_awaited and len(set(view_of(situation).demands)) > 1:
        yield pick_demand(situation, seat)
    else:
        _nothing_to_confirm(situation, seat)


def _decline(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """NO at a pad: take the last shown card back, or mean the next answer as a sacrifice."""
    entry = situation.entry(seat)
    if view_of(situation).phase == "deal":
        yield from deal.go_back(situation, seat)
    elif entry.cards or entry.is_announced:
        # A card that is in the hand again is laid anew.
        last = entry.tags[-1] if entry.tags and isinstance(situation.zone(seat), str) else ""
        yield facts.TookBack(seat, all=not entry.cards, tag=last or None)
        say_lay_again(situation, seat)
    elif view_of(situation).phase == "answer" and seat in view_of(situation).to_act:
        yield toggle_sacrifice(situation, seat)
    else:
        _nothing_to_confirm(situation, seat)


def _nothing_to_confirm(situation: Situation, seat: str) -> None:
    """Answer a press that means nothing now."""
    if seat not in view_of(situation).to_act:
        refuse(situation, seat, Refusal("refusal.wait"))
    elif any(0.0 < at_ms - situation.devices.now_ms <= UNREAD_MS[1] for at_ms in unread_ms(situation, seat)):
        refuse(situation, seat, Refusal("refusal.unread"))
    elif view_of(situation).phase == "replace":
        refuse(situation, seat, Refusal("refusal.show-or-ok"))
    elif needs_clearing(situation, seat):
        refuse(situation, seat, Refusal("refusal.clear-first", tag=str(situation.zone(seat))))
    else:
        refuse(situation, seat, Refusal("refusal.lay-a-card"))


def pick_demand(situation: Situation, seat: str) -> facts.Meant:
    """Turn to the next open demand for this seat's next answer."""
    open_demands = tuple(dict.fromkeys(view_of(situation).demands))
    intent = game_of(situation).intent(seat)
    index = open_demands.index(intent.demand) if intent.demand in open_demands else 0
    return facts.Meant(seat, intent.is_sacrifice, open_demands[(index + 1) % len(open_demands)])


def toggle_sacrifice(situation: Situation, seat: str) -> facts.Meant:
    """Mean the next answer as a sacrifice, or no longer."""
    intent = game_of(situation).intent(seat)
    return facts.Meant(seat, not intent.is_sacrifice, intent.demand)


def _turn(situation: Situation, seat: str, step: int) -> None:
    """Turn to another item on a seat's display."""
    if choices.items(situation, seat) and ui_of(situation).doubted.pop(seat, None) is None:
        situation.ui.cursors[seat] = situation.ui.cursors.get(seat, 0) + step
    situation.sound("press")


def _choose(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Handle the item that a seat's display shows."""
    items = choices.items(situation, seat)
    if not items:
        _nothing_to_confirm(situation, seat)
        return
    item = items[choices.index_of(situation, seat)]
    early_presses.be_quiet(situation, seat)  # what is offered next may look the same
    if has_pad(situation, seat):
        silence_of(situation).named.add(pad_of(seat))
    if choices.is_costly(situation, seat, item) and not choices.doubted(situation, seat):
        ui_of(situation).doubted[seat] = (item, asked_demand(situation, seat))
        situation.sound("asked")
        return
    ui_of(situation).doubted.pop(seat, None)
    if item in choices.WORDS:
        yield from _choose_word(situation, seat, item)
    elif view_of(situation).phase == "deal":
        yield from deal.dealt(situation, seat, item, None)
    elif is_collecting(situation, seat):
        yield from show(situation, seat, item)
        choices.turn_to(situation, seat, item if lacks_a_card(situation, seat) else "item.done")
    else:
        yield from submit(situation, seat, (item,))


def _choose_word(situation: Situation, seat: str, item: str) -> Iterator[facts.Fact]:
    entry = situation.entry(seat)
    if item == "item.done" and lacks_a_card(situation, seat):
        refuse(situation, seat, Refusal("refusal.one-more", {"cards": entry.cards}))
    elif item == "item.done":
        yield from submit(situation, seat, entry.cards, entry.tags)
    elif item == "item.back":
        yield facts.TookBack(seat, all=not entry.cards)
    elif item == "item.several":
        yield facts.Announced(seat)
        situation.ui.cursors[seat] = 0  # it has turned, and begins at its last card
    elif item == "item.sacrifice":
        yield toggle_sacrifice(situation, seat)
    elif item == "item.face-down":
        yield from show(situation, seat, "?")
    else:
        yield pick_demand(situation, seat)


def _ok_in_play(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """OK means the shown item where a seat names its cards, and closing the act where a pad reads them."""
    if not names_cards(situation, seat):
        yield from _confirm(situation, seat)
    elif has_not_turned(situation, seat):
        refuse(situation, seat, Refusal(TURN_FIRST[not has_pad(situation, seat)]))
    else:
        yield from _choose(situation, seat)


def settle(situation: Situation) -> Iterator[facts.Fact]:
    """Notice that the token has reached its space, and which readers are silent."""
    if situation.game.stage is Stage.MOVE and not situation.game.is_paused:
        if situation.devices.sensed == {target(situation)}:
            early_presses.forget_begun(situation)
            yield facts.TokenPlaced(target(situation))
        elif not has_sensors(situation) and game_of(situation).token_at in (None, target(situation)):
            # Nobody knows better where Tacocat stands: who deals sets it up, and confirms both by one press.
            yield facts.TokenPlaced(target(situation), by_hand=True)
    is_next_round = situation.game.stage is Stage.PLAY and view_of(situation).round > 1  # after one that counts
    if situation.game.guided and (is_next_round or situation.game.stage is Stage.OVER):
        yield from situation.game.end_guide(situation.seats)
    for seat in situation.seats:
        is_unknown = situation.zone(seat) is Certainty.UNKNOWN
        silence_of(situation).note(pad_of(seat), situation.devices.now_ms, is_silent=is_unknown)
    ui, now = ui_of(situation), view_of(situation)
    did = Counter(step.seat for step in situation.game.steps)
    asked = {seat: (now.phase, did[seat]) for seat in now.to_act}  # another question after each act of one's own
    ui.asked_ms |= {seat: situation.devices.now_ms for seat in asked if ui.asked.get(seat) != asked[seat]}
    ui.asked = asked
    naming = frozenset(seat for seat in situation.seats if has_pad(situation, seat) and names_cards(situation, seat))
    if naming != ui.naming:
        # A press in flight was meant for what the buttons were before.
        for seat in naming ^ ui.naming:
            early_presses.be_quiet(situation, seat)
        ui.naming = naming
    _start_by_chance(situation, naming)


def wake_at_ms(situation: Situation) -> float | None:
    """Return when a silent reader is waited for no longer, or the question for an unread card comes or goes."""
    now_ms = situation.devices.now_ms
    hints = [at_ms for seat in situation.seats for at_ms in unread_ms(situation, seat) if at_ms > now_ms]
    return min((*silence_of(situation).wakes_ms(now_ms), *hints), default=None)


def _start_by_chance(situation: Situation, naming: frozenset[str]) -> None:
    """Begin a secret choice anywhere: the time of the event says where, and no person can aim at that."""
    starts, view = ui_of(situation).starts, view_of(situation)
    moment = (view.phase, view.round, str(view.hand_size))
    for seat in situation.seats:
        offered = choices.items(situation, seat) if seat in naming and view_of(situation).phase in SECRET else ()
        if not offered:
            starts.pop(seat, None)
        elif starts.get(seat, (None, 0))[0] != moment:
            starts[seat] = (moment, int(situation.devices.now_ms) % len(offered))
