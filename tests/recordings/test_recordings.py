"""Games that were recorded are played again: after each gesture people see and hear the same, or the change is decided.

The recordings are those of `tests/recordings/games`; of the people's games a sixth is compared, by TACOTABLE_SIXTH.
"""

from __future__ import annotations

import doctest
import os
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from recordings import compare, file, moment, people, rigs
from recordings.__main__ import main
from recordings.compare import Comparison, Decided, Difference, compare_all, outcome_of, read_decided
from recordings.file import Recorded, RecordingError
from recordings.game import Game, faces_at, words_of
from recordings.replay import Replay, replay
from recordings.stored import GAMES, PARTS, part_of
from tacotable.core.controller import Controller
from tacotable.core.view import view
from tacotable.state.events import Event
from tacotable.state.facts import Fact
from tacotable.state.scene import Cue, Light, Notice, Scene, Sign
from tacotable_drivers.ports import DARK, ButtonReleased

SIXTH = int(os.environ.get("TACOTABLE_SIXTH", "0")) % PARTS
SHARES = 8
"""A file is compared in so many tests, so that some can be left out at a desk."""
PLAYED = (72, 27)
FEW = ("duel", "attack-and-answer", "late-nope")


def shown(path: Path, share: int = 0, shares: int = 1) -> str:
    found = Comparison(read_decided())
    compare_all(list(file.read(path))[share::shares], found)
    return found.report(20) if found.kinds else ""


def test_scenario_files_are_played_as_they_were_recorded() -> None:
    assert shown(GAMES / "rigs.rec") == ""


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("share", range(SHARES))
def test_the_tests_hands_get_the_answers_that_were_recorded(share: int) -> None:
    assert shown(GAMES / "hands.rec", share, SHARES) == ""


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("share", range(SHARES), ids=lambda share: f"TACOTABLE_SIXTH={SIXTH}-{share}")
def test_people_with_habits_get_the_answers_that_were_recorded(share: int) -> None:
    assert shown(part_of(SIXTH), share, SHARES) == ""


class Recomputed(Controller):
    """A controller that finds the events after which it shows another scene than one that is computed afresh."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.stale: list[tuple[float, str]] = []
        self.after_each(self._compare)

    def _compare(self) -> None:
        opened = getattr(self.situation.ui.part, "window", None)
        now_ms = self.situation.devices.now_ms
        if opened is not None and opened.ends_ms < now_ms:
            return  # its lamps are lit for the moment in which a press that was under way still comes in
        fresh = view(self.situation, self.link)
        self.stale += [(now_ms, part) for part in fresh.__slots__ if getattr(fresh, part) != getattr(self.scene, part)]


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("share", range(SHARES), ids=lambda share: f"TACOTABLE_SIXTH={SIXTH}-{share}")
def test_a_scene_that_is_not_computed_again_would_be_the_same(share: int) -> None:
    for recorded in [*file.read(GAMES / "rigs.rec"), *file.read(part_of(SIXTH))][share::SHARES]:
        made: list[Recomputed] = []

        def make(*arguments: Any, made: list[Recomputed] = made, **options: Any) -> Controller:
            made.append(Recomputed(*arguments, **options))
            return made[-1]

        tuple(replay(recorded.game, make))

        assert [controller.stale for controller in made] == [[]] * len(made), recorded.game.name


class Altered(Controller):
    """A controller that shows something else than it did."""

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute; a scene is altered."""
        super().__setattr__(name, self.altered(value) if isinstance(value, Scene) else value)

    def altered(self, scene: Scene) -> Scene:
        """Return the scene that is shown in place of this one."""
        return scene


class DarkLamps(Altered):
    def altered(self, scene: Scene) -> Scene:
        return replace(scene, lamps=dict.fromkeys(scene.lamps, Light(DARK, "lamp.off")))


class OtherWords(Altered):
    def altered(self, scene: Scene) -> Scene:
        is_duel = {name: getattr(getattr(screen, "sign", None), "code", "") for name, screen in scene.screens.items()}
        other = {name: Notice(Sign("sign.show")) for name, code in is_duel.items() if code == "sign.duel"}
        return replace(scene, screens={**scene.screens, **other})


class Silent(Altered):
    def altered(self, scene: Scene) -> Scene:
        return replace(scene, cue=Cue(scene.cue.number, "press"))


class Deaf(Controller):
    """A controller that takes no press of WOW."""

    def handle(self, event: Event) -> None:
        """Handle an event of others."""
        if not isinstance(event, ButtonReleased) or event.button != "WOW.ok":
            super().handle(event)


class Failing(Controller):
    """A controller that fails when the program starts with a game."""

    def start(self) -> None:
        """Fail."""
        raise RuntimeError("planted")


@pytest.fixture(scope="module")
def few() -> list[Recorded]:
    return [Recorded(game, tuple(replay(game))) for name in FEW for game in rigs.games(name)]


@pytest.mark.parametrize(
    ("planted", "kind", "before", "now"),
    [
        (
            DarkLamps,
            "lamp ok: green fast, dark, green fast -> dark",
            "lamp YAY.ok: green fast (lamp.press)",
            "dark (lamp.off)",
        ),
        (OtherWords, "display: sign.duel -> sign.show", "display YAY: sign.duel", "display YAY: sign.show"),
        (Silent, "sound: token -> press", "sound: token", "sound: press"),
        (Deaf, "fact: dealt -> nothing", '{"fact":"dealt","seat":"WOW","again":false}', "fact: nothing"),
        (Failing, "fault: nothing -> the replay fails: RuntimeError: planted", "fault: nothing", "RuntimeError"),
    ],
)
def test_a_planted_change_is_seen_and_shown_with_the_gestures_before_it(
    few: list[Recorded], planted: type[Controller], kind: str, before: str, now: str
) -> None:
    found = Comparison()

    compare_all(few, found, planted)

    assert kind in found.kinds
    example = "\n".join(found.kinds[kind].example)
    assert "a finger taps" in example
    assert before in example.partition("before: ")[2].partition("now: ")[0]
    assert now in example.partition("now: ")[2]


def test_a_decided_difference_is_counted_apart_and_the_game_is_compared_further(few: list[Recorded]) -> None:
    decided = (Decided(reason="planted", name="lamp *", now="dark*"),)
    found, undecided = Comparison(decided), Comparison()

    compare_all(few, found, DarkLamps)
    compare_all(few, undecided, DarkLamps)

    assert (found.kinds, found.not_compared) == ({}, 0)
    assert found.accepted > len(few)
    assert undecided.not_compared > 0


@pytest.mark.parametrize("module", [compare, moment])
def test_the_examples_of_a_module_hold(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


def test_the_list_of_decided_differences_can_be_read() -> None:
    assert all(each.reason for each in read_decided())
    assert Decided(reason="", name="lamp *.ok").covers("rig/duel", Difference("lamp WOW.ok", "dark", "slow"))


def test_each_gesture_of_the_recordings_can_be_said_in_words() -> None:
    for each in (*file.read(GAMES / "rigs.rec"), *file.read(GAMES / "hands.rec")):
        faces = faces_at(each.game.setting)
        said = [words_of(gesture, faces) for gesture in each.game.gestures]

        assert all(said)
        assert not [words for words in said if '"is"' in words]


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        ([("fact", '{"fact":"acted","ruling":"accepted"}'), ("sound", "press")], "accepted"),
        ([("fact", '{"fact":"acted","ruling":"illegal"}'), ("sound", "refused")], "refused"),
        ([("sound", "refused")], "refused"),
        ([("sound", "asked"), ("display YAY", "whose.card")], "question"),
        ([("display YAY", "sign.several")], "shown"),
        ([("lamp YAY.ok", "dark (lamp.off)")], "nothing"),
    ],
)
def test_the_outcome_of_a_gesture_follows_from_facts_and_sounds(changes: list[tuple[str, str]], outcome: str) -> None:
    assert outcome_of(((0, tuple(changes)),)) == outcome


@pytest.fixture(scope="module")
def played() -> list[tuple[Game, tuple[Fact, ...]]]:
    """Return a game with robots, and one in which a reader falls silent and the program starts again."""
    return [people.play(seed) for seed in PLAYED]


def test_a_replay_gives_the_facts_that_the_table_had(played: list[tuple[Game, tuple[Fact, ...]]]) -> None:
    for game, facts in played:
        program = Replay(game)
        for gesture in game.gestures:
            program.gesture(gesture, gesture[-1].at_ms)

        assert program.facts == facts
        assert len(facts) > 20


def test_recording_twice_gives_the_same_bytes(
    few: list[Recorded], played: list[tuple[Game, tuple[Fact, ...]]], tmp_path: Path
) -> None:
    first = [Recorded(game, tuple(replay(game))) for game, _ in played]
    second = [Recorded(game, tuple(replay(game))) for game in map(people.record, PLAYED)]

    assert file.encoded([*few, *first]) == file.encoded([*few, *second])
    file.write(tmp_path / "people.rec", first)
    found = Comparison()
    compare_all(file.read(tmp_path / "people.rec"), found)
    assert (found.kinds, found.games) == ({}, 2)


def test_new_games_are_recorded_into_a_file_and_compared_by_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new.rec"

    assert main(["record", "--seeds", "71-71", "--out", str(out)]) == 0
    assert main(["compare", str(out)]) == 0
    before = out.read_bytes()
    assert main(["accept", str(out)]) == 0

    assert "100.00 % of" in capsys.readouterr().out
    assert out.read_bytes() == before
    assert main(["record", "--seeds", "71-71"]) == 2


def test_a_file_that_is_no_recording_is_refused_with_the_next_step(tmp_path: Path) -> None:
    (tmp_path / "old.rec").write_bytes(b"tacotable recording 0\n")

    with pytest.raises(RecordingError, match=r"old\.rec: this is no recording of version 1; write it again"):
        list(file.read(tmp_path / "old.rec"))
