"""A set-up at the terminal: asks, looks at the machine while it waits, and keeps each answer at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable.diagnostics.setup.dialogue import Setup
    from tacotable.diagnostics.setup.probe import Probe
    from tacotable.diagnostics.setup.questions import Question

STEP_S = 0.02


async def ask_all(
    setup: Setup,
    probe: Probe,
    typed: asyncio.Queue[str | None],
    say: Callable[[str], None],
    keep: Callable[[Mapping[str, str]], None],
    haste_s: float = 0,
) -> bool:
    """Ask until all is answered; returns False where the input ended before. `typed` are lines, None at its end.

    A line that comes within `haste_s` of a question, or before it, answers nothing: it was typed for the one before.
    """
    asked: Question | None = None
    clock, asked_s = asyncio.get_running_loop().time, 0.0
    while (question := setup.question) is not None:
        before = dict(setup.answers)
        if question is not asked:
            say(question.prompt)
            asked, asked_s = question, clock()
        probe.want(setup.wanted)
        said, has_ended = setup.seen(probe.look()), False
        while not typed.empty():
            line = typed.get_nowait()
            if line is None or has_ended:
                has_ended = True
            elif haste_s and (setup.question is not asked or clock() < asked_s + haste_s):
                said.append(f"{line.strip() or 'Enter'}: typed before this was asked, it answers nothing")
            else:
                said += setup.typed(line)
        for line in said:
            say(line)
        if setup.answers != before:
            keep(setup.answers)
        if has_ended:
            return setup.question is None
        await asyncio.sleep(STEP_S)
    return True
