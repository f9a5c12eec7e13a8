"""What each fact does to the situation, live or replayed: the core does its share, then the family (`Family.apply`)."""

from __future__ import annotations

from tacotable.dialogs import clock, restart, undo
from tacotable.dialogs.questions import WHOSE, told_by
from tacotable.dialogs.rulings_log import NoShuffle
from tacotable.state import facts, log
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
    situation.game.section = situation.family.log_section(situation)  # Of the next fact, whatever that ends.


def _apply(fact: facts.Fact, situation: Situation) -> None:
    """Do the core's share; most facts are the family's alone."""
    game = situation.game
    match fact:
        case facts.Began():
            _begin(fact, situation)
        case facts.Closed():
            game.match, game.stage, game.lesson = None, Stage.LOBBY, None
            game.set_up({})
            _clear(situation)
            if not (situation.log and situation.log[-1].mark is log.Mark.ENDS):  # which say it already
                situation.note("table", "log.closed")
            situation.sound("press")
        case facts.Shown(seat=seat, card=card, tag=tag):
            entry = situation.entry(seat)
            game.entries[seat] = Entry((*entry.cards, card), (*entry.tags, tag or ""), entry.is_announced)
            situation.sound("card")
        case facts.TookBack(seat=seat):
            entry = situation.entry(seat)
            if fact.all:
                game.entries.pop(seat, None)
            else:
                game.entries[seat] = Entry(entry.cards[:-1], entry.tags[:-1], entry.is_announced)
            situation.sound("press")
        case facts.Paused(on=on):
            game.is_paused = on
            situation.ui.hush()
            situation.note("table", "log.paused" if on else "log.resumed")
            situation.sound("press")
        case facts.Undone():
            _undo(fact, situation)
        case facts.Chose() | facts.Named() | facts.Arranged() | facts.Learned():
            _set(fact, situation)
        case _:
            _note(fact, situation)


def _begin(fact: facts.Began, situation: Situation) -> None:
    situation.turn_to(str(fact.setup["game"]))
    situation.game.match = Match.new(fact.setup, NoShuffle())
    situation.game.set_up(fact.setup)
    if fact.lesson:
        from tacotable_engine.companion.lessons.lesson import lessons_of  # a start goes without

        situation.game.lesson = lessons_of(situation.ruleset)[fact.lesson].at_table().with_seats(situation.game.players)
    situation.ui.lobby_game = situation.ruleset
    _clear(situation)
    situation.log = log.latest_game(situation.log)
    situation.game.section = None
    situation.note("table", log.BEGAN, {"game": situation.ruleset})
    situation.sound("began")


def _clear(situation: Situation) -> None:
    """Forget the game that was before."""
    game, ui = situation.game, situation.ui
    game.is_paused, game.guided, game.shared = False, (), frozenset()
    ui.lesson_told = ui.question = game.refused = None
    ui.lesson_laid.clear()
    ui.news = game.result = game.last_events = ()
    undo.forget(situation)
    game.named_acts.clear()
    game.hints = {}
    game.thought_ms = game.spent_ms = {}
    game.entries.clear()
    ui.cursors.clear()


def _undo(fact: facts.Undone, situation: Situation) -> None:
    step = undo.put_back(situation, fact)
    situation.game.refused = None
    situation.game.section = situation.family.log_section(situation)
    values: dict[str, object] = {"seat": fact.asked, "by": fact.agreed, "owner": step.seat, "did": step.did}
    if fact.agreed == WHOSE:
        values["card"] = situation.family.title(situation).values["card"]
    code = told_by("log.taken-back", fact.agreed)
    situation.note("dispute", code, values, rule="undone", seat=step.seat, undone=step.numbers)
    situation.ui.news = ()
    if fact.agreed != WHOSE:
        did = "-draw" if step.did == ("draw",) else ""
        situation.ui.announce(Sign(f"sign.taken-back{did}", values), situation.devices.now_ms, is_read_first=True)
    situation.sound("undone")


def _set(fact: facts.Setting, situation: Situation) -> None:
    """Note what was chosen; a game that begins tells language, volume and names again, unheard."""
    game = situation.game
    match fact:
        case facts.Chose():
            _choose(fact, situation)
        case facts.Named():
            chairs = situation.devices.whole.seat_names
            names = {seat: name for seat, name in fact.names.items() if seat in chairs}
            if names != game.names:
                situation.sound("press")
            for seat, name in names.items():
                if game.names.get(seat) != name:
                    situation.note("table", "log.named", {"chair": seat, "who": name}, seat=seat)
            game.names, game.known = names, tuple(fact.known)
        case facts.Arranged():
            game.arranged = fact
        case facts.Learned():
            game.learned = fact


def _choose(fact: facts.Chose, situation: Situation) -> None:
    game = situation.game
    if fact.language is not None:
        game.languages |= dict.fromkeys(readers_with(situation, fact.seat), fact.language)
    if fact.volume is not None:
        game.volume = fact.volume
    game.guide_seen |= frozenset(fact.seen)
    is_told_again = fact.language is not None and fact.volume is not None
    if fact.seen and not is_told_again:
        game.guided = tuple(seat for seat in game.guided if seat != fact.seat)
    elif not is_told_again:
        situation.sound("press")


def _note(fact: facts.Fact, situation: Situation) -> None:
    """Note what is told beside the cards."""
    game = situation.game
    match fact:
        case facts.DecidedAtDesk(who=who, why=why):
            situation.note("dispute", "log.decided-at-desk", {"who": who, "text": why})
        case facts.Restarted():
            restart.note(situation, fact)
        case facts.Thought():
            clock.note(situation, fact)
        case facts.Guided():
            game.guided = tuple(fact.seats)
            situation.note("table", "log.guided")
            situation.sound("press")
        case facts.Came(seat=seat, how=how):
            if how == "instead":
                game.names = {each: name for each, name in game.names.items() if each != seat}
            situation.note("table", f"log.came-{how}", {"seat": seat}, seat=seat)
            situation.sound("card" if how == "next" else "press")
        case facts.Hinted(seat=seat) if game.match is not None:
            game.hints = {**game.hints, seat: (*game.hints.get(seat, ()), game.match.next_number)}
            situation.note("table", "log.hinted", {"seat": seat}, seat=seat)
            situation.sound("press")
        case facts.Shared(seat=seat):
            game.shared |= {seat}
            situation.note("table", "log.shared", {"seat": seat}, seat=seat)
            situation.sound("press")
