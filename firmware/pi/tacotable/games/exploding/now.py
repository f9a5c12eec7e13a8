"""How an Exploding game stands at one moment, read once and then looked at for every seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.games.exploding import button_entry
from tacotable.games.exploding.state import NO_PLAY, ExplodingUi, Step, is_blind, step_of, ui_of, view_of
from tacotable.state.game_state import GameState, Stage

if TYPE_CHECKING:
    from tacotable.state.situation import Situation
    from tacotable_engine.exploding.view import ExplodingView, PendingView


@dataclass(frozen=True, slots=True)
class Now:
    """One moment of the game; `situation` is there for what only one seat needs."""

    situation: Situation
    view: ExplodingView
    play: PendingView  # The play that waits for its window, or for what it asks of a seat; empty without one.
    ui: ExplodingUi
    game: GameState
    players: tuple[str, ...]
    step: Step
    is_naming: bool  # Whether the seat whose turn it is turns over names on the displays.
    is_blind: bool  # Whether the reader has just fallen silent, and the game waits.
    asked: str | None  # The seat that names its cards by buttons.
    offered: tuple[str, ...]  # What it may name; empty where buttons alone tell everything.

    def happened(self) -> dict[str, dict[str, object]]:
        """Return what the last act led to by what people do then: cards go into the box, or from hand to hand."""
        told: dict[str, dict[str, object]] = {}
        for event in self.game.last_events:
            kind, cards = str(event["type"]), event.get("cards")
            if kind == "left-game" and isinstance(cards, list):
                told["boxed"] = {**event, "n": len(cards)}
            else:
                told["handed" if kind == "gave" and "card" in event else kind] = dict(event)
        return told


def now_of(situation: Situation) -> Now:
    """Read how the game stands."""
    view, ui, game, players = view_of(situation), ui_of(situation), situation.game, situation.players
    play, step, asked = view.pending or NO_PLAY, step_of(situation), button_entry.asked(situation)
    is_naming = step is Step.NAME and game.stage is Stage.PLAY and not game.is_paused
    is_waiting, offered = is_blind(situation), button_entry.items(situation, asked) if asked else ()
    return Now(situation, view, play, ui, game, players, step, is_naming, is_waiting, asked, offered)
