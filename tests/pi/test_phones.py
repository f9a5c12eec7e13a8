"""Phones that join seats: codes that are good once and for a while, keys kept as hashes, and what seats say."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from socket import socketpair
from typing import TYPE_CHECKING, cast

import pytest

from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.dialogs.menu_items import ARBITER_PAGE, END_LINKS, offered
from tacotable.service.running_time import RunningTime
from tacotable.state.role import Role
from tacotable.state.scene import Choice, Join
from tacotable.table.file import read_table
from tacotable.web.connections import Connection
from tacotable.web.keys import EVENING_S, make_keys
from tacotable.web.limits import Limits
from tacotable.web.live import Audience, Live
from tacotable.web.model import PageError
from tacotable.web.page import TablePage
from tacotable.web.phones import FILE, FRESH_S, GOOD_S, MOST, TRIES, TRIES_S, Phones

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

SEATS = ("YAY", "WOW")


@dataclass
class House:
    """A folder, the running time, and what was told."""

    folder: Path
    now_s: float = 1_000.0
    boot: str = "tonight"
    told: list[tuple[str, int, bool]] = field(default_factory=list)

    def phones(self, folder: Path | None = None) -> Phones:
        phones = Phones(SEATS, folder, time=RunningTime(self.boot, lambda: self.now_s))
        phones.on_change = lambda seat, count, has_joined: self.told.append((seat, count, has_joined))
        return phones


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def item_of(rig: Rig, screen: str) -> str:
    shown = rig.screen(screen)
    assert isinstance(shown, Choice)
    return shown.item


def code_of(error: pytest.ExceptionInfo[PageError]) -> str:
    return error.value.code


def test_a_code_opens_its_seat_once(house: House) -> None:
    phones = house.phones()
    code = phones.code("WOW")

    key = phones.join(f" {code[:3].lower()} {code[3:]}")

    assert phones.role_for(key) == Role("seat", "WOW")
    assert phones.role_for(key.lower()) == Role("seat", "WOW")
    assert house.told == [("WOW", 1, True)]
    with pytest.raises(PageError) as again:
        phones.join(code)
    assert code_of(again) == "wrong-code"


def test_a_code_is_good_for_two_minutes_and_one_on_show_for_a_minute_more(house: House) -> None:
    phones = house.phones()
    first = phones.code("YAY")
    house.now_s += FRESH_S - 1
    assert phones.code("YAY") == first
    house.now_s += 1
    second = phones.code("YAY")
    assert second != first
    house.now_s += GOOD_S - FRESH_S - 1
    assert phones.role_for(phones.join(first)) == Role("seat", "YAY")
    third = phones.code("YAY")
    assert third != second
    house.now_s += GOOD_S
    with pytest.raises(PageError) as late:
        phones.join(third)
    assert code_of(late) == "wrong-code"


NEIGHBOURS = (("10.0.0.66", "10.0.0.7"), ("fd00::1:66", "fd00::1:7"), ("2001:db8::66", "2001:db8::7"))
"""Who types wrong codes, and a phone in the same network: an IPv6 network at home is one /64."""


@pytest.mark.parametrize(("guesser", "phone"), NEIGHBOURS)
def test_wrong_codes_of_one_address_are_limited_and_lock_out_no_other(house: House, guesser: str, phone: str) -> None:
    phones = house.phones()
    for _ in range(TRIES):
        with pytest.raises(PageError) as wrong:
            phones.join("\ud800AAAAA", guesser)
        assert code_of(wrong) == "wrong-code"
    with pytest.raises(PageError) as too_many:
        phones.join(phones.code("YAY"), guesser)
    assert code_of(too_many) == "too-many-codes"

    assert phones.role_for(phones.join(phones.code("YAY"), phone)) == Role("seat", "YAY")
    house.now_s += TRIES_S
    assert phones.role_for(phones.join(phones.code("YAY"), guesser)) == Role("seat", "YAY")


def test_wrong_codes_of_ever_new_addresses_keep_nobody_out_and_are_forgotten(house: House) -> None:
    phones = house.phones()
    for number in range(2_000):
        house.now_s += 0.1
        with pytest.raises(PageError, match="not good"):
            phones.join("AAAAAA", f"2001:db8::{number:x}")

    assert phones.role_for(phones.join(phones.code("WOW"), "2001:db8::ffff")) == Role("seat", "WOW")
    assert len(phones._wrong_s) <= TRIES_S / 0.1 + 1


def test_the_live_connection_counts_wrong_codes_by_the_address_that_it_came_from() -> None:
    table, limits = read_table("kittens"), Limits()
    with simulated_table(table) as rig:
        phones = Phones(table.seat_names)
        keys = make_keys(table.seat_names, bytes(200), is_simulated=True)
        page = TablePage(rig.program.controller, keys, now_ms=lambda: rig.loop.time() * 1_000, phones=phones)

        def said_to(address: str, code: str) -> str:
            one_end, other_end = socketpair()
            with one_end, other_end:
                asking = PhoneSocket("", code)
                connection = Connection(one_end, address, rig.loop.time, 0.0)
                live = Live(cast("WebSocket", asking), page, limits, "run", rig.loop.time, connection=connection)
                task = rig.loop.create_task(live.serve())
                rig.wait(0.1)
                task.cancel()
            return asking.told[0]

        assert {said_to("fd00::66", "AAAAAA") for _ in range(TRIES + 1)} == {"wrong-code", "too-many-codes"}
        assert said_to("fd00::7", phones.code("1")) == "joined"


def test_keys_are_kept_as_hashes_and_outlast_a_start_until_the_evening_ends(house: House) -> None:
    phones = house.phones(house.folder)
    key = phones.join(phones.code("YAY"))
    text = (house.folder / FILE).read_text("utf-8")
    assert key not in text
    assert (house.folder / FILE).stat().st_mode & 0o077 == 0

    again = house.phones(house.folder)
    house.told.clear()
    again.tell()
    assert house.told == [("YAY", 1, False)]
    assert again.role_for(key) == Role("seat", "YAY")
    house.now_s += EVENING_S
    assert again.role_for(key) is None
    assert again.count("YAY") == 0


def test_a_phone_of_an_earlier_evening_reads_nothing_whatever_the_clocks_say(house: House) -> None:
    phones = house.phones(house.folder)
    key = phones.join(phones.code("YAY"))

    house.boot = "next week"

    assert house.phones(house.folder).role_for(key) is None


def test_a_seat_forgets_its_phones_and_no_others(house: House) -> None:
    phones = house.phones(house.folder)
    own, other = phones.join(phones.code("YAY")), phones.join(phones.code("WOW"))
    shown = phones.code("YAY")

    phones.forget("YAY")

    assert phones.role_for(own) is None
    assert phones.role_for(other) == Role("seat", "WOW")
    assert house.phones(house.folder).role_for(own) is None
    assert house.told[-1] == ("YAY", 0, False)
    with pytest.raises(PageError):
        phones.join(shown)


def test_a_phone_leaves_and_a_wrong_key_leaves_nothing(house: House) -> None:
    phones = house.phones()
    keys = [phones.join(phones.code("YAY")) for _ in range(2)]
    phones.leave("NOTAKEY")
    phones.leave(keys[0])

    assert [phones.role_for(key) for key in keys] == [None, Role("seat", "YAY")]


def test_the_phone_that_joined_first_makes_room(house: House) -> None:
    phones = house.phones()
    keys = [phones.join(phones.code("YAY")) for _ in range(MOST + 1)]

    assert phones.count("YAY") == MOST
    assert phones.role_for(keys[0]) is None
    assert phones.role_for(keys[1]) == Role("seat", "YAY")


@pytest.mark.parametrize("text", ["{", "[]", '{"until_s": 3}', '{"until_s": {"YAY": {"a": "b"}}}', "null"])
def test_with_a_spoilt_list_of_phones_they_join_again(house: House, text: str) -> None:
    (house.folder / FILE).write_text(text, "utf-8")

    phones = house.phones(house.folder)
    key = phones.join(phones.code("YAY"))

    assert house.phones(house.folder).role_for(key) == Role("seat", "YAY")


def test_a_seat_that_is_no_more_is_passed_over(house: House) -> None:
    (house.folder / FILE).write_text(json.dumps({"run": house.boot, "until_s": {"3": {"ab": 9e9}}}), "utf-8")
    assert house.phones(house.folder).count("YAY") == 0


@pytest.mark.parametrize("name", ["tacocat", "kittens"])
def test_a_phone_joins_by_the_display_and_the_seat_says_so_and_can_forget_it(name: str) -> None:
    table = read_table(name)
    seat, screen = table.seat_names[0], "table" if table.play else table.seat_names[0]
    no = "nope" if table.play else "no"
    with simulated_table(table) as rig:
        controller, phones = rig.program.controller, Phones(table.seat_names)
        phones.page, controller.link = "http://10.0.0.7:8480", phones.link
        keys = make_keys(table.seat_names, bytes(200), is_simulated=True)
        page = TablePage(controller, keys, now_ms=lambda: rig.loop.time() * 1_000, phones=phones)

        def turn_to(item: str) -> None:
            rig.hold(f"{seat}.{no}")
            while item_of(rig, screen) != item:
                rig.tap(f"{seat}.{no}")
            rig.tap(f"{seat}.ok")

        turn_to("menu.join")
        code = phones.code(seat)
        assert rig.says(screen) == "menu.join-page"
        assert page.join(code)
        key = page.join(phones.code(seat))
        rig.wait(0.5)

        assert page.role_for(key) == Role("seat", seat)
        assert rig.says(screen) == "refusal.phone-joined"
        told = [str(entry["text"]) for entry in page.log(Role("spectator"), "en", 0)]
        assert [text.partition("; ")[2] for text in told] == ["1 read along there.", "2 read along there."]
        rig.wait(6.0)
        turn_to("menu.forget-phones")
        assert page.role_for(key) is None
        assert controller.situation.devices.phones[seat] == 0


class PhoneSocket:
    """The socket of a phone at a seat: what it was told, and whether it was cut off."""

    def __init__(self, key: str, code: str = "") -> None:
        self.told: list[str] = []
        self.is_cut_off = False
        self._said = [json.dumps({"hello": {"key": key, "code": code, "language": "en", "after": 0}})]

    async def receive_text(self) -> str:
        if not self._said:
            await asyncio.get_running_loop().create_future()
        return self._said.pop()

    async def send_text(self, text: str) -> None:
        told = json.loads(text)
        self.told.append(told["code"] if told["type"] == "error" else told["type"])

    async def close(self, code: int = 1000) -> None:
        self.is_cut_off = True


def test_of_two_phones_at_each_of_ten_seats_those_that_a_seat_forgets_are_cut_off_in_a_second() -> None:
    table, limits = read_table("kittens"), Limits()
    with simulated_table(table) as rig:
        phones = Phones(table.seat_names)
        keys = make_keys(table.seat_names, bytes(200), is_simulated=True)
        page = TablePage(rig.program.controller, keys, now_ms=lambda: rig.loop.time() * 1_000, phones=phones)
        audience = Audience(page, limits.spectators, limits.rest_s)
        sockets = {seat: [PhoneSocket(page.join(phones.code(seat))) for _ in range(2)] for seat in table.seat_names}
        for socket in chain(*sockets.values()):
            live = Live(cast("WebSocket", socket), page, limits, "run", rig.loop.time, audience=audience)
            rig.loop.create_task(live.serve())
        rig.wait(1.0)
        assert [("scene" in socket.told) for socket in chain(*sockets.values())] == [True] * 20

        rig.program.controller.situation.ui.phones_to_forget = "4"
        page.changed()
        rig.wait(1.0)
        assert {seat: [socket.is_cut_off for socket in each] for seat, each in sockets.items()} == {
            seat: [seat == "4"] * 2 for seat in table.seat_names
        }


@pytest.mark.parametrize("name", ["tacocat", "kittens"])
def test_the_arbiter_joins_at_the_table_and_all_links_end_at_a_press(name: str) -> None:
    table = read_table(name)
    seat, screen = table.seat_names[0], "table" if table.play else table.seat_names[0]
    no = "nope" if table.play else "no"
    with simulated_table(table) as rig:
        controller, phones = rig.program.controller, Phones(table.seat_names)
        phones.page, controller.link = "http://10.0.0.7:8480", phones.link
        keys = make_keys(table.seat_names, bytes(range(200)), is_simulated=True)
        page = TablePage(controller, keys, now_ms=lambda: rig.loop.time() * 1_000, phones=phones)

        def turn_to(item: str) -> None:
            rig.wait(6.0)
            rig.hold(f"{seat}.{no}")
            while item_of(rig, screen) != item:
                rig.tap(f"{seat}.{no}")
            rig.tap(f"{seat}.ok")

        turn_to("menu.arbiter-page")
        shown = rig.screen(screen)
        assert isinstance(shown, Join)
        arbiters = page.join(shown.code)
        assert rig.says(screen) == "refusal.arbiter-joined"
        seats = page.join(phones.code(seat))
        given = {arbiters: "arbiter", seats: "seat", keys.arbiter: "arbiter", keys.seats[seat]: "seat"}
        assert {key: role.kind for key in given if (role := page.enter(key))} == given

        turn_to("menu.end-links")
        assert rig.says(screen) == "menu.sure-end-links"
        rig.tap(f"{seat}.ok")

        assert [page.role_for(key) for key in given] == [page.enter(key) for key in given] == [None] * 4
        assert page.role_for(keys.simulation or "") == Role("simulation")
        who, last = "YAY" if name == "tacocat" else "Seat 1", page.log(Role("spectator"), "en", 0)[-1]["text"]
        assert last == f"{who} ends all links to pages of seats and of the arbiter."


def test_a_game_that_is_on_shows_no_code_of_the_arbiters_page() -> None:
    with simulated_table("tacocat") as rig:
        rig.tap("YAY.ok")
        items = offered(rig.program.controller.situation, "YAY")

    assert "join" in items
    assert not {ARBITER_PAGE, END_LINKS} & set(items)


def test_the_code_on_the_display_of_all_reaches_no_page_but_the_hosts() -> None:
    table = read_table("kittens")
    with simulated_table(table) as rig:
        phones = Phones(table.seat_names)
        phones.page, rig.program.controller.link = "http://10.0.0.7:8480", phones.link
        page = TablePage(
            rig.program.controller, make_keys(table.seat_names, bytes(200), is_simulated=True), phones=phones
        )
        rig.hold("1.nope")
        while item_of(rig, "table") != "menu.join":
            rig.tap("1.nope")
        rig.tap("1.ok")
        code = phones.code("1")

        shown = {
            role.kind: json.dumps(page.scene(role, "en"))
            for role in (Role("spectator"), Role("arbiter"), Role("seat", "2"))
        }
        assert code in json.dumps(page.scene(Role("simulation"), "en"))
        assert all(code not in text and code[:3] + " " + code[3:] not in text for text in shown.values())
