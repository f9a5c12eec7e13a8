"""The engine's README holds the phase tables as the code has them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tacotable_engine.exploding import state as exploding
from tacotable_engine.tacocat import state as tacocat

README = Path(__file__).parents[2] / "engine" / "README.md"


def test_the_phase_table_of_tacocat_is_that_of_the_code() -> None:
    rows = [(str(phase), step.who, [step.act] if step.act else [], step.next) for phase, step in tacocat.PHASES.items()]

    assert drawn_in_readme("tacocat/state.py") == drawn("act", rows)


def test_the_phase_table_of_exploding_is_that_of_the_code() -> None:
    rows = [(str(phase), step.who, step.acts, step.next) for phase, step in exploding.PHASES.items()]

    assert drawn_in_readme("exploding/state.py") == drawn("acts", rows)


def drawn_in_readme(module: str) -> str:
    return README.read_text(encoding="utf-8").split(f"{module} -->\n")[1].split("\n<!-- end")[0]


def drawn(heading: str, rows: Iterable[tuple[str, str, Iterable[str], Iterable[str]]]) -> str:
    """Return a phase table in Markdown: paste it into the README when it has changed."""
    lines = [f"| phase | who acts | {heading} | leads to |", "|---|---|---|---|"]
    lines += [f"| `{phase}` | {who} | {in_code(acts)} | {in_code(following)} |" for phase, who, acts, following in rows]
    return "\n".join(lines)


def in_code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words) or "–"
