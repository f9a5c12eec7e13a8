"""A finding as a rig file: the steps of the file from which it was explored, the gestures, and what should be so."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.antenna import Stack
from explorer.gestures import Kind
from explorer.minimal import moments
from explorer.phases import end_of
from explorer.promises import SETTLED_MS, SHOWN_MS, _turn_to_undo
from explorer.world import DOUBLE_MS
from tacotable.rig.checks import meant_look
from tacotable.rig.scenario_file import SUFFIX, read_scenario
from tacotable.state.facts import Acted
from tacotable.table.file import SHIPPED as TABLES

if TYPE_CHECKING:
    from explorer.gestures import Gesture
    from explorer.phases import PhaseRig
    from explorer.search import Finding
    from explorer.world import World

Step = Mapping[str, object]
SHOULD: Mapping[str, str] = {
    "no fault": "the program handles each gesture without an exception",
    "journal": "after a restart the table shows the same as before",
    "hands": "no act without a card or a press of its seat after it was asked",
    "seen": "no act by a press that began before its question could be read",
    "owner": "no card counts as an act of another seat than the one that laid it",
    "no silence": "a display or a lamp tells the awaited seat how to get on",
    "lit lamp": "a lamp that asks for a press is at a button that does something",
    "secrecy": "a card that is hidden changes nothing for the other seats",
    "undo": "the menu of the seat takes its last act back",
}
"""What should be so instead, by the promise that is broken."""
TITLE_CHARS = 200


def name_of(finding: Finding, number: int) -> str:
    """Return a file name for the rig file of a finding."""
    words = re.sub(r"[^a-z0-9]+", "-", f"{finding.violation.promise} {finding.violation.kind}".lower()).strip("-")
    return f"{number:02}-{words[:60].rstrip('-')}{SUFFIX}"


def rig_file(path: Path, world: World, finding: Finding, pace_ms: float, folder: Path) -> str:
    """Return the text of a rig file for a folder; `world` is the one in which the scenario of `path` ends."""
    scenario, violation = read_scenario(path), finding.violation
    stack = next((antenna.stack for antenna in world.antennas.values()), Stack.ALL)
    file = scenario.file
    table = scenario.table if scenario.table in TABLES else os.path.relpath(scenario.table, folder)
    head: dict[str, object] = {
        "title": f"{violation.promise}: {violation.kind}"[:TITLE_CHARS],
        "table": table,
        "game": file.game,
    }
    head |= {"mode": file.mode, "language": file.language, "enrolled": None if file.enrolled else False}
    rig, worlds = end_of(path), [world, *(now for now, _ in moments(world, finding.gestures, pace_ms))]
    facts = [*rig.facts, *(one.fact for now in worlds[1:] for one in now.facts)]
    accepted = [fact for fact in facts if isinstance(fact, Acted) and fact.ruling != "illegal"]
    steps = [
        *_dealt(rig, worlds),
        *_steps(finding.gestures, worlds, pace_ms / 1_000),
        *_ending(worlds[-1], finding, accepted),
    ]
    lines = [
        f"# Broken promise: {violation.promise}: {violation.kind}.",
        f"# What happens: {violation.text}".replace("\n", " "),
        f"# Explored with {pace_ms / 1_000:g} s between gestures, and readers that read {stack.value} stacked cards.",
        f"# What should be so: {SHOULD.get(violation.promise, 'the promise holds')}.",
        *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in head.items() if value is not None),
        "steps = [",
        *(f"  {_step_text(line.text)}," for line in scenario.lines),
        f"  # From here on: {', '.join(map(str, finding.gestures)) or 'nothing more'}.",
        *(f"  {_toml(step)}," for step in steps),
        "]",
    ]
    return "\n".join(lines) + "\n"


def _step_text(text: str) -> str:
    """Return a step as it is written in a file, without the comment after it."""
    for end in re.finditer("}", text):
        try:
            tomllib.loads(f"step = {text[: end.end()]}")
        except tomllib.TOMLDecodeError:
            continue
        return text[: end.end()]
    return text


def _toml(value: object) -> str:
    """Return a value as TOML writes it in one line."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(key)} = {_toml(part)}' for key, part in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key) else json.dumps(key)


def _dealt(rig: PhaseRig, worlds: list[World]) -> Iterator[Step]:
    """Yield how the cards that gestures use come from the draw pile, where the scenario left them, into hands."""
    there = {tag: place for place, tags in rig.places().items() for tag in tags}
    used = {tag for before, after in pairwise(worlds) for tag, _, _ in _moves(before, after)}
    for place, tags in worlds[0].places.items():
        for tag in tags:
            if tag in used and there[tag] != place:
                yield {"place": worlds[0].faces[tag], "on": place, "from": there[tag], "pause_s": 0.0}


def _steps(gestures: Iterable[Gesture], worlds: list[World], pause_s: float) -> Iterator[Step]:
    """Yield the steps of all gestures."""
    for gesture, (before, after) in zip(gestures, pairwise(worlds), strict=True):
        yield from _steps_of(gesture, before, after, {"pause_s": pause_s})


def _steps_of(gesture: Gesture, before: World, after: World, pause: Step) -> list[Step]:
    button = {"tap": gesture.what}
    match gesture.kind:
        case Kind.WAIT:
            return [{"wait": gesture.seconds}]
        case Kind.TAP:
            return [{**button, **pause}]
        case Kind.DOUBLE:
            return [{**button, "pause_s": DOUBLE_MS / 1_000}, {**button, **pause}]
        case Kind.HOLD:
            return [{"hold": gesture.what, **pause}]
        case Kind.BOTH:
            return [{"together": [{"tap": one} for one in gesture.what.split()], **pause}]
    hands: list[Step] = []
    for tag, source, place in _moves(before, after):
        face = before.faces[tag]
        if source in before.antennas:
            hands.append({"lift": source, "to": place, "card": face})
        else:
            hands.append({"place": face, "on": place, "from": source})
    return [{**hands[0], **pause}] if len(hands) == 1 else [{"together": hands, **pause}]


def _moves(before: World, after: World) -> Iterator[tuple[str, str, str]]:
    """Yield each card that hands moved, with the places before and after."""
    sources = {tag: place for place, tags in before.places.items() for tag in tags}
    for place, tags in after.places.items():  # the upper one of two that are laid is the last
        yield from ((tag, sources[tag], place) for tag in tags if sources[tag] != place)


def _ending(world: World, finding: Finding, accepted: list[Acted]) -> Iterator[Step]:
    """Yield the steps to the broken moment, and what should be so then, if not only a person can say it."""
    promise, kind, text = finding.violation.promise, finding.violation.kind, finding.violation.text
    lamps, done = world.controller.scene.lamps, world.situation.game.steps
    if done and (promise == "undo" or kind.endswith("after undo")):
        yield from _undone(world, done[-1].seat)
    if promise in ("hands", "seen", "owner") and any(one.fact in accepted for one in world.facts):
        yield {"expect": {"acts": len(accepted) - 1}}
    elif promise == "lit lamp" and (name := next((name for name in lamps if name in text), "")):
        yield {"expect": {"not": {"lamp": {name: meant_look(lamps[name])}}}}
    elif "all lamps dark" in kind:
        seats = text.removesuffix(" awaited").split(", ")
        names = [name for name in lamps if name.rpartition(".")[0] in seats]
        yield {"expect": {"either": [{"not": {"lamp": {name: "dark"}}} for name in names]}}
    elif "no word of a card" in kind:
        yield {"wait": SHOWN_MS / 1_000}


def _undone(world: World, seat: str) -> Iterator[Step]:
    """Yield how a seat takes its act back by its menu, and all others agree if they are asked."""
    button = next(name for name in world.buttons if name.startswith(f"{seat}.") and not name.endswith(".ok"))
    screens, tried, wait = world.controller.scene.screens, world.fork(), {"wait": SETTLED_MS / 1_000}
    tried.wait(SETTLED_MS)
    yield wait
    if seat not in tried.situation.ui.menus:
        yield {"hold": button}
    yield {"turn": button, "until": "menu.take-back", "on": seat if seat in screens else next(iter(screens))}
    if _turn_to_undo(tried, seat, button):
        return
    yield {"tap": f"{seat}.ok"}
    tried.tap(f"{seat}.ok")
    for other in world.seats:
        if other != seat and tried.situation.ui.question is not None:
            yield from (wait, {"tap": f"{other}.ok"})
            tried.wait(SETTLED_MS)
            tried.tap(f"{other}.ok")
