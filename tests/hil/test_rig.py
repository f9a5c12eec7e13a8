"""Scenario files and rigs: what is read strictly, what a failure says, and a real table with people who answer."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tacotable.__main__ import main
from tacotable.app.program import MemoryLog
from tacotable.autoplay.rig_tables import Bench, simulated_bench
from tacotable.core.controller import FactLog
from tacotable.rig import manual
from tacotable.rig.backends import BACKENDS, run
from tacotable.rig.dialogue import CONFORMANCE, Console, Machine
from tacotable.rig.engine import EngineRig
from tacotable.rig.manual import RealTable
from tacotable.rig.plugin import NAMES
from tacotable.rig.rigs import RigError
from tacotable.rig.runner import Outcome, play
from tacotable.rig.scenario import Scenario
from tacotable.rig.scenario_file import ScenarioError, read_scenario
from tacotable.state.facts import Fact
from tacotable.table.file import TableFile, read_table
from tacotable_drivers.wire.hub_messages import PROGRAM
from tacotable_sim.table import SimulatedTable
from tacotable_sim.truth import Layout

pytest_plugins = ["pytester"]
HERE = Path(__file__).parent
GOOD = 'title = "t"\ntable = "tacocat"\nsteps = [\n  { tap = "YAY.ok" },\n  { expect = { stage = "deal" } },\n]\n'
WRONG = GOOD.replace('"deal"', '"over"')
EXPECTED = 'expected_to_fail = "no game is over so soon"\nsteps ='


def test_there_are_scenarios_of_both_families() -> None:
    tables = [read_scenario(path).table for path in HERE.glob("*.rig.toml")]

    assert len(tables) >= 25
    assert {Path(table).name for table in tables} == {
        "tacocat",
        "kittens",
        "buttons",
        "family",
        "ring-with-own-pads.toml",
    }


def test_the_readme_names_each_scenario_once_and_none_that_is_not_there() -> None:
    here = Path(__file__).parent
    named = re.findall(r"`([a-z-]+)`", (here / "README.md").read_text().partition("## What people do")[2])

    assert sorted(named) == sorted(set(named))
    assert set(named) <= {path.name.removesuffix(".rig.toml") for path in here.glob("*.rig.toml")}


def test_the_plugin_knows_the_names_of_all_rigs() -> None:
    assert tuple(BACKENDS) == NAMES


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("tap", "tip", r"x.rig.toml:4: a step does one thing: .*; this has tip"),
        ('{ tap = "YAY.ok" }', "{ tap = 3 }", r"x.rig.toml:4: tap: "),
        ('{ tap = "YAY.ok" }', "{ wait = 6000 }", r"x.rig.toml:4: wait: "),
        (
            '{ tap = "YAY.ok" }',
            '{ follow = "no.steps.toml" }',
            r"x.rig.toml:4: there is no file no.steps.toml .*: kittens-begin",
        ),
        ("stage =", "stages =", r"x.rig.toml:5: expect.stages: unknown key"),
        ('stage = "deal"', 'screen = { YAY = "sign.mover" }', r"x.rig.toml:5: the catalog has no message 'sign.mover'"),
        ('stage = "deal"', 'sound = "boo"', r"x.rig.toml:5: there is no sound 'boo'"),
        ('{ stage = "deal" }', "{ }", r"x.rig.toml:5: nothing is expected"),
        ('"tacocat"', '"poker"', r"x.rig.toml:2: table: there is no file .poker.*shipped are tacocat"),
        ("steps = [", "steps = [ {}", r"x.rig.toml: this is not TOML"),
    ],
)
def test_a_mistake_is_told_with_its_file_and_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    path = tmp_path / "x.rig.toml"
    path.write_text(GOOD.replace(old, new))

    with pytest.raises(ScenarioError, match=told):
        read_scenario(path)


def test_a_failure_names_the_line_and_what_was_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "x.rig.toml"
    path.write_text(WRONG)

    outcome = run(read_scenario(path), "sim")

    assert outcome.verdict == "failed"
    assert outcome.reason == "x.rig.toml:5: the stage is deal, not over"


@pytest.mark.parametrize("rig", ["engine", "sim"])
@pytest.mark.parametrize(
    ("text", "verdict", "reason"),
    [
        (WRONG, "failed as expected", "no game is over so soon (x.rig.toml:6: the stage is deal, not over)"),
        (GOOD, "failed", "x.rig.toml: it passes now; remove `expected_to_fail` (no game is over so soon)"),
        (
            WRONG.replace("\n]", "\n  { wait = 1.0 },\n]"),
            "failed",
            "x.rig.toml:6: the stage is deal, not over; it is expected to fail at its last step only, x.rig.toml:7",
        ),
    ],
    ids=["fails", "passes", "fails too early"],
)
def test_a_defect_that_is_known_fails_at_the_last_step_or_its_file_is_wrong(
    tmp_path: Path, rig: str, text: str, verdict: str, reason: str
) -> None:
    path = tmp_path / "x.rig.toml"
    path.write_text(text.replace("steps =", EXPECTED))

    outcome = run(read_scenario(path), rig)

    assert (outcome.verdict, outcome.reason) == (verdict, reason)


def test_a_defect_of_some_rigs_is_expected_on_these_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.rig.toml"
    path.write_text(WRONG.replace("steps =", f'fails_on = ["sim"]\n{EXPECTED}'))

    verdicts = [run(read_scenario(path), rig).verdict for rig in ("engine", "sim")]

    assert verdicts == ["failed", "failed as expected"]


def test_a_defect_that_is_known_fails_no_run_and_is_marked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "known.rig.toml").write_text(WRONG.replace("steps =", EXPECTED))
    (tmp_path / "new.rig.toml").write_text(GOOD)

    status = main(["rig", str(tmp_path), "--rig", "engine"])

    assert status == 0
    assert capsys.readouterr().out.splitlines() == [
        "       engine",
        "known  xfail",
        "new    ok",
        "failed as expected on engine: known: no game is over so soon (known.rig.toml:6: the stage is deal, not over)",
    ]


class BadLog(MemoryLog):
    """A journal whose own program makes a mistake."""

    def append(self, fact: Fact) -> None:
        raise KeyError("space -3")


class BadRig(EngineRig):
    """A rig whose program makes a mistake at a press."""

    def press(self, button: str) -> None:
        raise KeyError("space -3")


def check_failed(outcome: Outcome, place: str) -> None:
    """See that an exception of the program is told in a sentence, after what was done, with its traceback."""
    assert outcome.verdict == "failed"
    assert re.match(rf"{place}the program failed at test_rig.py:\d+ with KeyError: 'space -3'; ", outcome.reason)
    assert "Traceback (most recent call last):" in outcome.trace
    assert outcome.trace[-1] == "KeyError: 'space -3'"


def test_a_program_that_fails_without_devices_fails_its_scenario(tmp_path: Path) -> None:
    path = tmp_path / "x.rig.toml"
    path.write_text(GOOD)

    outcome = play(read_scenario(path), BadRig(read_table("tacocat"), is_enrolled=True), "engine")

    check_failed(outcome, "x.rig.toml:4: ")
    assert any(line.endswith('x.rig.toml:4  { tap = "YAY.ok" }') for line in outcome.trace)


def test_a_program_that_fails_on_a_bench_fails_its_scenario() -> None:
    outcome = run(read_scenario(HERE / "attack-and-answer.rig.toml"), "real", real_table(Person(), BadLog()))

    check_failed(outcome, r"tacocat-begins.steps.toml:\d+: ")


def test_a_program_that_fails_as_it_starts_fails_its_scenario() -> None:
    def open_bench(table: TableFile, faces: Mapping[str, str]) -> AbstractContextManager[Bench]:
        raise KeyError("space -3")

    real = RealTable(read_table("tacocat"), Console(), open_bench)

    check_failed(run(read_scenario(HERE / "attack-and-answer.rig.toml"), "real", real), "")


def test_the_command_goes_on_after_a_scenario_in_which_the_program_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacotable.rig.backends.EngineRig", BadRig)
    for name in ("one", "two"):
        (tmp_path / f"{name}.rig.toml").write_text(GOOD)

    status = main(["rig", str(tmp_path), "--rig", "engine"])

    said = capsys.readouterr().out.splitlines()
    assert status == 1
    assert said[:3] == ["     engine", "one  FAILED", "two  FAILED"]
    assert said[3].startswith("failed on engine: one: one.rig.toml:4: the program failed at test_rig.py:")


def test_a_scenario_that_ran_nowhere_is_told_and_fails_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (HERE / "stuck-button.rig.toml").read_text(encoding="utf-8").replace('"stuck"', '"stukc"')
    (tmp_path / "typo.rig.toml").write_text(text, encoding="utf-8")

    status = main(["rig", str(tmp_path), "--rig", "sim"])

    said = capsys.readouterr()
    assert status == 1
    assert "cannot suffer 'stukc' here (dead, stuck;" in said.out
    assert "ran on no rig; the reasons are above" in said.err


def test_a_folder_without_scenarios_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["rig", str(tmp_path)])

    assert status == 2
    assert "no file here ends with .rig.toml" in capsys.readouterr().err


def test_the_command_lists_the_names_at_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["rig", "--list", "buttons"])

    said = capsys.readouterr().out.splitlines()
    assert status == 0
    assert "place    draw, discard, box, air, hand:YAY, hand:WOW" in said
    assert "lamp     YAY.ok, WOW.ok" in said
    assert "break    display YAY, display WOW; by gone, slow, stuck" in said


def test_the_command_prints_the_matrix_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["rig", str(HERE / "stuck-button.rig.toml"), "--rig", "engine", "--rig", "sim", "--json"])

    told = json.loads(capsys.readouterr().out)
    assert status == 0
    assert told["matrix"]["stuck-button"]["sim"] == {"verdict": "passed"}
    assert told["matrix"]["stuck-button"]["engine"]["verdict"] == "not run"
    assert "'WOW.ok' cannot suffer 'stuck'" in told["matrix"]["stuck-button"]["engine"]["reason"]


def test_the_command_prints_each_row_as_soon_as_its_scenario_is_through(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[str] = []

    def run_and_look(scenario: Scenario, name: str, real: RealTable | None) -> Outcome:
        printed.append(capsys.readouterr().out)
        return run(scenario, name, real)

    monkeypatch.setattr("tacotable.commands.rig.run", run_and_look)
    for name in ("one", "three"):
        (tmp_path / f"{name}.rig.toml").write_text(GOOD)
    main(["rig", str(tmp_path), "--rig", "engine"])

    assert printed == ["       engine\n", "one    ok\n"]
    assert capsys.readouterr().out.startswith("three  ok\n")


def test_rigs_that_cannot_run_say_how_they_could() -> None:
    scenario = read_scenario(HERE / "duel.rig.toml")

    assert "tacotable rig FILE --rig real --table TABLE" in run(scenario, "real").reason
    assert "TACOTABLE_MICROPYTHON_UF2" in run(scenario, "chip").reason


# A real table: the simulated one stands in for it, and a script answers at the console.


class Person:
    """Somebody at the table who does what the console says, and tells what is seen."""

    def __init__(self, blind_to: str = "") -> None:
        self.asked: list[str] = []
        self.table: SimulatedTable | None = None
        self.left: Layout | None = None  # How the last scenario left things.
        self.beginning: Layout
        self._blind_to = blind_to

    def answer(self, text: str) -> str:
        self.asked.append(text)
        assert self.table is not None
        if text.startswith("Set the table up for "):
            self.table.lay_out(self.beginning)
            return ""
        if found := re.match(r"Take a card '(\w+)' from '(\w+)' and lay it on '([\w.]+)'", text):
            self.table.place(self.table.truth.search(found[1], found[2]).tag, found[3])
        elif found := re.match(r"Take the card from '([\w.]+)' to '(\w+)'", text):
            self.table.place(self.table.truth.at(found[1])[0].tag, found[2])
        elif found := re.match(r"Press the button ([\w.]+) shortly", text):
            self.table.tap(found[1])
        else:
            return "it is dark" if self._blind_to and self._blind_to in text else "y"
        return ""


def real_table(person: Person, journal: FactLog | None = None) -> RealTable:
    @contextmanager
    def open_bench(table: TableFile, faces: Mapping[str, str]) -> Iterator[Bench]:
        with simulated_bench(table, journal=journal) as (bench, simulated):
            person.table, person.beginning = simulated, simulated.truth.layout()
            if person.left:
                simulated.lay_out(person.left)
                bench.loop.run_for(1.0)
            yield bench
            person.left = simulated.truth.layout()

    return RealTable(read_table("tacocat"), Console(person.answer), open_bench)


def test_people_at_a_real_table_are_told_what_to_do_and_asked_what_they_see() -> None:
    person = Person()

    outcome = run(read_scenario(HERE / "attack-and-answer.rig.toml"), "real", real_table(person))

    assert (outcome.verdict, outcome.reason) == ("passed", "")
    assert person.asked[0].startswith(
        "Set the table up for attack-and-answer: all cards of tc38 on the draw pile, others in the box; pads, hands "
        "and discard pile empty; every cable in, no button down. Tacocat stands on space 0."
    )
    assert person.asked[1].startswith("Press the button YAY.ok shortly.")
    assert any(text.startswith("Does display WOW show: ") for text in person.asked)
    assert any(text.startswith("Did you hear the sound 'attacked'?") for text in person.asked)


def test_each_scenario_of_a_run_begins_with_the_table_set_up_whatever_the_one_before_left() -> None:
    person = Person()
    real = real_table(person)
    names = ("attack-and-answer", "duel", "attack-and-answer", "attack-and-answer")

    outcomes = [run(read_scenario(HERE / f"{name}.rig.toml"), "real", real) for name in names]

    assert [(outcome.verdict, outcome.reason) for outcome in outcomes] == [("passed", "")] * len(names)


def test_a_table_that_nobody_sets_up_fails_its_scenario_and_the_next_one_runs() -> None:
    answers = iter(["the deck is at home", ""])
    person = Person()

    def answer(text: str) -> str:
        return next(answers, "") or person.answer(text) if text.startswith("Set the table up") else person.answer(text)

    real = replace(real_table(person), dialogue=Console(answer))
    first, second = (run(read_scenario(HERE / "attack-and-answer.rig.toml"), "real", real) for _ in range(2))

    assert (first.verdict, second.verdict) == ("failed", "passed")
    assert first.reason.startswith("Set the table up for attack-and-answer: all cards of tc38")
    assert first.reason.endswith(": the deck is at home")


def test_people_are_asked_for_rhythms_sounds_and_what_lies_where(tmp_path: Path) -> None:
    path, person = tmp_path / "x.rig.toml", Person()
    seen = 'lamp = { "WOW.ok" = "steady" }, sounds = ["sealed"], lies = { "YAY.pad" = ["9"] }, not = { stage = "over" }'
    steps = '{ follow = "tacocat-begins.steps.toml" },\n{ place = "9", on = "YAY.pad" },\n'
    path.write_text(f'title = "t"\ntable = "tacocat"\nsteps = [\n{steps}{{ expect = {{ {seen} }} }},\n]\n')

    outcome = run(read_scenario(path), "real", real_table(person))

    assert (outcome.verdict, outcome.reason) == ("passed", "")
    assert [text.partition("  [")[0] for text in person.asked[-3:]] == [
        "Is the lamp of WOW.ok steady?",
        "Did you hear the sounds 'sealed', and no others, since the last step?",
        "Does this lie at 'YAY.pad', and nothing else: ['9']?",
    ]


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("{ expect = { not = { lies = { discard = 1 } } } }", "people are asked what lies where, but not inside of"),
        ('{ tap = "ANN.ok" }', "x.rig.toml:4: tap: table 'tacocat' has no button 'ANN.ok'; there are YAY.ok,"),
    ],
)
def test_what_people_cannot_do_or_see_is_not_run(tmp_path: Path, step: str, told: str) -> None:
    path = tmp_path / "x.rig.toml"
    path.write_text(f'title = "t"\ntable = "tacocat"\nsteps = [\n{step},\n]\n')

    outcome = run(read_scenario(path), "real", real_table(Person()))

    assert outcome.verdict == "not run"
    assert told in outcome.reason


def test_what_people_do_not_see_is_a_failure() -> None:
    outcome = run(read_scenario(HERE / "attack-and-answer.rig.toml"), "real", real_table(Person("display WOW")))

    assert outcome.verdict == "failed"
    assert outcome.reason.endswith("Answered: it is dark")


def test_what_people_cannot_break_is_not_run() -> None:
    outcome = run(read_scenario(HERE / "noisy-reader.rig.toml"), "real", real_table(Person()))

    assert outcome.verdict == "not run"
    assert outcome.reason == "people cannot let 'reader YAY.pad' suffer 'corrupt' (noisy-reader.rig.toml:5)"


HANDS = """
import json, sys
KNOWN = {"begin", "place", "lift", "press", "release", "tap", "token", "break", "mend"}
for line in sys.stdin:
    asked = json.loads(line)
    if "hello" in asked:
        answer = {"ok": True, "version": 2}
    elif asked.get("do") in KNOWN:
        answer = {"ok": True}
    else:
        answer = {"ok": False, "why": "no eye"}
    print(json.dumps(answer), flush=True)
"""
"""Hands without eyes."""


def hands(folder: Path, program: str = HANDS) -> str:
    script = folder / "hands.py"
    script.write_text(program)
    return f"{sys.executable} {script}"


def test_a_machine_answers_in_json_lines(tmp_path: Path) -> None:
    machine = Machine(hands(tmp_path))
    try:
        machine.do("Press OK.", {"do": "tap", "button": "YAY.ok", "seconds": 0.1})
        assert machine.sees("Is it lit?", {"see": "lamp"}) == "Is it lit? Answered: no eye"
    finally:
        machine.close()


def test_hands_of_before_begin_still_work_and_what_they_leave_is_said(tmp_path: Path) -> None:
    old = HANDS.replace('"version": 2', '"version": 1').replace('"begin", ', "")
    told: list[str] = []
    machine = Machine(hands(tmp_path, old), told.append)
    try:
        machine.do("Set the table up.", {"do": "begin", "scenario": "duel", "game": "tc38"})
        machine.do("Press OK.", {"do": "tap", "button": "YAY.ok", "seconds": 0.1})
    finally:
        machine.close()

    assert told == ["--hands speaks version 1, which has no `begin`; do this by hand: Set the table up.\n"]
    assert main(["rig", "--check-hands", hands(tmp_path, old)]) == 0


@pytest.mark.parametrize("why", ['"why": ""', '"why": None', '"what": 3'])
def test_a_no_without_a_reason_is_no_yes(tmp_path: Path, why: str) -> None:
    machine = Machine(hands(tmp_path, HANDS.replace('"why": "no eye"', why)))
    try:
        assert machine.sees("Is it lit?", {"see": "lamp"}) == "Is it lit? Answered: no"
        with pytest.raises(RigError, match="^Wink: no$"):
            machine.do("Wink.", {"do": "wink"})
    finally:
        machine.close()


def test_hands_of_another_version_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RigError, match="speaks version 3 of this protocol, not 2"):
        Machine(hands(tmp_path, HANDS.replace('"version": 2', '"version": 3')))


def test_hands_that_follow_the_protocol_are_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["rig", "--check-hands", hands(tmp_path)])

    told = capsys.readouterr().out.splitlines()
    assert status == 0
    assert [line.partition(":")[0] for line in told] == ["ok"] * 18


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"why": "no eye"', '"what": 3', "a no has to say why, in words: {"),
        ("asked.get(", "True or asked.get(", "hands that do not know an act have to answer with a no: {"),
    ],
)
def test_hands_that_break_the_protocol_are_told_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, told: str
) -> None:
    status = main(["rig", "--check-hands", hands(tmp_path, HANDS.replace(old, new))])

    assert status == 1
    assert told in capsys.readouterr().out


class EndedHands(subprocess.Popen[str]):
    """Hands that have ended before they are asked."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.wait()


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("print('ready', flush=True)", "answered 'ready', not "),
        ("import sys; sys.exit(3)", "the command of the hands has ended, without an answer"),
    ],
)
@pytest.mark.parametrize("has_ended", [False, True])
def test_hands_that_speak_something_else_are_told(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    program: str,
    told: str,
    has_ended: bool,
) -> None:
    if has_ended:
        monkeypatch.setattr(subprocess, "Popen", EndedHands)
    status = main(["rig", "--check-hands", hands(tmp_path, program)])

    assert status == 2
    assert told in capsys.readouterr().err


def test_every_message_that_a_scenario_can_need_is_in_the_conformance_test() -> None:
    source = Path(manual.__file__).read_text("utf-8")
    sent = set(re.findall(r"\bdo=\"(\w+)\"|\bsee=\"(\w+)\"", source))

    assert {act or eye for act, eye in sent} == {message.get("do", message.get("see")) for message in CONFORMANCE}


# The plugin in somebody else's project.

PLUGIN = ("-p", "no:cacheprovider")


def test_a_users_own_project_runs_scenario_files(pytester: pytest.Pytester) -> None:
    pytester.makefile(".rig.toml", mine=GOOD)
    pytester.makepyfile("def test_of_their_own(): pass")

    result = pytester.runpytest_subprocess(*PLUGIN, "--rig", "engine")

    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*scenarios by rig*", "*engine*", "mine*ok*"])


@pytest.mark.long(keep=0)
def test_a_failure_in_a_users_project_is_one_line(pytester: pytest.Pytester) -> None:
    pytester.makefile(".rig.toml", mine=WRONG)

    result = pytester.runpytest_subprocess(*PLUGIN, "--rig", "engine")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["t (engine): mine.rig.toml:5: the stage is deal, not over"])


def test_a_defect_that_is_known_is_an_expected_failure_of_pytest(pytester: pytest.Pytester) -> None:
    expected = EXPECTED.replace("no game is over so soon", "too soon")
    pytester.makefile(".rig.toml", known=WRONG.replace("steps =", expected), mended=GOOD.replace("steps =", expected))

    result = pytester.runpytest_subprocess(*PLUGIN, "--rig", "engine", "-rx")

    result.assert_outcomes(xfailed=1, failed=1)
    result.stdout.fnmatch_lines(["t (engine): mended.rig.toml: it passes now; remove `expected_to_fail` (too soon)"])
    result.stdout.fnmatch_lines(["XFAIL known.rig.toml::*too soon*"])


def test_a_program_that_fails_in_a_users_project_is_a_row_and_the_next_scenario_runs(pytester: pytest.Pytester) -> None:
    pytester.makefile(".rig.toml", mine=GOOD, other=GOOD)
    pytester.makeconftest(
        """
        from tacotable.rig import backends

        class BadRig(backends.EngineRig):
            def press(self, button):
                raise KeyError("space -3")

        backends.EngineRig = BadRig
        """
    )

    result = pytester.runpytest_subprocess(*PLUGIN, "--rig", "engine")

    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        ["t (engine): mine.rig.toml:4: the program failed at conftest.py:*KeyError: 'space -3'*"]
    )
    result.stdout.fnmatch_lines(["*scenarios by rig*", "mine*FAILED*", "other*FAILED*"])


def test_a_scenario_may_be_skipped_by_the_users_own_rule(pytester: pytest.Pytester) -> None:
    pytester.makefile(".rig.toml", mine=GOOD)
    pytester.makeconftest(
        """
        import pytest

        def pytest_collection_modifyitems(items):
            for item in items:
                item.add_marker(pytest.mark.skip(reason="not today"))
        """
    )

    result = pytester.runpytest_subprocess(*PLUGIN, "--rig", "engine", "-rs")

    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*mine.rig.toml*not today"])


def test_a_junit_report_has_rig_table_program_hub_and_the_line_that_failed(pytester: pytest.Pytester) -> None:
    pytester.makefile(".rig.toml", mine=WRONG)

    pytester.runpytest_subprocess(*PLUGIN, "--rig", "hub", "--junitxml", "report.xml")

    report = ElementTree.parse(pytester.path / "report.xml")  # noqa: S314  # pytest's own
    properties = {each.get("name"): each.get("value") for each in report.iter("property")}
    assert properties == {
        "rig": "hub",
        "table": "tacocat",
        "program": version("tacotable"),
        "hub firmware": PROGRAM,
        "failing line": "mine.rig.toml:5",
    }


def test_projects_without_scenarios_load_nothing_of_tacotable(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_what_is_loaded():
            loaded = sorted(name for name in sys.modules if name.startswith("tacotable"))
            assert loaded in ([], ["tacotable", "tacotable.errors", "tacotable.rig", "tacotable.rig.plugin"])
        """
    )

    result = pytester.runpytest_subprocess(*PLUGIN)

    result.assert_outcomes(passed=1)
    assert "scenarios by rig" not in result.stdout.str()


@pytest.mark.long(keep=0)
def test_a_file_with_a_mistake_is_a_failure_and_the_other_tests_run(pytester: pytest.Pytester) -> None:
    pytester.makefile(".rig.toml", mine=GOOD.replace("tap", "tip"), other=GOOD)
    pytester.makepyfile("def test_of_their_own(): pass")

    result = pytester.runpytest_subprocess(*PLUGIN, "--rig", "engine")

    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["mine.rig.toml:4: a step does one thing: *; this has tip"])


@pytest.mark.long(keep=0)
def test_where_the_hubs_program_is_missing_a_scenario_with_a_fault_runs_on_the_other_rigs(
    pytester: pytest.Pytester,
) -> None:
    fault = '{ break = "reader YAY.pad", by = "silence" },'
    pytester.makefile(".rig.toml", mine=GOOD.replace("steps = [", f"steps = [\n  {fault}"))
    pytester.makeconftest(
        """
        import tacotable_sim.hub.program
        tacotable_sim.hub.program.__file__ = "/nowhere/tacotable_sim/hub/program.py"
        """
    )

    result = pytester.runpytest_subprocess(*PLUGIN, "--rig", "sim", "--rig", "hub")

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["mine*ok*-", "not run on hub: mine: the hub's program is not at /*"])


def test_a_users_own_scenario_follows_the_shipped_beginnings_and_its_report_is_quiet(pytester: pytest.Pytester) -> None:
    text = GOOD.replace('{ tap = "YAY.ok" }', '{ follow = "tacocat-begins.steps.toml" }').replace('"deal"', '"play"')
    pytester.makefile(".rig.toml", mine=text)

    result = pytester.runpytest_subprocess(*PLUGIN, "--rig", "sim", "--rig", "hub")

    result.assert_outcomes(passed=2)
    assert "Warning" not in result.stdout.str()
