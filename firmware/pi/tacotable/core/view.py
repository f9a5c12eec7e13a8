"""The view: from the situation to the scene, whole and pure. Each meaning has a colour, a rhythm and a word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from tacotable.dialogs import clock, hints, menu, reminder, robots
from tacotable.dialogs.device_faults import with_dead_buttons
from tacotable.dialogs.open_question import with_question
from tacotable.enrolment.view import with_desk
from tacotable.state.scene import PRESS, RED, Choice, Counsel, Light, Notice, Scene, Screen, Sign, SpaceScreen, Status
from tacotable.state.situation import PUBLIC_SCREEN, Situation, Stage, has_display, public_screens, seat_of
from tacotable.table.parts import displays_of
from tacotable_drivers.ports import DARK, Look, Pattern

MAY_TURN = Light(Look(RED, Pattern.SLOW), "lamp.may-turn")
IGNORED = Light(Look(RED, Pattern.DOUBLE), "lamp.too-early")


def view(situation: Situation, link: Callable[[str], str] = lambda seat: "/") -> Scene:
    """Compute the whole scene; `link` returns the address of a seat's page, for its display."""
    shown, table = reminder.with_reminder(situation.family.shown(situation), situation), situation.devices.table
    # An open menu stands in place of what its seat would be shown; one without a display, on the public one.
    menus = {seat: menu.screen(situation, seat, link) for seat in situation.ui.menus}
    how = Sign("note.menu-ring" if table.play else "note.menu")
    items = {seat: situation.ui.menus[seat].item for seat, screen in menus.items() if isinstance(screen, Choice)}
    signs = shown.signs | {seat: Sign(f"menu.{item}", note=how) for seat, item in items.items()}
    seat_screens = shown.seat_screens | _results(situation, shown.seat_screens) | menus
    elsewhere = [screen for seat, screen in menus.items() if table.play and not has_display(situation, seat)]
    middle = {PUBLIC_SCREEN: elsewhere[-1]} if elsewhere else {}
    public = dict.fromkeys(public_screens(table), situation.public_language)
    own = {seat.name: seat_screens[seat.name] for seat in table.seats if seat.display}
    for seat in own.keys() & situation.ui.odds.keys():
        screen, odds = own[seat], hints.odds_of(situation, seat)
        if isinstance(screen, Notice) and not screen.sign.is_alert and not screen.sign.note:
            own[seat] = replace(screen, odds=odds)
    scene = Scene(
        lights=shown.lights,
        lamps=robots.darkened(shown.lamps, situation) | _menu_lamps(situation),
        screens={**own, **shown.screens, **middle},
        prompts={
            seat: signs[seat] if isinstance(screen, SpaceScreen | Choice) else screen.sign
            for seat, screen in seat_screens.items()
        },
        public_prompts=shown.signs,
        cue=situation.ui.cue,
        volume=situation.game.volume,
        languages={**situation.game.languages, **public},
        people=tuple(situation.game.names.items()),
        counsel=hints.counsel(situation),
    )
    asked = with_dead_buttons(with_question(with_desk(scene, situation), situation), situation)
    told = with_onlookers(asked, situation, shown.seat_screens[situation.seats[0]])
    if ignored := situation.ui.ignored_until_ms:
        lamps = {name: IGNORED if seat_of(name) in ignored else light for name, light in told.lamps.items()}
        told = replace(told, lamps=lamps)
    same = dict.fromkeys(public, told.screens[PUBLIC_SCREEN]) if public else {}
    screens = {**told.screens, **same}
    return replace(told, screens={**screens, **_counting(situation, screens)}, turned=_turned(situation, public))


def _results(situation: Situation, screens: Mapping[str, Screen]) -> dict[str, Screen]:
    """Return what is shown to the seats that read what others settled."""
    reading = {seat: situation.ui.news_for(seat) for seat in situation.ui.settled_ms if seat in screens}
    plain = (seat for seat in reading if isinstance(screen := screens[seat], Notice) and not screen.sign.is_alert)
    return {seat: Notice(reading[seat][0].sign) for seat in plain if reading[seat]}


def _counting(situation: Situation, screens: Mapping[str, Screen]) -> dict[str, Screen]:
    """Return the displays that count a clock's last minute: those of its seat, or the public ones."""
    left: dict[str, int] = {}
    for seat, seconds in clock.last_seconds(situation).items():
        for name in [seat] if has_display(situation, seat) else public_screens(situation.devices.table):
            left[name] = min(seconds, left.get(name, seconds))
    counting: dict[str, Screen] = {}
    for name, seconds in left.items():
        if isinstance(screen := screens[name], Notice | Choice | Status):
            counting[name] = replace(screen, seconds=seconds)
    return counting


def _turned(situation: Situation, public: Mapping[str, object]) -> frozenset[str]:
    """Return the single display amid a ring of evenly placed seats, while it turns from the first to who is asked."""
    table, menus = situation.devices.table, [seat for seat in situation.ui.menus if not has_display(situation, seat)]
    asked, count = menus[-1] if menus else situation.family.asked(situation), len(table.seats)
    is_far = len(public) == 1 and asked is not None and count < 4 * table.seat_names.index(str(asked)) < 3 * count
    return frozenset((PUBLIC_SCREEN,) if is_far else ())


def with_onlookers(scene: Scene, situation: Situation, lobby: Screen) -> Scene:
    """Return the scene with what the seats see that cannot play its game, and the middle of their ring.

    `lobby`: what who can play it sees there. Displays of seats hold secrets, so others read only whose turn it is.
    """
    onlookers, whole = situation.onlookers, situation.devices.whole
    if not onlookers:
        return scene
    first, is_for_all = situation.seats[0], situation.ui.restart is not None or situation.ui.desk is not None
    sign = scene.prompts[first] if is_for_all else _watch_sign(situation)
    screen: Screen = Notice(sign)
    if is_for_all:
        screen = scene.screens.get(first, screen)
    elif situation.game.stage is Stage.LOBBY and isinstance(lobby, Choice):
        screen = replace(lobby, sign=sign, hint="hint.nope-game")
    names = (name for name in displays_of(whole) if name not in scene.screens)
    prompts = dict.fromkeys(onlookers, sign)
    lamps = {name: Light(DARK, "lamp.off") for name, button in whole.buttons().items() if button.has_lamp}
    return replace(
        scene,
        lamps={**lamps, **scene.lamps},
        screens={**scene.screens, **dict.fromkeys(names, screen)},
        prompts={**scene.prompts, **prompts},
        public_prompts={**scene.public_prompts, **prompts},
        languages={**scene.languages, **dict.fromkeys(public_screens(whole), situation.public_language)},
        counsel={**scene.counsel, **dict.fromkeys(onlookers, Counsel(None, None, None))},
    )


def _watch_sign(situation: Situation) -> Sign:
    """Say who plays, to those who watch."""
    if situation.game.stage is Stage.LOBBY:
        return Sign("sign.watch-lobby")
    if winner := situation.family.winner(situation):
        return Sign("sign.watch-over", {"winner": winner})
    public = situation.public()
    awaited = public.to_act if public and situation.game.stage is Stage.PLAY else ()
    return Sign("sign.watch-one", {"seat": awaited[0]}) if len(awaited) == 1 else Sign("sign.watch-both")


def _menu_lamps(situation: Situation) -> dict[str, Light]:
    """Show at the lamps of an open menu that OK takes what is shown, and any other button turns."""
    open_at = (lamp for lamp in situation.lamps if lamp.seat in situation.ui.menus)
    return {lamp.button: PRESS if lamp.role == "ok" else MAY_TURN for lamp in open_at}
