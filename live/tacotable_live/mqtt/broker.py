"""A broker: where it is, as whom one speaks to it, and the topics that tables and director use there."""

from __future__ import annotations

import asyncio
import logging
import re
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from tacotable.errors import SetupError

_T = TypeVar("_T")
Queue = asyncio.Queue[aiomqtt.Message]
ROOT = "tt/1"
DIRECTOR = f"{ROOT}/director"
"""Retained: which run of a director is there; empty where none is. Each new one makes tables greet again."""
EACH_UP, EACH_STATUS = f"{ROOT}/+/up", f"{ROOT}/+/pub/status"
KEEPALIVE_S = 10
"""A line that is cut is known to be dead after one and a half of it."""
LOG = logging.Logger(__name__, logging.CRITICAL)  # what ends a line is told by `Broker.told`, once
NAME = re.compile(r"[A-Za-z0-9_-]{1,24}")
PEM_END = "-----END CERTIFICATE-----"
VERSION_TAG, COMMON_NAME = 0xA0, b"\x55\x04\x03"
"""In DER: the tag of a certificate's version, and the id of the part of a name that says whose it is (X.520)."""
TAKEN = ("director", "ha", "show")
"""Users of the shipped `live/tacotable_live/mqtt/mosquitto/acl` that are no tables."""


def topic(table: str, what: str) -> str:
    """Return a topic of a table: `up` and `down` for its director, `pub/...` for everybody."""
    return f"{ROOT}/{table}/{what}"


def require_name(table: str) -> str:
    """Return the name of a table that may be part of a topic; raises SetupError."""
    if not NAME.fullmatch(table):
        raise SetupError(
            f'over a broker the name of a table has 1 to 24 letters, digits, "-" and "_", and {table!r} has others; '
            f"add it at the desk under such a name, for example {re.sub(r'[^A-Za-z0-9_-]+', '-', table)[:24]!r}"
        )
    if table in TAKEN:
        raise SetupError(f"{table!r} is the name of a user at the broker that is no table; add it under another name")
    return table


def at_once(hear: Callable[[aiomqtt.Message], None]) -> type[Queue]:
    """Return a queue that keeps nothing: each message is heard when it comes, by a reader with a bound of its own."""

    class AtOnce(Queue):
        def put_nowait(self, item: aiomqtt.Message) -> None:
            hear(item)

    return AtOnce


def expiring(seconds: int) -> Properties:
    """Return what makes the broker forget a message that nobody took in time."""
    found = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
    found.MessageExpiryInterval = seconds
    return found


class _Client(aiomqtt.Client):
    """A client whose line may break or be cancelled at any moment: aiomqtt prints tracebacks then, or goes on."""

    async def __aenter__(self) -> Self:
        ended = self._disconnected
        try:
            await super().__aenter__()
        except asyncio.CancelledError:
            if not self._connected.cancel() and not self._connected.cancelled():  # the broker answered just before
                self._connected.exception()  # counts as told, should it have refused
                self._client.disconnect()
            raise  # where it has not answered yet, `_on_connect` takes leave
        if ended.done():  # it hung up as it answered, which aiomqtt forgets here
            self._disconnected = ended
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, *more: Any) -> None:
        with suppress(*[aiomqtt.MqttError] if error else []):  # what ended the line goes on, such as a cancellation
            await super().__aexit__(kind, error, *more)

    async def _wait_for(self, fut: Awaitable[_T], timeout: float | None) -> _T:
        try:
            async with asyncio.timeout(timeout or self.timeout):  # `wait_for` of Python 3.11 may lose a cancellation
                return await fut
        except TimeoutError:
            raise aiomqtt.MqttError("it does not answer") from None

    def _on_connect(self, *told: Any, **more: Any) -> None:
        super()._on_connect(*told, **more)
        if self._connected.cancelled():
            self._client.disconnect()

    def _on_disconnect(self, *told: Any, **more: Any) -> None:
        if not self._connected.cancelled():
            super()._on_disconnect(*told, **more)
        self._loop.call_soon_threadsafe(self._end)  # while it connects, this is another thread

    def _end(self) -> None:
        unanswered: list[asyncio.Future[Any]] = [self._connected, *self._pending_subscribes.values()]
        for asked in (each for each in unanswered if not each.done()):
            asked.set_exception(aiomqtt.MqttError("it hung up before it answered"))
            asked.exception()  # it counts as told now, also where nobody waits any more
        for sent in self._pending_publishes.values():
            sent.set()  # it is lost, as whoever goes on is told
        if self._disconnected.done():
            self._disconnected.exception()  # as above

    def _on_socket_register_write(self, client: Any, userdata: object, sock: Any) -> None:
        def watch() -> None:
            if sock.fileno() >= 0:  # else it was closed meanwhile, and its number may be that of another one
                self._loop.add_writer(sock.fileno(), client.loop_write)

        self._loop.call_soon_threadsafe(watch)


@dataclass(frozen=True, slots=True)
class Broker:
    """Where a broker is, and as whom one speaks to it."""

    host: str
    port: int
    user: str
    password: str | None = None
    tls: ssl.SSLContext | None = None

    @asynccontextmanager
    async def connected(
        self, identifier: str, will: aiomqtt.Will, queue_type: type[Queue] = asyncio.Queue
    ) -> AsyncIterator[aiomqtt.Client]:
        """Connect by MQTT 5 with a clean session and this will; raises MqttError when the line ends."""
        client = _Client(
            self.host,
            self.port,
            username=self.user,
            password=self.password,
            identifier=identifier,
            protocol=aiomqtt.ProtocolVersion.V5,
            clean_start=True,
            keepalive=KEEPALIVE_S,
            will=will,
            tls_context=self.tls,
            logger=LOG,
            queue_type=queue_type,
        )
        async with client:
            try:
                yield client
            except aiomqtt.MqttError:
                raise aiomqtt.MqttError("the line broke") from None

    async def keep_connected(
        self,
        identifier: str,
        will: aiomqtt.Will,
        talk: Callable[[aiomqtt.Client], Awaitable[None]],
        say: Callable[[str], None],
        rest_s: Callable[[], float],
        queue_type: type[Queue] = asyncio.Queue,
    ) -> None:
        """Talk over one connection after the other until this is cancelled; the end of a connection is said once."""
        was_there = True
        while True:
            try:
                async with self.connected(identifier, will, queue_type) as client:
                    say(f"{self}: connected")
                    was_there = True
                    await talk(client)
            except aiomqtt.MqttError as error:
                if was_there:
                    say(self.told(error))
                was_there = False
            await asyncio.sleep(rest_s())

    def told(self, error: aiomqtt.MqttError) -> str:
        """Return the sentence that says why there is no line, and the mend."""
        signed = "; did --ca sign its certificate, and does it know who signed --client-certificate?"
        mend = signed if self.tls else ", and takes this name and key"
        return f"{self}: {error}; tried again until it is there{mend}"

    def __str__(self) -> str:
        return f"{'mqtts' if self.tls else 'mqtt'}://{self.user}@{self.host}:{self.port}"


def broker_at(
    address: str,
    *,
    user: str,
    password: str | None = None,
    ca: Path | None = None,
    certificate: Path | None = None,
    key: Path | None = None,
) -> Broker:
    """Return the broker at `mqtt://[USER@]HOST[:PORT]`, or `mqtts:` with TLS; raises SetupError.

    `user` speaks where the address names none. `ca` signed the broker's certificate, in place of those that the system
    trusts; `certificate` and `key` are one's own, where the broker knows its clients by theirs.
    """
    try:
        place = urlsplit(address)
        port = place.port or {"mqtt": 1883, "mqtts": 8883}[place.scheme]
        if not place.hostname or place.password or place.path.strip("/"):
            raise ValueError
    except (ValueError, KeyError):
        raise SetupError(f"{address}: a broker's address is mqtt://[USER@]HOST[:PORT], with TLS mqtts://") from None
    tls = None
    if place.scheme == "mqtts":
        try:
            tls = ssl.create_default_context(cafile=ca)
            if certificate:
                tls.load_cert_chain(certificate, key)
                _require_name_of(certificate, place.username or user)
        except (OSError, ValueError) as error:  # of TLS, too
            raise SetupError(f"{address}: certificates cannot be read: {error}; are --ca and the others PEM?") from None
    elif ca or certificate:
        raise SetupError(f"{address}: certificates are for TLS; write mqtts://")
    return Broker(place.hostname, port, place.username or user, password, tls)


def _require_name_of(certificate: Path, user: str) -> None:
    """Raise SetupError where a certificate is another's: the broker would take nothing, and not say so."""
    name = _common_name(
        ssl.PEM_cert_to_DER_cert(certificate.read_text("ascii", "replace").partition("-----END")[0] + PEM_END)
    )
    if name != user:
        raise SetupError(
            f"{certificate} is the certificate of {name!r}, and this is {user!r}: a broker that knows its clients by "
            "certificates takes them by that name; give the other certificate, or the other name"
        )


def _common_name(certificate: bytes) -> str:
    """Return whose certificate it is, empty where it does not say (X.509, 4.1: subject, the sixth field)."""
    (_, whole), *_ = _parts(certificate)
    (_, signed), *_ = _parts(whole)
    subject = [value for tag, value in _parts(signed) if tag != VERSION_TAG][4]
    names = (list(_parts(each)) for _, group in _parts(subject) for _, each in _parts(group))
    return next((value.decode() for (_, kind), (_, value) in names if kind == COMMON_NAME), "")


def _parts(der: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield tag and value of each part of a value in DER."""
    while der:
        tag, size, start = der[0], der[1], 2
        if size & 0x80:
            start += size & 0x7F
            size = int.from_bytes(der[2:start])
        yield tag, der[start : start + size]
        der = der[start + size :]
