"""The page's own files, read once at the start: only these can be asked for, so no path is ever followed.

A browser gets all styles and all modules in one file each, compressed: over a slow Wi-Fi each request costs a round
trip. They hold no secret, so that compressing them tells none.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable.state.role import Content

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
}

STYLES, SCRIPT = "page.css", "page.js"  # The files that hold all styles and all modules of the table's page.
GAMES_PAGE, GAMES_SCRIPT, GAMES_MAIN = "games.html", "games.js", "games-main.js"
"""The page of the games that were played: it has the same styles, and some of the same modules."""
_STYLE = re.compile(r'[ ]*<link rel="stylesheet" href="/([\w-]+\.css)">\n')
_MAIN = re.compile(r'<script type="module" src="/([\w-]+\.js)"></script>')
_IMPORT = re.compile(r'^import \{ ([^}]+) \} from "\./([\w-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PageFile:
    """One file: its bytes compressed, its content type, and a tag that changes with the bytes."""

    packed: bytes
    kind: str
    etag: str

    @property
    def body(self) -> bytes:
        """Return the bytes as they are; few ask for them, so that they are not kept."""
        return gzip.decompress(self.packed)


@cache
def page_files() -> Mapping[str, PageFile]:
    """Return all files of the page by name: its styles and its modules are on two of them in place of many."""
    folder = files("tacotable.web").joinpath("static")
    found = {entry.name: entry.read_bytes() for entry in folder.iterdir() if PurePath(entry.name).suffix in KINDS}
    page = found["index.html"].decode()
    styles = _STYLE.findall(page)
    (main,) = _MAIN.findall(page)
    page = _STYLE.sub("", page).replace("</title>\n", f'</title>\n  <link rel="stylesheet" href="/{STYLES}">\n')
    page = _MAIN.sub(f'<script type="module" src="/{SCRIPT}"></script>', page)
    modules = {name: body.decode() for name, body in found.items() if name.endswith(".js")}
    joined = {
        **{name: body for name, body in found.items() if not name.endswith((".css", ".js"))},
        "index.html": page.encode(),
        STYLES: b"".join(found[name] for name in styles),
        SCRIPT: _bundle(modules, main).encode(),
        GAMES_SCRIPT: _bundle(modules, GAMES_MAIN).encode(),
    }
    return {name: page_file(name, body) for name, body in joined.items()}


def page_file(name: str, body: bytes) -> PageFile:
    """Return a file with its type by the end of its name."""
    return PageFile(gzip.compress(body, 9, mtime=0), KINDS[PurePath(name).suffix], f'"{sha256(body).hexdigest()[:24]}"')


def replay_file(data: Content, style: str, script: str) -> str:
    """Return a replay as one HTML file that needs no server."""
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    page = files("tacotable.web").joinpath("replay.html").read_text(encoding="utf-8")
    return page.format(language=data["language"], policy=policy, style=style, script=script, data=written)


def _bundle(modules: Mapping[str, str], main: str) -> str:
    """Return modules as one script: each is a function of its own that returns what it exports, behind its imports.

    A module that imports in another way than `import { name } from "./file.js";`, or in a ring, is an error.
    """
    written: dict[str, str] = {}
    under_way: list[str] = []

    def write(name: str) -> None:
        if name in written:
            return
        if name in under_way:
            raise ValueError(f"modules of the page import each other in a ring: {[*under_way, name]}")
        under_way.append(name)
        source = modules[name]
        for _, other in _IMPORT.findall(source):
            write(other)
        body = _EXPORT.sub("", _IMPORT.sub(r'const { \1 } = modules["\2"];', source))
        if left := re.search(r"^(import|export)\b.*", body, re.MULTILINE):
            raise ValueError(f"{name}: {left.group()!r} is written in a way that cannot be joined")
        exported = ", ".join(_EXPORT.findall(source))
        written[name] = f'modules["{name}"] = (() => {{\n{body}return {{ {exported} }};\n}})();\n'
        under_way.pop()

    write(main)
    return "const modules = {};\n" + "".join(written.values())
