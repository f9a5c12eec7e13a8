"""Every trace in this folder is decided again as it was decided then; drop one here, and it is a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacotable.trace.replay_decisions import replay
from tacotable.trace.replay_drivers import retrace

TRACES = sorted(Path(__file__).parent.glob("*.trace"))
MOST_BYTES = 200_000


def test_there_is_a_faulty_game_of_each_family() -> None:
    assert {"faulty-tacocat.trace", "faulty-kittens.trace"} <= {path.name for path in TRACES}


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_a_trace_replays_to_the_same_decisions(path: Path) -> None:
    replayed = replay(path)

    assert replayed.difference is None, str(replayed.difference)
    assert replayed.events > 100
    assert path.stat().st_size < MOST_BYTES


@pytest.mark.long
@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_drivers_tell_the_same_of_its_bytes_and_edges(path: Path) -> None:
    assert retrace(path).difference is None
