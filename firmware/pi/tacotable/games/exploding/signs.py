"""Signs: what each seat is told in each stage and phase, and from whom something is awaited. Words are in the catalog.

Nothing here is secret: hands are never read, and a window is told alike whatever anybody holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tacotable.games.exploding import card_owner as whose
from tacotable.games.exploding import robot, setup, window
from tacotable.games.exploding.now import Now
from tacotable.games.exploding.plays import cards_of, copied, effect, obstacle_to_play, wanted
from tacotable.games.exploding.state import NOBODY, Step, ruleset_of
from tacotable.state.game_state import Stage
from tacotable.state.scene import Sign

if TYPE_CHECKING:
    from tacotable_engine.exploding.view import PendingView

Sentence = Callable[[Now, str], Sign]


GUIDE: Mapping[str, str] = {  # What the guide of a first game says in place of what a sign says below its title.
    **dict.fromkeys(("sign.your-turn", "sign.turns-owed", "status.turn", "status.turns-owed"), "guide.turn"),
    "sign.play": "guide.play",
    **dict.fromkeys(("sign.window", "sign.window-you", "status.window", "status.window-at"), "guide.window"),
    **dict.fromkeys(("sign.defuse", "status.defuse"), "guide.defuse"),
    **dict.fromkeys(("sign.hide", "status.hide"), "guide.hide"),
}


def explained(sign: Sign, *, is_guided: bool) -> Sign:
    """Return a sign with what the guide says to it."""
    return replace(sign, guide=GUIDE.get(sign.code, "")) if is_guided else sign


def signs_of(now: Now) -> dict[str, Sign]:
    """Return the signs that tell each seat what is awaited, and from whom."""
    told, guided = {seat: _sign(now, seat) for seat in now.situation.seats}, now.situation.game.guided
    return told | {seat: explained(told[seat], is_guided=True) for seat in guided if seat in told}


def _sign(now: Now, seat: str) -> Sign:
    if now.is_paused:
        return Sign("sign.paused")
    if now.stage is Stage.LOBBY:
        seated = now.ui.seated
        return Sign("sign.seated" if seat in seated else "sign.sit", {"n": len(seated)})
    if now.stage is Stage.OVER:
        return Sign("sign.over", {"winner": now.view.winner or ""})
    if seat not in now.players:
        return Sign("sign.watch-in" if seat in now.ui.seated else "sign.watch", {"seat": now.view.turn.seat})
    if now.stage is Stage.DEAL:
        return setup.shown_page(now.situation)
    if seat not in now.view.alive:
        return Sign("sign.out", {"seat": now.view.turn.seat})
    if now.ui.whose and (asked := whose.sign(now.situation, seat)):
        return asked
    if now.is_seen and seat in now.situation.robots and (told := robot.sign(now.situation)):
        return told
    return _IN_PHASE[now.view.phase](now, seat)


def news(now: Now) -> str:
    """Return what the last play led to, while the turn goes on and nothing new was shown; empty without news."""
    is_fresh = now.view.phase == "turn" and not now.situation.entry(now.view.turn.seat).cards
    told = now.happened() if is_fresh else {}
    return next((kind for kind in NEWS if kind in told), "")


NEWS = (  # What is worth a word while the turn goes on, the weightiest first.
    *("boxed", "peeked", "shuffled", "cancelled", "picked", "found-nothing", "handed", "gave", "denied", "taken"),
    *("stolen", "defused"),
)
FOR_PLAYER = frozenset(("boxed", "peeked", "shuffled", "cancelled", "picked", "handed", "found-nothing"))
"""What of that the player acts upon; the rest gives way to the guide of a first game."""


def _turn(now: Now, seat: str) -> Sign:
    player, step = now.view.turn.seat, now.step
    if step is Step.COLLECT:
        return _own_turn(now, seat) if seat == player else _wait_turn(now, seat)
    values = {"seat": player, "cards": cards_of(now.situation, player), "target": now.ui.target}
    if step is Step.TARGET:
        if seat == player:
            return Sign("sign.pick", values)
        return Sign("sign.pick-me" if seat in now.ui.candidates else "sign.wait-pick", values)
    name = "name" if step is Step.NAME else "wanted"
    return Sign(f"sign.{name}-card" if seat == player else f"sign.wait-{name}", values)


def _wait_turn(now: Now, seat: str) -> Sign:
    """Say whose turn it is and how many cards one should hold; first who asked for a card is handed it."""
    values = {"seat": now.view.turn.seat, "own": now.view.hand_size[seat]}
    handed = now.happened().get("handed", {})
    if handed.get("seat") == seat and news(now) == "handed":
        return Sign("sign.hand-over", {**values, "seat": handed["target"], "card": handed["card"]})
    return Sign("sign.wait-turn-of", values)


def _own_turn(now: Now, seat: str) -> Sign:
    """Say what the player may do: show cards, play what was shown, or draw."""
    cards = cards_of(now.situation, seat)
    values = {"cards": cards, "n": len(cards), "left": now.view.turn.left, "lethal": now.view.lethal}
    values |= {"own": now.view.hand_size[seat], "stack": len(now.view.pile)}
    if not cards:
        told = news(now)
        if told in FOR_PLAYER:
            return Sign(f"sign.{told}", {**values, **now.happened()[told]})
        values |= {"n": now.view.turn.left, "card": ruleset_of(now.situation).lethal}
        return Sign("sign.turns-owed" if now.view.turn.source == "attack" else "sign.your-turn", values)
    if name := wanted(now.situation, seat):
        return Sign("sign.take-wanted", {**values, "name": name})
    if effect(now.situation, cards) == "five":
        return Sign("sign.five", values)
    return Sign("sign.no-play-yet" if obstacle_to_play(now.situation, seat) else "sign.play", values)


def _window(now: Now, seat: str) -> Sign:
    """Say how the window stands; a seat that may answer is told alike, whatever it holds."""
    play = now.play
    values = {"cards": play.cards, "target": play.target or "", "name": play.name or "", "seat": play.last}
    opened = now.ui.window
    if opened is not None and opened.claims:
        return _claimed(opened, seat, noper=play.last if now.play.nopes else "")
    if seat not in now.view.to_act:
        own = "sign.window-own-nope" if now.play.nopes else "sign.window-own"
        return Sign(own if seat == play.last else "sign.let", values)
    if now.play.nopes:
        return Sign("sign.window-noped" if now.play.nopes % 2 else "sign.window-noped-back", values)
    values["name"] = play.name or copied(play)
    return Sign(f"sign.window{_wish(play)}{'-you' if play.target == seat else ''}", values)


def _wish(play: PendingView) -> str:
    """Return apart what is played for a card that it names (a seat is asked for it, or it is taken), and a Clone."""
    if not play.name:
        return "-clone" if copied(play) else ""
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


def _defuse(now: Now, seat: str) -> Sign:
    player = now.view.to_act[0]
    entry = now.situation.entry(player)
    state = "doomed" if entry.is_announced else "hide" if entry.cards else "defuse"
    counts = {"n": str(len(entry.cards)), "own": now.view.hand_size[player], "stack": len(now.view.pile) + 1}
    values = {"seat": player, "card": ruleset_of(now.situation).lethal, **counts}
    return Sign(f"sign.{state}" if seat == player else f"sign.wait-{state}", values)


def _give(now: Now, seat: str) -> Sign:
    giver = now.view.to_act[0]
    values = {"seat": now.play.seat, "target": giver, "name": (now.play.name or "")}
    kind = "give-named" if (now.play.name or "") else "give"
    if now.situation.entry(giver).is_announced:
        kind = "deny"
    return Sign(f"sign.{kind}" if seat == giver else f"sign.wait-{kind}", values)


def _steal(now: Now, seat: str) -> Sign:
    play = now.play
    values = {"seat": play.seat, "target": play.target}
    if seat == play.target:
        return Sign("sign.fan", values)
    return Sign("sign.steal" if seat == play.seat else "sign.wait-steal", values)


def _of_player(what: str) -> Sentence:
    """Return the sentence of a phase that is one player's alone, with the same words for whoever waits."""

    def sentence(now: Now, seat: str) -> Sign:
        player = now.view.to_act[0]
        values = {"seat": player, "card": ruleset_of(now.situation).lethal}
        return Sign(f"sign.{what}" if seat == player else f"sign.wait-{what}", values)

    return sentence


_IN_PHASE: Mapping[str, Sentence] = {
    "turn": _turn,
    "window": _window,
    "draw": _of_player("bottom"),
    "defuse": _defuse,
    "give": _give,
    "arrange": _of_player("arrange"),
    "steal": _steal,
}
