"""Claims and moves of hidden cards as words of the one-line state, and back again exactly.

A claim is `b.skip@12+3`: by act 12, after 3 moves, seat b said that it had no Skip. A move is `p>a` (a hidden card
passed from the pile to a), `a-skip` (a hidden card of a's hand was shown to be a Skip), `a+defuse` (a known Defuse in
it became a hidden card), `a=q*5` (all 5 of a's hidden cards merged into the discard pile). Zones are seats, `p` the
pile, `q` the discard pile, `r` the rest.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from tacotable_engine.cards import NONE, read_card
from tacotable_engine.exploding.hypotheses.search import HANDS, Kind, Move
from tacotable_engine.exploding.state import Claim, State

ZONE_LETTERS = "abcdefghijpqr"
"""The letters of the zones, in their order."""
CLAIM = re.compile(r"\.([a-z0-9-]+)@([0-9]{1,6})\+([0-9]{1,6})")
MOVE = re.compile(r"([a-z])(?:>([a-z])|=([a-z])\*([1-9][0-9]{0,2})|([-+])([a-z0-9-]+))")


def write_claims(state: State) -> str:
    """Write the open claims as one word."""
    claims = (f"{ZONE_LETTERS[one.seat]}.{one.card}@{one.act}+{one.after}" for one in state.claims)
    return ",".join(claims) or NONE


def write_moves(state: State) -> list[str]:
    """Write the moves of hidden cards as one word, or none at all."""
    return [",".join(map(_write_move, state.moves))] if state.moves else []


def _write_move(move: Move) -> str:
    zone = f"{ZONE_LETTERS[move.zone]}{move.kind.value}"
    if move.kind in (Kind.SHOWN, Kind.HIDDEN):
        return zone + move.card
    return zone + ZONE_LETTERS[move.to] + (f"*{move.number}" if move.kind is Kind.MERGED else "")


def read_claims(word: str, seats: int, cards: Collection[str]) -> tuple[Claim, ...]:
    """Return claims; raises ValueError telling how they are written."""
    return () if word == NONE else tuple(_read_claim(part, seats, cards) for part in word.split(","))


def _read_claim(part: str, seats: int, cards: Collection[str]) -> Claim:
    seat, found = _seat(part[:1], seats), CLAIM.fullmatch(part[1:])
    if not found:
        raise ValueError("claims such as b.skip@12+3")
    return Claim(seat, read_card(found[1], cards), int(found[2]), int(found[3]))


def read_moves(word: str, seats: int, cards: Collection[str]) -> tuple[Move, ...]:
    """Return moves; raises ValueError telling how they are written."""
    return tuple(_read_move(part, seats, cards) for part in word.split(","))


def _read_move(part: str, seats: int, cards: Collection[str]) -> Move:
    found = MOVE.fullmatch(part)
    if not found:
        raise ValueError("moves such as p>a, a-skip, a+defuse or a=q*5")
    zone = _zone(found[1], seats)
    if found[2]:
        return Move(Kind.PASSED, zone, _zone(found[2], seats))
    if found[3]:
        return Move(Kind.MERGED, zone, _zone(found[3], seats), number=int(found[4]))
    return Move(Kind(found[5]), zone, card=read_card(found[6], cards))


def _seat(letter: str, seats: int) -> int:
    if not letter or letter not in ZONE_LETTERS[:seats]:
        raise ValueError(f"a seat from a to {ZONE_LETTERS[seats - 1]}")
    return ZONE_LETTERS.index(letter)


def _zone(letter: str, seats: int) -> int:
    return ZONE_LETTERS.index(letter) if letter in ZONE_LETTERS[len(HANDS) :] else _seat(letter, seats)
