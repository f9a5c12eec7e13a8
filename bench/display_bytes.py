"""Bytes to the displays over a played game: ours beside stock luma, the same pictures in one run.

Three ways to show the same scenes, each over a wire that counts address, control byte and payload of every
transfer: ours (differences), luma's own devices for each panel that changed, and luma's for all panels at each
scene. Ours must end pixel-exact: every panel's memory model equals the last picture, checked after each scene.
What the table itself sent to its simulated panels in the same games is told too: there pages are sent again to
mend glitches, which stock luma never does.
"""

from __future__ import annotations

import warnings

from luma.oled import device as luma
from PIL import Image

from tacotable.autoplay.games import play_games
from tacotable.display.draw import draw
from tacotable.display.fonts import HEIGHT, WIDTH
from tacotable.state.scene import Scene
from tacotable.table.file import TableFile, read_table
from tacotable.table.parts import displays_of
from tacotable_drivers.screens.oled import OledPanel
from tacotable_sim.outputs.panels import Panel, controller

TABLES = (
    ("Tacocat, 2 players", "tacocat", None),
    ("Exploding Kittens, 10 players, one display for all", "kittens", 10),
)
"""A title, a shipped table, and how many play."""


class Bench:
    """The panels of a table, three times."""

    def __init__(self, table: TableFile) -> None:
        self.kinds = {name: display.panel for name, display in displays_of(table).items()}
        self.scenes = 0
        self.changes = 0
        self._ours = {name: Panel(name, controller(kind)) for name, kind in self.kinds.items()}
        self._panels = {name: OledPanel(self._ours[name], kind) for name, kind in self.kinds.items()}
        self._stock = {name: Panel(name, controller(kind)) for name, kind in self.kinds.items()}
        self._devices = {name: getattr(luma, kind.name)(self._stock[name]) for name, kind in self.kinds.items()}
        for device in self._devices.values():
            device.persist = True
        self._last: dict[str, bytes] = {}
        self._frame_bytes: dict[str, int] = {}
        self.stock_changed = self.stock_all = 0

    def show(self, scene: Scene) -> None:
        """Show a scene in all three ways."""
        pictures = {name: draw(screen, "en").pixels for name, screen in scene.screens.items()}
        if pictures == self._last:
            return
        self.scenes += 1
        for name, picture in pictures.items():
            if picture != self._last.get(name):
                self.changes += 1
                self._panels[name].show(picture)
                self.stock_changed += self._stock_frame(name, picture)
            self.stock_all += self._frame_bytes[name]
            if self._ours[name].picture() != picture:
                raise AssertionError(f"{name}: the panel does not show the picture")
        self._last = pictures

    def ours(self) -> int:
        """Return the bytes of our panels, set-up included."""
        return sum(wire.bytes_carried for wire in self._ours.values())

    def _stock_frame(self, name: str, picture: bytes) -> int:
        """Make luma's own device send a picture; gives its bytes."""
        before = self._stock[name].bytes_carried
        self._devices[name].display(image_of(picture))
        self._frame_bytes[name] = self._stock[name].bytes_carried - before
        return self._frame_bytes[name]


def image_of(picture: bytes) -> Image.Image:
    """Return page-ordered pixels as luma takes them."""
    image = Image.new("1", (WIDTH, HEIGHT))
    image.putdata([picture[y // 8 * WIDTH + x] >> (y % 8) & 1 for y in range(HEIGHT) for x in range(WIDTH)])
    return image


def main() -> None:
    """Play three games at each table and print the ratios."""
    warnings.filterwarnings("ignore", "Image.Image.getdata is deprecated")  # luma.oled's own drawing
    for title, table, players in TABLES:
        print(f"{title}, 3 games")
        tell(read_table(table), players)


def tell(table: TableFile, players: int | None) -> None:
    """Play at a table, and print the bytes of all three ways."""
    bench = Bench(table)
    tally = play_games(table, 3, 1, players=players, on_scene=bench.show)
    ours, changed, everything = bench.ours(), bench.stock_changed, bench.stock_all
    print(f"  {bench.scenes} scenes, {bench.changes} changed pictures on {len(bench.kinds)} displays")
    print(f"  ours                          {ours:>9} bytes, pixel-exact after each scene")
    mended = tally.display_bytes
    print(
        f"  ours, mending of glitches too {mended:>9} bytes; {mended / changed:.3f} and {mended / everything:.3f} of:"
    )
    print(f"  stock luma, changed panels    {changed:>9} bytes; ours is {ours / changed:.3f}")
    print(f"  stock luma, all panels        {everything:>9} bytes; ours is {ours / everything:.3f}")
