"""What can go wrong in the engine; an illegal act is a ruling, never an error."""

from __future__ import annotations


class EngineError(Exception):
    """The base of every error of this package."""


class RequestError(EngineError, ValueError):
    """A request that is not well formed; the text names the field and what was expected. Nothing has changed."""


class RulesetError(EngineError, ValueError):
    """A ruleset, deck or board file that breaks its limits; the text names file and key."""


class RecordError(EngineError, ValueError):
    """A text record or position that cannot be read, at `line` and `column`, from 1; a one-line position is line 1."""

    def __init__(self, problem: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.problem = problem
        self.line = line
        self.column = column
