"""The desk decides a dispute through a real broker, and a house pauses a table; all of them say the same."""

from __future__ import annotations

import asyncio
from pathlib import Path

from live.broker import mosquitto, needs_broker
from live.test_desk_line import kept, page_of
from live.test_director import Running, directed, until
from live.test_mqtt import at, quiet, reading
from pi.hands import Hands
from pi.test_rulings import refused_attack
from tacotable.app.program import MemoryLog
from tacotable.state.facts import DecidedAtDesk, Fact
from tacotable.storage.journal import Journal
from tacotable_live.event.broker_process import Mosquitto
from tacotable_live.mqtt.director_line import BrokerDirector
from tacotable_live.mqtt.table_line import BrokerUplink
from tacotable_live.stream.chains import JournalChains
from tacotable_live.stream.desk_line import DeskLine

pytestmark = needs_broker


class KeptLog(MemoryLog):
    """A log that is in the journal of a state folder first."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.journal = Journal(folder, wall_s=lambda: 1_763_000_000.0)

    def append(self, fact: Fact) -> None:
        self.journal.append(fact)
        super().append(fact)


async def decides(running: Running, hands: Hands, state: Path, broker: Mosquitto, page: str) -> None:
    key = (await running.do(do="table", name="t1")).json()["key"]
    decisions, archive = running.director.decisions, running.director.archive
    desk = DeskLine(state, page, key)
    line = BrokerUplink(JournalChains(state), "epoch", at(broker, "t1"), "t1", key, desk=desk, say=quiet)
    director = BrokerDirector(running.director, at(broker, "director"), quiet)
    tasks = [asyncio.create_task(director.run()), asyncio.create_task(line.run())]
    await until(lambda: "t1" in decisions.asked and decisions.asked["t1"].waits == "refused")
    asked = {"do": "decide", "table": "t1", "who": "Ann", "why": "Read wrongly"}

    moment = decisions.asked["t1"].moment
    assert (await running.do(**asked, what="let-stand", moment=moment)).status_code == 200
    await until(lambda: [outcome for _, outcome in decisions.made("t1")] == [""])
    await until(lambda: decisions.asked["t1"].waits == "")

    now = decisions.asked["t1"]
    hands.choose("pause", "YAY.no")
    late = next(what for what in now.offered if what != "pause")
    decisions.take({**asked, "what": late, "moment": now.moment, "why": "Too late"})
    await until(lambda: [outcome for _, outcome in decisions.made("t1")] == ["went-on", ""])
    page_of_desk = await running.desk()
    assert "Ann: Too late" in page_of_desk
    assert "The table went on meanwhile" in page_of_desk

    (told,) = JournalChains(state).read().values()
    (game,) = archive.games("t1")
    await until(lambda: archive.chain(game) == told.bodies)
    assert sum("log.decided-at-desk" in body and "Read wrongly" in body for body in archive.chain(game)) == 1
    assert not any("Too late" in body for body in archive.chain(game))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def test_a_dispute_is_decided_at_the_desk_through_a_broker_and_a_late_decision_is_told(tmp_path: Path) -> None:
    state = tmp_path / "table"
    random_bytes = kept(state)
    log = KeptLog(state)
    hands = Hands(log=log)
    hands.begin_attack()
    refused_attack(hands)

    async def test(running: Running) -> None:
        async with page_of(hands, random_bytes) as page:
            await decides(running, hands, state, broker, page)

    with mosquitto(tmp_path / "broker", ("t1", "director")) as broker:
        directed(tmp_path, test)
    log.journal.close()
    decided = [fact for fact in hands.log.facts if isinstance(fact, DecidedAtDesk)]
    assert decided == [DecidedAtDesk("Ann", "Read wrongly")]


def test_a_house_pauses_a_table_now_or_never_and_is_told_what_it_may_not(tmp_path: Path) -> None:
    state, said = tmp_path / "table", list[str]()
    random_bytes = kept(state)
    hands = Hands()
    hands.begin_attack()

    async def run(broker: Mosquitto) -> None:
        async with page_of(hands, random_bytes) as page, reading(broker, "ha") as (topics, house):
            await house.publish("tt/1/t1/cmd/pause", "PRESS", qos=1, retain=True)
            desk = DeskLine(state, page, "")
            line = BrokerUplink(
                JournalChains(state), "epoch", at(broker, "t1"), "t1", "", "en", True, desk, said.append
            )
            running = asyncio.create_task(line.run())
            await until(lambda: len(said) == 1 and "tt/1/t1/pub/state" in topics.newest)
            await house.publish("tt/1/t1/cmd/game", "tc36", qos=1)
            await until(lambda: bool(topics.told("tt/1/t1/pub/told")))
            assert topics.told("tt/1/t1/pub/told")[0] == {
                "v": 1,
                "event_type": "refused",
                "seat": None,
                "say": "The next game is chosen before a game begins, and has to be one of this table.",
            }
            assert topics.told("tt/1/t1/pub/state")[-1]["next"] == "tc38"  # as Home Assistant shows it
            assert not hands.situation.game.is_paused  # what was kept for a table that is switched on is not done
            await house.publish("tt/1/t1/cmd/pause", "PRESS", qos=1)
            await until(lambda: hands.situation.game.is_paused)
            await until(lambda: topics.told("tt/1/t1/pub/state")[-1]["help"] is True)
            await until(lambda: len(topics.told("tt/1/t1/pub/told")) > 1)
            assert [each["event_type"] for each in topics.told("tt/1/t1/pub/told")][1:] == ["asked_for_help"]
            running.cancel()

    with mosquitto(tmp_path / "broker", ("t1", "ha")) as broker:
        asyncio.run(run(broker))
    assert "Before a game begins, one of tc38" in said[1]
    assert DecidedAtDesk("Home Assistant", "asked for there") in hands.log.facts
