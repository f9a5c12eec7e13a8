"""The words of the director's pages, in the languages of the tables."""

from __future__ import annotations

from importlib.resources import files

import msgspec


class Words:
    """The sentences of one language; `say` fills in the values."""

    def __init__(self, language: str) -> None:
        """Read the sentences; one that this language lacks is English."""
        self.language = language
        folder = files("tacotable_live.director") / "words"
        read = [(folder / f"{name}.json").read_bytes() for name in ("en", language)]
        english, own = (msgspec.json.decode(each, type=dict[str, str]) for each in read)
        self.sentences = english | own

    def say(self, code: str, **values: object) -> str:
        """Return a sentence."""
        return self.sentences[code].format(**values)

    def error(self, code: str, **values: object) -> str:
        """Return what was refused; a table of another version tells it as a text of its own, or without the values."""
        try:
            return self.say(f"error.{code}", **values)
        except KeyError:
            return code
