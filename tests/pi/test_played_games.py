"""The games that were played, as pages get them: the list, a game step by step, and one file to keep."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from pi.patches import changed
from pi.small_model import SmallModel
from pi.test_five_games_at_one_table import EVENING, put_away, turn_to
from tacotable.app.program import MemoryLog
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.catalog import LANGUAGES
from tacotable.dialogs.menu_items import SHARE
from tacotable.history.projection import public_picture
from tacotable.history.review import moments as drawn
from tacotable.state.facts import Acted, Fact, Undone
from tacotable.state.game_state import Stage
from tacotable.state.role import Content, Role
from tacotable.state.situation import Situation
from tacotable.storage.journal import Journal
from tacotable.table.file import TableFile, read_table
from tacotable.web.app import page_app
from tacotable.web.keys import Keys
from tacotable.web.page import TablePage
from tacotable.web.played_games import AT_ONCE_S, PlayedGames

HOST = "127.0.0.1:8480"


@contextmanager
def finished(table: str | TableFile, seed: int = 3) -> Iterator[tuple[Rig, PlayedGames]]:
    """Give a table on which a game has ended, and its games."""
    with simulated_table(table, seed=seed, journal=MemoryLog()) as rig:
        games = games_of(rig)
        finish_game(rig, Random(seed))
        yield rig, games


@pytest.fixture(scope="module")
def ended() -> Iterator[tuple[Rig, PlayedGames]]:
    """Give a table on which a game of Tacocat has ended, for tests that only look at it."""
    with finished("tacocat") as table:
        yield table


def games_of(rig: Rig, journal: Journal | None = None) -> PlayedGames:
    return PlayedGames(rig.program.controller, journal, clock=rig.loop.time, wall=rig.loop.time)


def keep_games(rig: Rig, folder: Path, number: int) -> Journal:
    """Write the game of a table into the journal of a folder so many times."""
    journal = Journal(folder, wall_s=lambda: 1_763_000_000.0)
    for fact in facts_of(rig) * number:
        journal.append(fact)
    journal.close()
    return journal


def client_of(games: PlayedGames) -> TestClient:
    return TestClient(page_app(SmallModel(), hosts=[HOST], games=games), base_url=f"http://{HOST}")


def facts_of(rig: Rig) -> list[Fact]:
    log = rig.program.journal
    assert isinstance(log, MemoryLog)
    return log.facts


@pytest.mark.long
@pytest.mark.parametrize(("table", "title"), [("tacocat", "Tacocat, retail"), ("kittens", "Exploding Kittens")])
def test_a_game_that_has_just_ended_is_listed_and_told_step_by_step(table: str, title: str) -> None:
    with finished(table) as (_, games), client_of(games) as client:
        (game,) = client.get("/games.json").json()["games"]
        replay = client.get(f"/games/{game['name']}/replay.json").json()

    assert game["title"].startswith(title)
    assert [event["n"] for event in replay["events"]] == list(range(1, len(replay["events"]) + 1))
    assert replay["events"][-1]["set"]["stage"] == "over"
    assert any(event["mark"] in ("round", "exit") for event in replay["events"])
    assert not any("hands" in event for event in replay["events"])


@pytest.mark.long
@pytest.mark.parametrize("is_kept", [False, True])
def test_the_page_of_a_game_that_is_over_leads_to_the_replay_of_that_game(is_kept: bool, tmp_path: Path) -> None:
    journal = Journal(tmp_path) if is_kept else None
    with simulated_table("tacocat", seed=3, journal=journal or MemoryLog()) as rig:
        games = games_of(rig, journal)
        page = TablePage(rig.program.controller, Keys(seats={}, arbiter="", simulation=None), replay=games.newest)
        shown, led_to = [replay_on(page)], []
        for number, game in enumerate(EVENING):
            turn_to(rig, game)
            finish_game(rig, Random(number))
            shown.append(replay_on(page))
            led_to.append(told_of(last_picture(games, shown[-1])) == told_of(public_picture(situation_of(rig))))
            put_away(rig)
            shown.append(replay_on(page))
        with client_of(games) as client:
            listed = client.get("/games.json").json()["games"]
            replays = [client.get(f"/games/{game['name']}/replay.json").json() for game in listed]

    assert shown == ["", *(name for n in range(1, 6) for name in (f"game-{n:06}", ""))]
    assert led_to == [True] * len(EVENING)
    assert [(each["game"], each["title"]) for each in replays] == [(each["name"], each["title"]) for each in listed]
    assert [each["name"] for each in listed] == [f"game-{n:06}" for n in range(5, 0, -1)]


def replay_on(page: TablePage) -> str:
    """Return the name of the game that a page offers to watch."""
    return str(page.scene(Role("spectator"), "en")["replay"])


def last_picture(games: PlayedGames, name: str) -> Content:
    """Return what the replay of a game comes to."""
    picture: Content = {}
    with client_of(games) as client:
        for event in client.get(f"/games/{name}/replay.json").json()["events"]:
            picture = changed(picture, event)
    return picture


def told_of(picture: Content) -> Content:
    """Return the end of a game: who won, the score, the cards; lines of the log are counted from each beginning on."""
    match = msgspec.to_builtins(picture).get("match") or msgspec.to_builtins(picture)["kittens"]
    return {name: value for name, value in match.items() if name != "recent"}


def situation_of(rig: Rig) -> Situation:
    return rig.program.controller.situation


def test_nothing_is_listed_before_a_game_is_over() -> None:
    with simulated_table("tacocat", seed=3) as rig:
        games = games_of(rig)
        with client_of(games) as client:
            assert client.get("/games.json").json()["games"] == []
            assert client.get("/games/game-000001/replay.json").status_code == 404


def test_games_of_a_folder_are_listed_the_newest_first_and_people_counted(
    ended: tuple[Rig, PlayedGames], tmp_path: Path
) -> None:
    rig, _ = ended
    with client_of(games_of(rig, keep_games(rig, tmp_path, 2))) as client:
        listed = client.get("/games.json?language=zh-TW").json()

    assert [game["name"] for game in listed["games"]] == ["game-000002", "game-000001"]
    assert listed["left"] == 0
    assert listed["texts"]["games"] == "玩過的遊戲"


@pytest.mark.parametrize("name", ['a"b', "a\u2028b", "a\r\nb: c", "牌", "..", "x" * 300])
def test_a_game_of_any_name_is_kept_as_a_file(name: str, ended: tuple[Rig, PlayedGames]) -> None:
    class Renamed:
        listed, review = ended[1].listed, ended[1].review

        async def replay(self, asked: str, language: str) -> Content | None:
            told = await ended[1].replay(asked, language)
            return told and {**told, "game": name}

    with TestClient(page_app(SmallModel(), hosts=[HOST], games=Renamed()), base_url=f"http://{HOST}") as client:
        (game,) = client.get("/games.json").json()["games"]
        answer = client.get(f"/games/{game['name']}/replay.html")

    assert answer.status_code == 200
    assert re.fullmatch(r'attachment; filename="[\w.-]+"', answer.headers["content-disposition"], re.ASCII)


def test_a_list_that_takes_long_is_told_as_far_as_it_is_read_and_whole_when_it_is_asked_for_again(
    ended: tuple[Rig, PlayedGames], tmp_path: Path
) -> None:
    rig, _ = ended
    looks_s = count(step=AT_ONCE_S / 2)
    journal = keep_games(rig, tmp_path, 4)
    games = PlayedGames(rig.program.controller, journal, clock=lambda: next(looks_s), wall=rig.loop.time)
    with client_of(games) as client:
        told = [client.get("/games.json").json() for _ in range(5)]

    assert [(len(each["games"]), each["left"]) for each in told] == [(1, 3), (2, 2), (3, 1), (4, 0), (4, 0)]
    assert [game["name"] for game in told[1]["games"]] == ["game-000004", "game-000003"]


def test_a_name_that_is_no_game_is_answered_with_404(ended: tuple[Rig, PlayedGames]) -> None:
    names = ("../../etc/passwd", "game-999999", "%2e%2e", "game-000001%00")

    with client_of(ended[1]) as client:
        status = {name: client.get(f"/games/{name}/replay.json").status_code for name in names}

    assert status == dict.fromkeys(names, 404)


@pytest.mark.long(keep=0)
def test_hands_are_told_once_every_seat_has_opened_its_cards_by_its_menu() -> None:
    with finished("tacocat") as (rig, games):
        assert rig.program.controller.situation.game.stage is Stage.OVER
        for seat in ("YAY", "WOW"):
            assert not any("hands" in event for event in told(games)["events"])
            open_cards(rig, seat)
        assert all("hands" in event for event in told(games)["events"])


def told(games: PlayedGames) -> dict[str, Any]:
    with client_of(games) as client:
        replay: dict[str, Any] = client.get("/games/game-000001/replay.json").json()
    return replay


def open_cards(rig: Rig, seat: str) -> None:
    """Turn the menu of a seat to its item, and take it."""
    rig.hold(f"{seat}.no")
    for _ in range(20):
        if rig.program.controller.situation.ui.menus[seat].item == SHARE:
            break
        rig.tap(f"{seat}.no")
    rig.tap(f"{seat}.ok")


@pytest.mark.long(keep=0)
def test_a_game_can_be_kept_as_one_file_without_any_address() -> None:
    with finished("kittens") as (_, games), client_of(games) as client:
        answer = client.get("/games/game-000001/replay.html")

    assert answer.headers["content-disposition"] == 'attachment; filename="tacotable-game-000001.html"'
    data = re.search(r'id="replay-data">(.*?)</script>', answer.text, re.DOTALL)
    assert data is not None
    assert json.loads(data[1])["game"] == "game-000001"
    assert not re.search(r'(src|href)="(?!#)', answer.text.split("<script")[0])


@pytest.mark.long(keep=0)
def test_a_review_says_what_choices_cost_at_the_events_in_which_they_were_seen(ended: tuple[Rig, PlayedGames]) -> None:
    with client_of(ended[1]) as client:
        events = client.get("/games/game-000001/replay.json").json()["events"]
        review = client.get("/games/game-000001/review.json").json()
        chinese = client.get("/games/game-000001/review.json?language=zh-TW").json()

    assert review["open"]
    assert len(review["remarks"]) > 20
    assert len(chinese["remarks"]) == len(review["remarks"])
    for remark in review["remarks"]:
        seat = next(seat for seat in ("YAY", "WOW") if seat in remark["text"])
        assert seat in events[remark["n"] - 1]["text"]
        assert 0 <= remark["known"] <= 1


@pytest.mark.long(keep=0)
def test_a_review_tells_nothing_of_cards_that_passed_pads_until_all_players_show_them() -> None:
    passed = msgspec.structs.replace(read_table("tacocat"), mode="seen")
    with finished(passed) as (rig, games), client_of(games) as client:
        reviews = [client.get("/games/game-000001/review.json").json()]
        for seat in ("YAY", "WOW"):
            open_cards(rig, seat)
            reviews.append(client.get("/games/game-000001/review.json").json())

    assert [review["open"] for review in reviews] == [False, False, True]
    assert [bool(review["remarks"]) for review in reviews] == [False, False, True]


@pytest.mark.long(keep=0)
def test_a_game_whose_hands_nobody_told_is_reviewed_by_the_draws_that_decided_and_what_everybody_knew() -> None:
    with finished("kittens", seed=6) as (rig, games), client_of(games) as client:  # where no choice is judged
        events = client.get("/games/game-000001/replay.json").json()["events"]
        told = {
            language: client.get(f"/games/game-000001/review.json?language={language}").json() for language in LANGUAGES
        }
        facts = facts_of(rig)
        deaths = sum(line.code.startswith("event.exploded") for line in rig.program.controller.situation.log)

    moments = told["en"]["moments"]
    assert told["en"]["remarks"] == []
    assert len(moments) >= deaths > 0
    for moment in moments:
        drew = events[moment["n"] - 1]["text"]
        assert "draws Exploding Kitten" in drew
        assert moment["text"].startswith(drew.partition(" draws")[0])
        assert re.search(r" [1-9][0-9]? %\.$", moment["text"])
    assert [moment["n"] for moment in told["zh-TW"]["moments"]] == [moment["n"] for moment in moments]
    first = next(index for index, fact in enumerate(facts) if isinstance(fact, Acted) and is_lethal(fact.act))
    assert [each.fact for each in drawn(facts[: first + 1])] == [first]
    assert drawn([*facts[: first + 1], Undone("1", "arbiter")]) == []  # what was taken back decided nothing


def is_lethal(act: Mapping[str, object]) -> bool:
    return act["do"] == "draw" and "card" in act
