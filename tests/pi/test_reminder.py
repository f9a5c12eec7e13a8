"""The reminder: after a minute without a press or a card the others read who is awaited, and how the menu opens."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from random import Random

import pytest

from tacotable.autoplay.players import people_at
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.dialogs.reminder import IDLE_MS
from tacotable.state.game_state import Stage
from tacotable.state.scene import Scene
from tacotable.state.situation import has_pad, public_screens
from tacotable.table.file import read_table
from tacotable.table.kinds import games_of
from tacotable_engine.exploding.ruleset import RULESETS

SHIPPED = sorted(
    file.name[:-5] for file in files("tacotable").joinpath("tables").iterdir() if file.name.endswith(".toml")
)
PLAYED = [(table, game) for table in SHIPPED for game in games_of(read_table(table))]
MINUTE_S = IDLE_MS / 1_000


def notes(scene: Scene) -> dict[str, str]:
    """Give what stands beside the words of each seat's prompt and of each display, where that is the reminder."""
    screens = {f"display {name}": getattr(screen, "sign", None) for name, screen in scene.screens.items()}
    told = {**screens, **scene.prompts}
    found = {name: sign.note for name, sign in told.items() if sign is not None and sign.note is not None}
    return {
        name: f"{note.code} {note.values['seat']}" for name, note in found.items() if note.code.startswith("note.away")
    }


@pytest.fixture(params=PLAYED, ids="-".join)
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    """Give a table at which people have begun to play, until one seat is awaited and all of them go away."""
    table, game = request.param
    with simulated_table(table, seed=5, game=game) as made:
        situation = made.program.controller.situation
        tasks = [made.loop.create_task(player.play()) for player in people_at(made, Random(5), 2)]

        def is_one_awaited() -> bool:
            is_open = (
                situation.ui.refusals
                or situation.ui.news
                or any(entry.cards for entry in situation.game.entries.values())
            )
            return (
                situation.game.stage is Stage.PLAY and situation.family.awaited(situation) is not None and not is_open
            )

        made.loop.run_until(is_one_awaited, within_s=600.0, what="one seat is awaited")
        for task in tasks:
            task.cancel()
        made.wait(3.0)
        yield made


def seats_of(rig: Rig) -> tuple[str, str]:
    """Give the awaited seat, and the other one that plays."""
    situation = rig.program.controller.situation
    awaited = situation.family.awaited(situation)
    assert awaited is not None
    (other,) = {*situation.game.players} - {awaited}
    return awaited, other


@pytest.mark.long(keep=7)
def test_the_others_read_who_is_awaited_and_which_button_opens_the_menu(rig: Rig) -> None:
    awaited, other = seats_of(rig)
    before = rig.program.controller.scene
    assert notes(before) == {}

    rig.wait(MINUTE_S)

    situation, scene = rig.program.controller.situation, rig.program.controller.scene
    table = situation.devices.table
    is_exploding = situation.ui.lobby_game in RULESETS.names()
    shared = {situation.public_screen, *public_screens(table)} if is_exploding else set()
    key = "nope" if is_exploding else "no" if has_pad(situation, other) else "left"
    own = [f"display {name}" for name in (other, *shared) if name in scene.screens]
    assert notes(scene) == dict.fromkeys([other, *own], f"note.away-{key} {awaited}")
    assert scene.lamps == before.lamps
    assert scene.prompts[awaited] == before.prompts[awaited]


@pytest.mark.long(keep=7)
def test_the_next_press_ends_it_and_means_what_it_meant_before(rig: Rig) -> None:
    awaited, other = seats_of(rig)
    rig.wait(MINUTE_S)
    buttons = [name for name in rig.table.truth.buttons if name.startswith(f"{other}.") and not name.endswith(".ok")]

    rig.hold(buttons[0])

    assert rig.program.controller.situation.ui.menus.keys() == {other}
    assert notes(rig.program.controller.scene) == {}
    rig.wait(MINUTE_S / 4)
    assert notes(rig.program.controller.scene) == {}
    assert seats_of(rig)[0] == awaited


@pytest.mark.long(keep=7)
def test_a_paused_game_reminds_no_seat(rig: Rig) -> None:
    _, other = seats_of(rig)
    buttons = [name for name in rig.table.truth.buttons if name.startswith(f"{other}.") and not name.endswith(".ok")]
    rig.hold(buttons[0])
    while rig.program.controller.situation.ui.menus[other].item != "pause":
        rig.tap(buttons[-1])
    rig.tap(f"{other}.ok")
    assert rig.program.controller.situation.game.is_paused

    rig.wait(2 * MINUTE_S)

    assert notes(rig.program.controller.scene) == {}
