"""What no single value of a table file shows: two things at one place, what is missing beside another, the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tacotable.table_parts import Board, Card, Display, Seat, TableFile
from tacotable_engine.tacocat.ruleset import load_ruleset

GAMES = ("tc38", "tc36")


def faults_of(table: TableFile) -> list[str]:
    """Give what keeps a table from working, each as `key: what; what to do`."""
    return [
        *_name_faults(table),
        *(fault for index, seat in enumerate(table.seats) for fault in _seat_faults(f"seats[{index}]", seat)),
        *_port_faults(table),
        *_board_faults(table.board),
        *_display_faults(displays_by_key(table)),
        *_deck_faults(table.deck),
    ]


def deck_hints(table: TableFile) -> list[str]:
    """Give where the enrolled deck is not that of the game; a table without pads, or without a deck, has no hints."""
    if not table.deck or not any(seat.pad for seat in table.seats):
        return []
    expected = load_ruleset(table.game).deck.counts
    there = Counter(card.face for card in table.deck)
    faces = sorted(expected.keys() | there.keys(), key=int)
    differing = [_count_hint(face, there[face], expected.get(face, 0)) for face in faces]
    return [f"deck: {table.game}: {hint}" for hint in differing if hint]


def displays_by_key(table: TableFile) -> dict[str, Display]:
    """Give every display by its key in the file."""
    seats = {f"seats[{index}].display": seat.display for index, seat in enumerate(table.seats)}
    spaces = {f"board.spaces[{index}].display": space.display for index, space in enumerate(table.board.spaces)}
    return {key: display for key, display in (seats | spaces).items() if display}


def _count_hint(face: str, there: int, expected: int) -> str:
    if there < expected:
        return f"of the cards {face} there are {there}, the game has {expected}; enrol {expected - there} more"
    if there > expected == 0:
        return f"there is no card {face} in this game; it will be refused"
    return f"of the cards {face} there are {there}, the game has {expected}" if there > expected else ""


def _name_faults(table: TableFile) -> Iterator[str]:
    if len(set(table.seat_names)) < len(table.seats):
        yield "seats: two seats have the same name; give each its own"
    if {"table", "arbiter"} & set(table.seat_names):
        yield "seats: a seat cannot be called 'table' or 'arbiter', these words mean viewers; give it another name"


def _seat_faults(key: str, seat: Seat) -> Iterator[str]:
    if seat.pad and not seat.no:
        yield f"{key}: a seat with a pad needs the button `no` (SACRIFICE / NO) beside `ok`; add it"
    if not seat.pad and not (seat.left and seat.right and seat.display):
        yield f"{key}: a seat without a pad enters cards by `left`, `right` and `ok` on its `display`; add all four"


def _port_faults(table: TableFile) -> Iterator[str]:
    first: dict[str, int] = {}
    for index, seat in enumerate(table.seats):
        if seat.pad and (other := first.setdefault(seat.pad.port, index)) != index:
            yield (
                f"seats[{index}].pad.port: {seat.pad.port} is the port of seats[{other}].pad, too; "
                "each reader has its own (ls /dev/serial/by-path)"
            )


def _board_faults(board: Board) -> Iterator[str]:
    if board.sensors and len(board.sensors) != 9:
        yield (
            f"board.sensors: nine spaces need nine pins, there are {len(board.sensors)}; "
            "list them from the YAY goal (-4) to the WOW goal (+4)"
        )
    if board.lights and board.lights.kind == "leds" and len(board.lights.pins) != 9:
        yield (
            f"board.lights.pins: nine spaces need nine pins, there are {len(board.lights.pins)}; "
            "list them from the YAY goal (-4) to the WOW goal (+4)"
        )
    if [space.arrow == "both" for space in board.spaces] != [False] * 3 + [True] + [False] * 3:
        yield "board.spaces: the centre, and only the centre, has the double arrow; give it `both`, the others a side"


def _display_faults(displays: dict[str, Display]) -> Iterator[str]:
    muxes = {display.mux for display in displays.values() if display.mux is not None}
    first: dict[tuple[object, ...], str] = {}
    for key, display in displays.items():
        if fault := _wire_fault(display):
            yield f"{key}: {fault}"
            continue
        if display.address in muxes:
            yield f"{key}.address: 0x{display.address:02X} is the multiplexer's; give the display's own (0x3C or 0x3D)"
        place = (display.bus, display.mux, display.channel, display.address)
        if (other := first.setdefault(place, key)) != key:
            yield f"{key}: {other} is at the same place ({_place(display)}); give one another address or channel"


def _wire_fault(display: Display) -> str:
    if (display.bus is None) == (display.mux is None):
        there = "both are" if display.mux is not None else "neither is"
        return f"`bus` and `mux`: {there} given; give either `bus`, or `mux` with `channel`"
    if display.mux is not None and display.channel is None:
        return "`mux` without `channel`; add the channel of the multiplexer, 0 to 7"
    if display.mux is None and display.channel is not None:
        return "`channel` without `mux`; take it out, or give `mux` in place of `bus`"
    return ""


def _place(display: Display) -> str:
    wire = f"bus {display.bus}" if display.mux is None else f"mux 0x{display.mux:02X}, channel {display.channel}"
    return f"{wire}, address 0x{display.address:02X}"


def _deck_faults(deck: list[Card]) -> Iterator[str]:
    faces = sorted({face for game in GAMES for face in load_ruleset(game).deck.counts}, key=int)
    for index, card in enumerate(deck):
        if card.face not in faces:
            yield f"deck[{index}].face: no game has a card {card.face!r}; give one of {', '.join(faces)}"
    for tag, count in Counter(card.tag for card in deck).items():
        if count > 1:
            yield f"deck: tag {tag} is there {count} times; each card has its own, take the others out"
