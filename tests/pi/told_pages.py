"""Pages of every role on one table through whole games, and a search of all that they are told.

What a role may know is what lies where: the own hand, what lies open, what was shown a few acts ago. It is read off the
physical table and the journal, never from what the program shows. A simulated and a real page hang on the same game.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any, cast

import msgspec
from starlette.websockets import WebSocket

from pi.public_state import public_state
from pi.worlds import SECRET_UNTIL_SHOWN, SHOWING, enrolled
from tacotable.app.program import MemoryLog
from tacotable.app.simulated import hands_at
from tacotable.autoplay.games import LONGEST_GAME_S
from tacotable.autoplay.players import people_at
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.dialogs import hints
from tacotable.simulation.hands.base import TableHands, sim_name
from tacotable.state.facts import Acted, Hinted
from tacotable.state.game_state import Stage
from tacotable.table.kinds import deck_of
from tacotable.web.keys import Keys, bytes_needed, make_keys
from tacotable.web.limits import Limits
from tacotable.web.live import Live
from tacotable.web.model import PageModel
from tacotable.web.page import TablePage
from tacotable.web.stage import StageModel
from tacotable_sim.truth import BOX, DISCARD, DRAW, Card, Truth, hand_of

LIMITS = Limits(per_s=1e6, burst=1_000_000, rest_s=1.0)
DELAY_S = 12.0
ARBITER, SPECTATOR, STAGE, HOST = "arbiter", "", "stage", "simulation"
ON_PAGES = ("lamps", "lights", "tone")
SEATS = 4
LAST_FACTS = 9
"""So many facts back a card was seen that a text may still name: the last three plays are told, and no older card."""
TIMES = re.compile("×[0-9]+")
"""How often a card is told."""
COUNTS = frozenset(
    f"{{{name}}}" for name in ("n", "m", "most", "left", "round", "max", "limit", "fewest", "stack", "number", "all")
)
LEAST_SIGNS = 6
"""So much a sentence has besides its values."""
ANY_GAME = (("scene", "arbiter"), ("scene", "lessons"))
"""What those who decide are told, and which lessons there are."""
NO_TEXTS = frozenset(("title", "section", "lethal_card", "phase")) | frozenset(
    ("picture", "alt", "source", "rule", "verdict", "numbers", "label")
)
SPOKEN = frozenset(("exploding-kitten", "exploding-minion"))
"""Cards that each prompt to draw speaks of, and that are told as soon as they are drawn."""
ANY_CARD = "sign.names"
"""Behind this sentence each card of the game stands in turn."""
GLANCE_S = 5.0
ASKED_EACH = 4
"""At each fourth glance the seats' pages ask for hints and odds."""
RUN = re.compile(r"[0-9A-Z]{8,}|[0-9a-z]{14,}")
"""What a tag or a key may be part of."""
VALUE = re.compile(r"\{[a-z_]*\}")
"""Where a sentence of the catalogs takes a value."""
PLURAL = re.compile(r"\{[a-z_]+:([^|}]*)\|([^}]*)\}")
"""Where a sentence has one word for one and another for several."""


@dataclass(frozen=True, slots=True)
class Known:
    """What everybody, and each seat, could know at a moment: faces in sight, and how many facts there were."""

    at_s: float
    facts: int
    faces: Mapping[str, frozenset[str]]


class Sight:
    """Follows hands and eyes at a table: which faces each viewer has seen, and when."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self.hosted: tuple[str, ...] = ()
        """The seats that the host plays, where others have phones or robots."""
        self.facts_read = self._hinted = 0
        self._shown: set[Card] = set()
        self._laid: set[str] = set()
        """Cards that lie face down until each seat has laid one."""
        self._history: list[Known] = []
        self._allowed: dict[tuple[str, int], frozenset[str]] = {}

    @property
    def truth(self) -> Truth:
        return self._rig.table.truth

    def note(self) -> None:
        """Look at the table after a change."""
        told = self._told() | self._laid_out()
        truth, places = self.truth, (DISCARD, *self._rig.table.truth.zones, *self._rig.table.plan.rows)
        lying = {card for place in places for card in truth.at(place) if truth.is_face_up(card.tag)}
        self._shown |= lying
        is_open = {card.face for card in lying} | told
        is_open |= {card.face for card in truth.at(BOX) if card in self._shown}  # all saw them leave the game
        seats = self._rig.program.controller.situation.seats
        faces = {seat: frozenset(is_open | {card.face for card in truth.at(hand_of(seat))}) for seat in seats}
        faces[SPECTATOR] = frozenset(is_open)
        faces[HOST] = frozenset().union(is_open, *(faces[seat] for seat in self.hosted))
        if told or not self._history or self._history[-1].faces != faces:
            self._history.append(Known(self._rig.loop.time(), self.facts_read - self._hinted, faces))

    def may_name(self, viewer: str, late_s: float = 0) -> frozenset[str]:
        """Return the faces that a viewer may be told of: those in sight now or a few acts ago, or so long before."""
        last = len(self._history)
        while late_s and last and self._history[last - 1].at_s > self._rig.loop.time() - late_s:
            last -= 1
        if (viewer, last) not in self._allowed:
            known = self._history[:last]
            since = known[-1].facts - LAST_FACTS if known else 0
            recent = [each.faces[viewer] for each in known[-400:] if each.facts >= since]
            self._allowed[viewer, last] = frozenset().union(*recent)
        return self._allowed[viewer, last]

    def ever(self) -> frozenset[str]:
        """Return the faces that everybody has seen in this game."""
        return frozenset().union(*(known.faces[SPECTATOR] for known in self._history))

    def _laid_out(self) -> set[str]:
        """Return the faces in the hands of those who are out: they lay them open."""
        situation = self._rig.program.controller.situation
        alive = public_state(situation).get("alive")
        out = [seat for seat in situation.game.players if alive is not None and seat not in alive]
        return {card.face for seat in out for card in self.truth.at(hand_of(seat))}

    def _told(self) -> set[str]:
        """Return the faces that the referee has told everyone since it was asked last."""
        journal, game = self._rig.program.journal, self._rig.program.controller.situation.game
        assert isinstance(journal, MemoryLog)
        told: set[str] = set()
        for fact in journal.facts[self.facts_read :]:
            self._hinted += isinstance(fact, Hinted)  # a hint shows no card
            if isinstance(fact, Acted) and fact.ruling != "illegal":
                faces = set(_strings(fact.act))
                (self._laid if fact.act["do"] in SECRET_UNTIL_SHOWN else told).update(faces)
        self.facts_read = len(journal.facts)
        if any(event["type"] in SHOWING for event in game.last_events):
            told, self._laid = told | self._laid, set()
        return told


def _strings(value: object) -> Iterator[str]:
    """Yield all strings and numbers in JSON values, as strings."""
    if isinstance(value, Mapping):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _strings(each)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def _leaves(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield what is at the ends of JSON values, each with the way there."""
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from _leaves(each, (*path, str(name)))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _leaves(each, (*path, str(index)))
    else:
        yield path, value


def told_in(message: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield all that a message tells, each with its place in the picture, whether it is told whole or as a patch."""
    if message["type"] != "patch":
        yield from _leaves(message, (message["type"],))
        return
    yield from _leaves(message["set"], (message["of"],))
    for path, values in message["at"]:
        yield from _leaves(values, (message["of"], *path))


class Words:
    """Finds cards that a text names: what its sentence says of itself, and what it counts, is taken out before."""

    def __init__(self, faces: frozenset[str]) -> None:
        self.faces = faces
        self._named: dict[str, set[str]] = {}
        self._found: dict[str, frozenset[frozenset[str]]] = {}
        for words in map(Catalog, LANGUAGES):
            for face in faces - SPOKEN:
                if (code := f"card.{face}") in words.messages:
                    for name in (words.say(code), words.web(code)):
                        self._named.setdefault(name.lower(), set()).add(face)
        names = "|".join(map(re.escape, sorted(self._named or faces, key=len, reverse=True)))
        self._name = re.compile(names if self._named else rf"(?<![0-9])(?:{names})(?![0-9])")
        sentences = {sentence for words in map(Catalog, LANGUAGES) for sentence in _sentences(words)}
        any_card = [str(words.messages[ANY_CARD]["say"]).lower() for words in map(Catalog, LANGUAGES)]
        self._sentences = [
            (max(VALUE.split(sentence), key=len).strip(), _pattern_of(sentence, any_card))
            for sentence in sorted(sentences, key=len, reverse=True)
            if self._name.search(VALUE.sub("1" if not self._named else "", sentence))
        ]

    def of(self, text: str) -> frozenset[frozenset[str]]:
        """Return the cards that a text names: for each name those that bear it."""
        if text in self.faces:
            return frozenset((frozenset((text,)),)) if text not in SPOKEN else frozenset()
        if text not in self._found:
            left = TIMES.sub("", text.lower())
            for part, sentence in self._sentences if self._name.search(left) else ():
                if part in left:
                    left = sentence.sub(lambda found: " ".join(filter(None, found.groups())), left)
            self._found[text] = frozenset(
                frozenset(self._named.get(name, (name,))) for name in self._name.findall(left)
            )
        return self._found[text]


def _sentences(words: Catalog) -> Iterator[str]:
    """Yield the sentences of a catalog that are more than a value or the name of a card."""
    for code, message in words.messages.items():
        for form in () if code.startswith(("card.", "page.")) else message.values():
            sentence = " / ".join(form) if isinstance(form, list) else str(form)
            if len(VALUE.sub("", sentence)) >= LEAST_SIGNS:
                yield from {PLURAL.sub(word, sentence).lower() for word in (r"\1", r"\2")}


def _pattern_of(sentence: str, any_card: Collection[str]) -> re.Pattern[str]:
    """Return what finds a sentence with any values; the groups are those values that are not counted."""
    parts = VALUE.split(sentence)
    values = ["[0-9]+" if name in COUNTS else "(.*?)" for name in VALUE.findall(sentence)]
    if values and not parts[-1]:
        values[-1] = values[-1].replace("?", "")
    told = " ?".join(
        re.escape(part).replace("\\ ", " ?") + value for part, value in zip(parts, [*values, ""], strict=True)
    )
    return re.compile(told + ".*" if sentence in any_card else told)


@dataclass(slots=True)
class Listener:
    """The far end of a page's socket, which searches each message as it comes; stands in for a WebSocket."""

    game: WatchedGame
    viewer: str
    """A seat, or who has none."""
    key: str = ""
    language: str = "en"
    late_s: float = 0
    is_real: bool = False
    count: int = 0
    looked: int = 0
    """So many values of private looks it was told."""
    own: int = 0
    """So often it was told a card of its hand."""
    lines: set[str] = field(default_factory=set)
    """The texts of the log."""
    said: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    _cards: dict[str, tuple[str, int]] = field(default_factory=dict)

    @property
    def seat(self) -> str | None:
        return self.viewer if self.viewer in self.game.seats else None

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats whose cards, displays and looks it may see."""
        return self.game.sight.hosted if self.viewer == HOST else tuple(filter(None, (self.seat,)))

    async def receive_text(self) -> str:
        return await self.said.get()

    async def close(self, code: int) -> None:
        self._breach(f"closed with {code}")

    async def send_text(self, text: str) -> None:
        """Search a message for what its reader may not know."""
        self.count += 1
        if secret := self.game.secret_in(text, besides=self.key):
            self._breach(f"{secret} in {text[:200]}")
        message = json.loads(text)
        if message["type"] == "error":
            self._breach(text)
        if message["type"] == "welcome":
            return  # all words of the page, and the rules: the same in each game
        if message["type"] == "truth" or message.get("of") == "truth":
            self._search_truth(message)
        for path, value in told_in(message):
            if path[0] == "truth":
                continue
            if path[:2] == ("scene", "screens") and path[2] in self.game.seats and path[2] not in self.seats:
                self._breach(f"the display of {path[2]}")
            if isinstance(value, str) and NO_TEXTS.isdisjoint(path) and path[:2] not in ANY_GAME:
                self._search(path, value)
            if path[0] == "log" and path[-1] == "text":
                self.lines.add(str(value))

    def _search(self, path: tuple[str, ...], text: str) -> None:
        """Search a text, or the name of a card, for cards that this role has not seen lately."""
        robots = self.game.rig.program.controller.situation.game.robots  # people read their pages
        viewer = HOST if self.viewer == HOST else SPECTATOR if self.seat in robots else self.seat or SPECTATOR
        may = self.game.sight.may_name(viewer, self.late_s)
        for faces in self.game.words.of(text):
            if not faces & may:
                self._breach(f"{'/'.join(path)}: {text!r} names {sorted(faces)}")

    def _search_truth(self, message: Mapping[str, Any]) -> None:
        if self.is_real or self.viewer == STAGE:
            self._breach("is told where cards lie")
        content: dict[str, Any] = {}
        for path, value in told_in(message):
            if path[1] == "cards" and value is not None:
                content.setdefault("/".join(path[2:-1]), []).append(value)
            elif path[1] == "looks":
                self.looked += 1
                top = {card.face for card in self.game.sight.truth.at(DRAW)[:3]}
                if path[2] not in self.seats or (path[-1] == "face" and value not in top):
                    self._breach(f"a look: {path} {value}")
            elif path[1] == "allow" and isinstance(value, str):
                self._may(value)
        for where, (handle, face) in content.items():
            place, _, index = where.rpartition("/")
            self._check_card(sim_name(place), int(index), str(handle), str(face))

    def _may(self, what: str) -> None:
        """Look at the pile through the page as soon as this seat may."""
        do, _, seat = what.partition(":")
        if do in ("look", *(() if self.viewer == HOST else ("shuffle", "lay-out"))) and seat not in self.seats:
            self._breach(f"is allowed {what}")
        elif do == "look" and seat:
            self.said.put_nowait(json.dumps({"do": "look", "seat": seat}))

    def _check_card(self, place: str, index: int, handle: str, face: str) -> None:
        """Check a card that is told: it lies there, this role sees it, and it was never hidden under this handle."""
        truth = self.game.sight.truth
        card = truth.at(place)[index]
        is_own = place in map(hand_of, self.seats)
        is_open = place == DISCARD or place in truth.zones or place in self.game.rig.table.plan.rows
        is_of_box = place == BOX and self.viewer == HOST
        self.own += is_own
        if card.face != face or not (is_own or is_of_box or (is_open and truth.is_face_up(card.tag))):
            self._breach(f"{face} at {place}")
        since = (card.tag, truth.times_hidden(card.tag))
        if self._cards.setdefault(handle, since) != since:
            self._breach(f"{handle} is known again")

    def _breach(self, what: str) -> None:
        page = f"{'real' if self.is_real else 'simulated'} page of {self.viewer or 'a spectator'}"
        self.game.breaches.append(f"{page}: {what}")


@dataclass(slots=True)
class WatchedGame:
    """A table, and who is listening."""

    rig: Rig
    sight: Sight
    words: Words
    keys: Keys
    breaches: list[str] = field(default_factory=list)
    listeners: list[Listener] = field(default_factory=list)
    is_over: bool = False

    @property
    def seats(self) -> tuple[str, ...]:
        return self.rig.program.controller.situation.seats

    def listener(self, viewer: str, *, is_real: bool) -> Listener:
        """Return the page of a viewer."""
        return next(each for each in self.listeners if (each.viewer, each.is_real) == (viewer, is_real))

    def secrets(self, besides: str = "") -> list[str]:
        """Return the tags of all cards, and the keys of all pages but one."""
        plan, keys = self.rig.table.plan, (*self.keys.seats.values(), self.keys.arbiter, self.keys.simulation or "")
        return [*(card.tag for card in (*plan.deck, *plan.box)), *(key for key in keys if key not in ("", besides))]

    def secret_in(self, text: str, besides: str = "") -> str | None:
        """Return a tag, or a key of another page, that is in a text."""
        runs = " ".join(RUN.findall(text)).upper()
        return next((secret for secret in self.secrets(besides) if secret in runs), None) if runs else None

    def play(self, chance: Random, players: int | None = None) -> None:
        """Play until the game is over and told to the last page, or something was told that must not be."""
        rig, loop = self.rig, self.rig.loop
        tasks = [loop.create_task(player.play()) for player in people_at(rig, chance, players)]
        start = loop.time()
        for glance in count():
            if self.is_over or self.breaches:
                break
            if glance % ASKED_EACH == 0:
                self.ask_for_hints()
            else:
                rig.program.controller.situation.ui.odds.clear()  # each act would have them found anew, at length
            rig.wait(GLANCE_S)
            assert loop.time() - start < LONGEST_GAME_S
            assert not any(task.exception() for task in tasks if task.done())
        for task in tasks:
            task.cancel()
        rig.wait(DELAY_S + 1)

    def ask_for_hints(self) -> None:
        """Have the page of each seat that is awaited ask for a hint, or more of it, and read its odds."""
        situation = self.rig.program.controller.situation
        for seat in situation.seats:
            if hints.offers_odds(situation, seat) and seat not in situation.ui.odds:
                self._asker(seat).said.put_nowait(json.dumps({"do": "odds", "seat": seat}))
            if hints.may_ask(situation, seat):
                self._asker(seat).said.put_nowait(json.dumps({"do": "hint", "seat": seat}))

    def _asker(self, seat: str) -> Listener:
        """Return the page that asks for a seat: its own, or the host's where it has none."""
        has_own = any(each.viewer == seat and not each.is_real for each in self.listeners)
        return self.listener(seat if has_own else HOST, is_real=False)

    def note(self) -> None:
        """Look at the table after a change."""
        self.sight.note()
        self.is_over = self.is_over or self.rig.program.controller.situation.game.stage is Stage.OVER


MakePage = Callable[[Rig, Keys, TableHands | None], TablePage]


def shipped_page(rig: Rig, keys: Keys, hands: TableHands | None) -> TablePage:
    """Make the page as it ships."""
    return TablePage(rig.program.controller, keys, (lambda: hands) if hands else None)


@contextmanager
def watched(
    game: str,
    mode: str,
    seed: int,
    *,
    make_page: MakePage = shipped_page,
    stage_s: float = DELAY_S,
    at: str = "",
    hosted: int | None = None,
    robots: Collection[str] = (),
) -> Iterator[WatchedGame]:
    """Give a table of a game with a simulated and a real page for every role, all of which are searched.

    `at`: the shipped table, where that is not the one at which the game is at home. `hosted`: the host has a page, too,
    and plays so many seats there; the others have phones, but for those of `robots`.
    """
    table = enrolled(at or ("tacocat" if game.startswith("tc") else "kittens"), game)
    table = msgspec.structs.replace(table, mode=mode, seats=table.seats[:SEATS])
    with simulated_table(table, seed=seed, journal=MemoryLog()) as rig:
        controller, seats = rig.program.controller, rig.program.controller.situation.seats
        keys = make_keys(seats, Random(seed).randbytes(bytes_needed(seats)), is_simulated=True)
        faces = frozenset(deck_of(game))
        watching = WatchedGame(rig, Sight(rig), Words(faces), keys)
        controller.after_each(watching.note)
        hands = hands_at(rig.table, controller.situation, Random(seed), robots)
        watching.sight.hosted = seats[:hosted] if hosted else ()
        pages = {is_real: make_page(rig, keys, None if is_real else hands) for is_real in (False, True)}

        def changed(what: str) -> None:
            if what not in ON_PAGES:
                watching.note()
                pages[False].changed()

        rig.table.on_change = changed
        watching.note()
        rig.program.counsel.begin_aside(ExitStack(), pages[False].hand_of)
        rig.program.counsel._aside = None  # on virtual time it thinks at once
        tasks = []
        for is_real, page in pages.items():
            stage = rig.loop.run_until_complete(_stage(page, stage_s if is_real else 0))
            phones = tuple(seat for seat in seats[hosted or 0 :] if seat not in robots)
            watchers = (ARBITER, SPECTATOR) if hosted is None else (HOST, ARBITER, SPECTATOR)
            viewers = (*phones[:1], ARBITER, SPECTATOR, STAGE) if is_real else (*phones, *watchers)
            for number, viewer in enumerate(viewers):
                key = {**keys.seats, ARBITER: keys.arbiter, HOST: keys.simulation or ""}.get(viewer, "")
                late_s = DELAY_S if viewer == STAGE else 0
                listener = Listener(watching, viewer, key, LANGUAGES[number % 2], late_s, is_real)
                watching.listeners.append(listener)
                live = Live(
                    cast("WebSocket", listener), stage if viewer == STAGE else page, LIMITS, "run", rig.loop.time
                )
                hello = {"key": key, "language": listener.language, "after": 0, "patches": True}
                listener.said.put_nowait(json.dumps({"hello": hello}))
                tasks.append(rig.loop.create_task(live.serve()))
        rig.wait(0.2)
        yield watching
        for task in tasks:
            task.cancel()
        rig.wait(0.0)


async def _stage(page: PageModel, late_s: float) -> StageModel:
    return StageModel(page, delay_s=late_s)


def search_replay(watching: WatchedGame, replay: Mapping[str, Any]) -> list[str]:
    """Return what a replay tells that a spectator was not told while the game was played."""
    spectators = [each for each in watching.listeners if each.viewer == SPECTATOR]
    lines = sorted(set().union(*(each.lines for each in spectators)), key=len, reverse=True)
    breaches = [f"{name} is told" for name in ("hands", "truth") if any(name in event for event in replay["events"])]
    for event in replay["events"]:
        left = event["text"]
        for line in lines:
            left = left.replace(line, "")
        if left.strip():
            breaches.append(f"event {event['n']}: {left!r}")
        for path, value in told_in({"type": "replay", **event["set"]}):
            if value in watching.words.faces and path[-1] not in NO_TEXTS and value not in watching.sight.ever():
                breaches.append(f"event {event['n']}: {'/'.join(path)}: {value}")
    return breaches
