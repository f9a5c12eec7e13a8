"""Why on a display: every sentence that a ruling may say fits, line by line and page after page, in both languages."""

from __future__ import annotations

import pytest

from pi.sheets import sheet
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.display.draw import MARGIN, SIZES, draw, pages_of, wrapped
from tacotable.display.fonts import WIDTH, width_of
from tacotable.state.scene import Reason, Sign
from tacotable_engine.registry import rules_of, rulesets
from tacotable_engine.rulings import MATCH_RULES

ROOM = WIDTH - 2 * MARGIN
VALUES = dict.fromkeys(("seat", "other", "demand", "limit", "at", "act", "target", "left", "slot", "shown", "n"), "10")
CARDS: dict[str, object] = {"card": "draw-from-bottom", "cards": ("cat-1", "cat-2"), "name": "defuse", "effect": "pair"}
RULES = sorted({code for game in rulesets() for code in rules_of(game).rules})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_a_ruling_fits_its_lines(language: str) -> None:
    words, (size, _) = Catalog(language), SIZES[language]
    values = {**VALUES, **CARDS, "demands": ("7", "8")}
    told = [(code, words.say(f"rule.{code}", values)) for code in RULES]

    texts = {code: f"{text} {words.say('why.source', {'source': code})}" for code, text in told}
    wide = {
        code: line for code, text in texts.items() for line in wrapped(text, size, ROOM) if width_of(line, size) > ROOM
    }
    assert wide == {}
    assert max(len(pages_of(sheet(language), text)) for text in texts.values()) <= 9
    assert len(texts) > len(MATCH_RULES)


def test_nothing_of_a_text_is_lost_by_wrapping() -> None:
    text = "Your last card may not attack: keep at least one card in your hand."

    assert " ".join(wrapped(text, 13, ROOM)) == text
    assert (
        "".join(wrapped("這個版本沒有連號：出一張牌，或點數相同的牌。", 18, ROOM))
        == "這個版本沒有連號：出一張牌，或點數相同的牌。"
    )


def test_the_pages_go_round() -> None:
    sign = Sign("rule.attack-shape")
    pages = len(pages_of(sheet("en"), f"{Catalog('en').say(sign.code)} (Ruling: attack-shape)"))

    assert draw(Reason(sign, "attack-shape", pages), "en") == draw(Reason(sign, "attack-shape", 0), "en")
    assert draw(Reason(sign, "attack-shape", 0), "en").pixels != draw(Reason(sign, "attack-shape", 1), "en").pixels


def test_before_a_ruling_the_display_says_so() -> None:
    assert draw(Reason(Sign("why.nothing"), ""), "en").text == "WHY 1/1 / Nothing has been decided yet."
