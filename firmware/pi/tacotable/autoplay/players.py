"""The people at a simulated table: a random player at each seat, as its game asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from tacotable.autoplay.rig import Rig, read_sign
from tacotable.errors import SetupError
from tacotable.simulation.dealing import deal
from tacotable.state.scene import Screen
from tacotable.table.kinds import players_at
from tacotable.table.parts import PUBLIC_SCREEN, public_screen_of
from tacotable_engine.exploding.ruleset import RULESETS, load_ruleset
from tacotable_engine.registry import part_of, spec_of
from tacotable_engine.tacocat.ruleset import load_ruleset as tacocat_ruleset
from tacotable_sim.people.base import Eyes, Pace, ReadingPlayer, Sign
from tacotable_sim.people.exploding.hands import Party
from tacotable_sim.people.exploding.person import is_refusal
from tacotable_sim.people.exploding.player import ExplodingPlayer
from tacotable_sim.people.tacocat.buttons_player import TacocatButtonsPlayer
from tacotable_sim.people.tacocat.player import TacocatPlayer

People = Sequence[ReadingPlayer]
Seating = Callable[[Rig, Random, int | None], People]  # Seats the people of a game at a table, so many or by chance.
PacedSeating = Callable[[Rig, Random, int | None, Pace], People]  # With the pace of hands: a game's `people`.


def people_at(rig: Rig, chance: Random, count: int | None = None, pace: Pace = Pace()) -> People:  # noqa: B008  # frozen
    """Seat the people of a game; `chance` decides what they do, and who plays. Raises SetupError."""
    game = rig.program.controller.situation.ui.lobby_game
    spec = spec_of(game)
    if not spec.people:
        raise SetupError(f"no simulated people know {spec.name}; play it by hand: tacotable run")
    seating: PacedSeating = part_of(spec, "people")
    return seating(rig, chance, count, pace)


def tacocat(rig: Rig, chance: Random, count: int | None, pace: Pace) -> People:
    """Seat two, each with the display of its seat."""
    check_count(count, range(2, 3))
    table, people = rig.program.controller.situation.devices.table, list[ReadingPlayer]()
    game = rig.program.controller.situation.ui.lobby_game
    for seat in table.seat_names:
        kind = TacocatPlayer if f"{seat}.pad" in table.pads else TacocatButtonsPlayer
        player = kind(rig.table, own_eyes(rig, seat), chance=chance_of(chance), pace=pace)
        player.is_seen, player.rounds.game = table.mode == "seen", game
        player.replaces_face_down = tacocat_ruleset(game).replaces_face_down
        people.append(player)
    return people


def exploding(rig: Rig, chance: Random, count: int | None, pace: Pace) -> People:
    """Seat as many as the game takes, at seats of chance."""
    party = party_of(rig, draw_seats(rig, chance, count))
    return [exploding_player(rig, seat, party, chance, pace) for seat in party.seats]


def party_at(rig: Rig, seats: tuple[str, ...]) -> Party | None:
    """Return the party of these seats where the lobby shows an Exploding game."""
    is_exploding = rig.program.controller.situation.ui.lobby_game in RULESETS.names()
    return party_of(rig, seats) if is_exploding else None


def party_of(rig: Rig, seats: tuple[str, ...]) -> Party:
    """Return the party of an Exploding game's players; the first of them deals and begins."""
    situation = rig.program.controller.situation
    table = situation.devices.table
    return Party(
        seats,
        load_ruleset(situation.ui.lobby_game),
        partial(deal_as_asked, rig),
        table.mode == "seen",
        display=public_screen_of(table) or PUBLIC_SCREEN,
        second={seat.name: "no" for seat in table.seats if seat.no},
    )


def exploding_player(rig: Rig, seat: str, party: Party, chance: Random, pace: Pace) -> ExplodingPlayer:
    """Seat one player of a party."""
    eyes = public_eyes(rig, seat, party.display)
    return ExplodingPlayer(rig.table, eyes, party, chance=chance_of(chance), pace=pace)


def person_at(rig: Rig, seat: str, party: Party | None, chance: Random, pace: Pace) -> ReadingPlayer:
    """Seat one, in an Exploding game as one of a party. Raises SetupError where the seat cannot play this game."""
    if party is not None:
        return exploding_player(rig, seat, party, chance, pace)
    if seat in rig.program.controller.situation.onlookers:
        raise SetupError(f"seat {seat} cannot play this game")
    return next(player for player in people_at(rig, chance, pace=pace) if player.eyes.seat == seat)


def draw_seats(rig: Rig, chance: Random, count: int | None) -> tuple[str, ...]:
    """Return the seats of an Exploding game's players, as many as are named, else by chance. Raises SetupError."""
    situation = rig.program.controller.situation
    possible = players_at(situation.devices.whole, situation.ui.lobby_game)
    check_count(count, possible)
    return tuple(chance.sample(situation.seats, count or chance.choice(possible)))


def deal_as_asked(rig: Rig) -> None:
    """Deal as the program asks that runs now; another one ran, perhaps, when the people sat down."""
    situation = rig.program.controller.situation
    deal(rig.table, situation.dealing())


def check_count(count: int | None, possible: range) -> None:
    """Check how many are to play. Raises SetupError."""
    if count is not None and count not in possible:
        wanted = f"{possible[0]} to {possible[-1]} players" if len(possible) > 1 else f"{possible[0]} players"
        raise SetupError(f"this game is for {wanted} at this table; {count} cannot play it")


def public_eyes(rig: Rig, seat: str, display: str = PUBLIC_SCREEN) -> Eyes:
    """Return eyes on the public display; what the own one refuses, or its menu, is seen first.

    People read a display anew when it has changed, and so often that it counts.
    """
    seen: tuple[Screen | None, Screen | None] = (None, None)
    last: Sign | None = None

    def read(name: str) -> Sign | None:
        nonlocal seen, last
        screens = (_screen(rig, seat), _screen(rig, name))
        if screens[0] is not seen[0] or screens[1] is not seen[1]:
            seen, last = screens, _together(*map(read_sign, screens))
        return last

    return Eyes(rig.table, seat, read, (display,))


def _together(own: Sign | None, public: Sign | None) -> Sign | None:
    """Return what both displays tell, in plain words however hidden cards go: the players know that anyway."""
    if own is not None and (is_refusal(own) or own.message.startswith("menu.")):
        return own
    return public and Sign(public.message.removesuffix("-seen"), public.values)


def own_eyes(rig: Rig, seat: str) -> Eyes:
    """Return eyes on a seat's own display; where it has none, on its page."""
    if f"display {seat}" in rig.table.panels:
        return Eyes(rig.table, seat, lambda name: read_sign(_screen(rig, name)))

    def read_page(name: str) -> Sign:
        controller = rig.program.controller
        asked = controller.scene.prompts[name]
        return Sign(asked.code, {**asked.values, "item": f"item.{controller.situation.ui.lobby_game}"})

    return Eyes(rig.table, seat, read_page)


def _screen(rig: Rig, name: str) -> Screen | None:
    """Look at a display, if there is one and it is not broken."""
    panel = rig.table.panels.get(f"display {name}")
    return None if panel is None or panel.faults else rig.program.controller.scene.screens[name]


def chance_of(chance: Random) -> Random:
    """Return a person's own chance."""
    return Random(chance.random())  # noqa: S311  # a simulation is no secret
