"""A broker that knows its clients by certificates: whose certificate it is, is table, user and client id."""

from __future__ import annotations

import asyncio
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from live.broker import needs_broker
from live.test_director import until
from tacotable.errors import SetupError
from tacotable_live.director.archive import Archive
from tacotable_live.director.hub import Director
from tacotable_live.event.broker_process import Mosquitto
from tacotable_live.event.core_table import CoreTable
from tacotable_live.mqtt.broker import Broker, broker_at
from tacotable_live.mqtt.director_line import BrokerDirector
from tacotable_live.mqtt.table_line import BrokerUplink

pytestmark = needs_broker
OPENSSL = """[req]
distinguished_name = dn
[dn]
[ca]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[leaf]
basicConstraints = CA:FALSE
subjectAltName = IP:127.0.0.1
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid:always
"""


def certify(folder: Path, name: str, signer: str = "") -> None:
    """Make a certificate of a name and its key, signed by that of another or by itself."""
    (folder / "openssl.cnf").write_text(OPENSSL)
    signed = ["-CA", f"{signer}.crt", "-CAkey", f"{signer}.key", "-extensions", "leaf"]
    made = ["-keyout", f"{name}.key", "-out", f"{name}.crt", "-subj", f"/O=Club night/CN={name}"]
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    subprocess.run(
        ["openssl", "req", "-x509", "-config", "openssl.cnf", *curve, *made]
        + (signed if signer else ["-extensions", "ca"]),
        cwd=folder,
        check=True,
        capture_output=True,
    )


class TlsMosquitto(Mosquitto):
    """A broker by the lines of the shipped file that are for certificates."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, ("nobody",))
        self.certificates = folder / "certs"
        self.certificates.mkdir()
        for name, signer in (
            ("ca", ""),
            ("broker", "ca"),
            ("t1", "ca"),
            ("t2", "ca"),
            ("director", "ca"),
            ("other-ca", ""),
        ):
            certify(self.certificates, name, signer)
        (self.certificates / "strangers").mkdir()
        for name in ("other-ca.crt", "other-ca.key"):
            (self.certificates / "strangers" / name).write_text((self.certificates / name).read_text())
        certify(self.certificates / "strangers", "t1", "other-ca")
        shipped = self._configuration.read_text()
        plain = re.sub(rf"(?ms)^listener {self.port}.*?(?=^# With certificates)", "", shipped)
        used = re.sub(r"(?m)^#(?=[a-z])", "", plain)
        self._configuration.write_text(used.replace("listener 8883", f"listener {self.port} 127.0.0.1"))

    def broker(self, name: str, *, of: str = "", ca: str = "ca", folder: str = ".") -> Broker:
        """Return how somebody speaks to it who says a name, with a certificate `of` that name or another."""
        own = self.certificates / folder / (of or name)
        return broker_at(
            f"mqtts://127.0.0.1:{self.port}",
            user=name,
            ca=self.certificates / f"{ca}.crt",
            certificate=own.with_suffix(".crt"),
            key=own.with_suffix(".key"),
        )


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TlsMosquitto]:
    """Run a broker with certificates."""
    broker = TlsMosquitto(tmp_path_factory.mktemp("tls"))
    broker.start()
    yield broker
    broker.kill()


def test_a_table_tells_its_games_under_the_name_of_its_certificate(tls: TlsMosquitto, tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive.sqlite")
    archive.add_table("t1", "key", 1)
    games = CoreTable(Random(1))
    act = games.begin(("Ann", "Ben"))
    while act():
        pass

    async def run() -> None:
        director = BrokerDirector(Director(archive), tls.broker("director"), print)
        line = BrokerUplink(games, "epoch", tls.broker("t1"), "t1", "key", say=print)
        tasks = [asyncio.create_task(director.run()), asyncio.create_task(line.run())]
        number = sum(len(chain.hashes) for chain in games.chains.values())
        await until(lambda: archive.count() == number)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(run())
    assert {game.name: archive.chain(game) for game in archive.games("t1")} == {
        name: chain.bodies for name, chain in games.chains.items()
    }
    archive.close()


def test_the_certificate_of_another_table_is_told_before_anything_is_sent(tls: TlsMosquitto) -> None:
    with pytest.raises(SetupError, match=r"t2\.crt is the certificate of 't2', and this is 't1': .* or the other name"):
        tls.broker("t1", of="t2")


# paho leaves the socket of a handshake that failed to the collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(("ca", "folder"), [("ca", "strangers"), ("other-ca", ".")], ids=["client", "broker"])
def test_a_certificate_that_a_stranger_signed_is_refused_with_what_to_look_at(
    tls: TlsMosquitto, ca: str, folder: str
) -> None:
    said: list[str] = []
    broker = tls.broker("t1", ca=ca, folder=folder)

    async def run() -> None:
        line = asyncio.create_task(BrokerUplink(CoreTable(Random(1)), "e", broker, "t1", "k", say=said.append).run())
        await until(lambda: bool(said))
        line.cancel()

    asyncio.run(run())
    assert "did --ca sign its certificate, and does it know who signed --client-certificate?" in said[0]
