"""The gate before everything else: which hosts and origins are answered, and the headers of every answer.

A page on another site can make a browser send requests here, also under a host name of its own that it
points at this table (DNS rebinding). So `Host` must be one of ours, to the port, and a WebSocket must come
from a page of the very host it calls. There are no cookies and no CORS headers: no browser adds authority
by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tacotable.web.addresses import host_and_port

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}

WRONG_HOST = "This table does not answer to that name. Open the page by the address that the table shows.\n"
WRONG_ORIGIN = "Only the table's own page may open this connection.\n"


class Gate:
    """Answers 421 to foreign hosts and 403 to WebSockets of foreign origins; adds the headers to all."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it before anything has looked at it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        told = Headers(scope=scope)
        hosts, origins = ([value.lower() for value in told.getlist(name)] for name in ("host", "origin"))
        own = [host for host in hosts if host in self._hosts or host == _own_address(scope)]
        answer = self._app
        if len(hosts) != 1 or not own:
            answer = PlainTextResponse(WRONG_HOST, 421)
        elif scope["type"] == "websocket" and origins not in ([f"http://{own[0]}"], [f"https://{own[0]}"]):
            answer = PlainTextResponse(WRONG_ORIGIN, 403)
        if scope["type"] == "websocket" and answer is not self._app:
            await receive()  # the connect message, which must be taken before it is denied

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(raw=message.setdefault("headers", []))
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        await answer(scope, receive, send_with_headers)


def _own_address(scope: Scope) -> str | None:
    """Return the address that this connection came in at, as a Host header says it.

    A listener on all addresses learns its own only from its connections. Only numbers count: a name that
    somebody points at us never equals one.
    """
    server = scope.get("server")
    if not server or server[1] is None:
        return None
    try:
        address = ip_address(server[0])
    except ValueError:
        return None
    plain = getattr(address, "ipv4_mapped", None) or address  # so a socket for both families tells an IPv4 address
    return host_and_port(str(plain), server[1], 443 if scope["scheme"] in ("https", "wss") else 80)
