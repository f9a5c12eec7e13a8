"""`director`: one machine for many tables: the archive, the tournament, the wall."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING

from tacotable.errors import SetupError
from tacotable.files.safe_write import replace_whole
from tacotable.service.periodic import EVERY_S, Repeating
from tacotable.service.running_time import running_time
from tacotable.service.status_file import NAME, write_status
from tacotable.table.choose import add_arguments
from tacotable.web.addresses import PagePlace, listening
from tacotable.web.private_lines import without_keys
from tacotable.web.serve import serving
from tacotable_live.stream.broker_arguments import add_broker_arguments, broker_of

if TYPE_CHECKING:
    from tacotable_live.mqtt.broker import Broker

DEFAULT_PORT = 8490
KEY_FILE = "desk.key"


def main(arguments: Sequence[str]) -> int:
    """Run until Ctrl-C; return the exit status. Raises SetupError."""
    parser = argparse.ArgumentParser(
        prog="tacotable director",
        description="Direct an event of many tables: draw rounds, take results, show every table on a wall. Needs no "
        "broker; a table that has no line plays on and is told of later.",
    )
    add_arguments(parser, "director", "tacotable_live", port=DEFAULT_PORT)
    add_broker_arguments(parser, "none")
    asked = parser.parse_args(arguments)
    broker = broker_of(asked, asked.broker, "director", "") if asked.broker else None
    with suppress(KeyboardInterrupt):
        asyncio.run(run(asked.state, PagePlace(asked.host, asked.port), asked.delay, broker))
    return 0


async def run(folder: Path, place: PagePlace, delay_s: float, broker: Broker | None = None) -> None:
    """Serve until this is cancelled. Raises SetupError where folder or port cannot be had, or a package lacks."""
    try:
        from tacotable_live.director.app import LIMITS, director_app
        from tacotable_live.director.archive import Archive
        from tacotable_live.director.hub import Director
        from tacotable_live.director.status import status_of
    except ModuleNotFoundError as error:
        raise SetupError(f"a director needs {error.name}: install tacotable with its extra, tacotable[live]") from None
    with ExitStack() as to_close:
        key = desk_key(folder)
        archive = Archive(folder / "archive.sqlite")
        to_close.callback(archive.close)
        served = listening(place, to_close)
        director = Director(archive, delay_s=delay_s)
        loop, status_file = asyncio.get_running_loop(), folder / NAME
        loop.set_exception_handler(director.faults.task_failed)
        now_s = running_time().now_s
        began_s = now_s()

        def write() -> None:
            times = {"written": now_s(), "uptime_s": round(now_s() - began_s)}
            write_status(status_file, status_of(director, folder) | times)

        status = Repeating(loop, EVERY_S, write, str(status_file))
        status.start()
        to_close.callback(status_file.unlink, missing_ok=True)
        to_close.callback(status.stop)
        lines = f"{'wss' if served.scheme == 'https' else 'ws'}://{served.scanned}/table"
        app = director_app(director, hosts=served.hosts, key=key, address=lines)
        async with serving(app, served.sockets, LIMITS, served.tls):
            page = f"{served.scheme}://{served.address}"
            desk = f"The desk:              {page}/desk#key={key}  (keep it from the players)"
            print(*without_keys((desk,), folder), sep="\n")
            print(f"Everybody may look at: {page}/")
            print(f"Tables connect to:     {lines}  (the desk gives each its name and key)")
            print("Stop with Ctrl-C; all that was told and decided is kept.", flush=True)
            if broker is None:
                await asyncio.Event().wait()
            else:
                from tacotable_live.mqtt.director_line import BrokerDirector

                await BrokerDirector(director, broker).run()


def desk_key(folder: Path) -> str:
    """Return the key of the desk, made at the first start. Raises SetupError where it cannot be kept."""
    path = folder / KEY_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            replace_whole(path, token_urlsafe(16).encode())
        return path.read_text("ascii", "replace").strip()
    except OSError as error:
        raise SetupError(f"{path}: {error.strerror}; name a folder that may be written with --state") from None
