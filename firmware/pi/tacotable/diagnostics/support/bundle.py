"""The bundle: texts, redacted, in one archive; it is not written while a known secret is still in it."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tacotable.errors import TacotableError
from tacotable.web.redact import leaks, redacted

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
) -> None:
    """Write the parts, redacted, as a .tar.gz that only its owner can read; raises LeakError or OSError.

    `hosts`: the names of this machine; `folders`: those whose names somebody chose.
    """
    known = tuple(secrets)
    clean = {name: redacted(text, known, hosts, folders) for name, text in parts.items()}
    for name, text in clean.items():
        if leaks(text, known, hosts):
            raise LeakError(f"{name}: a secret is still in it, so nothing was written; please report this")
    path.write_bytes(_archive({"README.txt": README} | clean))
    path.chmod(0o600)


def _archive(parts: Mapping[str, str]) -> bytes:
    """Return the archive; it tells neither who packed it nor when."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, text in parts.items():
            content = text.encode()
            entry = tarfile.TarInfo(f"tacotable-support/{name}")
            entry.size, entry.mode = len(content), 0o600
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)
