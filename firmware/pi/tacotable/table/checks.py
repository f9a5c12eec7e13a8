"""What no single value of a table file shows: two things at one place, something missing, the deck. See `kinds` too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tacotable.table import kinds
from tacotable.table.hub_checks import hub_faults
from tacotable.table.parts import device_of
from tacotable.table.schema import MUX_ROOT, SPACES, Board, Display, Seat, Strip, TableFile
from tacotable_drivers.registry import TagFamily, readers


def faults_of(table: TableFile) -> list[str]:
    """Return what keeps a table from working, each as `key: what; what to do`."""
    kind = kinds.kind_of(table)
    return [
        *_kind_faults(table, kind),
        *_seat_faults(table, kind),
        *_strip_faults(table),
        *_sticker_faults(table),
        *_family_faults(table),
        *_port_faults(table),
        *hub_faults(table),
        *(_board_faults(table.board) if table.board else ()),
        *_display_faults(displays_by_key(table)),
        *_deck_faults(table),
    ]


def deck_hints(table: TableFile) -> list[str]:
    """Return where the enrolled deck is not that of the game; a table without pads, or without a deck, has no hints."""
    if not table.deck or not table.pads:
        return []
    expected = Counter(kinds.deck_of(table.game))
    there = Counter(card.face for card in table.deck)
    hints = []
    for face in _faces_of(table):
        count, wanted = there[face], expected[face]
        told = f"of the cards {face} there are {count}, the game has {wanted}"
        if count < wanted:
            hints.append(f"{told}; enrol {wanted - count} more")
        elif count > wanted:
            hints.append(told if wanted else f"there is no card {face} in this game; it will be refused")
    return [f"deck: {table.game}: {hint}" for hint in hints]


def displays_by_key(table: TableFile) -> dict[str, Display]:
    """Return every display by its key in the file."""
    seats = {f"seats[{index}].display": seat.display for index, seat in enumerate(table.seats)}
    on_board = enumerate(table.board.spaces if table.board else ())
    spaces = {f"board.spaces[{index}].display": space.display for index, space in on_board}
    public = {f"play.displays[{n}]": display for n, display in enumerate(table.play.displays if table.play else ())}
    return {key: display for key, display in (seats | spaces | public).items() if display}


def _faces_of(table: TableFile) -> tuple[str, ...]:
    """Return every face that the games of a table have: numbers ascending, words as the rulesets list them."""
    faces = dict.fromkeys(face for game in kinds.games_of(table) for face in kinds.deck_of(game))
    return tuple(sorted(faces, key=lambda face: int(face) if face.isdecimal() else SPACES))


def _kind_faults(table: TableFile, kind: kinds.GameSpec) -> Iterator[str]:
    """Yield what a table of this kind must have, and what it cannot; a ring with a board has the parts of both."""
    is_family, seats = kinds.is_family_table(table), kinds.seats_of(kind)
    if len(table.seats) not in seats and not (is_family and kind.needs == "board"):
        told = " to ".join(dict.fromkeys((str(seats[0]), str(seats[-1]))))
        yield f"seats: there are {len(table.seats)} of these [[seats]]; give {told}"
    has = {"board": table.board is not None, "play": table.play is not None}
    if not has.get(kind.needs, True):
        yield f"{kind.needs}: this key is missing; {table.game} is played with it: add [{kind.needs}]"
    others = [part for part, is_there in has.items() if is_there and part != kind.needs]
    windows = {"window_s": table.window is not None, "options.window_s": table.options.window_s is not None}
    if all(windows.values()):
        yield "options.window_s: window_s is given too, at the top; take one of the two out"
    unused = [key for key, is_given in windows.items() if is_given and kind.needs != "play"]
    for key in () if is_family else (*others, *unused):
        yield f"{key}: {table.game} is played without it; take it out, or give another `game`"


def _seat_faults(table: TableFile, kind: kinds.GameSpec) -> Iterator[str]:
    """Yield what is wrong with seats; on a ring with a board those with NO are Tacocat's."""
    without = [seat.name for seat in kinds.table_in(table.game, table).seats if seat.pad is None]
    if table.mode == "seen" and kind.needs != "play" and without:  # hidden cards cannot pass a pad
        yield f"mode: seen needs a reader at every seat; give {' and '.join(without)} a `pad`, or `blind` as the mode"
    if len(set(table.seat_names)) < len(table.seats):
        yield "seats: two seats have the same name; give each its own"
    if {"table", "arbiter"} & set(table.seat_names):
        yield "seats: a seat cannot be called 'table' or 'arbiter', these words mean viewers; give it another name"
    is_family = kinds.is_family_table(table)
    for index, seat in enumerate(table.seats):
        is_ring = not seat.no if is_family else kind.needs == "play"
        yield from (_ring_seat_faults if is_ring else _pad_seat_faults)(f"seats[{index}]", seat)
    if is_family:
        yield from _family_seat_faults(table)


def _family_seat_faults(table: TableFile) -> Iterator[str]:
    tacocat = [index for index, seat in enumerate(table.seats) if seat.no]
    if len(tacocat) != 2:
        told = f"two of the seats play Tacocat, those with the button `no`; there are {len(tacocat)}"
        mend = "give two of them `no`, a `pad` and a `display`, and the others `nope`"
        yield f"seats: with [board] and [play] {told}: {mend}"
    for index in tacocat:
        lacking = [part for part in ("pad", "display") if getattr(table.seats[index], part) is None]
        yield from (f"seats[{index}].{part}: a seat that plays Tacocat in a ring needs it; add it" for part in lacking)
    if table.play and table.play.lights:
        yield "play.lights: at a table with [board] the lights of the spaces count down; take it out"


def _pad_seat_faults(key: str, seat: Seat) -> Iterator[str]:
    if seat.nope:
        yield f"{key}.nope: a seat of Tacocat has no such button; take it out"
    if seat.pad and not seat.no:
        yield f"{key}: a seat with a pad needs the button `no` (SACRIFICE / NO) beside `ok`; add it"
    if not seat.pad and not (seat.left and seat.right and seat.display):
        yield f"{key}: a seat without a pad enters cards by `left`, `right` and `ok` on its `display`; add all four"


def _ring_seat_faults(key: str, seat: Seat) -> Iterator[str]:
    if not seat.nope:
        yield f"{key}: a seat of an Exploding game needs the button `nope` beside `ok`; add it"
    for role in ("no", "left", "right"):
        if getattr(seat, role):
            yield f"{key}.{role}: a seat of an Exploding game has the buttons `ok` and `nope`; take this one out"


def _strip_faults(table: TableFile) -> Iterator[str]:
    if strip := table.strip():
        if isinstance(strip, Strip) and strip.frees_spi_pins and strip.spi_port:
            yield "play.lights.frees_spi_pins: this is about SPI0, and the strip is on SPI1; take it out"
        return
    for key, button in table.buttons_by_key().items():
        if button.lamp == "strip":
            yield f"{key}.lamp: this table has no strip of lights; add `lights` to [play], or give the pin of the lamp"


def _sticker_faults(table: TableFile) -> Iterator[str]:
    for key, pad in table.pads_by_key().items():
        if pad.sticker and not (pad.spec and pad.spec.manner.hears_sticker):
            able = " or ".join(spec.name for spec in readers().specs.values() if spec.manner.hears_sticker)
            yield f"{key}.sticker: only a {able} can hear a sticker beside a card; take it out"
        elif pad.sticker in {card.tag for card in table.deck}:
            yield f"{key}.sticker: {pad.sticker} is a card of the deck; fix another tag at the pad"


def _family_faults(table: TableFile) -> Iterator[str]:
    """Yield which pad cannot read the cards of the others: their stickers are of one family."""
    first: tuple[str, TagFamily] | None = None
    for key, pad in table.pads_by_key().items():
        family = pad.spec.family if pad.spec else TagFamily.NTAG  # a hub's readers are MFRC522
        first = first or (key, family)
        if family is not first[1]:
            told = f"it reads tags of {family.frequency}, {first[0]} those of {first[1].frequency}"
            yield f"{key}.reader: {told}; take readers of one frequency, as a card has one tag"


def _port_faults(table: TableFile) -> Iterator[str]:
    first: dict[str, str] = {}
    for key, pad in table.pads_by_key().items():
        if pad.port is not None and (other := first.setdefault(device_of(pad.port), key)) != key:
            mend = "each reader has its own (ls /dev/serial/by-path)"
            yield f"{key}.port: {pad.port} is the port of {other}, too; {mend}"


def _board_faults(board: Board) -> Iterator[str]:
    if not isinstance(board.sensors, list) and (board.sensors_active == "high" or board.sensors_pull):
        mend = "take `sensors_active` and `sensors_pull` out"
        yield f"board.sensors: the inputs of a hub are pulled up and close to ground; {mend}"
    pins = {"board.sensors": board.sensors} if isinstance(board.sensors, list) and board.sensors else {}
    if board.lights and board.lights.kind == "leds":
        pins["board.lights.pins"] = board.lights.pins
    mend = "list them from the YAY goal (-4) to the WOW goal (+4)"
    for key, numbers in pins.items():
        if len(numbers) != SPACES:
            yield f"{key}: nine spaces need nine pins, there are {len(numbers)}; {mend}"
    if [space.arrow == "both" for space in board.spaces] != [False] * 3 + [True] + [False] * 3:
        yield "board.spaces: the centre, and only the centre, has the double arrow; give it `both`, the others a side"


def _display_faults(displays: dict[str, Display]) -> Iterator[str]:
    muxes = {display.mux for display in displays.values() if display.mux is not None}
    behind = {display.address: key for key, display in displays.items() if display.mux is not None}
    first: dict[tuple[object, ...], str] = {}
    for key, display in displays.items():
        if fault := _wire_fault(display):
            yield f"{key}: {fault}"
            continue
        if display.rotate % 180 and display.size[0] != display.size[1]:
            yield f"{key}.rotate: words need all {display.size[0]} pixels of its width, so give 0 or 180"
        if display.address in muxes:
            yield f"{key}.address: 0x{display.address:02X} is the multiplexer's; give the display's own (0x3C or 0x3D)"
        if display.bus == MUX_ROOT and (other := behind.get(display.address)):
            told = f"{other} has 0x{display.address:02X} behind a multiplexer, which is wired to bus {MUX_ROOT}"
            yield f"{key}.address: {told}, so both would answer; give one another address"
        place = (display.bus, display.mux, display.channel, display.address)
        if (other := first.setdefault(place, key)) != key:
            wire = f"bus {display.bus}"
            if display.mux is not None:
                wire = f"mux 0x{display.mux:02X}, channel {display.channel}"
            told = f"{other} is at the same place ({wire}, address 0x{display.address:02X})"
            yield f"{key}: {told}; give one another address or channel"


def _wire_fault(display: Display) -> str:
    if (display.bus is None) == (display.mux is None):
        there = "both are" if display.mux is not None else "neither is"
        return f"`bus` and `mux`: {there} given; give either `bus`, or `mux` with `channel`"
    if display.mux is not None and display.channel is None:
        return "`mux` without `channel`; add the channel of the multiplexer, 0 to 7"
    if display.mux is None and display.channel is not None:
        return "`channel` without `mux`; take it out, or give `mux` in place of `bus`"
    return ""


def _deck_faults(table: TableFile) -> Iterator[str]:
    faces = _faces_of(table)
    for index, card in enumerate(table.deck):
        if card.face not in faces:
            yield f"deck[{index}].face: no game has a card {card.face!r}; give one of {', '.join(faces)}"
        elif card.mark and not any(kinds.printed_on(card) in kinds.counts_of(game) for game in kinds.games_of(table)):
            yield f"deck[{index}].mark: no game has a card {card.face} with the mark {card.mark!r}; take the key out"
    for tag, count in Counter(card.tag for card in table.deck).items():
        if count > 1:
            yield f"deck: tag {tag} is there {count} times; each card has its own, take the others out"
    if table.deck_file is not None and table.deck:
        yield "deck_file: the deck is listed here as [[deck]], too; take one of both out"
