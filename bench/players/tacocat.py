"""Tacocat's players: the robots of the companion, and the plain ones that they are measured against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from bench.players.parts import WORLDS, Act, Decks, Player

from tacotable_engine import Match
from tacotable_engine.companion.answers import LEVELS, Level, companion_of
from tacotable_engine.companion.tacocat.advising import act_of
from tacotable_engine.companion.tacocat.fights import DuelFights
from tacotable_engine.companion.tacocat.hands import pack
from tacotable_engine.companion.tacocat.knowledge import Knowledge, knowledge_of
from tacotable_engine.companion.tacocat.search import Search, search
from tacotable_engine.companion.tacocat.worlds import sampled

SEATS = range(2, 3)


def play(ruleset: str, players: Sequence[Player], deal: int, dice: Sequence[Random], cards: int = 7) -> list[float]:
    """Play one round on the double arrow, as the first of a match is, of seven cards; 1 for the seat that wins.

    A round that is dealt again is played on, from the same shuffled decks whoever plays.
    """
    seats = ["YAY", "WOW"]
    board = {"numbers": [cards] * 7, "arrows": ["both"] * 7}
    match = Match.new({"game": ruleset, "seats": seats, "board": board}, Decks(deal))
    while not match.state.winners:
        for index, seat in enumerate(seats):
            if seat in match.public_view.to_act and not match.state.winners:
                act = players[index](match, seat, dice[index])
                ruling = match.act(seat, act)
                assert ruling.is_applied, (seat, act, ruling)
    return [float(match.state.winners[0] == index) for index in (0, 1)]


def robot(level: Level) -> Player:
    """Return the companion's robot of a level."""

    def player(match: Match, seat: str, dice: Random) -> Act:
        companion = companion_of(match.name)
        assert companion is not None
        return dict(companion.advise(match, seat, level, WORLDS, dice).advice[0].act)

    return player


def random_player(match: Match, seat: str, dice: Random) -> Act:
    """Choose any legal act, each as likely."""
    view: Any = match.view(seat)
    act: Act = dict(dice.choice(match.legal(seat)))
    if act["do"] == "replace":
        return {"do": "replace", "cards": dice.sample(view["hands"][seat], dice.randint(0, act["max"]))}
    return act


def greedy(match: Match, seat: str, dice: Random) -> Act:
    """Attack with the largest group or run or else the highest card, answer with the lowest card that reaches.

    It replaces its 5s, 6s and 7s, duels with its middle card, and gives up a card only where none reaches.
    """
    del dice
    view: Any = match.view(seat)
    hand = sorted(map(int, view["hands"][seat]))
    if view["phase"] == "replace":
        return replace_middle(hand, view["limit"])
    if view["phase"] == "attack":
        acts: list[Any] = match.legal(seat)
        return max(acts, key=lambda act: (len(act["cards"]), max(map(int, act["cards"]))))
    if view["phase"] == "answer":
        reaching = [card for card in hand if card >= int(view["demands"][0])]
        return {"do": "answer", "card": str((reaching or hand)[0])}
    return {"do": "duel" if view["phase"] == "duel" else "show", "card": str(hand[len(hand) // 2])}


def replace_middle(hand: Sequence[int], limit: int) -> Act:
    """Replace the 5s, 6s and 7s."""
    return {"do": "replace", "cards": [str(card) for card in hand if 5 <= card <= 7][:limit]}


def searching(worlds: int, duel_worlds: int) -> Player:
    """Return a plain search: the same number of worlds each time, all as likely, the best mean of exact values."""

    def player(match: Match, seat: str, dice: Random) -> Act:
        known = knowledge_of(match, seat)
        phase = known.phase.value
        if phase == "replace":
            return replace_middle(known.hand, known.limit)
        if phase == "duel":
            return best_duel(known, duel_worlds, dice)
        if phase == "showdown":
            return {"do": "show", "card": str(known.hand[0])}
        found = search(known, Search(worlds, 0, False, 0.0), dice)
        acts = match.legal(seat)
        best = found.options[max(range(len(found.values)), key=found.values.__getitem__)]
        act = act_of(best, known.demands)
        assert act in acts
        return act

    return player


def best_duel(known: Knowledge, worlds: int, dice: Random) -> Act:
    """Lay the card that is best when the other lays any of its cards."""
    seat, own, fights = known.seat or 0, pack(known.hand), DuelFights(known)
    totals = dict.fromkeys(known.hand, 0.0)
    for _ in range(worlds):
        other = sampled(known, dice).hands[1 - seat]
        theirs = [card for card, _ in fights.shapes.of(other).singles]
        for mine in totals:
            totals[mine] += sum(fights.value(seat, (own, mine), (other, card)) for card in theirs) / len(theirs)
    return {"do": "duel", "card": str(max(totals, key=totals.__getitem__))}


PLAYERS: Mapping[str, Player] = {
    "random": random_player,
    "greedy": greedy,
    "search20": searching(20, 10),
    **{level: robot(level) for level in LEVELS},
}
"""The players by their names."""
