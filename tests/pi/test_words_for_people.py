"""Words for people: cards, seats and devices by their names, in sentences, and nothing that only an engineer reads."""

from __future__ import annotations

import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from pi.test_rulings import WATCHING, page_of
from tacotable.catalog import AN, Catalog
from tacotable.state.events import TimePassed
from tacotable_drivers import ports


@pytest.fixture
def hands() -> Hands:
    """Give a table where YAY won the duel and attacks."""
    table = Hands()
    table.begin_attack()
    return table


def line(hands: Hands, kind: str, language: str = "en") -> object:
    return [told["text"] for told in page_of(hands).log(WATCHING, language, 0) if told["kind"] == kind][-1]


@pytest.mark.parametrize(
    ("device", "english", "chinese"),
    [
        ("reader YAY.pad", "YAY's reader", "YAY 的讀卡機"),
        ("button WOW.no", "WOW's button NO", "WOW 的「否」按鈕"),
        ("display space -3", "the display of T on YAY's side", "YAY 那邊的 T 的螢幕"),
        ("sensor +4", "the sensor of the goal WOW", "WOW 的終點的感應器"),
        ("sensor 0", "the sensor of O in the middle", "正中間的 O 的感應器"),
        ("buzzer", "the buzzer", "喇叭"),
    ],
)
def test_a_lost_device_is_called_as_people_do_and_its_port_is_not_told(
    hands: Hands, device: str, english: str, chinese: str
) -> None:
    hands.tell(ports.DeviceLost(device, f"{device} on /dev/pts/7: TX and RX crossed?", 0))

    assert line(hands, "device") == f"No answer from {english}: is its cable in? Menu, Faults, says more."
    assert str(line(hands, "device", "zh-TW")).strip() == f"{chinese}沒有回應：線插好了嗎？詳情看選單的「故障」。"
    assert page_of(hands).scene(WATCHING, "en")["faults"] == [{"device": device, "text": line(hands, "device")}]


@pytest.mark.parametrize(
    ("device", "english", "chinese"),
    [
        ("supply", "The Pi gets too little voltage: cards may be read badly.", "樹莓派的電壓不足，可能讀不好牌。"),
        ("cooling", "The Pi is too hot, and slows down.", "樹莓派太熱，速度變慢了。"),
    ],
)
def test_a_board_that_suffers_is_told_so_on_the_page_in_both_languages(
    hands: Hands, device: str, english: str, chinese: str
) -> None:
    hands.tell(ports.DeviceLost(device, f"{device}: 4.6 V", 0))
    told = str(line(hands, "device")), str(line(hands, "device", "zh-TW"))

    assert told[0] == f"{english} Menu, Faults, says more."
    assert told[1].strip() == f"{chinese}詳情看選單的「故障」。"
    assert page_of(hands).scene(WATCHING, "en")["faults"] == [{"device": device, "text": told[0]}]


def test_the_reader_and_the_display_in_the_middle_of_a_ring_have_names_too() -> None:
    hands = KittenHands()
    for device in ("reader play", "display table"):
        hands.tell(ports.DeviceLost(device, "no answer", 0))

    told = [str(told["text"]) for told in page_of(hands).log(WATCHING, "en", 0)]
    assert [text.partition(":")[0] for text in told] == [
        "No answer from the reader of the play pad",
        "No answer from the table's display",
    ]


def test_two_sacrifices_that_one_card_proves_wrong_are_told_together(hands: Hands) -> None:
    for attack, answer in (("7", "3"), ("6", "5"), ("4", "2")):
        hands.lay("YAY", attack)
        hands.lay("WOW", answer)

    assert line(hands, "dispute") == (
        "WOW gave up a 3 and a 5 but still held a 2. Agree what that costs, even nothing, and play on."
    )
    assert hands.text("YAY") == "WOW: WRONG / gave up 3 5, / still held 2"
    hands.tell(TimePassed(hands.situation.devices.now_ms + 5_000))
    assert hands.says("YAY") == "sign.attack-again"


def test_an_eight_has_its_article() -> None:
    told = Catalog("en").say(
        "violation.sacrifice-lowest", {"seat": "WOW", "given": ("8",), "held": ("1",), "cost": "lost"}
    )

    assert told == "WOW gave up an 8 but still held a 1. That loses the round."


def test_no_english_word_is_changed_by_the_article_of_a_value() -> None:
    written = [str(form) for message in Catalog("en").messages.values() for form in message.values()]

    assert [text for text in written if AN.search(text)] == []


@pytest.mark.parametrize(
    ("cards", "english", "chinese", "display"),
    [
        (("cat-3", "cat-3"), "a pair of Cat 3", "一對貓咪卡 3", "Pair Cat 3"),
        (("cat-3", "feral-cat"), "a pair of Cat 3 (with Feral Cat)", "一對貓咪卡 3（用野貓卡）", "Pair Cat 3"),
        (("clone", "minion-a"), "a pair of Character A (with Clone)", "一對角色卡 A（用複製）", "Pair Character A"),
        (("skip",) * 3, "three Skip", "三條跳過", "3 × Skip"),
        (("cat-1", "cat-2"), "Cat 1, Cat 2", "貓咪卡 1、貓咪卡 2", "2 cards"),
    ],
)
def test_a_pair_is_called_a_pair(cards: tuple[str, ...], english: str, chinese: str, display: str) -> None:
    values = {"seat": "2", "target": "3", "cards": cards}

    assert english in Catalog("en").say("event.played-at", values)
    assert chinese in Catalog("zh-TW").say("event.played-at", values)
    assert Catalog("en").oled("status.window-at", values)[0] == display


def test_two_equal_cards_of_a_hand_are_no_pair() -> None:
    told = Catalog("en").say("event.exploded", {"seat": "2", "hand": ("skip", "skip")})

    assert told.endswith("The hand: Skip ×2.")


def asked_for_a_skip() -> KittenHands:
    """Give a ring where seat 1 asked seat 2 for a Skip with three of a kind, and seat 2 shows one."""
    hands = KittenHands(has_displays=True)
    hands.begin("1", "2", "3")
    for _ in range(3):
        hands.show("cat-2")
    hands.tap("1.ok")
    hands.tap("2.ok")
    while "Skip" not in hands.text("table"):
        hands.tap("1.nope")
    hands.tap("1.ok")
    hands.let("2", "3")
    hands.wait(300)  # a hand looks before it lays what it is asked for
    hands.show("skip")
    return hands


def test_who_gives_a_named_card_is_told_to_whom_and_both_how_many_they_hold_then() -> None:
    hands = asked_for_a_skip()

    assert hands.text("2") == "HAND IT OVER / Skip / to 1"
    assert hands.text("1") == "TAKE IT / Skip / from 2"
    assert hands.text("3") == "PLEASE WAIT / 1 plays / You hold 8"
    assert [hands.scene.prompts[seat].values["own"] for seat in "123"] == [6, 7, 8]


def test_nobody_who_is_out_is_told_a_count_and_the_pile_is_told_with_the_explosion() -> None:
    hands = KittenHands("min72", has_displays=True)
    hands.begin("1", "2", "3")
    hands.show("exploding-minion")
    hands.tap("1.nope")
    hands.tap("1.ok")

    told = hands.situation.ui.news[0].sign
    assert Catalog("en").say(told.code, told.values) == (
        "Seat 1 has exploded and is out of the game. Exploding Minion and that hand stay face up in front of seat 1; "
        "the draw pile should have 14 cards. Next: seat 2."
    )
    assert hands.text("2").startswith("YOUR TURN")
    assert hands.text("1") == "YOU ARE OUT / and may watch: / 2 plays"


def test_a_hand_that_would_need_one_card_more_than_it_has_is_told_to_count_itself() -> None:
    told = Catalog("en").oled("rule.card-not-held", {"card": "skip", "n": 2})

    assert told == ("CANNOT BE", "By count you", "hold 2 others")
