"""The simulated table as hardware, and a whole rig in one call: program, table, and what a test wants to see.

Usable from pytest in three lines:

    with simulated_table("tacocat") as rig:
        rig.tap("YAY.ok")
        assert rig.says("YAY") == "sign.deal"
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.autoplay.rig_tables import simulated_bench
from tacotable.state.scene import Choice, Screen, SpaceScreen, Status
from tacotable.table.file import TableFile, read_table
from tacotable.table.kinds import with_game
from tacotable_sim.people.base import Sign as SeenSign

if TYPE_CHECKING:
    from tacotable.app.program import Program
    from tacotable.core.controller import FactLog
    from tacotable.state.facts import Fact
    from tacotable_sim.table import SimulatedTable
    from tacotable_sim.time.virtual_time import DrivenLoop


@dataclass(slots=True)
class Rig:
    """A simulated table with its program, on virtual time; `program` is another one after a restart."""

    program: Program
    table: SimulatedTable
    loop: DrivenLoop
    settle_s: float = 0.6

    def wait(self, seconds: float) -> None:
        """Wait."""
        self.loop.run_for(seconds)

    def place(self, face: str, place: str, source: str = "draw") -> str:
        """Lay a card of this face somewhere, let the table answer, and return its tag. The pile may be searched."""
        tag = self.find(face, source)
        self.lift(tag, place)
        return tag

    def find(self, face: str, source: str = "draw") -> str:
        """Find a card of this face where hands can take it: in the draw pile it is brought to the top."""
        return self.table.truth.search(face, source).tag

    def lift(self, tag: str, place: str = "discard") -> None:
        """Move a card from where it lies to somewhere else, and wait until the table notices."""
        self.table.place(tag, place)
        self.wait(self.settle_s)

    def tap(self, button: str) -> None:
        """Press a button for a moment, and let the table answer."""
        self.table.tap(button)
        self.wait(self.settle_s)

    def hold(self, button: str) -> None:
        """Press a button for long, and let the table answer."""
        self.table.hold(button)
        self.wait(2.0)

    def move_token(self, space: int | None) -> None:
        """Stand the token on a space, and let the table answer."""
        self.table.move_token(space)
        self.wait(self.settle_s)

    def says(self, screen: str) -> str:
        """Return the id of the message that a display shows."""
        sign = read_sign(self.program.controller.scene.screens[screen])
        return sign.message if sign else ""

    def screen(self, screen: str) -> Screen:
        """Return what a display shows."""
        return self.program.controller.scene.screens[screen]


@contextmanager
def simulated_table(
    table: str | TableFile = "tacocat",
    *,
    seed: int = 1,
    journal: FactLog | None = None,
    resumed: tuple[Fact, ...] = (),
    game: str | None = None,
    is_real_time: bool = False,
    is_enrolled: bool = True,
) -> Iterator[Rig]:
    """Return a simulated table with a running program; the same seed gives the same run on virtual time.

    Without `is_enrolled` the cards are there, and the program knows none of them.
    In real time the readers hang on ptys that carry bytes at their wires' pace, opened by the serial driver, and hubs
    run their program in MicroPython; on virtual time this interpreter runs it. Raises HubProgramError.
    """
    described = table if isinstance(table, TableFile) else read_table(table)
    if game is not None:
        described = with_game(described, game)
    with simulated_bench(
        described, seed=seed, journal=journal, resumed=resumed, is_enrolled=is_enrolled, is_real_time=is_real_time
    ) as (bench, simulated):
        yield Rig(bench.program, simulated, bench.loop)


def read_sign(screen: Screen | None) -> SeenSign | None:
    """Read a display, where there is one, as a person does: the message on it, and its values."""
    if screen is None or isinstance(screen, SpaceScreen):
        return None
    values = dict(screen.sign.values)
    if isinstance(screen, Choice):
        values["item"] = screen.item
    elif isinstance(screen, Status):
        values |= {"pile": screen.pile, "kittens": screen.kittens, "turns": screen.turns}
    if screen.sign.note and "cards" in screen.sign.note.values:  # those that leave the game
        values["noped"] = screen.sign.note.values["cards"]
    return SeenSign(screen.sign.code, values)
