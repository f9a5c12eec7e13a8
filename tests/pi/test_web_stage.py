"""The stage's side of the server: it knows what spectators know, takes no acts, and can be late, to the byte."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from pi.served import bound_addresses
from pi.small_model import SmallModel
from tacotable.state.role import Role
from tacotable.web.addresses import allowed_hosts, listen
from tacotable.web.app import page_app
from tacotable.web.model import PageError
from tacotable.web.serve import serving
from tacotable.web.stage import StageModel, code_rows
from tacotable_sim.time.virtual_time import virtual_loop

DELAY_S = 30
STAGE = Role("spectator")


def test_a_late_stage_shows_each_picture_when_it_is_due_and_not_before() -> None:
    with virtual_loop() as loop:

        async def watch() -> list[tuple[int, object]]:
            model = SmallModel()
            stage = StageModel(model, delay_s=DELAY_S)
            told: list[tuple[int, object]] = []
            stage.subscribe(lambda: told.append((round(loop.time() - began), stage.scene(STAGE, "en").get("shown"))))
            began = loop.time()
            await asyncio.sleep(10)
            model.change(5)
            model.note("Five.")
            await asyncio.sleep(10)
            model.change(7)
            await asyncio.sleep(60)
            return told

        told = loop.run_until_complete(watch())

    assert told == [(30, 0), (40, 5), (50, 7)]


def test_who_joins_a_late_stage_gets_the_picture_of_then_and_no_line_of_the_log() -> None:
    with virtual_loop() as loop:

        async def join() -> tuple[object, ...]:
            model = SmallModel()
            stage = StageModel(model, delay_s=DELAY_S)
            early = stage.scene(STAGE, "en")
            await asyncio.sleep(DELAY_S + 1)
            model.change(5)
            model.note("Five.")
            await asyncio.sleep(1)
            return early, stage.scene(STAGE, "zh-TW"), stage.log(STAGE, "en", 0)

        seen = loop.run_until_complete(join())

    assert seen == ({}, {"shown": 0, "in": "zh-TW"}, ())


def test_no_byte_of_an_event_goes_out_before_it_is_due() -> None:
    delay_s = 1.0

    async def watch() -> tuple[float, list[str]]:
        model = SmallModel()
        sockets = [listen("127.0.0.1", 0)]
        app = page_app(model, hosts=allowed_hosts(sockets), stage=StageModel(model, delay_s=delay_s))
        address = bound_addresses(sockets)[0]
        loop = asyncio.get_running_loop()
        async with serving(app, sockets):
            url = f"ws://{address}/stage/live"
            async with connect(url, origin=Origin(f"http://{address}")) as page:
                await page.send('{"hello": {"key": "SIM", "language": "en", "after": 0, "patches": true}}')
                began = loop.time()
                model.note("secret-4711")
                model.change(4711)
                frames: list[str] = []
                while not any("4711" in frame for frame in frames):
                    frames.append(str(await page.recv()))
                return loop.time() - began, frames

    waited_s, frames = asyncio.run(watch())

    assert waited_s >= delay_s
    assert [json.loads(frame)["type"] for frame in frames if "4711" in frame] in (["scene"], ["patch"])
    assert not any("secret" in frame for frame in frames)


def test_a_late_stage_tells_no_name_before_its_time() -> None:
    class NamedModel(SmallModel):
        who = "nobody"

        def scene(self, role: Role, language: str) -> dict[str, object]:
            return {**super().scene(role, language), "names": {"YAY": self.who}}

        def welcome(self, role: Role, language: str) -> dict[str, object]:
            return {**super().welcome(role, language), "names": {"YAY": self.who}}

    with virtual_loop() as loop:

        async def join() -> list[object]:
            model = NamedModel()
            stage = StageModel(model, delay_s=DELAY_S)
            await asyncio.sleep(DELAY_S + 1)
            model.who = "Ada"
            model.tell()
            soon = stage.welcome(STAGE, "en")["names"]
            await asyncio.sleep(DELAY_S + 1)
            return [soon, stage.welcome(STAGE, "en")["names"]]

        names = loop.run_until_complete(join())

    assert names == [{"YAY": "nobody"}, {"YAY": "Ada"}]


def test_no_key_makes_a_stage_more_than_a_spectator_and_nothing_can_be_done_there() -> None:
    model = SmallModel()
    stage = StageModel(model)

    assert {stage.role_for(key) for key in ("", "SIM", "YAYKEY", "wrong")} == {STAGE}
    with pytest.raises(PageError):
        stage.do(STAGE, {"do": "show", "n": 3})
    assert model.done == []


@pytest.mark.parametrize(
    ("address", "is_told"), [("10.0.0.7:8480", True), ("127.0.0.1:8480", False), ("localhost:8480", False), ("", False)]
)
def test_the_way_in_is_shown_where_other_machines_can_come(address: str, is_told: bool) -> None:
    welcome = StageModel(SmallModel(), address=address).welcome(STAGE, "en")

    assert ("watch" in welcome) == is_told


def test_a_picture_code_is_rows_of_dark_and_light_with_its_three_corners() -> None:
    rows = code_rows("http://10.0.0.7:8480/")

    assert {len(row) for row in rows} == {len(rows)}
    assert rows[0].startswith("11111110")
    assert rows[0].endswith("01111111")
    assert rows[-1].startswith("11111110")


def test_a_late_stage_keeps_what_is_none_from_the_first_picture_on() -> None:
    class Robotless(SmallModel):
        def scene(self, role: Role, language: str) -> dict[str, object]:
            return {**super().scene(role, language), "robots": None}

    with virtual_loop() as loop:

        async def watch() -> object:
            stage = StageModel(Robotless(), delay_s=DELAY_S)
            await asyncio.sleep(DELAY_S + 1)
            return stage.scene(STAGE, "en")["robots"]

        assert loop.run_until_complete(watch()) is None
