"""The gate of the page: hosts, origins, headers, addresses, and the files themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from pi.small_model import SmallModel
from tacotable.web.app import page_app
from tacotable.web.files import _bundle
from tacotable.web.security import HEADERS

HOST = "tacotable.local:8480"
ORIGIN = f"http://{HOST}"
LIVE = f"ws://{HOST}/live"


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(page_app(SmallModel(), hosts=[HOST, "127.0.0.1:8480"]), base_url=ORIGIN) as client:
        yield client


@pytest.mark.parametrize("host", ["evil.example", "tacotable.local", "tacotable.local:80", "tacotable.local:8481", ""])
def test_a_request_for_another_host_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={"host": host})

    assert answer.status_code == 421
    assert "does not answer to that name" in answer.text


def test_every_listed_host_is_answered_in_any_case(client: TestClient) -> None:
    assert client.get("/", headers={"host": "Tacotable.LOCAL:8480"}).status_code == 200
    assert client.get("/", headers={"host": "127.0.0.1:8480"}).status_code == 200


def test_the_number_that_a_connection_came_in_at_is_a_host_of_ours() -> None:
    with TestClient(page_app(SmallModel(), hosts=[]), base_url="http://192.168.1.20:8480") as client:
        answer = client.get("/")

    assert answer.status_code == 200


def test_a_name_that_somebody_points_at_us_is_no_host_of_ours() -> None:
    with TestClient(page_app(SmallModel(), hosts=[]), base_url="http://rebound.example:8480") as client:
        answer = client.get("/")

    assert answer.status_code == 421


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.example",
        "http://tacotable.local",
        "http://127.0.0.1:8480",
        "ws://tacotable.local:8480",
    ],
)
def test_a_socket_from_another_origin_or_from_none_is_refused_before_it_opens(
    client: TestClient, origin: str | None
) -> None:
    headers = {} if origin is None else {"origin": origin}

    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        client.websocket_connect(f"ws://{HOST}/live", headers=headers),
    ):
        pass

    assert refused.value.status_code == 403


def test_a_socket_for_another_host_is_refused_before_it_opens(client: TestClient) -> None:
    headers = {"host": "evil.example", "origin": "http://evil.example"}

    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        client.websocket_connect(f"ws://{HOST}/live", headers=headers),
    ):
        pass

    assert refused.value.status_code == 421


@pytest.mark.parametrize("address", ["/", "/page.js", "/page.css", "/favicon.svg", "/nothing", "/s/ABCD2345"])
def test_every_answer_carries_the_headers(client: TestClient, address: str) -> None:
    answer = client.get(address, follow_redirects=False)

    assert {name: answer.headers.get(name) for name in HEADERS} == {
        "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
    }


def test_a_refusal_carries_the_headers_too(client: TestClient) -> None:
    answer = client.get("/", headers={"host": "evil.example"})

    assert answer.headers["content-security-policy"].startswith("default-src 'none'")


def test_no_answer_sets_a_cookie_or_lets_other_origins_in(client: TestClient) -> None:
    answer = client.get("/", headers={"origin": "http://evil.example"})

    assert "set-cookie" not in answer.headers
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("address", ["/nothing", "/../app.py", "/%2e%2e%2fapp.py", "/static/main.js", "/favicon.ico"])
def test_anything_else_is_not_there_and_says_so_plainly(client: TestClient, address: str) -> None:
    answer = client.get(address)

    assert answer.status_code == 404
    assert answer.text == "There is nothing at this address. The table's page is at /.\n"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_addresses_only_give(client: TestClient, method: str) -> None:
    assert client.request(method, "/").status_code == 405


def test_a_file_is_sent_once_and_then_only_confirmed(client: TestClient) -> None:
    first = client.get("/page.js")

    again = client.get("/page.js", headers={"if-none-match": first.headers["etag"]})

    assert first.headers["content-type"] == "text/javascript; charset=utf-8"
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("address", ["/s/abcd2345", "/S/ABCD2345"])
def test_a_short_link_opens_the_page_with_the_key_behind_the_hash(client: TestClient, address: str) -> None:
    answer = client.get(address, follow_redirects=False)

    assert (answer.status_code, answer.headers["location"]) == (303, "/#key=ABCD2345")
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("code", ["abc", "a" * 33, "abcd-2345", "abcd%0d%0a", "abcd0123"])
def test_what_cannot_be_a_code_is_no_short_link(client: TestClient, code: str) -> None:
    assert client.get(f"/s/{code}", follow_redirects=False).status_code == 404


STATIC = sorted(file.name for file in files("tacotable.web").joinpath("static").iterdir())


def source(name: str) -> str:
    return files("tacotable.web").joinpath("static", name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in STATIC if name.endswith(".js")])
def test_scripts_make_no_markup_from_text(name: str) -> None:
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|\beval\(|new Function"

    assert re.findall(forbidden, source(name)) == []


@pytest.mark.parametrize("name", STATIC)
def test_the_page_asks_no_other_server_for_anything(name: str) -> None:
    addresses = re.findall(r"(?:https?:)?//[\w.-]+\.\w+[\w./-]*", source(name))

    assert [address for address in addresses if address != "http://www.w3.org/2000/svg"] == []


def test_the_page_holds_no_script_and_no_style_of_its_own() -> None:
    page = source("index.html")

    assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page) == []


def test_modules_are_joined_each_behind_its_imports() -> None:
    joined = _bundle({"a.js": 'import { b } from "./b.js";\nb();\n', "b.js": "export function b() {}\n"}, "a.js")

    assert joined.index('modules["b.js"] =') < joined.index('const { b } = modules["b.js"];')


@pytest.mark.parametrize("odd", ['import * as b from "./b.js";\n', 'import { a } from "./a.js";\n'])
def test_modules_that_cannot_be_joined_are_an_error(odd: str) -> None:
    with pytest.raises(ValueError, match=r"cannot be joined|in a ring"):
        _bundle({"a.js": odd}, "a.js")
