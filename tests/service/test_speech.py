"""Speech: what a table reads aloud, heard by an espeak-ng on PATH that writes down what it is to say."""

from __future__ import annotations

import os
import stat
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from patience import PATIENCE_S, until
from pi.kitten_guests import KEYS
from tacotable.app.simulated import hands_at
from tacotable.app.speech import VOICES, Speech
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.diagnostics.doctor.machine_checks import machine_findings
from tacotable.diagnostics.doctor.simulated import SimulatedMachine
from tacotable.state.events import LanguageChosen, LessonChosen
from tacotable.table.file import read_table
from tacotable.web.page import TablePage


class Listener:
    """A table whose voice writes down what it says, each time into one more line."""

    def __init__(self, rig: Rig, folder: Path) -> None:
        self.rig, self.heard = rig, folder / "heard"
        situation = rig.program.controller.situation
        hands = hands_at(rig.table, situation, Random(1))
        page = TablePage(rig.program.controller, KEYS, lambda: hands)
        self.speech = Speech(page, lambda: situation.public_language)
        rig.program.controller.after_each(self.speech.hear)

    def said(self, words: str) -> str:
        """Return the line with these words, as soon as it is said."""

        def found() -> list[str]:
            lines = self.heard.read_text("utf-8").splitlines() if self.heard.exists() else []
            return [line for line in lines if words in line]

        return until(found, words)[-1]


@pytest.fixture
def listener(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    fake = tmp_path / "espeak-ng"
    fake.write_text(f'#!/bin/sh\necho "$2 $4" >> {tmp_path}/heard\nexec sleep 60\n')
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with simulated_table("kittens") as rig:
        made = Listener(rig, tmp_path)
        yield made
        made.speech.close()


def lesson(listener: Listener) -> None:
    """Begin a lesson; its cards are in nobody's hand yet."""
    listener.rig.program.controller.handle(LessonChosen("alone", 0.0))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_prompt_is_read_aloud_in_the_language_of_all(listener: Listener, language: str) -> None:
    for seat in listener.rig.program.controller.situation.seats:
        listener.rig.program.controller.handle(LanguageChosen(seat, language, 0.0))
    lesson(listener)
    listener.rig.tap("1.ok")

    assert listener.said(Catalog(language).say("lesson.alone-1", {"seat": "1"})).startswith(f"{VOICES[language]} ")


def test_what_is_stale_is_broken_off_and_the_table_waits_for_no_voice(listener: Listener) -> None:
    lesson(listener)
    listener.said("press OK")
    first = until(lambda: listener.speech._process, "a voice")  # whether it ends is what this is about
    assert first is not None
    listener.rig.tap("1.ok")

    assert first.wait(PATIENCE_S) != 0


def test_a_voice_that_starts_late_is_broken_off_and_leaves_the_next_one_to_be(
    listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    is_late, may_start = threading.Event(), threading.Event()

    class Late(subprocess.Popen[bytes]):
        def __init__(self, *words: object, **more: object) -> None:
            is_first = not is_late.is_set()
            is_late.set()
            if is_first:
                may_start.wait(PATIENCE_S)
            super().__init__(*words, **more)  # type: ignore[call-overload]  # passed on as they came
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Late)
    lesson(listener)
    assert is_late.wait(PATIENCE_S)
    listener.rig.tap("1.ok")
    may_start.set()
    until(lambda: len(started) == 2, "the next voice")
    listener.speech.close()

    assert [process.wait(PATIENCE_S) != 0 for process in started] == [True, True]


def test_a_refusal_is_read_aloud_as_everybody_may_know_it(listener: Listener) -> None:
    lesson(listener)
    listener.rig.tap("1.ok")
    listener.rig.tap("1.ok")
    listener.rig.place("nope", "play")

    assert listener.said(Catalog("en").say("rule.play-nope"))


def test_every_language_has_a_voice() -> None:
    assert VOICES.keys() == set(LANGUAGES)


def test_the_doctor_says_what_a_table_that_is_to_speak_lacks(tmp_path: Path) -> None:
    table = msgspec.structs.replace(read_table("kittens"), speech="espeak-ng")

    told = [each for each in machine_findings(SimulatedMachine(table), table, tmp_path) if each.subject == "speech"]

    assert [each.mend for each in told] == ["sudo apt install espeak-ng"]
    quiet = read_table("kittens")
    assert not [each for each in machine_findings(SimulatedMachine(quiet), quiet, tmp_path) if each.subject == "speech"]
