"""Events in which players drop out, come late, and results are corrected, at random."""

from __future__ import annotations

from random import Random

from tacotable_live.tournament.event import Event
from tacotable_live.tournament.model import Dropped, Entered, Plan, Played, Step


def play_round(event: Event, chance: Random) -> None:
    """Draw a round and enter all its results; the better name wins more often."""
    event.take(Step(event.draw()))
    current = event.current
    assert current is not None
    for number, pod in enumerate(current.pods, 1):
        order = sorted(pod.players, key=lambda player: chance.gauss(int(player[1:]), 40))
        event.take(Step(Played(current.number, number, order)))


def random_event(chance: Random, players: int, size: int = 2, rounds: int = 0) -> Event:
    """Return an event after all of its rounds, with drops, late entries and corrections in between."""
    event = Event(Plan("Club", "tc38", size=size, rounds=rounds, seed=str(chance.random())))
    for number in range(players):
        event.take(Step(Entered(f"P{number}")))
    while not event.is_over:
        play_round(event, chance)
        here = [player for player, is_in in event.players.items() if is_in]
        if len(here) > 4 and chance.random() < 0.3:
            event.take(Step(Dropped(chance.choice(here))))
        if chance.random() < 0.3:
            event.take(Step(Entered(f"P{len(event.players)}")))
        if chance.random() < 0.2:
            played = chance.choice(event.rounds)
            pod = chance.randrange(len(played.pods)) + 1
            event.take(Step(Played(played.number, pod, played.orders[pod][::-1])))
    return event
