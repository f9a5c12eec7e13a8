"""High Card for two, with the cards of a Tacocat box: each lays a card, the higher wins the round; first to three."""

from __future__ import annotations

from tacotable_engine.printing import Names, Printing
from tacotable_engine.registry import GameSpec
from tacotable_engine.rulings import MATCH_RULES
from tacotable_high_card.rules import DECK, PROMPTS, RULES

PRINTING = Printing(
    id="high-card",
    names=Names(
        long={"en": "High Card", "zh-TW": "比大小"},
        short={"en": "High Card", "zh-TW": "比大小"},
    ),
    seats=range(2, 3),
    cards=tuple(card for card, count in DECK.items() for _ in range(count)),
    prompts=PROMPTS,
    rules=(*RULES, *MATCH_RULES),
)
SPEC = GameSpec(
    name="high-card",
    needs="pads",
    rules="tacotable_high_card.rules:HIGH_CARD",
    table="tacotable_high_card.table:HIGH_CARD",
    people="tacotable_high_card.people:seat_two",
    words="tacotable_high_card",
    names=lambda: (PRINTING.id,),
    printing=lambda name: PRINTING,
)
