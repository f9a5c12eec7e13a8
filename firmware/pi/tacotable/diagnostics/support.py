"""The support bundle: one file that tells a helper how a table is, and nothing that a player may not know.

Journals are never opened. Texts go in redacted, and nothing is written while a known secret is still in one.
"""

from __future__ import annotations

import gzip
import io
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path

from tacotable.errors import TacotableError
from tacotable.table.file import OWN_STATE, REAL_TABLE, SERVICE_STATE, SHIPPED, TableFile
from tacotable.web.keys import FILE, bytes_needed, make_keys
from tacotable.web.redact import leaks, redacted
from tacotable_drivers.serial_port import usb_numbers

PACKAGES = (
    "tacotable", "gpiozero", "lgpio", "rpi-lgpio", "RPi.GPIO", "spidev", "luma.core", "luma.oled", "pillow", "pyserial",
    "starlette", "uvicorn", "websockets", "msgspec",
)  # fmt: skip
LOG_LINES = 300
USUAL_FOLDERS = (SERVICE_STATE, OWN_STATE, Path(REAL_TABLE).parent)  # Known, and nobody's name is in them.
SYSTEM = (
    "/etc/os-release", "/proc/device-tree/model", "/proc/cpuinfo", "/proc/meminfo", "/proc/mounts", "/proc/devices",
    "/boot/firmware/config.txt", "/boot/firmware/cmdline.txt", "/boot/config.txt",
)  # fmt: skip
LISTED = (  # What is there: I2C buses, channels of multiplexers, device files of buses, serial ports.
    "/sys/bus/i2c/devices/*", "/sys/bus/i2c/devices/*/channel-*", "/dev/i2c-*", "/dev/spidev*", "/dev/gpiochip*",
    "/dev/serial/by-path/*", "/dev/tty[AU]*",
)  # fmt: skip


def versions() -> str:
    """Return the versions of everything that has a part in a table."""
    lines = [f"python {sys.version.split()[0]}", f"kernel {platform.release()} {platform.machine()}"]
    for package in PACKAGES:
        try:
            lines.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            lines.append(f"{package} -")
    return "\n".join(lines)


def system() -> dict[str, str]:
    """Return what the system says of itself."""
    texts = {f"system/{Path(path).stem}.txt": text for path in SYSTEM if (text := _text(Path(path)))}
    buses = []  # where each leads, and what it is: the name of a bus, the numbers of a USB device
    for path in sorted(path for pattern in LISTED for path in Path("/").glob(pattern.lstrip("/"))):
        numbers = usb_numbers(path) if path.is_relative_to("/dev") else None
        told = "{:04x}:{:04x}".format(*numbers) if numbers else _text(path / "name").strip()
        leads = f" -> {path.resolve()}" if path.is_symlink() else ""
        buses.append(f"{path}{leads} {told}".rstrip())
    return texts | {"system/buses.txt": "\n".join(buses)}


def last_log() -> str:
    """Return the last lines of the service's log."""
    command = shutil.which("journalctl")
    if command is None:
        return "no journalctl here"
    asked = [command, "-u", "tacotable", "-n", str(LOG_LINES), "--no-pager", "--no-hostname", "-o", "short-monotonic"]
    done = subprocess.run(asked, capture_output=True, encoding="utf-8", errors="replace", check=False)  # noqa: S603  # found in PATH, fixed arguments
    return done.stdout or done.stderr or "the log is empty"


def text_of_table(name: str, table: TableFile | None) -> str:
    """Return a table file without its deck: which tag is which card is the table's deepest secret.

    Of a file that cannot be read as a table it is the text all the same.
    """
    if not Path(name).is_file():
        return f"the shipped table {name}" if table else f"there is no file {name}"
    text, lines, is_in_deck = Path(name).read_text("utf-8", "replace"), [], False
    for line in text.splitlines():
        if line.lstrip().startswith("["):
            is_in_deck = line.strip() == "[[deck]]"
        if not is_in_deck:
            lines.append(line)
    taken = text.count("[[deck]]")
    return "\n".join([*lines, f"# [{taken} cards of the deck taken out]"] if taken else lines)


def secrets_of(table: TableFile | None, state: Path) -> Iterator[str]:
    """Yield what must not be told of this table: tags, keys of pages, in every way they could be written."""
    for card in table.deck if table else ():
        yield from (card.tag, ":".join(card.tag[at : at + 2] for at in range(0, len(card.tag), 2)))
    for path in state.glob("*.toml") if state.is_dir() else ():
        yield from (part for part in _text(path).split('"') if part.isalnum() and len(part) in range(8, 21))
    try:
        kept = (state / FILE).read_bytes()
    except OSError:
        return
    yield kept.hex()
    names = table.seat_names if table else ()
    if names and len(kept) == bytes_needed(names):  # the pages' keys are made of them
        keys = make_keys(names, kept, is_simulated=False)
        yield from (*keys.seats.values(), keys.arbiter)


def folders_of(state: Path, table: str) -> tuple[str, ...]:
    """Return the folders that somebody chose, in every way they could be written: a user's name may be in them."""
    chosen = (state, *(() if table in SHIPPED else (Path(table).parent,)))
    names = (str(name) for folder in chosen if folder not in USUAL_FOLDERS for name in (folder, folder.resolve()))
    return tuple(name for name in dict.fromkeys(names) if name not in (".", "/"))


def hosts_here() -> tuple[str, ...]:
    """Return the names of this machine: with its network's, and alone."""
    node = platform.node()
    return tuple(name for name in dict.fromkeys((node, node.partition(".")[0])) if name)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace").rstrip("\0")
    except OSError:
        return ""


README = """What is in this file: how the table's program, its Pi and its devices are, for somebody who helps.
What is not: cards, tags, games, links and keys of pages, addresses, names of machines and users. They were taken out
before this was packed, and where something looked like one of them it says so in brackets.
"""


class LeakError(TacotableError):
    """A secret would still be in the bundle, so it was not written; the text names the part, never the secret."""


def pack(
    parts: Mapping[str, str],
    secrets: Iterable[str],
    path: Path,
    *,
    hosts: Sequence[str] = (),
    folders: Sequence[str] = (),
    whole: Mapping[str, bytes] | None = None,
) -> None:
    """Write the parts, redacted, as a .tar.gz that only its owner can read; raises LeakError or OSError.

    The file that was there is kept with `.old` behind its name.
    `whole` are parts that go in as they are, since whoever gives them has seen to it that they tell nothing.
    `hosts`: the names of this machine; `folders`: those whose names somebody chose.
    """
    known = tuple(secrets)
    clean = {name: redacted(text, known, hosts, folders) for name, text in parts.items()}
    for name, text in clean.items():
        if leaks(text, known, hosts):
            raise LeakError(f"{name}: a secret is still in it, so nothing was written; please report this")
    if path.is_file():
        path.replace(path.with_name(f"{path.name}.old"))
    texts = {name: text.encode(errors="backslashreplace") for name, text in ({"README.txt": README} | clean).items()}
    packed = io.BytesIO()  # it tells neither who packed it nor when
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in (texts | dict(whole or {})).items():
            entry = tarfile.TarInfo(f"tacotable-support/{name}")
            entry.size, entry.mode = len(content), 0o600
            archive.addfile(entry, io.BytesIO(content))
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=0))
    path.chmod(0o600)
