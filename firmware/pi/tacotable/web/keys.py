"""Keys: the secret links of the page. Each seat, the arbiter and the simulation's view has its own random key."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

import msgspec

from tacotable.files.safe_write import replace_whole
from tacotable.service.running_time import RunningTime, running_time
from tacotable.state.role import Role

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # Signs that nobody mixes up, all in a picture code's short form.
FILE = "keys"
BYTES = 10
LENGTH = 16  # 80 bits: with at most 20 guesses a second, no one guesses a key.
SHORT = 8  # 40 bits, for the key of a simulated table's host, which people type: no evening, and no card, hangs on it.

EVENING_S = 16 * 3_600.0  # So long a key is good, that of a link and that of a phone.


@dataclass(slots=True)
class Keys:
    """Who may look with which key. Those of seats and arbiter end with the evening, or when somebody ends them."""

    seats: dict[str, str]
    arbiter: str
    simulation: str | None
    until_s: float = inf
    folder: Path | None = None  # The state folder, in which their bytes are.
    now_s: Callable[[], float] = field(default_factory=lambda: running_time().now_s)

    def end(self) -> None:
        """End the keys of seats and arbiter, for the next start, too; whoever runs a simulated table keeps its own."""
        self.until_s = 0.0
        if self.folder is not None:
            with suppress(OSError):
                (self.folder / FILE).unlink(missing_ok=True)

    def role_for(self, key: str) -> Role | None:
        """Return the role of a key: none is a spectator's, a wrong one gives None. Compared in constant time."""
        if not key:
            return Role("spectator")
        if len(key) > LENGTH or not key.isascii():
            return None
        roles = [(Role("simulation"), self.simulation)] if self.simulation else []
        if self.now_s() < self.until_s:
            roles += [(Role("arbiter"), self.arbiter), *((Role("seat", seat), own) for seat, own in self.seats.items())]
        found = [role for role, right in roles if hmac.compare_digest(key.upper().encode(), right.encode())]
        return found[-1] if found else None


class KeptBytes(msgspec.Struct, frozen=True):
    """The file of random bytes: good until `until_s` of the running time that has this name."""

    run: str
    until_s: float
    random: bytes


def kept_bytes(folder: Path | None, count: int, time: RunningTime, name: str = FILE) -> tuple[bytes, float]:
    """Return the random bytes of a table's keys, and until when they are good, in running time.

    They are kept in its state folder for an evening, so that pages find back: until the machine is switched off, and
    for 16 hours at most. Without a folder, or with a file that cannot be read or written, they are new at each start:
    no link keeps a table from starting. If the file is deleted, all links are void at the next start.
    """
    now_s = time.now_s()
    made = KeptBytes(time.name, now_s + EVENING_S, secrets.token_bytes(count))
    if folder is None:
        return made.random, made.until_s
    path = folder / name
    with suppress(OSError, msgspec.DecodeError):
        kept = msgspec.json.decode(path.read_bytes(), type=KeptBytes)
        if kept.run == time.name and now_s < kept.until_s <= made.until_s and len(kept.random) == count:
            return kept.random, kept.until_s
    with suppress(OSError):
        replace_whole(path, msgspec.json.encode(made))
    return made.random, made.until_s


def bytes_needed(seats: Collection[str]) -> int:
    """Return how many random bytes the keys of a table take, the arbiter's and a simulation's among them."""
    return BYTES * (len(seats) + 2)


def make_keys(seats: Collection[str], random_bytes: bytes, *, is_simulated: bool) -> Keys:
    """Make keys from random bytes: the seats' first, then the arbiter's, then the simulation's if there is one."""
    parts = (random_bytes[start : start + BYTES] for start in range(0, bytes_needed(seats), BYTES))
    by_seat = {seat: _key(next(parts)) for seat in seats}
    return Keys(by_seat, _key(next(parts)), _key(next(parts))[:SHORT] if is_simulated else None)


def _key(random_bytes: bytes) -> str:
    if len(random_bytes) < BYTES:
        raise ValueError(f"a key needs {BYTES} random bytes")
    number = int.from_bytes(random_bytes, "big")
    return "".join(ALPHABET[(number >> (5 * place)) & 31] for place in range(LENGTH))
