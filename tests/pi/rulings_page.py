"""Draw `docs/rulings.md` from the rule tables of the engine: `python -m pi.rulings_page` in tests/."""

from __future__ import annotations

from pathlib import Path

from tacotable.web.rulings_page import sentences, subjects

PAGE = Path(__file__).parents[2] / "docs" / "rulings.md"
HEAD = """# Rulings

Every decision of the referee in a sentence, with its reason: the rulebook if it settles the matter, ours if it is
silent. Each has an anchor with its code: *Why?* on a display or on the page and `why` of the [protocol](protocol.md)
name it. A running table serves the same list at `/rulings`. The options are in [table.md](table.md) and
[protocol.md](protocol.md).
"""


def document() -> str:
    """Return the text of the page."""
    lines = [HEAD]
    for game, by_subject in subjects().items():
        lines.append(f"\n## {game}\n")
        for subject, rules in by_subject.items():
            lines.append(f"\n### {subject}\n\n")
            for code, rule in rules.items():
                meaning, reason = sentences(rule)
                lines.append(f'- <a id="{code}"></a>`{code}`: {meaning} *{reason}*\n')
    return "".join(lines)


if __name__ == "__main__":
    PAGE.write_text(document(), encoding="utf-8")
