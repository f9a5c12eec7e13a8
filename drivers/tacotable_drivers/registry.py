"""Which readers and displays there are: those that come with the project, and those of installed packages.

A package brings one by an entry point of the group `tacotable.readers` (a `ReaderSpec`) or `tacotable.displays` (a
`PanelSpec`). They are looked for once. One that cannot be had is left out and told (`refused`), and no table is
read then, so that nothing is missed in a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar

from tacotable_drivers.readers.pn532 import Pn532Session
from tacotable_drivers.readers.spec import Announcing, Polled, ReaderSpec
from tacotable_drivers.readers.spec import TagFamily as TagFamily
from tacotable_drivers.screens.spec import PanelSpec as PanelSpec
from tacotable_drivers.screens.spec import by_page
from tacotable_drivers.spec import SpecError, imported
from tacotable_drivers.wire import rdm6300
from tacotable_drivers.wire.salted import Pn532Wire

PN532 = ReaderSpec(
    name="pn532",
    baud=115_200,  # HSU (UM0701-02 §6.2)
    family=TagFamily.NTAG,
    # A scan has two commands, each with its receipt and its answer.
    manner=Polled(Pn532Session, Pn532Wire, frames_a_scan=4, hears_sticker=True),
    ma=150,
    emulator="tacotable_sim.readers.pn532:emulate",
)
RDM6300 = ReaderSpec(
    name="rdm6300",
    baud=rdm6300.BAUD,
    family=TagFamily.EM4100,
    manner=Announcing(rdm6300.frames(rdm6300.Layout.RDM6300), repeats=True),
    ma=50,
    emulator="tacotable_sim.readers.announcing:Repeating",
)
ID12LA = ReaderSpec(
    name="id12la",
    baud=rdm6300.BAUD,
    family=TagFamily.EM4100,
    manner=Announcing(rdm6300.frames(rdm6300.Layout.ID12LA), repeats=False),
    ma=35,
    emulator="tacotable_sim.readers.announcing:Once",
)
READERS = (PN532, RDM6300, ID12LA)
"""Those that come with the project. Currents are those of the data sheets, while a tag is read."""

SSD1306 = PanelSpec(name="ssd1306", device="luma.oled.device:ssd1306", width_mm=21.74, height_mm=10.86, ma=25)
SSD1306_32 = PanelSpec(
    name="ssd1306-32", device="luma.oled.device:ssd1306", height=32, width_mm=22.4, height_mm=5.6, ma=20
)
SH1106 = PanelSpec(
    name="sh1106",
    device="luma.oled.device:sh1106",
    width_mm=29.42,
    height_mm=14.7,
    ma=25,
    addressing=by_page(first_column=2),  # it has 132 columns of memory, and 128 of glass in their middle
    emulator="tacotable_sim.outputs.controllers:Sh1106",
)
SSD1309 = PanelSpec(name="ssd1309", device="luma.oled.device:ssd1309", width_mm=55.01, height_mm=27.49, ma=120)
PANELS = (SSD1306, SSD1306_32, SH1106, SSD1309)
"""Those that come with the project: the usual modules of 0.96, 0.91, 1.3 and 2.42 inch."""

READERS_GROUP, DISPLAYS_GROUP = "tacotable.readers", "tacotable.displays"
Spec = TypeVar("Spec", ReaderSpec, PanelSpec)


@dataclass(frozen=True, slots=True)
class Registry(Generic[Spec]):
    """The specs of one sort by their names, and what was refused."""

    specs: Mapping[str, Spec]
    refused: tuple[str, ...]


@cache
def readers() -> Registry[ReaderSpec]:
    """Return the readers that table files may name."""
    return registered(READERS, entry_points(group=READERS_GROUP))


@cache
def panels() -> Registry[PanelSpec]:
    """Return the displays that table files may name, by their controllers."""
    return registered(PANELS, entry_points(group=DISPLAYS_GROUP))


def refused() -> tuple[str, ...]:
    """Return what cannot be had of installed packages: which it is, what it lacks, and what to do."""
    return (*readers().refused, *panels().refused)


def registered(shipped: Sequence[Spec], entries: Iterable[EntryPoint]) -> Registry[Spec]:
    """Return the shipped specs with those that entry points bring."""
    specs, kind = {spec.name: spec for spec in shipped}, type(shipped[0])
    faults = []
    for entry in sorted(entries, key=lambda entry: (entry.name, entry.value)):
        try:
            spec = entry.load()
            if not isinstance(spec, kind):
                raise SpecError(f"{spec!r} is no {kind.__name__}")
            if spec.name in specs:
                raise SpecError(f"{spec.name!r} is the name of another {kind.__name__} already; give it one of its own")
            if isinstance(spec, ReaderSpec):  # what keeps it from being used is told here, and not in a game
                spec.manner.session()
            else:  # tables without such displays go without luma
                imported("luma", "tacotable_drivers.screens.oled:set_up")(spec)
        except Exception as error:  # noqa: BLE001  # a package of somebody else may fail in any way
            package = entry.dist.name if entry.dist else entry.value
            faults.append(f"{entry.group}: {entry.name!r} of the package {package}: {error}; mend or uninstall that")
        else:
            specs[spec.name] = spec
    return Registry(specs, tuple(faults))
