"""Rulings that can be discussed: proofs told to everyone, refused acts that may stand, why on display and page."""

from __future__ import annotations

import msgspec
import pytest

from pi.hands import Hands
from pi.public_state import public_state
from pi.test_take_back import choose, last, offers
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.core.reducer import apply
from tacotable.core.restore import misfit
from tacotable.dialogs import reminder
from tacotable.state.events import Arbitrated, TimePassed
from tacotable.state.facts import Began, Decided, TokenPlaced
from tacotable.state.interaction import Refusal
from tacotable.state.role import Role
from tacotable.state.scene import Reason
from tacotable.state.situation import Situation
from tacotable.web.keys import make_keys
from tacotable.web.model import PageError
from tacotable.web.page import TablePage
from tacotable_engine import Match
from tacotable_engine.exploding.hypotheses.claims import RULE as CLAIM_OF_NONE
from tacotable_engine.tacocat.proofs import RULE as CLAIM_OF_LOWEST

KEYS = make_keys(("YAY", "WOW"), bytes(range(40)), is_simulated=True)
ALL, WATCHING = Role("simulation"), Role("spectator")


@pytest.fixture
def hands() -> Hands:
    """Give a table where YAY won the duel and attacks."""
    table = Hands()
    table.begin_attack()
    return table


def cheat(hands: Hands) -> None:
    """Let WOW give up a 5 as its lowest card, and show a 2 later."""
    hands.lay("YAY", "8")
    hands.lay("WOW", "5")
    hands.lay("YAY", "7")
    hands.lay("WOW", "2")


def refused_attack(hands: Hands) -> None:
    """Let YAY attack with cards that do not belong together."""
    hands.clear("YAY")
    hands.tap("YAY.ok")
    hands.lay("YAY", "3")
    hands.lay("YAY", "6")
    hands.clear("YAY")
    hands.tap("YAY.ok")


def page_of(hands: Hands) -> TablePage:
    return TablePage(hands.controller, KEYS)


# What is proven wrong.


def test_a_cheat_is_told_to_both_seats_with_the_cards_that_prove_it(hands: Hands) -> None:
    cheat(hands)

    assert hands.text("YAY") == hands.text("WOW") == "WOW: WRONG / gave up 5, / still held 2"
    assert hands.scene.cue.name == "proven"


def test_a_proof_gives_way_to_the_game_after_five_seconds(hands: Hands) -> None:
    cheat(hands)

    hands.tell(TimePassed(hands.situation.devices.now_ms + 5_000))

    assert hands.says("YAY") == "sign.attack-again"
    assert hands.controller.wake_at_ms() == hands.situation.ui.touched_ms + reminder.IDLE_MS


def test_a_proof_hides_no_attack_from_who_answers_it(hands: Hands) -> None:
    cheat(hands)
    for seat in ("YAY", "WOW"):
        hands.clear(seat)

    hands.lay("YAY", "6")

    assert hands.text("WOW").startswith("DEFEND 6")
    assert hands.says("YAY") == "violation.sacrifice-lowest"


def test_the_log_keeps_rule_source_and_both_acts_of_a_proof(hands: Hands) -> None:
    cheat(hands)

    line = last(hands)
    assert (line.kind, line.code, line.rule, line.seat) == (
        "dispute",
        "violation.sacrifice-lowest",
        "sacrifice-lowest",
        "WOW",
    )
    assert line.why is not None
    assert (line.why.verdict, line.why.rule, line.why.proof) == ("violation", "sacrifice-lowest", (6, 8))


def test_the_page_names_the_acts_that_prove_it(hands: Hands) -> None:
    cheat(hands)

    line = page_of(hands).log(WATCHING, "en", 0)[-1]

    assert line["why"] == {
        "verdict": "violation",
        "say": "WOW gave up a 5 but still held a 2. Agree what that costs, even nothing, and play on.",
        "source": "docs/rulings.md#sacrifice-lowest",
        "proof": [
            {"act": 6, "text": "WOW sacrifices 5 to 8. YAY attacks next."},
            {"act": 8, "text": "WOW sacrifices 2 to 7. YAY attacks next."},
        ],
    }


def test_where_the_option_says_so_the_round_is_lost_and_the_news_says_it() -> None:
    hands = _with_option("lose_round")

    cheat(hands)

    line = next(line for line in page_of(hands).log(WATCHING, "en", 0) if line["kind"] == "dispute")
    assert line["text"] == "WOW gave up a 5 but still held a 2. That loses the round."
    assert public_state(hands.situation)["wins"] == {"YAY": 1, "WOW": 0}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", [CLAIM_OF_LOWEST, CLAIM_OF_NONE])
def test_every_claim_that_can_be_proven_wrong_has_words(rule: str, language: str) -> None:
    values = {"seat": "YAY", "cards": ("5",), "given": ("5",), "held": ("2",), "cost": "agree"}

    assert Catalog(language).oled(f"violation.{rule}", values)


def test_a_refusal_is_answered_before_news(hands: Hands) -> None:
    cheat(hands)

    hands.lay("WOW", "9")

    assert hands.says("WOW") == "rule.attack-turn"
    assert hands.says("YAY") == "violation.sacrifice-lowest"


def test_taking_the_proving_act_back_takes_the_proof_back(hands: Hands) -> None:
    cheat(hands)
    hands.clear("YAY")

    hands.tell(Arbitrated("take-back", hands.situation.devices.now_ms))

    lines = [line for line in hands.situation.log if line.code == "violation.sacrifice-lowest"]
    assert last(hands).undone == (8,)
    assert [line.act for line in lines] == [8]
    assert hands.text("YAY") == "TAKEN BACK / WOW: answer / Others: stay"


def _with_option(violation: str) -> Hands:
    """Give a table where YAY attacks, in a game with an option of its own."""
    hands = Hands()
    hands.begin()
    began = next(fact for fact in hands.log.facts if isinstance(fact, Began))
    setup = {**began.setup, "options": {"violation": violation}}
    for fact in (Began(setup), TokenPlaced(0)):
        apply(fact, hands.situation)
    for button in ("YAY.ok", "WOW.ok", "YAY.ok", "WOW.ok"):
        hands.tap(button)
    hands.lay("YAY", "9")
    hands.lay("WOW", "5")
    return hands


# Letting a refused act stand.


def test_a_refused_act_may_stand_when_the_other_seat_agrees(hands: Hands) -> None:
    refused_attack(hands)

    choose(hands, "YAY", "Let it stand")
    assert hands.text("WOW") == "LET IT STAND? / YAY: attack / Only OK agrees"
    hands.tap("WOW.ok")

    assert public_state(hands.situation)["demands"] == ["3", "6"]
    assert hands.log.facts[-1] == Decided("YAY", "WOW", True, "agreed at the table")
    assert hands.situation.game.match is not None
    assert 'a:A3.6#attack-shape {accept "agreed at the table"}\n5. a:A3.6!\n' in hands.situation.game.match.record()


def test_an_act_that_stays_refused_is_a_decision_in_the_record(hands: Hands) -> None:
    refused_attack(hands)
    choose(hands, "YAY", "Let it stand")

    hands.tap("WOW.no")

    assert public_state(hands.situation)["demands"] == []
    assert last(hands).code == "log.stays-refused"
    assert hands.situation.game.match is not None
    assert hands.situation.game.match.record().rstrip().endswith('a:A3.6#attack-shape {refuse "agreed at the table"}')
    assert not offers(hands, "YAY", "Let it stand")


def test_an_act_that_the_state_cannot_hold_is_not_offered(hands: Hands) -> None:
    hands.lay("YAY", "8")
    hands.lay("YAY", "9")
    assert hands.says("YAY") == "rule.answer-turn"

    hands.clear("YAY")

    assert not offers(hands, "YAY", "Let it stand")


def test_a_legal_act_ends_what_might_stand(hands: Hands) -> None:
    refused_attack(hands)

    hands.lay("YAY", "8")

    assert hands.situation.game.refused is None
    assert not offers(hands, "YAY", "Let it stand")


def test_the_cards_of_an_accepted_act_are_used(hands: Hands) -> None:
    refused_attack(hands)
    tags = hands.situation.game.refused.tags if hands.situation.game.refused else ()

    hands.tell(Arbitrated("let-stand", hands.situation.devices.now_ms))

    assert len(tags) == 2
    assert last(hands).act == 5
    assert hands.situation.family.obstacle(hands.situation, tags[0]) == Refusal("refusal.spent", tag=tags[0])


def test_an_accepted_act_can_be_taken_back(hands: Hands) -> None:
    before = public_state(hands.situation)
    refused_attack(hands)
    hands.tell(Arbitrated("let-stand", hands.situation.devices.now_ms))

    hands.tell(Arbitrated("take-back", hands.situation.devices.now_ms))

    assert public_state(hands.situation) == before


def test_decisions_replay_from_the_journal_and_the_record_to_the_same_state(hands: Hands) -> None:
    refused_attack(hands)
    hands.tell(Arbitrated("refuse", hands.situation.devices.now_ms))
    refused_attack(hands)
    hands.tell(Arbitrated("let-stand", hands.situation.devices.now_ms))
    hands.lay("WOW", "4")
    hands.tell(Arbitrated("take-back", hands.situation.devices.now_ms))

    again, replay = Hands(), Situation(hands.situation.devices.table, hands.faces)
    assert [misfit(fact, replay) for fact in hands.log.facts] == [None] * len(hands.log.facts)
    again.controller.resume(tuple(hands.log.facts))

    assert hands.situation.game.match is not None
    assert again.situation.game.match is not None
    text = hands.situation.game.match.record()
    assert again.situation.game.match.record() == Match.from_record(text).record() == text
    assert public_state(again.situation) == public_state(hands.situation)
    assert (again.situation.game.part, again.situation.game.stage) == (
        hands.situation.game.part,
        hands.situation.game.stage,
    )


def test_facts_of_disputes_are_read_back_from_json() -> None:
    decided = Decided("YAY", "WOW", True, "agreed at the table")

    assert msgspec.json.decode(msgspec.json.encode(decided), type=Decided) == decided


def test_a_decision_without_a_refused_act_does_not_fit(hands: Hands) -> None:
    replay = Situation(hands.situation.devices.table, hands.faces)
    misfit(hands.log.facts[0], replay)

    assert misfit(Decided("YAY", "WOW", True, ""), replay) == "a decision without a refused act"


# Why.


def test_why_is_read_on_the_display_page_after_page_with_the_place_in_the_rules(hands: Hands) -> None:
    choose(hands, "YAY", "Why?")

    shown = hands.scene.screens["YAY"]
    assert isinstance(shown, Reason)
    assert hands.text("YAY").endswith("duel-higher)")
    assert hands.text("YAY").startswith("WHY 1/2 / ")
    hands.tap("YAY.ok")
    assert hands.text("YAY").startswith("WHY 2/2 / ")
    hands.tap("YAY.no")
    assert hands.text("YAY").startswith("MENU / < Why? >")


def test_why_of_a_refusal_is_for_its_seat_alone(hands: Hands) -> None:
    refused_attack(hands)

    choose(hands, "YAY", "Why?")
    choose(hands, "WOW", "Why?")

    assert "do not attack together" in hands.text("YAY")
    assert hands.text("WOW").endswith("duel-higher)")


def test_the_page_tells_why_of_a_refusal_to_its_seat_and_to_the_arbiter_alone(hands: Hands) -> None:
    refused_attack(hands)
    page = page_of(hands)
    own, all_seeing, other, public = (
        page.log(role, "en", 0)[-1]["why"] for role in (Role("seat", "YAY"), ALL, Role("seat", "WOW"), WATCHING)
    )

    assert own == all_seeing
    assert own["source"] == "docs/rulings.md#attack-shape"  # type: ignore[index]  # a mapping
    assert (other, public) == (None, None)


# The arbiter's page.


def test_the_all_seeing_page_is_offered_what_may_be_decided(hands: Hands) -> None:
    refused_attack(hands)

    offered = page_of(hands).scene(ALL, "en")["arbiter"]
    assert isinstance(offered, dict)
    assert {what: text for what, text in offered.items() if not what.startswith("card-lost ")} == {
        "pause": "Pause the game",
        "take-back": "Take back WOW's duel card",
        "let-stand": "Let YAY's refused attack stand",
        "refuse": "Keep YAY's attack refused",
        "deal-again": "Deal this round again",
        "give-round YAY": "Give this round to YAY",
        "give-round WOW": "Give this round to WOW",
    }
    assert offered["card-lost 10"] == "A card is missing: 10"


def test_other_pages_are_offered_no_decision_and_may_make_none(hands: Hands) -> None:
    refused_attack(hands)
    page = page_of(hands)

    assert "arbiter" not in page.scene(Role("seat", "YAY"), "en")
    with pytest.raises(PageError):
        page.do(Role("seat", "YAY"), {"do": "arbiter", "what": "let-stand"})
    with pytest.raises(PageError):
        page.do(WATCHING, {"do": "arbiter", "what": "take-back"})
    assert public_state(hands.situation)["demands"] == []


def test_the_arbiter_decides_on_the_page(hands: Hands) -> None:
    refused_attack(hands)

    page_of(hands).do(ALL, {"do": "arbiter", "what": "let-stand"})

    assert public_state(hands.situation)["demands"] == ["3", "6"]


def test_the_arbiter_takes_the_table_as_it_is(hands: Hands) -> None:
    hands.lay("YAY", "8")
    hands.move_token(2)
    assert page_of(hands).scene(ALL, "en")["repair"] == [{"do": "stand", "space": 0}]
    assert page_of(hands).scene(ALL, "en")["arbiter"]["accept-table"] == "Take the table as it is, for YAY"  # type: ignore[index]  # a mapping

    page_of(hands).do(ALL, {"do": "arbiter", "what": "accept-table"})

    assert page_of(hands).scene(ALL, "en")["repair"] == []
    assert "accept-table" not in page_of(hands).scene(ALL, "en")["arbiter"]  # type: ignore[operator]  # a mapping


def test_a_decision_that_is_not_offered_changes_nothing(hands: Hands) -> None:
    facts = list(hands.log.facts)

    for what in ("agree", "let-stand", "refuse", "nonsense"):
        page_of(hands).do(ALL, {"do": "arbiter", "what": what})

    assert hands.log.facts == facts


def test_why_of_two_replacements_stands_beside_the_one_that_it_tells_of() -> None:
    hands = Hands()
    hands.begin()
    hands.lay("YAY", "9")
    hands.tap("YAY.ok")
    hands.wait(600)
    hands.tap("WOW.ok")

    told = {entry.seat: entry.why for entry in hands.situation.log if entry.code.startswith("event.replaced")}

    assert told["YAY"] is None
    assert told["WOW"] is not None
    assert told["WOW"].values["seat"] == "WOW"
