"""Keys: the secret links of the page. Each seat and the simulation's all-seeing view has its own random key."""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tacotable.web.model import Role

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody mixes up, and that a picture code holds in its short form."""
LENGTH = 16
"""80 bits: with at most 20 guesses a second, no one guesses a key."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Who may look with which key."""

    seats: dict[str, str]
    simulation: str | None

    def role_for(self, key: str) -> Role | None:
        """Give the role of a key: none is a spectator's, a wrong one gives None. Compared in constant time."""
        if not key:
            return Role("spectator")
        found: Role | None = None
        for role, right in self._roles():
            if hmac.compare_digest(key.upper().encode(), right.encode()):
                found = role
        return found

    def _roles(self) -> Iterable[tuple[Role, str]]:
        if self.simulation:
            yield Role("simulation"), self.simulation
        for seat, key in self.seats.items():
            yield Role("seat", seat), key


def kept_bytes(folder: Path | None, count: int) -> bytes:
    """Give the random bytes of a table's keys: kept in its state folder, so that a page finds its seat again.

    Without a folder they are new at each start. Whoever deletes the file `keys` makes all links void.
    """
    if folder is None:
        return secrets.token_bytes(count)
    path = folder / "keys"
    if path.exists() and len(kept := path.read_bytes()) == count:
        return kept
    made = secrets.token_bytes(count)
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    try:
        os.write(descriptor, made)
    finally:
        os.close(descriptor)
    return made


def make_keys(seats: Iterable[str], random_bytes: bytes, *, is_simulated: bool) -> Keys:
    """Make keys from random bytes, 10 for each key."""
    names = (*seats, *(("",) if is_simulated else ()))
    keys = [_key(random_bytes[10 * index : 10 * index + 10]) for index in range(len(names))]
    by_seat = dict(zip(names, keys, strict=True))
    return Keys({seat: key for seat, key in by_seat.items() if seat}, by_seat.get(""))


def _key(random_bytes: bytes) -> str:
    if len(random_bytes) < 10:
        raise ValueError("a key needs 10 random bytes")
    number = int.from_bytes(random_bytes[:10], "big")
    return "".join(ALPHABET[(number >> (5 * place)) & 31] for place in range(LENGTH))
