"""Restarting: a start found a game that had not ended, and the table asks what shall become of it.

One of the kept games that is chosen in the lobby's menu is asked about in the same way.
Any seat answers, or the arbiter at the page: OK takes what is shown, every other button turns; throwing away is asked
twice. Until then nothing is played: readers and sensors only tell what lies there. Who goes on goes on with the table
as it is now, so whatever stands otherwise than the game says is asked to be put right, one move at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from tacotable.state import facts
from tacotable.state.events import Arbitrated, Event, TimePassed
from tacotable.state.game_state import Stage
from tacotable.state.interaction import ANEW, DISCARD, RESUME, SAVE, KeptGame, Refusal, Restart
from tacotable.state.scene import AMBER, GREEN, Choice, Light, Notice, Scene, Screen, Sign
from tacotable.state.situation import PUBLIC_SCREEN, Situation, pad_of, role_of, seat_of
from tacotable_drivers import ports
from tacotable_drivers.ports import DARK, Look, Pattern

ALL_KEPT = "*"  # The wish for the list of all kept games.
OF_DAMAGED = {RESUME: "log.restart-mended", DISCARD: "log.restart-discard-damaged"}
"""What the log says of a choice where the journal was damaged, as far as that is another thing."""
ENDS = (f"log.restart-{SAVE}", f"log.restart-{DISCARD}", OF_DAMAGED[DISCARD])


@dataclass(frozen=True, slots=True)
class Found:
    """A game that is taken up: the facts that count, why those behind them do not, and what has changed since."""

    facts: tuple[facts.Fact, ...]
    damage: str = ""
    changed: tuple[str, ...] = ()


class Archive(Protocol):
    """Where kept games lie."""

    def kept(self) -> tuple[KeptGame, ...] | None:
        """Return the kept games of this table, the newest first; None where nothing is kept. Raises JournalError."""

    def take_up(self, name: str) -> Found:
        """Continue the journal after a kept game, and return that. Raises JournalError, which changes nothing."""


def look_up(situation: Situation, archive: Archive) -> Found | None:
    """Fulfil what was asked of the archive; returns the game that is taken up. Raises JournalError."""
    wish, situation.ui.archive_wish = situation.ui.archive_wish, ""
    if not wish:
        return None
    if wish != ALL_KEPT:
        return archive.take_up(wish)
    situation.ui.kept = archive.kept()
    return None


def ask(
    situation: Situation, entries: int, damage: str = "", changed: tuple[str, ...] = (), *, is_older: bool = False
) -> None:
    """Ask, where a game was found that is not over, or a journal that lost its end."""
    is_on = situation.game.match is not None and situation.game.stage is not Stage.LOBBY
    if is_on and (damage or situation.game.stage is not Stage.OVER):
        situation.ui.restart = Restart(entries, damage, changed=changed, is_older=is_older)
    elif damage:
        situation.ui.restart = Restart(entries, damage, ANEW, choices=(ANEW,))  # there is no game to go on with
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
    game = situation.game
    for chosen in settings:
        match chosen:
            case facts.Named():
                game.names, game.known = dict(chosen.names), tuple(chosen.known)
            case facts.Arranged():
                game.arranged = chosen
            case facts.Learned():
                game.learned = chosen
            case facts.Chose():
                game.languages[chosen.seat] = chosen.language or game.languages[chosen.seat]
                game.volume = game.volume if chosen.volume is None else chosen.volume
                game.guide_seen |= frozenset(chosen.seen)
    situation.ui.restart = replace(situation.ui.restart, settings=settings)


def hear(situation: Situation, event: Event) -> Iterator[facts.Fact]:
    """Handle an event while it is asked, but for those about devices: `is_answer` tells which."""
    asked = situation.ui.restart
    if isinstance(event, ports.TagArrived):
        situation.devices.note_event(event)
    elif asked and isinstance(event, Arbitrated):
        choice = event.what.removeprefix("restart-")
        if choice in asked.choices:
            yield from _take(situation, choice)
    elif asked and isinstance(event, ports.ButtonReleased) and seat_of(event.button) in situation.seats:
        yield from () if event.held else _tapped(situation, asked, role_of(event.button))


def _tapped(situation: Situation, asked: Restart, role: str) -> Iterator[facts.Fact]:
    situation.sound("press")
    if asked.is_confirming and role != "ok":
        situation.ui.restart = replace(asked, is_confirming=False)
    elif role != "ok":
        index = asked.choices.index(asked.item) + (-1 if role == "left" else 1)
        situation.ui.restart = replace(asked, item=asked.choices[index % len(asked.choices)])
    elif asked.item == DISCARD and not asked.is_confirming:
        situation.ui.restart = replace(asked, is_confirming=True)
    else:
        yield from _take(situation, asked.item)


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
    yield from look_at_cards(situation)


def look_at_cards(situation: Situation) -> Iterator[facts.Fact]:
    """Look at the cards on the pads after a time in which nothing was played: none of them is an act."""
    family = situation.family
    for zone, tag in situation.lying().items():
        if situation.game.match is None or family.has_counted(situation, zone, tag) or family.obstacle(situation, tag):
            yield from family.laid(situation, zone, tag)
        else:  # nobody saw it come before anyone went on, so it is no act
            whom = next((seat for seat in situation.seats if zone == pad_of(seat)), PUBLIC_SCREEN)
            situation.ui.refusals[whom] = Refusal("refusal.lay-again", tag=tag, moment=situation.moment())


def note(situation: Situation, fact: facts.Restarted) -> None:
    """Note in the log what was chosen."""
    usual = f"log.restart-{fact.choice}"
    code = OF_DAMAGED.get(fact.choice, usual) if fact.damage else usual
    situation.note("table", code, {"n": fact.entries, "reason": fact.damage})


def with_restart(scene: Scene, situation: Situation) -> Scene:
    """Return the scene with the question in place of what the game asks; the scene itself without one."""
    asked = situation.ui.restart
    if asked is None:
        return scene
    prompts = dict.fromkeys(scene.prompts, _sign(asked))
    screens = {name: _screen(situation, asked, name) for name in (*situation.seats, situation.public_screen)}
    return scene.instead(screens, partial(_lamp, asked), prompts)


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
