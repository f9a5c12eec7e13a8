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

from tacotable.dialogs import questions
from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.interaction import ANEW, DISCARD, RESUME, SAVE, KeptGame, Restart
from tacotable.state.question import OK, OTHER, Answer, Question, Stops
from tacotable.state.scene import AMBER, PRESS, Choice, Light, Notice, Sign
from tacotable.state.situation import Situation
from tacotable_drivers.ports import Look, Pattern

ALL_KEPT = "*"  # The wish for the list of all kept games.
OF_DAMAGED = {RESUME: "log.restart-mended", DISCARD: "log.restart-discard-damaged"}
"""What the log says of a choice where the journal was damaged, as far as that is another thing."""
TAKE, YES = Light(PRESS.look, "lamp.restart-ok"), Light(PRESS.look, "lamp.restart-yes")
TURN, NO = (Light(Look(AMBER, Pattern.SLOW), f"lamp.restart-{code}") for code in ("turn", "no"))


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


def question_of(situation: Situation, asked: Restart) -> Question:
    """Return the question of a start: OK takes what is shown, every other button turns; throwing away asks twice."""
    place, count, take = asked.choices.index(asked.item), len(asked.choices), partial(_take, choice=asked.item)
    sure, unsure = (partial(_show, shown=replace(asked, is_confirming=on)) for on in (True, False))
    roles = {OK: Answer(TAKE, sure if asked.item == DISCARD else take)}
    for role, step in (("left", -1), (OTHER, 1)) if count > 1 else ():
        shown = replace(asked, item=asked.choices[(place + step) % count])
        roles[role] = Answer(TURN, partial(_show, shown=shown))
    if asked.is_confirming:
        roles = {OK: Answer(YES, take), OTHER: Answer(NO, unsure)}
    decisions = {
        f"restart-{each}": (Sign(f"arbiter.restart-{each}"), partial(_take, choice=each)) for each in asked.choices
    }
    screens = {name: _screen(situation, asked, name) for name in (*situation.seats, situation.public_screen)}
    return Question("restart", Stops.ALL, dict.fromkeys(situation.seats, roles), screens, decisions, by_hold=False)


def _show(situation: Situation, _: str, shown: Restart) -> Iterator[facts.Fact]:
    situation.ui.restart = shown
    situation.sound("press")
    yield from ()


def _take(situation: Situation, _: str, choice: str) -> Iterator[facts.Fact]:
    """Do what was chosen, for the record, and look at the table as it stands now."""
    asked = situation.ui.restart
    if asked is None:
        return
    situation.sound("press")
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
            questions.ask_to_lift(situation, zone, tag, "refusal.lay-again")


def note(situation: Situation, fact: facts.Restarted) -> None:
    """Note in the log what was chosen."""
    usual = f"log.restart-{fact.choice}"
    code = OF_DAMAGED.get(fact.choice, usual) if fact.damage else usual
    situation.note("table", code, {"n": fact.entries, "reason": fact.damage})


def _sign(asked: Restart) -> Sign:
    codes = (
        (asked.is_confirming, "sure"),
        (asked.item == ANEW, "unreadable"),
        (asked.damage, "damaged"),
        (asked.changed, f"other-{'-'.join(asked.changed)}"),
        (asked.is_older, "older"),
        (True, "found"),
    )
    code = next(code for is_so, code in codes if is_so)
    return Sign(f"restart.{code}", {"n": asked.entries}, is_alert=code != "found")


def _screen(situation: Situation, asked: Restart, name: str) -> Notice | Choice:
    if asked.is_confirming:
        return Notice(_sign(asked))
    hint = situation.family.hint(situation, name if name in situation.seats else situation.seats[0])
    place, count = asked.choices.index(asked.item), len(asked.choices)
    return Choice(_sign(asked), f"restart.{asked.item}", True, place, count, (), hint)
