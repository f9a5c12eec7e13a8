"""What a rig is: hands that act at a table, and eyes that confirm what its program means to show.

On every rig the program itself runs in this process, so its situation and its scene can be asked; what differs is
how much of the table between is real.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tacotable.errors import TacotableError

if TYPE_CHECKING:
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

    @property
    def controller(self) -> Controller:
        """The program's controller now; another one after a restart."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the program's journal holds."""

    @property
    def settle_s(self) -> float:
        """How long the table may take to answer an act."""

    @property
    def now_s(self) -> float:
        """Return the time on the rig's clock."""

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

    def move_token(self, space: int | None) -> None:
        """Stand Tacocat on a space, or take it up."""

    def at_once(self) -> AbstractContextManager[None]:
        """Do what follows in one moment: readers tell of it when it is done."""

    def wait(self, seconds: float) -> None:
        """Wait."""

    def break_device(self, device: str, fault: str) -> None:
        """Switch a fault on."""

    def mend_device(self, device: str, fault: str) -> None:
        """Mend it."""

    def restart(self) -> None:
        """Stop the program and start it again from its journal."""

    # What eyes and ears confirm; each gives why not, or None.

    def sees_screen(self, name: str, screen: Screen, language: str) -> str | None:
        """Confirm that a display shows this screen."""

    def sees_lamps(self, lamps: Mapping[str, str]) -> str | None:
        """Confirm how lamps of buttons look."""

    def sees_lights(self, lights: Mapping[int, str]) -> str | None:
        """Confirm how lights look, by their place in the scene."""

    def hears(self, sounds: Sequence[str], since: Heard | None) -> str | None:
        """Confirm that these were all sounds since the last step; without `since`, that they were the last."""

    def lying(self) -> Mapping[str, object] | None:
        """Return the faces of each place and where Tacocat is, where that is known; None where people are asked."""

    def sees_lying(self, wanted: Mapping[str, object]) -> str | None:
        """Confirm what lies at places, where only people know it."""
