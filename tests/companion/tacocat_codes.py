"""Every code with which Tacocat's companion gives a reason."""

from __future__ import annotations

WHYS = (
    *("replace", "replace-none", "duel-high", "duel-low", "duel-mixed", "attack-sure", "attack-jumbo", "attack-high"),
    *("attack-low", "answer-sure", "defend-low", "defend-high", "sacrifice-must", "sacrifice-keep", "last-card"),
)
"""Reasons, without `why.` before them."""
