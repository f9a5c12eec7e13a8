"""What each fact does to the situation; live play and the journal's replay go through here alike.

The core does its share, then the family of games: see `Family.apply`.
"""

from __future__ import annotations

from functools import singledispatch

from tacotable.dialogs import clock
from tacotable.dialogs import restart as restarting
from tacotable.dialogs import undo as taking_back
from tacotable.dialogs.questions import WHOSE, told_by
from tacotable.dialogs.rulings_log import NoShuffle
from tacotable.state import facts
from tacotable.state import log as log_lines
from tacotable.state.game_state import Entry, Stage
from tacotable.state.scene import Sign
from tacotable.state.situation import Situation, readers_with
from tacotable_engine.match import Match


def apply(fact: facts.Fact, situation: Situation) -> None:
    """Change the situation as the fact says. The facts of a journal, applied in order, give the same again."""
    before = situation.game.stage
    _apply(fact, situation)
    situation.family.apply(fact, situation)
    if situation.game.stage is Stage.OVER and before is not Stage.OVER:
        for seat, asked in situation.game.hints.items():
            situation.note("table", "log.hints", {"seat": seat, "n": len(asked)}, seat=seat)


@singledispatch
def _apply(fact: facts.Fact, situation: Situation) -> None:
    """Do the core's share; most facts are the family's alone."""


@_apply.register
def _(fact: facts.Began, situation: Situation) -> None:
    situation.turn_to(str(fact.setup["game"]))
    situation.game.match = Match.new(fact.setup, NoShuffle())
    situation.game.setup = fact.setup
    if fact.lesson:
        from tacotable_engine.companion.lessons.lesson import lessons_of  # a start goes without

        lesson = lessons_of(situation.ruleset)[fact.lesson].at_table()
        situation.game.lesson = lesson.with_seats(situation.players)
    situation.ui.lobby_game = situation.ruleset
    _clear(situation)
    situation.log = log_lines.latest_game(situation.log)
    situation.note("table", log_lines.BEGAN, {"game": situation.ruleset})
    situation.sound("began")


@_apply.register
def _(fact: facts.Closed, situation: Situation) -> None:
    del fact
    situation.game.match = None
    situation.game.setup = {}
    situation.game.stage = Stage.LOBBY
    situation.game.lesson = None
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
    situation.game.entries[fact.seat] = Entry((*entry.cards, fact.card), tags, entry.is_announced)
    situation.sound("card")


@_apply.register
def _(fact: facts.TookBack, situation: Situation) -> None:
    entry = situation.entry(fact.seat)
    if fact.all:
        situation.game.entries.pop(fact.seat, None)
    else:
        situation.game.entries[fact.seat] = Entry(entry.cards[:-1], entry.tags[:-1], entry.is_announced)
    situation.sound("press")


@_apply.register
def _(fact: facts.Paused, situation: Situation) -> None:
    situation.game.is_paused = fact.on
    situation.ui.hush()
    situation.note("table", "log.paused" if fact.on else "log.resumed")
    situation.sound("press")


@_apply.register
def _(fact: facts.DecidedAtDesk, situation: Situation) -> None:
    situation.note("dispute", "log.decided-at-desk", {"who": fact.who, "text": fact.why})


@_apply.register
def _(fact: facts.Thought, situation: Situation) -> None:
    clock.note(situation, fact)


@_apply.register
def _(fact: facts.Undone, situation: Situation) -> None:
    step = taking_back.put_back(situation, fact)
    situation.game.refused = None
    values = {"seat": fact.asked, "by": fact.agreed, **taking_back.told_of(step)}
    if fact.agreed == WHOSE:
        values["card"] = situation.family.title(situation).values["card"]
    code = told_by("log.taken-back", fact.agreed)
    situation.note("dispute", code, values, rule="undone", seat=step.seat, undone=step.numbers)
    situation.ui.news = ()
    if fact.agreed != WHOSE:
        did = "-draw" if step.did == ("draw",) else ""
        situation.ui.announce(Sign(f"sign.taken-back{did}", values), situation.devices.now_ms)
    situation.sound("undone")


@_apply.register
def _(fact: facts.Chose, situation: Situation) -> None:
    if fact.language is not None:
        situation.game.languages |= dict.fromkeys(readers_with(situation, fact.seat), fact.language)
    if fact.volume is not None:
        situation.game.volume = fact.volume
    situation.game.guide_seen |= frozenset(fact.seen)
    is_told_again = fact.language is not None and fact.volume is not None  # by a game that begins
    if fact.seen and not is_told_again:
        situation.game.guided = tuple(seat for seat in situation.game.guided if seat != fact.seat)
    elif not is_told_again:
        situation.sound("press")


@_apply.register
def _(fact: facts.Named, situation: Situation) -> None:
    chairs = situation.devices.whole.seat_names
    names = {seat: name for seat, name in fact.names.items() if seat in chairs}
    if names != situation.game.names:
        situation.sound("press")  # a game that begins tells them again, unheard
    for seat, name in names.items():
        if situation.game.names.get(seat) != name:
            situation.note("table", "log.named", {"chair": seat, "who": name}, seat=seat)
    situation.game.names, situation.game.known = names, tuple(fact.known)


@_apply.register
def _(fact: facts.Guided, situation: Situation) -> None:
    situation.game.guided = tuple(fact.seats)
    situation.note("table", "log.guided")
    situation.sound("press")


@_apply.register
def _(fact: facts.Came, situation: Situation) -> None:
    if fact.how == "instead":
        situation.game.names = {seat: name for seat, name in situation.game.names.items() if seat != fact.seat}
    situation.note("table", f"log.came-{fact.how}", {"seat": fact.seat}, seat=fact.seat)
    situation.sound("card" if fact.how == "next" else "press")


@_apply.register
def _(fact: facts.Arranged, situation: Situation) -> None:
    situation.game.arranged = fact


@_apply.register
def _(fact: facts.Learned, situation: Situation) -> None:
    situation.game.learned = fact


def _clear(situation: Situation) -> None:
    """Forget the game that was before."""
    situation.game.is_paused = False
    situation.game.guided = ()
    situation.ui.lesson_told = None
    situation.ui.lesson_laid.clear()
    situation.ui.question = situation.game.refused = None
    situation.ui.news = ()
    taking_back.forget(situation)
    situation.game.named_acts.clear()
    situation.game.shared = frozenset()
    situation.game.hints = {}
    situation.game.thought_ms = situation.game.spent_ms = {}
    situation.game.result = situation.game.last_events = ()
    situation.game.entries.clear()
    situation.ui.cursors.clear()


@_apply.register
def _(fact: facts.Hinted, situation: Situation) -> None:
    if situation.game.match is not None:
        asked = situation.game.hints.get(fact.seat, ())
        situation.game.hints = {**situation.game.hints, fact.seat: (*asked, situation.game.match.next_number)}
        situation.note("table", "log.hinted", {"seat": fact.seat}, seat=fact.seat)
        situation.sound("press")


@_apply.register
def _(fact: facts.Shared, situation: Situation) -> None:
    situation.game.shared |= {fact.seat}
    situation.note("table", "log.shared", {"seat": fact.seat}, seat=fact.seat)
    situation.sound("press")
