"""Whether what a scenario expects is so: by the program's scene and situation, then by eyes and ears of the rig."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tacotable.display.draw import draw
from tacotable.state.facts import Acted
from tacotable.state.scene import Choice, Light, Scene, Screen, SpaceScreen
from tacotable_drivers.ports import Pattern

if TYPE_CHECKING:
    from tacotable.rig.rigs import Rig
    from tacotable.rig.scenario import Expected, Rhythm
    from tacotable.state.situation import Situation

_RHYTHMS: Mapping[Pattern, Rhythm] = {Pattern.OFF: "dark", Pattern.SOLID: "steady"}


def told_differences(rig: Rig, wanted: Expected) -> tuple[str, ...]:
    """Return how the program's scene and situation differ from what is expected; nobody is asked."""
    scene, situation = rig.controller.scene, rig.controller.situation
    return (
        *_of_screens(scene, wanted),
        *_of_words(scene, situation, wanted),
        *_of_lights(scene, situation, wanted),
        *_of_state(situation, wanted),
        *_of_acts(rig, wanted),
    )


def seen_differences(rig: Rig, wanted: Expected) -> tuple[str, ...]:
    """Return what eyes and ears of the rig find otherwise than the program means it."""
    scene, situation = rig.controller.scene, rig.controller.situation
    named = dict.fromkeys((*wanted.screen, *wanted.text, *wanted.item))
    found = [rig.sees_screen(name, scene.screens[name], language_of(scene, situation, name)) for name in named]
    if wanted.lamp:
        found.append(rig.sees_lamps(wanted.lamp))
    if wanted.light:
        found.append(rig.sees_lights({_place(situation, name): rhythm for name, rhythm in wanted.light.items()}))
    if wanted.sound:
        found.append(rig.hears(wanted.sound))
    return tuple(told for told in found if told)


def language_of(scene: Scene, situation: Situation, name: str) -> str:
    """Return the language in which a display is drawn."""
    return scene.languages.get(name, situation.devices.table.language)


def code_of(screen: Screen) -> str:
    """Return the id of the message that a display shows; a space's display shows none."""
    return "" if isinstance(screen, SpaceScreen) else screen.sign.code


def rhythm_of(light: Light) -> Rhythm:
    """Return how a light looks to a person."""
    is_black = light.look.rgb == (0, 0, 0)
    return "dark" if is_black else _RHYTHMS.get(light.look.pattern, "flashing")


def _of_screens(scene: Scene, wanted: Expected) -> Iterator[str]:
    for name in dict.fromkeys((*wanted.screen, *wanted.text, *wanted.item)):
        if name not in scene.screens:
            yield f"there is no display {name!r}; there are {', '.join(scene.screens)}"
    for name, code in wanted.screen.items():
        if name in scene.screens and code_of(scene.screens[name]) != code:
            yield f"display {name} shows {code_of(scene.screens[name])}, not {code}"
    for name, item in wanted.item.items():
        offered = item_of(scene.screens[name]) if name in scene.screens else item
        if offered != item:
            yield f"display {name} offers {offered or 'nothing'}, not {item}"


def _of_words(scene: Scene, situation: Situation, wanted: Expected) -> Iterator[str]:
    for name, words in wanted.text.items():
        if name in scene.screens:
            text = draw(scene.screens[name], language_of(scene, situation, name)).text
            if words not in text:
                yield f"display {name} reads {text!r}, without {words!r}"
    for seat, code in wanted.prompt.items():
        told = scene.prompts[seat].code if seat in scene.prompts else "nothing"
        if told != code:
            yield f"seat {seat} is told {told}, not {code}"


def item_of(screen: Screen) -> str:
    """Return the item that a display offers; empty where it offers none."""
    return screen.item if isinstance(screen, Choice) else ""


def _of_lights(scene: Scene, situation: Situation, wanted: Expected) -> Iterator[str]:
    for name, rhythm in wanted.lamp.items():
        if name not in scene.lamps:
            yield f"there is no lamp {name!r}; there are {', '.join(scene.lamps)}"
        elif rhythm_of(scene.lamps[name]) != rhythm:
            yield f"lamp {name} is meant {rhythm_of(scene.lamps[name])}, not {rhythm}"
    for name, rhythm in wanted.light.items():
        place = _place(situation, name)
        if not 0 <= place < len(scene.lights):
            yield f"there is no light {name}"
        elif rhythm_of(scene.lights[place]) != rhythm:
            yield f"light {name} is meant {rhythm_of(scene.lights[place])}, not {rhythm}"
    if wanted.sound is not None and scene.cue.name != wanted.sound:
        yield f"the last sound is {scene.cue.name}, not {wanted.sound}"


def _place(situation: Situation, name: str) -> int:
    """Return the place of a light in the scene: the spaces of a board are counted from -4."""
    return int(name) + (4 if situation.devices.table.board else 0)


def _of_state(situation: Situation, wanted: Expected) -> Iterator[str]:
    if wanted.stage is not None and situation.game.stage.value != wanted.stage:
        yield f"the stage is {situation.game.stage.value}, not {wanted.stage}"
    public = situation.game.match.view("table") if situation.game.match else {}
    for key, value in wanted.state.items():
        if public.get(key) != value:
            yield f"the referee's {key} is {public.get(key)!r}, not {value!r}"
    if wanted.lost is not None and sorted(situation.devices.lost) != sorted(wanted.lost):
        yield f"lost are {sorted(situation.devices.lost) or 'no devices'}, not {sorted(wanted.lost)}"


def _of_acts(rig: Rig, wanted: Expected) -> Iterator[str]:
    if wanted.acts is None and not wanted.last_act:
        return
    acts = [fact for fact in rig.facts if isinstance(fact, Acted) and fact.ruling != "illegal"]
    if wanted.acts is not None and len(acts) != wanted.acts:
        yield f"{len(acts)} acts were accepted, not {wanted.acts}"
    last: Mapping[str, object] = {"seat": acts[-1].seat, **acts[-1].act} if acts else {}
    for key, value in wanted.last_act.items():
        if last.get(key) != value:
            yield f"the last act is {dict(last)}, and its {key} should be {value!r}"
