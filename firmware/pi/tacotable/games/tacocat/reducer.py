"""What each fact does to Tacocat's part of the situation, and to the stage of its game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import TYPE_CHECKING

from tacotable.dialogs import undo
from tacotable.dialogs.rulings_log import amend, decide_on, go_unseen, note_event, rule_on, tell_violations
from tacotable.games.tacocat.deal import DEALT, hand_number, is_first_deal, take_note
from tacotable.games.tacocat.state import TacocatSituation, other, view_of
from tacotable.state import facts
from tacotable.state.game_state import Entry, Stage
from tacotable.state.placements import Status
from tacotable.state.situation import pad_of

if TYPE_CHECKING:
    from tacotable_engine.rulings import Ruling


@singledispatch
def apply(fact: facts.Fact, situation: TacocatSituation) -> None:
    """Change the situation as the fact says, after the core did its share."""


@apply.register
def _(fact: facts.Began | facts.Closed, situation: TacocatSituation) -> None:
    if isinstance(fact, facts.Began):
        situation.game.stage = Stage.MOVE
    situation.game.part.resigned = None
    _clear_round(situation)


@apply.register
def _(fact: facts.TokenPlaced, situation: TacocatSituation) -> None:
    situation.game.part.token_at = fact.space
    situation.ui.part.is_token_by_hand = fact.by_hand
    won = view_of(situation).winner is not None
    if won:
        situation.game.stage = Stage.OVER
    else:
        situation.game.result = ()
        _await_deal(situation)
    code = "log.token-by-hand" if fact.by_hand else "log.token"
    situation.note("table", code, {"space": situation.told_space(fact.space)})
    situation.sound("win" if won else "token")


@apply.register
def _(fact: facts.Dealt, situation: TacocatSituation) -> None:
    game = situation.game.part
    game.dealt |= {fact.seat}
    undo.forget(situation)
    situation.sound("press")
    if game.dealt == set(situation.seats):
        _clear_round(situation)
        situation.game.stage = Stage.PLAY
        _begin_round(situation)


@apply.register
def _(fact: facts.TookBack, situation: TacocatSituation) -> None:
    if fact.tag is not None:
        situation.devices.mark(fact.tag, Status.REFUSED, pad_of(fact.seat))


@apply.register
def _(fact: facts.Announced, situation: TacocatSituation) -> None:
    situation.game.entries[fact.seat] = Entry(is_announced=True)
    situation.ui.cursors.pop(fact.seat, None)
    situation.note("table", "log.announced", {"seat": fact.seat}, seat=fact.seat)
    situation.sound("press")


@apply.register
def _(fact: facts.Meant, situation: TacocatSituation) -> None:
    situation.game.part.intents[fact.seat] = fact
    situation.sound("press")


@apply.register
def _(fact: facts.Resigned, situation: TacocatSituation) -> None:
    situation.game.part.resigned = fact.seat
    undo.forget(situation)
    situation.game.stage = Stage.OVER
    situation.note("table", "log.resigned", {"seat": fact.seat, "winner": other(situation, fact.seat)})
    situation.sound("win")


@apply.register
def _(fact: facts.Decided, situation: TacocatSituation) -> None:
    phase = view_of(situation).phase
    if (standing := decide_on(fact, situation)) is not None:
        _stand(situation, *standing, phase)


@apply.register
def _(fact: facts.Amended, situation: TacocatSituation) -> None:
    if (ruling := amend(fact, situation)) is None:
        return
    if fact.change["do"] == "award":
        _tell_all(situation, ruling)
    else:
        situation.game.result = situation.game.last_events = ()
        _clear_round(situation)
        _await_deal(situation)


@apply.register
def _(fact: facts.WentUnseen, situation: TacocatSituation) -> None:
    is_first = is_first_deal(situation)
    go_unseen(fact, situation)
    if is_first and situation.game.stage is Stage.PLAY:
        _clear_round(situation)
        situation.game.stage = Stage.DEAL


@apply.register
def _(fact: facts.Acted, situation: TacocatSituation) -> None:
    phase, is_first = view_of(situation).phase, is_first_deal(situation)
    ruling = rule_on(fact, situation)
    if ruling is None or ruling.ruling == "illegal":
        return
    if fact.act["do"] == "deal":
        take_note(situation, fact)
        _tell_all(situation, ruling)
        if is_first and not is_first_deal(situation):
            undo.forget(situation)
            _begin_round(situation)
    else:
        _stand(situation, fact, ruling, phase)


def _stand(situation: TacocatSituation, fact: facts.Acted, ruling: Ruling, phase: object) -> None:
    """Apply an act that stands, by the rules or by the arbiter; `phase` is that before it."""
    game, ui = situation.game.part, situation.ui.part
    situation.game.entries.pop(fact.seat, None)
    # What the other seat has turned to stays, as long as it is still asked the same.
    others = () if phase == view_of(situation).phase else situation.seats
    for seat in (fact.seat, *others):
        game.intents.pop(seat, None)
        situation.ui.cursors.pop(seat, None)
    cards = fact.act.get("cards", [fact.act.get("card")])
    if isinstance(cards, list) and cards:
        ui.last_card[fact.seat] = str(cards[-1])
    for tag in fact.tags:
        game.spent[tag] = fact.seat
        situation.devices.mark(tag, Status.ACCEPTED, pad_of(fact.seat))
    is_secret = fact.act["do"] in ("duel", "show")
    ui.secret = ui.secret | {fact.seat} if is_secret else ui.secret - {fact.seat}
    _tell_all(situation, ruling)


def _await_deal(situation: TacocatSituation) -> None:
    """Await the deal: by hand, or where cards pass pads one by one, as acts."""
    situation.game.part.dealt = frozenset()
    situation.game.stage = Stage.PLAY if situation.game.is_seen else Stage.DEAL
    if situation.game.is_seen:
        _clear_round(situation)


def _begin_round(situation: TacocatSituation) -> None:
    """Begin a round now that the cards are dealt."""
    situation.game.result = ()
    situation.note("table", DEALT, {"n": hand_number(situation)})
    situation.sound("turn")


def _clear_round(situation: TacocatSituation) -> None:
    """Forget which cards were used: the whole deck is shuffled again."""
    game = situation.game.part
    for used in (game.spent, game.held, game.intents, situation.game.entries, situation.ui.cursors):
        used.clear()
    game.dealt = frozenset()


def _tell_all(situation: TacocatSituation, ruling: Ruling) -> None:
    """Put an act's events into the log, let them sound, and end the round where it ended."""
    events = tuple(event for event in ruling.events if event["type"] != "amended")  # the amendment told that itself
    situation.game.last_events = events
    # The rule stands beside what it decided: not beside the sealing that came before, nor what the other seat had done.
    first = next((event for event in events if event["type"] != "sealed"), events[0] if events else None)
    alike = [event for event in events if first is not None and event["type"] == first["type"]]
    decided = next((event for event in alike if event.get("seat") == ruling.values.get("seat")), first)
    for event in events:
        kind, values = str(event["type"]), dict(event)
        if kind == "replaced" and event["n"] == 0:
            kind = "replaced-none"
        cards = event.get("cards")
        if kind in ("duel-revealed", "last-cards-shown") and isinstance(cards, Sequence):
            values["cards"] = dict(zip(situation.seats, cards, strict=True))
        values |= {key: situation.told_space(int(str(values[key]))) for key in ("space", "from", "to") if key in values}
        note_event(situation, ruling, f"event.{kind}", values, is_decided=event is decided)
    kinds = {str(event["type"]) for event in events}  # the first of _SOUNDS matters most
    situation.sound(next((kind for kind in _SOUNDS if kind in kinds), "card"))
    if "attacked" in kinds:
        for seat in view_of(situation).to_act:
            situation.ui.read_news(seat)  # what was told before hides what it has to beat
    tell_violations(situation, ruling)
    if kinds & {"round-won", "round-tied", "practice-ended"}:
        situation.game.result = events
        _await_deal(situation)
        if "token-moved" in kinds:  # it moves first
            situation.game.stage = Stage.MOVE


_SOUNDS = (*("game-won", "round-won", "round-tied", "duel-revealed"), *("sacrificed", "defended", "attacked", "sealed"))
