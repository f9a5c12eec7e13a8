"""Twists: what is otherwise in the second of two worlds, so that a viewer may not know it up to some step.

A card's face, or which of two cards lies where: whatever a viewer learned of in the meantime stays as it was, up to
cards that look alike. What a viewer learns is told by where cards lie and who looks, not by what the program shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from random import Random

from pi.worlds import SPECTATOR, Deal, MakePage, Rest, Say, Setting, Step, World, shipped_page, with_faces, world_of
from pi.worlds_people import more, opening
from tacotable.state.scene import Scene

POINTED = 0.7
"""How often a world ends just before its viewer would learn what is twisted."""


TRIES = 20
"""So often other faces are looked for where chance found nothing to twist."""


class Kind(Enum):
    """What a twist changes."""

    FACES = "other faces under the same tags, from the start"
    DEAL = "other cards where a deal laid them"
    PILE = "another order of the pile after a shuffle"
    SLOT = "another place in the pile for a hidden card"


@dataclass(frozen=True, slots=True)
class Played:
    """A world that was played, and by which steps."""

    world: World
    steps: tuple[Step, ...]
    faces: Mapping[str, str]
    make_page: MakePage

    def learned(self, viewer: str, start: int, cut: int) -> frozenset[str]:
        """Give the tags whose cards a viewer learned of between two steps, both included."""
        return frozenset().union(*(moment.learned[viewer] for moment in self.world.moments[start : cut + 1]))


@dataclass(frozen=True, slots=True)
class Twist:
    """From step `start` on, a card of `moved` is another one; the second world ends with step `cut`."""

    kind: Kind
    start: int
    cut: int
    moved: Mapping[str, str]
    slot: int | None = None
    actor: str | None = None
    """Who knows of it anyway."""
    pile: tuple[str, ...] = field(default=(), repr=False)


def play_first(setting: Setting, chance: Random, count: int, make_page: MakePage = shipped_page) -> Played:
    """Play a world by chance."""
    steps: list[Step] = []
    with world_of(setting, make_page=make_page) as world:
        for step in opening(world):
            steps.append(step)
            world.take(step)
        end = len(steps) + count
        while len(steps) < end:
            for step in more(world, chance):
                steps.append(step)
                world.take(step)
            steps.append(Rest(0.1))
            world.take(steps[-1])
    return Played(world, tuple(steps), {card.tag: card.face for card in setting.table.deck}, make_page)


def play_again(first: Played, twist: Twist) -> World:
    """Take the same steps in the world that a twist makes."""
    setting = first.world.setting
    faces = {tag: first.faces[other] for tag, other in twist.moved.items()} if twist.kind is Kind.FACES else {}
    with world_of(setting, table=with_faces(setting.table, faces), make_page=first.make_page) as world:
        for number, step in enumerate(first.steps[: twist.cut + 1]):
            _take(world, step, twist, number)
    return world


def _take(world: World, step: Step, twist: Twist, number: int) -> None:
    if isinstance(step, Deal) and twist.kind is Kind.DEAL and number >= twist.start:
        world.take(Deal({place: _moved(tags, twist.moved) for place, tags in step.places.items()}, step.rest_s))
    elif number != twist.start or twist.kind not in (Kind.PILE, Kind.SLOT):
        world.take(step)
    elif isinstance(step, Say) and twist.slot is not None:
        world.take(replace(step, action={**step.action, "slot": twist.slot}), lambda tags: twist.pile)
    else:
        world.take(step, lambda tags: _moved(tags, twist.moved))


def _moved(tags: Iterable[str], moved: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(moved.get(tag, tag) for tag in tags)


# Finding a twist.


def find_any(played: Played, viewer: str, chance: Random) -> Twist:
    """Find something that a viewer may not know in a world, of a kind of chance."""
    kinds = chance.sample(tuple(Kind), len(Kind))
    found = (find_twist(played, viewer, kind, chance) for kind in (*kinds, *(Kind.FACES,) * TRIES))
    return next(twist for twist in found if twist is not None)


def find_twist(played: Played, viewer: str, kind: Kind, chance: Random) -> Twist | None:
    """Find something that a viewer may not know in a world; None where there is nothing of this kind."""
    starts = [0] if kind is Kind.FACES else list(_starts(played, viewer, kind))
    if not starts:
        return None
    start = chance.choice(starts)
    cut, wanted = _cut(played, viewer, start, chance)
    if kind is Kind.SLOT:
        return _slot_twist(played, viewer, start, cut, chance)
    tags = played.world.moments[start].pile if kind is Kind.PILE else _dealt(played)
    learned = played.learned(viewer, start, cut)
    moved = _mixed([tag for tag in tags if tag not in learned], chance)
    if kind is not Kind.FACES:
        moved |= _alike(played, [tag for tag in tags if tag in learned], chance)
    elif wanted in moved and played.faces[moved[wanted]] == played.faces[wanted]:
        return find_twist(played, viewer, kind, chance)
    return Twist(kind, start, cut, moved) if any(tag != other for tag, other in moved.items()) else None


def _starts(played: Played, viewer: str, kind: Kind) -> Iterator[int]:
    """Give the steps at which a twist of a kind may begin."""
    for number, step in enumerate(played.steps):
        if kind is Kind.DEAL and isinstance(step, Deal):
            yield number
        elif isinstance(step, Say) and number and kind in (Kind.PILE, Kind.SLOT):
            before, after = (played.world.moments[n].pile for n in (number - 1, number))
            is_shuffle = kind is Kind.PILE and step.action["do"] == "shuffle" and before != after
            is_hidden = kind is Kind.SLOT and "slot" in step.action and len(after) == len(before) + 1
            if is_shuffle or (is_hidden and step.seat != viewer):
                yield number


def _cut(played: Played, viewer: str, start: int, chance: Random) -> tuple[int, str]:
    """Choose where to end: often just before something is learned, and then tell what."""
    known: set[str] = set(played.world.moments[start].learned[viewer])
    ends: list[tuple[int, str]] = []
    for number in range(start + 1, len(played.steps)):
        for tag in sorted(played.world.moments[number].learned[viewer] - known):
            known.add(tag)
            ends.append((number - 1, tag))
    if ends and chance.random() < POINTED:
        return chance.choice(ends)
    return chance.choice((len(played.steps) - 1, chance.randrange(start, len(played.steps)))), ""


def _dealt(played: Played) -> list[str]:
    """Give the tags of the cards that are dealt."""
    deal = next((step for step in played.steps if isinstance(step, Deal)), None)
    return sorted(tag for tags in deal.places.values() for tag in tags) if deal else []


def _mixed(tags: list[str], chance: Random) -> dict[str, str]:
    return dict(zip(tags, chance.sample(tags, len(tags)), strict=True))


def _alike(played: Played, tags: list[str], chance: Random) -> dict[str, str]:
    """Mix cards that nobody can tell apart."""
    by_face: dict[str, list[str]] = {}
    for tag in tags:
        by_face.setdefault(played.faces[tag], []).append(tag)
    return {tag: other for same in by_face.values() for tag, other in _mixed(same, chance).items()}


def _slot_twist(played: Played, viewer: str, start: int, cut: int, chance: Random) -> Twist | None:
    """Hide a card in another place, and let the card that lay there lie where it would have been."""
    step, pile = played.steps[start], list(played.world.moments[start].pile)
    assert isinstance(step, Say)
    hidden = next(iter(set(pile) - set(played.world.moments[start - 1].pile)))
    learned = played.learned(viewer, start + 1, cut)
    slots = [slot for slot, tag in enumerate(pile) if tag != hidden and tag not in learned]
    if hidden in learned or not slots:
        return None
    slot, was = chance.choice(slots), pile.index(hidden)
    other = pile[slot]
    pile[slot], pile[was] = hidden, other
    return Twist(Kind.SLOT, start, cut, {hidden: other, other: hidden}, slot, step.seat, tuple(pile))


# Comparing.


def is_secret_from(played: Played, twist: Twist, viewer: str) -> bool:
    """Tell whether a viewer cannot know of a twist up to its cut."""
    start = twist.start + 1 if twist.kind is Kind.SLOT else twist.start
    seen = played.learned(viewer, start, twist.cut) & set(twist.moved)
    return viewer != twist.actor and all(played.faces[tag] == played.faces[twist.moved[tag]] for tag in seen)


def alike_until(first: World, second: World) -> int:
    """Give the number of steps up to which both worlds were ruled alike."""
    pairs = zip(first.moments, second.moments, strict=False)
    return next((n for n, (one, other) in enumerate(pairs) if one.ruled != other.ruled), len(second.moments))


def difference(first: World, second: World, viewer: str, count: int) -> str | None:
    """Tell the first thing that a viewer gets otherwise in the second world within so many steps; None: nothing."""
    if not count:
        return None
    until = first.moments[count - 1].at_s
    for told, one, other in (
        ("page", _heard(first, viewer, until), _heard(second, viewer, until)),
        ("scene", _scenes(first, viewer, until), _scenes(second, viewer, until)),
        ("table", _seen(first, viewer, count), _seen(second, viewer, count)),
    ):
        if one != other:
            return f"{told}: {_first_difference(one, other)}"
    return None


def _heard(world: World, viewer: str, until: float) -> list[object]:
    return [heard for heard in world.ears[viewer].heard if heard[0] < until]


def _scenes(world: World, viewer: str, until: float) -> list[object]:
    return [(at_s, *_of_scene(world, scene, viewer)) for at_s, scene in world.scenes if at_s < until]


def _of_scene(world: World, scene: Scene, viewer: str) -> tuple[object, ...]:
    """Give what a viewer gets of a scene."""
    screens = {name: screen for name, screen in scene.screens.items() if _may_read(world, name, viewer)}
    own = scene.prompts.get(viewer) if viewer != SPECTATOR else None
    return scene.lights, scene.lamps, screens, own, scene.public_prompts, scene.cue, scene.volume, scene.languages


def _seen(world: World, viewer: str, count: int) -> list[object]:
    """Give what eyes and ears get of the table itself after each step; hidden piles by their size."""
    return [
        (
            moment.at_s,
            moment.seen.lamps,
            moment.seen.lights,
            moment.seen.tone_hz,
            len(moment.pile),
            {
                name: picture
                for name, picture in moment.seen.pictures.items()
                if _may_read(world, name.removeprefix("display "), viewer)
            },
        )
        for moment in world.moments[:count]
    ]


def _may_read(world: World, display: str, viewer: str) -> bool:
    return display == viewer or display not in world.setting.table.seat_names


def _first_difference(one: list[object], other: list[object]) -> str:
    for first, second in zip(one, other, strict=False):
        if first != second:
            return f"\n  {first}\n  {second}"
    return (
        f"{len(one)} against {len(other)}; then {(one if len(one) > len(other) else other)[min(len(one), len(other))]}"
    )
