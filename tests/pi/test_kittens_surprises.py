"""Every surprise is answered with the next thing to do, and a card that is told again is no new act."""

from __future__ import annotations

import pytest

from pi.kitten_hands import KittenHands
from tacotable_drivers import ports


@pytest.fixture
def hands() -> KittenHands:
    made = KittenHands()
    made.begin("1", "2", "3")
    return made


def test_a_reader_that_comes_back_tells_no_new_card(hands: KittenHands) -> None:
    hands.show("skip")
    before = len(hands.log.facts)

    hands.hiccup()

    assert len(hands.log.facts) == before
    assert hands.public() == "Skip / 1: OK plays / NOPE: take back"


@pytest.mark.parametrize(("after_ms", "is_played"), [(20.0, False), (120.0, False), (400.0, True)])
def test_an_ok_before_anybody_has_read_that_a_card_is_shown_plays_nothing(
    hands: KittenHands, after_ms: float, is_played: bool
) -> None:
    hands.show("skip")  # it may be another's, who thinks that it is its turn
    hands.wait(after_ms)

    hands.tap_at_once("1.ok")

    assert bool(hands.acts()) is is_played


def test_a_silent_reader_is_told_on_every_display(hands: KittenHands) -> None:
    hands.tell(ports.ZoneUnknown("play", hands.now_ms))

    assert hands.text("table") == "! READER / Is its cable in? / The game waits"
    assert hands.prompt("2") == "sign.reader-lost-kittens"
    hands.tell(ports.ZoneEmpty("play", hands.now_ms))
    assert hands.public() == "1: YOUR TURN / play, or draw: OK"


def test_the_game_waits_some_seconds_for_a_silent_reader(hands: KittenHands) -> None:
    hands.show("skip")
    hands.tap("1.ok")
    hands.tell(ports.ZoneUnknown("play", hands.now_ms))
    hands.wait(4_000)
    hands.tap("2.ok")
    assert hands.acts() == [("1", {"do": "play", "cards": ["skip"]})]

    hands.tell(ports.ZoneEmpty("play", hands.now_ms))

    assert hands.status().bar == (12, 12)


def test_a_played_card_that_still_lies_there_is_no_new_card(hands: KittenHands) -> None:
    hands.show("skip")
    hands.tap("1.ok")
    hands.let("2", "3")
    before = len(hands.log.facts)

    hands.hiccup()

    assert len(hands.log.facts) == before
    assert hands.public() == "2: YOUR TURN / Clear pad"


def test_a_card_of_the_discard_pile_is_refused(hands: KittenHands) -> None:
    tag = hands.show("skip")
    hands.tap("1.ok")
    hands.let("2", "3")
    hands.lift()

    hands.show_tag(tag)

    assert hands.text("table") == "2: Played before / Take it off; yours? / hold OK: counts"
    hands.lift()
    assert hands.public() == "2: YOUR TURN / play, or draw: OK"


def test_a_card_that_slid_on_before_it_was_played_is_refused_when_it_comes_back(hands: KittenHands) -> None:
    tag = hands.show("skip")
    hands.lift()
    hands.tap("1.ok")
    hands.let("2", "3")

    hands.show_tag(tag)

    assert hands.prompt("2") == "refusal.discarded"


def test_a_card_that_was_taken_back_behind_the_pad_may_be_shown_again(hands: KittenHands) -> None:
    tag = hands.show("skip")
    hands.lift()
    hands.tap("1.nope")

    hands.show_tag(tag)

    assert hands.public() == "Skip / 1: OK plays / NOPE: take back"


def test_cards_of_a_refused_hand_may_be_shown_again(hands: KittenHands) -> None:
    hands.show("exploding-kitten")
    hands.tap("1.nope")
    tag = hands.show("cat-1")
    hands.lift()
    hands.tap("1.ok")
    assert hands.prompt("1") == "rule.hand-count"
    assert hands.situation.entry("1").cards == ()

    hands.tap("1.nope")
    hands.show_tag(tag)

    assert hands.situation.entry("1").cards == ("cat-1",)
    assert hands.situation.ui.refusals == {}


def test_the_card_of_an_ok_that_lacks_one_may_not_be_shown_twice(hands: KittenHands) -> None:
    tag = hands.show("cat-1")
    hands.lift()
    hands.tap("1.ok")
    assert hands.prompt("1") == "refusal.add-card"

    hands.show_tag(tag)
    assert hands.prompt("1") == "refusal.shown-before"
    hands.show("cat-1")

    assert hands.public() == "Pair Cat 1 / 1: OK plays / NOPE: take back"


def test_a_card_shown_twice_for_one_play_is_refused(hands: KittenHands) -> None:
    first = hands.show("cat-1")
    hands.show("cat-1")

    hands.show_tag(first)

    assert hands.prompt("1") == "refusal.shown-before"


def test_a_card_that_does_not_go_with_the_others_is_refused_at_once(hands: KittenHands) -> None:
    hands.show("attack")

    hands.show("skip")

    assert hands.text("table") == "1: DOES NOT FIT / Take it off, then / OK, NOPE: back"
    hands.lift()
    assert hands.public() == "Attack / 1: OK plays / NOPE: take back"


def test_a_card_that_does_not_go_with_a_lone_cat_is_told_so(hands: KittenHands) -> None:
    hands.show("cat-1")

    hands.show("skip")

    assert hands.text("table") == "1: DOES NOT FIT / Take it off; add / another, or NOPE"


def test_a_foreign_tag_is_refused(hands: KittenHands) -> None:
    hands.show_tag("04FFFFFFFFFFFF")

    assert hands.text("table") == "1: Unknown card / Not in this / deck: take off"


def test_a_card_of_another_game_is_refused_and_stays_so(hands: KittenHands) -> None:
    hands.faces = dict(hands.faces)
    tag = hands.take("skip")
    hands.situation.devices.faces = {**hands.faces, tag: "7"}

    hands.show_tag(tag)

    assert hands.text("table") == "1: NOT THIS GAME / Take it off, use / the game's cards"
    hands.tap("2.ok")
    assert hands.prompt("1") == "refusal.not-this-game"


def test_a_card_that_only_another_printing_has_is_refused() -> None:
    hands = KittenHands()
    hands.tap("1.nope")
    hands.tap("1.nope")
    hands.begin("1", "2", "3")
    assert hands.situation.ruleset == "zh56"

    hands.show("alter-the-future")

    assert hands.prompt("1") == "refusal.not-this-game"


def uncrowd(hands: KittenHands, off: str, left: str) -> None:
    """Take one of two cards off, as a reader tells it."""
    hands.wait(300)
    hands.tell(ports.TagLeft("play", off, hands.now_ms))
    hands.tell(ports.TagArrived("play", left, hands.now_ms))


def test_of_two_cards_on_the_pad_the_one_that_does_not_fit_is_refused_and_ok_waits_for_a_clear_pad(
    hands: KittenHands,
) -> None:
    tags = (hands.take("skip"), hands.take("attack"))

    hands.tell(ports.TagsCrowded("play", tags, hands.now_ms))
    assert hands.prompt("1") == "refusal.no-fit"
    uncrowd(hands, tags[1], tags[0])

    assert hands.public() == "Skip / Take all off / NOPE: take back"
    assert hands.scene.lamps["1.ok"].meaning == "lamp.clear"
    hands.tap("1.ok")
    assert hands.text("table") == "1: TAKE ALL OFF / One may hide / another; then OK"
    assert hands.acts() == []
    hands.lift()
    assert hands.scene.lamps["1.ok"].meaning == "lamp.press"
    hands.tap("1.ok")
    assert hands.acts() == [("1", {"do": "play", "cards": ["skip"]})]


def test_a_shown_card_that_a_second_one_lay_beside_is_not_shown_again(hands: KittenHands) -> None:
    tags = (hands.take("skip"), hands.take("attack"))
    hands.tell(ports.TagArrived("play", tags[0], hands.now_ms))
    hands.tell(ports.TagsCrowded("play", tags, hands.now_ms))

    uncrowd(hands, tags[1], tags[0])

    assert hands.public() == "Skip / Take all off / NOPE: take back"


def test_more_than_two_cards_on_the_pad_are_told_as_that_where_the_reader_knows(hands: KittenHands) -> None:
    hands.show("skip")
    hands.tap("1.ok")
    hands.lift()
    tags = (hands.take("attack"), hands.take("favor"))

    hands.tell(ports.TagsCrowded("play", tags, hands.now_ms))
    two = hands.public()
    hands.tell(ports.TagsCrowded("play", tags, hands.now_ms, has_more=True))

    assert two == "SEVERAL CARDS / Take all off, / then lay one"
    assert hands.public() == "MORE THAN TWO / Take all off, / then lay one"
    uncrowd(hands, tags[1], tags[0])
    assert "MORE THAN TWO" not in hands.public()


@pytest.mark.parametrize("off", [0, 1])
def test_a_pair_laid_at_once_stays_shown_while_its_cards_are_lifted_one_by_one(hands: KittenHands, off: int) -> None:
    tags = (hands.take("cat-1"), hands.take("cat-1"))
    hands.tell(ports.TagsCrowded("play", tags, hands.now_ms))

    uncrowd(hands, tags[off], tags[1 - off])
    assert hands.public() == "Pair Cat 1 / Take all off / NOPE: take back"
    hands.lift()

    assert hands.public() == "Pair Cat 1 / 1: OK plays / NOPE: take back"
    hands.wait(500)
    assert hands.scene.lamps["1.ok"].meaning == "lamp.press"


def test_cards_on_one_another_never_cover_that_ok_ends_the_game_of_a_seat(hands: KittenHands) -> None:
    tags = (hands.take("exploding-kitten"), hands.take("cat-1"))
    hands.tell(ports.TagArrived("play", tags[0], hands.now_ms))
    hands.wait(1_000)
    hands.tell(ports.TagsCrowded("play", tags, hands.now_ms))
    uncrowd(hands, tags[1], tags[0])

    hands.tap("1.nope")

    hands.wait(600)
    assert hands.public() == "1: NO DEFUSE / OK: out NOPE: no"
    assert hands.scene.lamps["1.ok"].meaning == "lamp.press"


def test_ok_hides_no_lethal_card_that_still_lies_beside_its_defuse(hands: KittenHands) -> None:
    tags = (hands.take("exploding-kitten"), hands.take("defuse"))
    hands.tell(ports.TagArrived("play", tags[0], hands.now_ms))
    hands.wait(1_000)
    hands.tell(ports.TagsCrowded("play", tags, hands.now_ms))
    hands.wait(1_000)

    hands.tap("1.ok")

    assert hands.text("table") == "1: TAKE ALL OFF / One may hide / another; then OK"
    assert [act["do"] for _, act in hands.acts()] == ["draw"]
    hands.lift()
    hands.tap("1.ok")
    assert [act["do"] for _, act in hands.acts()] == ["draw", "defuse"]


def test_of_two_refused_presses_the_later_one_is_told(hands: KittenHands) -> None:
    hands.tap("2.ok")
    hands.wait(1_000)

    hands.tap("3.ok")
    assert hands.text("table").startswith("3: Not your turn")
    hands.wait(1_000)
    hands.tap("2.nope")

    assert hands.text("table").startswith("2: Not your turn")


def test_two_cards_at_once_in_a_window_are_taken_off_before_either_is_anybodys(hands: KittenHands) -> None:
    hands.show("skip")
    hands.tap("1.ok")
    hands.lift()
    tags = (hands.take("nope"), hands.take("nope"))

    hands.tell(ports.TagsCrowded("play", tags, hands.now_ms))

    assert hands.text("table") == "SEVERAL CARDS / Take all off, / then lay one"
    assert [act["do"] for _, act in hands.acts()] == ["play"]


def test_a_lethal_card_waits_until_the_play_is_closed(hands: KittenHands) -> None:
    hands.show("skip")

    hands.show("exploding-kitten")

    assert hands.prompt("1") == "refusal.play-first"
    assert hands.phase() == "turn"


def test_a_press_of_another_seat_is_answered_for_three_seconds(hands: KittenHands) -> None:
    hands.tap("3.ok")
    assert hands.text("table") == "3: Not your turn / Please wait for / the lit seat"
    assert hands.scene.lamps["3.nope"].meaning == "lamp.refused"

    hands.wait(3_000)

    assert hands.public() == "1: YOUR TURN / play, or draw: OK"
    assert hands.scene.lamps["3.nope"].meaning == "lamp.off"


def test_nope_with_nothing_to_take_back_is_answered(hands: KittenHands) -> None:
    hands.tap("1.nope")

    assert hands.prompt("1") == "refusal.nothing-back"


def test_no_card_is_drawn_while_a_refused_one_lies_there(hands: KittenHands) -> None:
    hands.show_tag("04FFFFFFFFFFFF")

    hands.tap("1.ok")

    assert hands.acts() == []
    assert hands.prompt("1") == "refusal.foreign"


def test_a_drawn_card_that_is_not_lethal_stays_secret(hands: KittenHands) -> None:
    hands.show("draw-from-bottom")
    hands.tap("1.ok")
    hands.let("2", "3")

    hands.show("skip")

    assert hands.text("table") == "1: Keep it secret / Take it; press OK / for the draw"


def test_a_second_defuse_is_refused(hands: KittenHands) -> None:
    hands.show("exploding-kitten")
    hands.show("defuse")

    hands.show("defuse")

    assert hands.prompt("1") == "refusal.hide-first"
    hands.lift()
    hands.tap("1.ok")
    assert hands.acts()[-1] == ("1", {"do": "defuse"})


def test_another_card_than_a_defuse_is_refused(hands: KittenHands) -> None:
    hands.show("exploding-kitten")

    hands.show("skip")

    assert hands.text("table") == "1: NO DEFUSE / Take it off; a / Defuse, or NOPE"
    hands.lift()
    hands.tap("1.ok")
    assert hands.prompt("1") == "refusal.show-defuse"


def test_a_defuse_on_ones_turn_is_refused_when_it_is_played(hands: KittenHands) -> None:
    hands.show("defuse")
    hands.tap("1.ok")

    assert hands.prompt("1") == "rule.play-defuse"


def test_who_is_out_and_presses_on_is_told_so_and_hides_no_explosion(hands: KittenHands) -> None:
    hands.show("exploding-kitten")
    hands.lift()
    hands.tap("1.nope")
    hands.tap("1.ok")

    hands.tap("1.ok")

    assert hands.prompt("1") == "refusal.watching"
    assert hands.text("table") == "1: BOOM! / Discard all / Next: 2 / (boom)"


def test_cards_in_a_pause_are_refused(hands: KittenHands) -> None:
    hands.hold("2.nope")
    hands.tap("2.ok")

    hands.show("skip")

    assert hands.text("table") == "1: PAUSED / Take it off; / OK goes on"


def test_a_double_tap_draws_one_card(hands: KittenHands) -> None:
    hands.tap("1.ok")
    hands.wait(200)
    hands.tap_at_once("2.ok")

    assert hands.acts() == [("1", {"do": "draw"})]


def test_nope_held_opens_the_menu_without_resigning(hands: KittenHands) -> None:
    hands.hold("1.nope")

    shown = []
    for _ in range(14):
        shown.append(hands.text("table").split(" / ")[1])
        hands.tap("1.nope")

    changes = ("< Go home >", "< Pile dropped >")
    assert shown == [
        "< Pause >",
        "< Stop the game >",
        *changes,
        "< Card missing >",
        "< New player >",
        "< Set up again >",
        "< Language >",
        "< Volume >",
        "< My name >",
        "< My page >",
        "< My odds: off >",
        "< Leave menu >",
        "< Pause >",
    ]


def test_putting_a_game_away_asks_twice_and_another(hands: KittenHands) -> None:
    hands.hold("1.nope")
    hands.tap("1.nope")
    hands.tap("1.ok")
    assert hands.phase() == "turn"

    hands.tap("1.ok")
    assert hands.text("table").startswith("STOP GAME?")
    hands.tap("2.ok")

    assert hands.situation.game.stage.value == "lobby"


def test_a_hand_that_lacks_a_card_is_named_to_its_seat_only() -> None:
    hands = KittenHands()
    hands.begin("1", "2")
    hands.show("exploding-kitten")
    hands.tap("1.nope")
    for face in ("skip", "skip", "skip", "cat-1", "cat-2", "cat-3", "cat-4", "cat-5"):
        hands.show(face)
    hands.lift()

    hands.tap("1.ok")

    assert hands.scene.prompts["1"].code == "rule.hand-lacks"
    assert hands.text("table") == "1: NOT POSSIBLE / Look at your / hand again"


def test_a_denial_that_is_proven_wrong_is_told_to_everyone_and_kept_in_the_log() -> None:
    hands = KittenHands()
    hands.begin("1", "2")
    for face in ("cat-2", "cat-2", "cat-2"):
        hands.show(face)
    hands.tap("1.ok")
    hands.tap("1.nope")
    hands.tap("1.ok")
    hands.let("2")
    hands.tap("2.nope")
    hands.tap("2.ok")
    assert hands.acts()[-1] == ("2", {"do": "deny"})
    hands.wait(1_000)
    hands.tap("1.ok")
    hands.show("exploding-kitten")
    assert hands.prompt("2") == "whose.mine"
    hands.tap("2.ok")
    hands.tap("2.nope")
    for face in ("attack", "skip", "skip", "skip", "cat-1", "cat-3", "cat-4", "defuse"):
        hands.show(face)
    hands.lift()

    hands.tap("2.ok")

    assert hands.text("table") == "2 SAID NO: / Attack / but had one"
    last = hands.situation.log[-1]
    assert (last.code, last.rule, last.seat) == ("violation.deny-refuted", "deny-refuted", "2")
    hands.wait(5_000)
    assert hands.text("table") == "1 WINS! / Hold OK: / play again / (win)"


def test_pages_are_told_while_only_a_press_says_who_drew_a_card() -> None:
    hands = KittenHands()
    hands.begin("1", "2")

    def is_asking() -> object:
        kittens = hands.situation.family.page_scene(hands.situation)["kittens"]
        assert isinstance(kittens, dict)
        return kittens["is_asking_whose"]

    hands.tap("1.ok")
    assert not is_asking()
    hands.show("exploding-kitten")
    assert hands.prompt("2") == "whose.mine"
    assert is_asking()
    hands.show("attack")
    assert hands.text("table").startswith("WHOSE FIRST")
    hands.lift()

    hands.tap("1.ok")

    assert not is_asking()
    assert hands.acts()[-1] == ("1", {"do": "draw", "card": "exploding-kitten"})


def test_a_long_ok_is_an_ok(hands: KittenHands) -> None:
    hands.hold("1.ok")

    assert hands.acts() == [("1", {"do": "draw"})]


def test_news_end_with_the_next_card(hands: KittenHands) -> None:
    hands.show("exploding-kitten")
    hands.lift()
    hands.tap("1.nope")
    hands.tap("1.ok")
    assert hands.text("table") == "1: BOOM! / Discard all / Next: 2 / (boom)"

    hands.show("skip")

    assert hands.public() == "Skip / 2: OK plays / NOPE: take back"


def test_ok_on_the_picture_of_an_explosion_puts_it_away_and_draws_nothing(hands: KittenHands) -> None:
    hands.show("exploding-kitten")
    hands.lift()
    hands.tap("1.nope")
    hands.tap("1.ok")
    hands.wait(2_000)

    hands.tap("2.ok")
    assert hands.acts()[-1] == ("1", {"do": "explode"})
    assert hands.public() == "2: YOUR TURN / play, or draw: OK"

    hands.tap("2.ok")
    assert hands.acts()[-1] == ("2", {"do": "draw"})


def test_a_kitten_kept_while_others_drew_ends_its_drawer_and_their_draws_stand(hands: KittenHands) -> None:
    hands.tap("1.ok")
    hands.wait(1_000)
    hands.tap("2.ok")
    hands.show("exploding-kitten")
    hands.tap("1.ok")
    hands.lift()
    hands.tap("1.nope")

    hands.tap("1.ok")
    assert hands.text("table") == "1: BOOM! / Discard all / Next: 2 / (boom)"
    hands.wait(5_000)

    assert hands.acts() == [
        *(("1", {"do": "draw"}), ("2", {"do": "draw"}), ("1", {"do": "draw", "card": "exploding-kitten"})),
        *(("1", {"do": "explode"}), ("2", {"do": "draw"})),
    ]
    assert hands.public() == "3: YOUR TURN / play, or draw: OK"


def test_who_kept_a_kitten_while_others_played_is_told_how_often_to_take_back() -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3", "4")
    hands.tap("1.ok")
    hands.wait(600)
    hands.show("skip")
    hands.tap("2.ok")
    hands.let("1", "3", "4")
    hands.lift()
    hands.wait(1_500)
    hands.tap("3.ok")
    hands.show("exploding-kitten")
    assert hands.text("table").startswith("WHOSE? 3, 4")

    hands.tap("1.ok")

    assert hands.text("table") == "1: Drawn earlier? / Take it off; menu: / Take back, 2x"


def test_a_second_ok_behind_a_defuse_is_no_draw_of_the_next_turn_that_is_owed(hands: KittenHands) -> None:
    hands.show("attack")
    hands.tap("1.ok")
    hands.let("2", "3")
    hands.show("exploding-kitten")
    hands.show("defuse")
    hands.lift()
    hands.tap("2.ok")

    hands.wait(800)
    hands.tap_at_once("2.ok")

    assert hands.acts()[-1] == ("2", {"do": "defuse"})
    assert hands.scene.lamps["2.ok"].meaning == "lamp.too-early"


@pytest.mark.parametrize("reader", ["rdm6300", "id12la"])
def test_a_reader_that_only_announces_takes_cards_back_and_again(reader: str) -> None:
    hands = KittenHands(reader=reader)
    hands.begin("1", "2", "3")
    hands.show("cat-1")
    tag = hands.show("cat-1")
    hands.tell(ports.TagArrived("play", tag, hands.now_ms))
    assert hands.situation.entry("1").cards == ("cat-1", "cat-1")

    hands.lift()
    hands.tap("1.nope")
    hands.lift()
    hands.show_tag(tag)

    assert hands.situation.entry("1").cards == ("cat-1", "cat-1")


def test_a_refusal_on_a_reader_that_only_announces_goes_by_itself() -> None:
    hands = KittenHands(reader="id12la")
    hands.begin("1", "2", "3")
    hands.show("attack")
    hands.show("skip")
    assert hands.prompt("1") == "refusal.no-fit"

    hands.wait(3_000)

    assert hands.public() == "Attack / 1: OK plays / NOPE: take back"


def test_an_ok_that_went_down_before_a_card_was_read_does_not_play_it() -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3")
    hands.wait(600)

    hands.press("1.ok")
    hands.show("attack")
    hands.release("1.ok")

    assert hands.acts() == []
    assert hands.situation.entry("1").cards == ("attack",)


def test_a_kitten_drawn_behind_one_cat_alone_is_drawn_and_the_cat_is_in_the_hand_again(hands: KittenHands) -> None:
    hands.show("cat-1")
    hands.lift()

    hands.show("exploding-kitten")

    assert hands.acts()[-1] == ("1", {"do": "draw", "card": "exploding-kitten"})
    assert hands.situation.entry("1").cards == ()


def test_a_drawn_kitten_that_brushes_the_pad_behind_its_defuse_is_no_second_defuse(hands: KittenHands) -> None:
    kitten = hands.show("exploding-kitten")
    hands.lift()
    hands.show("defuse")
    hands.lift()

    hands.show_tag(kitten)

    assert hands.prompt("1") == "sign.hide"


def test_what_is_asked_stays_on_show_beside_a_card_that_is_no_answer(hands: KittenHands) -> None:
    hands.show("skip")
    hands.tap("1.ok")
    hands.lift()
    hands.show("attack")

    assert hands.public().startswith("Skip / Take card off")
    hands.tap("2.nope")

    assert hands.prompt("2") == "sign.claim"


def test_who_pressed_nope_and_laid_none_in_time_is_told(hands: KittenHands) -> None:
    hands.show("skip")
    hands.tap("1.ok")
    hands.lift()
    hands.tap("2.nope")

    hands.wait(5_100)

    assert hands.prompt("2") == "refusal.claim-lapsed"


def test_ok_right_behind_a_card_that_lies_unread_on_a_used_one_draws_nothing_unasked(hands: KittenHands) -> None:
    hands.show("skip")
    hands.tap("1.ok")
    hands.let("2", "3")
    hands.wait(1_000)
    hands.lift()  # a second card lies on it, and the reader hears neither

    hands.tap("2.ok")

    hands.tap("2.ok")  # a finger that presses twice has read nothing
    assert hands.public() == "2: DID YOU DRAW? / Yes: OK again / No: clear pad"
    hands.wait(1_000)
    hands.tap("2.ok")
    assert hands.acts()[-1] == ("2", {"do": "draw"})


def test_who_took_a_used_card_off_and_drew_is_not_asked(hands: KittenHands) -> None:
    hands.show("skip")
    hands.tap("1.ok")
    hands.let("2", "3")
    hands.lift()
    hands.wait(1_500)

    hands.tap("2.ok")

    assert hands.acts()[-1] == ("2", {"do": "draw"})


def test_a_second_cat_that_lies_unread_on_the_first_is_asked_for_alone(hands: KittenHands) -> None:
    hands.show("cat-1")
    hands.lift()
    hands.wait(2_000)

    assert hands.text("table") == "Cat 1 / 1: add a card / NOPE: take back / One by one"


def test_a_defuse_that_lies_unread_on_the_kitten_is_asked_for_alone(hands: KittenHands) -> None:
    hands.show("exploding-kitten")
    hands.lift()
    hands.wait(9_000)
    assert hands.public() == "1: KA... / Defuse; no: NOPE"

    hands.wait(1_500)

    assert "Defuse; no: NOPE / One by one" in hands.text("table")


def test_a_press_of_who_is_not_asked_is_not_told_later_than_what_is_asked_now(hands: KittenHands) -> None:
    hands.show("skip")
    hands.lift()
    hands.tap("2.ok")

    hands.tap("1.nope")

    assert hands.public() == "1: YOUR TURN / play, or draw: OK"


def test_a_card_of_a_hand_for_which_an_equal_one_was_put_away_counts_by_ok_held(hands: KittenHands) -> None:
    tag = hands.show("skip")
    hands.tap("1.ok")
    hands.let("2", "3")
    hands.show_tag(tag)  # of two equal ones that lay on each other the other one went to the discard pile
    assert hands.prompt("2") == "refusal.discarded"

    hands.hold("2.ok")

    assert hands.public() == "Skip / 2: OK plays / NOPE: take back"
    hands.tap("2.ok")
    hands.let("1", "3")
    hands.lift()
    hands.show_tag(tag)
    assert hands.prompt("3") == "refusal.discarded"


def test_a_press_that_meant_something_else_answers_no_later_question() -> None:
    hands = KittenHands("min72")
    hands.begin("1", "2", "3")
    hands.tap("1.ok")
    hands.tap("1.nope")
    hands.show("exploding-minion")
    assert hands.text("table").startswith("WHOSE? 1, 2")

    hands.tap("3.ok")
    hands.tap("1.nope")

    assert hands.text("table") == "3: TAKE IT OFF / Show it in your / next turn"
    hands.wait(3_000)
    assert hands.text("table").startswith("WHOSE? 2 /")


def test_a_claim_that_lapsed_does_not_cover_the_one_that_goes_on(hands: KittenHands) -> None:
    hands.show("skip")
    hands.tap("1.ok")
    hands.wait(700)
    hands.press("2.nope")
    hands.wait(500)
    hands.press("3.nope")

    hands.wait(4_600)

    assert hands.public() == "3: NOPE? / clear pad, lay it"


def test_a_wrong_press_does_not_cover_whether_a_card_was_drawn(hands: KittenHands) -> None:
    hands.show("skip")
    hands.tap("1.ok")
    hands.let("2", "3")
    hands.wait(1_000)
    hands.lift()
    hands.tap("2.ok")

    hands.tap("3.ok")

    assert hands.public() == "2: DID YOU DRAW? / Yes: OK again / No: clear pad"


def test_what_a_play_led_to_stays_on_show_when_somebody_lets_it_pass_too_late(hands: KittenHands) -> None:
    hands.show("skip")
    hands.tap("1.ok")
    hands.tap("2.nope")
    hands.show("nope")
    hands.wait(3_200)
    assert hands.public() == "IT IS NOPED / 1: play or draw"

    hands.tap("3.ok")

    assert hands.public() == "IT IS NOPED / 1: play or draw"
