"""The request `teach`: the lessons of a ruleset, and how far the one that is played has come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tacotable_engine.companion.lessons.lesson import Lesson, lessons_of
from tacotable_engine.fields import as_one_of

if TYPE_CHECKING:
    from tacotable_engine.match import Match

Reply = dict[str, object]
Say = Callable[[str, Mapping[str, object]], str]
"""Takes the code of a sentence and its values."""


def listed(match: Match, say: Say) -> Reply:
    """Return the lessons of the ruleset that is played, as `teach` answers."""
    lessons = lessons_of(match.name).values()
    return {"lessons": [{"id": one.id, "title": say(one.title, {}), "rules": list(one.rules)} for one in lessons]}


class Teaching:
    """One lesson that is being played. How far it is follows from the match, so that undo takes a step back, too."""

    def __init__(self, match: Match, lesson: object) -> None:
        """Choose a lesson for the ruleset and seats of a match; raises RequestError listing the lessons there are."""
        lessons = lessons_of(match.name)
        self._lesson: Lesson = lessons[as_one_of(lesson, lessons, "lesson")].with_seats(match.seats)

    @property
    def new(self) -> Mapping[str, object]:
        """Return the fields of the `new` request that begins it."""
        return self._lesson.new

    def told(self, match: Match, say: Say) -> Reply:
        """Return the field `lesson` of a reply: the step that is awaited, from 1, and its prompt."""
        steps, solved, strays = self._lesson.steps, *self._lesson.progress(match)
        is_done = solved == len(steps)
        code, values = ("lesson.done", {}) if is_done else (steps[solved].prompt, self._lesson.values(solved))
        return {
            "id": self._lesson.id,
            "step": min(solved + 1, len(steps)),
            "steps": len(steps),
            "done": is_done,
            "prompt": say("lesson.strayed", {}) if strays else say(code, values),
        }
