"""Which games there are: those that come with the project, and those of installed packages.

A package brings one by an entry point of the group `tacotable.games` (a `GameSpec`). They are looked for once. One that
cannot be had is left out and told (`refused`), and no table is read then, so that nothing is missed in a game.

A printing is one file; `add_printing` adds one to the game that knows its keys, for as long as the program runs.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Literal

from tacotable_engine.errors import RulesetError
from tacotable_engine.exploding import ruleset as exploding
from tacotable_engine.exploding.rules import RULES as EXPLODING_RULES
from tacotable_engine.exploding.state import PROMPTS as EXPLODING_PROMPTS
from tacotable_engine.printing import Printing
from tacotable_engine.rulings import MATCH_RULES
from tacotable_engine.tacocat import ruleset as tacocat
from tacotable_engine.tacocat.rules import RULES as TACOCAT_RULES
from tacotable_engine.tacocat.state import PROMPTS as TACOCAT_PROMPTS

if TYPE_CHECKING:
    from tacotable_engine.game import Game

GROUP = "tacotable.games"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """A game, or a family of printings with the same rules. Parts are named `module:name`, imported when needed."""

    name: str
    needs: Literal["board", "play", "pads"]
    """What it is played with: a board and its token, a pad in the middle or one at each seat, or these at each seat."""
    rules: str  # Its `tacotable_engine.game.Game`.
    companion: str = ""  # Its `tacotable_engine.companion.answers.Companion`; a game may go without.
    lessons: str = ""  # The package and the file of its lessons; a game may go without.
    table: str = ""  # Its `tacotable.state.situation.Family`: what cards, buttons and time mean, and what is shown.
    people: str = ""  # Its simulated people, a `tacotable.autoplay.players.PacedSeating`; a game may go without.
    hands: str = ""  # The hands of its page's people at a simulated table; by default those that lay cards on pads.
    words: str = ""  # The package of its catalogs, a file a language (`en.toml`); the project's own are in its catalog.
    names: Callable[[], tuple[str, ...]]  # Returns its rulesets, in the order of the lobby.
    printing: Callable[[str], Printing]  # Returns one of them as it is listed.
    keys: Collection[str] = ()  # The keys of a printing's file.
    add: Callable[[Mapping[str, Any]], str] | None = None
    """Adds the printing of a file and returns its name; raises RequestError naming the key that is wrong."""


def _tacocat(name: str) -> Printing:
    edition = tacocat.load_ruleset(name)
    return Printing(
        id=name,
        names=edition.names,
        seats=tacocat.SEATS,
        cards=tuple(edition.deck.cards),
        prompts=TACOCAT_PROMPTS,
        rules=(*TACOCAT_RULES, *MATCH_RULES),
    )


def _exploding(name: str) -> Printing:
    ruleset = exploding.load_ruleset(name)
    return Printing(
        id=name,
        names=ruleset.names,
        seats=ruleset.players,
        cards=ruleset.cards,
        named_cards=tuple(ruleset.counts),
        lethal=ruleset.lethal,
        sets=ruleset.sets,
        prompts=EXPLODING_PROMPTS,
        rules=(*EXPLODING_RULES, *MATCH_RULES),
    )


TACOCAT = GameSpec(
    name="tacocat",
    needs="board",
    rules="tacotable_engine.tacocat.game:TACOCAT",
    companion="tacotable_engine.companion.tacocat.companion:TACOCAT",
    lessons="tacotable_engine.companion.lessons:tacocat.toml",
    table="tacotable.games.tacocat.game:TACOCAT",
    people="tacotable.autoplay.players:tacocat",
    hands="tacotable.simulation.hands.tacocat:TacocatHands",
    names=tacocat.RULESETS.names,
    printing=_tacocat,
    keys=tacocat.RULESET_KEYS,
    add=tacocat.RULESETS.add,
)
EXPLODING = GameSpec(
    name="exploding",
    needs="play",
    rules="tacotable_engine.exploding.game:EXPLODING",
    companion="tacotable_engine.companion.exploding.companion:EXPLODING",
    lessons="tacotable_engine.companion.lessons:exploding.toml",
    table="tacotable.games.exploding.game:EXPLODING",
    people="tacotable.autoplay.players:exploding",
    hands="tacotable.simulation.hands.exploding:KittensHands",
    names=exploding.RULESETS.names,
    printing=_exploding,
    keys=exploding.KEYS,
    add=exploding.RULESETS.add,
)
SHIPPED = (TACOCAT, EXPLODING)


@dataclass(frozen=True, slots=True)
class Registry:
    """The games by their names, and what was refused."""

    specs: Mapping[str, GameSpec]
    refused: tuple[str, ...]


@cache
def games() -> Registry:
    """Return the games there are."""
    return registered(entry_points(group=GROUP))


def registered(entries: Iterable[EntryPoint]) -> Registry:
    """Return the shipped games with those that entry points bring."""
    specs = {spec.name: spec for spec in SHIPPED}
    faults = []
    for entry in sorted(entries, key=lambda entry: (entry.name, entry.value)):
        try:
            spec = entry.load()
            _try(spec, specs)
        except Exception as error:  # noqa: BLE001  # a package of somebody else may fail in any way
            package = entry.dist.name if entry.dist else entry.value
            faults.append(f"{entry.group}: {entry.name!r} of the package {package}: {error}; mend or uninstall that")
        else:
            specs[spec.name] = spec
    return Registry(specs, tuple(faults))


def _try(spec: object, specs: Mapping[str, GameSpec]) -> None:
    """Raise whatever keeps a spec of a package from being used: here, and not in a game."""
    if not isinstance(spec, GameSpec):
        raise RulesetError(f"{spec!r} is no GameSpec")
    if not re.fullmatch(r"[a-z][a-z0-9-]*", spec.name) or spec.name in specs:
        raise RulesetError(f"{spec.name!r} cannot be its name, or is another game's already; give it one of its own")
    taken = {name for other in specs.values() for name in other.names()}
    for name in spec.names():
        if name in taken:
            raise RulesetError(f"{name!r} is a ruleset of another game already; give it a name of its own")
        if not spec.printing(name).cards:
            raise RulesetError(f"{name!r} has no cards")
    for part in ("rules", "table", "words", *(["companion"] if spec.companion else [])):
        part_of(spec, part)
    told = tomllib.loads(files(spec.words).joinpath("en.toml").read_text(encoding="utf-8"))
    lacking: list[str] = []
    for printing in map(spec.printing, spec.names()):
        cards = (card for card in printing.named_cards if card not in printing.names.cards)
        rules = (code for code in printing.rules if code not in MATCH_RULES)
        for group, codes in (("card", cards), ("prompt", printing.prompts), ("rule", rules)):
            lacking += [f"[{group}.{code}]" for code in codes if code not in told.get(group, {})]
    if lacking:
        raise RulesetError(f"words: en.toml lacks {', '.join(lacking)}")


def part_of(spec: GameSpec, part: str) -> Any:
    """Import what a spec names as one of its parts; raises RulesetError naming it."""
    place = getattr(spec, part)
    try:
        return resolve_name(place)
    except Exception as error:  # a package of somebody else may fail in any way
        raise RulesetError(f"{part}: {place!r} cannot be imported: {error}") from error


def rulesets() -> tuple[str, ...]:
    """Return every ruleset there is, game by game."""
    return tuple(name for spec in games().specs.values() for name in spec.names())


def spec_of(ruleset: str) -> GameSpec:
    """Return the game that knows a ruleset; raises RulesetError when there is none."""
    for spec in games().specs.values():
        if ruleset in spec.names():
            return spec
    raise RulesetError(f"{ruleset!r} is not known here; add --printing FILE, or install its package")


def rules_of(ruleset: str) -> Game:
    """Import the rules that a ruleset is played by; raises RulesetError when there are none."""
    rules: Game = part_of(spec_of(ruleset), "rules")
    return rules


@cache
def printing_of(ruleset: str) -> Printing:
    """Return how a ruleset is listed; raises RulesetError, also when there is none of this name."""
    return spec_of(ruleset).printing(ruleset)


def add_printing(values: Mapping[str, Any]) -> str:
    """Add the printing that a file describes, and return its name; raises RequestError, which names the key."""
    able = ((len(values.keys() & set(spec.keys)), spec.add) for spec in games().specs.values() if spec.add)
    _, add = max(able, key=lambda pair: pair[0])
    return add(values)
