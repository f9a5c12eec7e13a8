"""Every scenario file, played on the referee in process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scenarios.comparison import differences, scenarios
from tacotable.protocol.json_lines import Referee

FILES = sorted(Path(__file__).parent.glob("*.jsonl"))


def parameters() -> list[Any]:
    listed = [scenario for path in FILES for scenario in scenarios(path)]
    return [pytest.param(one["steps"], id=one["id"]) for one in listed]


@pytest.mark.parametrize("steps", parameters())
def test_scenario(steps: list[dict[str, Any]]) -> None:
    referee = Referee()

    for step in steps:
        send = step["send"]
        line = send if isinstance(send, str) else json.dumps(send)
        reply = json.loads(referee.handle_line(line))

        assert not list(differences(step["expect"], reply)), send
