"""The rulings: each decision of the referee in a sentence, with its reason, by game and subject.

The tables of the engine are the source, for the page `/rulings` and for `docs/rulings.md` alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape

from tacotable_engine.rulings import Rule, read_rules

GAMES = {  # The packages whose tables hold rules, and the games that they are about.
    "tacotable_engine": "Every game",
    "tacotable_engine.tacocat": "Tacocat (tc38, tc36)",
    "tacotable_engine.exploding": "Exploding Kittens (ek120, zh56) and Exploding Minions (min72)",
}
RULEBOOK = "rulebook"  # How the reason begins of what a rulebook settles.


def subjects() -> Mapping[str, Mapping[str, Mapping[str, Rule]]]:
    """Return all rules by game, subject and code, in the order of the tables."""
    found: dict[str, dict[str, dict[str, Rule]]] = {}
    known: set[str] = set()
    for package, game in GAMES.items():
        for kind in ("match", "refusal", "decision", "effect"):
            for code, rule in read_rules(package, kind).items():
                place = code if code not in known else f"{code}-{package.rpartition('.')[2]}"
                found.setdefault(game, {}).setdefault(rule.subject, {})[place] = rule
                known.add(place)
    return found


def sentences(rule: Rule) -> tuple[str, str]:
    """Return a rule, and the reason for it, as sentences."""
    meaning, reason = (text[0].upper() + text[1:] for text in (rule.meaning, rule.reason))
    return meaning.rstrip(".") + ".", reason.rstrip(".") + "."


@cache
def rulings_page() -> str:
    """Return the rulings as a page that needs no script."""
    parts = [
        f"<h2>{escape(game)}</h2>"
        + "".join(
            f"<h3>{escape(subject)}</h3><dl>"
            + "".join(
                f'<dt id="{code}"><code>{code}</code></dt><dd>{escape(meaning)} <i>{escape(reason)}</i></dd>'
                for code, (meaning, reason) in ((code, sentences(rule)) for code, rule in rules.items())
            )
            + "</dl>"
            for subject, rules in by_subject.items()
        )
        for game, by_subject in subjects().items()
    ]
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Rulings</title>'
    look = '<meta name="viewport" content="width=device-width"><main><h1>Rulings</h1>'
    return f"{head}{look}{''.join(parts)}</main></html>"
