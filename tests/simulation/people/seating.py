"""Careful people at a simulated table, a player at each seat as its game asks for."""

from __future__ import annotations

from functools import partial
from random import Random

from simulation.people.base import ForgetfulPlayer
from simulation.people.exploding.hands import CarefulParty
from simulation.people.exploding.player import CarefulPlayer
from simulation.people.tacocat.buttons_player import CarefulButtonsPlayer
from simulation.people.tacocat.player import CarefulTacocatPlayer
from tacotable.autoplay.players import chance_of, check_count, deal_as_asked, draw_seats, own_eyes, public_eyes
from tacotable.autoplay.rig import Rig
from tacotable.table.parts import PUBLIC_SCREEN, public_screen_of
from tacotable_engine.exploding.ruleset import RULESETS, load_ruleset
from tacotable_sim.people.base import Pace


def careful_people_at(
    rig: Rig,
    chance: Random,
    count: int | None = None,
    pace: Pace = Pace(),  # noqa: B008  # frozen
) -> list[ForgetfulPlayer]:
    """Seat the people of a game; `chance` decides what they do, and who plays. Raises SetupError."""
    is_exploding = rig.program.controller.situation.ui.lobby_game in RULESETS.names()
    return (_exploding if is_exploding else _tacocat)(rig, chance, count, pace)


def _tacocat(rig: Rig, chance: Random, count: int | None, pace: Pace) -> list[ForgetfulPlayer]:
    check_count(count, range(2, 3))
    table, people = rig.program.controller.situation.devices.table, list[ForgetfulPlayer]()
    for seat in table.seat_names:
        kind = CarefulTacocatPlayer if f"{seat}.pad" in table.pads else CarefulButtonsPlayer
        player = kind(rig.table, own_eyes(rig, seat), chance=chance_of(chance), pace=pace)
        player.is_seen, player.rounds.game = table.mode == "seen", table.game
        people.append(player)
    return people


def _exploding(rig: Rig, chance: Random, count: int | None, pace: Pace) -> list[ForgetfulPlayer]:
    table = rig.program.controller.situation.devices.table
    seats = draw_seats(rig, chance, count)
    party = CarefulParty(
        seats,
        load_ruleset(table.game),
        partial(deal_as_asked, rig),
        table.mode == "seen",
        display=public_screen_of(table) or PUBLIC_SCREEN,
        second={seat.name: "no" for seat in table.seats if seat.no},
    )
    return [
        CarefulPlayer(rig.table, public_eyes(rig, seat, party.display), party, chance=chance_of(chance), pace=pace)
        for seat in seats
    ]
