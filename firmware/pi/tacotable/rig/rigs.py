"""What a rig is: hands that act at a table, and eyes that confirm what its program means to show.

On every rig the program itself runs in this process, so its situation and its scene can be asked; what differs is
how much of the table between is real. What rigs do alike is here, too: those whose program runs on hardware, and those
that know where all things lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tacotable.errors import TacotableError
from tacotable.rig.scenario import FOREIGN, TACOCAT
from tacotable_sim.truth import BOX, DRAW, Truth

if TYPE_CHECKING:
    from tacotable.autoplay.rig_tables import Bench
    from tacotable.core.controller import Controller
    from tacotable.state.facts import Fact
    from tacotable.state.scene import Screen


class RigError(TacotableError):
    """A step cannot be done at this rig; the text says why, and what could be done."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The sounds since the last step; when that was, and the sound before them, which may have been ringing then."""

    sounds: tuple[str, ...]
    before: str
    since_s: float


class Rig(Protocol):
    """A table on which a scenario is carried out. Acts raise RigError or SimulationError where hands cannot do them."""

    settle_s: float = 0.6  # How long the table may take to answer an act.

    controller: Controller  # The program's controller now; another one after a restart.

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the program's journal holds."""

    @property
    def now_s(self) -> float:
        """Return the time on the rig's clock."""

    @property
    def hub_firmware(self) -> tuple[str, ...]:
        """Return the versions of the programs on its hubs; empty where it has none."""
        return ()

    # What hands do.

    def place(self, card: str, place: str, source: str) -> None:
        """Lay a card of this face on a place."""

    def lift(self, place: str, to: str, card: str | None) -> None:
        """Move the card of a place elsewhere."""

    def press(self, button: str) -> None:
        """Put a finger on a button."""

    def release(self, button: str) -> None:
        """Release a button."""

    def tap(self, button: str, seconds: float) -> None:
        """Press a button for so long."""
        self.press(button)
        self.wait(seconds)
        self.release(button)

    def move_token(self, space: int | None) -> None:
        """Stand Tacocat on a space, or take it up."""

    def at_once(self) -> AbstractContextManager[None]:
        """Do what follows in one moment: readers tell of it when it is done."""
        return nullcontext()  # time passes only in `wait`

    def wait(self, seconds: float) -> None:
        """Wait."""

    def set_fault(self, device: str, fault: str, *, on: bool) -> None:
        """Switch a fault on, or mend it."""

    def restart(self) -> None:
        """Stop the program and start it again from its journal."""

    # What eyes and ears confirm; each gives why not, or None. The scene itself was compared already.

    def sees_screen(self, name: str, screen: Screen, language: str) -> str | None:
        """Confirm that a display shows this screen."""
        return None

    def sees_lamps(self, lamps: Mapping[str, str]) -> str | None:
        """Confirm how lamps of buttons look."""
        return None

    def sees_lights(self, lights: Mapping[int, str]) -> str | None:
        """Confirm how lights look, by their place in the scene."""
        return None

    def hears(self, sounds: Sequence[str], since: Heard | None) -> str | None:
        """Confirm that these were all sounds since the last step; without `since`, that they were the last."""
        return None

    def lying(self) -> Mapping[str, object] | None:
        """Return the faces of each place and where Tacocat is, where that is known; None where people are asked."""
        return None

    def sees_lying(self, wanted: Mapping[str, object]) -> str | None:
        """Confirm what lies at places, where only people know it."""
        return None


class OnBench(Rig):
    """What rigs have in common whose program runs on hardware, real or simulated."""

    def __init__(self, bench: Bench) -> None:
        self._bench, self.controller = bench, bench.program.controller

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the journal holds."""
        return self._bench.facts

    @property
    def hub_firmware(self) -> tuple[str, ...]:
        """Return the versions that the hubs told."""
        return tuple(hub.program for hub in self._bench.program.devices.hubs.counters().values() if hub.program)

    @property
    def now_s(self) -> float:
        """Return the time on the loop's clock."""
        return self._bench.loop.time()

    def wait(self, seconds: float) -> None:
        """Wait; raises what the program met meanwhile."""
        self._bench.loop.run_for(seconds)
        self._bench.raise_error()

    def restart(self) -> None:
        """Start the program again."""
        self._bench.restart()
        self.controller = self._bench.program.controller


class Hands(Rig):
    """Hands at the things of `truth`; how the program is told of what they do is the rig's."""

    def __init__(self, truth: Truth) -> None:
        self._truth = truth

    def move(self, tag: str, place: str) -> None:
        """Move a card."""

    def place(self, card: str, place: str, source: str) -> None:
        """Lay a card of this face; a foreign one lies in the box."""
        where = BOX if card == FOREIGN and source == DRAW else source
        self.move(self._truth.search(card, where).tag, place)

    def lift(self, place: str, to: str, card: str | None) -> None:
        """Lift a card off its place."""
        lying = self._truth.at(place)
        if card is None and len(lying) != 1:
            raise RigError(f"{len(lying)} cards lie at {place}; name the one that is meant by `card`")
        self.move(lying[0].tag if card is None else self._truth.search(card, place).tag, to)

    def lying(self) -> dict[str, object]:
        """Return the faces at each place, and the token's space, or `up`."""
        faces: dict[str, object] = {
            place: [card.face for card in self._truth.at(place)] for place in self._truth.places
        }
        return faces | {TACOCAT: "up" if self._truth.token is None else self._truth.token}
