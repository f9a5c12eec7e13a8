"""A whole game of the original Exploding Kittens, in Chinese, on three phones; a spectator comes in the middle.

Unless `TACOTABLE_PHONE_GAMES` is `whole`, a kitten lies on top of the pile from when all has been played that is to be.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.conftest import Opener
from browser.house_table import HouseTable, house_table
from browser.kittens_player import LETHAL, KittensPlayer
from browser.kittens_watch import Watch
from browser.page_server import PageServer
from browser.rounds import IS_WHOLE
from tacotable.autoplay.rig import Rig
from tacotable_sim.truth import DRAW

pytestmark = [pytest.mark.browser, pytest.mark.long]

PHONE = {"width": 390, "has_touch": True, "is_mobile": True}
COMES_AT = 25
"""So many steps are taken before the spectator comes."""
PLAYED = {"see-the-future", "favor", "pair", "attack", "skip"}
"""What has to be played in the game."""


@pytest.fixture
def table(server: PageServer) -> Iterator[HouseTable]:
    """Give a fresh kittens table with its page."""
    with house_table(server, "kittens") as running:
        yield running


def sit_down(open_page: Opener, who: str) -> KittensPlayer:
    """Open the page of a seat on a phone, or a spectator's, in Chinese, watched from its first message on."""
    watch = Watch(None if who == "spectator" else who)
    page = open_page(who, locale="zh-TW", on_frame=watch.take, **({} if who == "spectator" else PHONE))
    return KittensPlayer(who, page, watch)


@pytest.mark.long(keep=0)
def test_three_phones_play_a_whole_game_and_nobody_is_told_what_is_not_theirs_to_know(
    open_page: Opener, table: HouseTable
) -> None:
    players = {seat: sit_down(open_page, seat) for seat in "123"}
    one, spectator = players["1"], None

    begin(players, table)
    for count in range(500):
        if one.phase() == "over":
            break
        if count == COMES_AT:
            spectator = sit_down(open_page, "spectator")
        if not IS_WHOLE and spectator and played_by(players) >= PLAYED:
            table.play(bring_kitten_up)
        take_step(players)

    assert spectator is not None
    winner = one.watch.scene["kittens"]["alive"]
    assert len(winner) == 1
    for each in (*players.values(), spectator):
        expect(each.page.locator(f'[data-seat="{winner[0]}"] .state')).to_have_text("贏家")
        expect(each.page.locator(".party-words")).to_have_text(f"座位 {winner[0]} 贏了！")
    assert played_by(players) >= PLAYED
    assert any(player.looked for player in players.values())
    assert len(table.hand_of(winner[0])) == one.watch.scene["kittens"]["hand_size"][winner[0]]
    assert [breach for each in (*players.values(), spectator) for breach in each.watch.breaches] == []
    assert min(each.watch.count for each in (*players.values(), spectator)) > 100


def played_by(players: dict[str, KittensPlayer]) -> set[str]:
    return set().union(*(player.played for player in players.values()))


def bring_kitten_up(rig: Rig) -> None:
    """Have the next card that is drawn be a kitten, where one lies in the pile: nobody knows how the cards lie."""
    if any(card.face == LETHAL for card in rig.table.truth.at(DRAW)):
        rig.find(LETHAL)


def begin(players: dict[str, KittensPlayer], table: HouseTable) -> None:
    """Choose the original game, sit down, begin, gather and deal."""
    one, two, _ = players.values()
    for _ in range(2):
        one.press("nope")
    for player in players.values():
        player.press("ok")
        one.wait_until(lambda seat=player.seat: seat in one.watch.scene["kittens"]["seated"])  # type: ignore[misc]  # bound now
    with table.long_presses():
        one.page.locator('[data-button="1.ok"]').press("Space")  # the lobby goes, and the button lets itself go
        one.wait_until(lambda: one.phase() == "deal")
    assert one.watch.scene["kittens"]["game"] == "zh56"
    two.page.locator(".gather").tap()
    for player in players.values():
        player.wait_until(lambda player=player: len(player.hand) == 8)  # type: ignore[misc]  # bound now
    two.press("ok")
    one.wait_until(lambda: one.phase() == "turn")


def take_step(players: dict[str, KittensPlayer]) -> None:
    """Do the next thing that somebody is awaited to do."""
    first = next(iter(players.values()))
    first.wait_until(
        lambda: all(one.watch.scene["kittens"] == first.watch.scene["kittens"] for one in players.values())
    )
    kittens = first.watch.scene["kittens"]
    phase, turn, pending = kittens["phase"], kittens["turn"]["seat"], kittens["pending"] or {}
    player = players[turn]
    if phase == "turn" and "see-the-future" in player.played and not player.looked:
        player.wait_until(lambda: player.is_allowed(f"look:{turn}"))  # told behind the scene
        player.look()
    elif phase == "turn":
        seats = [seat for seat in kittens["alive"] if seat != turn]
        player.take_turn(players[max(seats, key=lambda seat: (kittens["hand_size"][seat], seat))])
    elif phase == "window":
        next(one for one in players.values() if one.seat in kittens["to_act"]).answer_window()
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
