"""Speech: espeak-ng reads aloud what everybody at the table may know, rulings and prompts; what is stale it breaks off.

It reads what a spectator's page is told, so that nothing is said that one may not know. One thread starts it and waits,
so that the table does not, and no two voices speak at once.
"""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tacotable.state.role import Role
from tacotable.state.situation import PUBLIC_SCREEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tacotable.web.model import PageModel

COMMAND = "espeak-ng"
VOICES: Mapping[str, str] = {"en": "en", "zh-TW": "cmn"}  # What espeak-ng calls the languages of the table.
TOLD = frozenset(("ruling", "refusal", "dispute"))  # The lines of the log that are said.
SPECTATOR = Role("spectator")


class Speech:
    """Says what is new behind each event; `language` gives the one in which the table speaks to all."""

    def __init__(self, page: PageModel, language: Callable[[], str]) -> None:
        self._page, self._language = page, language
        self._said = max((_number(line) for line in page.log(SPECTATOR, language(), 0)), default=0)
        self._asked: dict[str, None] = {}
        self._number = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = ThreadPoolExecutor(1, "speech")

    def hear(self) -> None:
        """Say what an event led to, in place of what is being said."""
        language = self._language()
        scene: Mapping[str, Any] = self._page.scene(SPECTATOR, language)
        lines = self._page.log(SPECTATOR, language, self._said)
        self._said = max((_number(line) for line in lines), default=self._said)
        asked = dict.fromkeys(_asked(scene))
        texts = [str(line["text"]) for line in lines if line["kind"] in TOLD]
        texts += [text for text in asked if text and text not in self._asked]
        self._asked = asked
        if scene["sound"]["muted"]:
            self.hush()
        elif texts:
            self.hush()
            self._thread.submit(self._speak, self._number, VOICES[language], " ".join(texts))

    def hush(self) -> None:
        """Break off what is being said."""
        self._number += 1
        if (process := self._process) is not None:
            with suppress(OSError):
                process.terminate()

    def close(self) -> None:
        """Break off what is being said, and say nothing more."""
        self.hush()
        self._thread.shutdown()

    def _speak(self, number: int, voice: str, text: str) -> None:
        """Speak, in a thread; what was hushed before it began is not said."""
        command = [COMMAND, "-v", voice, "--", text]
        if number != self._number:
            return
        with suppress(OSError):  # it is not installed any more: the table plays on without a voice
            self._process = process = subprocess.Popen(  # noqa: S603  # a fixed command; the text stands behind --
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            if number != self._number:
                process.terminate()
            process.wait()


def _number(line: Mapping[str, object]) -> int:
    return int(str(line["n"]))


def _asked(scene: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is asked now: the step of a lesson, and what all read, on their display or at the awaited seat."""
    if scene["lesson"]:
        yield str(scene["lesson"]["prompt"])
    if PUBLIC_SCREEN in scene["screens"]:
        yield str(scene["screens"][PUBLIC_SCREEN]["say"])
    elif scene["stage"] == "play":
        awaited = (scene.get("kittens") or scene.get("match") or {}).get("to_act", ())
        yield from (str(scene["prompts"][seat]) for seat in awaited[:1])
