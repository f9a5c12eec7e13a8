"""What each fact does to the kittens' part of the situation, and to the stage of the game."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

from tacotable.dialogs import undo
from tacotable.dialogs.rulings_log import amend, decide_on, go_unseen, note_event, rule_on, tell_violations
from tacotable.games.exploding import claims, hidden_cards
from tacotable.games.exploding.state import (
    ExplodingGame,
    ExplodingSituation,
    ExplodingUi,
    Step,
    phase,
    ruleset_of,
    view_of,
)
from tacotable.state import facts
from tacotable.state.game_state import Entry, Stage
from tacotable.state.scene import Sign

if TYPE_CHECKING:
    from tacotable_engine.exploding.view import ExplodingView
    from tacotable_engine.rulings import Event, Ruling


@singledispatch
def apply(fact: facts.Fact, situation: ExplodingSituation) -> None:
    """Change the situation as the fact says, after the core did its share."""


@apply.register
def _(fact: facts.Began | facts.Closed, situation: ExplodingSituation) -> None:
    seated = situation.ui.part.seated
    if isinstance(fact, facts.Began):
        situation.game.stage, seated = Stage.DEAL, frozenset(situation.game.players)
    situation.game.part, situation.ui.part = ExplodingGame(), ExplodingUi(seated=seated, asked=(fact,))


@apply.register
def _(fact: facts.Came, situation: ExplodingSituation) -> None:
    if fact.how != "instead":
        situation.ui.part.seated ^= {fact.seat}
        situation.ui.announce(Sign(f"sign.came-{fact.how}", {"seat": fact.seat}), situation.devices.now_ms)


@apply.register
def _(fact: facts.Dealt, situation: ExplodingSituation) -> None:
    situation.game.stage = Stage.DEAL if fact.again else Stage.PLAY
    situation.ui.part.page = 0
    undo.forget(situation)
    situation.note("table", "log.set-up-again" if fact.again else "log.set-up", {"seat": fact.seat}, seat=fact.seat)
    situation.sound("turn")


@apply.register
def _(fact: facts.WentUnseen, situation: ExplodingSituation) -> None:
    go_unseen(fact, situation)
    game, ui = situation.game.part, situation.ui.part
    game.acts += 1
    ui.page, ui.step, ui.target, ui.window = 0, Step.COLLECT, "", None


@apply.register
def _(fact: facts.Paused, situation: ExplodingSituation) -> None:
    # A window counts anew after a pause: nobody remembers how much of it was left.
    ui = situation.ui.part
    ui.window = ui.stopped = None
    del fact


@apply.register
def _(fact: facts.Shown, situation: ExplodingSituation) -> None:
    ui = situation.ui.part
    ui.step = Step.COLLECT
    situation.ui.hush()


@apply.register
def _(fact: facts.TookBack, situation: ExplodingSituation) -> None:
    ui = situation.ui.part
    ui.step, ui.target = Step.COLLECT, ""
    situation.game.last_events = ()  # what was told before the cards is no news behind them


@apply.register
def _(fact: facts.Announced, situation: ExplodingSituation) -> None:
    situation.game.entries[fact.seat] = Entry(is_announced=True)
    situation.sound("press")


@apply.register
def _(fact: facts.Acted, situation: ExplodingSituation) -> None:
    ui, before = situation.ui.part, view_of(situation)
    ruling, game = rule_on(fact, situation), situation.game.part
    if fact.act["do"] == "draw" and game.drew_since[:1] == (fact.seat,):
        game.drew_since = game.drew_since[1:]
    ui.step, ui.target = Step.COLLECT, ""
    if ruling is not None and ruling.ruling != "illegal":
        _stand(situation, fact, ruling, before)


@apply.register
def _(fact: facts.Undone, situation: ExplodingSituation) -> None:
    _forget_draws(situation)
    if fact.drew:
        situation.game.part.drew_since = fact.drew


@apply.register
def _(fact: facts.Decided, situation: ExplodingSituation) -> None:
    before = view_of(situation)
    standing = decide_on(fact, situation)
    if standing is not None:
        _stand(situation, *standing, before)


def _stand(situation: ExplodingSituation, fact: facts.Acted, ruling: Ruling, before: ExplodingView) -> None:
    """Apply an act that stands, by the rules or by the arbiter."""
    game, ui = situation.game.part, situation.ui.part
    game.handed = None
    situation.game.entries.pop(fact.seat, None)
    _keep_tags(situation, fact)
    if situation.game.is_seen:
        hidden_cards.take_note(situation, fact, ruling)
        living = view_of(situation).alive
        for seat in before.alive:
            if seat not in living:
                hidden_cards.bury(situation, seat)
        if fact.act["do"] == "deal":
            situation.ui.part.page = 0
    if fact.act["do"] in ("play", "nope"):
        ui.window = None
    if fact.act["do"] != "let" or phase(situation) != "window":
        game.acts += 1
    _follow(situation, ruling, before)


@apply.register
def _(fact: facts.Amended, situation: ExplodingSituation) -> None:
    game, ui, before = situation.game.part, situation.ui.part, view_of(situation)
    had_turn = view_of(situation).turn.seat
    ruling = amend(fact, situation)
    if ruling is None:
        return
    game.acts += 1
    ui.step, ui.target, ui.whose, ui.owned = Step.COLLECT, "", None, None
    if fact.change["do"] == "leave":
        _leave(situation, str(fact.change["seat"]), had_turn)
    _follow(situation, ruling, before)
    if fact.change["do"] != "lost" and situation.game.stage is Stage.PLAY:
        # The pile fell down, or was searched for a lethal card: hands have to shuffle it.
        situation.game.last_events += ({"type": "shuffled", "seat": view_of(situation).turn.seat},)


def _leave(situation: ExplodingSituation, seat: str, had_turn: str) -> None:
    """Forget what hung on a seat that leaves the game: its hand, and the lethal card that it was resolving."""
    game, ui = situation.game.part, situation.ui.part
    ui.seated -= {seat}
    claims.give_up(situation, seat, situation.devices.now_ms)
    if phase(situation) != "window":
        ui.window = None
    if seat == had_turn:
        game.lethal_tag = None
    if situation.game.is_seen:
        hidden_cards.bury(situation, seat)
    told = {"seat": seat, "next": view_of(situation).turn.seat, "card": ruleset_of(situation).lethal}
    situation.ui.announce(Sign("sign.left-game", told, is_alert=True), situation.devices.now_ms)


@apply.register
def _(fact: facts.RanOut, situation: ExplodingSituation) -> None:
    if situation.game.match is None:
        return
    game, before = situation.game.part, view_of(situation)
    game.acts += 1
    _follow(situation, situation.game.match.resolve(), before)


def _forget_draws(situation: ExplodingSituation) -> None:
    """Forget draws that are to be told again, where the turn is another's than was when they were made."""
    game = situation.game.part
    if phase(situation) == "turn" and game.drew_since[:1] != (view_of(situation).turn.seat,):
        game.drew_since = ()


def _keep_tags(situation: ExplodingSituation, fact: facts.Acted) -> None:
    """Note where the cards of an act lie now: most on the discard pile."""
    game, do, tags = situation.game.part, fact.act["do"], fact.tags
    situation.ui.part.waived.difference_update(tags)  # each counts once against its marks
    if do in ("deal", "steal"):
        return
    if do == "draw":
        is_lethal = fact.act.get("card") == ruleset_of(situation).lethal
        game.lethal_tag = tags[-1] if tags and is_lethal else None
    elif do == "give":
        game.given_tag = tags[-1] if tags else None
    else:
        game.spent.update(filter(None, tags))
    if do == "play":
        game.wanted_tag = (tags[5] or None) if len(tags) > 5 else None
    if do == "explode" and game.lethal_tag is not None:
        game.spent.add(game.lethal_tag)
    if do in ("defuse", "explode"):
        game.defused_tag = game.lethal_tag if do == "defuse" else None
        game.lethal_tag = None


def _follow(situation: ExplodingSituation, ruling: Ruling, before: ExplodingView) -> None:
    """Note what an act or the end of a window led to, and end the game where it ended."""
    _forget_draws(situation)
    if before.phase == "window" and phase(situation) != "window":
        is_cancelled = before.pending is not None and before.pending.nopes % 2 == 1
        game, ui = situation.game.part, situation.ui.part
        ui.window, ui.closed_ms = None, situation.devices.now_ms
        if game.wanted_tag is not None and not is_cancelled:
            game.spent.discard(game.wanted_tag)
            game.held[game.wanted_tag] = view_of(situation).turn.seat
        game.wanted_tag = None
    _tell_events(situation, ruling)
    if view_of(situation).winner is not None:
        situation.game.stage = Stage.OVER
    else:
        living = view_of(situation).alive
        for seat in before.alive:
            if seat not in living and ruling.rule != "amend-leave":
                code = "sign.exploded-front" if ruleset_of(situation).keeps_dead_hand else "sign.exploded"
                told = {"seat": seat, "next": view_of(situation).turn.seat, "stack": len(view_of(situation).pile)}
                sign = Sign(code, {**told, "card": ruleset_of(situation).lethal})
                situation.ui.announce(sign, situation.devices.now_ms, "boom")
    if any(event["type"] == "shuffled" for event in ruling.events):
        undo.forget(situation)
    tell_violations(situation, ruling)


def _tell_events(situation: ExplodingSituation, ruling: Ruling) -> None:
    """Put the events into the log, with the rule beside what it decided, and let the weightiest sound."""
    events = tuple(event for event in ruling.events if event["type"] != "amended")  # the amendment told that itself
    situation.game.last_events = events
    decided = next((event for event in events if event["type"] != "let-pass"), None)
    if decided is not None:
        situation.ui.hush()
    for event in events:
        if event["type"] == "taken" and event["target"] in situation.game.robots:
            hidden_cards.hand_over(situation, str(event["target"]), str(event["seat"]), str(event["card"]))
        elif event["type"] == "taken" and situation.game.is_seen:
            hidden_cards.mix(situation, str(event["card"]))
        elif (
            event["type"] == "picked" and not situation.game.robots
        ):  # with robots the card was shown: its tag is known
            card = str(event["card"])
            game = situation.game.part
            copies = {tag for tag in game.spent if situation.devices.faces.get(tag) == card}
            if copies:
                game.spent -= copies
                game.held |= dict.fromkeys(copies, hidden_cards.SOMEBODY)
                hidden_cards.mix(situation, card)
        _note(situation, event, ruling, is_decided=event is decided)
    kinds = {str(event["type"]) for event in situation.game.last_events}  # the first of _SOUNDS matters most
    if kinds:
        situation.sound(next((kind for kind in _SOUNDS if kind in kinds), "card"))


def _note(situation: ExplodingSituation, event: Event, ruling: Ruling, *, is_decided: bool) -> None:
    """Put what happened into the log; events hold only what everyone may see."""
    kind = str(event["type"])
    if kind == "let-pass":
        return
    if kind in ("played", "asked", "found-nothing") and "target" in event:
        kind += "-named" if "name" in event else "-at"
    elif kind == "played" and "name" in event:
        kind = "played-for"
    if kind == "attacked":
        kind = "attacks"  # Tacocat's attack is told otherwise
    if kind == "gave" and "card" in event:
        kind = "gave-named"
    if kind == "exploded" and not event.get("cards"):
        kind = "exploded-empty"
    values = {**event, "hand": event["cards"]} if kind == "exploded" else dict(event)
    note_event(situation, ruling, f"event.{kind}", values, is_decided=is_decided)


_SOUNDS = (
    *("game-won", "exploded", "lethal-drawn", "defused", "noped", "cancelled", "shuffled", "attacked", "played"),
    *("drew", "asked", "let-pass"),
)
