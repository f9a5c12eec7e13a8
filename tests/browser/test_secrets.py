"""Who sees what: keys, seats, spectators, and pages of other sites."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Opener
from browser.house_table import HouseTable
from browser.player import People
from browser.rounds import attacking, dealt
from pi.cards_told import cards_in
from pi.patches import pictures_told

pytestmark = [pytest.mark.browser, pytest.mark.long]


def cards_told(frames: list[str]) -> list[dict[str, str | None]]:
    """Give every card of every truth that was received."""
    return [card for truth in pictures_told(frames, "truth") for card in cards_in(truth)]


@pytest.mark.parametrize("who", ["YAY", "spectator"])
def test_no_frame_to_a_page_names_a_card_that_its_role_may_not_see(
    open_page: Opener, table: HouseTable, who: str
) -> None:
    page, everything = open_page(who), open_page()
    table.play(dealt)
    expect(page.locator('[data-place="hand:WOW"] .card')).to_have_count(7)
    page.reload()
    expect(page.locator('[data-place="hand:WOW"] .card')).to_have_count(7)

    cards = cards_told(open_page.frames[everything])
    secret = {f'"{card["id"]}"' for card in cards if card["place"] in ("hand:WOW", "pile")}
    public = {f'"{card["id"]}"' for card in cards if card["place"] == "hand:YAY"} if who == "YAY" else set()

    assert len(secret) >= 31
    assert [name for name in secret - public for frame in open_page.frames[page] if name in frame] == []


@pytest.mark.long(keep=0)
def test_while_cards_are_played_a_seat_is_never_told_a_face_in_the_other_hand(
    open_page: Opener, table: HouseTable
) -> None:
    page = open_page("YAY", has_touch=True)
    people = People(open_page(has_touch=True), phones={"YAY": page})
    table.play(attacking)
    people.wait_for("play")

    for _ in range(4):
        people.step()

    expect(page.locator('[data-place="hand:WOW"] .card')).to_have_count(len(people.cards("WOW")))
    told = cards_told(open_page.frames[page])
    assert {card["face"] for card in told if card["place"] in ("hand:WOW", "pile")} == {None}
    assert len([card for card in told if card["place"] == "hand:WOW"]) > 30


def test_a_seat_sees_its_own_hand_and_the_backs_of_the_other(open_page: Opener, table: HouseTable) -> None:
    table.play(dealt)
    page = open_page("YAY")
    expect(page.locator('[data-place="hand:YAY"] .card[data-face]')).to_have_count(7)
    expect(page.locator('[data-place="hand:WOW"] .card')).to_have_count(7)

    hidden = [card for card in cards_told(open_page.frames[page]) if card["place"] in ("hand:WOW", "pile")]
    own = [card["face"] for card in cards_told(open_page.frames[page]) if card["place"] == "hand:YAY"]
    assert {card["face"] for card in hidden} == {None}
    assert len({card["id"] for card in hidden}) == len(hidden)
    assert sorted(own, key=str) == sorted(table.hand_of("YAY"), key=str)
    expect(page.locator('[data-place="hand:WOW"] .card[data-face]')).to_have_count(0)
    expect(page.locator('.seat[data-seat="WOW"] .screen')).to_be_hidden()


def test_a_seat_can_use_only_its_own_things(open_page: Opener) -> None:
    page = open_page("YAY")

    expect(page.locator('[data-button="YAY.ok"]')).to_be_enabled()
    expect(page.locator('[data-button="WOW.ok"]')).to_be_disabled()
    expect(page.locator(".gather, .switches, .tile")).to_have_count(0)


def test_a_spectator_sees_no_face_and_can_do_nothing(open_page: Opener, table: HouseTable) -> None:
    table.play(dealt)
    page = open_page("spectator")
    expect(page.locator('[data-place="hand:YAY"] .card')).to_have_count(7)

    assert {card["face"] for card in cards_told(open_page.frames[page])} == {None}
    expect(page.locator(".card:enabled, .press:enabled, .token:enabled")).to_have_count(0)


def test_a_spectator_who_writes_messages_of_its_own_is_refused(open_page: Opener, table: HouseTable) -> None:
    page = open_page("spectator")

    codes = page.evaluate(ASK, ['{"do":"press","button":"YAY.ok"}', '{"do":"gather"}', '{"do":"draw","seat":"YAY"}'])

    assert codes == ["not-allowed"] * 3
    assert table.hand_of("YAY") == []


ASK = """async messages => {
  const codes = [];
  const socket = new WebSocket(`ws://${location.host}/live`);
  await new Promise(resolve => socket.addEventListener("open", resolve));
  const enough = new Promise(resolve => socket.addEventListener("message", event => {
    const message = JSON.parse(event.data);
    if (message.type === "error") codes.push(message.code);
    if (codes.length === messages.length) resolve();
  }));
  socket.send('{"hello":{"key":"","language":"en","after":0}}');
  for (const message of messages) socket.send(message);
  await enough;
  socket.close();
  return codes;
}"""


def test_a_wrong_key_is_told_and_leaves_a_way_to_watch(open_page: Opener, table: HouseTable) -> None:
    page = open_page.at(f"{table.url}#key=NOTAKEYATALL")

    expect(page.locator("#banner")).to_contain_text("opens no seat")
    page.get_by_role("button", name="Watch as a spectator").click()

    expect(page.locator(".role")).to_have_text("You are watching")


def test_a_key_leaves_the_address_and_lasts_a_reload(open_page: Opener, table: HouseTable) -> None:
    page = open_page("WOW")

    assert page.url == table.url
    page.reload()

    expect(page.locator(".role")).to_have_text("You sit at WOW")


def test_the_short_link_of_a_seat_opens_its_page(open_page: Opener, table: HouseTable) -> None:
    page = open_page.at(f"{table.url}S/{table.keys.seats['WOW'].lower()}")

    expect(page.locator(".role")).to_have_text("You sit at WOW")


def test_the_page_under_a_foreign_name_is_refused(open_page: Opener, table: HouseTable) -> None:
    open_page.pardoned = ("Failed to load resource",)
    port = table.address.rpartition(":")[2]

    page = open_page.at(f"http://rebound.localhost:{port}/")

    expect(page.locator("body")).to_contain_text("does not answer to that name")


def test_a_page_of_another_origin_gets_no_connection(open_page: Opener, table: HouseTable) -> None:
    open_page.pardoned = ("WebSocket connection to",)
    page = open_page.at("about:blank")

    outcome = page.evaluate(
        """address => new Promise(resolve => {
          const socket = new WebSocket(`ws://${address}/live`);
          socket.addEventListener("open", () => resolve("open"));
          socket.addEventListener("close", () => resolve("refused"));
        })""",
        table.address,
    )

    assert outcome == "refused"
