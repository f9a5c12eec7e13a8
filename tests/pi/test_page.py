"""The page's model: each role sees what it may, the same words in both languages, and no role sees a secret."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pi.hands import Hands
from pi.public_state import public_state
from tacotable.service.running_time import RunningTime
from tacotable.state.role import Role
from tacotable.web.keys import ALPHABET, EVENING_S, LENGTH, Keys, kept_bytes, make_keys
from tacotable.web.model import PageError
from tacotable.web.page import TablePage
from tacotable_drivers.ports import TagArrived, TagsCrowded, ZoneUnknown

KEYS = make_keys(("YAY", "WOW"), bytes(range(30)), is_simulated=False)
SPECTATOR, ARBITER, YAY, WOW = Role("spectator"), Role("arbiter"), Role("seat", "YAY"), Role("seat", "WOW")


def page_of(hands: Hands) -> TablePage:
    return TablePage(hands.controller, KEYS)


def everything(page: TablePage, role: Role) -> str:
    """Give all that a role can get, in both languages."""
    parts = [
        [page.welcome(role, language), page.scene(role, language), page.log(role, language, 0), page.truth(role)]
        for language in ("en", "zh-TW")
    ]
    return json.dumps(parts, ensure_ascii=False, sort_keys=True)


def duel_sealed(face: str) -> Hands:
    hands = Hands("tacocat")
    hands.begin()
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    hands.lay("YAY", face)
    return hands


def test_no_key_is_a_spectators_and_a_wrong_one_is_nobodys() -> None:
    assert KEYS.role_for("") == SPECTATOR
    assert KEYS.role_for("WRONG") is None
    assert KEYS.role_for("ä" * 16) is None
    assert KEYS.role_for("\ud800") is None
    assert KEYS.role_for("A" * 8_000) is None


def test_a_seat_chooses_its_language_the_host_all_and_who_watches_none() -> None:
    hands = Hands()
    page, languages = page_of(hands), hands.situation.game.languages

    page.do(SPECTATOR, {"do": "language", "language": "zh-TW"})
    assert languages == {"YAY": "en", "WOW": "en"}

    page.do(YAY, {"do": "language", "language": "zh-TW"})
    assert languages == {"YAY": "zh-TW", "WOW": "en"}
    assert (page.language(YAY), page.language(WOW), page.language(SPECTATOR)) == ("zh-TW", "en", None)

    page.do(Role("simulation"), {"do": "language", "language": "zh-TW"})
    assert languages == {"YAY": "zh-TW", "WOW": "zh-TW"}


def test_a_seats_key_opens_that_seat_in_either_case() -> None:
    assert KEYS.role_for(KEYS.seats["YAY"]) == YAY
    assert KEYS.role_for(KEYS.seats["WOW"].lower()) == WOW


def test_the_arbiters_key_opens_the_arbiters_page_and_no_seat() -> None:
    assert KEYS.role_for(KEYS.arbiter) == ARBITER


def test_keys_are_long_differ_and_have_no_letter_that_is_mixed_up() -> None:
    keys = [*KEYS.seats.values(), KEYS.arbiter]

    assert len(set(keys)) == 3
    assert all(len(key) == LENGTH == 16 for key in keys)
    assert set("".join(keys)) <= set(ALPHABET)
    assert not set("IO01") & set(ALPHABET)


def test_a_real_table_has_no_all_seeing_view() -> None:
    assert KEYS.simulation is None
    assert isinstance(KEYS, Keys)


@pytest.mark.parametrize("role", [SPECTATOR, ARBITER, WOW])
def test_a_sealed_card_changes_nothing_that_others_can_get(role: Role) -> None:
    nine, five = page_of(duel_sealed("9")), page_of(duel_sealed("5"))

    assert everything(nine, role) == everything(five, role)


@pytest.mark.parametrize("role", [SPECTATOR, ARBITER, WOW])
def test_a_refusal_names_its_values_to_its_owner_only(role: Role) -> None:
    def refused(face: str) -> TablePage:
        hands = duel_sealed("9")
        hands.lay("YAY", face)
        return page_of(hands)

    assert everything(refused("6"), role) == everything(refused("4"), role)


def test_a_seat_reads_its_own_display_and_not_the_others() -> None:
    screens = page_of(duel_sealed("9")).scene(YAY, "en")["screens"]

    assert isinstance(screens, dict)
    assert "YAY" in screens
    assert "WOW" not in screens


@pytest.mark.parametrize("role", [SPECTATOR, ARBITER])
def test_spectators_and_the_arbiter_read_the_displays_of_the_board_only(role: Role) -> None:
    screens = page_of(duel_sealed("9")).scene(role, "en")["screens"]

    assert isinstance(screens, dict)
    assert sorted(screens) == sorted(
        ["space -3", "space -2", "space -1", "space 0", "space +1", "space +2", "space +3"]
    )


@pytest.mark.parametrize("role", [SPECTATOR, ARBITER, WOW])
def test_cards_that_are_only_being_chosen_are_the_owners(role: Role) -> None:
    def choosing(faces: tuple[str, ...]) -> TablePage:
        hands = Hands("tacocat")
        hands.begin_attack()
        hands.clear("YAY")
        hands.tap("YAY.ok")
        for face in faces:
            hands.lay("YAY", face)
        return page_of(hands)

    assert everything(choosing(("6", "7")), role) == everything(choosing(("4", "4")), role)


def test_the_arbiter_of_a_real_table_decides_alone_and_knows_no_more_than_a_spectator() -> None:
    hands = Hands("tacocat")
    hands.begin_attack()
    hands.lay("YAY", "8")
    page = page_of(hands)
    seen = {key: value for key, value in page.scene(ARBITER, "en").items() if key != "arbiter"}
    assert seen == page.scene(SPECTATOR, "en")
    decisions = page.scene(ARBITER, "en")["arbiter"]
    assert isinstance(decisions, dict)
    assert decisions["take-back"] == "Take back YAY's attack (8)"

    page.do(ARBITER, {"do": "arbiter", "what": "take-back"})

    assert public_state(hands.situation)["phase"] == "attack"
    assert page.log(SPECTATOR, "en", 0)[-1]["text"] == "The arbiter takes back YAY's attack (8)."


@pytest.mark.parametrize("role", [SPECTATOR, YAY, WOW])
def test_nobody_else_decides_as_the_arbiter(role: Role) -> None:
    hands = Hands("tacocat")
    hands.begin_attack()
    hands.lay("YAY", "8")
    page = page_of(hands)
    before = everything(page, ARBITER)

    with pytest.raises(PageError, match="Only the arbiter's page may decide"):
        page.do(role, {"do": "arbiter", "what": "take-back"})

    assert "arbiter" not in page.scene(role, "en")
    assert everything(page, ARBITER) == before


def test_the_key_of_a_seat_is_on_no_page() -> None:
    hands = Hands("tacocat")
    hands.controller.link = lambda seat: f"HTTP://X/S/{KEYS.seats[seat]}"
    hands.hold("YAY.no")
    for _ in range(4):
        hands.tap("YAY.no")
    hands.tap("YAY.ok")
    page = page_of(hands)

    assert KEYS.seats["YAY"] in hands.text("YAY")
    assert KEYS.seats["YAY"] not in everything(page, SPECTATOR)
    assert KEYS.seats["YAY"] not in everything(page, WOW)


def test_the_log_goes_on_after_a_number_and_misses_nothing() -> None:
    hands = duel_sealed("9")
    page = page_of(hands)
    first = page.log(SPECTATOR, "en", 0)

    hands.lay("WOW", "5")

    assert next(entry["n"] for entry in page.log(SPECTATOR, "en", len(first))) == len(first) + 1
    assert page.log(SPECTATOR, "en", 0)[: len(first)] == first


def test_a_ruling_in_the_log_names_its_rule() -> None:
    hands = duel_sealed("9")
    hands.lay("WOW", "5")

    told = {entry["text"]: entry["rule"] for entry in page_of(hands).log(SPECTATOR, "en", 0)}

    assert told["The duel: YAY 9, WOW 5."] == "duel-higher"
    assert told["WOW has chosen in secret."] is None


def test_the_hidden_line_of_a_refusal_names_the_refused_seat() -> None:
    hands = Hands("tacocat")
    hands.begin_attack()

    hands.lay("WOW", "8")

    assert page_of(hands).log(SPECTATOR, "en", 0)[-1]["text"] == "WOW: refused."


def test_an_unknown_language_becomes_english() -> None:
    assert page_of(Hands("tacocat")).welcome(SPECTATOR, "tlh")["language"] == "en"


def test_a_real_table_takes_no_acts_from_a_page() -> None:
    with pytest.raises(PageError, match="played by hand"):
        page_of(Hands("tacocat")).do(YAY, {"do": "press", "button": "YAY.ok"})


def tonight(now_s: float = 0.0, name: str = "tonight") -> RunningTime:
    return RunningTime(name, lambda: now_s)


def test_keys_stay_the_same_over_a_restart_of_a_table_that_keeps_its_state(tmp_path: Path) -> None:
    first = kept_bytes(tmp_path, 30, tonight(50.0))
    made = (tmp_path / "keys").stat()

    assert kept_bytes(tmp_path, 30, tonight(EVENING_S - 10)) == first == (first[0], 50.0 + EVENING_S)
    assert made.st_mode & 0o777 == 0o600
    assert kept_bytes(None, 30, tonight())[0] != first[0]


@pytest.mark.parametrize("later", [tonight(EVENING_S), tonight(name="next week"), tonight(EVENING_S, "next week")])
def test_keys_of_an_earlier_evening_open_nothing_and_are_new(tmp_path: Path, later: RunningTime) -> None:
    first, _ = kept_bytes(tmp_path, 30, tonight())

    now, until_s = kept_bytes(tmp_path, 30, later)

    assert now != first
    assert until_s == later.now_s() + EVENING_S


@pytest.mark.parametrize("step_s", [-400 * 86_400.0, -3_600.0, 3_600.0, 400 * 86_400.0])
def test_no_step_of_the_wall_clock_ends_a_key_or_gives_it_longer(tmp_path: Path, step_s: float) -> None:
    first = kept_bytes(tmp_path, 30, tonight())
    made_s = (tmp_path / "keys").stat().st_mtime

    os.utime(tmp_path / "keys", (made_s - step_s, made_s - step_s))  # as if the clock had gone by so much

    assert kept_bytes(tmp_path, 30, tonight(EVENING_S - 1)) == first
    assert kept_bytes(tmp_path, 30, tonight(EVENING_S))[0] != first[0]


@pytest.mark.parametrize(
    "content", [b"", b"x" * 30, b"{}", b"[]", b'{"run": "tonight", "until_s": 1e99, "random": ""}']
)
def test_a_file_of_keys_that_means_nothing_is_written_again(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "keys").write_bytes(content)

    first = kept_bytes(tmp_path, 30, tonight())

    assert len(first[0]) == 30
    assert kept_bytes(tmp_path, 30, tonight()) == first


def test_links_of_seats_and_arbiter_end_with_the_evening_and_the_hosts_stays() -> None:
    clock = [0.0]
    keys = make_keys(("YAY", "WOW"), bytes(range(40)), is_simulated=True)
    keys.until_s, keys.now_s = 100.0, lambda: clock[0]

    before = [keys.role_for(key) for key in (keys.seats["YAY"], keys.arbiter, keys.simulation or "")]
    clock[0] = 100.0
    after = [keys.role_for(key) for key in (keys.seats["YAY"], keys.arbiter, keys.simulation or "")]

    assert before == [YAY, Role("arbiter"), Role("simulation")]
    assert after == [None, None, Role("simulation")]


def test_ended_links_are_not_found_again_at_the_next_start(tmp_path: Path) -> None:
    random_bytes, _ = kept_bytes(tmp_path, 40, tonight())
    keys = make_keys(("YAY", "WOW"), random_bytes, is_simulated=True)
    keys.folder = tmp_path

    keys.end()

    assert keys.role_for(keys.arbiter) is None
    assert kept_bytes(tmp_path, 40, tonight())[0] != random_bytes


def test_keys_that_cannot_be_read_or_written_are_new_at_each_start(tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()

    for folder in (tmp_path, tmp_path / "gone"):
        assert kept_bytes(folder, 30, tonight())[0] != kept_bytes(folder, 30, tonight())[0]


def test_a_page_says_how_each_pad_is() -> None:
    hands = Hands("tacocat")
    hands.begin_attack()
    page = page_of(hands)

    def pads() -> object:
        return page.scene(SPECTATOR, "en")["pads"]

    assert pads() == {"YAY.pad": "spent", "WOW.pad": "spent"}
    hands.clear("YAY")
    hands.clear("WOW")
    assert pads() == {"YAY.pad": "empty", "WOW.pad": "empty"}
    hands.lay("YAY", "8")
    assert pads() == {"YAY.pad": "card", "WOW.pad": "empty"}
    hands.lay("WOW", "9")
    assert pads() == {"YAY.pad": "spent", "WOW.pad": "spent"}
    hands.clear("YAY")
    hands.tell(TagsCrowded("YAY.pad", (hands.take("3"), hands.take("4")), hands.situation.devices.now_ms))
    hands.tell(TagArrived("WOW.pad", "no card of ours", hands.situation.devices.now_ms))
    assert pads() == {"YAY.pad": "crowded", "WOW.pad": "refused"}
    hands.tell(ZoneUnknown("WOW.pad", hands.situation.devices.now_ms))
    assert pads() == {"YAY.pad": "crowded", "WOW.pad": "unknown"}
