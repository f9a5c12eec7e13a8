"""What a page shows of an Exploding game beyond lights and displays: the turn, the piles, the play. JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable.dialogs.repair import acceptors, moves, steps
from tacotable.games.exploding import window
from tacotable.games.exploding.pad import owner, pad_states
from tacotable.games.exploding.state import NOBODY, PUBLIC, ZONE, light_names, ruleset_of, ui_of, view_of
from tacotable.games.exploding.timing import steps_of
from tacotable.state.scene import Sign
from tacotable_engine.views import as_fields

if TYPE_CHECKING:
    from tacotable.state.situation import Situation
    from tacotable.table.file import TableFile

Content = dict[str, object]


def title(situation: Situation) -> Sign:
    """Say which game is played, by how many, and which card is lethal in it."""
    return Sign("page.title-kittens", {"n": len(situation.players), "card": ruleset_of(situation).lethal})


def page_table(table: TableFile) -> Content:
    """Return what stands in the middle of the table."""
    return {"play": {"zone": ZONE, "screen": PUBLIC, "bar": len(light_names(table))}}


def page_scene(situation: Situation) -> Content:
    """Return what everyone sees at the table."""
    view, planned = view_of(situation), moves(situation)
    return {
        "kittens": {
            "game": situation.ruleset if situation.game.match else situation.ui.lobby_game,
            "seated": [seat for seat in situation.seats if seat in ui_of(situation).seated],
            "players": list(situation.players),
            "alive": list(view.alive),
            "phase": view.phase or None,
            "turn": {"seat": view.turn.seat, "left": view.turn.left} if view.game else None,
            "pending": as_fields(view.pending) if view.pending else None,
            "pile": len(view.pile),
            "lethal": view.lethal,
            "lethal_card": ruleset_of(situation).lethal,
            "hand_size": dict(view.hand_size),
            "discard": list(view.discard),
            "in_front": {seat: list(cards) for seat, cards in view.in_front.items()},
            "shown": {seat: list(entry.cards) for seat, entry in situation.game.entries.items() if entry.cards},
            "bar": _bar(situation),
        },
        "pads": pad_states(situation),
        "repair": steps(planned),
        "accept": [seat for seat in acceptors(situation, planned, PUBLIC) if seat == owner(situation)],
    }


def _bar(situation: Situation) -> Content | None:
    """Return the countdown; None while no window is open."""
    opened = ui_of(situation).window
    if opened is None:
        return None
    steps = steps_of(situation)
    return {
        "lit": window.steps_left(opened, situation.devices.now_ms, steps),
        "of": steps,
        "claims": [claim.seat for claim in opened.claims if claim.seat != NOBODY],
        "tied": list(window.tied(opened)),
    }
