"""Whatever comes in from a disk, a wire or a page: readers raise nothing but what they promise."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Sequence
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from storage.acts import PROGRAM, act
from storage.amount import IS_ALL, IS_MOST
from tacotable.storage.journal import Journal
from tacotable.storage.journal.reading import pack
from tacotable.storage.journal.record import OtherFormatError, RecordError
from tacotable.storage.journal.scan import scan_stream
from tacotable.table.enrolment_files import Deck, DeckFileError, deck_text, parse_deck
from tacotable.table.file import TableFileError, parse_table, read_table
from tacotable.table.schema import Card
from tacotable.web.limits import Limits
from tacotable.web.messages import read
from tacotable.web.model import PageError
from tacotable_drivers.wire import hub, pn532, rdm6300
from tacotable_drivers.wire.hub_messages import understood

SHIPPED_FOLDER = files("tacotable").joinpath("tables")
TABLE = read_table("tacocat")
INPUTS = 200_000 if IS_ALL else 100_000 if IS_MOST else 8_000
"""Inputs in all, shared by the readers."""


def journal(content: bytes) -> None:
    with contextlib.suppress(RecordError, OtherFormatError):
        for _ in scan_stream(BytesIO(content), PROGRAM).records:
            pass


def table_file(content: bytes) -> None:
    with contextlib.suppress(TableFileError):
        parse_table(content.decode("utf-8", "replace"), "fuzzed")


def deck_file(content: bytes) -> None:
    with contextlib.suppress(DeckFileError):
        parse_deck(content.decode("utf-8", "replace"), "fuzzed")


def page_message(content: bytes) -> None:
    with contextlib.suppress(PageError):
        read(content.decode("utf-8", "replace"), Limits())


def pn532_bytes(content: bytes) -> None:
    decoder = pn532.FrameDecoder()
    decoder.feed(content)
    decoder.flush()


def rdm6300_bytes(content: bytes) -> None:
    for layout in rdm6300.Layout:
        decoder = rdm6300.TagDecoder(layout)
        decoder.feed(content)
        decoder.flush()


def hub_lines(content: bytes) -> None:
    decoder = hub.LineDecoder()
    for message in [*decoder.feed(content), *decoder.feed(b"\n")]:
        understood(message)


def hub_messages(content: bytes) -> None:
    """Seal whatever JSON it is, so that the checksum does not keep it out."""
    with contextlib.suppress(ValueError, RecursionError):
        told = json.loads(content)
        if isinstance(told, dict):
            for message in hub.LineDecoder().feed(hub.seal(told)):
                understood(message)


def journal_seed(tmp_path: Path) -> list[bytes]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tacotable.storage.journal.folder.RESERVED_BLOCKS", 8)
        made = Journal(tmp_path, wall_s=lambda: 1.0)
        for number in range(5):
            made.append(act(number))
        made.close()
    working = tmp_path / "game-000001.tcw"
    content = working.read_bytes()
    assert pack(working, PROGRAM)
    return [content, working.with_suffix(".tcj").read_bytes()]


def seeds_of(reader: Callable[[bytes], None], tmp_path: Path) -> list[bytes]:
    """Give good inputs of a reader, to be spoilt."""
    if reader is journal:
        return journal_seed(tmp_path)
    known: dict[Callable[[bytes], None], list[bytes]] = {
        table_file: [SHIPPED_FOLDER.joinpath("tacocat.toml").read_bytes()],
        deck_file: [deck_text(Deck(name="d", ruleset="tc38", cards=[Card(tag="04A1B2C3", face="5")])).encode()],
        page_message: [b'{"do": "press", "button": "YAY.ok", "n": 3}'],
        pn532_bytes: [bytes.fromhex("0000ff00ff00 0000ff0cf4d54b010100440704a1b2c3d4e5f6".replace(" ", ""))],
        rdm6300_bytes: [rdm6300.encode("0C000621A5", layout) * 2 for layout in rdm6300.Layout],
        hub_lines: [hub.seal({"t": "pong", "re": 3, "at": 12})],
        hub_messages: [b'{"t":"snap","n":1,"at":5,"readers":[["ok",3,["04A1B2C3"],null]],"sensors":1}'],
    }
    return known[reader]


def spoilt(seed: bytes, chance: Random) -> bytes:
    """Give bytes like these: some changed, cut, doubled or put in; now and then only noise."""
    content = bytearray(seed)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(content) + 1)
        match chance.randrange(6):
            case 0 if at < len(content):
                content[at] ^= 1 << chance.randrange(8)
            case 1:
                del content[at:]
            case 2:
                content[at:at] = chance.randbytes(chance.randint(1, 9))
            case 3:
                content[at:at] = content[at : at + chance.randint(1, 64)]
            case 4:
                del content[at : at + chance.randint(1, 9)]
            case _:
                content[at:at] = chance.choice(TELLING)
    return bytes(content) if chance.randrange(20) else chance.randbytes(chance.randint(0, 200))


TELLING = (b"\0", b"\xff\xff", b"-1", b"1e999", b"null", b"[]", b"{}", b'"', b"\n", b"[[[[", b"9" * 40, b"\\u0000")
READERS: Sequence[Callable[[bytes], None]] = (
    journal,
    table_file,
    deck_file,
    page_message,
    pn532_bytes,
    rdm6300_bytes,
    hub_lines,
    hub_messages,
)


@pytest.mark.long(keep=3)
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.__name__)
def test_a_reader_takes_anything(reader: Callable[[bytes], None], tmp_path: Path) -> None:
    chance = Random(reader.__name__)
    seeds = seeds_of(reader, tmp_path)
    for seed in seeds:
        reader(seed)

    for _ in range(INPUTS // len(READERS)):
        reader(spoilt(chance.choice(seeds), chance))
