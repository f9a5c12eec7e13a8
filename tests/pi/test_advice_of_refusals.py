"""What a refusal advises can be done: with two players, an empty pile, a hidden top card, or a hand of equal cards."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tacotable.catalog import LANGUAGES
from tacotable.protocol.json_lines import Referee

PAIRS = {"ek120": "cat-1", "min72": "minion-a", "zh56": "cat-1"}


def reply_to(setup: Mapping[str, object], *acts: Mapping[str, object], language: str = "en") -> dict[str, object]:
    """Begin a game, do acts, and give the last reply."""
    referee = Referee(language)
    reply: dict[str, object] = dict(referee.handle({"op": "new", **setup}))
    for act in acts:
        assert reply.get("ok") or reply.get("ruling") in ("legal", "unproven"), reply
        reply = dict(referee.handle({"op": "act", **act}))
    return reply


def exploding(game: str, hand: list[str], **position: object) -> dict[str, object]:
    two = {"game": game, "seats": ["Ann", "Bo"]}
    return {**two, "position": {"hands": {"Ann": hand, "Bo": []}, "pile": ["skip"], **position}}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PAIRS)
def test_an_empty_hand_of_the_only_other_player_is_no_reason_to_choose_another(game: str, language: str) -> None:
    pair = {"seat": "Ann", "do": "play", "cards": [PAIRS[game]] * 2, "target": "Bo"}

    reply = reply_to(exploding(game, [PAIRS[game]] * 2), pair, language=language)

    assert (reply["ruling"], reply["rule"]) == ("illegal", "target-empty")
    assert (
        reply["say"]
        == {
            "en": "Bo has no card to take: choose a player who has cards, or take yours back.",
            "zh-TW": "Bo 沒有手牌：請選有手牌的玩家，或把牌收回。",
        }[language]
    )


@pytest.mark.parametrize(("pile", "cards"), [(0, "0 cards"), (1, "1 card"), (3, "3 cards")])
@pytest.mark.parametrize("game", PAIRS)
def test_a_place_below_the_pile_is_refused_by_how_many_cards_the_pile_has(game: str, pile: int, cards: str) -> None:
    lethal = "exploding-minion" if game == "min72" else "exploding-kitten"
    setup = exploding(game, ["defuse"], pile=[lethal, *["skip"] * pile])

    reply = reply_to(setup, {"seat": "Ann", "do": "draw"}, {"seat": "Ann", "do": "defuse", "slot": 9})

    assert reply["rule"] == "defuse-slot"
    assert str(reply["say"]).startswith(f"The pile has {cards}, so place 9 is below its bottom")


@pytest.mark.parametrize("discard", [[], ["?"]])
def test_a_clone_over_a_hand_that_was_not_shown_is_not_told_that_nothing_lies_there(discard: list[str]) -> None:
    setup = {**exploding("min72", ["clone"], discard=discard), "mode": "blind"}

    reply = reply_to(setup, {"seat": "Ann", "do": "play", "cards": ["clone"]})

    assert reply["rule"] == "clone-of-nothing"
    assert str(reply["say"]).startswith("No card that is known is on top of the discard pile")


@pytest.mark.parametrize(
    ("hand", "attack", "rule"),
    [
        (["7", "7", "7"], ["7", "7", "7"], "attack-keep-one"),
        (["7", "7", "7"], ["7", "7"], "attack-whole-group"),
        (["7", "7", "7"], ["7"], ""),
        (["5", "7", "7", "7"], ["7", "7"], "attack-whole-group"),
        (["5", "7", "7", "7"], ["7", "7", "7"], ""),
        (["5", "7", "7", "7"], ["7"], ""),
    ],
)
@pytest.mark.parametrize("game", ["tc38", "tc36"])
def test_a_whole_group_is_asked_for_only_beside_another_card(
    game: str, hand: list[str], attack: list[str], rule: str
) -> None:
    position = {"phase": "attack", "attacker": "Ann", "hands": {"Ann": hand, "Bo": ["2", "3", "4", "8"][: len(hand)]}}
    setup = {"game": game, "seats": ["Ann", "Bo"], "options": {"strict_groups": True}, "position": position}

    reply = reply_to(setup, {"seat": "Ann", "do": "attack", "cards": attack})

    assert reply["ruling"] == ("illegal" if rule else "legal")
    assert not rule or reply["rule"] == rule
    if rule == "attack-whole-group":
        assert reply["say"] == (
            "A group attacks whole, and one card stays in your hand: "
            "play every 7 if you hold another card, else a single 7."
        )
