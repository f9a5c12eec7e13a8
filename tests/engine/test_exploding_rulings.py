"""Turns, targets and the pile, each ruling a sentence (docs/rulings.md)."""

from __future__ import annotations

import pytest

from engine.exploding_tables import (
    GAMES,
    MEANT,
    arranges,
    begin,
    cards,
    defuses,
    draws,
    explodes,
    gives,
    hand,
    nopes,
    plays,
    through,
    whose,
)
from engine.tacocat_tables import SeededChance, play, refusal, told
from engine.traits import TRAITS


@pytest.mark.parametrize("game", GAMES)
def test_e1_an_attack_from_the_last_owed_turn_makes_three_and_in_zh56_two(game: str) -> None:
    match = begin(game, ann="", bo="attack", cy="", pile="skip lethal lethal", turn="Bo 2 attack")
    play(match, ("Bo", draws()))

    through(match, "Bo", plays("attack"))

    assert whose(match) == f"Cy {TRAITS[game].owed_by_attack} attack"


@pytest.mark.parametrize("game", GAMES)
def test_e1_the_same_last_turn_when_it_is_a_normal_one_makes_two(game: str) -> None:
    match = begin(game, ann="", bo="attack", cy="", pile="lethal lethal", turn="Bo 1 normal")

    through(match, "Bo", plays("attack"))

    assert whose(match) == "Cy 2 attack"


@pytest.mark.parametrize(
    ("game", "rule", "owed"), [("ek120", "fixed", 2), ("min72", "fixed", 2), ("zh56", "remaining", 3)]
)
def test_e1_how_attacks_stack_is_an_option(game: str, rule: str, owed: int) -> None:
    options = {"attack_stacking": rule}
    match = begin(game, ann="", bo="attack", cy="", pile="lethal lethal", turn="Bo 1 attack", options=options)

    through(match, "Bo", plays("attack"))

    assert whose(match) == f"Cy {owed} attack"


@pytest.mark.parametrize("game", GAMES)
def test_e8_a_skip_ends_one_owed_turn(game: str) -> None:
    match = begin(game, ann="", bo="skip", cy="", pile="lethal lethal", turn="Bo 3 attack")

    through(match, "Bo", plays("skip"))

    assert whose(match) == "Bo 2 attack"


@pytest.mark.parametrize("game", ["ek120", "min72"])
def test_e8_drawing_from_the_bottom_ends_one_owed_turn(game: str) -> None:
    match = begin(game, ann="", bo="draw-from-bottom", cy="", pile="lethal lethal skip", turn="Bo 3 attack")

    through(match, "Bo", plays("draw-from-bottom"))

    assert whose(match) == "Bo 2 attack"
    assert hand(match, "Bo") == "skip"


@pytest.mark.parametrize("game", GAMES)
def test_e8_a_defuse_ends_one_owed_turn(game: str) -> None:
    match = begin(game, ann="", bo="defuse", cy="", pile="lethal lethal skip", turn="Bo 3 attack")

    play(match, ("Bo", draws()), ("Bo", defuses(2)))

    assert whose(match) == "Bo 2 attack"


@pytest.mark.parametrize("game", GAMES)
def test_e9_exploding_drops_the_turns_still_owed(game: str) -> None:
    match = begin(game, ann="", bo="skip", cy="", pile="lethal lethal skip", turn="Bo 3 attack")

    play(match, ("Bo", draws()))

    assert whose(match) == "Cy 1 normal"
    assert told(match, "alive") == ["Ann", "Cy"]


@pytest.mark.parametrize("game", GAMES)
def test_e18_nothing_defuses_by_itself_and_a_player_may_decline(game: str) -> None:
    match = begin(game, ann="defuse skip", bo="", cy="", pile="lethal skip lethal")
    play(match, ("Ann", draws()))
    match.resolve()
    match.clock(1000)

    assert told(match, "phase", "to_act", "alive") == ["defuse", ["Ann"], ["Ann", "Bo", "Cy"]]
    assert play(match, ("Ann", explodes())).rule == "exploded"
    assert told(match, "alive") == ["Bo", "Cy"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("slot", "pile"),
    [(0, "lethal skip attack"), (1, "skip lethal attack"), (2, "skip attack lethal")],
)
def test_e19_slots_run_from_the_top_to_the_bottom(game: str, slot: int, pile: str) -> None:
    match = begin(game, ann="defuse", bo="", pile="lethal skip attack")
    play(match, ("Ann", draws()))

    assert match.legal("Ann")[0] == {"do": "defuse", "slots": 3}
    play(match, ("Ann", defuses(slot)))
    assert told(match, "pile") == cards(game, pile)


@pytest.mark.parametrize("game", GAMES)
def test_e19_there_is_no_slot_below_the_bottom(game: str) -> None:
    match = begin(game, ann="defuse", bo="", pile="lethal skip attack")
    play(match, ("Ann", draws()))

    assert refusal(match, "Ann", defuses(3)) == "defuse-slot"
    assert refusal(match, "Ann", defuses(10**9)) == "defuse-slot"


def test_e20_nobody_targets_himself() -> None:
    match = begin(ann="targeted-attack", bo="", cy="", pile="lethal lethal")

    assert refusal(match, "Ann", plays("targeted-attack", "Ann")) == "target-self"


def test_e20_nobody_targets_the_dead() -> None:
    match = begin(ann="targeted-attack", bo="", cy="", alive="Ann Cy", pile="lethal")

    assert refusal(match, "Ann", plays("targeted-attack", "Bo")) == "target-out"


def test_e20_with_two_players_a_targeted_attack_is_an_attack() -> None:
    aimed = begin(ann="targeted-attack", bo="", pile="lethal")
    plain = begin(ann="attack", bo="", pile="lethal")

    through(aimed, "Ann", plays("targeted-attack", "Bo"))
    through(plain, "Ann", plays("attack"))

    assert whose(aimed) == whose(plain) == "Bo 2 attack"


def test_e21_after_a_targeted_attack_play_goes_on_from_the_victim() -> None:
    match = begin(ann="targeted-attack", bo="", cy="skip skip", di="", pile="lethal*3")

    through(match, "Ann", plays("targeted-attack", "Cy"))
    through(match, "Cy", plays("skip"))
    through(match, "Cy", plays("skip"))

    assert whose(match) == "Di 1 normal"


def test_e22_a_victim_may_target_the_attacker_who_owes_both() -> None:
    match = begin(ann="targeted-attack", bo="", cy="targeted-attack", pile="lethal*2")

    through(match, "Ann", plays("targeted-attack", "Cy"))
    through(match, "Cy", plays("targeted-attack", "Ann"))

    assert whose(match) == "Ann 4 attack"


@pytest.mark.parametrize("game", GAMES)
def test_e23_a_look_at_fewer_than_three_cards_shows_all_of_them(game: str) -> None:
    match = begin(game, ann="see-the-future", bo="", pile="skip lethal")

    through(match, "Ann", plays("see-the-future"))

    assert match.view("Ann")["peek"] == cards(game, "skip lethal")


@pytest.mark.parametrize(("pile", "order"), [("skip exploding-kitten", "exploding-kitten skip"), ("skip", "skip")])
def test_e23_fewer_than_three_cards_are_all_put_in_order(pile: str, order: str) -> None:
    match = begin(ann="alter-the-future", bo="", pile=pile)
    through(match, "Ann", plays("alter-the-future"))

    assert match.legal("Ann") == [{"do": "arrange", "of": pile.split()}]
    play(match, ("Ann", arranges(order)))
    assert told(match, "pile") == order.split()


@pytest.mark.parametrize("game", ["ek120", "min72"])
def test_e24_the_bottom_of_one_card_is_its_top(game: str) -> None:
    match = begin(game, ann="draw-from-bottom defuse", bo="", pile="lethal")

    through(match, "Ann", plays("draw-from-bottom"))

    assert told(match, "phase", "pile", "drawn", "from_bottom") == ["defuse", [], MEANT[game]["lethal"], False]


@pytest.mark.parametrize("game", GAMES)
def test_e25_from_an_empty_pile_nothing_is_drawn_and_the_deck_has_to_be_counted(game: str) -> None:
    match = begin(game, ann="skip", bo="")

    assert match.legal("Ann") == [{"do": "play", "cards": ["skip"]}]
    assert refusal(match, "Ann", draws()) == "pile-empty"


@pytest.mark.parametrize("game", GAMES)
def test_e26_after_the_draw_nothing_is_played(game: str) -> None:
    match = begin(game, ann="skip", bo="", cy="", pile="shuffle lethal lethal")
    play(match, ("Ann", draws()))

    assert refusal(match, "Ann", plays("skip")) == "not-your-turn"


@pytest.mark.parametrize("game", GAMES)
def test_e26_after_a_lethal_draw_only_a_defuse_helps(game: str) -> None:
    match = begin(game, ann="skip defuse", bo="", cy="", pile="lethal lethal")
    play(match, ("Ann", draws()))

    assert refusal(match, "Ann", plays("skip")) == "not-now-defuse"
    assert refusal(match, "Ann", draws()) == "not-now-defuse"
    assert refusal(match, "Ann", defuses(0, "skip")) == "defuse-card"


@pytest.mark.parametrize("game", GAMES)
def test_e27_a_shuffle_after_a_look_is_legal_and_voids_it(game: str) -> None:
    match = begin(game, ann="see-the-future shuffle", bo="", pile="skip attack lethal nope")
    through(match, "Ann", plays("see-the-future"))

    through(match, "Ann", plays("shuffle"))

    assert match.view("Ann")["peek"] == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["seen", "blind"])
def test_e27_a_shuffle_by_hands_leaves_nothing_known_of_the_pile(game: str, mode: str) -> None:
    match = begin(game, mode, ann="shuffle", bo="", pile="skip attack lethal nope")

    through(match, "Ann", plays("shuffle"))

    assert told(match, "pile") == ["?", "?", "?", "?"]


class CountingChance(SeededChance):
    """A chance that knows how often it was asked, and for what."""

    def __init__(self) -> None:
        super().__init__(5)
        self.asked: list[list[str]] = []

    def shuffle(self, cards: object) -> list[str]:
        listed = list(cards)  # type: ignore[call-overload]  # any sequence of cards, as the base class takes
        self.asked.append(listed)
        return [*reversed(listed)]


@pytest.mark.parametrize("game", GAMES)
def test_e28_a_shuffle_is_one_shuffle_of_the_whole_pile(game: str) -> None:
    chance = CountingChance()
    match = begin(game, ann="shuffle", bo="", pile="skip attack lethal", chance=chance)

    through(match, "Ann", plays("shuffle"))

    assert chance.asked == [cards(game, "skip attack lethal")]
    assert told(match, "pile") == cards(game, "lethal attack skip")


@pytest.mark.parametrize("game", GAMES)
def test_e29_the_first_seat_begins_unless_the_position_says_otherwise(game: str) -> None:
    assert whose(begin(game, players=2)) == "Ann 1 normal"
    assert whose(begin(game, players=2, turn="Bo")) == "Bo 1 normal"


@pytest.mark.parametrize("game", ["ek120", "zh56"])
def test_e30_two_attacks_laid_together_are_a_pair_and_attack_nobody(game: str) -> None:
    match = begin(game, ann="attack attack", bo="skip", cy="", pile="lethal lethal")

    through(match, "Ann", plays("attack attack", "Bo"))

    assert whose(match) == "Ann 1 normal"
    assert hand(match, "Ann") == "skip"


@pytest.mark.parametrize("game", GAMES)
def test_e30_an_attack_laid_alone_attacks_although_its_player_has_two(game: str) -> None:
    match = begin(game, ann="attack attack", bo="skip", cy="", pile="lethal lethal")

    through(match, "Ann", plays("attack"))

    assert whose(match) == "Bo 2 attack"
    assert hand(match, "Ann") == "attack"


def test_a_favor_is_a_card_of_the_targets_choice() -> None:
    match = begin(ann="favor", bo="skip defuse", cy="nope", pile="lethal lethal")
    through(match, "Ann", plays("favor", "Bo"))

    assert refusal(match, "Cy", gives("nope")) == "not-asked"
    assert refusal(match, "Bo", nopes()) == "no-window-open"
    play(match, ("Bo", gives("skip")))
    assert (hand(match, "Ann"), hand(match, "Bo"), whose(match)) == ("skip", "defuse", "Ann 1 normal")
