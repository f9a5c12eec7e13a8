"""Perception: what devices and time tell becomes facts. What they mean in a game is told by its family.

Nothing on a pad is ever an error: every surprise is answered with a refusal that says the next thing to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from tacotable.core import vanished_cards as vanishing
from tacotable.dialogs import arbiter, clock, hints, lessons, menu, people, robots
from tacotable.dialogs import questions as asking
from tacotable.dialogs import refusals as refusing
from tacotable.dialogs import restart as restarting
from tacotable.dialogs import undo as taking_back
from tacotable.dialogs.refusals import refresh
from tacotable.enrolment.input import hear
from tacotable.state import early_presses as too_early
from tacotable.state import facts
from tacotable.state.device_state import Certainty
from tacotable.state.events import (
    Arbitrated,
    Counselled,
    Event,
    GameChosen,
    HintAsked,
    LanguageChosen,
    LessonChosen,
    NameTyped,
    PhonesChanged,
    RobotChose,
    TimePassed,
)
from tacotable.state.game_state import Stage
from tacotable.state.situation import Situation, lost_words, role_of, seat_of
from tacotable_drivers import ports

RUN_MS = 200.0
"""How often a button that is held down and runs on turns to the next item."""


def perceive(situation: Situation, event: Event) -> Iterator[facts.Fact]:
    """Return the facts that follow from an event, one by one: the caller applies each before the next."""
    for fact in _followed(situation, event):
        yield fact
        robots.note(situation, fact)


def _followed(situation: Situation, event: Event) -> Iterator[facts.Fact]:
    asked = too_early.asked(situation) if isinstance(event, ports.ButtonReleased | ports.ButtonHeld) else {}
    last_step, stage = taking_back.last(situation), situation.game.stage
    situation.devices.now_ms = max(situation.devices.now_ms, event.at_ms)
    if isinstance(event, ports.ButtonPressed):
        situation.ui.pressed_ms[event.button] = event.at_ms
    if situation.ui.restart is not None:
        yield from restarting.hear(situation, event) if restarting.is_answer(event) else _perceive(event, situation)
    elif not hear(situation, event):
        yield from _perceive(event, situation)
    if situation.game.match is None:
        situation.turn_to(situation.ui.lobby_game)
    if situation.ui.restart is None:
        yield from situation.family.settle(situation)
        yield from lessons.settle(situation, event)
        yield from robots.settle(situation)
        refresh(situation)
        yield from clock.settle(situation)
        hints.settle(situation)
    taking_back.note_own(situation, last_step, event)
    if isinstance(event, ports.ButtonReleased | ports.ButtonHeld):
        too_early.note_changes(situation, asked, seat_of(event.button))
    too_early.show_end(situation, stage)


def wake_at_ms(situation: Situation) -> float | None:
    """Return when anything wants to hear that time has passed; None: nothing."""
    if situation.ui.restart is not None:
        return None
    modules = (asking, clock, menu, refusing, too_early, situation.family)
    news = (told.until_ms for told in situation.ui.news[:1])
    moments = (*news, *situation.ui.running_ms.values(), *(module.wake_at_ms(situation) for module in modules))
    return min((moment for moment in moments if moment is not None), default=None)


@singledispatch
def _perceive(event: Event, situation: Situation) -> Iterator[facts.Fact]:
    raise TypeError(f"no such event: {event!r}")


@_perceive.register
def _(event: ports.TagArrived, situation: Situation) -> Iterator[facts.Fact]:
    situation.devices.zones[event.zone] = event.tag
    situation.devices.many.discard(event.zone)
    situation.devices.left_ms = ()
    yield from situation.family.laid(situation, event.zone, event.tag)
    if lessons.is_set_up(situation):
        yield from lessons.laid(situation, event.zone, event.tag)
    if not _tells_leaving(situation, event.zone):
        situation.devices.zones[event.zone] = Certainty.EMPTY


@_perceive.register
def _(event: ports.TagLeft, situation: Situation) -> Iterator[facts.Fact]:
    situation.devices.zones[event.zone] = Certainty.EMPTY
    situation.family.lifted(situation, event.zone, event.tag)
    yield from vanishing.note(situation, event)


@_perceive.register
def _(event: ports.TagsCrowded, situation: Situation) -> Iterator[facts.Fact]:
    situation.devices.zones[event.zone] = event.tags[-1]
    if event.has_more or len(event.tags) > 2:
        situation.devices.many.add(event.zone)
    else:
        situation.devices.many.discard(event.zone)
    yield from situation.family.crowded(situation, event.zone, event.tags)


@_perceive.register
def _(event: ports.ZoneUnknown, situation: Situation) -> Iterator[facts.Fact]:
    situation.devices.zones[event.zone] = Certainty.UNKNOWN
    yield from ()


@_perceive.register
def _(event: ports.ZoneEmpty, situation: Situation) -> Iterator[facts.Fact]:
    situation.devices.zones[event.zone] = Certainty.EMPTY
    situation.family.lifted(situation, event.zone, None)
    yield from ()


@_perceive.register
def _(event: ports.DeviceLost, situation: Situation) -> Iterator[facts.Fact]:
    if event.device not in situation.devices.lost:
        situation.note("device", lost_words(event.device), {"device": situation.told_device(event.device)})
        situation.sound("lost")
    situation.devices.lost[event.device] = event
    situation.ui.running_ms.pop(event.device.removeprefix("button "), None)
    yield from ()


@_perceive.register
def _(event: ports.DeviceFound, situation: Situation) -> Iterator[facts.Fact]:
    if situation.devices.lost.pop(event.device, None) is not None:
        situation.note("device", "log.found", {"device": situation.told_device(event.device)})
        situation.sound("found")
    yield from ()


@_perceive.register
def _(event: ports.TokenSensed, situation: Situation) -> Iterator[facts.Fact]:
    changed = {event.space}
    situation.devices.sensed = (
        situation.devices.sensed | changed if event.present else situation.devices.sensed - changed
    )
    situation.family.sensed(situation, event.space, is_there=event.present)
    yield from ()


@_perceive.register
def _(event: ports.ButtonPressed, situation: Situation) -> Iterator[facts.Fact]:
    seat = seat_of(event.button)
    is_still = situation.game.is_paused or situation.ui.question is not None
    if (
        seat in situation.seats
        and seat not in situation.ui.menus
        and not is_still
        and not robots.is_playing(situation, seat)
    ):
        yield from situation.family.pressed(situation, seat, role_of(event.button), event.at_ms, event.error_ms)


@_perceive.register
def _(event: ports.ButtonHeld, situation: Situation) -> Iterator[facts.Fact]:
    seat, role = seat_of(event.button), role_of(event.button)
    if seat not in situation.seats:
        return
    is_answer = role == "ok" or situation.ui.question is not None
    if is_answer and too_early.is_early(situation, event.button, event.at_ms):
        too_early.ignore(situation, seat)
    elif situation.ui.question is not None:
        yield from asking.answered(situation, seat, role)
    elif role == "right":
        situation.ui.running_ms[event.button] = event.at_ms + RUN_MS
        yield from _tapped(situation, event.button, event.at_ms)
    elif role == "ok" and (situation.game.is_paused or seat in situation.ui.menus):
        yield from _tapped(situation, event.button, event.at_ms)
    elif role == "ok" and hints.is_held_for(situation, seat):
        situation.sound("press")
        yield from hints.taken(situation, seat)
    elif not robots.is_playing(situation, seat):
        yield from situation.family.held(situation, seat, role, event.at_ms)
    elif role == "ok":
        yield from _tapped(situation, event.button, event.at_ms)
    else:
        menu.toggle(situation, seat)


@_perceive.register
def _(event: ports.ButtonReleased, situation: Situation) -> Iterator[facts.Fact]:
    situation.ui.running_ms.pop(event.button, None)
    if seat_of(event.button) in situation.onlookers:
        yield from _pressed_by_onlooker(situation, event)
    if event.held or seat_of(event.button) not in situation.seats:
        return
    if too_early.is_early(situation, event.button, event.at_ms):
        too_early.ignore(situation, seat_of(event.button))
    else:
        yield from _tapped(situation, event.button, event.at_ms)


def _pressed_by_onlooker(situation: Situation, event: ports.ButtonReleased) -> Iterator[facts.Fact]:
    """Turn to the next game for a seat that cannot play the one that is shown; it has no other say."""
    first, role = situation.seats[0], role_of(event.button)
    if role == "nope" and situation.game.stage is Stage.LOBBY and not event.held:
        yield from situation.family.tapped(situation, first, "no", event.at_ms)
    else:
        too_early.ignore(situation, seat_of(event.button))


def _tapped(situation: Situation, button: str, at_ms: float) -> Iterator[facts.Fact]:
    """Return the facts that follow from a press that counts: it answers what is open, or is the game's."""
    seat, role = seat_of(button), role_of(button)
    if situation.ui.question is not None:
        yield from asking.answered(situation, seat, role)
    elif seat in situation.ui.menus:
        yield from menu.tapped(situation, seat, role)
    elif lessons.awaits_cards(situation):
        yield from lessons.tapped(situation, seat, role)
    elif not situation.game.is_paused:
        if robots.is_playing(situation, seat):
            too_early.ignore(situation, seat)  # the program presses for a robot
        else:
            yield from situation.family.tapped(situation, seat, role, at_ms)
    elif role == "ok":
        yield facts.Paused(on=False)
    else:
        too_early.ignore(situation, seat)  # the display says which button goes on


@_perceive.register
def _(event: TimePassed, situation: Situation) -> Iterator[facts.Fact]:
    situation.ui.news = tuple(told for told in situation.ui.news if told.until_ms > event.at_ms)
    refusing.pass_by(situation, event.at_ms)
    yield from asking.pass_by(situation, event.at_ms)
    menu.pass_by(situation, event.at_ms)
    too_early.pass_by(situation, event.at_ms)
    for button, due_ms in tuple(situation.ui.running_ms.items()):
        if due_ms <= event.at_ms and situation.ui.desk is None:
            situation.ui.running_ms[button] = event.at_ms + RUN_MS
            yield from _tapped(situation, button, event.at_ms)
    yield from situation.family.passed(situation, event.at_ms)


@_perceive.register
def _(event: Arbitrated, situation: Situation) -> Iterator[facts.Fact]:
    if event.who and event.what in arbiter.offered(situation):
        yield facts.DecidedAtDesk(event.who, event.why)
    yield from arbiter.decided(situation, event.what)


@_perceive.register
def _(event: NameTyped, situation: Situation) -> Iterator[facts.Fact]:
    yield from people.named(situation, event.seat, event.name)


@_perceive.register
def _(event: LanguageChosen, situation: Situation) -> Iterator[facts.Fact]:
    if situation.game.languages[event.seat] != event.language:
        yield facts.Chose(event.seat, language=event.language)


@_perceive.register
def _(event: PhonesChanged, situation: Situation) -> Iterator[facts.Fact]:
    """Say to a seat, and to everyone in the log, that one more phone reads along there: its code is used up.

    That of the arbiter's page is said to the seats that showed its code.
    """
    seat, told = event.seat, {"seat": event.seat, "n": event.count}
    situation.devices.phones = {**situation.devices.phones, seat: event.count}
    situation.ui.phones_to_forget = ""
    if event.has_joined:
        who = "arbiter" if seat == asking.ARBITER else "phone"
        joining = {each for each, shown in situation.ui.menus.items() if shown.is_joining}
        showing = {
            each for each in joining if (situation.ui.menus[each].item == menu.ARBITER_PAGE) is (who == "arbiter")
        }
        situation.note("table", f"log.{who}-joined", told)
        until_ms = event.at_ms + refusing.PRESS_MS
        notice = refusing.Refusal(f"refusal.{who}-joined", told, moment=situation.moment(), until_ms=until_ms)
        for each in showing if who == "arbiter" else (seat,):
            situation.ui.refusals[each] = notice
            if each in showing:
                del situation.ui.menus[each]
        situation.sound("asked")
    yield from ()


@_perceive.register
def _(event: HintAsked, situation: Situation) -> Iterator[facts.Fact]:
    if event.is_odds:
        hints.turn_odds(situation, event.seat)
    else:
        yield from hints.asked(situation, event.seat, is_of_page=True)


@_perceive.register
def _(event: Counselled, situation: Situation) -> Iterator[facts.Fact]:
    hints.heard(situation, event)
    yield from ()


@_perceive.register
def _(event: RobotChose, situation: Situation) -> Iterator[facts.Fact]:
    robots.choose(situation, event.seat, event.act, event.tags)
    yield from ()


@_perceive.register
def _(event: GameChosen, situation: Situation) -> Iterator[facts.Fact]:
    is_lobby = situation.game.match is None and situation.ui.desk is None
    if is_lobby and event.game in situation.games:
        situation.ui.lobby_game = event.game
    yield from ()


@_perceive.register
def _(event: LessonChosen, situation: Situation) -> Iterator[facts.Fact]:
    yield from lessons.wished(situation, event.lesson)


def _tells_leaving(situation: Situation, zone: str) -> bool:
    """Whether a pad's reader says that a card left; else nobody knows what lies on it, and it counts as free."""
    pad = situation.devices.whole.pads().get(zone)
    return pad is None or pad.tells_leaving
