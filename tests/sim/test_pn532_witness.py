"""An independent library, nfcpy, reads tags from the emulated PN532 over a real pty."""

from __future__ import annotations

import asyncio
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from tacotable_sim.cables.cable import PtyCable
from tacotable_sim.readers.antenna import Antenna
from tacotable_sim.readers.pn532 import Pn532

with warnings.catch_warnings():
    # nfcpy and the USB library below it use ctypes and pkg functions that Python has deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    import nfc
    import nfc.clf.pn532
    import nfc.clf.transport

TAG = "04A1B2C3D4E5F6"
PATIENCE_MS = 120_000
"""Never meant to be met: it only ends a test whose reader says nothing."""
Answer = TypeVar("Answer")


@contextmanager
def reader_on_a_pty(path: Path, tags: tuple[str, ...]) -> Iterator[None]:
    """Run an emulated reader on its own loop in real time: nfcpy blocks, so it cannot share a virtual one."""
    loop = asyncio.new_event_loop()
    cable = PtyCable(path, loop, Pn532(loop, Antenna(lambda: tags, Random(1))))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(cable.unplug)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class PatientLine(nfc.clf.transport.TTY):  # type: ignore[misc]  # nfcpy has no types
    """A port on which no answer is late: nfcpy looks at the clock, and a busy machine is no slow reader."""

    def read(self, timeout: int) -> Any:
        """Wait for a frame as long as it takes; every command of these tests is answered."""
        return super().read(timeout + PATIENCE_MS)


def ask(path: Path, question: Callable[[Any], Answer]) -> Answer:
    """Open the reader with nfcpy, as it does with a real one, and ask one thing."""
    device = nfc.clf.pn532.init(PatientLine(str(path)))
    device._path = "the emulated reader"
    frontend = nfc.ContactlessFrontend()
    frontend.device = device
    try:
        return question(frontend)
    finally:
        frontend.close()


def read_tag(frontend: Any) -> Any:
    target = frontend.sense(nfc.clf.RemoteTarget("106A"))
    return nfc.tag.activate(frontend, target)


def test_nfcpy_reads_the_number_of_a_tag(tmp_path: Path) -> None:
    with reader_on_a_pty(tmp_path / "reader", (TAG,)):
        target = ask(tmp_path / "reader", lambda frontend: frontend.sense(nfc.clf.RemoteTarget("106A")))

    assert bytes(target.sdd_res).hex().upper() == TAG
    assert bytes(target.sens_res).hex() == "4400"  # as on the air, the low byte first
    assert bytes(target.sel_res).hex() == "00"


def test_nfcpy_takes_the_tag_for_an_ntag213_and_reads_its_memory(tmp_path: Path) -> None:
    def read(frontend: Any) -> tuple[str, bytes]:
        tag = read_tag(frontend)
        return tag.product, bytes(tag.read(0))

    with reader_on_a_pty(tmp_path / "reader", (TAG,)):
        product, pages = ask(tmp_path / "reader", read)

    assert product == "NXP NTAG213"
    assert pages.hex(" ") == "04 a1 b2 9f c3 d4 e5 f6 04 48 00 00 e1 10 12 00"


def test_nfcpy_finds_nothing_in_an_empty_field(tmp_path: Path) -> None:
    with reader_on_a_pty(tmp_path / "reader", ()):
        target = ask(tmp_path / "reader", lambda frontend: frontend.sense(nfc.clf.RemoteTarget("106A")))

    assert target is None


def test_the_path_without_a_reader_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        ask(tmp_path / "nothing", read_tag)
