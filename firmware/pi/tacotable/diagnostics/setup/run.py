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
) -> bool:
    """Ask until all is answered; returns False where the input ended before. `typed` are lines, None at its end."""
    asked: Question | None = None
    while (question := setup.question) is not None:
        before = dict(setup.answers)
        if question.key != (asked.key if asked else ""):
            say(prompt(question))
        asked = question
        probe.want(setup.wanted)
        said, has_ended = setup.seen(probe.look()), False
        while not typed.empty():
            line = typed.get_nowait()
            has_ended = has_ended or line is None
            said += setup.typed(line or "") if not has_ended else []
        for line in said:
            say(line)
        if setup.answers != before:
            keep(setup.answers)
        if has_ended:
            return setup.question is None
        await asyncio.sleep(STEP_S)
    return True


def prompt(question: Question) -> str:
    """Return a question as it is printed."""
    may = f" ({question.choice})" if question.options and question.way != "lit" else ""
    return f"{question.asked}{may}" + (f" [{question.usual}]" if question.usual else "")
