"""Whatever hands do at the table: each display has words in both languages, and the journal gives the same again."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from pi.kitten_hands import KittenHands
from pi.public_state import public_state
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.core.restore import misfit
from tacotable.display.draw import draw
from tacotable.state.facts import Began
from tacotable.state.situation import Situation
from tacotable_drivers import ports
from tacotable_engine.exploding.ruleset import RULESETS

WORDS = [Catalog(language) for language in LANGUAGES]
LIKELY = {"defuse": ("defuse", "skip", "clone"), "window": ("nope", "nope", "clone"), "give": ("defuse", "attack")}
"""Cards that hands show in a phase more often than others."""


def press(hands: KittenHands, chance: Random) -> None:
    asked = public_state(hands.situation).get("to_act") or []
    assert isinstance(asked, list)
    seat = chance.choice(asked) if asked and chance.random() < 0.8 else str(chance.randint(1, 10))
    button = f"{seat}.{chance.choice(('ok', 'ok', 'nope'))}"
    hands.hold(button) if chance.random() < 0.05 else hands.tap(button)


def press_together(hands: KittenHands, chance: Random) -> None:
    hands.wait(700)
    for seat in "1234":
        hands.press(f"{seat}.nope", hands.now_ms - chance.choice((0, 4, 20)))


def show(hands: KittenHands, chance: Random) -> None:
    likely = LIKELY.get(str(hands.phase()), ())
    shown = [card for entry in hands.situation.game.entries.values() for card in entry.cards]
    any_card = chance.choice(list(hands.faces.values()))
    face = chance.choice((*likely, *likely, *shown, *shown, any_card, any_card))
    tags = [tag for tag, own in hands.faces.items() if own == face]
    if tags:
        hands.show_tag(chance.choice(tags))


def show_lethal(hands: KittenHands, chance: Random) -> None:
    lethal = [tag for tag, face in hands.faces.items() if face.startswith("exploding")]
    hands.show_tag(chance.choice(lethal))


def wait(hands: KittenHands, chance: Random) -> None:
    hands.wait(chance.choice((20, 300, 1_000, 3_100, 6_000)))


def trouble(hands: KittenHands, chance: Random) -> None:
    tags = chance.sample(list(hands.faces), 2)
    chance.choice(
        (
            lambda: hands.tell(ports.ZoneUnknown("play", hands.now_ms)),
            lambda: hands.tell(ports.TagsCrowded("play", tuple(tags), hands.now_ms)),
            lambda: hands.show_tag("04FFFFFFFFFFFF"),
            hands.hiccup,
            hands.lift,
        )
    )()


DOING: tuple[Callable[[KittenHands, Random], None], ...] = (
    *(press,) * 9,
    *(show,) * 8,
    press_together,
    show_lethal,
    wait,
    trouble,
)


def read_everything(hands: KittenHands) -> None:
    """Read all displays, prompts, lights and the log's last lines in both languages; a missing word raises."""
    scene = hands.scene
    for words in WORDS:
        for screen in scene.screens.values():
            assert draw(screen, words.language).text
        for sign in (*scene.prompts.values(), *scene.public_prompts.values()):
            assert words.say(sign.code, sign.values)
        for light in (*scene.lights, *scene.lamps.values()):
            assert words.say(light.meaning)
        for entry in hands.situation.log[-8:]:
            assert words.say(entry.code, entry.values)


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("game", RULESETS.shipped)
@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_hands_do_is_told_and_can_be_replayed(game: str, seed: int) -> None:
    chance = Random(seed)
    hands = KittenHands(game, has_displays=seed == 2)
    hands.begin(*map(str, range(1, chance.choice((2, 3, 4)) + 1)))
    for _ in range(150):
        chance.choice(DOING)(hands, chance)
        read_everything(hands)

    replay = Situation(hands.situation.devices.table, hands.faces)
    for fact in hands.log.facts:
        if isinstance(fact, Began):
            replay = Situation(hands.situation.devices.table, hands.faces)
        assert misfit(fact, replay) is None
