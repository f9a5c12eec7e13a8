"""The rulings: each decision of the referee in a sentence, with its reason, by game and subject.

The tables of the engine are the source, for the page `/rulings` and for `docs/rulings.md` alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape

from tacotable_engine.rulings import MATCH_RULES, Rule, read_rules

FAMILIES = {  # The packages whose tables hold rules, and the games that they are about.
    "tacotable_engine.tacocat": "Tacocat (tc38, tc36)",
    "tacotable_engine.exploding": "Exploding Kittens (ek120, zh56) and Exploding Minions (min72)",
}
KINDS = ("refusal", "decision", "effect")
HEAD = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Rulings</title>'
    '<meta name="viewport" content="width=device-width"><main><h1>Rulings</h1>'
)


def subjects() -> Mapping[str, Mapping[str, Mapping[str, Rule]]]:
    """Return all rules by game, subject and code, in the order of the tables; those that games share come first."""
    tables = {
        game: {code: rule for kind in KINDS for code, rule in read_rules(package, kind).items()}
        for package, game in FAMILIES.items()
    }
    first, second = tables.values()
    shared = {code: rule for code, rule in first.items() if code in second}
    own = {game: {code: rule for code, rule in rules.items() if code not in shared} for game, rules in tables.items()}
    return {game: _by_subject(rules) for game, rules in {"Every game": {**MATCH_RULES, **shared}, **own}.items()}


def _by_subject(rules: Mapping[str, Rule]) -> Mapping[str, Mapping[str, Rule]]:
    names = dict.fromkeys(rule.subject for rule in rules.values())
    return {name: {code: rule for code, rule in rules.items() if rule.subject == name} for name in names}


def sentences(rule: Rule) -> tuple[str, str]:
    """Return a rule, and the reason for it, as sentences."""
    meaning, reason = (text[0].upper() + text[1:].rstrip(".") + "." for text in (rule.meaning, rule.reason))
    return meaning, reason


@cache
def rulings_page() -> str:
    """Return the rulings as a page that needs no script."""
    lines = [HEAD]
    for game, by_subject in subjects().items():
        lines.append(f"<h2>{escape(game)}</h2>")
        for subject, rules in by_subject.items():
            lines += [f"<h3>{escape(subject)}</h3><dl>", *map(_entry, rules, rules.values()), "</dl>"]
    return "".join((*lines, "</main></html>"))


def _entry(code: str, rule: Rule) -> str:
    meaning, reason = map(escape, sentences(rule))
    return f'<dt id="{code}"><code>{code}</code></dt><dd>{meaning} <i>{reason}</i></dd>'
