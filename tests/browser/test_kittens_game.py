"""A whole game of the original Exploding Kittens, in Chinese, at the pages of two seats and of a spectator."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.conftest import Opener
from browser.house_table import HouseTable, house_table
from browser.kittens_player import KittensPlayer
from browser.kittens_watch import Watch
from browser.page_server import PageServer

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture
def table(server: PageServer) -> Iterator[HouseTable]:
    """Give a fresh kittens table with its page."""
    with house_table(server, "kittens") as running:
        yield running


def sit_down(open_page: Opener, who: str) -> tuple[KittensPlayer, Watch]:
    """Open the page of a seat or a spectator in Chinese, watched from its first message on."""
    watch = Watch(None if who == "spectator" else who)
    page = open_page(who, locale="zh-TW", on_frame=watch.take)
    return KittensPlayer(who, page, watch), watch


def test_two_seats_play_a_whole_game_and_nobody_is_told_what_is_not_theirs_to_know(
    open_page: Opener, table: HouseTable
) -> None:
    (one, one_watch), (two, two_watch), (spectator, watch) = (
        sit_down(open_page, who) for who in ("1", "2", "spectator")
    )
    players = {"1": one, "2": two}

    begin(one, two, table)
    for _ in range(400):
        if one.phase() == "over":
            break
        take_step(players)

    winner = watch.scene["kittens"]["alive"]
    assert len(winner) == 1
    for page in (one.page, two.page, spectator.page):
        expect(page.locator(f'[data-seat="{winner[0]}"] .state')).to_have_text("贏家")
        expect(page.locator(".party-words")).to_have_text(f"座位 {winner[0]} 贏了！")
    assert {"see-the-future", "favor", "five", "triple", "pair"} <= one.played | two.played
    assert one.looked or two.looked
    assert one.shuffled or two.shuffled
    assert {seat: len(table.hand_of(seat)) for seat in "12"} == watch.scene["kittens"]["hand_size"]
    assert [*one_watch.breaches, *two_watch.breaches, *watch.breaches] == []
    assert min(one_watch.count, two_watch.count, watch.count) > 200


def begin(one: KittensPlayer, two: KittensPlayer, table: HouseTable) -> None:
    """Choose the original game, sit down, begin, gather and deal."""
    for _ in range(2):
        one.press("nope")
    one.press("ok")
    two.press("ok")
    with table.long_presses():
        one.page.locator('[data-button="1.ok"]').press("Space")  # the lobby goes, and the button lets itself go
        one.wait_until(lambda: one.phase() == "deal")
    assert one.watch.scene["kittens"]["game"] == "zh56"
    two.page.locator(".gather").click()
    one.wait_until(lambda: len(one.hand) == 8)
    assert one.watch.number("pile") == 35
    two.press("ok")
    one.wait_until(lambda: one.phase() == "turn")


def take_step(players: dict[str, KittensPlayer]) -> None:
    """Do the next thing that somebody is awaited to do."""
    kittens = next(iter(players.values())).watch.scene["kittens"]
    phase, turn, pending = kittens["phase"], kittens["turn"]["seat"], kittens["pending"] or {}
    player, other = players[turn], players["2" if turn == "1" else "1"]
    for one in players.values():
        if one.is_allowed(f"look:{one.seat}") and not one.looked:
            one.look()
            return
    if phase == "turn":
        player.take_turn(other.seat)
    elif phase == "window":
        answering = next(one for one in players.values() if not one.has_answered())
        answering.answer_window()
    elif phase == "give":
        players[pending["target"]].give(pending["seat"], pending["name"])
    elif phase == "steal":
        player.steal(pending["target"])
    elif phase == "defuse":
        player.defuse()
    for one in players.values():
        one.wait_until(lambda one=one: one.watch.scene["kittens"] == player.watch.scene["kittens"])  # type: ignore[misc]  # bound now


def truth_of(*cards: tuple[str | None, str | None, str], **more: object) -> str:
    """Give a message that tells of cards: their handle, face and place."""
    told = {place: [None if handle is None else [handle, face]] for handle, face, place in cards}
    nothing = {"type": "truth", "places": [], "faults": [], "pressed": [], "allow": [], "looking": [], "looks": {}}
    return json.dumps({**nothing, "cards": told, **more})


@pytest.mark.parametrize(
    "messages",
    [
        [truth_of(("v1", "nope", "hand:2"))],
        [truth_of(("v1", "nope", "pile"))],
        [truth_of(("v1", None, "hand:2"))],
        [truth_of(("v1", "nope", "play")), truth_of(), truth_of(("v1", "nope", "play"))],
        [truth_of(looks={"2": {"cards": []}})],
        [truth_of(allow=["look:2"])],
        [truth_of(slot=4)],
    ],
)
def test_the_watch_finds_what_a_page_may_not_be_told(messages: list[str]) -> None:
    watch = Watch("1")

    for message in messages:
        watch.take(message)

    assert len(watch.breaches) == 1
