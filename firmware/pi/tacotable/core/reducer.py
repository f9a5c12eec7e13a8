"""What each fact does to the situation; live play and the journal's replay go through here alike.

The core does its share, then the family of games: see `Family.apply`.
"""

from __future__ import annotations

from functools import singledispatch

from tacotable.dialogs import restart as restarting
from tacotable.dialogs import undo as taking_back
from tacotable.dialogs.questions import WHOSE, told_by
from tacotable.dialogs.ruling import HandShuffled
from tacotable.state import facts
from tacotable.state import log as log_lines
from tacotable.state.announcements import tell
from tacotable.state.scene import Sign
from tacotable.state.situation import Entry, Situation, Stage, has_display
from tacotable.state.why import why_of
from tacotable_engine import Match


def apply(fact: facts.Fact, situation: Situation) -> None:
    """Change the situation as the fact says. The facts of a journal, applied in order, give the same again."""
    _apply(fact, situation)
    situation.family.apply(fact, situation)


@singledispatch
def _apply(fact: facts.Fact, situation: Situation) -> None:
    """Do the core's share; most facts are the family's alone."""


@_apply.register
def _(fact: facts.Began, situation: Situation) -> None:
    situation.match = Match.new(fact.setup, HandShuffled())
    situation.setup = fact.setup
    _clear(situation)
    situation.log = log_lines.latest_game(situation.log)
    situation.note("table", f"{log_lines.BEGAN}{situation.game}")
    situation.sound("began")


@_apply.register
def _(fact: facts.Closed, situation: Situation) -> None:
    del fact
    situation.match = None
    situation.setup = {}
    situation.stage = Stage.LOBBY
    _clear(situation)
    if not restarting.has_told_end(situation):
        situation.note("table", "log.closed")
    situation.sound("press")


@_apply.register
def _(fact: facts.Restarted, situation: Situation) -> None:
    restarting.note(situation, fact)


@_apply.register
def _(fact: facts.Shown, situation: Situation) -> None:
    entry = situation.entry(fact.seat)
    tags = (*entry.tags, fact.tag or "")
    situation.entries[fact.seat] = Entry((*entry.cards, fact.card), tags, entry.is_announced)
    situation.sound("card")


@_apply.register
def _(fact: facts.TookBack, situation: Situation) -> None:
    entry = situation.entry(fact.seat)
    if fact.all:
        situation.entries.pop(fact.seat, None)
    else:
        situation.entries[fact.seat] = Entry(entry.cards[:-1], entry.tags[:-1], entry.is_announced)
    situation.sound("press")


@_apply.register
def _(fact: facts.Paused, situation: Situation) -> None:
    situation.is_paused = fact.on
    situation.note("table", "log.paused" if fact.on else "log.resumed")
    situation.sound("press")


@_apply.register
def _(fact: facts.Undone, situation: Situation) -> None:
    step = taking_back.put_back(situation, fact)
    situation.refused = None
    values = {"seat": fact.asked, "by": fact.agreed, **taking_back.told_of(step)}
    code = told_by("log.taken-back", fact.agreed)
    situation.note("dispute", code, values, rule="undone", seat=step.seat, undone=step.numbers)
    situation.told = ()
    if fact.agreed != WHOSE:
        tell(situation, Sign("sign.taken-back", values, is_alert=True))
    situation.sound("undone")


@_apply.register
def _(fact: facts.Amended, situation: Situation) -> None:
    if situation.match is None:
        return
    ruling = situation.match.amend(fact.change)
    situation.refused = None
    situation.entries.clear()
    situation.cursors.clear()
    taking_back.forget(situation)
    code = told_by(f"log.{ruling.rule}", fact.agreed)
    values = {"seat": fact.asked, "by": fact.agreed}
    situation.note("dispute", code, values, rule=ruling.rule, why=why_of(situation.match, ruling))
    situation.sound("undone")


@_apply.register
def _(fact: facts.Chose, situation: Situation) -> None:
    if fact.language is not None:
        situation.languages |= dict.fromkeys(_who_reads_with(situation, fact.seat), fact.language)
    if fact.volume is not None:
        situation.volume = fact.volume
    if fact.language is None or fact.volume is None:  # a game that begins tells both again, unheard
        situation.sound("press")


def _who_reads_with(situation: Situation, seat: str) -> list[str]:
    """Return the seats that read the same display: all that share the public one, or the seat alone."""
    if situation.table.play is None or has_display(situation, seat):
        return [seat]
    return [other for other in situation.seats if not has_display(situation, other)]


def _clear(situation: Situation) -> None:
    """Forget the game that was before."""
    situation.is_paused = False
    situation.question = situation.refused = None
    situation.told = ()
    taking_back.forget(situation)
    situation.named_acts.clear()
    situation.result = situation.last_events = ()
    situation.entries.clear()
    situation.cursors.clear()
