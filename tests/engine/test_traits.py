"""Every printing that ships has its traits, so that all tests of the Exploding games play it."""

from __future__ import annotations

from engine.traits import TRAITS
from tacotable_engine.exploding.ruleset import RULESETS, load_ruleset


def test_every_shipped_printing_has_its_traits() -> None:
    assert set(TRAITS) == set(RULESETS.shipped)


def test_traits_and_data_files_tell_the_same_of_players_and_lethal_cards() -> None:
    told = {game: (traits.players, traits.lethal, set(traits.combos)) for game, traits in TRAITS.items()}

    assert told == {
        game: (r.players, r.lethal, set(r.combos)) for game in RULESETS.shipped for r in (load_ruleset(game),)
    }
