"""The line from a table to its director: beside the table, never in its way, and again after every break."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException
from websockets.typing import Origin

from tacotable.errors import SetupError
from tacotable_live.stream.chains import JournalChains
from tacotable_live.stream.desk_line import PAGE, DeskLine
from tacotable_live.stream.identity import identity
from tacotable_live.stream.messages import LARGEST, Decide, FromDirector, FromTable, Refused
from tacotable_live.stream.outbox import Outbox

LOOK_S = 0.25
"""So often the journals are looked at."""
BACK_S = (0.2, 2.0)
"""So long the line rests before it is tried again, by chance, so that not all tables come at once."""


class RefusedError(SetupError):
    """The director takes nothing from this table, and says why."""


def report(refused: Refused, address: object, say: Callable[[str], None]) -> None:
    """Say that the director refuses a game; raise RefusedError if it refuses this table."""
    if not refused.game:
        raise RefusedError(f"{address}: {refused.why}")
    say(f"{address}: {refused.why}")


@dataclass(slots=True)
class Uplink:
    """What keeps a director up to date about a folder of journals."""

    folder: Path
    address: str
    """Of the director: `ws://host:port/table`, or `wss:`."""
    table: str
    key: str
    say: Callable[[str], None] = print
    chance: Random = field(default_factory=Random)
    page: str = PAGE
    """Where the page of this table is, by which the desk may decide where the table's file lets it."""

    async def run(self) -> None:
        """Tell the director until this is cancelled. Raises RefusedError, and SetupError for folder and address."""
        chains, epoch = JournalChains(self.folder), identity(self.folder).epoch
        was_there = True
        while True:
            try:
                async with connect(self.address, max_size=LARGEST, origin=Origin(self._origin())) as line:
                    self.say(f"{self.address}: connected")
                    was_there = True
                    await self._tell(line, chains, epoch)
            except InvalidURI as error:
                raise SetupError(f"{error}; the address is ws://HOST:PORT/table, as the director prints it") from None
            except (OSError, TimeoutError, WebSocketException, InvalidHandshake) as error:
                if was_there:
                    self.say(f"{self.address}: {str(error) or type(error).__name__}; tried again until it is there")
                was_there = False
            await asyncio.sleep(self.chance.uniform(*BACK_S))

    def _origin(self) -> str:
        """Return the director's own address: it takes lines from nowhere else."""
        scheme, _, place = self.address.partition("://")
        return f"{'https' if scheme == 'wss' else 'http'}://{place.partition('/')[0]}"

    async def _tell(self, line: ClientConnection, journals: JournalChains, epoch: str) -> None:
        """Tell over one connection until it ends."""
        outbox, chains = Outbox(), await journals.read_in_thread(self.say)
        desk = DeskLine(self.folder, self.page, self.key)

        async def send(message: FromTable) -> None:
            await line.send(msgspec.json.encode(message).decode())

        await send(outbox.greet(self.table, epoch, self.key, chains))
        while True:
            message: FromDirector | None = None
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):  # `wait_for` of Python 3.11 may lose a cancellation
                    message = msgspec.json.decode(await line.recv(), type=FromDirector)
            if isinstance(message, Refused):
                report(message, self.address, self.say)
            if isinstance(message, Decide):
                await desk.hear(message)
            for answer in outbox.hear(message, chains) if message else ():
                await send(answer)
            chains = await journals.read_in_thread(self.say)
            now_s = asyncio.get_running_loop().time()
            for acts in outbox.due(chains, now_s):
                await send(acts)
            if asks := await desk.due(now_s):
                await send(asks)
