"""The live connection of a page: who may open it, what it is told and when, and what it may ask for."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from pi.small_model import SmallModel
from tacotable.web.app import page_app
from tacotable.web.limits import Limits

HOST = "tacotable.local:8480"
ORIGIN = f"http://{HOST}"
LIVE = f"ws://{HOST}/live"
STAGE_LIVE = f"ws://{HOST}/stage/live"


@pytest.fixture
def model() -> SmallModel:
    return SmallModel()


@contextmanager
def client_of(model: SmallModel, limits: Limits | None = None) -> Iterator[TestClient]:
    with TestClient(page_app(model, hosts=[HOST], limits=limits), base_url=ORIGIN) as client:
        yield client


@pytest.fixture
def client(model: SmallModel) -> Iterator[TestClient]:
    with client_of(model) as client:
        yield client


@contextmanager
def page(client: TestClient, hello: object = None) -> Iterator[WebSocketTestSession]:
    """Open a live connection and say hello, by default with the simulation's key."""
    with client.websocket_connect(LIVE, headers={"origin": ORIGIN}) as socket:
        socket.send_json({"hello": {"key": "SIM", "language": "en", "after": 0} if hello is None else hello})
        yield socket


def told(socket: WebSocketTestSession, count: int) -> list[dict[str, object]]:
    return [socket.receive_json() for _ in range(count)]


def kinds(messages: list[dict[str, object]]) -> list[object]:
    return [message["type"] for message in messages]


def test_a_page_is_welcomed_and_gets_log_scene_and_truth(client: TestClient, model: SmallModel) -> None:
    model.note("Round 1.")

    with page(client) as socket:
        messages = told(socket, 4)

    assert kinds(messages) == ["welcome", "log", "scene", "truth"]
    assert messages[0]["texts"] == {"simulated": "SIMULATED TABLE"}
    assert messages[1]["entries"] == [{"n": 1, "kind": "table", "text": "Round 1."}]
    assert messages[2] == {"shown": 0, "in": "en", "type": "scene"}
    assert messages[3] == {"lying": 0, "type": "truth"}


def test_a_spectator_gets_no_truth(client: TestClient) -> None:
    with page(client, {"key": "", "language": "en", "after": 0}) as socket:
        socket.send_json({"do": "show", "n": 1})
        messages = told(socket, 3)

    assert kinds(messages) == ["welcome", "scene", "error"]


def test_only_what_changed_is_sent_again(client: TestClient) -> None:
    with page(client) as socket:
        told(socket, 3)

        socket.send_json({"do": "lie", "n": 5})
        assert told(socket, 1) == [{"lying": 5, "type": "truth"}]

        socket.send_json({"do": "show", "n": 7})
        assert told(socket, 1) == [{"shown": 7, "in": "en", "type": "scene"}]


def test_a_change_that_changes_nothing_for_this_page_sends_nothing(client: TestClient) -> None:
    with page(client) as socket:
        told(socket, 3)
        socket.send_json({"do": "show", "n": 0})
        socket.send_json({"do": "note", "text": "Only the log grew."})

        assert kinds(told(socket, 1)) == ["log"]


def test_a_page_that_comes_back_gets_exactly_the_entries_it_missed(client: TestClient, model: SmallModel) -> None:
    for text in ("one", "two", "three"):
        model.note(text)
    with page(client) as socket:
        run = told(socket, 1)[0]["run"]

    with page(client, {"key": "SIM", "language": "en", "after": 2, "run": run}) as socket:
        log = told(socket, 2)[1]

    assert log["after"] == 2
    assert [entry["text"] for entry in entries_of(log)] == ["three"]


def entries_of(log: dict[str, object]) -> list[dict[str, object]]:
    entries = log["entries"]
    assert isinstance(entries, list)
    return entries


def test_a_page_of_an_earlier_run_of_the_program_gets_the_whole_log(client: TestClient, model: SmallModel) -> None:
    model.note("one")

    with page(client, {"key": "SIM", "language": "en", "after": 41, "run": "of yesterday"}) as socket:
        log = told(socket, 2)[1]

    assert log["after"] == 0
    assert [entry["text"] for entry in entries_of(log)] == ["one"]


def test_a_wrong_key_is_told_and_the_connection_closed(client: TestClient) -> None:
    with page(client, {"key": "GUESS", "language": "en", "after": 0}) as socket:
        error = told(socket, 1)[0]
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()

    assert (error["type"], error["code"]) == ("error", "wrong-key")
    assert closed.value.code == 1008


@pytest.mark.parametrize(
    "hello",
    [
        [],
        {"key": 1, "language": "en", "after": 0},
        {"key": "", "language": None, "after": 0},
        {"key": "", "language": "en", "after": -1},
        {"key": "", "language": "en", "after": True},
        {"key": "", "language": "en", "after": 0, "run": 4},
    ],
)
def test_a_first_message_that_is_no_hello_ends_the_connection(client: TestClient, hello: object) -> None:
    with page(client, hello) as socket:
        error = told(socket, 1)[0]
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()

    assert error["code"] == "no-hello"


def test_a_page_that_says_nothing_is_closed_in_time(model: SmallModel) -> None:
    with (
        client_of(model, Limits(hello_s=0.01)) as client,
        client.websocket_connect(LIVE, headers={"origin": ORIGIN}) as socket,
    ):
        error = told(socket, 1)[0]

    assert error["code"] == "no-hello"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "bad-json"),
        ("[]", "bad-json"),
        ('"press"', "bad-json"),
        ('{"do": NaN}', "bad-json"),
        ("[" * 8000, "bad-json"),
        ("9" * 5000, "bad-json"),
        ('{"do": "show", "n": ' + "[" * 6 + "]" * 6 + "}", "too-deep"),
        ('{"do": "' + "x" * 8200 + '"}', "too-large"),
        ("{}", "unknown-do"),
        ('{"do": 3}', "unknown-do"),
        ('{"do": "fly"}', "unknown-act"),
        ('{"do": "language", "language": "tlh"}', "unknown-language"),
        ('{"do": "language"}', "unknown-language"),
    ],
)
def test_what_cannot_be_done_is_told_and_the_connection_stays(
    client: TestClient, model: SmallModel, text: str, code: str
) -> None:
    with page(client) as socket:
        told(socket, 3)
        socket.send_text(text)
        error = told(socket, 1)[0]
        socket.send_json({"do": "show", "n": 1})
        after = told(socket, 1)[0]

    assert error["code"] == code
    assert after == {"shown": 1, "in": "en", "type": "scene"}
    assert [action for _, action in model.done] == [{"do": "show", "n": 1}]


@pytest.mark.parametrize(
    "text", ['{"do": "language"}', '{"do": "language", "language": "tlh"}', '{"do": "show"}', "{}", '{"do": null}', "["]
)
def test_a_stage_tells_what_it_does_not_do_and_the_connection_stays(client: TestClient, text: str) -> None:
    with client.websocket_connect(STAGE_LIVE, headers={"origin": ORIGIN}) as socket:
        socket.send_json({"hello": {"key": "", "language": "en", "after": 0}})
        told(socket, 2)
        socket.send_text(text)
        error = told(socket, 1)[0]
        socket.send_json({"do": "language", "language": "zh-TW"})
        after = told(socket, 1)[0]

    assert error["type"] == "error"
    assert (after["type"], after["language"]) == ("welcome", "zh-TW")


def test_bytes_are_told_to_be_none_of_ours(client: TestClient) -> None:
    with page(client) as socket:
        told(socket, 3)
        socket.send_bytes(b"\x00\xff")

        assert told(socket, 1)[0]["code"] == "bad-json"


def test_the_deepest_allowed_message_is_read(client: TestClient, model: SmallModel) -> None:
    deep = json.loads('{"do": "show", "n": ' + "[" * 5 + "]" * 5 + "}")
    with page(client) as socket:
        told(socket, 3)
        socket.send_json(deep)
        socket.send_json({"do": "show", "n": 2})
        told(socket, 1)

    assert [action for _, action in model.done] == [deep, {"do": "show", "n": 2}]


def test_a_page_changes_its_own_language_and_gets_all_of_it_anew(client: TestClient, model: SmallModel) -> None:
    model.note("one")
    with page(client) as other, page(client) as socket:
        told(other, 4)
        told(socket, 4)
        socket.send_json({"do": "language", "language": "zh-TW"})
        messages = told(socket, 4)
        socket.send_json({"do": "lie", "n": 3})

        assert kinds(told(other, 1)) == ["truth"]

    assert kinds(messages) == ["welcome", "log", "scene", "truth"]
    assert messages[0]["texts"] == {"simulated": "模擬牌桌"}
    assert messages[1]["after"] == 0
    assert messages[2]["in"] == "zh-TW"


def test_pages_of_a_seat_speak_as_its_display_does_once_somebody_chose(client: TestClient, model: SmallModel) -> None:
    yay: dict[str, object] = {"key": "YAYKEY", "language": "en", "after": 0}
    with page(client, yay) as phone, page(client, yay) as other, page(client) as host:
        for socket in (phone, other, host):
            told(socket, 3)
        phone.send_json({"do": "language", "language": "zh-TW"})

        assert [told(socket, 3)[0]["language"] for socket in (phone, other)] == ["zh-TW", "zh-TW"]

        model.seat_languages["YAY"] = "en"  # by the menu of the seat's own display
        model.change(1)

        assert [told(socket, 3)[0]["language"] for socket in (phone, other)] == ["en", "en"]
        assert kinds(told(host, 1)) == ["scene"]


def test_a_page_that_is_opened_in_another_language_changes_nothing(client: TestClient, model: SmallModel) -> None:
    with page(client, {"key": "YAYKEY", "language": "zh-TW", "after": 0}) as socket:
        assert told(socket, 3)[0]["language"] == "zh-TW"
        model.change(1)

        assert told(socket, 1)[0] == {"shown": 1, "in": "zh-TW", "type": "scene"}
    assert model.seat_languages == {"YAY": "en"}


def test_a_language_that_nobody_speaks_becomes_the_first(client: TestClient) -> None:
    with page(client, {"key": "SIM", "language": "tlh", "after": 0}) as socket:
        messages = told(socket, 2)

    assert (messages[0]["language"], messages[1]["in"]) == ("en", "en")


def test_messages_beyond_the_rate_are_told_and_not_done(model: SmallModel) -> None:
    with client_of(model, Limits(per_s=0.001, burst=2)) as client, page(client) as socket:
        told(socket, 3)
        for number in (1, 2, 3):
            socket.send_json({"do": "show", "n": number})
        error = next(message for message in iter(socket.receive_json, None) if message["type"] == "error")

    assert error["code"] == "too-fast"
    assert [action["n"] for _, action in model.done] == [1, 2]


def test_a_flood_shuts_the_page_out(model: SmallModel) -> None:
    with client_of(model, Limits(per_s=0.001, burst=1, refusals=3)) as client, page(client) as socket:
        for number in range(6):
            socket.send_json({"do": "show", "n": number})
        with pytest.raises(WebSocketDisconnect) as closed:
            told(socket, 20)

    assert closed.value.code == 1008


SPECTATOR = {"key": "", "language": "en", "after": 0}


def test_so_many_only_watch_and_one_that_left_makes_room(model: SmallModel) -> None:
    with client_of(model, Limits(spectators=1)) as client:
        with page(client, SPECTATOR) as first:
            told(first, 2)
            with page(client, SPECTATOR) as second:
                assert told(second, 1)[0]["code"] == "full"
        with page(client, SPECTATOR) as third:
            assert kinds(told(third, 2)) == ["welcome", "scene"]


def test_who_has_a_key_takes_no_spectators_place(model: SmallModel) -> None:
    with client_of(model, Limits(spectators=1)) as client, page(client, SPECTATOR) as watching:
        told(watching, 2)
        with page(client) as first, page(client) as second:
            assert [told(each, 1)[0]["type"] for each in (first, second)] == ["welcome", "welcome"]


def test_a_page_that_asks_for_it_is_told_only_what_changed(client: TestClient, model: SmallModel) -> None:
    hello = {"key": "", "language": "en", "after": 0}
    with page(client, {**hello, "patches": True}) as new, page(client, hello) as old:
        told(new, 2)
        told(old, 2)
        model.change(3)

        assert told(new, 1) == [{"type": "patch", "of": "scene", "set": {"shown": 3}, "at": [], "gone": []}]
        assert told(old, 1) == [{"type": "scene", "shown": 3, "in": "en"}]


def test_only_what_everybody_may_see_is_compressed(client: TestClient, model: SmallModel) -> None:
    able = {"language": "en", "after": 0, "patches": True, "packed": True}
    with page(client, {"key": "", **able}) as watching, page(client, {"key": "YAYKEY", **able}) as phone:
        assert [unpacked(watching)["type"] for _ in range(2)] == ["welcome", "scene"]
        told(phone, 3)
        model.change(3)

        assert unpacked(watching) == told(phone, 1)[0]


def unpacked(socket: WebSocketTestSession) -> dict[str, object]:
    message: dict[str, object] = json.loads(zlib.decompress(socket.receive_bytes(), -zlib.MAX_WBITS))
    return message


def test_a_page_that_left_is_no_longer_called(client: TestClient, model: SmallModel) -> None:
    with page(client) as socket:
        told(socket, 3)
        assert len(model.listeners) == 1

    assert model.listeners == []
