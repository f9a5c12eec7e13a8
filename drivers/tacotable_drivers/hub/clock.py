"""The fit of a hub's clock to the host's, to order events of several hubs. Source: firmware/pico/PROTOCOL.md."""

from __future__ import annotations

from dataclasses import dataclass

from tacotable_drivers.wire.hub_messages import TICKS

KEPT_MS = 30_000.0  # So long a sample counts: two crystals of 50 ppm drift apart by 3 ms in it.
DRIFT = 1e-4  # How far two such crystals drift apart, in ms a ms.
STEP_MS = 1.0  # The hub's clock counts whole milliseconds.


def difference(later: int, earlier: int) -> int:
    """Return how much later one reading of a hub's clock is than another, which may lie before its turn.

    >>> difference(3, TICKS - 2), difference(TICKS - 2, 3)
    (5, -5)
    """
    return (later - earlier + TICKS // 2) % TICKS - TICKS // 2


@dataclass(frozen=True, slots=True)
class Sample:
    """A ping sent at `t0_ms` and answered at `t3_ms` by the host's clock, read at `rx` and answered at `at`."""

    t0_ms: float
    rx: int
    at: int
    t3_ms: float

    @property
    def error_ms(self) -> float:
        """How wrong `host_ms` may be at most, when the sample was taken."""
        return ((self.t3_ms - self.t0_ms) - difference(self.at, self.rx)) / 2 + STEP_MS

    def host_ms(self, at: int) -> float:
        """Return a moment of the hub's clock on the host's, also across the turn of the hub's."""
        middle_ms = (self.t0_ms + self.t3_ms) / 2
        return middle_ms + (difference(at, self.rx) + difference(at, self.at)) / 2

    def error_at_ms(self, now_ms: float) -> float:
        """Return how wrong it may be by now."""
        return self.error_ms + max(now_ms - self.t3_ms, 0.0) * DRIFT


class ClockFit:
    """The samples of the last half minute; the best one counts."""

    def __init__(self) -> None:
        self._samples: list[Sample] = []

    def forget(self) -> None:
        """Know nothing: the hub restarted."""
        self._samples.clear()

    def take(self, sample: Sample) -> None:
        """Add a sample. One whose answer came sooner than it can is of another clock, and means nothing."""
        if sample.error_ms < STEP_MS / 2:
            return
        self._samples = [kept for kept in self._samples if kept.t3_ms >= sample.t3_ms - KEPT_MS] + [sample]

    def host_ms(self, at: int, now_ms: float) -> float:
        """Return a moment of the hub's clock on the host's; never later than now, and now where nothing is known."""
        best = self._best(now_ms)
        return now_ms if best is None else min(best.host_ms(at), now_ms)

    def error_ms(self, now_ms: float) -> float:
        """Return how wrong that may be; endless where nothing is known."""
        best = self._best(now_ms)
        return float("inf") if best is None else best.error_at_ms(now_ms)

    def phase(self, cycle_ms: int, now_ms: float) -> int:
        """Return the hub's time, within a cycle, at which the host's clock begins one; 0 where nothing is known."""
        best = self._best(now_ms)
        return 0 if best is None else round(best.at - best.host_ms(best.at)) % cycle_ms

    def _best(self, now_ms: float) -> Sample | None:
        return min(self._samples, key=lambda sample: sample.error_at_ms(now_ms), default=None)
