"""What a page shows of an Exploding game beyond lights and displays: the turn, the piles, the play. JSON values."""

from __future__ import annotations

from tacotable.dialogs.repair import acceptors, moves, steps
from tacotable.games.exploding import window
from tacotable.games.exploding.pad import owner
from tacotable.games.exploding.state import (
    NOBODY,
    PUBLIC,
    ZONE,
    lethal_count,
    pending,
    pile_size,
    ruleset_of,
    turn_seat,
    turns_left,
    ui_of,
)
from tacotable.games.exploding.timing import steps_of
from tacotable.games.exploding.view import light_names
from tacotable.state.scene import Sign
from tacotable.state.situation import Situation
from tacotable.table.file import TableFile

Content = dict[str, object]


def title(situation: Situation) -> Sign:
    """Say which game is played, by how many."""
    return Sign("page.title-kittens", {"n": len(situation.players)})


def page_table(table: TableFile) -> Content:
    """Return what stands in the middle of the table."""
    return {"play": {"zone": ZONE, "screen": PUBLIC, "bar": len(light_names(table))}}


def page_scene(situation: Situation) -> Content:
    """Return what everyone sees at the table."""
    public, planned = situation.public(), moves(situation)
    return {
        "kittens": {
            "game": situation.ruleset if situation.game.match else situation.ui.lobby_game,
            "seated": [seat for seat in situation.seats if seat in ui_of(situation).seated],
            "players": list(situation.players),
            "alive": public.get("alive", []),
            "phase": public.get("phase"),
            "turn": {"seat": turn_seat(situation), "left": turns_left(situation)} if public else None,
            "pending": dict(pending(situation)) or None,
            "pile": pile_size(situation),
            "lethal": lethal_count(situation),
            "lethal_card": ruleset_of(situation).lethal,
            "hand_size": public.get("hand_size", {}),
            "discard": public.get("discard", []),
            "in_front": public.get("in_front", {}),
            "shown": {seat: list(entry.cards) for seat, entry in situation.game.entries.items() if entry.cards},
            "bar": _bar(situation),
        },
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
