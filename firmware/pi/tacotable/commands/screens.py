"""`tacotable screens`: every different display picture of a played game, as PNG files."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tacotable.autoplay.games import play_games
from tacotable.catalog import LANGUAGES
from tacotable.display.draw import draw
from tacotable.display.fonts import Size
from tacotable.errors import SetupError
from tacotable.state.scene import Scene, Screen, SpaceScreen
from tacotable.table.choose import parser_of
from tacotable.table.file import TableFile, read_table
from tacotable.table.parts import displays_of

SCALE = 4  # Pixels of the file for one of the display, so that people can look at it.


def main(arguments: list[str]) -> int:
    """Play a game and write each picture once; files are named by what they show. Raises SetupError without them."""
    chosen = parser_of("screens", __doc__, languages=LANGUAGES).parse_args(arguments)
    try:
        count = _draw_all(read_table(chosen.table, chosen.game), chosen.folder, chosen.seed, chosen.language)
    except OSError as error:
        raise SetupError(f"{error.filename}: {error.strerror}; give a folder that can be written") from None
    print(f"{count} pictures in {chosen.folder}")
    return 0


def _draw_all(table: TableFile, folder: Path, seed: int, language: str) -> int:
    """Write the pictures of a game, enlarged, into a folder; count them; raises OSError where it cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    seen: dict[tuple[bytes, Size], Screen] = {}
    displays = displays_of(table)

    def keep(scene: Scene) -> None:
        for name, screen in scene.screens.items():
            drawn = draw(screen, language, (), displays[name].size)
            for pixels in drawn.turns:
                seen.setdefault((pixels, drawn.size), screen)

    play_games(table, 1, seed, on_scene=keep)
    for number, ((pixels, (width, height)), screen) in enumerate(seen.items(), 1):
        name = f"space-{screen.number}" if isinstance(screen, SpaceScreen) else screen.sign.code.replace(".", "-")
        image = Image.new("1", (width, height))
        image.putdata([pixels[y // 8 * width + x] >> (y % 8) & 1 for y in range(height) for x in range(width)])
        image.resize((width * SCALE, height * SCALE)).save(folder / f"{number:03d}-{name}.png")
    return len(seen)
