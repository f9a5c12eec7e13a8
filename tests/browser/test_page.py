"""What the page shows and how it behaves: pixels, sizes, languages, accessibility, losing and finding the table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Opener, broken_looks, broken_rules
from browser.house_table import HouseTable
from browser.player import People
from browser.rounds import dealt

pytestmark = [pytest.mark.browser, pytest.mark.long]

READ_CANVAS = """canvas => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, 128, 64);
  const bytes = new Array(1024).fill(0);
  for (let y = 0; y < 64; y += 1)
    for (let x = 0; x < 128; x += 1)
      if (data[(y * 128 + x) * 4] > 127) bytes[(y >> 3) * 128 + x] |= 1 << (y & 7);
  return bytes;
}"""
SCREENS = {
    "YAY": '.seat[data-seat="YAY"] canvas',
    "WOW": '.seat[data-seat="WOW"] canvas',
    **{f"space {space:+d}" if space else "space 0": f'.space[data-space="{space}"] canvas' for space in range(-3, 4)},
}


def memory_shown(page: Page, selector: str) -> bytes:
    """Give a canvas as the memory of a panel: one bit for each of its pixels."""
    return bytes(page.locator(selector).evaluate(READ_CANVAS))


def test_each_canvas_shows_the_memory_of_its_display_pixel_by_pixel(open_page: Opener, table: HouseTable) -> None:
    table.play(dealt)
    page = open_page()

    shown = {name: memory_shown(page, selector) for name, selector in SCREENS.items()}

    assert shown == {name: table.memory_of(name) for name in SCREENS}
    assert all(0 < sum(byte.bit_count() for byte in memory) < 8192 for memory in shown.values())


def test_a_display_tells_its_words_to_those_who_cannot_see_it(open_page: Opener) -> None:
    page = open_page()

    expect(page.get_by_role("img", name=re.compile("Display of YAY: .*Tacocat"))).to_be_visible()


def test_a_display_can_be_enlarged_and_put_back(open_page: Opener) -> None:
    page = open_page()

    page.locator('.seat[data-seat="YAY"] canvas').click()
    enlarged = memory_shown(page, ".magnifier canvas")
    page.keyboard.press("Escape")

    assert enlarged == memory_shown(page, SCREENS["YAY"])
    expect(page.locator(".magnifier")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_nothing_runs_over_the_edge(open_page: Opener, table: HouseTable, language: str) -> None:
    table.play(dealt)
    page = open_page(locale=language)
    page.locator(".switches summary").click()

    widest = {}
    for width in (320, 390, 550, 761, 1100, 1240, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        widest[width] = page.evaluate("document.documentElement.scrollWidth")

    assert {width: needed for width, needed in widest.items() if needed > width} == {}


@pytest.mark.parametrize("who", ["simulation", "YAY", "spectator"])
def test_no_rule_of_accessibility_is_broken(open_page: Opener, who: str) -> None:
    page = open_page(who)

    assert broken_looks(page, 390, 1440) == {}


def test_the_help_and_the_switches_break_no_rule_of_accessibility(open_page: Opener) -> None:
    page = open_page()
    page.locator(".switches summary").click()
    page.keyboard.press("?")
    expect(page.locator(".help")).to_be_visible()

    assert broken_rules(page) == []


def test_the_hosts_language_is_that_of_the_displays_and_of_no_other_page(open_page: Opener, table: HouseTable) -> None:
    table.play(dealt)
    page, other = open_page(), open_page()

    page.get_by_role("button", name="中文").click()

    expect(page.locator(".mode")).to_have_text("模擬牌桌")
    expect(page.locator("html")).to_have_attribute("lang", "zh-TW")
    expect(page.locator(".entry-text").first).to_contain_text(re.compile("[一-鿿]"))
    expect(page.get_by_role("button", name="中文")).to_be_focused()
    expect(other.locator(".mode")).to_have_text("SIMULATED TABLE")
    assert table.play(lambda rig: set(rig.program.controller.situation.game.languages.values())) == {"zh-TW"}


def test_the_language_is_remembered(open_page: Opener) -> None:
    page = open_page()
    page.get_by_role("button", name="中文").click()
    expect(page.locator(".mode")).to_have_text("模擬牌桌")

    page.reload()

    expect(page.locator(".mode")).to_have_text("模擬牌桌")


def ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_colours_follow_the_system_until_somebody_chooses(open_page: Opener) -> None:
    page = open_page(color_scheme="dark")
    dark = ground(page)

    page.get_by_role("button", name="Light").click()

    light = ground(page)
    assert light != dark
    page.get_by_role("button", name="Auto").click()
    assert ground(page) == dark


def test_a_lost_page_says_so_comes_back_by_itself_and_misses_no_entry(open_page: Opener, table: HouseTable) -> None:
    open_page.pardoned = ("WebSocket connection to",)
    table.play(dealt)
    page, other = open_page(), open_page()
    expect(page.locator(".entry")).not_to_have_count(0)

    table.stop_page()
    expect(page.locator("#banner")).to_contain_text("cannot be reached")
    table.start_page()
    expect(page.locator("#banner")).to_be_empty()
    expect(other.locator("#banner")).to_be_empty()
    people = People(other)
    people.step()

    newest = str(people.last_entry())
    expect(page.locator(".entry").first).to_have_attribute("data-n", newest)
    numbers = [int(entry.get_attribute("data-n") or "") for entry in page.locator(".entry").all()]
    assert numbers == list(range(int(newest), 0, -1))


def test_a_fault_is_switched_noticed_and_mended(open_page: Opener) -> None:
    page = open_page()
    page.locator(".switches summary").click()
    switch = page.locator('input[data-device="reader YAY.pad"][data-fault="unplug"]')

    switch.check()
    expect(page.locator(".health-list")).to_contain_text("YAY")
    expect(page.locator('.entry[data-kind="device"]').first).to_be_visible()
    switch.uncheck()

    expect(page.get_by_text("Every device answers.")).to_be_visible()


def test_a_button_is_held_as_long_as_a_key_or_a_pointer_holds_it(open_page: Opener) -> None:
    page = open_page()
    button = page.locator('[data-button="YAY.no"]')

    button.focus()
    page.keyboard.down("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.keyboard.up("Enter")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.hover()
    page.mouse.down()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.mouse.up()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_a_held_button_is_let_go_when_the_page_loses_the_keys(open_page: Opener) -> None:
    page = open_page()
    button = page.locator('[data-button="YAY.no"]')
    button.focus()
    page.keyboard.down("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")

    page.keyboard.press("Tab")

    expect(button).to_have_attribute("aria-pressed", "false")
    page.keyboard.up("Enter")


def test_a_carried_card_goes_back_on_escape(open_page: Opener, table: HouseTable) -> None:
    table.play(dealt)
    page = open_page()
    card = page.locator('[data-place="hand:YAY"] .card').first

    card.focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-place="YAY.pad"]')).to_have_class(re.compile("is-chosen"))
    page.keyboard.press("Escape")

    expect(page.locator(".is-chosen, .is-carried, .is-open")).to_have_count(0)
    expect(card).to_be_focused()
    expect(page.locator('[data-place="hand:YAY"] .card')).to_have_count(7)


def test_a_card_is_laid_by_two_taps(open_page: Opener, table: HouseTable) -> None:
    table.play(dealt)
    page = open_page(width=390, has_touch=True, is_mobile=True)

    page.locator('[data-place="hand:YAY"] .card').first.tap()
    page.locator('[data-place="YAY.pad"]').tap()

    expect(page.locator('[data-place="YAY.pad"] .card')).to_have_count(1)


def test_all_that_acts_is_reached_by_tab_and_a_hand_is_one_stop(open_page: Opener, table: HouseTable) -> None:
    table.play(dealt)
    page = open_page()
    expect(page.locator('[data-place="hand:WOW"] .card')).to_have_count(7)
    stops: list[str] = []

    page.locator("body").focus()
    for _ in range(60):
        page.keyboard.press("Tab")
        stops.append(page.evaluate(STOP))

    assert {"YAY.ok", "YAY.no", "WOW.ok", "WOW.no", "token", "gather", "log-scroller"} <= set(stops)
    assert stops.count("hand:YAY") >= 1
    assert "hand:YAY hand:YAY" not in " ".join(stops)


STOP = """() => {
  const at = document.activeElement;
  return at.dataset.button ?? at.closest(".cards")?.parentElement.dataset.place ?? at.className.split(" ").at(-1);
}"""


def rhythm(light: Locator) -> str:
    return str(light.locator(".lens").evaluate("lens => getComputedStyle(lens).animationName"))


def test_lamps_blink_and_say_how_and_where_nothing_may_move_they_only_say(open_page: Opener) -> None:
    moving, still = open_page(reduced_motion="no-preference"), open_page()

    lamp, still_lamp = (page.locator('[data-button="YAY.ok"] .light') for page in (moving, still))

    expect(lamp.locator(".light-rhythm")).to_have_text("fast blink")
    expect(still_lamp.locator(".light-rhythm")).to_have_text("fast blink")
    assert rhythm(lamp) == "slow"
    assert rhythm(still_lamp) == "none"


def test_a_seat_on_a_phone_has_its_own_prompt_and_buttons_under_the_thumb(open_page: Opener) -> None:
    page = open_page("WOW", width=390)

    parts = (page.locator(f'.seat[data-seat="WOW"] {part}').bounding_box() for part in (".prompt", ".presses"))
    prompt, presses = (part for part in parts if part is not None)

    assert abs(presses["y"] + presses["height"] - 1000) < 1
    assert abs(prompt["y"] + prompt["height"] - presses["y"]) <= 2


def test_a_seat_reads_its_odds_on_its_phone_by_a_button_of_its_own(open_page: Opener, table: HouseTable) -> None:
    phone, other = open_page("YAY", width=390, has_touch=True, is_mobile=True), open_page("WOW")
    prompts = [page.locator(f'[data-seat="{seat}"] .prompt') for page, seat in ((phone, "YAY"), (other, "WOW"))]
    button = phone.locator('[data-seat="YAY"] .own-odds')
    expect(button).to_be_hidden()

    table.play(dealt)
    button.click()

    expect(button).to_have_attribute("aria-pressed", "true")
    expect(prompts[0]).to_contain_text("%")
    expect(prompts[1]).not_to_contain_text("%")
    expect(phone.locator('[data-seat="WOW"] .own-odds')).to_be_hidden()
    button.click()
    expect(prompts[0]).not_to_contain_text("%")


def test_a_language_without_glyphs_is_named_in_latin_letters(open_page: Opener) -> None:
    page = open_page()
    page.evaluate("() => { CanvasRenderingContext2D.prototype.fillText = () => {}; }")  # all signs look alike
    page.get_by_role("button", name="中文").click()

    expect(page.locator("[data-language=zh-TW]")).to_have_text("Chinese")
    expect(page.locator("[data-language=en]")).to_have_text("English")
