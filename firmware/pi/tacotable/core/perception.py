"""Perception: devices and time become facts, in a game by its family; a surprise is refused, and never an error."""

from __future__ import annotations

from collections.abc import Iterator

from tacotable.dialogs import arbiter, clock, hints, lessons, menu, opening, people, refusals, reminder, robots, undo
from tacotable.dialogs.menu_items import ARBITER_PAGE
from tacotable.dialogs.open_question import answered, asked, is_stopped, open_question, passed
from tacotable.dialogs.questions import ARBITER
from tacotable.dialogs.refusals import refresh
from tacotable.enrolment.input import hear
from tacotable.state import events, facts, guards
from tacotable.state.guards import Guard
from tacotable.state.placements import EMPTY
from tacotable.state.question import Stops
from tacotable.state.situation import Situation, Stage, lost_words, role_of, seat_of
from tacotable_drivers import ports

RUN_MS = 200.0  # How often a button that is held down and runs on turns to the next item.
# So many cards may leave at one moment (both duel cards are taken up at once), and how long a moment is. A supply or an
# antenna that fails takes all tags at once, and readers that fail together notice it one after the other.
MOST_AT_ONCE, AT_ONCE_MS = 2, 150.0


def perceive(situation: Situation, event: events.Event) -> Iterator[facts.Fact]:
    """Return the facts that follow from an event, one by one: the caller applies each before the next."""
    for fact in _followed(situation, event):
        yield fact
        robots.note(situation, fact)


def _followed(situation: Situation, event: events.Event) -> Iterator[facts.Fact]:
    before = guards.asked(situation) if isinstance(event, ports.ButtonReleased | ports.ButtonHeld) else {}
    last_step, stage = undo.last(situation), situation.game.stage
    situation.devices.now_ms = max(situation.devices.now_ms, event.at_ms)
    pressed = event if isinstance(event, ports.ButtonPressed | ports.ButtonReleased | ports.ButtonHeld) else None
    situation.ui.presser = seat_of(pressed.button) if pressed is not None else ""
    if isinstance(event, ports.ButtonPressed):
        situation.ui.pressed_ms[event.button] = event.at_ms
    waiting = guards.awaited(situation)
    reminder.note(situation, event)
    if is_stopped(situation) or not hear(situation, event):
        yield from _perceive(situation, event)
    if situation.game.match is None:
        situation.turn_to(situation.ui.lobby_game)
    if not is_stopped(situation):
        yield from situation.family.settle(situation)
        yield from lessons.settle(situation, event)
        yield from robots.settle(situation)
        refresh(situation)
        yield from clock.settle(situation)
        hints.settle(situation)
    undo.note_own(situation, last_step, event)
    menu.settle(situation)
    if isinstance(event, ports.ButtonReleased | ports.ButtonHeld):
        guards.note_changes(situation, before, seat_of(event.button))
    guards.note_settled(situation, waiting)
    situation.ui.presser = ""
    if situation.game.stage is Stage.OVER is not stage:
        # However the game has just ended: the next press puts it away, and all see before that who won.
        guards.be_quiet(situation, *situation.seats, ms=Guard.SETTLED.ms)


def wake_at_ms(situation: Situation) -> float | None:
    """Return when anything wants to hear that time has passed; None: nothing."""
    if is_stopped(situation):
        return guards.wake_at_ms(situation)
    question, modules = open_question(situation), (clock, menu, refusals, reminder, guards, situation.family)
    ends = (question.until_ms if question else None, *(told.until_ms for told in situation.ui.news[:1]))
    moments = (*ends, *situation.ui.running_ms.values(), *(module.wake_at_ms(situation) for module in modules))
    return min((moment for moment in moments if moment is not None), default=None)


def _perceive(situation: Situation, event: events.Event) -> Iterator[facts.Fact]:
    match event:
        case ports.TagArrived() | ports.TagLeft() | ports.TagsCrowded() | ports.ZoneUnknown() | ports.ZoneEmpty():
            yield from _lies(situation, event)
        case ports.TokenSensed(space):
            others = situation.devices.sensed - {space}
            situation.devices.sensed = others | {space} if event.present else others
            situation.family.sensed(situation, space, is_there=event.present)
        case ports.DeviceLost() | ports.DeviceFound():
            _note_device(situation, event)
        case ports.ButtonPressed():
            yield from _pressed(situation, event)
        case ports.ButtonHeld():
            yield from _held(situation, event)
        case ports.ButtonReleased():
            yield from _released(situation, event)
        case events.TimePassed():
            yield from _passed(situation, event.at_ms)
        case events.Counselled():
            hints.heard(situation, event)
        case events.RobotChose():
            robots.choose(situation, event.seat, event.act, event.tags)
        case _:
            yield from _wished(situation, event)


def _lies(situation: Situation, event: ports.ZoneEvent) -> Iterator[facts.Fact]:
    """Note what lies on a pad, and return what follows from it in the game."""
    devices, family, zone = situation.devices, situation.family, event.zone
    before = devices.pads.get(zone, EMPTY)
    devices.note_event(event)
    match event:
        case ports.TagArrived(tag=tag) if not is_stopped(situation):
            devices.left_ms = ()
            yield from family.laid(situation, zone, tag)
            if lessons.is_set_up(situation):
                yield from lessons.laid(situation, zone, tag)
            pad = devices.whole.pads.get(zone)
            if pad is not None and not pad.tells_leaving:
                devices.free(zone)  # nobody will know what is on it
        case ports.TagLeft(tag=tag):
            family.lifted(situation, zone, tag)
            yield from _left(situation, event.at_ms)
        case ports.TagsCrowded(tags=tags):
            yield from family.crowded(situation, zone, tags)
        case ports.ZoneEmpty():
            for lifted in (*(one.tag for one in before.read), *(() if before.read else (None,))):
                family.lifted(situation, zone, lifted)


def _left(situation: Situation, at_ms: float) -> Iterator[facts.Fact]:
    """Note that a card left; pauses a game where more did than hands take away, and none was laid between."""
    devices = situation.devices
    devices.left_ms = (*(earlier for earlier in devices.left_ms if earlier > at_ms - AT_ONCE_MS), at_ms)
    if len(devices.left_ms) <= MOST_AT_ONCE or situation.game.is_paused or situation.game.stage is not Stage.PLAY:
        return
    if (public := situation.public()) is not None and public.phase == "deal":
        return  # all cards are gathered at once
    devices.left_ms = ()
    situation.note("device", "log.vanished", {"n": MOST_AT_ONCE + 1})
    situation.sound("lost")
    yield facts.Paused(on=True)


def _note_device(situation: Situation, event: ports.DeviceLost | ports.DeviceFound) -> None:
    lost, device = situation.devices.lost, event.device
    is_lost = isinstance(event, ports.DeviceLost)
    if is_lost != (device in lost):
        code = lost_words(device) if is_lost else "log.found"
        situation.note("device", code, {"device": situation.told_device(device)})
        situation.sound("lost" if is_lost else "found")
    if isinstance(event, ports.DeviceLost):
        lost[device] = event
        situation.ui.running_ms.pop(device.removeprefix("button "), None)
    else:
        lost.pop(device, None)


def _pressed(situation: Situation, event: ports.ButtonPressed) -> Iterator[facts.Fact]:
    seat, role, ui = seat_of(event.button), role_of(event.button), situation.ui
    is_still = seat in ui.menus or open_question(situation) is not None
    if seat in situation.seats and not is_still and not robots.is_playing(situation, seat):
        yield from situation.family.pressed(situation, seat, role, event.at_ms, event.error_ms)


def _held(situation: Situation, event: ports.ButtonHeld) -> Iterator[facts.Fact]:
    seat, role = seat_of(event.button), role_of(event.button)
    if seat not in situation.seats:
        return
    question, is_robot = asked(situation, seat), robots.is_playing(situation, seat)
    if question and question.stops is Stops.PLAY and question.answer(event.button) is None:
        question = None  # a menu may be opened
    if (question or role == "ok") and guards.is_early(situation, event.button, event.at_ms):
        guards.ignore(situation, seat)
    elif question:
        yield from answered(situation, question, event.button, is_held=True)
    elif role == "right":
        situation.ui.running_ms[event.button] = event.at_ms + RUN_MS
        yield from _tapped(situation, event.button, event.at_ms)
    elif role == "ok" and (is_robot or seat in situation.ui.menus):
        yield from _tapped(situation, event.button, event.at_ms)
    elif role == "ok" and guards.is_reading(situation, seat, event.at_ms) and not refusals.countable(situation, seat):
        guards.put_away(situation, seat)
    elif role == "ok" and hints.is_held_for(situation, seat):
        situation.sound("press")
        yield from menu.take(situation, seat, hints.ITEM)
    elif is_robot:
        menu.toggle(situation, seat)
    else:
        held = situation.family.held(situation, seat, role, event.at_ms)
        yield from menu.not_about_news(situation, seat, held)


def _released(situation: Situation, event: ports.ButtonReleased) -> Iterator[facts.Fact]:
    seat, role = seat_of(event.button), role_of(event.button)
    situation.ui.running_ms.pop(event.button, None)
    if seat in situation.onlookers:  # it turns to the next game, and has no other say
        is_lobby = situation.game.stage is Stage.LOBBY and not is_stopped(situation)
        if role == "nope" and is_lobby and not event.held:
            yield from situation.family.tapped(situation, situation.seats[0], "no", event.at_ms)
        else:
            guards.ignore(situation, seat)
    if event.held or seat not in situation.seats:
        return
    if guards.is_early(situation, event.button, event.at_ms):
        guards.ignore(situation, seat)
    else:
        yield from _tapped(situation, event.button, event.at_ms)


def _tapped(situation: Situation, button: str, at_ms: float) -> Iterator[facts.Fact]:
    """Return the facts that follow from a press that counts: it answers what is open, or is the game's."""
    seat, role = seat_of(button), role_of(button)
    if question := asked(situation, seat):
        yield from answered(situation, question, button, is_held=False)
    elif seat in situation.ui.menus:
        yield from menu.tapped(situation, seat, role)
    elif robots.is_playing(situation, seat):
        guards.ignore(situation, seat)  # the program presses for a robot
    elif guards.is_reading(situation, seat, at_ms):
        guards.put_away(situation, seat)
    else:
        tapped = situation.family.tapped(situation, seat, role, at_ms)
        yield from menu.not_about_news(situation, seat, tapped)


def _passed(situation: Situation, at_ms: float) -> Iterator[facts.Fact]:
    guards.pass_by(situation, at_ms)
    if is_stopped(situation):
        return
    situation.ui.news = tuple(told for told in situation.ui.news if told.until_ms > at_ms)
    refusals.pass_by(situation, at_ms)
    yield from passed(situation, at_ms)
    menu.pass_by(situation, at_ms)
    for button, due_ms in tuple(situation.ui.running_ms.items()):
        if due_ms <= at_ms and situation.ui.desk is None:
            situation.ui.running_ms[button] = at_ms + RUN_MS
            yield from _tapped(situation, button, at_ms)
    yield from situation.family.passed(situation, at_ms)


def _wished(situation: Situation, event: events.PageEvent) -> Iterator[facts.Fact]:
    """Return the facts that follow from what was done at a page."""
    match event:
        case events.Arbitrated():
            if event.who and event.what in arbiter.offered(situation):
                yield facts.DecidedAtDesk(event.who, event.why)
            yield from arbiter.decided(situation, event.what)
        case events.NameTyped(seat, name):
            yield from people.named(situation, seat, name)
        case events.LanguageChosen(seat, language) if situation.game.languages[seat] != language:
            yield facts.Chose(seat, language=language)
        case events.PhonesChanged():
            _note_phones(situation, event)
        case events.HintAsked(seat, is_odds=True):
            hints.turn_odds(situation, seat)
        case events.HintAsked(seat):
            yield from hints.asked(situation, seat, is_of_page=True)
        case events.GameChosen(game, seats=seats):
            yield from opening.chosen(situation, game, seats)
        case events.LessonChosen(lesson):
            yield from lessons.wished(situation, lesson)


def _note_phones(situation: Situation, event: events.PhonesChanged) -> None:
    """Say, to the seat or to those that showed the arbiter's code, and in the log, that one more phone reads along."""
    seat, told = event.seat, {"seat": event.seat, "n": event.count}
    situation.devices.phones = {**situation.devices.phones, seat: event.count}
    situation.ui.phones_to_forget = ""
    if not event.has_joined:
        return
    menus, is_arbiter = situation.ui.menus, seat == ARBITER
    showing = {at for at, now in menus.items() if now.is_joining and (now.item == ARBITER_PAGE) is is_arbiter}
    who = "arbiter" if is_arbiter else "phone"
    situation.note("table", f"log.{who}-joined", told)
    until_ms = event.at_ms + refusals.PRESS_MS
    notice = refusals.Refusal(f"refusal.{who}-joined", told, moment=situation.moment(), until_ms=until_ms)
    for each in showing if is_arbiter else (seat,):
        situation.ui.refusals[each] = notice
        if each in showing:
            del menus[each]
    situation.sound("asked")
