"""How the page looks: every phase at every size without a word that is cut, what may be done glows, one seat's turn.

With `TACOTABLE_SHEETS` (a folder) each phase is drawn at each size, light and dark, in contact sheets to be looked at.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser import rounds, sheets
from browser.conftest import Opener
from browser.house_table import HouseTable, house_table
from browser.page_server import PageServer
from browser.ring_model import RingHouse
from browser.test_drama import resign
from tacotable.autoplay.rig import Rig
from tacotable.catalog import LANGUAGES, Catalog
from tacotable_sim.truth import hand_of

pytestmark = [pytest.mark.browser, pytest.mark.long]

PHONE, LARGE_PHONE, TABLET, LAPTOP, LARGE = (360, 740), (390, 844), (768, 1024), (1366, 768), (1920, 1080)
ALL_SIZES = (PHONE, LARGE_PHONE, TABLET, LAPTOP, LARGE)
WHOLE = (LAPTOP, LARGE)
"""At these sizes the page of who plays all seats never scrolls."""
IN_EACH = pytest.mark.parametrize("language", LANGUAGES)
CUT = """() => {
  const found = [];
  const words = ".press-label, .light-label, .light-rhythm, .goal-name, .place-title, .space-number";
  for (const element of document.querySelectorAll(`#table :is(.press, .quiet, .gather, .prompt, ${words})`)) {
    if (!element.textContent.trim() || !element.checkVisibility()) continue;
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    const isInline = getComputedStyle(element).display === "inline";
    const isHigh = scrollHeight > clientHeight + 3 && element.matches(".press, .prompt");
    const isCut = scrollWidth > clientWidth + 1 || isHigh;
    if (!isInline && isCut) found.push(`${element.className}: ${element.textContent}`);
  }
  return found;
}"""
"""What is wider than the room it has, or for a button and a prompt higher."""
LAMPS_CUT = """words => {
  const found = [];
  const buttons = [...document.querySelectorAll(".press")].filter((button) => button.checkVisibility());
  for (const button of buttons) button.querySelector(".light").dataset.pattern = "slow";
  for (const word of words) {
    for (const button of buttons) button.querySelector(".light-label").textContent = word;
    for (const button of buttons) {
      const parts = [button, button.querySelector(".light-label")];
      const isWide = parts.some((part) => part.scrollWidth > part.clientWidth + 1);
      if (isWide || button.scrollHeight > button.clientHeight + 2) found.push(`${button.dataset.button}: ${word}`);
    }
  }
  return found;
}"""
GLOWS = "() => [...document.querySelectorAll('[data-playable]')].map(({ card }) => `${card.place} ${card.face}`).sort()"
BOXES = """() => [".guide-bubble", ".is-shown-by-guide"].map((part) => {
  const { left, top, right, bottom } = document.querySelector(part).getBoundingClientRect();
  return [left, top, right, bottom];
})"""


def off_the_board(rig: Rig) -> None:
    """Begin, with Tacocat not in its place."""
    rig.move_token(None)
    rig.tap("YAY.ok")


def dealt(rig: Rig) -> None:
    """Deal; the seats are asked what they replace."""
    rounds.gather(rig)
    rig.tap("YAY.ok")
    rig.tap("WOW.ok")


def replaced(rig: Rig) -> None:
    """Replace nothing."""
    rig.tap("YAY.ok")
    rig.tap("WOW.ok")


def duel(rig: Rig) -> None:
    """Replace nothing, and lay the first card of the duel."""
    replaced(rig)
    rounds.lay_lowest(rig, "YAY")


def attack(rig: Rig) -> None:
    """Let WOW win the duel, and slide its cards on."""
    rounds.lay_lowest(rig, "WOW")
    for seat in rounds.SEATS:
        take_off(rig, f"{seat}.pad")


def refused(rig: Rig) -> None:
    """Let YAY lay a card that is not asked for."""
    rounds.lay_lowest(rig, "YAY")


def answer(rig: Rig) -> None:
    """Let YAY take it back, and WOW attack with its highest card."""
    take_off(rig, "YAY.pad", hand_of("YAY"))
    card = max(rig.table.truth.at(hand_of("WOW")), key=lambda card: int(card.face))
    rig.place(card.face, "WOW.pad", hand_of("WOW"))


def over(rig: Rig) -> None:
    """Let YAY leave the menu, and give the game up once nothing is to be taken back."""
    rig.hold("YAY.no")
    rig.wait(6)
    resign("YAY", rig)


def take_off(rig: Rig, pad: str, place: str = "discard") -> None:
    """Take what lies on a pad elsewhere."""
    for card in rig.table.truth.at(pad):
        rig.lift(card.tag, place)


def sit_down(rig: Rig) -> None:
    """Let three sit down and begin; the cards are to be set up."""
    for seat in "123":
        rig.tap(f"{seat}.ok")
    rig.hold("1.ok")


def turn(rig: Rig) -> None:
    """Set the cards up: it is seat 1's turn."""
    rounds.gather(rig)
    rig.tap("1.ok")


def play(rig: Rig, *faces: str, target: str = "") -> None:
    """Let seat 1 play cards of the pile, at somebody."""
    for face in faces:
        take_off(rig, "play")
        rig.place(face, "play")
    rig.tap("1.ok")
    if target:
        rig.tap(f"{target}.ok")


def noped(rig: Rig) -> None:
    """Let seat 2 stop it with a Nope."""
    rig.tap("2.nope")
    take_off(rig, "play")
    rig.place("nope", "play")


def favor(rig: Rig) -> None:
    """Let the window run out, and seat 1 ask a Favor of seat 2."""
    rig.wait(3.5)
    play(rig, "favor", target="2")
    take_off(rig, "play")
    rig.wait(3.5)


def defuse(rig: Rig) -> None:
    """Let seat 2 hand a card over, and seat 1 draw a kitten."""
    rig.lift(rig.table.truth.at(hand_of("2"))[-1].tag, hand_of("1"))
    rig.tap("2.ok")
    rig.place("exploding-kitten", "play")


PHASES: dict[str, dict[str, Callable[[Rig], None]]] = {
    "tacocat": {
        "lobby": lambda rig: None,
        "off": off_the_board,
        "deal": lambda rig: rig.move_token(0),
        "replace": dealt,
        "duel": duel,
        "attack": attack,
        "refused": refused,
        "answer": answer,
        "sacrifice": lambda rig: rig.tap("YAY.no"),
        "menu": lambda rig: rig.hold("YAY.no"),
        "over": over,
    },
    "kittens": {
        "lobby": lambda rig: None,
        "deal": sit_down,
        "turn": turn,
        "window": lambda rig: play(rig, "see-the-future"),
        "noped": noped,
        "favor": favor,
        "defuse": defuse,
    },
}
SPARSE = ("answer", "menu", "deal", "noped")
"""The phases with the most words: where nobody draws sheets, the others are gone through unseen."""


def resize(page: Page, size: tuple[int, int]) -> None:
    """Set a page's size, and wait until what is asked has found its letters."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")


def shown(page: Page, size: tuple[int, int], schemes: tuple[str, ...]) -> Iterator[str]:
    """Yield each scheme that a page is to be seen in, as it is shown at a size."""
    resize(page, size)
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of the two that there are
        yield scheme


def height_needed(page: Page) -> int:
    """Give the height that the page needs, in px."""
    return int(page.evaluate("document.documentElement.scrollHeight"))


@pytest.mark.long(keep=0)
@IN_EACH
@pytest.mark.parametrize("family", PHASES)
def test_no_word_is_cut_and_no_table_scrolls_in_any_phase(
    server: PageServer, windows: Any, family: str, language: str
) -> None:
    wanted = ("light", "dark") if sheets.FOLDER else ("light",)
    drawn, wrong = sheets.Sheets(), []
    with house_table(server, family) as table:
        opener = Opener(windows, table)
        own = "WOW" if family == "tacocat" else "1"
        pages = {
            "table": (opener(locale=language), ALL_SIZES[2:]),
            "seat": (opener(own, locale=language), ALL_SIZES[:3]),
        }
        for phase, step in PHASES[family].items():
            table.play(step)
            for (view, (page, sizes)), scale in itertools.product(pages.items(), range(3)):
                if not sheets.FOLDER and phase not in SPARSE:
                    continue
                for scheme in shown(page, sizes[scale], wanted):
                    drawn.keep(page, f"{family}-{view}-{sizes[scale][0]}-{language}-{scheme}")
                wrong += [f"{view} {sizes[scale]} {phase}: {cut}" for cut in page.evaluate(CUT)]
                if view == "table" and sizes[scale] in WHOLE and height_needed(page) > sizes[scale][1]:
                    wrong.append(f"{view} {sizes[scale]} {phase} scrolls: {height_needed(page)}")
        opener.close()
    drawn.draw()

    assert wrong == []
    assert opener.complaints == []


@pytest.mark.long(keep=0)
@pytest.mark.parametrize("ring", rounds.RINGS, indirect=True)
def test_a_ring_scrolls_at_no_size_of_a_table_whosever_turn_it_is(open_ring: Opener, ring: RingHouse) -> None:
    page, drawn, wrong = open_ring(), sheets.Sheets(), []
    for whose, size in itertools.product("AB", (TABLET, *WHOLE)):
        ring.change(turn=whose, asked=[whose], pending=None, phase="turn")
        expect(page.locator(f'[data-seat="{whose}"][data-active]')).to_have_count(1)
        for _ in shown(page, size, ("light", "dark") if sheets.FOLDER else ("light",)):
            drawn.keep(page, f"ring{len(ring.model.seats)}-{size[0]}")
        wrong += [f"{whose} {size}: {cut}" for cut in page.evaluate(CUT)]
        if height_needed(page) > size[1]:
            wrong.append(f"{whose} {size} scrolls: {height_needed(page)}")
    drawn.draw()

    assert wrong == []


@IN_EACH
@pytest.mark.parametrize("family", PHASES)
def test_whatever_a_lamp_says_is_read_whole_at_every_size(
    server: PageServer, windows: Any, family: str, language: str
) -> None:
    words = list(Catalog(language).templates("lamp").values())
    assert len(words) > 20
    with house_table(server, family) as table:
        opener = Opener(windows, table)
        own = "WOW" if family == "tacocat" else "1"
        cut = {}
        for who in ("simulation", own):
            page = opener(who, locale=language)
            for size in ALL_SIZES if rounds.IS_WHOLE else ALL_SIZES[::2]:
                resize(page, size)
                cut[who, size] = page.evaluate(LAMPS_CUT, words)
        opener.close()
        assert opener.complaints == []

    assert {where: found for where, found in cut.items() if found} == {}


def test_only_own_cards_glow_and_only_those_that_may_be_played(open_page: Opener, table: HouseTable) -> None:
    table.play(rounds.attacking)
    table.play(lambda rig: rig.place("7", "WOW.pad", hand_of("WOW")))
    hand = sorted(table.hand_of("YAY"), key=int)
    host = open_page()
    may = sorted(f"hand:YAY {face}" for face in hand if int(face) >= 7 or face == hand[0])
    assert host.evaluate(GLOWS) == may

    own, other = open_page("YAY"), open_page("WOW")

    assert own.evaluate(GLOWS) == may
    expect(host.locator("[data-playable]")).to_have_count(0)  # what phones hold is theirs
    assert len(may) < len(hand)
    assert other.evaluate(GLOWS) == []
    expect(own.locator('[data-place="YAY.pad"][data-invites]')).to_have_count(1)
    expect(other.locator("[data-invites]")).to_have_count(0)


def duelled(rig: Rig) -> None:
    """Have WOW win the duel, with both cards still on their pads."""
    rounds.dealt(rig)
    for seat in rounds.SEATS:
        rig.tap(f"{seat}.ok")
    for seat in rounds.SEATS:
        rounds.lay_lowest(rig, seat)


def test_a_used_card_goes_first_in_words_and_by_what_glows(open_page: Opener, table: HouseTable) -> None:
    table.play(duelled)
    host, own = open_page(), open_page("WOW")

    expect(own.locator('[data-seat="WOW"] .prompt')).to_have_text(re.compile("^First take the used card off"))
    expect(own.locator('[data-button="WOW.ok"]')).to_contain_text("first clear your pad")
    expect(host.locator("[data-due]")).to_have_count(2)
    expect(own.locator("[data-due]")).to_have_attribute("data-place", "WOW.pad")
    expect(own.locator("[data-invites]")).to_have_attribute("data-place", "discard")
    assert own.evaluate(GLOWS) == []
    table.play(lambda rig: rig.lift(rig.table.truth.at("WOW.pad")[0].tag))
    expect(own.locator("[data-invites]")).to_have_attribute("data-place", "WOW.pad")
    expect(own.locator("[data-due]")).to_have_count(0)


def test_at_a_ring_a_nope_glows_in_the_window_and_a_pair_on_the_own_turn(open_ring: Opener, ring: RingHouse) -> None:
    page = open_ring("A")
    assert page.evaluate(GLOWS) == ["hand:A nope"]
    asked_by_b = {**(ring.model.pending or {}), "seat": "B", "target": "A", "cards": ["favor"]}

    ring.change(phase="turn", pending=None, asked=["A"])
    expect(page.locator("[data-playable]")).to_have_count(5)

    assert set(page.evaluate(GLOWS)) == {f"hand:A {face}" for face in ("attack", "see-the-future", "cat-1", "favor")}
    ring.change(phase="give", pending=asked_by_b)
    expect(page.locator("[data-invites]")).to_have_attribute("data-place", "hand:B")
    ring.change(asked=["B"], turn="B")
    expect(page.locator("[data-playable], [data-invites]")).to_have_count(0)


@pytest.mark.parametrize("state", ["is_asking_whose", "is_paused"])
def test_nothing_glows_while_no_card_may_be_laid(open_ring: Opener, ring: RingHouse, state: str) -> None:
    page = open_ring()
    ring.change(phase="turn", pending=None, asked=["A"])
    expect(page.locator("[data-playable]")).to_have_count(5)

    ring.change(**{state: True})
    expect(page.locator("[data-playable], [data-invites]")).to_have_count(0)
    ring.change(**{state: False})

    expect(page.locator("[data-playable]")).to_have_count(5)


def test_one_seat_alone_is_marked_as_on_turn(open_ring: Opener, ring: RingHouse) -> None:
    page = open_ring()
    marked = page.locator(".seat[data-active]")
    expect(marked).to_have_attribute("data-seat", "A")  # several may stop what A plays

    ring.change(phase="give", asked=["C"], pending=None)

    expect(marked).to_have_attribute("data-seat", "C")
    ring.change(stage="over")
    expect(marked).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_bubble_of_the_guide_hides_nothing_it_speaks_of_and_never_jumps(
    open_page: Opener, table: HouseTable, size: tuple[int, int]
) -> None:
    page = open_page("WOW" if size == PHONE else "simulation")
    resize(page, size)
    page.locator(".way-in").click()
    page.get_by_role("button", name="Guide me").click()
    steps = {"1 / 9": lambda rig: None, "2 / 9": lambda rig: rig.tap("YAY.ok"), "3 / 9": dealt, "5 / 9": replaced}
    for count, step in steps.items():
        table.play(step)
        expect(page.locator(".guide-bubble")).to_contain_text(count)
        (left, top, right, bottom), target = page.evaluate(BOXES)

        assert left >= target[2] or right <= target[0] or top >= target[3] or bottom <= target[1]
        page.evaluate("document.querySelector('.is-shown-by-guide').style.translate = '30px 30px'")
        table.wait(1.0)
        assert page.evaluate(BOXES)[0] == [left, top, right, bottom]
        page.evaluate("document.querySelector('.is-shown-by-guide').style.translate = ''")
