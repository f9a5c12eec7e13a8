"""A scenario: what a file may say, step by step, with the type and the range of each value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from tacotable.table.schema import FileName, Language, Mode

Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Rhythm: TypeAlias = Literal["dark", "steady", "slow", "fast", "double", "flashing"]
"""How a lamp looks: slow is once a second, fast 2.5 times, double two short flashes; flashing is any of them."""
Space: TypeAlias = Annotated[int, Meta(ge=-4, le=4)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=600)]
MOST_STEPS = 500
TACOCAT = "token"  # Where Tacocat stands, among the places where things lie.
FOREIGN = "?"  # The face of a card that no deck knows.


class _Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base of all steps: values only, unknown keys refused."""


class _Hands(_Step, frozen=True, kw_only=True):
    """The base of what hands do; `pause_s` is how long they wait behind it, by default until the table has answered."""

    pause_s: Seconds | None = None


class Place(_Hands, frozen=True, kw_only=True):
    """A card of this face is laid on a place; `?` is a foreign one. `from` is where hands take it."""

    place: Text
    on: Text
    source: Text = msgspec.field(default="draw", name="from")


class Lift(_Hands, frozen=True, kw_only=True):
    """The card of a place goes elsewhere; where several lie, `card` is the face of the one that is meant."""

    lift: Text
    to: Text = "discard"
    card: Text | None = None


class Tap(_Hands, frozen=True, kw_only=True):
    """A button is pressed for a moment."""

    tap: Text


class Hold(_Hands, frozen=True, kw_only=True):
    """A button is pressed for a second and a half."""

    hold: Text


class Press(_Hands, frozen=True, kw_only=True):
    """A finger goes on a button and stays there."""

    press: Text


class Release(_Hands, frozen=True, kw_only=True):
    """A finger leaves a button."""

    release: Text


class Together(_Hands, frozen=True, kw_only=True):
    """What several hands do in one moment: cards, taps, presses and Tacocat; fingers that tap leave together, too."""

    together: Annotated[list[dict[str, object]], Meta(min_length=2, max_length=12)]


class Turn(_Step, frozen=True, kw_only=True):
    """A button is tapped until a display offers this item, or until these words stand on it."""

    turn: Text
    until: Text | None = None
    until_text: Text | None = None
    on: Text


class MoveToken(_Hands, frozen=True, kw_only=True):
    """Tacocat is set on a space, or taken up."""

    token: Space | Literal["up"]


class Wait(_Step, frozen=True, kw_only=True):
    """Time passes."""

    wait: Seconds


class Break(_Step, frozen=True, kw_only=True):
    """Something goes wrong with a device."""

    device: Text = msgspec.field(name="break")
    by: Text


class Mend(_Step, frozen=True, kw_only=True):
    """What went wrong with a device is mended."""

    device: Text = msgspec.field(name="mend")
    by: Text


class Restart(_Step, frozen=True, kw_only=True):
    """The program stops, and starts again from its journal; the table stays as it lies."""

    restart: Literal[True]


class Follow(_Step, frozen=True, kw_only=True):
    """The steps of another file (`*.steps.toml`, beside this one) come here."""

    follow: Annotated[
        str, Meta(pattern=r"^[\w.-]{1,60}\.steps\.toml$", description="a file of steps is named like round.steps.toml")
    ]


class Condition(_Step, frozen=True, kw_only=True, omit_defaults=True):
    """What must be so: on lamps, displays and the buzzer, and in the game's state. What is left out may be anything.

    Screens and prompts are told by the id of their message in the catalog, an `item` is what a display offers (a card,
    or the id of a word), lights go by their space or their place on the strip. `sound` is the last one, `sounds` are
    all since the last step. `state` is a part of what the referee tells everybody; `lies` is what really lies where;
    `lost` are all the devices that are lost.
    """

    screen: dict[str, str] = {}
    text: dict[str, str] = {}
    item: dict[str, str] = {}
    prompt: dict[str, str] = {}
    lamp: dict[str, Rhythm] = {}
    light: dict[str, Rhythm] = {}
    sound: Text | None = None
    sounds: list[str] | None = None
    stage: Literal["lobby", "move", "deal", "play", "over"] | None = None
    state: dict[str, object] = {}
    lies: dict[str, int | str | list[str] | dict[str, object]] = {}
    lost: list[str] | None = None
    acts: Annotated[int, Meta(ge=0)] | None = None
    last_act: dict[str, object] = {}


class Part(Condition, frozen=True, kw_only=True):
    """What stands in a `not` or an `either`, where both may stand once more."""

    not_: Condition | None = msgspec.field(default=None, name="not")
    either: list[Condition] = []


class Expected(Condition, frozen=True, kw_only=True):
    """A whole expectation: nothing that `not` names may be so, and one at least of what stands in `either` is so."""

    not_: Part | None = msgspec.field(default=None, name="not")
    either: list[Part] = []


def parts_of(wanted: Condition) -> Iterator[Condition]:
    """Yield an expectation, and whatever stands in its `not` and its `either`."""
    yield wanted
    if isinstance(wanted, Part | Expected):
        for part in (*([] if wanted.not_ is None else [wanted.not_]), *wanted.either):
            yield from parts_of(part)


class Expect(_Step, frozen=True, kw_only=True):
    """Something is expected, at once or within some seconds; then it stays so for `for_s`."""

    expect: Expected
    within_s: Annotated[float, Meta(gt=0, le=120)] = 2.0
    for_s: Seconds = 0.0


Hand: TypeAlias = Place | Lift | Tap | Hold | Press | Release | MoveToken


@dataclass(frozen=True, slots=True)
class AtOnce:
    """What hands do together, each of it read."""

    hands: tuple[Hand, ...]
    pause_s: float | None = None


Step: TypeAlias = Hand | Together | AtOnce | Turn | Wait | Break | Mend | Restart | Follow | Expect


def _key(kind: Any) -> str:
    return str(next(key for key in kind.__struct_encode_fields__ if key != "pause_s"))


HANDS: dict[str, type[Hand]] = {_key(kind): kind for kind in get_args(Hand)}  # What may be done together.
STEPS: dict[str, type[Step]] = {_key(kind): kind for kind in get_args(Step) if kind is not AtOnce}
"""The key that a step begins with, and what it is."""


@dataclass(frozen=True, slots=True)
class Line:
    """One step, where it stands, and how it is written there."""

    step: Step
    path: Path
    number: int
    text: str = ""

    def __str__(self) -> str:
        """Return the place as people write it: file and line."""
        return f"{self.path.name}:{self.number}"


class StepsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of steps that scenarios follow."""

    steps: Annotated[list[dict[str, object]], Meta(min_length=1, max_length=MOST_STEPS)]


class ScenarioFile(StepsFile, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario file; game, mode and language replace what the file of its table says.

    `expected_to_fail` is the reason for which its last step fails today, on the rigs of `fails_on` if any are named.
    """

    title: Text
    table: FileName
    game: str | None = None
    mode: Mode | None = None
    language: Language | None = None
    enrolled: bool = True
    expected_to_fail: Text | None = None
    fails_on: list[Literal["engine", "sim", "hub", "micropython", "real"]] = []


@dataclass(frozen=True, slots=True)
class Scenario:
    """A whole scenario; `table` is a shipped table's name or a file."""

    name: str
    path: Path
    table: str
    file: ScenarioFile
    lines: tuple[Line, ...]
