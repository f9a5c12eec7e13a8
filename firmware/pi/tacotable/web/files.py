"""The page's own files, read once at the start: only these can be asked for, so no path is ever followed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """One file: its bytes, its content type, and a tag that changes with the bytes."""

    body: bytes
    kind: str
    etag: str


def page_files() -> Mapping[str, PageFile]:
    """Return all files of the page by name."""
    folder = files("tacotable.web").joinpath("static")
    return {
        entry.name: page_file(entry.name, entry.read_bytes())
        for entry in folder.iterdir()
        if _ending(entry.name) in KINDS
    }


def page_file(name: str, body: bytes) -> PageFile:
    """Return a file with its type by the end of its name."""
    return PageFile(body, KINDS[_ending(name)], f'"{sha256(body).hexdigest()[:24]}"')


def _ending(name: str) -> str:
    return name[name.rfind(".") :]


def answer_with(file: PageFile, request: Request) -> Response:
    """Answer with a file, or with 304 when the browser has the same bytes; it asks again each time."""
    headers = {"etag": file.etag, "cache-control": "no-cache"}
    if file.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(file.body, headers={**headers, "content-type": file.kind})
