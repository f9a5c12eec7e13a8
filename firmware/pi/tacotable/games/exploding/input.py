"""Gestures: what OK and NOPE of a seat mean in each stage and phase.

NOPE counts when it goes down while a window is open, so that a race is told by event times; any other press counts at
its end, because a long one means something else: NOPE held opens the menu, OK held in the lobby begins the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tacotable.dialogs import menu
from tacotable.dialogs.refusals import Refusal, countable, refuse
from tacotable.games.exploding import button_entry as by_buttons
from tacotable.games.exploding import card_owner as whose
from tacotable.games.exploding import hidden_cards as passing
from tacotable.games.exploding import lobby as seats
from tacotable.games.exploding import pad, plays
from tacotable.games.exploding.claims import claim, give_up, is_late, may_let, may_nope, refuse_nope
from tacotable.games.exploding.pad import say_lay_again, take_waiting_nope
from tacotable.games.exploding.state import (
    NOPE,
    OK,
    PUBLIC,
    ZONE,
    Step,
    game_of,
    is_blind,
    last_laid,
    may_hide_a_card,
    phase,
    role_here,
    ruleset_of,
    step_of,
    ui_of,
    view_of,
    zone_of,
)
from tacotable.games.exploding.timing import REFLEX_MS, is_quiet
from tacotable.state import early_presses as too_early
from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.placements import Origin, Status
from tacotable.state.situation import Situation, silence_of
from tacotable_engine.exploding.ruleset import DEFUSE

AGAIN_MS = 300.0  # Presses of NOPE closer than this are one: people in a hurry press twice.
OFFERS_NOPE = ("no-fit", "no-fit-yet", "play-first", "add-card", "show-defuse", "show-named")
"""Refusals that offer NOPE: it means what it says there, whatever lies on the pad."""
Gesture = Callable[[Situation, str], Iterator[facts.Fact]]


def pressed(situation: Situation, seat: str, role: str, at_ms: float, error_ms: float) -> Iterator[facts.Fact]:
    """Handle a press at its beginning: NOPE in a window is a claim."""
    ui, role = ui_of(situation), role_here(role)
    before_ms = ui.pressed_ms.get((seat, role), -AGAIN_MS)
    ui.pressed_ms[seat, role] = at_ms
    ui.counted.discard((seat, role))
    if role != NOPE or situation.game.stage is not Stage.PLAY or is_blind(situation):
        return
    if may_nope(situation, seat):
        ui.counted.add((seat, role))
        if at_ms >= before_ms + AGAIN_MS:
            if offered := by_buttons.items(situation, seat):
                by_buttons.turn(situation, offered, seat)
            else:
                situation.ui.cursors.pop(seat, None)
                claim(situation, seat, at_ms, error_ms)
        yield from take_waiting_nope(situation)


def tapped(situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[facts.Fact]:
    """Handle a short press at its end."""
    ui, role = ui_of(situation), role_here(role)
    if (seat, role) in ui.counted:
        ui.counted.discard((seat, role))
        return
    if is_quiet(situation, (seat, role), at_ms):
        too_early.ignore(situation, seat)
        if role == NOPE and is_late(situation):
            refuse_nope(situation, seat, "refusal.nope-late")
        return
    if is_blind(situation):
        too_early.ignore(situation, seat)  # every display says that the reader is lost
        return
    if _is_put_away(situation, seat, role):
        return
    if role == OK and seat not in situation.players and situation.game.stage in (Stage.DEAL, Stage.PLAY):
        yield from seats.sit(situation, seat)
    elif situation.game.stage is Stage.PLAY:
        yield from _tapped_in_play(situation, seat, role)
    else:
        yield from _TAPS[situation.game.stage][role](situation, seat)


def _tapped_in_play(situation: Situation, seat: str, role: str) -> Iterator[facts.Fact]:
    if seat not in view_of(situation).alive:
        refuse(situation, seat, Refusal("refusal.watching"))
    elif ui_of(situation).whose is not None:
        yield from whose.answered(situation, seat, role)
    elif offered := by_buttons.items(situation, seat):
        if role == OK and by_buttons.is_untouched_draw(situation, seat):
            refuse(situation, seat, Refusal("refusal.turn-first-kittens"))
        else:
            yield from _name(situation, seat, role, offered)
    elif role == OK and pad.is_card_in_the_way(situation, seat):
        zone = zone_of(situation, seat)
        tag = situation.devices.on(zone)
        told = [refusal for whom, refusal in situation.ui.refusals.items() if refusal.tag == tag]
        if told and not any(refusal.code == "refusal.lay-again" for refusal in told):
            situation.sound("refused")
        else:
            code = "refusal.crowd-first" if pad.unruled(situation, zone) is None else "refusal.lay-again"
            refuse(situation, seat, Refusal(code, tag=str(tag)))
    elif phase(situation) not in ("turn", "window") and seat not in view_of(situation).to_act:
        if role == OK and whose.other_drawer(situation) == seat:
            yield from whose.disputed(situation)
        elif role == NOPE:
            refuse_nope(situation, seat, "refusal.wait-kittens")
        else:
            refuse(situation, seat, Refusal("refusal.wait-kittens"))
    else:
        yield from _IN_PLAY[phase(situation)][role](situation, seat)


def held(situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[facts.Fact]:
    """Handle a long press: NOPE opens the menu, OK begins a game (anew), and anywhere else is an OK, too."""
    role, stage = role_here(role), situation.game.stage
    if (seat, role) in ui_of(situation).counted:
        return
    if role == NOPE:
        menu.toggle(situation, seat)
    elif stage is Stage.LOBBY or (stage is Stage.OVER and seat in ui_of(situation).seated):
        if stage is Stage.OVER:
            yield facts.Closed()
        yield from seats.begin(situation, seat)
        _answer_for_all(situation, seat)
    elif _lays_now(situation, seat) and (lying := next(countable(situation, seat, PUBLIC), None)):
        yield from _count(situation, lying[1])
    elif (offered := by_buttons.items(situation, seat)) and not is_quiet(situation, (seat, role), at_ms):
        situation.ui.refusals.pop(seat, None)
        yield from _name(situation, seat, role, offered)
    else:
        yield from tapped(situation, seat, role, at_ms)


def _lays_now(situation: Situation, seat: str) -> bool:
    """Whether a card that a seat lays now would be its own: on the pad in the middle it may be another's."""
    return seat in view_of(situation).alive if zone_of(situation, seat) != ZONE else pad.owner(situation) == seat


def _count(situation: Situation, refusal: Refusal) -> Iterator[facts.Fact]:
    """Count a card that lies on the pad as laid now; whoever was told to take it off is told so no longer."""
    situation.ui.put_away(lambda other: other.tag == refusal.tag)
    situation.devices.mark(refusal.tag, Status.NEW, origin=Origin.FRESH)
    ui_of(situation).waived.add(str(refusal.tag))
    zone = next(zone for zone in situation.devices.table.pads() if situation.devices.on(zone) == refusal.tag)
    yield from situation.family.laid(situation, zone, str(refusal.tag))
    if refusal.code == "refusal.discarded":
        ui_of(situation).waived.discard(str(refusal.tag))  # it is used again


def _name(situation: Situation, seat: str, role: str, offered: tuple[str, ...]) -> Iterator[facts.Fact]:
    """Turn to another item, or take the one on show: a word means a button, a card is ruled on as if it lay there."""
    if role == NOPE:
        by_buttons.turn(situation, offered, seat)
        return
    item = by_buttons.shown(situation, offered, seat)
    situation.ui.cursors.pop(seat, None)
    silence_of(situation).named.add(ZONE)
    if item == by_buttons.LEAVE:
        give_up(situation, seat, situation.devices.now_ms)
        situation.sound("press")
    elif item in by_buttons.MEANS:
        yield from _IN_PLAY[phase(situation)][by_buttons.MEANS[item]](situation, seat)
    else:
        yield from pad.LAID[phase(situation)](situation, seat, item.removeprefix("card."), None)


def _is_put_away(situation: Situation, seat: str, role: str) -> bool:
    """Return whether the tap only answers a message on show: NOPE puts it away, a refused card has to go first."""
    refusal = situation.ui.refusals.get(seat)
    if refusal is None:
        return False
    asked_ms = ui_of(situation).refused_ms.get(seat, (None, 0.0))[1]
    if refusal.code == "refusal.unread-draw" and situation.devices.now_ms < asked_ms + REFLEX_MS:
        too_early.ignore(situation, seat)  # nobody has read it sooner
        return True
    if role == NOPE and refusal.code.removeprefix("refusal.") in OFFERS_NOPE:
        del situation.ui.refusals[seat]
        return False
    if situation.devices.placement(refusal.tag) is not None:
        situation.sound("refused")
        return True
    del situation.ui.refusals[seat]
    situation.sound("press")
    return role == NOPE


def _set_up(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Handle anyone's word that the cards are dealt; a card left on the pad has to go first."""
    if passing.is_dealing(situation):
        refuse(situation, seat, Refusal("refusal.pass-first"))
        return
    if _was_answered(situation, seat):
        return
    tag = last_laid(situation)
    if isinstance(tag, str):
        refuse(situation, seat, Refusal("refusal.clear-pad", tag=tag))
        return
    yield facts.Dealt(seat)
    _answer_for_all(situation, seat)


def _answer_for_all(situation: Situation, seat: str) -> None:
    """Note that a seat has answered for all: an OK with which another was about to do the same does nothing."""
    ui_of(situation).answered = (seat, situation.devices.now_ms + too_early.SETTLED_MS)


def _was_answered(situation: Situation, seat: str) -> bool:
    """Whether OK of a seat was meant for what another has just answered for all; its lamps show that it was."""
    answered, until_ms = ui_of(situation).answered
    if seat == answered or situation.devices.now_ms >= until_ms or situation.game.steps:
        return False
    too_early.ignore(situation, seat)
    return True


def _next_page(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Show the next page of the set-up; once cards pass the pad, take the last one back."""
    if passing.is_dealing(situation) and game_of(situation).held:
        yield from passing.go_back(situation, seat)
        return
    ui_of(situation).page += 1
    situation.sound("press")
    yield from ()


def _put_away(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    yield facts.Closed()


def _ok_on_turn(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """OK: draw without a card, play with cards, pick the lit seat, take the name."""
    step = step_of(situation)
    if step is Step.TARGET:
        ui = ui_of(situation)
        if seat not in ui.candidates:
            refuse(situation, seat, Refusal("refusal.pick-lit"))
            return
        ui.target = seat
        yield from plays.play(situation, view_of(situation).to_act[0])
    elif seat not in view_of(situation).to_act:
        refuse(situation, seat, Refusal("refusal.wait-kittens"))
    elif step is Step.NAME:
        item = by_buttons.shown(situation, plays.name_items(situation, seat), seat)
        if item == plays.LEAVE_NAMES:
            _go_back(situation, seat)
            return
        ui_of(situation).named_last[seat] = item.removeprefix("card.")
        yield from plays.submit_play(situation, seat, item.removeprefix("card."))
    elif plays.lacks_a_card(situation, seat):
        code = "rule.play-defuse" if plays.cards_of(situation, seat) == (DEFUSE,) else "refusal.add-card"
        refuse(situation, seat, Refusal(code, {"cards": plays.cards_of(situation, seat)}))
    elif situation.entry(seat).cards:
        yield from plays.play(situation, seat)
    else:
        yield from _ok_without_card(situation, seat)


def _ok_without_card(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """OK where nothing was shown: a card was drawn, unless it may mean something else."""
    if _was_answered(situation, seat):
        return
    if situation.is_seen:
        refuse(situation, seat, Refusal("refusal.pass-card"))
    elif any(told.picture or told.sign.code.startswith("sign.taken-back") for told in situation.ui.news):
        situation.ui.hush()  # it says that this was read, or done
        situation.sound("press")
    elif may_hide_a_card(situation, seat) or pad.lies_elsewhere(situation, seat):
        ui_of(situation).elsewhere = str(last_laid(situation))  # asked once: it may lie on another's pad
        situation.devices.forget_hidden(zone_of(situation, seat))  # or hide on its own
        refuse(situation, seat, Refusal("refusal.unread-draw"))
    else:
        yield from plays.submit(situation, seat, {"do": "draw"})


def _nope_on_turn(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """NOPE: go back one step of the play, or take the last card back; while naming, turn to the next card."""
    step, entry = step_of(situation), situation.entry(seat)
    if seat not in view_of(situation).to_act:
        refuse_nope(situation, seat, "refusal.wait-kittens")
    elif step is Step.NAME:
        by_buttons.turn(situation, plays.name_items(situation, seat), seat)
    elif step is not Step.COLLECT:
        _go_back(situation, seat)
    elif entry.cards:
        lies_there = plays.if_there(situation, entry.tags[-1])
        yield facts.TookBack(seat, tag=lies_there or pad.unruled(situation, zone_of(situation, seat)))
        say_lay_again(situation, seat)
    else:
        refuse_nope(situation, seat, "refusal.nothing-back")


def _go_back(situation: Situation, seat: str) -> None:
    ui = ui_of(situation)
    ui.step, ui.target = Step.COLLECT, ""
    situation.ui.cursors.pop(seat, None)
    situation.sound("press")


def _let(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Pass on the window; that withdraws a claim."""
    before = ui_of(situation).window
    give_up(situation, seat, situation.devices.now_ms)
    if may_let(situation, seat):
        yield from plays.submit(situation, seat, {"do": "let"})
    elif seat in view_of(situation).to_act:
        too_early.ignore(situation, seat)
    elif ui_of(situation).window is not before:
        situation.sound("press")
    else:
        refuse(situation, seat, Refusal("refusal.let-already"))


def _nope_unasked(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Answer NOPE of a seat that may not nope; any other's press counted when it went down."""
    if not may_nope(situation, seat):
        refuse(situation, seat, Refusal("refusal.let-already"))
    yield from ()


def _ok_on_defuse(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """OK: the lethal card is hidden in the pile; or behind the word that there is no Defuse, the seat is out."""
    entry = situation.entry(seat)
    if entry.is_announced:
        act = {"do": "explode", "cards": list(entry.cards)} if entry.cards else {"do": "explode"}
        yield from plays.submit(situation, seat, act, entry.tags)
    elif entry.cards:
        wish = situation.ui.wishes.get(seat)  # of a robot, which has chosen the slot
        yield from plays.submit(situation, seat, wish.act if wish else plays.defuse_act(entry.cards[0]), entry.tags)
    else:
        refuse(situation, seat, Refusal("refusal.show-defuse", {"card": ruleset_of(situation).lethal}))


def _nope_of_card(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """NOPE: say that there is no such card, or take that or the last card back; a Favor cannot be denied."""
    entry = situation.entry(seat)
    if phase(situation) == "give" and not plays.named(situation):
        refuse(situation, seat, Refusal("refusal.must-give"))
        return
    if not entry.cards and not entry.is_announced:
        yield facts.Announced(seat)
        return
    last = entry.tags[-1] if entry.tags else None
    yield facts.TookBack(seat, all=not entry.cards, tag=plays.if_there(situation, last))
    say_lay_again(situation, seat)


def _ok_on_give(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """OK: the card of a Favor is handed over; or behind NOPE, there is no such card."""
    if not plays.named(situation):
        yield from _done(situation, seat)
    elif situation.entry(seat).is_announced:
        yield from plays.submit(situation, seat, {"do": "deny"})
    else:
        refuse(situation, seat, Refusal("refusal.show-named", {"name": plays.named(situation)}))


def _done(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """OK: the awaited seat has done with its hands what the phase is called; a card that passes the pad says it."""
    if situation.is_seen and phase(situation) in passing.UNTOLD:
        refuse(situation, seat, Refusal("refusal.pass-card"))
    else:
        yield from plays.submit(situation, seat, {"do": phase(situation)})


def _nothing_back(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    refuse_nope(situation, seat, "refusal.nothing-back")
    yield from ()


_TAPS: Mapping[Stage, Mapping[str, Gesture]] = {
    Stage.LOBBY: {OK: seats.sit, NOPE: seats.other_game},
    Stage.DEAL: {OK: _set_up, NOPE: _next_page},
    Stage.OVER: {OK: _put_away, NOPE: _nothing_back},
}
_IN_PLAY: Mapping[str, Mapping[str, Gesture]] = {  # What a tap means in each phase.
    "turn": {OK: _ok_on_turn, NOPE: _nope_on_turn},
    "window": {OK: _let, NOPE: _nope_unasked},
    "draw": {OK: _done, NOPE: _nothing_back},
    "defuse": {OK: _ok_on_defuse, NOPE: _nope_of_card},
    "give": {OK: _ok_on_give, NOPE: _nope_of_card},
    "arrange": {OK: _done, NOPE: _nothing_back},
    "steal": {OK: _done, NOPE: _nothing_back},
}
