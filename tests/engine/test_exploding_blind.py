"""Mode `blind`: hands are never read, and only faces that are shown to the table are known."""

from __future__ import annotations

import pytest

from engine.exploding_tables import (
    GAMES,
    MEANT,
    arranges,
    begin,
    defuses,
    denies,
    draws,
    explodes,
    gives,
    hand,
    nopes,
    plays,
    steals,
    through,
    whose,
)
from engine.tacocat_tables import play, refusal, told
from engine.traits import TRAITS

TRIPLES = ("ek120", "zh56")
PAIRS = (("ek120", "cat-1"), ("min72", "minion-a"), ("zh56", "cat-1"))
REST = "attack*4 skip*4 favor*4 shuffle*4 see-the-future*5 cat-1*4 cat-2*4 cat-3*4 cat-4*4 cat-5*4"
"""What else is in the game zh56 with two players, beside a lethal card, four Defuses and five Nopes."""


@pytest.mark.parametrize("game", GAMES)
def test_blind_hands_are_dealt_at_once_each_with_its_defuse_known(game: str) -> None:
    match = begin(game, "blind", players=3)

    assert told(match, "phase") == "turn"
    assert [hand(match, seat) for seat in match.seats] == ["defuse ? ? ? ? ? ? ?"] * 3
    assert set(told(match, "pile")) == {"?"}


@pytest.mark.parametrize("game", GAMES)
def test_blind_unknown_cards_may_be_anything_of_which_a_copy_is_left(game: str) -> None:
    match = begin(game, "blind", ann="? ?", bo="?", discard="attack*4", pile="? ? ?")
    left = TRAITS[game].attacks - 4

    refused = match.why_not("Ann", plays("attack"))

    assert (refused is None) == bool(left)
    assert refused is None or (refused.rule, refused.private_to) == ("no-copy-left", "Ann")


@pytest.mark.parametrize("game", GAMES)
def test_blind_no_more_cards_are_played_than_are_held(game: str) -> None:
    match = begin(game, "blind", ann="?", bo="? ?", pile="? ?")
    plain = MEANT[game]["plain"]

    assert refusal(match, "Ann", plays(f"{plain} {plain}", "Bo")) == "card-not-held"


@pytest.mark.parametrize("game", GAMES)
def test_blind_an_unknown_card_is_not_played_without_its_face(game: str) -> None:
    match = begin(game, "blind", ann="? ?", bo="? ?", pile="? ?")

    assert refusal(match, "Ann", plays("?")) == "face-hidden"


@pytest.mark.parametrize("game", GAMES)
def test_blind_a_lethal_card_is_in_no_hand(game: str) -> None:
    match = begin(game, "blind", ann="? ?", bo="? ?", pile="? ?")

    assert refusal(match, "Ann", plays(MEANT[game]["lethal"])) == "lethal-in-hand"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("told_as", [{}, {"card": "?"}])
def test_blind_a_draw_that_nobody_saw_names_no_card(game: str, told_as: dict[str, str]) -> None:
    match = begin(game, "blind", ann="defuse", bo="", pile="? ? ?")

    play(match, ("Ann", {"do": "draw", **told_as}))

    assert (hand(match, "Ann"), told(match, "pile")) == ("defuse ?", ["?", "?"])


@pytest.mark.parametrize("game", GAMES)
def test_blind_a_draw_that_the_table_saw_is_known(game: str) -> None:
    match = begin(game, "blind", ann="defuse", bo="", pile="? ? ?")

    play(match, ("Ann", draws("skip")))

    assert hand(match, "Ann") == "defuse skip"


@pytest.mark.parametrize("game", GAMES)
def test_blind_a_known_lethal_card_has_to_be_shown(game: str) -> None:
    match = begin(game, "blind", ann="defuse", bo="", pile="lethal ? ?")

    assert refusal(match, "Ann", draws()) == "lethal-to-show"


@pytest.mark.parametrize("game", GAMES)
def test_blind_always_asks_whether_a_lethal_card_is_defused(game: str) -> None:
    match = begin(game, "blind", ann="? ?", bo="", cy="", pile="? ? ?")
    play(match, ("Ann", draws(MEANT[game]["lethal"])))

    assert told(match, "phase", "to_act") == ["defuse", ["Ann"]]
    assert [act["do"] for act in match.legal("Ann")] == ["defuse", "explode"]


@pytest.mark.parametrize("game", GAMES)
def test_blind_asks_even_a_hand_that_cannot(game: str) -> None:
    match = begin(game, "blind", ann="skip", bo="", cy="", pile="? ? ?")
    play(match, ("Ann", draws(MEANT[game]["lethal"])))

    assert match.legal("Ann") == [{"do": "explode"}]
    assert refusal(match, "Ann", defuses(0)) == "card-not-held"


def test_blind_a_clone_on_a_defuse_may_be_in_a_hidden_hand() -> None:
    match = begin("min72", "blind", ann="? ?", bo="", cy="", discard="defuse", pile="? ? ?")
    play(match, ("Ann", draws("exploding-minion")))

    play(match, ("Ann", defuses(card="clone")))

    assert told(match, "discard") == ["defuse", "clone"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("slot", [{}, {"slot": "?"}])
def test_blind_a_secret_slot_leaves_nothing_known_of_the_pile(game: str, slot: dict[str, str]) -> None:
    match = begin(game, "blind", ann="defuse ?", bo="", cy="", pile="? skip ?")
    play(match, ("Ann", draws(MEANT[game]["lethal"])))

    play(match, ("Ann", {"do": "defuse", **slot}))

    assert told(match, "pile") == ["?", "?", "?"]
    assert (hand(match, "Ann"), whose(match)) == ("?", "Bo 1 normal")


@pytest.mark.parametrize("game", GAMES)
def test_blind_a_hand_is_shown_when_it_explodes(game: str) -> None:
    match = begin(game, "blind", ann="defuse ? ?", bo="", cy="", pile="? ? ?")
    lethal = MEANT[game]["lethal"]
    play(match, ("Ann", draws(lethal)))

    ruling = play(match, ("Ann", explodes("skip defuse nope")))

    assert ruling.events[0] == {"type": "exploded", "seat": "Ann", "cards": ["defuse", "nope", "skip"]}
    lying = ["defuse", "nope", "skip", lethal] if TRAITS[game].is_dead_hand_discarded else []
    assert told(match, "discard") == lying


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("shown", [{}, {"cards": "?"}, {"cards": ["?", "?", "?"]}])
def test_blind_a_hand_need_not_be_shown_when_it_explodes(game: str, shown: dict[str, object]) -> None:
    match = begin(game, "blind", ann="? ? ?", bo="", cy="", pile="? ? ?")
    play(match, ("Ann", draws(MEANT[game]["lethal"])))

    ruling = play(match, ("Ann", {"do": "explode", **shown}))

    assert ruling.events[0] == {"type": "exploded", "seat": "Ann", "cards": ["?", "?", "?"]}


@pytest.mark.parametrize("game", GAMES)
def test_blind_what_is_known_of_a_hand_is_told_although_it_is_not_turned_up(game: str) -> None:
    match = begin(game, "blind", ann="defuse ? ?", bo="", cy="", pile="? ? ?")
    play(match, ("Ann", draws(MEANT[game]["lethal"])))

    ruling = play(match, ("Ann", explodes("? skip ?")))

    assert ruling.events[0] == {"type": "exploded", "seat": "Ann", "cards": ["?", "defuse", "skip"]}


@pytest.mark.parametrize(
    ("shown", "code"),
    [
        ("skip nope", "hand-count"),
        ("skip nope attack favor", "hand-count"),
        ("skip nope attack", "hand-lacks"),
        ("defuse skip exploding-kitten", "lethal-in-hand"),
        ("defuse skip shuffle", "no-copy-left"),
    ],
)
def test_blind_a_hand_that_cannot_be_is_a_mistake_at_the_table(shown: str, code: str) -> None:
    match = begin("zh56", "blind", ann="defuse ? ?", bo="", cy="", discard="shuffle*4", pile="? ? ?")
    play(match, ("Ann", draws("exploding-kitten")))

    assert refusal(match, "Ann", explodes(shown)) == code


def test_blind_where_only_lethal_cards_are_left_the_draw_has_to_show_one() -> None:
    match = begin("zh56", "blind", ann="defuse*2", bo="defuse*2", discard=f"nope*5 {REST}", pile="?")

    assert refusal(match, "Ann", draws()) == "pile-all-lethal"
    assert refusal(match, "Ann", draws("skip")) == "pile-all-lethal"
    assert play(match, ("Ann", draws("exploding-kitten"))).rule == "drew-lethal"


def test_blind_with_a_card_more_in_the_pile_the_draw_need_not_be_lethal() -> None:
    match = begin("zh56", "blind", ann="defuse*2", bo="defuse*2", discard=f"nope*4 {REST}", pile="? ?")

    assert play(match, ("Ann", draws())).rule == "drew"
    assert refusal(match, "Bo", draws()) == "pile-all-lethal"


@pytest.mark.parametrize(("game", "card"), PAIRS)
def test_blind_after_a_pair_one_unseen_card_changes_hands(game: str, card: str) -> None:
    match = begin(game, "blind", ann=f"{card} {card} skip", bo="? ?", pile="? ?")
    through(match, "Ann", plays(f"{card} {card}", "Bo"))

    ruling = play(match, ("Ann", steals()))

    assert ruling.events == ({"type": "stolen", "seat": "Ann", "target": "Bo"},)
    assert (hand(match, "Ann"), hand(match, "Bo")) == ("skip ?", "?")


@pytest.mark.parametrize(("game", "card"), PAIRS)
def test_blind_a_known_card_is_no_longer_known_when_it_may_have_been_stolen(game: str, card: str) -> None:
    match = begin(game, "blind", ann=f"{card} {card}", bo="defuse ? ?", pile="? ?")
    through(match, "Ann", plays(f"{card} {card}", "Bo"))
    play(match, ("Ann", steals()))

    assert (hand(match, "Ann"), hand(match, "Bo")) == ("?", "? ?")


@pytest.mark.parametrize(("game", "card"), PAIRS)
def test_blind_of_two_known_cards_alike_one_stays_known_after_a_theft(game: str, card: str) -> None:
    match = begin(game, "blind", ann=f"{card} {card}", bo="defuse defuse ?", pile="? ?")
    through(match, "Ann", plays(f"{card} {card}", "Bo"))
    play(match, ("Ann", steals()))

    assert hand(match, "Bo") == "defuse ?"


@pytest.mark.parametrize(("game", "card"), PAIRS)
def test_blind_of_known_cards_that_are_all_alike_one_is_stolen_and_known(game: str, card: str) -> None:
    match = begin(game, "blind", ann=f"{card} {card}", bo="nope nope nope", pile="? ?")
    through(match, "Ann", plays(f"{card} {card}", "Bo"))
    play(match, ("Ann", steals()))

    assert (hand(match, "Ann"), hand(match, "Bo")) == ("nope", "nope nope")


@pytest.mark.parametrize(("game", "card"), PAIRS)
def test_blind_the_only_card_of_a_hand_is_known_to_be_the_stolen_one(game: str, card: str) -> None:
    match = begin(game, "blind", ann=f"{card} {card}", bo="defuse", pile="? ?")
    through(match, "Ann", plays(f"{card} {card}", "Bo"))
    play(match, ("Ann", steals()))

    assert (hand(match, "Ann"), hand(match, "Bo")) == ("defuse", "")


@pytest.mark.parametrize("game", GAMES)
def test_blind_a_known_card_stays_known_through_draws_and_plays(game: str) -> None:
    match = begin(game, "blind", players=2)
    through(match, "Ann", plays("skip"))
    play(match, ("Bo", draws()))

    assert hand(match, "Ann") == "defuse ? ? ? ? ? ?"
    assert hand(match, "Bo") == "defuse ? ? ? ? ? ? ? ?"


@pytest.mark.parametrize("game", TRIPLES)
def test_blind_a_favor_is_given_unseen(game: str) -> None:
    match = begin(game, "blind", ann="favor", bo="defuse ?", pile="? ?")
    through(match, "Ann", plays("favor", "Bo"))

    ruling = play(match, ("Bo", gives()))

    assert ruling.events == ({"type": "gave", "seat": "Bo", "target": "Ann"},)
    assert (hand(match, "Ann"), hand(match, "Bo")) == ("?", "?")


@pytest.mark.parametrize("game", TRIPLES)
def test_blind_a_hand_with_cards_does_not_deny_a_favor(game: str) -> None:
    match = begin(game, "blind", ann="favor", bo="? ?", pile="? ?")
    through(match, "Ann", plays("favor", "Bo"))

    assert refusal(match, "Bo", denies()) == "deny-favor"


def test_blind_where_cards_are_out_of_play_no_count_says_that_all_are_lethal() -> None:
    match = begin("zh56", "blind", ann="? ?", bo="", pile="?")

    assert play(match, ("Ann", draws())).rule == "drew"


def test_blind_one_card_has_one_order() -> None:
    match = begin("ek120", "blind", ann="alter-the-future", bo="", pile="skip")
    through(match, "Ann", plays("alter-the-future"))
    play(match, ("Ann", arranges()))

    assert told(match, "pile") == ["skip"]


def test_blind_a_new_order_may_be_left_out_or_told() -> None:
    match = begin("ek120", "blind", ann="alter-the-future", bo="", pile="? ? ? ?")
    through(match, "Ann", plays("alter-the-future"))
    play(match, ("Ann", arranges()))
    assert told(match, "pile") == ["?", "?", "?", "?"]
    match.undo()

    play(match, ("Ann", arranges("skip ? exploding-kitten")))

    assert told(match, "pile") == ["skip", "?", "exploding-kitten", "?"]


@pytest.mark.parametrize("game", ["ek120", "min72"])
def test_blind_draws_from_the_bottom_without_a_card(game: str) -> None:
    match = begin(game, "blind", ann="?", bo="", pile="? ? ?")
    through(match, "Ann", plays("draw-from-bottom"))

    play(match, ("Ann", draws()))

    assert (hand(match, "Ann"), whose(match)) == ("?", "Bo 1 normal")


def test_blind_five_different_may_take_what_may_lie_in_a_dead_hand() -> None:
    match = begin(
        "zh56", "blind", ann="? ? ? ? ?", bo="", cy="", alive="Ann Bo", discard="? exploding-kitten", pile="?"
    )

    through(match, "Ann", plays("skip attack nope cat-1 cat-2", name="defuse"))

    assert hand(match, "Ann") == "defuse"
    assert told(match, "discard") == ["exploding-kitten", "skip", "attack", "nope", "cat-1", "cat-2"]


@pytest.mark.parametrize("game", GAMES)
def test_blind_the_legal_list_has_what_some_hand_allows(game: str) -> None:
    match = begin(game, "blind", ann="?", bo="?", pile="? ?")

    listed = match.legal("Ann")

    for card in ("attack", "skip", "see-the-future", "shuffle"):
        assert {"do": "play", "cards": [card]} in listed
    assert not any(len(act.get("cards", ())) > 1 for act in listed)  # type: ignore[arg-type]  # a list of cards


@pytest.mark.parametrize("game", GAMES)
def test_blind_who_may_nope_is_everyone_with_a_hidden_card(game: str) -> None:
    match = begin(game, "blind", ann="? ?", bo="skip", cy="?", pile="? ?")
    play(match, ("Ann", plays("skip")))

    assert {"do": "nope"} in match.legal("Cy")
    assert refusal(match, "Bo", nopes()) == "card-not-held"
