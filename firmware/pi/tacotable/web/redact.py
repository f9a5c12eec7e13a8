"""Redacting: what must not leave the table is taken out of a text, and the whole is searched for it once more.

Secret are tags (whoever knows them knows cards through their backs), links and keys of pages, and the names of
machines, networks and users, which folders may bear, too. Each is replaced by a word that says what stood there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tacotable.web.keys import ALPHABET, LENGTH

PATTERNS = (
    (re.compile(r"#key=[^\s\"'<>]+"), "#key=[key]"),
    (re.compile(r"(?i)(/s/)[A-Z2-9]{4,32}"), r"\1[key]"),
    (re.compile(rf"(?i)(?<![A-Z0-9])[{ALPHABET}]{{{LENGTH}}}(?![A-Z0-9])"), "[key]"),
    (re.compile(r"(?i)\b(?:[0-9A-F]{2}[:-]){3,9}[0-9A-F]{2}\b"), "[number]"),
    (re.compile(r"(?i)(?<![A-Z0-9#])(?=[0-9A-F]*[A-F])(?=[0-9A-F]*[0-9])[0-9A-F]{8,64}(?![A-Z0-9])"), "[number]"),
    (re.compile(r"(?<![0-9])[0-9]{8,20}(?![0-9])(?! kB\b)"), "[number]"),
    (re.compile(r"(?<![0-9.])(?!0\.0\.0\.0(?![0-9.])|127\.)(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![0-9.])"), "[address]"),
    (re.compile(r"(?i)\b[a-z0-9-]+\.local\b"), "[host]"),
    (re.compile(r"(/home|/media|/run/media)/[^/\s\"']+"), r"\1/[user]"),
)
"""What looks like a secret, whether it is one or not: too much taken out is better than a hand of cards told.

Amounts of memory (`kB`) are none, and the addresses that every machine has (0.0.0.0, 127.*) tell nobody's.
"""
LEAST = 6  # Shorter words are no secrets: they would be found everywhere.
TOLD = re.compile(r"\[(?:secret|key|number|address|host|user|folder)\]")
"""What stands where something was taken out; a machine may bear such a name, too."""


def redacted(text: str, secrets: Iterable[str] = (), hosts: Iterable[str] = (), folders: Iterable[str] = ()) -> str:
    """Return a text without these secrets, names of machines and folders, and without all that looks like one.

    Secrets are found inside of words; names, which may be short, only as whole words.

    >>> redacted("tag 04A1B2C3D4E5F6 at http://10.0.0.7:8480/#key=ABCDEFGHJKLMNPQR")
    'tag [number] at http://[address]:8480/#key=[key]'
    """
    for folder in sorted(folders, key=len, reverse=True):  # first, while each is as it was written
        text = _named(folder).sub("[folder]", text)
    for secret in sorted(set(secrets), key=len, reverse=True):
        if len(secret) >= LEAST:
            text = re.sub(re.escape(secret), "[secret]", text, flags=re.IGNORECASE)
    for pattern, word in PATTERNS:
        text = pattern.sub(word, text)
    for host in hosts:  # last, since a part of a number that bears the name would hide the number
        text = _named(host).sub("[host]", text)
    return text


def leaks(text: str, secrets: Iterable[str], hosts: Iterable[str] = ()) -> list[str]:
    """Return the secrets and names that are still in a text."""
    lower, untold = text.lower(), TOLD.sub("", text)
    left = [secret for secret in secrets if len(secret) >= LEAST and secret.lower() in lower]
    return left + [host for host in hosts if _named(host).search(untold)]


def _named(host: str) -> re.Pattern[str]:
    """Return the pattern of a name as a whole word."""
    return re.compile(rf"(?i)(?<![A-Z0-9]){re.escape(host)}(?![A-Z0-9])")
