"""Dealing on the simulated table: the cards go where a game's `Dealing` says, as people do it in a minute."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tacotable_sim.truth import BOX, DISCARD, DRAW, Card, hand_of

if TYPE_CHECKING:
    from tacotable.state.situation import Dealing
    from tacotable_sim.table import SimulatedTable


def deal(table: SimulatedTable, dealing: Dealing) -> None:
    """Gather, shuffle and deal all cards, as far as the deck goes; what the game does not use goes into the box.

    Tiles of an earlier game are taken off the board.
    """
    for space in table.truth.tiles - dealing.tiles:
        table.uncover(space)
    if dealing.places:
        _lay(table, dealing)
        return
    if not dealing.shuffled:  # only what goes in when all is dealt, as far as it is not there yet
        missing = Counter(dealing.then_in) - Counter(card.face for card in table.truth.at(DRAW))
        _put(table, list(table.truth.at(BOX)), missing.elements(), DRAW)
        table.shuffle()
        return
    pool = _gathered(table)
    for seat in dealing.seats:
        _put(table, pool, dealing.given, hand_of(seat))
    _put(table, pool, dealing.shuffled, DRAW)
    table.shuffle()
    _put(table, pool, dealing.on_top, DRAW)
    for _ in range(dealing.each):
        for seat in dealing.seats:
            if table.truth.at(DRAW):
                table.truth.draw(seat)
    if dealing.then_in:
        _put(table, pool, dealing.then_in, DRAW)
        table.shuffle()


def set_board(table: SimulatedTable, dealing: Dealing) -> None:
    """Stand Tacocat where the game wants it, and cover the spaces that it has covered."""
    if dealing.token is not None and table.truth.token != dealing.token:
        table.move_token(dealing.token)
    for space in dealing.tiles - table.truth.tiles:
        table.cover(space)


def _lay(table: SimulatedTable, dealing: Dealing) -> None:
    """Lay out a position; cards of which it does not matter what they are come from what is left, no lethal ones.

    Without a pile all others are the pile, as where nobody knows the hands.
    """
    pool = _gathered(table)
    for place, faces in dealing.places.items():
        at = {"pile": DRAW, "discard": DISCARD}.get(place) or hand_of(place)
        for face in reversed(faces) if at == DRAW else faces:
            left = {card.face for card in pool}
            spare = next(each for each in dealing.shuffled if each in left)
            _put(table, pool, (spare if face == "?" else face,), at)
    if "pile" not in dealing.places:
        deck = Counter((*dealing.shuffled, *dealing.given, *dealing.then_in))
        rest = deck - Counter(face for faces in dealing.places.values() for face in faces)
        _put(table, pool, rest.elements(), DRAW)
        table.shuffle()


def _gathered(table: SimulatedTable) -> list[Card]:
    """Gather all cards, and put those of the draw pile into the box; returns those of the box, the deck's first."""
    table.gather()
    deck, others = table.truth.at(DRAW), table.truth.at(BOX)
    for card in deck:
        table.truth.place(card.tag, BOX)
    return [*deck, *others]


def _put(table: SimulatedTable, pool: list[Card], faces: Iterable[str], place: str) -> None:
    """Pick cards of these faces out of the box, as far as there are any."""
    for face in faces:
        if card := next((card for card in pool if card.face == face), None):
            pool.remove(card)
            table.truth.place(card.tag, place)
