"""Games come in by one seam: the core knows no family by name, and no family knows another."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tacotable
from tacotable.core.view import view
from tacotable.state.game_state import Stage
from tacotable.state.situation import Dealing, Situation, family_of
from tacotable.table.file import SHIPPED, read_table
from tacotable_engine.registry import SHIPPED as SHIPPED_GAMES
from tacotable_engine.registry import rulesets

PROGRAM = Path(tacotable.__file__).parent
FOLDERS = ("tacocat", "exploding")
KNOWN = {"permissions.py": {"exploding"}}
"""What hands may do at the ring is looked up beside those hands."""


def imported_by(module: Path) -> set[str]:
    """Give the modules that a module imports, also where it does so only for types."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found.add(str(node.module))
            found |= {f"{node.module}.{name.name}" for name in node.names}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found


def families_known_to(module: Path) -> set[str]:
    names = imported_by(module)
    return {folder for folder in FOLDERS if any(f"{name}.".startswith(f"tacotable.games.{folder}.") for name in names)}


ROOMS = sorted(path for path in PROGRAM.rglob("*.py") if PROGRAM / "games" not in path.parents)


def test_every_room_is_looked_at() -> None:
    assert {"core", "state", "dialogs", "enrolment", "app", "web"} <= {
        path.relative_to(PROGRAM).parts[0] for path in ROOMS
    }


@pytest.mark.parametrize("module", ROOMS, ids=lambda module: str(module.relative_to(PROGRAM)))
def test_a_module_of_another_room_knows_no_family_but_for_hands_of_its_own(module: Path) -> None:
    own = {folder for folder in FOLDERS if module.stem == folder} | KNOWN.get(module.name, set())

    assert families_known_to(module) <= own


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_family_knows_no_other(folder: str) -> None:
    known = {name for module in (PROGRAM / "games" / folder).glob("*.py") for name in families_known_to(module)}

    assert known <= {folder}


def test_the_registry_knows_every_family() -> None:
    assert {spec.name for spec in SHIPPED_GAMES} == set(FOLDERS)
    assert len({family_of(game) for game in rulesets()}) == len(FOLDERS)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_family_shows_a_light_for_each_name_and_a_lamp_for_each_button(name: str) -> None:
    table = read_table(name)
    situation = Situation(table, {})
    scene = view(situation)

    assert len(scene.lights) == len(situation.family.light_names(table))
    assert set(scene.lamps) == {name for name, button in table.buttons().items() if button.has_lamp}
    assert set(scene.prompts) == set(scene.public_prompts) == set(table.seat_names)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_family_waits_for_nothing_while_nobody_plays(name: str) -> None:
    situation = Situation(read_table(name), {})

    assert situation.game.stage is Stage.LOBBY
    assert situation.family.wake_at_ms(situation) is None


@pytest.mark.parametrize("name", SHIPPED)
def test_a_family_tells_how_its_game_is_dealt(name: str) -> None:
    situation = Situation(read_table(name), {})

    assert isinstance(situation.family.dealing(situation), Dealing)
