"""Restarting: a start found a game that had not ended, and the table asks what shall become of it.

Any seat answers, or the arbiter at the page: OK takes what is shown, every other button turns; throwing away is asked
twice. Until then nothing is played: readers and sensors only tell what lies there. Who goes on goes on with the table
as it is now, so whatever stands otherwise than the game says is asked to be put right, one move at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import singledispatch

from tacotable.state import facts
from tacotable.state.events import Arbitrated, Event, TimePassed
from tacotable.state.game_state import Stage
from tacotable.state.interaction import ANEW, CHOICES, DISCARD, RESUME, SAVE, Refusal, Restart
from tacotable.state.scene import AMBER, GREEN, Choice, Light, Notice, Scene, Screen, Sign, SpaceScreen
from tacotable.state.situation import PUBLIC_SCREEN, Situation, pad_of, role_of, seat_of
from tacotable_drivers import ports
from tacotable_drivers.ports import DARK, Look, Pattern

NOTHING_LEFT = (ANEW,)
"""What is offered where a journal was damaged and there is no game to go on with."""
OF_DAMAGED = {RESUME: "log.restart-mended", DISCARD: "log.restart-discard-damaged"}
"""What the log says of a choice where the journal was damaged, as far as that is another thing."""
ENDS = (f"log.restart-{SAVE}", f"log.restart-{DISCARD}", OF_DAMAGED[DISCARD])


@dataclass(frozen=True, slots=True)
class Found:
    """A game that is taken up: the facts that count, why those behind them do not, and what has changed since."""

    facts: tuple[facts.Fact, ...]
    damage: str = ""
    changed: tuple[str, ...] = ()


def ask(
    situation: Situation, entries: int, damage: str = "", changed: tuple[str, ...] = (), *, is_older: bool = False
) -> None:
    """Ask, where a game was found that is not over, or a journal that lost its end."""
    is_on = situation.game.match is not None and situation.game.stage is not Stage.LOBBY
    if is_on and (damage or situation.game.stage is not Stage.OVER):
        situation.ui.restart = Restart(entries, damage, changed=changed, is_older=is_older)
    elif damage:
        situation.ui.restart = Restart(entries, damage, ANEW, choices=NOTHING_LEFT)
    else:
        return
    if damage:
        situation.note("table", "log.journal-damaged", {"reason": damage})
    for part in changed:
        situation.note("table", f"log.restart-other-{part}")
    situation.sound("asked")


def keep_settings(situation: Situation, settings: tuple[facts.Setting, ...]) -> None:
    """Keep settings that the game in question has otherwise; they become durable with the answer."""
    if settings == situation.game.settings() or situation.ui.restart is None:
        return
    for chosen in settings:
        if isinstance(chosen, facts.Named):
            situation.game.names, situation.game.known = dict(chosen.names), tuple(chosen.known)
            continue
        if isinstance(chosen, facts.Arranged | facts.Learned):
            field = "arranged" if isinstance(chosen, facts.Arranged) else "learned"
            setattr(situation.game, field, chosen)
            continue
        situation.game.languages[chosen.seat] = chosen.language or situation.game.languages[chosen.seat]
        situation.game.volume = situation.game.volume if chosen.volume is None else chosen.volume
        situation.game.guide_seen |= frozenset(chosen.seen)
    situation.ui.restart = replace(situation.ui.restart, settings=settings)


def hear(situation: Situation, event: Event) -> Iterator[facts.Fact]:
    """Handle an event while it is asked, but for those about devices: `is_answer` tells which."""
    yield from _hear(event, situation)


def is_answer(event: Event) -> bool:
    """Return whether an event would be played, and waits for the answer or is one."""
    return isinstance(
        event,
        ports.TagArrived | ports.ButtonPressed | ports.ButtonHeld | ports.ButtonReleased | TimePassed | Arbitrated,
    )


def offered(situation: Situation) -> dict[str, Sign]:
    """Return what the arbiter may answer at the page."""
    choices = situation.ui.restart.choices if situation.ui.restart else ()
    return {f"restart-{choice}": Sign(f"arbiter.restart-{choice}") for choice in choices}


DECISIONS = frozenset(f"restart-{choice}" for choice in (*CHOICES, ANEW))


@singledispatch
def _hear(event: Event, situation: Situation) -> Iterator[facts.Fact]:
    yield from ()


@_hear.register
def _(event: ports.TagArrived, situation: Situation) -> Iterator[facts.Fact]:
    situation.devices.zones[event.zone] = event.tag
    yield from ()


@_hear.register
def _(event: Arbitrated, situation: Situation) -> Iterator[facts.Fact]:
    choice = event.what.removeprefix("restart-")
    if situation.ui.restart and choice in situation.ui.restart.choices:
        yield from _take(situation, choice)


@_hear.register
def _(event: ports.ButtonReleased, situation: Situation) -> Iterator[facts.Fact]:
    asked = situation.ui.restart
    if asked is None or event.held or seat_of(event.button) not in situation.seats:
        return
    situation.sound("press")
    is_ok = role_of(event.button) == "ok"
    if asked.is_confirming and not is_ok:
        situation.ui.restart = replace(asked, is_confirming=False)
    elif not is_ok:
        step = -1 if role_of(event.button) == "left" else 1
        offers = asked.choices
        situation.ui.restart = replace(asked, item=offers[(offers.index(asked.item) + step) % len(offers)])
    elif asked.item == DISCARD and not asked.is_confirming:
        situation.ui.restart = replace(asked, is_confirming=True)
    else:
        yield from _take(situation, asked.item)


def _take(situation: Situation, choice: str) -> Iterator[facts.Fact]:
    """Do what was chosen, for the record, and look at the table as it stands now."""
    asked = situation.ui.restart
    if asked is None:
        return
    situation.ui.restart = None
    situation.ui.refusals.clear()
    yield from asked.settings  # before the answer, with which a game that is kept has to end
    yield facts.Restarted(choice, asked.entries, asked.damage, asked.changed)
    if choice in (SAVE, DISCARD):
        yield facts.Closed()
    for zone, lying in situation.lying().items():
        yield from _look_at(situation, zone, lying)


def _look_at(situation: Situation, zone: str, tag: str) -> Iterator[facts.Fact]:
    """Answer a card that lay there before anyone went on: nobody saw it come, so it is no act, unless it was one."""
    family = situation.family
    if situation.game.match is None or family.has_counted(situation, zone, tag) or family.obstacle(situation, tag):
        yield from family.laid(situation, zone, tag)
        return
    whom = next((seat for seat in situation.seats if zone == pad_of(seat)), PUBLIC_SCREEN)
    situation.ui.refusals[whom] = Refusal("refusal.lay-again", tag=tag, moment=situation.moment())


def note(situation: Situation, fact: facts.Restarted) -> None:
    """Note in the log what was chosen."""
    code = f"log.restart-{fact.choice}"
    if fact.damage:
        code = OF_DAMAGED.get(fact.choice, code)
    situation.note("table", code, {"n": fact.entries, "reason": fact.damage})


def has_told_end(situation: Situation) -> bool:
    """Return whether the log's last line says already what became of the game that is put away."""
    return bool(situation.log) and situation.log[-1].code in ENDS


def with_restart(scene: Scene, situation: Situation) -> Scene:
    """Return the scene with the question in place of what the game asks; the scene itself without one."""
    asked = situation.ui.restart
    if asked is None:
        return scene
    screens = {
        name: screen if isinstance(screen, SpaceScreen) else _screen(situation, asked, name)
        for name, screen in scene.screens.items()
    }
    sign = _sign(asked)
    lamps = {name: _lamp(asked, name) for name in scene.lamps}
    prompts = dict.fromkeys(scene.prompts, sign)
    return replace(scene, screens=screens, lamps=lamps, prompts=prompts, public_prompts=prompts)


def _sign(asked: Restart) -> Sign:
    if asked.is_confirming:
        return Sign("restart.sure", is_alert=True)
    if asked.item == ANEW:
        return Sign("restart.unreadable", is_alert=True)
    if asked.damage:
        return Sign("restart.damaged", {"n": asked.entries}, is_alert=True)
    if asked.changed:
        return Sign(f"restart.other-{'-'.join(asked.changed)}", {"n": asked.entries}, is_alert=True)
    if asked.is_older:
        return Sign("restart.older", {"n": asked.entries}, is_alert=True)
    return Sign("restart.found", {"n": asked.entries})


def _screen(situation: Situation, asked: Restart, name: str) -> Screen:
    if asked.is_confirming:
        return Notice(_sign(asked))
    seat = name if name in situation.seats else situation.seats[0]
    hint = situation.family.hint(situation, seat)
    offers = asked.choices
    return Choice(_sign(asked), f"restart.{asked.item}", True, offers.index(asked.item), len(offers), (), hint)


def _lamp(asked: Restart, button: str) -> Light:
    if role_of(button) == "ok":
        return Light(Look(GREEN, Pattern.FAST), "lamp.restart-yes" if asked.is_confirming else "lamp.restart-ok")
    if asked.is_confirming:
        return Light(Look(AMBER, Pattern.SLOW), "lamp.restart-no")
    if len(asked.choices) == 1:
        return Light(DARK, "lamp.off")
    return Light(Look(AMBER, Pattern.SLOW), "lamp.restart-turn")
