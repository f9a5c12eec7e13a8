"""The page of a kittens table: what hands may do with its cards at each moment, and who is told what of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random

import pytest

from tacotable.compose.hands_at import hands_at
from tacotable.compose.simulated import Rig, simulated_table
from tacotable.keys import make_keys
from tacotable.page import TablePage
from tacotable.web.model import PageError, Role

GOD, SPECTATOR = Role("simulation"), Role("spectator")
ONE, TWO, THREE = (Role("seat", name) for name in "123")
KEYS = make_keys(("1", "2", "3"), bytes(range(50)), is_simulated=True)


class Guests:
    """Three people at the pages of their seats, who play a game of the full box."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.truth = rig.table.truth
        self.page = TablePage(
            rig.program.controller, KEYS, hands_at(rig.table, rig.program.controller.situation, Random(1))
        )

    def begin(self) -> None:
        """Sit down, begin, deal."""
        for seat in "123":
            self.rig.tap(f"{seat}.ok")
        self.rig.hold("1.ok")
        self.page.do(ONE, {"do": "gather"})
        self.rig.tap("1.ok")

    def cards(self, role: Role, place: str) -> list[dict[str, object]]:
        """Give what a role sees of a place."""
        truth = self.page.truth(role)
        assert truth is not None
        cards = truth["cards"]
        assert isinstance(cards, list)
        return [card for card in cards if card["place"] == place]

    def allowed(self, role: Role) -> list[str]:
        """Give what a role may do now."""
        truth = self.page.truth(role)
        assert truth is not None
        allow = truth["allow"]
        assert isinstance(allow, list)
        return sorted(allow)

    def hold(self, seat: str, *faces: str) -> None:
        """Have a seat hold these cards, out of the box, instead of as many others of its hand."""
        for face in faces:
            spare = next(card for card in self.truth.at(f"hand:{seat}") if card.face not in (*faces, "defuse"))
            self.truth.place(spare.tag, "box")
            self.truth.place(self.truth.find(face, "box").tag, f"hand:{seat}")

    def place(self, role: Role, face: str, source: str, target: str, slot: int | None = None) -> None:
        """Take a card with this face from one place to another."""
        card = next(card["id"] for card in self.cards(role, source) if card["face"] == face)
        self.page.do(role, {"do": "place", "card": card, "place": target, "slot": slot})
        self.rig.wait(0.6)

    def play(self, role: Role, *faces: str) -> None:
        """Show cards and press OK."""
        for face in faces:
            self.place(role, face, f"hand:{role.seat}", "play")
        self.rig.tap(f"{role.seat}.ok")

    def draw_kitten(self, role: Role) -> None:
        """Draw a kitten, show it and a Defuse."""
        self.rig.find("exploding-kitten")
        self.page.do(role, {"do": "draw", "seat": role.seat})
        self.place(role, "exploding-kitten", f"hand:{role.seat}", "play")
        self.place(role, "defuse", f"hand:{role.seat}", "play")

    def refused(self, role: Role, action: Mapping[str, object]) -> str:
        """Do what is refused, and give the code of the refusal."""
        before = {place: self.truth.at(place) for place in self.truth.places}
        with pytest.raises(PageError) as error:
            self.page.do(role, action)
        assert {place: self.truth.at(place) for place in self.truth.places} == before
        return error.value.code

    def everything(self, role: Role) -> str:
        """Give all that a role can get, in both languages."""
        parts = [
            [page.welcome(role, tongue), page.scene(role, tongue), page.log(role, tongue, 0), page.truth(role)]
            for page in (self.page,)
            for tongue in ("en", "zh-TW")
        ]
        return json.dumps(parts, ensure_ascii=False, sort_keys=True)


@contextmanager
def guests_at(seed: int = 1, game: str = "ek120") -> Iterator[Guests]:
    with simulated_table("kittens", seed=seed, game=game) as rig:
        guests = Guests(rig)
        guests.begin()
        yield guests


@pytest.fixture
def guests() -> Iterator[Guests]:
    with guests_at() as made:
        yield made


# Setting up.


def test_gathering_deals_eight_cards_to_those_who_play_and_boxes_the_rest(guests: Guests) -> None:
    held = {seat: [card.face for card in guests.truth.at(f"hand:{seat}")] for seat in "1234"}

    assert {seat: len(hand) for seat, hand in held.items()} == {"1": 8, "2": 8, "3": 8, "4": 0}
    assert all("defuse" in held[seat] and "exploding-kitten" not in held[seat] for seat in "123")
    assert len(guests.truth.at("draw")) == 22
    assert [card.face for card in guests.truth.at("draw")].count("exploding-kitten") == 2


def test_nobody_gathers_while_people_play(guests: Guests) -> None:
    assert guests.refused(ONE, {"do": "gather"}) == "not-allowed"


# Drawing.


def test_a_seat_draws_on_its_turn_and_once(guests: Guests) -> None:
    assert guests.refused(TWO, {"do": "draw", "seat": "2"}) == "not-allowed"

    guests.page.do(ONE, {"do": "draw", "seat": "1"})

    assert len(guests.truth.at("hand:1")) == 9
    assert guests.refused(ONE, {"do": "draw", "seat": "1"}) == "not-allowed"


def test_who_pressed_ok_first_may_still_take_the_card_that_is_theirs(guests: Guests) -> None:
    guests.rig.tap("1.ok")

    guests.page.do(ONE, {"do": "draw", "seat": "1"})

    assert len(guests.truth.at("hand:1")) == 9
    assert "draw" not in guests.allowed(ONE)


@pytest.mark.parametrize(
    ("how", "end"), [({"do": "draw", "seat": "1", "from": "bottom"}, -1), ({"do": "draw", "seat": "1"}, 0)]
)
def test_the_pile_is_drawn_from_its_top_or_its_bottom(guests: Guests, how: dict[str, object], end: int) -> None:
    wanted = guests.truth.at("draw")[end]

    guests.page.do(ONE, how)

    assert guests.truth.where(wanted.tag) == "hand:1"


def test_the_ends_of_the_pile_can_be_carried_and_nothing_between(guests: Guests) -> None:
    bottom = guests.truth.at("draw")[-1]

    assert guests.refused(ONE, {"do": "place", "card": "back pile 5", "place": "hand:1"}) == "unknown-card"
    guests.page.do(ONE, {"do": "place", "card": "back pile 21", "place": "hand:1"})

    assert guests.truth.where(bottom.tag) == "hand:1"


# The lethal card.


def test_a_lethal_card_goes_into_any_slot_and_the_others_see_a_pile_that_grew(guests: Guests) -> None:
    guests.draw_kitten(ONE)

    guests.place(ONE, "exploding-kitten", "front:1", "pile", 7)

    assert guests.truth.at("draw")[7].face == "exploding-kitten"
    assert len(guests.cards(TWO, "pile")) == 22
    assert {card["face"] for card in guests.cards(TWO, "pile")} == {None}


def test_where_a_lethal_card_went_changes_nothing_that_others_can_get() -> None:
    told = []
    for slot in (0, 7, 21):
        with guests_at() as guests:
            guests.draw_kitten(ONE)
            guests.place(ONE, "exploding-kitten", "front:1", "pile", slot)
            guests.rig.tap("1.ok")
            told.append((guests.everything(SPECTATOR), guests.everything(TWO)))

    assert told[0] == told[1] == told[2]


def test_a_slot_that_is_not_there_is_refused_without_a_word_about_the_cards(guests: Guests) -> None:
    guests.draw_kitten(ONE)
    card = guests.cards(ONE, "front:1")[0]["id"]

    assert guests.refused(ONE, {"do": "place", "card": card, "place": "pile", "slot": 22}) == "impossible"
    assert guests.refused(ONE, {"do": "place", "card": card, "place": "pile", "slot": True}) == "bad-message"


def test_no_other_card_goes_into_the_pile(guests: Guests) -> None:
    card = guests.cards(ONE, "hand:1")[0]["id"]

    assert guests.refused(ONE, {"do": "place", "card": card, "place": "pile", "slot": 0}) == "not-allowed"


def test_a_lethal_card_slides_before_its_player_and_others_to_the_discard_pile(guests: Guests) -> None:
    guests.draw_kitten(ONE)

    guests.page.do(TWO, {"do": "slide"})

    assert [card.face for card in guests.truth.at("front:1")] == ["exploding-kitten"]
    assert [card.face for card in guests.truth.at("discard")] == ["defuse"]


def test_a_hand_that_is_out_is_laid_on_the_discard_pile_the_lethal_card_last(guests: Guests) -> None:
    for card in guests.truth.at("hand:1"):
        if card.face == "defuse":
            guests.truth.place(card.tag, "box")
    guests.rig.find("exploding-kitten")
    guests.page.do(ONE, {"do": "draw", "seat": "1"})
    guests.place(ONE, "exploding-kitten", "hand:1", "play")
    assert guests.refused(ONE, {"do": "lay-out", "seat": "1"}) == "not-allowed"
    guests.rig.tap("1.nope")
    guests.rig.tap("1.ok")

    guests.page.do(ONE, {"do": "slide"})
    guests.page.do(ONE, {"do": "lay-out", "seat": "1"})

    assert guests.truth.at("hand:1") == ()
    assert [card.face for card in guests.truth.at("discard")][-1] == "exploding-kitten"
    assert len(guests.truth.at("discard")) == 8
    assert {card["face"] for card in guests.cards(SPECTATOR, "discard")} != {None}


def test_with_the_minions_a_hand_that_is_out_stays_before_its_player() -> None:
    with guests_at(game="min72") as guests:
        for card in guests.truth.at("hand:1"):
            if card.face in ("defuse", "clone"):
                guests.truth.place(card.tag, "box")
        guests.rig.find("exploding-minion")
        guests.page.do(ONE, {"do": "draw", "seat": "1"})
        guests.place(ONE, "exploding-minion", "hand:1", "play")
        guests.rig.tap("1.nope")
        guests.rig.tap("1.ok")
        held = len(guests.truth.at("hand:1"))

        guests.page.do(ONE, {"do": "slide"})
        guests.page.do(ONE, {"do": "lay-out", "seat": "1"})

        assert len(guests.cards(SPECTATOR, "front:1")) == held + 1
        assert None not in [card["face"] for card in guests.cards(SPECTATOR, "front:1")]
        assert guests.truth.at("discard") == ()
        assert "lay-out:1" not in guests.allowed(ONE)


# Cards from hand to hand.


def test_a_card_is_stolen_only_when_the_rules_let_a_seat_steal(guests: Guests) -> None:
    guests.hold("1", "cat-1", "cat-1")
    take = {"do": "place", "card": "back hand:2 0", "place": "hand:1"}
    assert guests.refused(ONE, take) == "not-allowed"

    guests.play(ONE, "cat-1", "cat-1")
    guests.rig.tap("2.ok")
    guests.rig.wait(4)
    assert "steal:2" in guests.allowed(ONE)
    assert guests.refused(THREE, {**take, "place": "hand:3"}) == "not-allowed"
    assert guests.refused(ONE, {**take, "card": "back hand:3 0"}) == "not-allowed"
    guests.page.do(ONE, take)

    assert (len(guests.truth.at("hand:1")), len(guests.truth.at("hand:2"))) == (7, 7)


def test_the_card_that_is_stolen_is_drawn_by_chance() -> None:
    taken = set()
    for seed in range(1, 7):
        with guests_at(1) as guests:
            guests.page = TablePage(
                guests.rig.program.controller,
                KEYS,
                hands_at(guests.rig.table, guests.rig.program.controller.situation, Random(seed)),
            )
            guests.hold("1", "cat-1", "cat-1")
            guests.play(ONE, "cat-1", "cat-1")
            guests.rig.tap("2.ok")
            guests.rig.wait(4)
            before = [card.tag for card in guests.truth.at("hand:2")]
            guests.page.do(ONE, {"do": "place", "card": "back hand:2 0", "place": "hand:1"})
            taken |= {before.index(tag) for tag in before if guests.truth.where(tag) == "hand:1"}

    assert len(taken) > 2


def test_a_card_is_given_only_to_whom_a_favor_is_owed(guests: Guests) -> None:
    guests.hold("1", "favor")
    card = guests.cards(TWO, "hand:2")[0]["id"]
    give = {"do": "place", "card": card, "place": "hand:1"}
    assert guests.refused(TWO, give) == "not-allowed"

    guests.play(ONE, "favor")
    guests.rig.tap("2.ok")
    guests.rig.wait(4)
    assert guests.refused(TWO, {**give, "place": "hand:3"}) == "not-allowed"
    guests.page.do(TWO, give)

    assert (len(guests.truth.at("hand:1")), len(guests.truth.at("hand:2"))) == (8, 7)


def test_which_card_was_given_changes_nothing_that_others_can_get() -> None:
    told = []
    for index in (0, 3):
        with guests_at() as guests:
            guests.hold("1", "favor")
            guests.play(ONE, "favor")
            guests.rig.tap("2.ok")
            guests.rig.wait(4)
            card = guests.cards(TWO, "hand:2")[index]["id"]
            guests.page.do(TWO, {"do": "place", "card": card, "place": "hand:1"})
            guests.rig.tap("2.ok")
            told.append((guests.everything(SPECTATOR), guests.everything(THREE)))

    assert told[0] == told[1]


def test_a_card_that_was_hidden_is_not_known_again(guests: Guests) -> None:
    guests.hold("1", "skip")
    guests.place(ONE, "skip", "hand:1", "play")
    first = guests.cards(SPECTATOR, "play")[0]["id"]

    guests.place(ONE, "skip", "play", "hand:1")
    guests.place(ONE, "skip", "hand:1", "play")

    assert guests.cards(SPECTATOR, "play")[0]["id"] != first
    assert guests.refused(ONE, {"do": "place", "card": first, "place": "discard"}) == "unknown-card"


# The discard pile.


def test_only_who_has_the_turn_takes_cards_of_the_discard_pile(guests: Guests) -> None:
    guests.truth.place(guests.rig.find("skip"), "discard")
    card = guests.cards(ONE, "discard")[0]["id"]

    assert guests.refused(TWO, {"do": "place", "card": guests.cards(TWO, "discard")[0]["id"], "place": "hand:2"})
    guests.page.do(ONE, {"do": "place", "card": card, "place": "play"})

    assert [card.face for card in guests.truth.at("play")] == ["skip"]


def test_a_card_that_another_seat_laid_can_be_slid_on_and_not_taken(guests: Guests) -> None:
    guests.hold("1", "skip")
    guests.place(ONE, "skip", "hand:1", "play")
    card = guests.cards(TWO, "play")[0]["id"]

    assert ("pick-up" in guests.allowed(ONE), "pick-up" in guests.allowed(TWO)) == (True, False)
    for target in ("hand:2", "front:2", "pile"):
        assert guests.refused(TWO, {"do": "place", "card": card, "place": target}) == "not-allowed"
    guests.page.do(TWO, {"do": "place", "card": card, "place": "discard"})

    assert [card.face for card in guests.truth.at("discard")] == ["skip"]


@pytest.mark.parametrize("target", ["hand:3", "front:3", "box", "air", "3.pad", "nowhere"])
def test_a_card_goes_to_no_place_that_is_not_for_it(guests: Guests, target: str) -> None:
    card = guests.cards(ONE, "hand:1")[0]["id"]

    assert guests.refused(ONE, {"do": "place", "card": card, "place": target}) == "not-allowed"


# Private looks.


def see_the_future(guests: Guests, title: str = "see-the-future") -> None:
    guests.hold("1", title)
    guests.play(ONE, title)
    guests.rig.tap("2.ok")
    guests.rig.tap("3.ok")
    guests.rig.wait(4)


def looks(guests: Guests, role: Role) -> object:
    truth = guests.page.truth(role)
    assert truth is not None
    return truth["looks"]


def test_the_top_of_the_pile_is_looked_at_only_with_a_card_that_allows_it(guests: Guests) -> None:
    assert guests.refused(ONE, {"do": "look", "seat": "1"}) == "not-allowed"

    see_the_future(guests)

    assert "look:1" in guests.allowed(ONE)
    assert guests.refused(TWO, {"do": "look", "seat": "2"}) == "not-allowed"
    assert guests.refused(TWO, {"do": "look", "seat": "1"}) == "not-allowed"


def test_a_look_shows_faces_to_one_seat_and_only_that_it_looks_to_the_others(guests: Guests) -> None:
    see_the_future(guests)
    guests.page.do(ONE, {"do": "look", "seat": "1"})

    top = [card.face for card in guests.truth.at("draw")[:3]]
    seen = [{"id": f"look {n}", "face": face} for n, face in enumerate(top)]
    assert looks(guests, ONE) == {"1": {"cards": seen, "may_order": False}}
    assert (looks(guests, TWO), looks(guests, SPECTATOR)) == ({}, {})
    truth = guests.page.truth(SPECTATOR)
    assert truth is not None
    assert truth["looking"] == ["1"]


def test_see_the_future_changes_no_order_and_alter_the_future_does(guests: Guests) -> None:
    see_the_future(guests)
    before = guests.truth.at("draw")
    turned = {"do": "put-back", "seat": "1", "cards": ["look 2", "look 0", "look 1"]}
    guests.page.do(ONE, {"do": "look", "seat": "1"})
    guests.page.do(ONE, turned)
    assert guests.truth.at("draw") == before

    see_the_future(guests, "alter-the-future")
    before = guests.truth.at("draw")
    guests.page.do(ONE, {"do": "look", "seat": "1"})
    guests.page.do(ONE, turned)

    assert guests.truth.at("draw") == (before[2], before[0], before[1], *before[3:])
    assert looks(guests, ONE) == {}


def test_another_order_changes_nothing_that_others_can_get() -> None:
    told = []
    for order in (["look 0", "look 1", "look 2"], ["look 2", "look 1", "look 0"]):
        with guests_at() as guests:
            see_the_future(guests, "alter-the-future")
            guests.page.do(ONE, {"do": "look", "seat": "1"})
            guests.page.do(ONE, {"do": "put-back", "seat": "1", "cards": order})
            guests.rig.tap("1.ok")
            told.append((guests.everything(SPECTATOR), guests.everything(TWO)))

    assert told[0] == told[1]


@pytest.mark.parametrize(
    "order", [["look 0"], ["look 0", "look 0", "look 1"], ["look 0", "look 1", "c01"], "look 0", [1]]
)
def test_an_order_of_other_cards_changes_nothing(guests: Guests, order: object) -> None:
    see_the_future(guests, "alter-the-future")
    before = guests.truth.at("draw")
    guests.page.do(ONE, {"do": "look", "seat": "1"})

    guests.page.do(ONE, {"do": "put-back", "seat": "1", "cards": order})

    assert guests.truth.at("draw") == before


def test_a_look_ends_when_the_top_of_the_pile_changes(guests: Guests) -> None:
    see_the_future(guests)
    guests.page.do(ONE, {"do": "look", "seat": "1"})

    guests.page.do(ONE, {"do": "draw", "seat": "1"})

    assert looks(guests, ONE) == {}


def test_a_look_ends_with_what_allowed_it(guests: Guests) -> None:
    see_the_future(guests)
    guests.page.do(ONE, {"do": "look", "seat": "1"})

    guests.rig.tap("1.ok")

    assert looks(guests, ONE) == {}
    assert guests.refused(ONE, {"do": "look", "seat": "1"}) == "not-allowed"


def test_the_pile_is_shuffled_by_who_played_the_card_for_it(guests: Guests) -> None:
    assert guests.refused(ONE, {"do": "shuffle", "seat": "1"}) == "not-allowed"
    see_the_future(guests, "shuffle")
    before = guests.truth.at("draw")

    assert guests.refused(TWO, {"do": "shuffle", "seat": "2"}) == "not-allowed"
    guests.page.do(ONE, {"do": "shuffle", "seat": "1"})

    assert guests.truth.at("draw") != before
    assert set(guests.truth.at("draw")) == set(before)


# Who is told what.


@pytest.mark.parametrize("role", [SPECTATOR, Role("arbiter")])
def test_worlds_that_differ_in_hidden_cards_look_the_same_to_a_spectator_and_the_arbiter(role: Role) -> None:
    told, own = [], []
    for seed in (1, 2, 3):
        with guests_at(seed) as guests:
            guests.page.do(ONE, {"do": "draw", "seat": "1"})
            guests.rig.tap("1.ok")
            told.append(guests.everything(role))
            own.append(guests.everything(ONE))

    assert told[0] == told[1] == told[2]
    assert len(set(own)) == 3


@pytest.mark.parametrize("role", [ONE, SPECTATOR])
def test_a_role_sees_faces_only_where_they_lie_open_to_it(guests: Guests, role: Role) -> None:
    guests.draw_kitten(ONE)
    truth = guests.page.truth(role)

    assert truth is not None
    cards = truth["cards"]
    assert isinstance(cards, list)
    open_to = {card["place"] for card in cards if card["face"]}
    assert open_to == {"play", "front:1"} | ({"hand:1"} if role is ONE else set())
    assert all(card["id"].startswith("back ") for card in cards if card["face"] is None)


@pytest.mark.parametrize("role", [SPECTATOR, Role("arbiter")])
def test_who_only_watches_is_offered_nothing_to_do(role: Role) -> None:
    with simulated_table("kittens", game="ek120") as rig:
        guests = Guests(rig)
        before = guests.allowed(role)
        guests.begin()
        guests.hold("1", "see-the-future")
        guests.play(ONE, "see-the-future")
        rig.wait(3.2)

        assert "look:1" in guests.allowed(GOD)
        assert (before, guests.allowed(role)) == ([], [])


def test_everyone_sees_every_lamp_of_a_ring(guests: Guests) -> None:
    lamps = guests.page.scene(TWO, "en")["lamps"]

    assert isinstance(lamps, dict)
    assert {"1.ok", "2.nope", "10.ok"} <= set(lamps)


def test_a_spectator_does_nothing_and_a_seat_presses_its_own_buttons(guests: Guests) -> None:
    assert guests.refused(SPECTATOR, {"do": "slide"}) == "not-allowed"
    assert guests.refused(SPECTATOR, {"do": "look", "seat": "1"}) == "not-allowed"
    assert guests.refused(TWO, {"do": "press", "button": "1.ok"}) == "not-allowed"
    assert guests.allowed(SPECTATOR) == []


def test_the_public_display_is_read_by_everyone_with_its_sentence(guests: Guests) -> None:
    screens = guests.page.scene(SPECTATOR, "zh-TW")["screens"]

    assert isinstance(screens, dict)
    assert list(screens) == ["table"]
    assert screens["table"]["say"] == "1 出牌或抽牌。"
