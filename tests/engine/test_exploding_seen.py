"""Mode `seen`: cards are physical, and readers tell every face as it is dealt, drawn, stolen or given."""

from __future__ import annotations

import pytest

from engine.exploding_tables import (
    GAMES,
    arranges,
    begin,
    cards,
    deals,
    defuses,
    draws,
    explodes,
    gives,
    hand,
    plays,
    steals,
    through,
    whose,
)
from engine.tacocat_tables import play, refusal, told
from tacotable_engine import RequestError

HANDS = {
    "ek120": (
        "defuse attack skip favor nope cat-1 cat-2 cat-3",
        "defuse attack skip favor nope cat-1 cat-2 cat-3",
    ),
    "min72": (
        "defuse attack skip nope minion-a minion-b minion-c shuffle",
        "defuse attack skip nope minion-a minion-b minion-c shuffle",
    ),
    "zh56": (
        "defuse attack skip favor nope cat-1 cat-2 cat-3",
        "defuse attack skip favor nope cat-1 cat-2 cat-3",
    ),
}


@pytest.mark.parametrize("game", GAMES)
def test_seen_begins_with_the_deal_of_every_card_of_the_hands(game: str) -> None:
    match = begin(game, "seen", players=2)

    assert told(match, "phase", "to_act") == ["deal", ["Ann", "Bo"]]
    assert match.legal("Ann") == match.legal("Bo") == [{"do": "deal", "max": 8}]
    assert told(match, "owed") == {"Ann": 8, "Bo": 8}


@pytest.mark.parametrize("game", GAMES)
def test_seen_deals_may_come_in_any_order_until_each_has_eight(game: str) -> None:
    match = begin(game, "seen", players=2)
    size = len(told(match, "pile"))
    first, second = (hand_of.split() for hand_of in HANDS[game])
    for card, other in zip(first[:7], reversed(second), strict=False):
        play(match, ("Ann", deals(card)), ("Bo", deals(other)))
    play(match, ("Bo", deals("defuse")))

    assert told(match, "phase", "to_act", "owed") == ["deal", ["Ann"], {"Ann": 1}]
    ruling = play(match, ("Ann", deals(first[7])))
    assert ruling.events[-1] == {"type": "turn", "seat": "Ann", "left": 1, "source": "normal"}
    assert told(match, "phase", "pile") == ["turn", ["?"] * (size - 16)]
    assert sorted(hand(match, "Bo").split()) == sorted(second)


def test_seen_each_gets_a_defuse_and_no_lethal_card() -> None:
    match = begin("zh56", "seen", players=2)
    play(match, *[("Ann", deals(card)) for card in HANDS["zh56"][0].split()[1:]])

    assert refusal(match, "Ann", deals("exploding-kitten")) == "deal-lethal"
    assert refusal(match, "Ann", deals("shuffle")) == "deal-needs-defuse"
    assert refusal(match, "Ann", deals("?")) == "face-hidden"
    play(match, ("Ann", deals("defuse")))
    assert refusal(match, "Ann", deals("shuffle")) == "deal-hand-full"


def test_seen_no_more_copies_are_dealt_than_there_are() -> None:
    match = begin("ek120", "seen", players=2)
    play(match, ("Ann", deals("attack")), ("Bo", deals("attack")))

    assert refusal(match, "Ann", deals("attack")) == "no-copy-left"


@pytest.mark.parametrize("game", GAMES)
def test_seen_a_draw_names_its_card(game: str) -> None:
    match = begin(game, "seen", ann="", bo="", cy="", pile="?*6")

    with pytest.raises(RequestError, match="draw: the field 'card' is missing"):
        match.act("Ann", draws())
    assert refusal(match, "Ann", draws("?")) == "face-hidden"
    play(match, ("Ann", draws("skip")))
    assert (hand(match, "Ann"), told(match, "pile")) == ("skip", ["?"] * 5)


@pytest.mark.parametrize("game", GAMES)
def test_seen_without_a_defuse_a_lethal_card_is_the_end_at_once(game: str) -> None:
    match = begin(game, "seen", ann="skip", bo="", cy="", pile="?*6")

    ruling = match.act("Ann", draws(*cards(game, "lethal")))

    assert (ruling.rule, told(match, "alive")) == ("drew-and-exploded", ["Bo", "Cy"])


@pytest.mark.parametrize("game", GAMES)
def test_seen_the_slot_of_a_defuse_may_stay_secret(game: str) -> None:
    match = begin(game, "seen", ann="defuse", bo="", cy="", pile="lethal skip attack")
    play(match, ("Ann", draws(*cards(game, "lethal"))), ("Ann", defuses()))

    assert told(match, "pile") == ["?", "?", "?"]
    assert whose(match) == "Bo 1 normal"


@pytest.mark.parametrize("game", GAMES)
def test_seen_a_slot_that_is_told_is_known(game: str) -> None:
    match = begin(game, "seen", ann="defuse", bo="", cy="", pile="? ? ?")
    play(match, ("Ann", draws(*cards(game, "lethal"))), ("Ann", defuses(1)))

    assert told(match, "pile") == cards(game, "? lethal ?")


@pytest.mark.parametrize("game", GAMES)
def test_seen_another_card_than_the_known_one_is_a_mistake_that_the_arbiter_may_accept(game: str) -> None:
    match = begin(game, "seen", ann="", bo="", cy="", pile="skip attack lethal")

    assert refusal(match, "Ann", draws("shuffle")) == "pile-other"
    match.rule(True, "the pile fell down")
    assert (hand(match, "Ann"), told(match, "pile")) == ("shuffle", ["?", "?"])


@pytest.mark.parametrize("game", ["ek120", "min72"])
def test_seen_after_draw_from_the_bottom_the_seat_still_draws_that_card(game: str) -> None:
    match = begin(game, "seen", ann="draw-from-bottom skip", bo="", cy="", pile="? ? ?")
    through(match, "Ann", plays("draw-from-bottom"))

    assert told(match, "phase", "to_act", "from_bottom") == ["draw", ["Ann"], True]
    assert match.legal("Ann") == [{"do": "draw"}]
    assert refusal(match, "Ann", plays("skip")) == "not-now-draw"
    ruling = play(match, ("Ann", draws("attack")))
    assert ruling.events[0] == {"type": "drew", "seat": "Ann", "from": "bottom"}
    assert (hand(match, "Ann"), whose(match)) == ("attack skip", "Bo 1 normal")


@pytest.mark.parametrize("game", ["ek120", "min72"])
def test_seen_a_known_lethal_card_at_the_bottom_is_drawn_there(game: str) -> None:
    match = begin(game, "seen", ann="draw-from-bottom", bo="", cy="", pile="skip attack lethal")
    through(match, "Ann", plays("draw-from-bottom"))

    assert refusal(match, "Ann", draws("skip")) == "pile-other"
    play(match, ("Ann", draws(*cards(game, "lethal"))))
    assert told(match, "alive", "pile") == [["Bo", "Cy"], ["skip", "attack"]]


def test_seen_a_stolen_card_is_told_and_was_in_that_hand() -> None:
    match = begin("zh56", "seen", ann="cat-2 cat-2", bo="", cy="see-the-future defuse", pile="? ?")
    through(match, "Ann", plays("cat-2 cat-2", "Cy"))

    with pytest.raises(RequestError, match="steal: the field 'card' is missing"):
        match.act("Ann", steals())
    assert refusal(match, "Ann", steals("skip")) == "card-not-held"
    play(match, ("Ann", steals("defuse")))
    assert (hand(match, "Ann"), hand(match, "Cy")) == ("defuse", "see-the-future")


def test_seen_a_refused_theft_tells_only_the_thief_what_the_victim_has_not() -> None:
    match = begin("zh56", "seen", ann="cat-2 cat-2", bo="", cy="see-the-future defuse", pile="? ?")
    through(match, "Ann", plays("cat-2 cat-2", "Cy"))

    assert match.act("Ann", steals("skip")).private_to == "Ann"


def test_seen_a_given_card_is_told() -> None:
    match = begin("zh56", "seen", ann="favor", bo="skip defuse", cy="", pile="? ?")
    through(match, "Ann", plays("favor", "Bo"))

    with pytest.raises(RequestError, match="give: the field 'card' is missing"):
        match.act("Bo", gives())
    assert refusal(match, "Bo", gives("attack")) == "card-not-held"
    play(match, ("Bo", gives("defuse")))
    assert (hand(match, "Ann"), hand(match, "Bo")) == ("defuse", "skip")


def test_seen_a_new_order_may_stay_secret() -> None:
    match = begin("ek120", "seen", ann="alter-the-future", bo="", cy="", pile="skip attack favor nope")
    through(match, "Ann", plays("alter-the-future"))
    play(match, ("Ann", arranges()))

    assert told(match, "pile") == ["?", "?", "?", "nope"]


def test_seen_a_new_order_tells_cards_that_were_hidden() -> None:
    match = begin("ek120", "seen", ann="alter-the-future", bo="", cy="", pile="? attack ? nope")
    through(match, "Ann", plays("alter-the-future"))

    assert refusal(match, "Ann", arranges("skip favor shuffle")) == "arrange-cards"
    assert refusal(match, "Ann", arranges("skip attack")) == "arrange-cards"
    play(match, ("Ann", arranges("skip favor attack")))
    assert told(match, "pile") == ["skip", "favor", "attack", "nope"]


@pytest.mark.parametrize("game", GAMES)
def test_seen_hands_are_known_so_that_exploding_shows_them(game: str) -> None:
    match = begin(game, "seen", ann="defuse skip", bo="", cy="", pile="? ? ?")
    play(match, ("Ann", draws(*cards(game, "lethal"))))

    with pytest.raises(RequestError, match="explode.cards: in mode seen the hand is known"):
        match.act("Ann", explodes("defuse skip"))
    ruling = play(match, ("Ann", explodes()))
    assert ruling.events[0] == {"type": "exploded", "seat": "Ann", "cards": ["defuse", "skip"]}


@pytest.mark.parametrize("game", ["ek120", "zh56"])
def test_seen_three_of_a_kind_takes_the_named_card_at_once(game: str) -> None:
    match = begin(game, "seen", ann="cat-1*3", bo="skip", pile="? ?")
    through(match, "Ann", plays("cat-1 cat-1 cat-1", "Bo", "skip"))

    assert (hand(match, "Ann"), told(match, "phase")) == ("skip", "turn")


@pytest.mark.parametrize("game", GAMES)
def test_seen_a_look_is_at_cards_that_nobody_told(game: str) -> None:
    match = begin(game, "seen", ann="see-the-future", bo="", pile="? skip ? ?")
    through(match, "Ann", plays("see-the-future"))

    assert match.view("Ann")["peek"] == ["?", "skip", "?"]
