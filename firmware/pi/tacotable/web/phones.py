"""Phones that read along at seats: a code of six signs on a seat's display gives a phone a key of its own.

A code is good once and for two minutes. The table keeps no key, only its SHA-256, in the file `phones` of the state
folder; a key ends after 16 hours, when the machine is switched off, when its phone leaves, when the seat forgets its
phones, or with all links.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from tacotable.files.safe_write import KeepingError, keep
from tacotable.service.running_time import RunningTime, running_time
from tacotable.state.role import Role
from tacotable.web.keys import ALPHABET, EVENING_S, LENGTH
from tacotable.web.model import PageError

ARBITER = "arbiter"  # Stands among the seats for the arbiter, as it does in dialogs.
FILE = "phones"
SIGNS = 6
GOOD_S = 120.0  # So long a code is good.
FRESH_S = 60.0  # A code that is shown anew is younger than this: whoever reads it has as long again to type it.
MOST = 8  # So many phones one seat may have; the one that joined first makes room.
TRIES, TRIES_S = 20, 10.0  # So many wrong codes in so many seconds, from one address.
"""Each address has its own count, so one device cannot keep others from joining, also within one IPv6 network. One that
changes its address needs a connection for each, some hundred a second: in two minutes far from the 2**30 codes.
"""


class KeptPhones(msgspec.Struct, frozen=True):
    """The file: by seat, until when of the running time with this name each phone's key is good."""

    run: str = ""
    until_s: dict[str, dict[str, float]] = {}


class Phones:
    """Who reads along where; `on_change` hears of a seat, how many phones it has now, and whether one has joined."""

    def __init__(self, seats: Collection[str], folder: Path | None = None, *, time: RunningTime | None = None) -> None:
        """`time` is that of this machine unless it is given.

        The arbiter's phones join as those of a seat do, by a code of their own.
        """
        seats = (*seats, ARBITER)
        self.page = ""  # The address of the page, as phones reach it.
        self.on_change: Callable[[str, int, bool], None] = lambda seat, count, has_joined: None
        self._path = folder / FILE if folder else None
        self._time = time or running_time()
        self._clock = self._time.now_s
        self._codes: dict[str, dict[str, float]] = {seat: {} for seat in seats}  # What displays show, and since when.
        self._wrong_s: dict[str, deque[float]] = {}  # When each address typed wrong codes; the last one at the end.
        self._until: dict[str, dict[str, float]] = {seat: {} for seat in seats}
        for seat, until in self._read().items():
            self._until.get(seat, {}).update(until)

    def code(self, seat: str) -> str:
        """Return the code for a seat's display now: good for another minute at least."""
        now = self._clock()
        codes = self._codes[seat] = {signs: at_s for signs, at_s in self._codes[seat].items() if now - at_s < GOOD_S}
        if not codes or now - max(codes.values()) >= FRESH_S:
            codes["".join(secrets.choice(ALPHABET) for _ in range(SIGNS))] = now
        return next(reversed(codes))

    def link(self, seat: str) -> str:
        """Return the address for a seat's display: the short one of its page, with the code of now."""
        return f"{self.page}/S/{self.code(seat)}".upper()

    def join(self, code: str, address: str = "") -> str:
        """Return a new key for the seat whose display shows this code; raises PageError. `address`: of the phone."""
        signs, now = "".join(code.split()).upper(), self._clock()
        wrong_s = self._wrong_s.get(address, deque[float](maxlen=TRIES))
        if len(wrong_s) == TRIES and now - wrong_s[0] < TRIES_S:
            raise PageError("too-many-codes", "Too many wrong codes were typed; wait for ten seconds.")
        for seat, codes in self._codes.items():
            good = (each for each, at_s in codes.items() if now - at_s < GOOD_S)
            if any(secrets.compare_digest(signs.encode(errors="replace"), each.encode()) for each in good):
                codes.clear()
                key = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
                self.add(seat, key, has_joined=True)
                return key
        wrong_s.append(now)
        self._wrong_s.pop(address, None)
        self._wrong_s[address] = wrong_s
        while now - self._wrong_s[oldest := next(iter(self._wrong_s))][-1] >= TRIES_S:
            del self._wrong_s[oldest]
        raise PageError("wrong-code", "That code is not good, or not any more: type the one on the seat's display.")

    def add(self, seat: str, key: str, *, has_joined: bool = False) -> None:
        """Count a phone at a seat; one that opens a link has not joined by a code, and is not announced."""
        until, hashed = self._now()[seat], _hash(key)
        if hashed in until:
            return
        while len(until) >= MOST:
            del until[next(iter(until))]
        until[hashed] = self._clock() + EVENING_S
        self._changed(seat, has_joined=has_joined)

    def role_for(self, key: str) -> Role | None:
        """Return the role of a phone's key."""
        hashed = _hash(key)
        seat = next((seat for seat, until in self._now().items() if hashed in until), None)
        return None if seat is None else Role("arbiter") if seat == ARBITER else Role("seat", seat)

    def tell(self) -> None:
        """Tell of each seat that has phones: they joined before this start."""
        for seat in self._until:
            if self.count(seat):
                self.on_change(seat, self.count(seat), False)

    def count(self, seat: str) -> int:
        """Return how many phones a seat has."""
        return len(self._now().get(seat, ()))

    def seats(self) -> list[str]:
        """Return the seats that have phones."""
        return [seat for seat, until in self._now().items() if until and seat != ARBITER]

    def leave(self, key: str) -> None:
        """Forget one phone, which asks for it."""
        hashed = _hash(key)
        for seat, until in self._now().items():
            if until.pop(hashed, None) is not None:
                self._changed(seat)

    def forget(self, *seats: str) -> None:
        """Forget all phones of these seats; without any, those of all seats, and the arbiter's."""
        for seat in seats or self._until:
            self._until[seat].clear()
            self._codes[seat].clear()
            self._changed(seat)

    def _changed(self, seat: str, *, has_joined: bool = False) -> None:
        """Tell who reads along now, and keep it; where the disk takes nothing it holds until the next start."""
        if self._path:
            with suppress(KeepingError):
                keep(self._path, msgspec.json.encode(KeptPhones(self._time.name, self._until)).decode())
        self.on_change(seat, self.count(seat), has_joined)

    def _now(self) -> dict[str, dict[str, float]]:
        """Return the phones whose evening is not over."""
        now = self._clock()
        for until in self._until.values():
            for hashed in [hashed for hashed, until_s in until.items() if until_s <= now]:
                del until[hashed]
        return self._until

    def _read(self) -> Mapping[str, Mapping[str, float]]:
        if self._path is None:
            return {}
        # Without the file phones join again by the code on their seat's display.
        with suppress(OSError, RecursionError, msgspec.DecodeError):
            kept = msgspec.json.decode(self._path.read_bytes(), type=KeptPhones)
            return kept.until_s if kept.run == self._time.name else {}
        return {}


def _hash(key: str) -> str:
    return sha256(key.upper().encode(errors="replace")).hexdigest()
