"""The file through which a hub's program feels the simulated board: what is written is what is read."""

from __future__ import annotations

from tacotable_sim.hub.mfrc522_world import CORRUPT, DEAF, SILENT, World

SEVEN, FOUR = bytes.fromhex("04A1B2C3D4E5F6"), bytes.fromhex("DEADBEEF")
TEN, OTHER = bytes.fromhex("04A1B2C3D4E5F60718A9"), bytes.fromhex("04A1B2C3D4E5F60718AA")


def test_everything_that_is_put_in_comes_out() -> None:
    world = World()
    world.close(1 << 16 | 0b101)
    world.close_more(0x8001)
    world.lay(0, (SEVEN, FOUR))
    world.lay(1, (FOUR,))
    world.lay(2, (TEN, OTHER))
    world.break_reader(0, CORRUPT)
    world.break_reader(1, SILENT)
    world.break_reader(2, DEAF)
    world.dip(1)

    read = World()
    read.bytes[:] = world.bytes

    assert (read.closed(), read.more()) == (1 << 16 | 0b101, 0x8001)
    assert [read.tags(reader) for reader in range(3)] == [(SEVEN, FOUR), (FOUR,), (TEN, OTHER)]
    assert [read.fault(reader) for reader in range(3)] == [CORRUPT, SILENT, DEAF]
    assert [read.dips(reader) for reader in range(3)] == [0, 1, 0]


def test_a_board_has_no_expander_at_first_and_can_lose_it() -> None:
    world = World()
    first = world.more()
    world.close_more(1)
    world.close_more(-1)

    assert (first, world.more()) == (-1, -1)


def test_a_half_written_state_is_noticed() -> None:
    world = World()
    world.count_up()
    whole = world.is_whole()
    world.bytes[0] ^= 1

    assert (whole, world.is_whole()) == (True, False)
