"""Signs: what each seat is told in each stage and phase, and from whom something is awaited. Words are in the catalog.

Nothing here is secret: hands are never read, and a window is told alike whatever anybody holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tacotable.games.exploding import card_owner as whose
from tacotable.games.exploding import setup, window
from tacotable.games.exploding.choices import named
from tacotable.games.exploding.plays import cards_of, effect, obstacle_to_play, wanted
from tacotable.games.exploding.state import (
    NOBODY,
    Step,
    alive,
    lethal_count,
    nopes,
    pending,
    phase,
    ruleset_of,
    step_of,
    to_act,
    turn_seat,
    turns_left,
    ui_of,
    view_of,
)
from tacotable.state.game_state import Stage
from tacotable.state.scene import Sign
from tacotable.state.situation import Situation
from tacotable_engine.exploding.view import PendingView

Sentence = Callable[[Situation, str], Sign]


def sign_for(situation: Situation, seat: str) -> Sign:
    """Return the sign that tells a seat what is awaited, and from whom."""
    if situation.game.is_paused:
        return Sign("sign.paused")
    if situation.game.stage is Stage.LOBBY:
        return _lobby(situation, seat)
    if situation.game.stage is Stage.OVER:
        return Sign("sign.over", {"winner": winner(situation)})
    if seat not in situation.players:
        return Sign("sign.watch", {"seat": turn_seat(situation)})
    if situation.game.stage is Stage.DEAL:
        return setup.shown_page(situation)
    if seat not in alive(situation):
        return Sign("sign.out", {"seat": turn_seat(situation)})
    if asked := whose.sign(situation, seat):
        return asked
    return _IN_PHASE[phase(situation)](situation, seat)


def winner(situation: Situation) -> str:
    """Return who won the game; empty while nobody has."""
    return view_of(situation).winner or ""


def news(situation: Situation) -> str:
    """Return what the last play led to, while the turn goes on and nothing new was shown; empty without news."""
    kinds = {str(event["type"]) for event in situation.game.last_events}
    is_fresh = phase(situation) == "turn" and not situation.entry(turn_seat(situation)).cards
    return next((kind for kind in NEWS if kind in kinds), "") if is_fresh else ""


NEWS = ("peeked", "shuffled", "cancelled", "picked", "found-nothing", "gave", "denied", "taken", "stolen", "defused")
"""What is worth a word while the turn goes on, the weightiest first."""


def _lobby(situation: Situation, seat: str) -> Sign:
    seated = ui_of(situation).seated
    return Sign("sign.seated" if seat in seated else "sign.sit", {"n": len(seated)})


def _turn(situation: Situation, seat: str) -> Sign:
    player, step = turn_seat(situation), step_of(situation)
    if step is Step.COLLECT:
        return _own_turn(situation, seat) if seat == player else Sign("sign.wait-turn-of", {"seat": player})
    values = {"seat": player, "cards": cards_of(situation, player), "target": ui_of(situation).target}
    if step is Step.TARGET:
        if seat == player:
            return Sign("sign.pick", values)
        is_lit = seat in ui_of(situation).candidates
        return Sign("sign.pick-me" if is_lit else "sign.wait-pick", values)
    name = "name" if step is Step.NAME else "wanted"
    return Sign(f"sign.{name}-card" if seat == player else f"sign.wait-{name}", values)


def _own_turn(situation: Situation, seat: str) -> Sign:
    """Say what the player may do: show cards, play what was shown, or draw."""
    cards = cards_of(situation, seat)
    values = {"cards": cards, "n": len(cards), "left": turns_left(situation), "lethal": lethal_count(situation)}
    if not cards:
        return _news_sign(situation, values)
    if name := wanted(situation, seat):
        return Sign("sign.take-wanted", {**values, "name": name})
    if effect(situation, cards) == "five":
        return Sign("sign.five", values)
    return Sign("sign.no-play-yet" if obstacle_to_play(situation, seat) else "sign.play", values)


def _news_sign(situation: Situation, values: Mapping[str, object]) -> Sign:
    told = news(situation)
    events = {str(event["type"]): event for event in situation.game.last_events}
    if told in ("peeked", "shuffled", "cancelled", "picked", "found-nothing"):
        return Sign(f"sign.{told}", {**values, **events[told]})
    return Sign("sign.turns-owed" if turns_left(situation) > 1 else "sign.your-turn", values)


def _window(situation: Situation, seat: str) -> Sign:
    """Say how the window stands; a seat that may answer is told alike, whatever it holds."""
    play = pending(situation)
    values = {"cards": play.cards, "target": play.target or "", "name": play.name or "", "seat": play.last}
    opened = ui_of(situation).window
    if opened is not None and opened.claims:
        return _claimed(opened, seat, noper=play.last if nopes(situation) else "")
    if seat not in to_act(situation):
        own = "sign.window-own-nope" if nopes(situation) else "sign.window-own"
        return Sign(own if seat == play.last else "sign.let", values)
    if nopes(situation):
        return Sign("sign.window-noped" if nopes(situation) % 2 else "sign.window-noped-back", values)
    return Sign(f"sign.window{_wish(play)}{'-you' if play.target == seat else ''}", values)


def _wish(play: PendingView) -> str:
    """Return apart what is played for a card that it names: another seat is asked for it, or it is taken."""
    if not play.name:
        return ""
    return "-named" if play.target else "-five"


def _claimed(opened: window.Window, seat: str, *, noper: str) -> Sign:
    """Say who goes first, and whose Nope counts so far (`noper`, empty without one), as that sign is gone."""
    tied, first = window.tied(opened), window.holder(opened)
    if tied:
        return Sign("sign.tie" if seat in tied else "sign.tie-of", {"seats": tied})
    if first == NOBODY:
        return Sign("sign.whose-nope")
    if seat == first:
        return Sign("sign.claim-back" if noper else "sign.claim")
    if window.is_claimed_by(opened, seat):
        return Sign("sign.claim-next", {"seat": first})
    return Sign("sign.claim-back-of" if noper else "sign.claim-of", {"seat": first, "last": noper})


def _defuse(situation: Situation, seat: str) -> Sign:
    player = to_act(situation)[0]
    entry, values = situation.entry(player), {"seat": player, "card": ruleset_of(situation).lethal}
    state = "doomed" if entry.is_announced else "hide" if entry.cards else "defuse"
    values["n"] = str(len(entry.cards))
    return Sign(f"sign.{state}" if seat == player else f"sign.wait-{state}", values)


def _give(situation: Situation, seat: str) -> Sign:
    giver = to_act(situation)[0]
    values = {"seat": pending(situation).seat, "target": giver, "name": named(situation)}
    kind = "give-named" if named(situation) else "give"
    if situation.entry(giver).is_announced:
        kind = "deny"
    return Sign(f"sign.{kind}" if seat == giver else f"sign.wait-{kind}", values)


def _draw(situation: Situation, seat: str) -> Sign:
    player = to_act(situation)[0]
    return Sign("sign.bottom" if seat == player else "sign.wait-bottom", {"seat": player})


def _arrange(situation: Situation, seat: str) -> Sign:
    player = to_act(situation)[0]
    return Sign("sign.arrange" if seat == player else "sign.wait-arrange", {"seat": player})


def _steal(situation: Situation, seat: str) -> Sign:
    play = pending(situation)
    values = {"seat": play.seat, "target": play.target}
    if seat == play.target:
        return Sign("sign.fan", values)
    return Sign("sign.steal" if seat == play.seat else "sign.wait-steal", values)


_IN_PHASE: Mapping[str, Sentence] = {
    "turn": _turn,
    "window": _window,
    "draw": _draw,
    "defuse": _defuse,
    "give": _give,
    "arrange": _arrange,
    "steal": _steal,
}
