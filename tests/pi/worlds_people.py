"""People of a world: random seats that play through their pages, more or less by the rules, and what goes wrong.

They give steps with the handles that their own page told them, so that the same steps can be taken in another world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from pi.cards_told import cards_in
from pi.public_state import public_state
from pi.worlds import Deal, Rest, Say, Step, Trouble, World
from tacotable.state.game_state import Stage
from tacotable_sim.truth import BOX, DRAW, hand_of

NOTICED_S = 0.85
"""So long it takes at most until a card is told that hands lay, after another that they take off first."""
NOISE = 0.1
Cards = list[dict[str, Any]]


def opening(world: World) -> Iterator[Step]:
    """Begin a game, up to the dealing."""
    first, *others = world.setting.players
    if world.situation.devices.table.play is None:
        yield from tap(first, "ok")
        return
    for seat in (first, *others):
        yield from tap(seat, "ok")
    yield from press_long(first, "ok")


def more(world: World, chance: Random) -> Iterator[Step]:
    """Give a few more steps, of which each is to be taken before the next is asked for."""
    yield from _clumsy(world, chance) if chance.random() < NOISE else _sensible(world, chance)


def _sensible(world: World, chance: Random) -> Iterator[Step]:
    situation = world.situation
    players = world.setting.players
    if situation.game.is_paused:
        yield from tap(players[0], "ok")
    elif situation.game.stage is Stage.LOBBY:
        yield from opening(world)
    elif situation.game.stage is Stage.MOVE:
        yield Say(players[0], {"do": "token", "space": int(str(public_state(situation)["token"]))}, 0.4)
        if not world.rig.table.plan.sensors:
            yield from press_long(players[0], "ok")
    elif situation.game.stage is Stage.DEAL:
        yield dealt(world, chance)
        for seat in players if situation.devices.table.play is None else players[:1]:
            yield from tap(seat, "ok")
    elif situation.game.stage is Stage.OVER:
        yield Rest(1.0)
        yield from tap(players[0], "ok")
    else:
        yield from (_at_tacocat if situation.devices.table.play is None else _at_kittens)(world, chance)


def dealt(world: World, chance: Random) -> Deal:
    """Tell how the cards lie when they are dealt by the rules of the game."""
    dealing = world.situation.family.dealing(world.situation)
    deck = [*world.rig.table.plan.deck]
    chance.shuffle(deck)
    pool: dict[str, list[str]] = {}
    for card in deck:
        pool.setdefault(card.face, []).append(card.tag)
    hands = {seat: [pool[face].pop() for face in dealing.given] for seat in dealing.seats}
    shuffled = [pool[face].pop() for face in dealing.shuffled]
    chance.shuffle(shuffled)
    for seat in dealing.seats:
        hands[seat] += [shuffled.pop() for _ in range(dealing.each)]
    pile = shuffled + [pool[face].pop() for face in dealing.then_in]
    chance.shuffle(pile)
    if chance.random() < 0.6:  # a pile that lasts for long teaches little
        trouble = tuple(dealing.then_in)
        faces = {card.tag: card.face for card in deck}
        pile.sort(key=lambda tag: faces[tag] not in trouble or chance.random() < 0.5)
    rest = [tag for tags in pool.values() for tag in tags]
    places = {hand_of(seat): tuple(tags) for seat, tags in hands.items()}
    return Deal({**places, BOX: tuple(rest), DRAW: tuple(pile)})


# What hands do.


def tap(seat: str, role: str) -> Iterator[Step]:
    """Press a button for a moment."""
    yield Say(seat, {"do": "press", "button": f"{seat}.{role}"}, 0.1)
    yield Say(seat, {"do": "release", "button": f"{seat}.{role}"}, 0.55)


def press_long(seat: str, role: str) -> Iterator[Step]:
    yield Say(seat, {"do": "press", "button": f"{seat}.{role}"}, 1.4)
    yield Say(seat, {"do": "release", "button": f"{seat}.{role}"}, 0.6)


def carry(seat: str, card: dict[str, Any], place: str, rest_s: float = 0.1, **more: object) -> Step:
    return Say(seat, {"do": "place", "card": card["id"], "place": place, **more}, rest_s)


def cards_at(world: World, seat: str, place: str) -> Cards:
    """Give the cards of a place as a seat's page shows them."""
    truth = world.ears[seat].last("truth")
    return [card for card in cards_in(truth) if card["place"] == place] if truth else []


def in_hand(world: World, seat: str) -> Cards:
    return cards_at(world, seat, hand_of(seat))


# What goes wrong.


def _clumsy(world: World, chance: Random) -> Iterator[Step]:
    """Do something that nobody asked for."""
    seat = chance.choice(world.setting.players)
    yield from chance.choice((_press_any, _lay_any, _carry_any, _peek, _menu, _speak, _break))(world, seat, chance)


def _press_any(world: World, seat: str, chance: Random) -> Iterator[Step]:
    yield from tap(seat, chance.choice(_roles(world)))


def _roles(world: World) -> tuple[str, ...]:
    return ("ok", "nope") if world.situation.devices.table.play else ("ok", "no")


def _lay_any(world: World, seat: str, chance: Random) -> Iterator[Step]:
    zone = "play" if world.situation.devices.table.play else f"{seat}.pad"
    cards = in_hand(world, seat)
    if not cards:
        return
    yield carry(seat, chance.choice(cards), zone, NOTICED_S)
    if chance.random() < 0.7 and (lying_there := cards_at(world, seat, zone)):
        yield carry(seat, lying_there[-1], hand_of(seat), NOTICED_S)


def _carry_any(world: World, seat: str, chance: Random) -> Iterator[Step]:
    """Point at any card that a page shows, and carry it anywhere."""
    truth = world.ears[seat].last("truth")
    card = chance.choice(cards_in(truth))
    place = chance.choice([place for place in truth["places"] if place not in ("air", "box")])
    yield carry(seat, card, place, NOTICED_S)


def _peek(world: World, seat: str, chance: Random) -> Iterator[Step]:
    """Ask for a look or a shuffle, allowed or not."""
    yield Say(seat, {"do": chance.choice(("look", "put-back", "shuffle", "lay-out", "slide")), "seat": seat})


def _menu(world: World, seat: str, chance: Random) -> Iterator[Step]:
    role = _roles(world)[1]
    yield from press_long(seat, role)
    yield from tap(seat, chance.choice(("ok", role)))
    yield from press_long(seat, role)


def _speak(world: World, seat: str, chance: Random) -> Iterator[Step]:
    """Read the page in another language, which tells all of it again."""
    yield Say(seat, {"do": "language", "language": chance.choice(("en", "zh-TW"))}, 0.3)


def _break(world: World, seat: str, chance: Random) -> Iterator[Step]:
    """Let a device fail for a while."""
    readers = [pad.reader_name for pad in world.rig.table.plan.pads]
    fault = chance.choice(("unplug", "silence", "corrupt", "duplicate", "flicker", "ghost"))
    devices = [(reader, fault) for reader in readers] + [(f"{seat}.ok", "stuck")]
    device, fault = chance.choice(devices)
    yield Trouble(device, fault, True, chance.choice((0.3, 1.5, 3.0)))
    yield from _lay_any(world, seat, chance)
    yield Trouble(device, fault, False, 1.0)


# Tacocat.


def _at_tacocat(world: World, chance: Random) -> Iterator[Step]:
    public = public_state(world.situation)
    ready, asked = _list(public, "ready"), [*_list(public, "to_act")]
    waiting = [seat for seat in asked if seat not in ready] or asked
    seat = chance.choice(waiting)
    phase = public["phase"]
    yield from _clear_pad(world, seat)
    if phase == "replace":
        yield from _replace(world, seat, chance)
    elif (phase == "attack" and chance.random() < 0.15) or (
        phase == "attack" and world.situation.entry(seat).is_announced and chance.random() < 0.6
    ):
        yield from tap(seat, "ok")
    else:
        yield from _lay(world, seat, chance)


def _clear_pad(world: World, seat: str) -> Iterator[Step]:
    back = hand_of(seat) if seat in world.situation.ui.refusals else "discard"
    for card in cards_at(world, seat, f"{seat}.pad"):
        yield carry(seat, card, back, 0.35)


def _replace(world: World, seat: str, chance: Random) -> Iterator[Step]:
    count = chance.choice((0, 0, 1, 2))
    for _ in range(count):
        yield from _lay(world, seat, chance)
        yield from _clear_pad(world, seat)
    yield from tap(seat, "ok")
    for _ in range(count):
        yield Say(seat, {"do": "draw", "seat": seat})


def _lay(world: World, seat: str, chance: Random) -> Iterator[Step]:
    cards = in_hand(world, seat)
    demands = [int(demand) for demand in _list(public_state(world.situation), "demands")]
    reaching = [card for card in cards if demands and int(card["face"]) >= demands[0]]
    lowest = sorted(cards, key=lambda card: int(card["face"]))[:1]
    wanted = reaching or (lowest if demands else cards)
    if wanted:
        yield carry(seat, chance.choice(wanted), f"{seat}.pad", NOTICED_S)


def _list(public: dict[str, object], name: str) -> list[str]:
    value = public.get(name)
    return list(value) if isinstance(value, list) else []


# The Exploding games.


def _at_kittens(world: World, chance: Random) -> Iterator[Step]:
    public = public_state(world.situation)
    yield from _chances(world, chance)
    asked = _list(public_state(world.situation), "to_act")
    refused = [seat for seat in asked if seat in world.situation.ui.refusals]
    if refused and cards_at(world, refused[0], "play"):
        yield carry(refused[0], cards_at(world, refused[0], "play")[-1], hand_of(refused[0]), NOTICED_S)
    elif asked:
        doing = _IN_PHASE[str(public["phase"])]
        yield from doing(world, chance.choice(asked), chance)


def _chances(world: World, chance: Random) -> Iterator[Step]:
    """Take looks and shuffles that cards allow, and lay the hand of a dead seat out."""
    for seat in world.setting.players:
        for offer in world.ears[seat].last("truth").get("allow", ()):
            what, _, whose = offer.partition(":")
            if whose == seat and what in ("look", "shuffle", "lay-out") and chance.random() < 0.6:
                yield Say(seat, {"do": what, "seat": seat}, 0.3)
                if what == "look" and chance.random() < 0.8:
                    yield Say(seat, {"do": "put-back", "seat": seat, "cards": []})


def _turn(world: World, seat: str, chance: Random) -> Iterator[Step]:
    """Play something, or draw."""
    if world.situation.entry(seat).cards:
        yield from tap(chance.choice(world.setting.players) if chance.random() < 0.3 else seat, "ok")
        return
    faces = [card["face"] for card in in_hand(world, seat)]
    tricks = [face for face in faces if face not in ("defuse", "nope") and not face.startswith("exploding")]
    if tricks and chance.random() < 0.55:
        face = chance.choice(tricks)
        is_plain = face.startswith(("cat", "minion", "feral"))
        yield from _show(world, seat, (face,) * (min(faces.count(face), 3) if is_plain else 1))
        yield from tap(seat, "ok")
        return
    yield Say(seat, {"do": "draw", "seat": seat}, 0.2)
    yield from _drawn(world, seat)


def _show(world: World, seat: str, faces: tuple[str, ...]) -> Iterator[Step]:
    for face in faces:
        for card in [card for card in in_hand(world, seat) if card["face"] == face][:1]:
            yield carry(seat, card, "play", NOTICED_S)


def _drawn(world: World, seat: str) -> Iterator[Step]:
    lethal = [card for card in in_hand(world, seat) if str(card["face"]).startswith("exploding")]
    if lethal:
        yield carry(seat, lethal[0], "play", NOTICED_S)
    else:
        yield from tap(seat, "ok")


def _window(world: World, seat: str, chance: Random) -> Iterator[Step]:
    if chance.random() < 0.2:
        yield from tap(seat, "nope")
        yield from _show(world, seat, (chance.choice(("nope", "nope", "skip")),))
    elif chance.random() < 0.2:
        yield Rest(chance.choice((0.7, 3.2)))
    else:
        yield from tap(seat, "ok")


def _defuse(world: World, seat: str, chance: Random) -> Iterator[Step]:
    entry = world.situation.entry(seat)
    has_defuse = any(card["face"] == "defuse" for card in in_hand(world, seat))
    if entry.cards and not entry.is_announced:
        yield from _hide(world, seat, chance)
        yield from tap(seat, "ok")
    elif has_defuse and not entry.is_announced:
        yield from _show(world, seat, ("defuse",))
    elif entry.is_announced:
        yield from tap(seat, "ok")
    else:
        yield from tap(seat, "nope")


def _hide(world: World, seat: str, chance: Random) -> Iterator[Step]:
    before = [*cards_at(world, seat, f"front:{seat}"), *in_hand(world, seat)]
    lethal = [card for card in before if str(card["face"]).startswith("exploding")]
    if lethal:
        pile = len(cards_at(world, seat, "pile"))
        yield carry(seat, lethal[0], "pile", 0.3, slot=chance.randint(0, pile))


def _give(world: World, seat: str, chance: Random) -> Iterator[Step]:
    pending = public_state(world.situation).get("pending")
    assert isinstance(pending, dict)
    cards = in_hand(world, seat)
    if pending.get("name") or not cards:
        has_it = pending.get("name") in [card["face"] for card in cards]
        yield from _show(world, seat, (pending["name"],)) if has_it else tap(seat, chance.choice(("nope", "ok")))
        return
    yield carry(seat, chance.choice(cards), hand_of(str(pending["seat"])), 0.2)
    yield from tap(seat, "ok")


def _steal(world: World, seat: str, chance: Random) -> Iterator[Step]:
    pending = public_state(world.situation).get("pending")
    assert isinstance(pending, dict)
    fan = cards_at(world, seat, hand_of(str(pending["target"])))
    if fan and chance.random() < 0.9:
        yield carry(seat, chance.choice(fan), hand_of(seat), 0.2)
    yield from tap(seat, "ok")


def _bottom(world: World, seat: str, chance: Random) -> Iterator[Step]:
    yield Say(seat, {"do": "draw", "seat": seat}, 0.2)
    yield from _drawn(world, seat)


def _arrange(world: World, seat: str, chance: Random) -> Iterator[Step]:
    yield Say(seat, {"do": "look", "seat": seat}, 0.2)
    seen = [card["id"] for card in world.ears[seat].last("truth")["looks"].get(seat, {}).get("cards", ())]
    chance.shuffle(seen)
    yield Say(seat, {"do": "put-back", "seat": seat, "cards": seen}, 0.2)
    yield from tap(seat, "ok")


_IN_PHASE: dict[str, Callable[[World, str, Random], Iterator[Step]]] = {
    "turn": _turn,
    "window": _window,
    "draw": _bottom,
    "defuse": _defuse,
    "give": _give,
    "arrange": _arrange,
    "steal": _steal,
}
