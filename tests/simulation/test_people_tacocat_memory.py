"""What a Tacocat player remembers of its own cards when presses and restarts come between."""

from __future__ import annotations

from itertools import islice

import pytest

from simulation.people.tacocat_person import DECK, DUEL, SEALED, Person
from tacotable_sim.people.base import Draw, Pause, Place, Sign, Step, Tap
from tacotable_sim.truth import DISCARD, DRAW, Card, hand_of

DEALT_TO_WOW = Sign("refusal.dealt-to", {"seat": "YAY", "owner": "WOW"})
FOUND = Sign("restart.found", {"n": 71, "item": "restart.resume"})


def test_a_card_that_counted_and_was_taken_back_is_an_own_one_again(reader: Person) -> None:
    reader.sees(DUEL)
    reader.player.notice(SEALED)

    reader.sees(Sign("refusal.taken-back", {"seat": "YAY"}))

    assert reader.held() == ["1", "2", "3"]


def test_who_lays_a_card_again_lays_the_same_because_nobody_knows_whether_it_counted(reader: Person) -> None:
    for _ in range(5):
        reader.sees(DUEL)

    assert len({move for move in reader.moves if move[1] == "YAY.pad"}) == 1


def test_a_card_that_was_refused_is_not_laid_again_before_others(reader: Person) -> None:
    for _ in range(12):
        reader.sees(DUEL)
        reader.sees(Sign("rule.keep-one", {"seat": "YAY"}))

    assert len({move for move in reader.moves if move[1] == "YAY.pad"}) > 1


def test_a_card_does_not_count_because_the_display_changed_before_it_was_laid_down(reader: Person) -> None:
    steps = reader.choices(DUEL)
    step = next(steps)
    reader.player.notice(SEALED)
    reader.sign = SEALED
    reader.acts([step])
    reader.acts(steps)

    reader.sees(Sign("refusal.lay-again", {"seat": "YAY"}))

    assert reader.held() == ["1", "2", "3"]


@pytest.mark.parametrize(("asked", "held"), [(DUEL, 3), (SEALED, 2)])
def test_a_card_that_may_not_be_the_used_one_is_kept_until_something_is_asked(
    reader: Person, asked: Sign, held: int
) -> None:
    reader.sees(DUEL)

    reader.sees(Sign("refusal.spent", {"seat": "YAY"}))
    kept = len(reader.held())
    reader.player.notice(asked)
    reader.acts(reader.player._used_after_all(asked))

    assert (kept, len(reader.held())) == (3, held)


def test_a_card_in_doubt_is_left_alone_once_all_were_gathered(reader: Person) -> None:
    reader.sees(DUEL)
    reader.sees(Sign("refusal.spent", {"seat": "YAY"}))
    reader.table.gather()

    reader.sees(SEALED)

    assert reader.table.truth.at(DISCARD) == ()


def test_a_card_has_counted_where_last_cards_are_asked_for_and_it_is_not_the_only_one(reader: Person) -> None:
    reader.table.place("01", "YAY.pad")
    reader.player._laid.lay("01", Sign("sign.wait-attack", {"seat": "WOW", "demands": ()}))

    reader.sees(Sign("sign.show", {}))

    assert reader.table.truth.where("01") == DISCARD


def test_a_duel_card_has_counted_where_the_other_seat_put_its_own_away(reader: Person) -> None:
    reader.sees(DUEL)
    laid = reader.table.truth.at("YAY.pad")
    reader.table.place("06", DISCARD)

    reader.sees(DUEL)

    assert [reader.table.truth.where(card.tag) for card in laid] == [DISCARD]


def test_a_duel_card_that_the_display_tells_as_not_played_is_kept_though_the_other_seat_put_a_card_away(
    reader: Person,
) -> None:
    reader.sees(DUEL)
    reader.table.place("06", DISCARD)
    reader.sees(Sign("refusal.lay-again", {"seat": "YAY"}))

    reader.sees(DUEL)

    assert [card.tag for card in reader.table.truth.at(DISCARD)] == ["06"]


def test_a_duel_card_laid_after_a_tie_stays_where_the_other_seat_puts_its_first_away(reader: Person) -> None:
    reader.sees(Sign("sign.duel-again", {}))
    laid = reader.table.truth.at("YAY.pad")
    reader.table.place("06", DISCARD)

    reader.sees(DUEL)

    assert reader.table.truth.at("YAY.pad") == laid


def pass_a_card(reader: Person, *signs: Sign) -> list[Card]:
    """Let the person pass the top card for one that it replaced, and see each sign for two seconds; gives its hand."""
    reader.player.is_seen = True
    steps = reader.choices(Sign("sign.pass-new", {"n": 1}))
    while not reader.table.truth.at("YAY.pad"):
        reader.acts([next(steps)])
    for sign in signs:
        reader.sign = sign
        reader.acts(islice(steps, 40))
    return list(reader.table.truth.at(hand_of("YAY")))


def test_a_hidden_card_waits_on_the_pad_until_the_display_tells_of_the_game_again(reader: Person) -> None:
    top = reader.table.truth.at(DRAW)[0]

    held = pass_a_card(reader, FOUND, DUEL)

    assert top in held


def test_a_hidden_card_that_the_display_still_asks_for_goes_back_onto_the_pile(reader: Person) -> None:
    top = reader.table.truth.at(DRAW)[0]

    pass_a_card(reader, Sign("sign.pass-new", {"n": 1}))

    assert reader.table.truth.at(DRAW)[0] == top


@pytest.mark.parametrize(
    ("signs", "owed", "put_back"),
    [((), 1, True), ((), 2, False), ((Sign("sign.replace", {"max": 3, "n": 0}),), 1, False)],
    ids=["one more is owed", "others are owed", "another one is replaced"],
)
def test_a_hidden_card_that_somebody_took_back_after_it_counted_goes_back_onto_the_pile(
    reader: Person, signs: tuple[Sign, ...], owed: int, put_back: bool
) -> None:
    top = reader.table.truth.at(DRAW)[0]
    pass_a_card(reader, DUEL)
    for sign in signs:
        list(islice(reader.choices(sign), 1))

    step = next(reader.choices(Sign("sign.pass-new", {"n": owed})))

    assert (step == Place(top.tag, DRAW, source=hand_of("YAY"))) is put_back


@pytest.mark.parametrize(
    ("sign", "place"),
    [
        (Sign("sign.wait-replace", {"seat": "WOW", "demands": ()}), hand_of("YAY")),
        (Sign("sign.pass-new", {"n": 1}), DRAW),
    ],
    ids=["none is owed", "one is owed"],
)
def test_a_hidden_card_that_counted_while_the_table_was_dark_is_taken_after_all(
    reader: Person, sign: Sign, place: str
) -> None:
    top = reader.table.truth.at(DRAW)[0]
    pass_a_card(reader, Sign("sign.pass-new", {"n": 1}))
    assert reader.table.truth.where(top.tag) == DRAW

    reader.acts(islice(reader.choices(sign), 1))

    assert reader.table.truth.where(top.tag) == place


def test_a_hidden_card_that_went_back_and_is_gone_from_the_pile_is_not_taken(reader: Person) -> None:
    top = reader.table.truth.at(DRAW)[0]
    pass_a_card(reader, Sign("sign.pass-new", {"n": 1}))
    reader.table.place(top.tag, hand_of("WOW"))

    reader.acts(islice(reader.choices(DUEL), 1))

    assert reader.table.truth.where(top.tag) == hand_of("WOW")


def test_a_hidden_card_that_a_refusal_interrupted_is_taken_once_fewer_are_owed(reader: Person) -> None:
    top = reader.table.truth.at(DRAW)[0]
    pass_a_card(reader, DEALT_TO_WOW)

    reader.sees(Sign("sign.wait-pass", {"seat": "WOW", "n": 1}))

    assert top in reader.table.truth.at(hand_of("YAY"))


def test_a_hidden_card_is_given_away_only_where_the_refusal_stands_at_a_second_look(reader: Person) -> None:
    top = reader.table.truth.at(DRAW)[0]
    pass_a_card(reader, DEALT_TO_WOW)
    first = reader.choices(DEALT_TO_WOW)
    reader.acts(islice(first, 1))
    reader.sign = Sign("sign.pass-new", {"n": 1})

    reader.acts(first)
    kept = reader.table.truth.where(top.tag)
    reader.sees(DEALT_TO_WOW)

    assert (kept, reader.table.truth.where(top.tag)) == ("YAY.pad", hand_of("WOW"))


@pytest.mark.parametrize(("owed", "pressed"), [(2, [Tap("YAY.no")]), (3, [])])
def test_a_card_that_was_dealt_though_nobody_laid_one_is_taken_back(
    reader: Person, owed: int, pressed: list[Step]
) -> None:
    """YAY holds three of six cards."""
    reader.player.is_seen = True
    reader.player.notice(Sign("sign.deal-seen", {"n": 6}))

    steps = list(islice(reader.choices(Sign("sign.pass", {"n": owed})), 1))

    assert [step for step in steps if isinstance(step, Tap)] == pressed


def test_a_second_tie_that_follows_at_once_tells_that_the_card_counted(reader: Person) -> None:
    reader.sees(Sign("sign.duel-again", {"card": "7", "n": 3}))
    laid = reader.table.truth.at("YAY.pad")

    reader.sees(Sign("sign.duel-again", {"card": "4", "n": 2}))

    assert reader.table.truth.at(DISCARD) == laid


@pytest.mark.parametrize(("is_seen", "place"), [(True, DRAW), (False, hand_of("YAY"))])
def test_a_card_that_was_never_read_when_it_was_dealt_goes_back_onto_the_pile(
    reader: Person, is_seen: bool, place: str
) -> None:
    reader.sees(DUEL)
    laid = reader.table.truth.at("YAY.pad")[0]
    reader.player.is_seen = is_seen

    reader.sees(Sign("rule.card-not-held", {"seat": "YAY", "card": laid.face}))

    assert reader.table.truth.where(laid.tag) == place


def show_one(reader: Person) -> None:
    """Let the person show one card for the replacement."""
    reader.sign = Sign("sign.replace", {"max": 3, "n": 0})
    reader.player.notice(reader.sign)
    reader.acts(reader.player._show(DECK[2]))


@pytest.mark.parametrize(("shown", "pressed"), [(1, "YAY.ok"), (2, "YAY.no")])
def test_a_card_that_the_table_tells_and_nobody_showed_is_taken_back(reader: Person, shown: int, pressed: str) -> None:
    show_one(reader)

    steps = list(reader.choices(Sign("sign.replace-more", {"max": 3, "n": shown})))

    assert steps[-1] == Tap(pressed)


def test_as_many_are_drawn_as_the_display_told_last_where_a_button_that_stuck_closed_the_replacement(
    reader: Person,
) -> None:
    show_one(reader)
    reader.player.notice(Sign("sign.replace-more", {"max": 3, "n": 1}))

    steps = list(reader.choices(DUEL))

    assert steps == [Draw()]


def test_a_shown_card_that_a_press_took_back_goes_back_into_the_hand(reader: Person) -> None:
    show_one(reader)
    reader.sees(Sign("sign.replace-more", {"max": 3, "n": 1}))
    assert reader.table.truth.at(DISCARD) == (DECK[2],)

    reader.sees(Sign("sign.replace", {"max": 3, "n": 0}))

    assert reader.held() == ["1", "2", "3"]


def test_a_card_laid_while_the_display_told_it_already_is_not_laid_again_and_again(reader: Person) -> None:
    told = Sign("sign.replace-more", {"max": 3, "n": 1})
    show_one(reader)
    reader.table.place("03", hand_of("YAY"))
    reader.sign = told
    reader.acts(reader.player._show(DECK[2]))

    reader.sees(told)

    assert reader.table.truth.where("03") == DISCARD


def test_a_card_that_is_laid_again_is_kept_off_the_pad_for_so_long_that_its_reader_tells_it(reader: Person) -> None:
    reader.sees(DUEL)

    steps = list(reader.choices(DUEL))

    assert [type(step) for step in steps] == [Place, Pause, Place]
    assert steps[1] == Pause(1.0)


def test_a_card_is_not_laid_again_once_the_display_asks_something_else(reader: Person) -> None:
    reader.sees(DUEL)
    steps = reader.choices(DUEL)
    for step in islice(steps, 2):
        reader.acts([step])
    reader.sign = SEALED

    assert list(steps) == []


@pytest.mark.parametrize(("refused", "kept"), [("refusal.lay-again", 1), ("rule.attack-shape", 0)])
def test_a_jumbo_goes_on_where_only_its_last_card_is_to_be_laid_again(reader: Person, refused: str, kept: int) -> None:
    reader.player._jumbo = DECK[:2]  # what it means to attack with is its own
    reader.table.place("01", DISCARD)
    reader.table.place("02", "YAY.pad")

    reader.sees(Sign(refused, {"seat": "YAY"}))

    assert len(reader.table.truth.at(DISCARD)) == kept


def test_a_card_that_the_other_seat_shows_stays_where_it_is_though_it_was_an_own_one_before(reader: Person) -> None:
    show_one(reader)
    reader.sees(DUEL)
    reader.table.gather()
    reader.table.place(reader.table.truth.at(DRAW)[0].tag, DISCARD)
    lying = reader.table.truth.at(DISCARD)
    reader.player._laid.lay(lying[0].tag, None)
    reader.player._laid.count()

    reader.sees(Sign("sign.replace", {"max": 3, "n": 0}))

    assert reader.table.truth.at(DISCARD) == lying


@pytest.mark.parametrize("message", ["sign.answer", "sign.sacrifice"])
def test_who_has_no_card_left_at_a_pad_waits_too(reader: Person, message: str) -> None:
    for card in DECK[:3]:
        reader.table.place(card.tag, DISCARD)

    assert list(reader.choices(Sign(message, {"demand": "5", "left": 1}))) == []
