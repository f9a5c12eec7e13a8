"""A clock's last minute on the displays: it counts in seconds beside the title, and little else is sent."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise

import msgspec
import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from pi.sheets import is_cut
from pi.test_catalog import WITH_BIG, oled_messages, widest_values
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.catalog import LANGUAGES
from tacotable.devices.turns import TURN_S
from tacotable.dialogs import clock
from tacotable.display.draw import draw
from tacotable.display.fonts import HEIGHT, WIDTH, Size
from tacotable.state.facts import Thought
from tacotable.state.scene import Notice, Screen, Sign, Status, is_tick
from tacotable.table.file import parse_table, read_table
from tacotable.table.schema import Clock

SHORT = (128, 32)


@pytest.fixture
def hands() -> Hands:
    """Give a table with clocks of two minutes where YAY attacks."""
    table = Hands(msgspec.structs.replace(read_table("tacocat"), clock=Clock(bank_min=2, delay_s=5)))
    table.begin_attack()
    return table


def seconds(screen: Screen) -> int | None:
    assert isinstance(screen, Notice | Status)
    return screen.seconds


def tick(hands: Hands) -> float:
    """Wait for as long as the table asks, and return that."""
    due_ms = hands.controller.wake_at_ms()
    assert due_ms is not None
    waited_ms = due_ms - hands.situation.devices.now_ms
    hands.wait(waited_ms)
    return waited_ms


def test_the_display_of_who_is_asked_counts_the_last_minute_and_nobody_elses(hands: Hands) -> None:
    hands.wait(30_000)
    assert seconds(hands.scene.screens["YAY"]) is None
    while hands.situation.ui.thinking.free_ms or seconds(hands.scene.screens["YAY"]) is None:
        tick(hands)
    count, facts = len(hands.shown), len(hands.log.facts)

    while (left := seconds(hands.scene.screens["YAY"])) and left > 1:
        tick(hands)
    counted = [seconds(scene.screens["YAY"]) for scene in hands.shown[count:]]
    assert [each for each in dict.fromkeys(counted) if each] == list(range(59, 0, -1))
    assert len(counted) <= 59 + 2
    assert len(hands.log.facts) == facts
    assert seconds(hands.scene.screens["WOW"]) is None
    for before, after in pairwise(hands.shown[count + 10 :]):
        assert {name for name, screen in after.screens.items() if screen != before.screens[name]} <= {"YAY"}
    tick(hands)
    assert seconds(hands.scene.screens["YAY"]) is None
    assert any(line.code == "log.time-used-up" for line in hands.situation.log)
    assert sum(isinstance(fact, Thought) for fact in hands.log.facts[facts:]) == 1


def test_what_costs_nobody_stands(hands: Hands) -> None:
    hands.wait(100_000)
    before = seconds(hands.scene.screens["YAY"])
    hands.choose("pause", "YAY.no")
    assert before
    assert seconds(hands.scene.screens["YAY"]) is None
    hands.wait(60_000)
    hands.tap("YAY.ok")

    after = seconds(hands.scene.screens["YAY"])
    assert after
    assert before - after < 30


@pytest.fixture
def short_displays() -> Iterator[Rig]:
    """Give a table with short displays and clocks of half a minute, at the duel: both think."""
    text = files("tacotable").joinpath("tables", "buttons.toml").read_text("utf-8")
    short = text.replace('controller = "sh1106"', 'controller = "ssd1306-32"') + "\n[clock]\nbank_min = 0.5\n"
    with simulated_table(parse_table(short, "short.toml"), seed=1) as rig:
        for button in ("YAY.ok", "WOW.ok", "YAY.ok", "WOW.ok", "YAY.ok"):
            rig.tap(button)
        rig.wait(1.0)
        yield rig


def test_a_second_less_costs_a_corner_of_a_display(short_displays: Rig) -> None:
    rig = short_displays
    each = []
    for _ in range(5):
        before = rig.program.devices.screens.traffic()["YAY"]
        screen = rig.screen("YAY")
        rig.wait(0.99)
        if is_tick(screen, rig.screen("YAY")):
            sent, whole = rig.program.devices.screens.traffic()["YAY"]
            each.append((sent - before[0], whole - before[1]))

    assert len(each) >= 4
    assert all(sent > 0 for sent, _ in each)
    assert {whole for _, whole in each} == {0}


def test_lines_come_in_turn_while_the_clock_counts(short_displays: Rig) -> None:
    rig = short_displays
    count = len(draw(rig.screen("YAY"), "en", (), SHORT).turns)
    assert count > 1
    shown = set()
    for _ in range(12):
        drawn = draw(rig.screen("YAY"), "en", (), SHORT)
        shown.add(drawn.turns.index(rig.table.panel("display YAY").picture()))
        rig.wait(TURN_S / 3)

    assert shown == set(range(count))


def test_a_ring_tells_it_on_the_displays_that_all_read() -> None:
    hands = KittenHands(table=msgspec.structs.replace(read_table("kittens"), clock=Clock(bank_min=0.5)))
    hands.begin()
    hands.wait(3_000)

    assert {name: seconds(screen) for name, screen in hands.scene.screens.items()} == dict.fromkeys(
        ("table", "table 2"), clock.last_seconds(hands.situation)[hands.situation.ui.thinking.seats[0]]
    )


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [SHORT, (WIDTH, HEIGHT)], ids=["short", "usual"])
def test_a_title_leaves_room_for_the_clock(size: Size, language: str) -> None:
    prompts = [code for told, code in oled_messages() if told == language and code.startswith("sign.")]
    assert prompts
    for code in prompts:
        sign = Sign(code, widest_values(language, code))
        screen = Notice(sign, big="12" if code in WITH_BIG else "", seconds=59)
        assert draw(screen, language, (), size).text.endswith(" / 0:59")
        at = [draw(Notice(sign, screen.big, seconds=left), language, (), size).turns for left in (59, 48)]
        for one, other in zip(*at, strict=True):
            columns = {place % size[0] for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b}
            assert min(columns) >= size[0] - 30
        assert not is_cut(screen, language, (), size)
