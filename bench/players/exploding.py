"""The Exploding games' players: the robots of the companion, and the plain ones that they are measured against."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from bench.players.parts import WORLDS, Act, Decks, Player

from tacotable_engine import Match
from tacotable_engine.companion.answers import LEVELS, Level
from tacotable_engine.companion.exploding.companion import EXPLODING

SEATS = range(2, 11)


def play(ruleset: str, players: Sequence[Player], deal: int, dice: Sequence[Random]) -> list[float]:
    """Play one game; 1 for the seat that wins. In a window the seats answer one after the other."""
    seats = [str(number + 1) for number in range(len(players))]
    match = Match.new({"game": ruleset, "seats": seats}, Decks(deal))
    while match.state.winner is None:
        seat = match.public_view.to_act[0]
        index = seats.index(seat)
        act = players[index](match, seat, dice[index])
        ruling = match.act(seat, act)
        assert ruling.is_applied, (seat, act, ruling)
    return [float(match.state.winner == index) for index in range(len(seats))]


def robot(level: Level) -> Player:
    """Return the companion's robot of a level."""

    def player(match: Match, seat: str, dice: Random) -> Act:
        return dict(EXPLODING.advise(match, seat, level, WORLDS, dice).advice[0].act)

    return player


def random_player(match: Match, seat: str, dice: Random) -> Act:
    """Choose any legal act, each as likely."""
    return completed(dict(dice.choice(match.legal(seat))), dice)


def completed(act: Act, dice: Random) -> Act:
    """Choose at random what a listed act leaves open."""
    if "slots" in act:
        act["slot"] = dice.randrange(act.pop("slots"))
    if "of" in act:
        order = act.pop("of")
        act["cards"] = dice.sample(order, len(order))
    return act


DANGER = 0.2
"""How likely a lethal card is next where a sensible player no longer just draws."""


def sensible(match: Match, seat: str, dice: Random) -> Act:
    """Play by the rules that people tell each other.

    Peek when the danger is high, skip or attack when the next card is likely lethal, nope attacks on oneself, take from
    the largest hand, hide the lethal card at random, give the card one has most of.
    """
    view: Any = match.view(seat)
    if view["phase"] == "window":
        return _answer(match, seat, view)
    if view["phase"] == "defuse":
        return completed(dict(match.legal(seat)[0]), dice)
    if view["phase"] == "give":
        hand = [card for card in view["hands"][seat] if card not in ("defuse", "nope")] or view["hands"][seat]
        return {"do": "give", "card": max(hand, key=hand.count)}
    if view["phase"] == "arrange":
        return {"do": "arrange", "cards": sorted(view["peek"], key=lambda card: card.startswith("exploding"))}
    return _turn(match, seat, view)


def _answer(match: Match, seat: str, view: Any) -> Act:
    pending, alive = view["pending"], view["alive"]
    after = alive[(alive.index(pending["seat"]) + 1) % len(alive)]
    is_on_me = pending["target"] == seat or (pending["effect"] == "attack" and after == seat)
    is_attack = pending["effect"] in ("attack", "targeted-attack")
    is_mine_noped = pending["seat"] == seat and pending["nopes"] % 2 == 1 and is_attack
    wants = (is_on_me and is_attack and pending["nopes"] % 2 == 0) or is_mine_noped
    nope = {"do": "nope"}
    return nope if wants and match.why_not(seat, nope) is None else {"do": "let"}


def _turn(match: Match, seat: str, view: Any) -> Act:
    hand, sizes = view["hands"][seat], view["hand_size"]
    others = [other for other in view["alive"] if other != seat and sizes[other]]
    seen = view["peek"]
    danger = view["lethal"] / max(1, len(view["pile"]))
    if seen:
        danger = float(seen[0].startswith("exploding"))
    pairs = [card for card in hand if card.startswith(("cat-", "minion-")) and hand.count(card) >= 2]
    taking = [pairs[0]] * 2 if pairs else ["favor"] * ("favor" in hand)
    if others and taking:
        return {"do": "play", "cards": taking, "target": max(others, key=sizes.__getitem__)}
    looks = [] if seen or danger <= DANGER else ["see-the-future", "alter-the-future"]
    escapes = ["attack", "targeted-attack", "skip", "draw-from-bottom", "shuffle"] if danger > 2 * DANGER else []
    for card in (*looks, *escapes):
        if card in hand:
            target = {"target": _next(view, seat)} if card == "targeted-attack" else {}
            return {"do": "play", "cards": [card], **target}
    return {"do": "draw"}


def _next(view: Any, seat: str) -> str:
    alive = view["alive"]
    return str(alive[(alive.index(seat) + 1) % len(alive)])


def at_random(phase: str) -> Player:
    """Return `fair` but for one kind of choice, which it leaves to chance: whether to nope, a slot, or a gift."""
    fair = robot("fair")

    def player(match: Match, seat: str, dice: Random) -> Act:
        is_it = match.state.phase.value == phase
        return random_player(match, seat, dice) if is_it else fair(match, seat, dice)

    return player


PLAYERS: Mapping[str, Callable[..., Act]] = {
    "random": random_player,
    "sensible": sensible,
    "nopes-at-random": at_random("window"),
    "slots-at-random": at_random("defuse"),
    "gifts-at-random": at_random("give"),
    **{level: robot(level) for level in LEVELS},
}
"""The players by their names."""
