"""Exploring as a tool: findings are shortened, become rig files, and a long search goes on after a stop."""

from __future__ import annotations

import argparse
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from examples.packages import Command
from explorer.__main__ import main as explore_main
from explorer.__main__ import play, stopped_between_steps
from explorer.antenna import Stack
from explorer.gestures import Gesture, Kind, gestures
from explorer.minimal import minimal, moments, world_after
from explorer.phases import end_of, world_at
from explorer.promises import Violation
from explorer.resume import ResumeError, Run, Search, digest_of, read_search, write_search
from explorer.rig_file import SHOULD, name_of, rig_file
from explorer.search import Finding, explore
from explorer.world import World
from tacotable.commands.rig import explore as run_explorer
from tacotable.rig.backends import run
from tacotable.rig.scenario_file import ScenarioError, read_scenario
from tacotable.state.facts import Acted

HIL = Path(__file__).parents[1] / "hil"
TURN, DUEL = HIL / "exploding-turn.rig.toml", HIL / "duel.rig.toml"
PACE_MS = 700.0
THIRD_HAND = Violation("owner", "play by a third hand", "2: play by a card that 1 laid on play")
LAY, TAP = Gesture(Kind.LAY, "1", "skip", "play", "hand:1"), Gesture(Kind.TAP, what="2.ok")
WAIT = Gesture(Kind.WAIT, seconds=4.0)
ENDS = ("no fault", "hands", "seen", "owner", "lit lamp")
"""The promises for which a rig file fails by itself: the other files end where a person adds what must be seen."""


@pytest.mark.parametrize("press", [Gesture(Kind.DOUBLE, what="2.ok"), Gesture(Kind.BOTH, what="1.ok 2.ok")])
def test_a_finding_loses_all_gestures_that_it_does_not_need_and_simplifies_the_others(press: Gesture) -> None:
    world, long = world_at(TURN), (WAIT, LAY, WAIT, press)

    found = minimal(world, Finding(THIRD_HAND, long), PACE_MS)

    assert found == Finding(THIRD_HAND, (LAY, TAP))


def test_gestures_that_hands_cannot_do_lead_nowhere() -> None:
    world = world_at(TURN)

    assert world_after(world, (LAY, LAY), PACE_MS) is None
    assert world_after(world, (LAY, TAP), PACE_MS) is not None


@pytest.mark.parametrize("rig", ["engine", "sim"])
def test_a_rig_file_of_a_finding_shows_it(tmp_path: Path, rig: str) -> None:
    path = tmp_path / "x.rig.toml"
    path.write_text(rig_file(TURN, world_at(TURN), Finding(THIRD_HAND, (LAY, TAP)), PACE_MS, tmp_path))

    outcome = run(read_scenario(path), rig)

    assert outcome.verdict == "failed"
    assert outcome.reason.endswith("3 acts were accepted, not 2")


@pytest.mark.parametrize("name", ["exploding-turn", "two-cards", "lays-on-anothers-own-pad"])
def test_each_kind_of_gesture_is_the_same_in_its_rig_file(tmp_path: Path, name: str) -> None:
    base, path = HIL / f"{name}.rig.toml", tmp_path / "x.rig.toml"
    world, before = world_at(base, Stack.ALL), end_of(base).facts
    kinds = {(one.kind, one.place, one.source.partition(":")[0]): one for one in gestures(world)}

    for gesture in kinds.values():
        path.write_text(rig_file(base, world, Finding(Violation("", "", ""), (gesture,)), PACE_MS, tmp_path))
        rig, [(after, _)] = end_of(path), list(moments(world, (gesture,), PACE_MS))

        for zone in world.antennas:
            assert list(map(rig.face, rig.places()[zone])) == [after.faces[tag] for tag in after.places[zone]]
        assert acts(*rig.facts[len(before) :]) == acts(*(one.fact for one in after.facts)), str(gesture)


def acts(*facts: object) -> list[tuple[str, object]]:
    return [(fact.seat, fact.act) for fact in facts if isinstance(fact, Acted)]


@pytest.mark.parametrize("promise", SHOULD)
def test_the_rig_file_of_each_promise_says_what_should_be_so(tmp_path: Path, promise: str) -> None:
    finding = Finding(Violation(promise, "a kind: of its own", "2.ok is lit\nand more"), (LAY, TAP))
    path = tmp_path / name_of(finding, 3)
    path.write_text(rig_file(TURN, world_at(TURN), finding, PACE_MS, tmp_path))

    scenario = read_scenario(path)

    assert re.fullmatch(r"03-[a-z-]+-a-kind-of-its-own\.rig\.toml", path.name)
    assert SHOULD[promise] in path.read_text()
    assert promise not in ENDS or scenario.lines[-1].text.startswith("{ expect" if promise != "no fault" else "{ tap")
    assert run(scenario, "engine").line in ("", str(scenario.lines[-1]))


@pytest.mark.parametrize("promise", ["undo", "no silence"])
def test_a_rig_file_of_what_an_undo_breaks_takes_the_act_back(tmp_path: Path, promise: str) -> None:
    finding, path = Finding(Violation(promise, "no word after undo", ""), (LAY, TAP)), tmp_path / "x.rig.toml"
    path.write_text(rig_file(TURN, world_at(TURN), finding, PACE_MS, tmp_path))

    done = end_of(path).controller.situation.game.steps

    assert len(done) == len(end_of(TURN).controller.situation.game.steps)


@pytest.mark.parametrize(("seats", "verdict"), [("2", "passed"), ("1, 3", "failed")])
def test_a_rig_file_of_dark_lamps_expects_one_of_those_that_are_awaited_to_be_lit(
    tmp_path: Path, seats: str, verdict: str
) -> None:
    dark, path = Violation("no silence", "all lamps dark in turn", f"{seats} awaited"), tmp_path / "x.rig.toml"
    path.write_text(rig_file(TURN, world_at(TURN), Finding(dark, ()), PACE_MS, tmp_path))

    assert run(read_scenario(path), "engine").verdict == verdict


def searched(run: Run, world: World) -> Search:
    search = Search(run, world)
    while not search.is_done:
        search.step()
    return search


def run_of(depth: int) -> Run:
    return Run(digest_of(read_scenario(DUEL)), depth, PACE_MS, "upper", sixth=6)


def test_a_search_by_steps_finds_what_a_search_in_one_finds() -> None:
    world = world_at(DUEL)

    search, whole = searched(Run("", 1, PACE_MS, "upper"), world), explore(world, 1)

    assert (search.seen.sequences, search.seen.moments) == (whole.sequences, whole.moments)
    assert (search.seen.shortest, search.seen.counts) == (whole.shortest, whole.counts)


def test_a_search_that_was_stopped_goes_on_to_the_same_end(tmp_path: Path) -> None:
    world, run, path = world_at(DUEL), run_of(2), tmp_path / "state.json"
    search = Search(run, world)
    for _ in range(3):
        search.step()
    write_search(path, search)

    resumed = read_search(path, run, world_at(DUEL))
    for one in (search, resumed):
        one.step()

    assert resumed.state() == search.state()
    assert resumed.level == 1
    assert resumed.seen.sequences > 100


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: text[:-9], "Input data was truncated"),
        (lambda text: text.replace('"depth":2', '"depth":3'), "it is of another scenario or of other options"),
        (lambda text: re.sub(r'"start":-?\d+', '"start":1', text), "it was written by another version of the program"),
        (lambda text: text.replace('"level":1', '"level":"one"'), "Expected `int`"),
        (lambda _: "[]", "Expected `object`"),
    ],
)
def test_a_state_that_cannot_be_used_is_refused_with_the_next_step(tmp_path: Path, change: object, why: str) -> None:
    assert callable(change)
    world, path = world_at(DUEL), tmp_path / "state.json"
    search = Search(run_of(2), world)
    search.step()
    write_search(path, search)
    path.write_text(change(path.read_text()))

    with pytest.raises(ResumeError, match=re.escape(f"{path}: {why}") + ".*; give the same options, or another file"):
        read_search(path, run_of(2), world)


def test_a_search_that_is_interrupted_keeps_its_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world, path = world_at(DUEL), tmp_path / "state.json"
    search, moments_ms = Search(run_of(2), world), iter([0.0, 0.0, 61.0, 61.0])

    def clock() -> float:
        if (now_s := next(moments_ms, None)) is None:
            raise KeyboardInterrupt
        return now_s

    play(search, argparse.Namespace(hours=None, resume=path), clock)

    assert "depth 1: " in (said := capsys.readouterr().out)
    assert f"the same command goes on from {path}" in said
    assert read_search(path, run_of(2), world).state() == search.state()


def test_ctrl_c_within_a_step_lets_it_end_so_that_no_sequence_is_lost(tmp_path: Path) -> None:
    world = world_at(TURN, Stack.ALL)
    whole, cut = Search(run_of(1), world), Search(run_of(1), world)
    while not whole.is_done:
        whole.step()

    with stopped_between_steps() as is_asked:
        signal.raise_signal(signal.SIGINT)
        assert is_asked.is_set()
        cut.step()
    play(cut, argparse.Namespace(hours=None, resume=tmp_path / "state.json"), lambda: 0.0)

    assert cut.state() == whole.state()


def test_the_command_explores_stops_and_goes_on_in_another_process(tmp_path: Path) -> None:
    state, out = tmp_path / "state.json", tmp_path / "out"
    command = [sys.executable, "-m", "tacotable", "rig", str(TURN), "--explore", "--depth", "1"]
    command += ["--resume", str(state), "--out", str(out)]

    stopped = subprocess.run([*command, "--hours", "0.000000000001"], capture_output=True, text=True, check=False)
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (stopped.stderr, done.stderr) == ("", "")
    assert f"stopped; moments left at this depth: 1; the same command goes on from {state}" in stopped.stdout
    count = int(done.stdout.rpartition("kinds of findings: ")[2])
    assert done.returncode == (1 if count else 0)
    assert len(list(out.glob("*.rig.toml"))) == count


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["no.rig.toml"], "no.rig.toml: No such file or directory"),
        ([str(TURN), "--depth", "9"], "invalid choice: 9"),
        ([str(TURN), "--pace", "0"], "give 0.01 to 10 seconds"),
        ([str(TURN), "--pace", "soon"], "invalid seconds value"),
        ([str(TURN), "--hours", "1"], "--hours stops before the end; give --resume STATE"),
        ([], "the following arguments are required: file"),
    ],
)
def test_what_cannot_be_explored_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], why: str
) -> None:
    try:
        status = explore_main(arguments)
    except SystemExit as error:
        status = int(str(error.code))

    assert status == 2
    assert why in capsys.readouterr().err


def test_a_scenario_that_does_not_pass_is_not_explored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.rig.toml"
    path.write_text(TURN.read_text().replace("steps = [", 'steps = [\n  { expect = { stage = "over" } },'))

    status = explore_main([str(path)])

    assert status == 2
    assert "x.rig.toml does not pass on the rig engine: x.rig.toml:" in capsys.readouterr().err


def test_without_a_checkout_the_command_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(
        ScenarioError, match=r"from a checkout .* with git, then run there \./dev rig --explore x --depth 3"
    ):
        run_explorer(["x", "--depth", "3"], tmp_path)


@pytest.mark.long(keep=0)
def test_a_game_of_another_package_is_explored(installed: Path, run: Command, tmp_path: Path) -> None:
    path = tmp_path / "one-card.rig.toml"
    path.write_text(
        'title = "YAY has laid a card"\ntable = "tacocat"\ngame = "high-card"\nsteps = [\n  { tap = "YAY.ok" },\n'
        '  { tap = "YAY.ok" },\n  { tap = "WOW.ok" },\n  { place = "9", on = "YAY.pad" },\n'
        '  { expect = { stage = "play", acts = 1 } },\n]\n'
    )

    done = run(installed, "-m", "tacotable", "rig", "--explore", str(path), "--depth", "1")

    assert done.stderr == ""
    assert re.search(r"game high-card\).*depth 1: \d\d sequences.*kinds of findings: \d+\n$", done.stdout, re.DOTALL)
