"""What a scenario may say besides: what must not be so, alternatives, rhythms, sounds, what lies where, own tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tacotable.autoplay.rig_tables import simulated_bench
from tacotable.rig.backends import run
from tacotable.rig.checks import look_of, unlike
from tacotable.rig.names import names_at
from tacotable.rig.rigs import RigError
from tacotable.rig.scenario import STEPS, Condition, Expect, ScenarioFile
from tacotable.rig.scenario_file import ScenarioError, read_scenario
from tacotable.rig.simulated import is_made_of
from tacotable.table.file import SHIPPED, read_table
from tacotable_drivers.lights.lights import lit
from tacotable_drivers.ports import Pattern

ROOT = Path(__file__).parents[2]
DUEL = '{ follow = "tacocat-begins.steps.toml" },\n{ place = "9", on = "YAY.pad" },\n'
RIGS = pytest.mark.parametrize("rig", ["engine", "sim", "hub"])


def played(folder: Path, steps: str, rig: str, head: str = 'table = "tacocat"') -> str:
    """Return why a scenario with these steps fails on a rig; nothing where it passes."""
    path = folder / "x.rig.toml"
    path.write_text(f'title = "t"\n{head}\nsteps = [\n{steps}\n]\n', encoding="utf-8")
    outcome = run(read_scenario(path), rig)
    assert outcome.verdict != "not run", outcome.reason
    return outcome.reason


@pytest.mark.long(keep=6)
@RIGS
@pytest.mark.parametrize(
    "expected",
    [
        'not = { sound = "refused", stage = "over" }',
        'not = { lamp = { "YAY.ok" = "flashing" } }',
        'not = { either = [{ stage = "over" }, { stage = "deal" }] }',
        'either = [{ stage = "over" }, { lamp = { "WOW.ok" = "steady" }, not = { stage = "over" } }]',
        'sounds = ["sealed"], lamp = { "YAY.ok" = "dark", "WOW.ok" = "steady" }',
        'state = { wins = { YAY = 0 }, seats = { has = ["WOW"] }, discard = { n = 0 }, pile = { n = { least = 24 } } }',
        'lies = { "YAY.pad" = ["9"], "WOW.pad" = 0, draw = { n = 37, has = ["8", "8"] }, token = 0 }',
    ],
)
def test_what_is_so_is_found_so(tmp_path: Path, rig: str, expected: str) -> None:
    assert played(tmp_path, f"{DUEL}{{ expect = {{ {expected} }} }},", rig) == ""


@pytest.mark.long(keep=8)
@RIGS
@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ('not = { stage = "over", sound = "sealed" }', 'this is so, and should not be: {"sound":"sealed"}'),
        ('not = { either = [{ stage = "play" }] }', 'this is so, and should not be: {"stage":"play"}'),
        (
            'either = [{ stage = "over" }, { acts = 9 }]',
            "the stage is play, not over; or 3 acts were accepted, not 9",
        ),
        ("sounds = []", "the sounds since the last step are sealed, not none"),
        ('lamp = { "WOW.ok" = "fast" }', "lamp WOW.ok is meant steady, not fast"),
        ("state = { wins = { YAY = 1 } }", "the referee's wins.YAY is 0, not 1"),
        ("state = { seats = { n = 3 } }", "the length of the referee's seats is 2, not 3"),
        ("not = { state = { phse = 1 } }", "state: the referee tells no 'phse'; it tells game, mode,"),
        ('lies = { "YAY.pad" = ["8"] }', "what lies at YAY.pad[0] is '9', not '8'"),
        ('lies = { token = "up" }', "what lies at token is 0, not 'up'"),
        ('not = { lamp = { "ME.ok" = "dark" } }', "lamp: table 'tacocat' has no lamp 'ME.ok'; there are YAY.ok,"),
    ],
)
def test_what_is_not_so_is_found_not_so(tmp_path: Path, rig: str, expected: str, told: str) -> None:
    reason = played(tmp_path, f"{DUEL}{{ expect = {{ {expected} }}, within_s = 0.1 }},", rig)

    assert told in reason.replace("'tacocat-hub'", "'tacocat'")


@RIGS
def test_what_must_stay_so_is_watched(tmp_path: Path, rig: str) -> None:
    refused = '{ follow = "tacocat-begins.steps.toml" },\n{ tap = "YAY.no" },\n'
    expected = '{ expect = { sound = "refused", not = { screen = { YAY = "sign.duel" } } }, for_s = %s },'

    assert played(tmp_path, refused + expected % 1.0, rig) == ""
    assert "it was so for " in played(tmp_path, refused + expected % 30.0, rig)


@RIGS
def test_sounds_are_those_since_the_last_step_alone(tmp_path: Path, rig: str) -> None:
    steps = f"{DUEL}{{ wait = 1.0 }},\n{{ expect = {{ sounds = [] }}, for_s = 1.0 }},\n"
    steps += '{ place = "5", on = "WOW.pad", pause_s = 0.4 },\n{ expect = { sounds = ["duel-revealed"] } },'

    assert played(tmp_path, steps, rig) == ""


@pytest.mark.long
@RIGS
def test_a_button_is_pressed_until_words_show(tmp_path: Path, rig: str) -> None:
    head = 'table = "kittens"\nlanguage = "zh-TW"'
    steps = '{ follow = "kittens-begin.steps.toml" },\n{ hold = "1.nope" },\n'
    steps += '{ turn = "1.nope", until_text = "離開遊戲", on = "table" },\n'
    steps += '{ expect = { item = { table = "menu.leave-game" } } },'

    assert played(tmp_path, steps, rig, head) == ""
    assert "does not show '退場'" in played(tmp_path, steps.replace("離開遊戲", "退場"), rig, head)


@RIGS
def test_a_scenario_may_be_about_a_table_of_ones_own(tmp_path: Path, rig: str) -> None:
    shipped = "tacocat-hub" if rig == "hub" else "tacocat"
    text = (ROOT / f"firmware/pi/tacotable/tables/{shipped}.toml").read_text(encoding="utf-8")
    (tmp_path / "own.toml").write_text(text.replace('"YAY"', '"ANN"'), encoding="utf-8")
    steps = '{ tap = "ANN.ok" },\n{ tap = "ANN.ok" },\n{ expect = { text = { ANN = "WOW" } } },'

    assert played(tmp_path, steps, rig, 'table = "own.toml"') == ""


def test_a_scenario_of_a_hubs_table_runs_on_the_rig_with_the_hub(tmp_path: Path) -> None:
    path = tmp_path / "x.rig.toml"
    path.write_text('title = "t"\ntable = "tacocat-hub"\nsteps = [\n{ tap = "YAY.ok" },\n]\n')
    scenario = read_scenario(path)

    verdicts = {rig: run(scenario, rig).verdict for rig in ("engine", "sim", "hub")}
    assert verdicts == {"engine": "passed", "sim": "not run", "hub": "passed"}


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ('table = "kittens"\ngame = "tc38"', "x.rig.toml:3: game: table 'kittens' plays ek120, min72, zh56, not tc38"),
        ('table = "buttons"\nmode = "seen"', "x.rig.toml:3: mode: seen needs a reader at every seat"),
        ('table = "tacocat"\nlanguage = "de"', "x.rig.toml:3: language: 'de' is not known here; give one of en, zh-TW"),
        ('table = "tacocat"\nmodes = "seen"', "x.rig.toml:3: modes: unknown key `modes`; did you mean `mode`?"),
        ('table = "bad.toml"', "x.rig.toml:2: table: .*bad.toml: nam: unknown key `nam`; did you mean `name`?"),
    ],
)
def test_a_mistake_above_the_steps_is_told_with_its_line(tmp_path: Path, head: str, told: str) -> None:
    (tmp_path / "bad.toml").write_text('nam = "x"\n')

    with pytest.raises(ScenarioError, match=told.replace("?", r"\?")):
        played(tmp_path, '{ tap = "YAY.ok" },', "engine", head)


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ('{ expect = { lamp = { "YAY.ok" = "blink" } } }', "'blink' is not known here; give one of dark, double, fast"),
        ("{ expect = { not = { lamps = {} } } }", "expect.not.lamps: unknown key `lamps`; did you mean `lamp`?"),
        ("{ expect = { either = [{}] } }", "nothing is expected"),
        ('{ expect = { either = [{ sounds = ["boo"] }] } }', "there is no sound 'boo'; there are none, press"),
        ('{ turn = "YAY.no", on = "YAY" }', "turn: until what"),
        ("{ expect = { not = { not = { not = { acts = 1 } } } } }", "unknown key `not`"),
    ],
)
def test_a_mistake_in_a_step_is_told_with_what_there_is(tmp_path: Path, step: str, told: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        played(tmp_path, f"{step},", "engine")

    assert str(raised.value).startswith("x.rig.toml:4: ")
    assert told in str(raised.value)


def test_a_value_without_keys_is_no_table() -> None:
    with pytest.raises(RigError, match="it has no keys; give a value, or a table of has, n, least, most"):
        list(unlike("alive", ["1"], {"hass": ["1"]}))


def test_a_failure_tells_the_steps_up_to_it(tmp_path: Path) -> None:
    path = tmp_path / "x.rig.toml"
    path.write_text(f'title = "t"\ntable = "tacocat"\nsteps = [\n{DUEL}{{ expect = {{ stage = "over" }} }},\n]\n')

    trace = run(read_scenario(path), "sim").trace

    assert '   3.6 s  x.rig.toml:5  { place = "9", on = "YAY.pad" }' in trace
    at = trace.index('   3.6 s  x.rig.toml:5  { place = "9", on = "YAY.pad" }')
    assert trace[at + 1].startswith('          YAY sign.sealed "')
    assert trace[at + 2 : at + 4] == ("          YAY.ok dark", "          sounds: sealed")


@pytest.mark.parametrize("look", ["slow", "fast", "double", "steady", "dark"])
def test_each_rhythm_is_told_apart_from_any_moment_on(look: str) -> None:
    pattern = {"steady": Pattern.SOLID, "dark": Pattern.OFF}.get(look) or Pattern(look)

    looks = {look_of([lit(pattern, begun + glance * 40) for glance in range(30)], 0.04) for begun in range(1_000)}

    assert looks == {look}


@pytest.mark.parametrize("rig", ["sim", "hub"])
def test_a_rhythm_is_that_of_the_lamp_and_not_only_what_the_program_means(tmp_path: Path, rig: str) -> None:
    steps = '{ break = "lamp YAY.ok", by = "dead" },\n{ wait = 0.5 },\n{ expect = { lamp = { "YAY.ok" = "fast" } } },'

    assert played(tmp_path, steps, rig) == "x.rig.toml:6: lamp YAY.ok looks dark, not fast"


@pytest.mark.parametrize(
    ("heard", "sounds", "before", "is_so"),
    [
        ([], (), "none", True),
        ([880.0, 0.0], (), "turn", True),
        ([880.0, 0.0, 220.0], (), "turn", False),
        ([659.0, 1047.0, 0.0], ("turn", "card"), "none", True),
        ([659.0, 880.0, 0.0], ("turn", "card"), "none", False),
        ([220.0, 1047.0, 0.0], ("turn", "card"), "none", False),
        ([1047.0, 0.0, 880.0, 0.0], ("card",), "none", True),
    ],
)
def test_tones_are_told_apart_though_a_sound_ends_the_one_before(
    heard: list[float], sounds: tuple[str, ...], before: str, is_so: bool
) -> None:
    assert is_made_of(heard, sounds, before) is is_so


def test_a_lamp_that_changes_has_no_rhythm() -> None:
    assert look_of([True] * 10 + [False] * 20, 0.04) == "unsteady"


@pytest.mark.parametrize("name", SHIPPED)
def test_the_names_at_a_table_are_those_of_its_things_and_its_scene(name: str) -> None:
    table = read_table(name)

    names = names_at(table)

    with simulated_bench(table) as (bench, simulated):
        scene = bench.program.controller.scene
        assert set(names["place"]) == set(simulated.truth.places)
        assert set(names["display"]) == set(scene.screens)
        assert set(names["lamp"]) <= set(scene.lamps)
        assert len(names["light"]) == len(scene.lights)


def test_the_guide_names_every_key_and_every_name_of_the_shipped_tables() -> None:
    page = (ROOT / "docs/rig.md").read_text(encoding="utf-8")
    keys = {
        *STEPS,
        *(field for kind in (Condition, Expect, ScenarioFile) for field in kind.__struct_fields__),
        "not",
        "either",
    }
    names = {
        name
        for table in ("tacocat", "kittens", "buttons")
        for kind, there in names_at(read_table(table)).items()
        for name in there
        if kind in ("card", "place", "button", "lamp", "display")
    }

    assert {key for key in keys if not re.search(rf"`[^`]*\b{key}\b[^`]*`", page)} == set()
    assert {name for name in names if name not in page and not re.search(r"(^|\D)[2-9](\D|$)", name)} == set()
