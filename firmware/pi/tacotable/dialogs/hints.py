"""Hints: what a seat may do, what is good, and why, one behind the other, from what that seat may know.

A hint is asked in the menu, by OK held where OK asks for nothing else, or at the page of the seat; each is a fact, so
that everybody reads in the end who was helped how often. What it says is found beside the loop, see `Counselled`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tacotable.state import facts
from tacotable.state.interaction import Hint
from tacotable.state.scene import Counsel, Notice, Reason, Sign
from tacotable.state.situation import Situation, has_display

if TYPE_CHECKING:
    from tacotable.state.events import Counselled

ITEM = "hint"
ODDS = ("odds-off", "odds-on")  # Items that show or hide a seat's own odds, each named by how it is now.
STEPS = 3  # What is legal, what is good, and why.
THINKING = Sign("hint.thinking")
STILL = ("off", "solid")  # How the lamp of an OK is that asks for nothing.


def offers_odds(situation: Situation, seat: str) -> bool:
    """Return whether a seat may read its odds: in a game with a companion, no lesson, where help is not turned off.

    Not where a robot plays: a hint or odds of its seat would tell people of its cards.
    """
    return _gives_help(situation) and seat not in situation.game.robots


def _gives_help(situation: Situation) -> bool:
    game = situation.game
    is_on = game.stage.value == "play" and game.lesson is None and situation.has_hints
    return is_on and game.match is not None and game.match.has_companion


def may_ask(situation: Situation, seat: str) -> bool:
    """Return whether a seat may ask for a hint now: it is awaited, and the game goes on."""
    public = situation.public()
    return public is not None and not situation.is_still and seat in public.to_act and offers_odds(situation, seat)


def is_offered(situation: Situation, seat: str) -> bool:
    """Return whether a seat may ask now, and can read an answer that no other seat reads."""
    is_private = has_display(situation, seat) or bool(situation.devices.phones.get(seat))
    return is_private and may_ask(situation, seat)


def is_held_for(situation: Situation, seat: str) -> bool:
    """Return whether OK held asks for a hint: where a short press of it asks for nothing, and no card is in the way."""
    if not is_offered(situation, seat) or situation.ui.refusals.get(seat):
        return False
    shown = situation.family.shown(situation)
    lamp = shown.lamps.get(f"{seat}.ok")
    return lamp is not None and lamp.look.pattern.value in STILL and isinstance(shown.seat_screens.get(seat), Notice)


def asked(situation: Situation, seat: str, _: str = ITEM, *, is_of_page: bool = False) -> Iterator[facts.Fact]:
    """Return the facts that follow when a seat asks: that it did, once before each act."""
    match = situation.game.match
    if match is None or not may_ask(situation, seat):
        return
    hint, number = situation.ui.hints.get(seat), match.next_number
    if hint is None or (is_of_page and not hint.is_of_page):
        hint = Hint(number, steps=0, is_of_page=is_of_page)
    situation.ui.hints[seat] = replace(hint, steps=min(hint.steps + 1, STEPS))
    if number not in situation.game.hints.get(seat, ()):
        yield facts.Hinted(seat)


def screen(situation: Situation, seat: str, page: int) -> Reason:
    """Show a page of a seat's hint; the pages begin again after the last."""
    hint = situation.ui.hints.get(seat)
    first, *more = hint.signs if hint and hint.signs else (THINKING,)
    return Reason(first, "", page, "hint.title", tuple(more))


def turn_odds(situation: Situation, seat: str) -> None:
    """Show a seat its odds from now on, or hide them."""
    if situation.ui.odds.pop(seat, None) is None and offers_odds(situation, seat):
        situation.ui.odds[seat] = Hint(0)


def odds_of(situation: Situation, seat: str) -> Sign | None:
    """Return the odds of a seat that wants to read them; None while there are none."""
    shown = situation.ui.odds.get(seat)
    return shown.signs[0] if shown and shown.signs and offers_odds(situation, seat) else None


def counsel(situation: Situation) -> dict[str, Counsel]:
    """Return what the page of each seat is told for that seat alone."""
    public, ui = situation.public(), situation.ui
    awaited = public.to_act if public and not situation.is_still and _gives_help(situation) else ()
    asked = [seat for seat in awaited if seat not in situation.game.robots]
    told = [seat for seat in situation.seats if seat in asked or seat in ui.hints or seat in ui.odds]
    return dict.fromkeys(situation.seats, Counsel()) | {seat: _counsel(situation, seat, seat in asked) for seat in told}


def _counsel(situation: Situation, seat: str, may_go_on: bool) -> Counsel:
    hint = situation.ui.hints.get(seat)
    sign = (hint.signs[hint.steps - 1 :] or hint.signs[-1:] or (THINKING,))[0] if hint else None
    step = hint.steps if hint else 0
    is_whole = hint is not None and 0 < len(hint.signs) <= step
    return Counsel(sign, odds_of(situation, seat), step if may_go_on and not is_whole else None)


def heard(situation: Situation, event: Counselled) -> None:
    """Note what was found for a seat, where it is still about this act."""
    kept = situation.ui.odds if event.is_odds else situation.ui.hints
    match, hint = situation.game.match, kept.get(event.seat)
    if hint is not None and match is not None and match.next_number == event.number:
        kept[event.seat] = replace(hint, number=event.number, signs=tuple(Sign(*told) for told in event.told))


def settle(situation: Situation) -> None:
    """Put hints away whose act was done, or that nobody may ask for any more."""
    number = situation.game.match.next_number if situation.game.match else 0
    for seat, hint in tuple(situation.ui.hints.items()):
        if hint.number != number or not may_ask(situation, seat):
            del situation.ui.hints[seat]
    for seat, shown in tuple(situation.ui.menus.items()):
        if shown.item == ITEM and shown.page is not None and seat not in situation.ui.hints:
            del situation.ui.menus[seat]
