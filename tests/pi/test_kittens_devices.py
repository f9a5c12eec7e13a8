"""The devices of a ring: its strip carries lamps and countdown, its one reader the play pad, its display the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from tacotable.devices.build import Devices
from tacotable.display.draw import draw
from tacotable.simulation.dealing import deal
from tacotable.simulation.hardware import simulated_hardware
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.state.scene import SILENCE, Light, Notice, Scene, Sign
from tacotable.state.situation import Dealing, family_of
from tacotable.table.file import SHIPPED, TableFile, parse_table, read_table
from tacotable.table.kinds import deck_of
from tacotable.table.parts import displays_of
from tacotable_drivers.ports import DARK, ButtonPressed, DeviceEvent, Look, Pattern, TagArrived
from tacotable_engine.registry import rulesets, spec_of
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import DrivenLoop, virtual_loop
from tacotable_sim.truth import DRAW, hand_of

KITTENS = read_table("kittens")
OFF = Light(DARK, "lamp.off")
RED, GREEN = (255, 0, 0), (0, 255, 0)


class Bench:
    """The devices of a table, and what they are on."""

    def __init__(self, table: TableFile, loop: DrivenLoop) -> None:
        self.loop = loop
        self.table = SimulatedTable(plan_of(table, faces_of(table, table.game)), loop=loop, seed=1)
        self.heard: list[DeviceEvent] = []
        hardware = simulated_hardware(self.table, loop, "memory", has_threads=False)
        self.devices = Devices(table, hardware, self.heard.append, loop)
        self.devices.start()
        self.dark = Scene(
            lights=(OFF,) * len(family_of(table.game).light_names(table)),
            lamps=dict.fromkeys([name for name, button in table.buttons().items() if button.has_lamp], OFF),
            screens={},
            prompts={},
            public_prompts={},
            cue=SILENCE,
        )

    def show(self, scene: Scene) -> None:
        self.devices.show(scene, lambda: None)
        self.loop.run_for(0.1)


@contextmanager
def bench_of(table: TableFile) -> Iterator[Bench]:
    with virtual_loop() as loop:
        bench = Bench(table, loop)
        loop.run_for(1)
        yield bench
        bench.devices.close()
        bench.table.close()


@pytest.fixture
def bench() -> Iterator[Bench]:
    with bench_of(KITTENS) as bench:
        yield bench


def lit(rgb: tuple[int, int, int]) -> Light:
    return Light(Look(rgb, Pattern.SOLID), "lamp.test")


# What the simulated table of a ring is made of.


def test_the_plan_has_the_play_pad_two_buttons_a_seat_and_the_public_display() -> None:
    plan = plan_of(KITTENS, faces_of(KITTENS, "ek120"))

    assert [pad.zone for pad in plan.pads] == ["play"]
    assert list(plan.buttons)[:3] == ["1.ok", "1.nope", "2.ok"]
    assert len(plan.buttons) == 20
    assert [display.name for display in plan.displays] == ["display table", "display table 2"]
    assert (len(plan.strip_lamps), plan.lights, plan.lamps) == (20, 12, {})


def test_the_draw_pile_is_the_games_box_and_other_games_lie_beside_it() -> None:
    plan = plan_of(KITTENS, faces_of(KITTENS, "ek120"))

    assert Counter(card.face for card in plan.deck) == Counter(deck_of("ek120"))
    for game in ("min72", "zh56"):
        assert Counter(deck_of(game)) <= Counter(card.face for card in (*plan.deck, *plan.box))


def test_an_enrolled_deck_is_the_deck() -> None:
    text = "".join(f'[[deck]]\ntag = "04A1B2{number:02X}"\nface = "nope"\n' for number in range(2))
    table = replace_deck(text)

    assert faces_of(table, "ek120") == {"04A1B200": "nope", "04A1B201": "nope"}


def replace_deck(text: str) -> TableFile:
    seats = "".join(f'[[seats]]\nname = "{n}"\nok = {{ pin = {4 + n} }}\nnope = {{ pin = {16 + n} }}\n' for n in (1, 2))
    play = '[play]\npad = { reader = "pn532", port = "/dev/a" }\ndisplays = [{ bus = 1 }]\n'
    return parse_table(f'name = "small"\ngame = "ek120"\n{play}{seats}{text}', "my.toml")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_family_has_as_many_lights_as_the_strip_has_room_for_behind_its_lamps(name: str) -> None:
    table = read_table(name)
    strip = table.strip()

    if strip is not None:
        assert len(family_of(table.game).light_names(table)) == table.strip_count() - len(table.strip_lamps())


def test_every_game_of_a_table_file_has_a_family() -> None:
    families = {spec_of(game).name: family_of(game) for game in rulesets()}

    assert len(set(families.values())) == len(families)


# The strip.


def test_lamps_come_first_on_the_strip_seat_by_seat_and_then_the_countdown(bench: Bench) -> None:
    lamps = {**bench.dark.lamps, "1.ok": lit(RED), "1.nope": lit(GREEN), "10.nope": lit(RED)}
    lights = (lit(GREEN), *bench.dark.lights[1:11], lit(RED))
    bench.show(replace(bench.dark, lamps=lamps, lights=lights))

    shown = [light.rgb for light in bench.table.strip.lights]

    assert len(shown) == 32
    assert {number: rgb for number, rgb in enumerate(shown) if any(rgb)} == {
        0: RED,
        1: GREEN,
        19: RED,
        20: GREEN,
        31: RED,
    }


def test_eyes_see_lamps_and_lights_of_the_strip_apart(bench: Bench) -> None:
    bench.show(replace(bench.dark, lamps={**bench.dark.lamps, "2.ok": lit(GREEN)}, lights=(lit(RED),) * 12))

    seen = bench.table.look()

    assert [name for name in seen.lamps if seen.is_lit(name)] == ["2.ok"]
    assert [light.rgb for light in seen.lights] == [RED] * 12


def test_a_lamp_on_a_pin_is_no_light_of_the_strip() -> None:
    table = parse_table(
        'name = "small"\ngame = "min72"\n[play]\npad = { reader = "pn532", port = "/dev/a" }\n'
        'displays = [{ bus = 1 }]\n[play.lights]\ncountdown = 2\n[[seats]]\nname = "A"\nok = { pin = 5, lamp = 6 }\n'
        'nope = { pin = 12, lamp = "strip" }\n[[seats]]\nname = "B"\nok = { pin = 16 }\nnope = { pin = 20 }\n',
        "my.toml",
    )
    with bench_of(table) as bench:
        bench.show(replace(bench.dark, lamps={"A.ok": lit(GREEN), "A.nope": lit(RED)}))
        seen = bench.table.look()

        assert seen.lamps == {"A.ok": 1.0, "A.nope": pytest.approx(8 / 31)}
        assert [light.rgb for light in bench.table.strip.lights] == [RED, (0, 0, 0), (0, 0, 0)]


def test_the_strip_is_dark_when_the_table_stops(bench: Bench) -> None:
    bench.show(replace(bench.dark, lamps=dict.fromkeys(bench.dark.lamps, lit(RED))))
    bench.devices.close()

    assert not any(light.is_lit for light in bench.table.strip.lights)


def test_a_scene_that_changes_no_light_sends_nothing_to_the_strip(bench: Bench) -> None:
    bench.show(bench.dark)
    before = bench.table.strip.transfers
    bench.show(replace(bench.dark, volume=1))

    assert bench.table.strip.transfers == before


# What is read, pressed and shown.


def test_a_card_on_the_play_pad_is_told_with_its_zone(bench: Bench) -> None:
    tag = bench.table.truth.at(DRAW)[0].tag
    bench.table.place(tag, "play")
    bench.loop.run_for(1)

    assert [(event.zone, event.tag) for event in bench.heard if isinstance(event, TagArrived)] == [("play", tag)]


def test_a_button_of_the_tenth_seat_is_told_by_its_name(bench: Bench) -> None:
    bench.table.tap("10.nope")
    bench.loop.run_for(0.5)

    assert [event.button for event in bench.heard if isinstance(event, ButtonPressed)] == ["10.nope"]


def test_the_public_display_shows_the_screen_called_table(bench: Bench) -> None:
    screen = Notice(Sign("sign.paused"))
    bench.show(replace(bench.dark, screens={"table": screen}))
    bench.loop.run_for(1)

    assert list(displays_of(KITTENS)) == ["table", "table 2"]
    assert bench.table.panel("display table").picture() in draw(screen, "en").turns


# Dealing.


def test_cards_are_dealt_as_the_game_says_and_all_others_stay_in_the_box(bench: Bench) -> None:
    cards = ("skip",) * 8 + ("nope",) * 4
    deal(bench.table, Dealing(("2", "5"), cards, 3, given=("defuse",), then_in=("exploding-kitten",)))

    truth = bench.table.truth
    hands = {seat: [card.face for card in truth.at(hand_of(seat))] for seat in truth.seats}
    dealt = Counter(face for hand in hands.values() for face in hand) + Counter(c.face for c in truth.at(DRAW))

    assert {seat: len(hand) for seat, hand in hands.items() if hand} == {"2": 4, "5": 4}
    assert (hands["2"].count("defuse"), hands["5"].count("defuse")) == (1, 1)
    assert "exploding-kitten" in [card.face for card in truth.at(DRAW)]
    assert dealt == Counter(cards + ("defuse",) * 2 + ("exploding-kitten",))


def test_cards_of_another_game_are_dealt_from_the_box(bench: Bench) -> None:
    deal(bench.table, Dealing(("1", "2"), ("clone", "minion-a"), 1))

    faces = [card.face for seat in ("1", "2") for card in bench.table.truth.at(hand_of(seat))]

    assert sorted(faces) == ["clone", "minion-a"]
    assert bench.table.truth.at(DRAW) == ()


def test_a_deck_that_lacks_cards_is_dealt_as_far_as_it_goes(bench: Bench) -> None:
    deal(bench.table, Dealing(("1", "2"), ("defuse",) * 50, 7, given=("no-such-card",)))

    assert len(bench.table.truth.at(DRAW)) == 0
    assert sum(len(bench.table.truth.at(hand_of(seat))) for seat in ("1", "2")) == 10
