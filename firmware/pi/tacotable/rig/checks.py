"""Whether what a scenario expects is so: by the program's scene and situation, then by eyes and ears of the rig.

Values: tables by the keys that are named, lists by length or what they hold. Lamps: by how long they are lit and dark
while eyes watch them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from tacotable.display.draw import draw
from tacotable.rig.rigs import Heard, Rig, RigError
from tacotable.rig.scenario import Condition, Expected, Part
from tacotable.state.facts import Acted
from tacotable.state.scene import SILENCE, Choice, Light, Scene, Screen, SpaceScreen
from tacotable_drivers.ports import Pattern

if TYPE_CHECKING:
    from tacotable.state.situation import Situation

_LOOKS: Mapping[Pattern, str] = {Pattern.OFF: "dark", Pattern.SOLID: "steady"}


def told_differences(rig: Rig, wanted: Condition, heard: Heard) -> tuple[str, ...]:
    """Return how the program's scene and situation differ from what is expected; nobody is asked."""
    scene, situation = rig.controller.scene, rig.controller.situation
    found = [
        *_of_displays(scene, situation, wanted),
        *_of_lights_and_sounds(scene, situation, wanted, heard),
        *_of_state(rig, wanted),
        *_of_places(rig, wanted),
    ]
    if isinstance(wanted, Part | Expected):
        found += [
            f"this is so, and should not be: {msgspec.json.encode(part).decode()}"
            for part in _single(wanted.not_)
            if not told_differences(rig, part, heard)
        ]
        found += _of_either([told_differences(rig, part, heard) for part in wanted.either])
    return tuple(found)


def seen_differences(rig: Rig, wanted: Condition, heard: Heard) -> tuple[str, ...]:
    """Return what eyes and ears of the rig find otherwise than the program means it."""
    scene, situation = rig.controller.scene, rig.controller.situation
    named = dict.fromkeys((*wanted.screen, *wanted.text, *wanted.item))
    found = [rig.sees_screen(name, scene.screens[name], language_of(scene, situation, name)) for name in named]
    if wanted.lamp:
        found.append(rig.sees_lamps(wanted.lamp))
    if wanted.light:
        found.append(rig.sees_lights({_place(situation, name): rhythm for name, rhythm in wanted.light.items()}))
    if wanted.sound:
        found.append(rig.hears([wanted.sound], None))
    if wanted.sounds is not None:
        found.append(rig.hears(wanted.sounds, heard))
    if wanted.lies:
        found.append(rig.sees_lying(wanted.lies))
    if isinstance(wanted, Part | Expected):
        for part in _single(wanted.not_):
            found += seen_differences(rig, _as_meant(rig, part, heard), heard)
        tried: list[tuple[str, ...]] = []
        for part in wanted.either:
            if all(tried) and not told_differences(rig, part, heard):
                tried.append(seen_differences(rig, part, heard))
        found += _of_either(tried)
    return tuple(told for told in found if told)


def _single(wanted: Condition | None) -> Iterator[Condition]:
    """Yield each single thing that a `not` names: none of them may be so."""
    if wanted is None:
        return
    for field in wanted.__struct_fields__:
        value = getattr(wanted, field)
        if value == getattr(type(wanted)(), field):
            continue
        if field == "either":
            yield from value
        elif isinstance(value, dict):
            yield from (msgspec.structs.replace(type(wanted)(), **{field: {key: part}}) for key, part in value.items())
        else:
            yield msgspec.structs.replace(type(wanted)(), **{field: value})


def _of_either(tried: Sequence[Sequence[str]]) -> list[str]:
    """Return why none of several alternatives is so; nothing where one is, or where there are none."""
    return ["; or ".join(" and ".join(why) for why in tried)] if tried and all(tried) else []


def _as_meant(rig: Rig, wanted: Condition, heard: Heard) -> Condition:
    """Return what eyes and ears must find instead of what must not be so: whatever the program means to show."""
    scene, situation = rig.controller.scene, rig.controller.situation
    return msgspec.structs.replace(
        wanted,
        lamp={name: meant_look(scene.lamps[name]) for name in wanted.lamp},
        light={name: meant_look(scene.lights[_place(situation, name)]) for name in wanted.light},
        sound=scene.cue.name if wanted.sound and scene.cue.name != SILENCE.name else None,
        sounds=None if wanted.sounds is None else list(heard.sounds),
    )


def shown_now(scene: Scene, situation: Situation, before: Scene | None) -> Iterator[str]:
    """Yield in words what displays and lamps show, where it is not what they showed before; at first, what is lit."""
    for name, screen in scene.screens.items():
        if before is None and isinstance(screen, SpaceScreen):
            continue
        if before is None or before.screens.get(name) != screen or before.languages != scene.languages:
            text = words_on(scene, situation, name)
            yield " ".join(filter(None, (name, code_of(screen), item_of(screen), f'"{text}"')))
    dark = dict.fromkeys(scene.lamps, "dark")
    then = dark | ({} if before is None else {name: meant_look(light) for name, light in before.lamps.items()})
    lamps = {name: meant_look(light) for name, light in scene.lamps.items()}
    if changed := [f"{name} {look}" for name, look in lamps.items() if look != then[name]]:
        yield ", ".join(changed)


def language_of(scene: Scene, situation: Situation, name: str) -> str:
    """Return the language in which a display is drawn."""
    return scene.languages.get(name, situation.devices.table.language)


def code_of(screen: Screen) -> str:
    """Return the id of the message that a display shows; a space's display shows none."""
    return "" if isinstance(screen, SpaceScreen) else screen.sign.code


def meant_look(light: Light) -> str:
    """Return how a light looks to a person."""
    is_black = light.look.rgb == (0, 0, 0)
    return "dark" if is_black else _LOOKS.get(light.look.pattern, light.look.pattern.value)


def words_on(scene: Scene, situation: Situation, name: str) -> str:
    """Return what stands on a display."""
    return draw(scene.screens[name], language_of(scene, situation, name), scene.people).text


def item_of(screen: Screen) -> str:
    """Return the item that a display offers; empty where it offers none."""
    return screen.item if isinstance(screen, Choice) else ""


def _of_displays(scene: Scene, situation: Situation, wanted: Condition) -> Iterator[str]:
    for name, code in wanted.screen.items():
        if code_of(scene.screens[name]) != code:
            yield f"display {name} shows {code_of(scene.screens[name])}, not {code}"
    for name, item in wanted.item.items():
        if item_of(scene.screens[name]) != item:
            yield f"display {name} offers {item_of(scene.screens[name]) or 'nothing'}, not {item}"
    for name, words in wanted.text.items():
        if words not in (text := words_on(scene, situation, name)):
            yield f"display {name} reads {text!r}, without {words!r}"
    for seat, code in wanted.prompt.items():
        told = scene.prompts[seat].code if seat in scene.prompts else "nothing"
        if told != code:
            yield f"seat {seat} is told {told}, not {code}"


def _of_lights_and_sounds(scene: Scene, situation: Situation, wanted: Condition, heard: Heard) -> Iterator[str]:
    for name, rhythm in wanted.lamp.items():
        if not fits(look := meant_look(scene.lamps[name]), rhythm):
            yield f"lamp {name} is meant {look}, not {rhythm}"
    for name, rhythm in wanted.light.items():
        if not fits(look := meant_look(scene.lights[_place(situation, name)]), rhythm):
            yield f"light {name} is meant {look}, not {rhythm}"
    if wanted.sound is not None and scene.cue.name != wanted.sound:
        yield f"the last sound is {scene.cue.name}, not {wanted.sound}"
    if wanted.sounds is not None and heard.sounds != tuple(wanted.sounds):
        told = ", ".join(heard.sounds) or "none"
        yield f"the sounds since the last step are {told}, not {', '.join(wanted.sounds) or 'none'}"


def _of_places(rig: Rig, wanted: Condition) -> Iterator[str]:
    """Yield where something else lies than is expected; a list names all cards of a place, in any order."""
    if not wanted.lies or (there := rig.lying()) is None:
        return
    for place, told in wanted.lies.items():
        lying, what = there[place], f"what lies at {place}"
        if isinstance(lying, list) and isinstance(told, list):
            lying, told = sorted(lying), sorted(told)  # in any order
        yield from unlike(what, lying, {"n": told} if isinstance(lying, list) and isinstance(told, int) else told)


def _place(situation: Situation, name: str) -> int:
    """Return the place of a light in the scene: the spaces of a board are counted from -4."""
    return int(name) + (4 if situation.devices.table.board else 0)


def _of_state(rig: Rig, wanted: Condition) -> Iterator[str]:
    situation = rig.controller.situation
    if wanted.stage is not None and situation.game.stage.value != wanted.stage:
        yield f"the stage is {situation.game.stage.value}, not {wanted.stage}"
    public = situation.game.match.view("table") if situation.game.match and wanted.state else None
    for key, value in wanted.state.items():
        if public is None:
            yield f"there is no game yet that has a {key}"
        elif key not in public:
            raise RigError(f"state: the referee tells no {key!r}; it tells {', '.join(public)}")
        else:
            yield from unlike(f"the referee's {key}", public[key], value)
    if wanted.lost is not None and sorted(situation.devices.lost) != sorted(wanted.lost):
        yield f"lost are {sorted(situation.devices.lost) or 'no devices'}, not {sorted(wanted.lost)}"
    acts = [fact for fact in rig.facts if isinstance(fact, Acted) and fact.ruling != "illegal"]
    if wanted.acts is not None and len(acts) != wanted.acts:
        yield f"{len(acts)} acts were accepted, not {wanted.acts}"
    last: Mapping[str, object] = {"seat": acts[-1].seat, **acts[-1].act} if acts else {}
    yield from unlike("the last act", last, wanted.last_act)


# Values, and rhythms that eyes see.

MATCHERS = ("has", "n", "least", "most")
"""What may stand in place of a value: these are in it, so many are in it, it is so much at least or at most."""


def unlike(what: str, value: object, wanted: object) -> Iterator[str]:
    """Yield where a value is not as wanted; raises RigError where it could never be.

    >>> list(unlike("turn", {"seat": "2", "left": 1}, {"seat": "2"}))
    []
    >>> list(unlike("alive", ["1", "3"], {"n": 3}))
    ['the length of alive is 2, not 3']
    """
    if not isinstance(wanted, Mapping):
        if isinstance(wanted, list) and isinstance(value, list | tuple) and len(wanted) == len(value):
            for at, (one, other) in enumerate(zip(value, wanted, strict=True)):
                yield from unlike(f"{what}[{at}]", one, other)
        elif value != wanted:
            yield f"{what} is {value!r}, not {wanted!r}"
    elif isinstance(value, Mapping) and not (_is_matcher(wanted) and not set(wanted) <= set(value)):
        for key, part in wanted.items():
            if key in value:
                yield from unlike(f"{what}.{key}", value[key], part)
            else:
                yield f"{what} has no {key!r}; it has {', '.join(map(str, value)) or 'nothing'}"
    elif _is_matcher(wanted):
        yield from _unmatched(what, value, wanted)
    elif value is None:
        yield f"{what} is {value!r}, not {dict(wanted)!r}"
    else:
        raise RigError(f"{what} is {value!r}: it has no keys; give a value, or a table of {', '.join(MATCHERS)}")


def _is_matcher(wanted: Mapping[str, object]) -> bool:
    return bool(wanted) and set(wanted) <= set(MATCHERS)


def _unmatched(what: str, value: object, wanted: Mapping[str, object]) -> Iterator[str]:
    """Yield what of `has`, `n`, `least` and `most` does not hold; nothing at all has the length 0."""
    parts: Sequence[object] = list(value) if isinstance(value, Mapping | list | tuple | str) else []
    if "n" in wanted:
        yield from unlike(f"the length of {what}", len(parts), wanted["n"])
    there = list(parts)
    named = wanted.get("has", [])
    for part in named if isinstance(named, list) else [named]:
        found = next((one for one in there if not list(unlike("", one, part))), None)
        if found is None:
            yield f"{what} is {value!r}, without {part!r}"
        else:
            there.remove(found)
    for word, sign in (("least", 1), ("most", -1)):
        bound = wanted.get(word)
        if bound is None:
            continue
        if not isinstance(bound, int | float) or not isinstance(value, int | float):
            yield f"{what} is {value!r}, which is not {word} {bound!r}"
        elif (value - bound) * sign < 0:
            yield f"{what} is {value!r}, not at {word} {bound!r}"


UNSTEADY = "unsteady"  # The look of a lamp that changes, and in none of the rhythms.
FLASHING = ("slow", "fast", "double", UNSTEADY)
LONG_S = 0.3  # Longer is only what a slow lamp and the pause of a double one last: half a second and more.


def fits(look: str, wanted: str) -> bool:
    """Return whether a lamp looks as wanted; `flashing` is any rhythm."""
    return look == wanted or (wanted == "flashing" and look in FLASHING)


def look_of(lit: Sequence[bool], glance_s: float) -> str:
    """Return how a lamp looked at glances that were so far apart, over a second at least.

    The first and the last run are cut off by the eyes: they may be shorter than the lamp's, and never longer.

    >>> look_of([True] * 3 + [False] * 5 + [True] * 5 + [False] * 2, 0.1)
    'slow'
    """
    runs = [(is_lit, len(list(run)) * glance_s) for is_lit, run in groupby(lit)]
    if len(runs) == 1:
        return "steady" if lit[0] else "dark"
    whole = [(is_lit, seconds > LONG_S) for is_lit, seconds in runs[1:-1]]
    is_ever_long = any(seconds > LONG_S for _, seconds in runs)
    if whole and all(is_long for _, is_long in whole):
        return "slow"
    if len(whole) > 2 and not any(is_lit and is_long for is_lit, is_long in whole):
        return "double" if is_ever_long else "fast"
    return UNSTEADY
