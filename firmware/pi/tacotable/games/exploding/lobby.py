"""The lobby: people sit down, choose a game, and begin it from any seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tacotable.dialogs.refusals import Refusal, refuse
from tacotable.games.exploding.setup import own_deck
from tacotable.games.exploding.state import ui_of
from tacotable.state import facts
from tacotable_engine.exploding.ruleset import load_ruleset

if TYPE_CHECKING:
    from tacotable.state.situation import Situation


SITTING_MS = 3_000.0  # So long after sitting down a press does not stand up again.


def sit(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Sit down, or stand up again, beside a game for the one after it; who presses twice to sit down only sits."""
    ui, now = ui_of(situation), situation.devices.now_ms
    is_in = seat in ui.seated
    if is_in and now < ui.sat_ms.get(seat, -SITTING_MS) + SITTING_MS:
        situation.sound("card")
        return
    ui.sat_ms[seat] = now
    if situation.game.match is not None:
        yield facts.Came(seat, "not-next" if is_in else "next")
        return
    ui.seated ^= {seat}
    situation.sound("press" if is_in else "card")


def other_game(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Show the next game."""
    games = (*situation.games, *situation.games)
    situation.ui.lobby_game = games[games.index(situation.ui.lobby_game) + 1]
    situation.sound("press")
    yield from ()


def begin(situation: Situation, seat: str, more: Mapping[str, object] | None = None) -> Iterator[facts.Fact]:
    """Begin with those who sit, clockwise from this seat, if so many can play. `more`: options nobody else set."""
    players = load_ruleset(situation.ui.lobby_game).players
    seats, start = situation.seats, situation.seats.index(seat)
    seated = tuple(name for name in (*seats[start:], *seats[:start]) if name in ui_of(situation).seated)
    if seat not in seated:
        refuse(situation, seat, Refusal("refusal.sit-first"))
        return
    if len(seated) not in players:
        values = {"n": len(seated), "fewest": players.start, "most": players.stop - 1}
        refuse(situation, seat, Refusal("refusal.players", values))
        return
    table, mode = situation.devices.table, situation.mode_of(seated)
    if mode.get("robots") == list(seated):
        refuse(situation, seat, Refusal("refusal.only-robots"))  # somebody has to move their cards
        return
    yield facts.Began(
        {
            "game": situation.ui.lobby_game,
            "seats": list(seated),
            **mode,
            "options": {**(more or {}), **situation.options, "window_s": table.window_s},
            **own_deck(situation, len(seated)),
        }
    )
    # A game has a journal of its own, which must tell the settings that were chosen before it.
    yield from situation.game.settings()
