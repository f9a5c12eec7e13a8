"""The cards of a simulated table lie where they lay, whenever the run before stopped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tacotable.app.simulated import FILE, LeftCards
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.table.file import read_table
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import virtual_loop
from tacotable_sim.truth import DISCARD, DRAW, hand_of


@contextmanager
def simulated(game: str = "tc38") -> Iterator[SimulatedTable]:
    table = read_table("tacocat")
    with virtual_loop() as loop:
        made = SimulatedTable(plan_of(table, faces_of(table, game)), loop=loop, seed=1)
        yield made
        made.close()


def play(table: SimulatedTable) -> None:
    """Deal, lay a card on a pad and one on the discard pile, and move the token."""
    table.deal(3)
    own, other = table.truth.at(hand_of("YAY")), table.truth.at(hand_of("WOW"))
    table.place(own[0].tag, "YAY.pad", face_up=True)
    table.place(other[0].tag, DISCARD, face_up=False)
    table.move_token(2)
    table.cover(1)


def test_all_is_found_where_it_was_left(tmp_path: Path) -> None:
    with simulated() as before:
        play(before)
        LeftCards(before, tmp_path).keep()
        left = before.truth.layout()

    with simulated() as after:
        assert LeftCards(after, tmp_path).find()
        assert after.truth.layout() == left
        on_pad = after.truth.at("YAY.pad")[0]
        assert after.truth.is_face_up(on_pad.tag)
        assert (after.truth.token, after.truth.tiles) == (2, frozenset({1}))


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b'{"cards": {}, "face_up": [], "token": 0, "tiles": []}', b'{"cards": 7}'],
)
def test_a_file_that_is_spoilt_leaves_all_cards_on_the_pile(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)

    with simulated() as table:
        assert not LeftCards(table, tmp_path).find()
        assert len(table.truth.at(DRAW)) == 38


def test_a_layout_of_another_deck_or_off_the_board_moves_nothing(tmp_path: Path) -> None:
    with simulated("tc36") as other:
        play(other)
        LeftCards(other, tmp_path).keep()

    with simulated() as table:
        before = table.truth.layout()
        assert not LeftCards(table, tmp_path).find()
        (tmp_path / FILE).unlink()
        LeftCards(table, tmp_path).keep()
        (tmp_path / FILE).write_bytes((tmp_path / FILE).read_bytes().replace(b'"token":0', b'"token":9'))
        assert not LeftCards(table, tmp_path).find()
        assert table.truth.layout() == before


def test_nothing_is_written_where_nothing_changed_and_a_folder_that_is_gone_stops_nobody(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    with simulated() as table:
        left = LeftCards(table, folder)
        left.keep()
        (folder / FILE).unlink()
        left.keep()
        assert not (folder / FILE).exists()
        folder.rmdir()
        table.move_token(1)
        left.keep()
        folder.mkdir()
        left.keep()
        assert (folder / FILE).exists()
