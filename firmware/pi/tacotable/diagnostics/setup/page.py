"""The page of a set-up: says and asks what the terminal does, and takes what is typed there, for who has its key."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from tacotable.service.running_time import running_time
from tacotable.web.files import page_file
from tacotable.web.keys import bytes_needed, kept_bytes, make_keys
from tacotable.web.security import Gate

if TYPE_CHECKING:
    from tacotable.diagnostics.setup.dialogue import Setup

MOST_BYTES = 4_000  # So long a request may be: a line that somebody types, its question, and the key.
MOST_BUTTONS = 16  # So many numbers have a button each; of more, one is typed.
FILES = ("page.html", "page.js", "page.css")


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page asks: what was said after so many lines; with a `line`, which is taken as typed.

    `about`: the question that it answers, as it was shown: pressed twice in haste it answers no other.
    """

    key: str
    after: int = 0
    line: str | None = None
    about: str = ""


class SetupPage:
    """Shows a set-up; `typed` gets the lines of whoever has the key, which is kept beside the answers."""

    def __init__(self, setup: Setup, typed: asyncio.Queue[str | None], kept: Path) -> None:
        random_bytes, _ = kept_bytes(kept.parent, bytes_needed(()), running_time(), f"{kept.name}.key")
        self.key = make_keys((), random_bytes, is_simulated=False).arbiter
        self._setup = setup
        self._typed = typed
        self._said: list[str] = []
        folder = files("tacotable.diagnostics.setup")
        self._files = {name: page_file(name, folder.joinpath(name).read_bytes()) for name in FILES}

    def say(self, line: str) -> None:
        """Say a line to whoever looks."""
        self._said.append(line)

    def app(self, hosts: Sequence[str]) -> Starlette:
        """Return the web application; `hosts` is every host:port that it may be opened by."""
        return Starlette(
            routes=[
                Route("/", self._file),
                *(Route(f"/{name}", self._file) for name in FILES[1:]),
                Route("/asked", self._asked, methods=["POST"]),
            ],
            middleware=[Middleware(Gate, hosts=hosts)],
        )

    async def _file(self, request: Request) -> Response:
        file = self._files[request.url.path[1:] or FILES[0]]
        return Response(file.body, headers={"content-type": file.kind, "cache-control": "no-store"})

    async def _asked(self, request: Request) -> Response:
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > MOST_BYTES:
                return PlainTextResponse("That is too long.\n", status_code=413)
        try:
            asked = msgspec.json.decode(body, type=Asked)
        except msgspec.DecodeError:
            return PlainTextResponse("That is no question of this page.\n", status_code=400)
        if not hmac.compare_digest(asked.key.encode(), self.key.encode()):
            return PlainTextResponse("Open the page by the link that the terminal shows.\n", status_code=403)
        question = self._setup.question
        if asked.line is not None and question and asked.about == question.prompt and self._typed.empty():
            self.say(f"> {asked.line}")
            self._typed.put_nowait(asked.line)
        has_buttons = question and not (question.is_range and len(question.options) > MOST_BUTTONS)
        told = {
            "said": self._said[max(0, asked.after) :],
            "count": len(self._said),
            "asked": question.prompt if question else "",
            "options": question.options if question and has_buttons else (),
        }
        return JSONResponse(told, headers={"cache-control": "no-store"})
