"""The page by HTTPS, under a certificate of one's own, and behind a proxy that has one, tried with real ones."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from pi.certificate import NAME, make_certificate
from tacotable.app.run import RunOptions, running
from tacotable.errors import SetupError
from tacotable.table.file import read_table
from tacotable.web.addresses import PagePlace, listen, listening
from tacotable.web.phones import Phones


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a certificate, with its key in the same file."""
    return make_certificate(tmp_path_factory.mktemp("certificate"))


def trusting(certificate: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate))


async def welcome(host: str, port: int, tls: ssl.SSLContext, key: str, origin: str = "") -> str:
    """Open the live connection as a browser does that loaded the page from this host, and give its role."""
    address = f"{host}:{port}"
    async with connect(
        f"wss://{address}/live", host="127.0.0.1", port=port, ssl=tls, origin=Origin(origin or f"https://{address}")
    ) as socket:
        await socket.send(json.dumps({"hello": {"key": key, "language": "en", "after": 0}}))
        return str(json.loads(await socket.recv())["role"])


async def get(port: int, tls: ssl.SSLContext | None, host: str) -> str:
    """Ask for the page, and give the status line; nothing where the connection ended without one."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, ssl=tls, server_hostname=host.partition(":")[0] if tls else None
    )
    writer.write(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    try:
        return (await reader.readline()).decode().strip()
    except ConnectionError:
        return ""
    finally:
        writer.close()


def key_in(lines: tuple[str, ...], begins: str) -> tuple[str, str]:
    """Give the address and the key of a line of the start."""
    address, _, key = next(line for line in lines if line.startswith(begins)).split()[-1].partition("#key=")
    return address, key


def test_a_certificate_of_ones_own_serves_page_and_live_connection(certificate: Path) -> None:
    async def play() -> None:
        options = RunOptions(read_table("tacocat"), place=PagePlace(certificate=(str(certificate), None)))
        async with running(options) as lines:
            address, key = key_in(lines, "Open this page to play:")
            port, tls = int(address.rstrip("/").rpartition(":")[2]), trusting(certificate)

            assert address == f"https://127.0.0.1:{port}/"
            assert await get(port, tls, f"127.0.0.1:{port}") == "HTTP/1.1 200 OK"
            assert await get(port, tls, f"localhost:{port + 1}") == "HTTP/1.1 421 Misdirected Request"
            assert await welcome("127.0.0.1", port, tls, key) == "simulation"
            with pytest.raises(InvalidStatus, match="403"):
                await welcome("127.0.0.1", port, tls, key, origin="https://evil.example")
            assert await get(port, None, f"127.0.0.1:{port}") == ""
            assert await get(port, tls, f"127.0.0.1:{port}") == "HTTP/1.1 200 OK"

    asyncio.run(play())


@asynccontextmanager
async def proxy(certificate: Path, to: int) -> AsyncIterator[int]:
    """Run a proxy that ends TLS and passes all else on as it is, Host too; gives its port."""
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate)

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            writer.write(data)
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", to)
        await asyncio.gather(pass_on(reader, far_writer), pass_on(far_reader, writer), return_exceptions=True)

    async with await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls) as server:
        yield server.sockets[0].getsockname()[1]


def test_behind_a_proxy_links_name_it_and_pages_come_through(certificate: Path) -> None:
    async def play() -> None:
        behind = listen("127.0.0.1", 0)
        async with proxy(certificate, behind.getsockname()[1]) as port:
            place = PagePlace(names=(f"https://{NAME}:{port}",), sockets=(behind,))
            async with running(RunOptions(read_table("tacocat"), place=place)) as lines:
                address, key = key_in(lines, "Open this page to play:")
                tls = trusting(certificate)

                assert address == f"https://{NAME}:{port}/"
                assert await get(port, tls, f"{NAME}:{port}") == "HTTP/1.1 200 OK"
                assert await welcome(NAME, port, tls, key) == "simulation"
                with pytest.raises(InvalidStatus, match="421"):
                    await welcome("localhost", port, tls, key)
                with pytest.raises(InvalidStatus, match="403"):
                    await welcome(NAME, port, tls, key, origin=f"https://evil.example:{port}")

    asyncio.run(play())


@pytest.mark.parametrize("name", [NAME, f"https://{NAME}"])
def test_a_proxy_at_the_usual_port_is_called_by_its_name_alone(name: str) -> None:
    with ExitStack() as to_close:
        served = listening(PagePlace(names=(name,)), to_close)

    assert NAME in served.hosts
    assert len(served.hosts) == len(set(served.hosts))


def test_the_codes_for_phones_name_the_proxy() -> None:
    with ExitStack() as to_close:
        served = listening(PagePlace(names=(f"https://{NAME}/",)), to_close)

    phones = Phones(("YAY",))
    phones.page = f"{served.scheme}://{served.scanned}"
    code = phones.link("YAY")
    assert code.startswith("HTTPS://TABLE.EXAMPLE/S/")


def test_a_certificate_that_cannot_be_read_is_told_with_the_mend(tmp_path: Path) -> None:
    spoilt = tmp_path / "table.pem"
    spoilt.write_text("no certificate")

    for path, why in ((tmp_path / "none.pem", "No such file"), (spoilt, "NO_START_LINE|PEM")):
        with ExitStack() as to_close, pytest.raises(SetupError, match=why) as told:
            listening(PagePlace(certificate=(str(path), None)), to_close)
        assert "--certificate-key" in str(told.value)


def test_plain_http_is_said_with_the_links_where_others_can_listen_in() -> None:
    async def lines_at(host: str) -> str:
        async with running(RunOptions(read_table("tacocat"), place=PagePlace(host=host))) as lines:
            return "\n".join(lines)

    assert "plain HTTP" in asyncio.run(lines_at("0.0.0.0"))  # noqa: S104  # what a host chooses who lets phones in
    assert "plain HTTP" not in asyncio.run(lines_at("127.0.0.1"))
