"""What a page shows of an Exploding game beyond lights and displays: the turn, the piles, the play. JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tacotable.dialogs.refusals import acceptors, moves
from tacotable.games.exploding import window
from tacotable.games.exploding.pads import pad_states
from tacotable.games.exploding.state import NOBODY, ExplodingSituation, light_names, ruleset_of, view_of
from tacotable.games.exploding.timing import steps_of
from tacotable.state.game_state import Stage
from tacotable.state.log import LogEntry, standing
from tacotable.state.scene import Sign
from tacotable.table.parts import public_screen_of
from tacotable_engine.views import as_fields

if TYPE_CHECKING:
    from tacotable.table.file import TableFile

Content = dict[str, object]
LAST_PLAYS = 3
PLAYS = ("played", "noped", "drew", "lethal", "defused", "exploded")  # How the events begin that are told as plays.


def title(situation: ExplodingSituation) -> Sign:
    """Say which game is played, by how many, and which card is lethal in it."""
    return Sign("page.title-kittens", {"n": len(situation.game.players), "card": ruleset_of(situation).lethal})


def log_section(situation: ExplodingSituation) -> Sign | None:
    """Return whose turn it is."""
    is_on = situation.game.stage is Stage.PLAY
    return Sign("page.log-turn", {"seat": view_of(situation).turn.seat}) if is_on else None


def page_table(table: TableFile) -> Content:
    """Return what stands in the middle of the table."""
    return {"play": {"zones": list(table.pads), "screen": public_screen_of(table), "bar": len(light_names(table))}}


def page_scene(situation: ExplodingSituation) -> Content:
    """Return what everyone sees at the table."""
    planned = moves(situation)
    return {
        "kittens": {
            **_game(situation),
            "game": situation.ruleset if situation.game.match else situation.ui.lobby_game,
            "seated": [seat for seat in situation.seats if seat in situation.ui.part.seated],
            "bar": _bar(situation),
            "is_asking_whose": situation.ui.part.whose is not None,
        },
        "pads": pad_states(situation),
        "repair": list(planned),
        "accept": acceptors(situation, planned),
    }


def public_picture(situation: ExplodingSituation) -> Content:
    """Return what everyone may see of the game, by its facts alone."""
    return {"kittens": _game(situation)}


def _game(situation: ExplodingSituation) -> Content:
    view, told = view_of(situation), standing(situation.log) if situation.game.match else []
    # Who is out, the first one first; who left without an explosion stands behind.
    exploded = (line.seat for line in told if line.event.startswith("exploded"))
    gone = dict.fromkeys(seat for seat in (*exploded, *view.seats) if seat and seat not in view.alive)
    return {
        "players": list(situation.game.players),
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
        "to_act": list(view.to_act),
        "winner": situation.family.winner(situation) or None,
        "recent": [_play(line) for line in told if line.event.split("-")[0] in PLAYS][-LAST_PLAYS:],
        "exits": list(gone),
        "highlights": _highlights(situation, told),
    }


def _highlights(situation: ExplodingSituation, told: Sequence[LogEntry]) -> list[Content]:
    """Return what a won game is remembered for: the longest row of Nopes, and how often its winner got away."""
    winner = situation.family.winner(situation)
    if not winner:
        return []
    row = longest = 0
    for line in told:
        row = row + 1 if line.event == "noped" else 0 if line.event.startswith("played") else row
        longest = max(longest, row)
    found = {"nopes": longest, "escapes": sum(line.event == "defused" and line.seat == winner for line in told)}
    return [{"what": what, "n": n, "seat": winner} for what, n in found.items() if n]


def _play(line: LogEntry) -> Content:
    """Return who did what: the kind of the event, and of its values what a picture needs."""
    names = ("seat", "cards", "card", "target", "name")
    return {"n": line.number, "event": line.event, **{name: line.values[name] for name in names if name in line.values}}


def _bar(situation: ExplodingSituation) -> Content | None:
    """Return the countdown; None while no window is open."""
    opened = situation.ui.part.window
    if opened is None:
        return None
    steps = steps_of(situation)
    return {
        "lit": window.steps_left(opened, situation.devices.now_ms, steps),
        "of": steps,
        "claims": [claim.seat for claim in opened.claims if claim.seat != NOBODY],
        "tied": list(window.tied(opened)),
    }
