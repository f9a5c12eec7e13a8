"""The rules of the card games and the referee who applies them."""

from tacotable_engine.chance import Chance, ChanceError
from tacotable_engine.course import judge
from tacotable_engine.errors import EngineError, RecordError, RequestError, RulesetError
from tacotable_engine.log import Amended, Applied, Clocked, Decided, Entry, Refused, Resolved, Undone
from tacotable_engine.match import Match
from tacotable_engine.registry import rules_of
from tacotable_engine.rulings import Judgement, Prompt, Refusal, Ruling, Violation
from tacotable_engine.views import GameView

__all__ = [
    "Amended",
    "Applied",
    "Chance",
    "ChanceError",
    "Clocked",
    "Decided",
    "EngineError",
    "Entry",
    "GameView",
    "Judgement",
    "Match",
    "Prompt",
    "RecordError",
    "Refusal",
    "Refused",
    "RequestError",
    "Resolved",
    "RulesetError",
    "Ruling",
    "Undone",
    "Violation",
    "judge",
    "rules_of",
]
