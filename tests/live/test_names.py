"""A name that could not work later is refused where it is typed; a game of any name has a sentence or a page."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from live.test_director import Running, directed
from tacotable.__main__ import main
from tacotable.autoplay.rig import simulated_table
from tacotable.dialogs.people import cleaned
from tacotable_live.director.words import Words

REFUSED = (
    *("a/b", "/", ".", "..", "x|A", "|", "", " ", " a", "a ", "a\nb", "a\x00b", "a\u202eb", "a\u2028b", "\x1b[31m"),
    "x" * 61,
)
TAKEN = ("Ann", "Ann B.", "a.b", "...", "安娜", "T-1", "O'Neil", 'say "hi"', "<b>Bob", "a?b#c", "50%", "a&b", "a\\b")


@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_names_that_cannot_work_are_refused_at_the_desk(tmp_path: Path, language: str) -> None:
    async def test(running: Running) -> None:
        running.client.headers["accept-language"] = language
        for name in REFUSED:
            tables = {"do": "table", "name": name}
            events = {"do": "event", "name": name, "game": "tc38"}
            for asked in (tables, events if name.strip() in REFUSED else tables):
                answer = await running.do(**asked)
                assert (answer.status_code, answer.json()["error"][:6]) == (400, said[:6]), (asked, answer.text)
        await running.do(do="event", name="Club", game="tc38")
        for name in {name.strip() for name in REFUSED if "\n" not in name and "\u2028" not in name} - {"", "a"}:
            answer = await running.do(
                do="enter", event=1, players=f"{name}\nOk-{len(running.director.events[1].players)}"
            )
            assert answer.status_code == 400, name
        assert not any(name in REFUSED for name in (*running.director.keys, *running.director.events[1].players))
        assert len(running.director.events[1].players) > 5

    said = Words(language).error("name", longest=24)
    directed(tmp_path, test)


def test_every_other_name_has_its_pages_and_its_links_lead_there(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        for name in TAKEN:
            assert (await running.do(do="table", name=name)).status_code == 200, name
        wall = await running.page("/")
        for name in TAKEN:
            assert f'href="/tables/{quote(name)}"' in wall
            await running.page(f"/tables/{quote(name)}")
            await running.page(f"/tables/{quote(name)}/stage.json")

    directed(tmp_path, test)


@pytest.mark.parametrize("name", [name for name in REFUSED if "\x00" not in name])
def test_a_line_to_a_director_takes_no_name_that_cannot_work(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["uplink", "ws://127.0.0.1:1/table", "--state", str(tmp_path), f"--table={name}"])

    assert ended.value.code == 2
    assert "a table's name at the event has 1 to 24 signs" in capsys.readouterr().err


def test_the_page_of_a_table_takes_no_name_that_cannot_work() -> None:
    with simulated_table("tacocat") as rig:
        for name in {" ".join(name.split()) for name in REFUSED} - {"", "a", "a b"}:
            with pytest.raises(ValueError, match="name-"):
                cleaned(rig.program.controller.situation, "YAY", name)


@pytest.mark.parametrize("name", ["a/b", "..", "x|A", "a b", "", "http://a", "https://a/b", "é.local", "a\nb"])
def test_a_page_takes_no_host_name_that_cannot_work(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["run", f"--name={name}"])

    assert ended.value.code == 2
    assert "a host name is letters, digits" in capsys.readouterr().err


@pytest.mark.parametrize(
    "name", [*(name for name in REFUSED if name.strip(" .")), *TAKEN, "%252e", "\udcff", "game-000001"]
)
def test_a_game_that_there_is_not_is_a_sentence(name: str, tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        for end in ("replay.json", "replay.html", "review.json"):
            answer = await running.client.get(f"/games/{quote(name, safe='', errors='surrogateescape')}/{end}")
            assert answer.status_code in (200, 404) if end == "review.json" else answer.status_code == 404
            assert answer.text

    directed(tmp_path, test)
