"""The page's model: what each role may see of the table, in its language, and what it may do.

It reads the controller's scene and the log, and hands physical acts on to the simulated table where there is one.
What a role may not see never gets here into what it is given.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, partial
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

from tacotable.catalog import LANGUAGES, Catalog, known_language
from tacotable.devices.health import DeviceHealth, as_plain
from tacotable.dialogs import arbiter, clock, hints, lessons, opening, people, questions
from tacotable.display.draw import can_write, draw
from tacotable.display.sounds import TONES
from tacotable.history.lines import log_line
from tacotable.state import events
from tacotable.state.game_state import Stage
from tacotable.state.log import behind
from tacotable.state.role import Role
from tacotable.state.scene import Choice, Join, Light, Notice, Screen, Sign, SpaceScreen
from tacotable.state.situation import lost_words, pad_of, role_of
from tacotable.table.kinds import games_besides, is_away, players_at, table_in, unknown_game
from tacotable.table.parts import displays_of, public_screens
from tacotable.web.desk_arbiter import DeskArbiter
from tacotable.web.model import PageError, require
from tacotable.web.phones import Phones
from tacotable.web.rules import rules_told
from tacotable_engine.registry import spec_of

if TYPE_CHECKING:
    from tacotable.core.controller import Controller
    from tacotable.state.role import Content
    from tacotable.web.keys import Keys
    from tacotable.web.other_games import OtherGames

Made = TypeVar("Made")
ZERO_RUN = re.compile(rb"\x00{1,128}")
DECIDERS = frozenset(("arbiter", "simulation"))  # Roles that may decide as the arbiter.
SPECTATOR = Role("spectator")
PUBLIC_SIGNS = dict.fromkeys(("sign.several-one", "sign.several-more"), Sign("sign.several"))
"""The signs that others read in place of those of a seat that chooses cards, which are its own."""
NO_ROBOTS = "Robots are seated by who set a simulated table up."
NO_START = "A game begins at the table, by its buttons."


class TruthSource(Protocol):
    """The simulated table's side: what a role sees of the cards, and what its hands may do."""

    @property
    def private(self) -> Collection[str]:
        """Return the seats whose cards the host does not see: robots play there, or phones read along."""

    def turn_over(self) -> None:
        """Turn over the cards that players show each other now."""

    def truth(self, role: Role) -> Content:
        """Return the cards, the token and the fault switches as this role sees them."""

    def do(self, role: Role, action: Content) -> None:
        """Do a physical act; raises PageError."""

    def picture(self, name: str) -> bytes | None:
        """Return what a display's controller holds now; None when the display shows nothing."""


class Robots(Protocol):
    """The robots at a simulated table while it runs."""

    @property
    def levels(self) -> Mapping[str, str]:
        """Return the level of each seat that a robot plays."""

    pace: str  # How fast they move.

    def set(self, seat: str, level: object, *, waits: bool = False) -> None:
        """Hand a seat to a robot of a level, or with None back to people; raises ValueError for another level.

        One that `waits` moves nothing before the cards are dealt; its hand is hidden at once.
        """

    def move(self, pace: object) -> None:
        """Have them move at another pace; raises ValueError for an unknown one."""

    def close(self) -> None:
        """Take all hands away."""


class Action(NamedTuple):
    """An action of pages: who may do it, and the answer to those who may not; `check` raises PageError before."""

    perform: Callable[[Role, Content], None]
    roles: Collection[str]  # "own" is the page of the seat that the action names.
    refusal: str = ""
    check: Callable[[Content], None] = lambda _: None


class TablePage:
    """The table as pages see it; `PageModel` of the web package."""

    def __init__(
        self,
        controller: Controller,
        keys: Keys,
        hands: Callable[[], TruthSource] | None = None,
        *,
        now_ms: Callable[[], float] | None = None,
        health: Callable[[], Sequence[DeviceHealth]] = tuple,
        phones: Phones | None = None,
        others: OtherGames | None = None,
        robots: Robots | None = None,
        begin: Callable[[str, tuple[str, ...]], None] | None = None,
        replay: Callable[[], str] = str,
    ) -> None:
        """`now_ms` is the clock of all events; without it, time stands while the arbiter decides.

        `hands` returns those of a simulated table's game; `health` how each device is now. `phones` has the keys of
        those that read along at seats; `others` takes the wish for a game of another table; `robots` may play seats of
        a simulated one, and `begin` deals a game there if the table lets it begin; `replay` returns the name of the
        game on the table once it is over.
        """
        self._controller = controller
        self._now_ms = now_ms or (lambda: controller.situation.devices.now_ms)
        self._keys, self._others = keys, others
        self._phones = phones or Phones(controller.situation.devices.whole.seat_names)
        self.join, self.leave = self._phones.join, self._phones.leave  # A phone joins by a code, and leaves by its key.
        self._hands, self._robots, self._begin_game, self._replay = hands, robots, begin, replay
        self._health = health
        simulation, own = ("simulation",), ("simulation", "own")
        self._actions = {
            questions.ARBITER: Action(self._arbitrate, DECIDERS, "Only the arbiter's page may decide."),
            people.ITEM: Action(
                self._name, (*DECIDERS, "own"), "Only the page of a seat may say who sits there.", self._check_name
            ),
            "begin": Action(self._begin, ("simulation", "seat"), NO_START),
            "game": Action(self._choose, simulation, "The game is chosen at the table, by its buttons."),
            "hint": Action(self._hint, own, "Only a seat's page asks for its hints and its odds.", self._check_hint),
            "language": Action(self._speak, ("arbiter", "seat", "simulation", "spectator")),
            "lesson": Action(self._learn, simulation, "Lessons are chosen at the table, by its buttons."),
            "odds": Action(self._show_odds, DECIDERS, "Who decides at this table chooses whether odds are shown."),
            "robot": Action(self._seat_robot, simulation, NO_ROBOTS),
        }
        """What pages may do besides physical acts, by `do`; the odds of one seat are asked for as a hint is."""
        self._phones.on_change = lambda seat, count, has_joined: controller.handle(
            events.PhonesChanged(seat, count, has_joined, self._now_ms())
        )
        self._subscribers: list[Callable[[], None]] = []
        self._made: dict[tuple[object, ...], object] = {}
        """What the program's state alone says, the same for several pages; forgotten with each event."""
        self._made_of = controller.scene
        self._shows_odds = False  # Whether everybody is told the numbers: off at first, as they tell more than cards.
        self._odds: tuple[object, tuple[str, Mapping[str, object]] | None] = (None, None)
        """A state of the match, and what the numbers say of it to everybody, as a code and its values."""
        self._pixels: dict[str, bytes | None] = {}  # What the displays' controllers hold; forgotten with each change.
        controller.after_each(self._decided)

    def role_for(self, key: str) -> Role | None:
        """Return the role of a key: that of a link that is no seat's, or of a phone's."""
        role = self._keys.role_for(key)
        return self._phones.role_for(key) if role is None or role.seat else role

    def enter(self, key: str) -> Role | None:
        """Return the role of a key whose page opens; a page of a seat counts as a phone there from now on."""
        role = self._keys.role_for(key)
        if role is not None and role.seat:
            self._phones.add(role.seat, key)
        return self.role_for(key)

    def subscribe(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call back after each change, until what is given back is called."""
        self._subscribers.append(on_change)
        return lambda: self._subscribers.remove(on_change)

    def changed(self) -> None:
        """Wake every page: something changed at the table; what the program's state says did not."""
        self._pixels.clear()
        seat = self._controller.situation.ui.phones_to_forget
        if seat in self._controller.situation.seats:
            self._phones.forget(seat)
        elif seat:
            self._keys.end()
            if self._others is not None:
                self._others.end_links()
            self._phones.forget()
        for on_change in tuple(self._subscribers):
            on_change()

    def _decided(self) -> None:
        self._made.clear()
        if self._hands is not None:
            self._hands().turn_over()
        self.changed()

    def welcome(self, role: Role, language: str) -> Content:
        """Return the part that does not change."""
        words = Catalog(known_language(language))
        situation, table = self._controller.situation, self._controller.situation.devices.table
        watching = [seat for seat in situation.devices.whole.seats if seat.name in situation.onlookers]
        own = [seat for seat in watching if seat.name == role.seat]  # it has buttons, and is told what they do
        games = (*situation.games, *(games_besides(situation.games) if role.kind == "simulation" else ()))
        of_family = tuple(game for game in situation.games if situation.family_of(game) is situation.family)
        return {
            "role": role.kind,
            "seat": role.seat,
            "simulated": self._hands is not None,
            "games": [{"game": game, "name": words.say(f"item.{game}"), **self._offer(game)} for game in games],
            "names": dict(self._controller.scene.people),
            "rules": rules_told(words, of_family),
            "language": words.language,
            "languages": list(LANGUAGES),
            "texts": words.page_texts(),
            "table": {
                "name": table.name,
                "seats": [
                    {
                        "name": seat.name,
                        "pad": pad_of(seat.name) if seat.pad else None,
                        "buttons": [
                            {"name": name, "label": words.web(f"button.{self._role(name, seat.pad is not None)}")}
                            for name in seat.buttons()
                        ],
                        "lamps": [name for name, button in seat.buttons().items() if button.has_lamp],
                        "screen": seat.name if seat.display else None,
                    }
                    for seat in (*table.seats, *own)
                ],
                **situation.family.page_table(table),
            },
        }

    def _offer(self, game: str) -> Content:
        """Return how many may play a game here, and the table that can be set up for it in place of this one."""
        whole, others = self._controller.situation.devices.whole, self._others
        return {
            "family": spec_of(game).name,
            "players": list(players_at(whole, game)),
            "table": others.table_of(game) if others and is_away(game, whole) else "",
        }

    def _role(self, button: str, has_pad: bool) -> str:
        """Return how a button is told; at a pad OK and NO mean more, in the game that it is made for."""
        role = self._controller.situation.family.called(role_of(button))
        return f"{role}-pad" if has_pad and role in ("ok", "no") else role

    def _own_seats(self, role: Role) -> Collection[str]:
        """Return the seats of which a role reads all: its own, and for the host each without a robot or a phone."""
        if role.kind != "simulation":
            return () if role.seat is None else (role.seat,)
        private = self._hands().private if self._hands else ()
        return [seat for seat in self._controller.situation.devices.whole.seat_names if seat not in private]

    def scene(self, role: Role, language: str) -> Content:
        """Return the whole picture as this role may see it."""
        words = Catalog(known_language(language), dict(self._controller.scene.people))
        left = clock.told(self._controller.situation, self._now_ms())
        return {
            **self._once(("scene", role, words.language), lambda: self._own_scene(role, words)),
            "screens": self._screens(role, words),
            **({"clock": left} if left else {}),
        }

    def _own_scene(self, role: Role, words: Catalog) -> Content:
        """Return what a role sees beside displays, which show a picture later than it is decided."""
        shared, scene = self._for_all(self._shared, words), self._controller.scene
        lamps: Content = shared["lamps"]
        if role.kind == "seat" and not self._controller.situation.devices.table.play:
            lamps = {name: lamp for name, lamp in lamps.items() if name.rpartition(".")[0] == role.seat}
        own = {seat: self._told(scene.prompts[seat], words) for seat in self._own_seats(role)}
        return {
            **shared,
            "lamps": lamps,
            "prompts": {**shared["prompts"], **own},
            **({"arbiter": self._for_all(self._offered, words)} if role.kind in DECIDERS else {}),
            **self._counsel(role, words),
            **(self._for_all(self._lessons, words) if role.kind == "simulation" else {}),
            **({"phones": self._phones.seats()} if role.kind == "simulation" else {}),
        }

    def _shared(self, words: Catalog) -> dict[str, Any]:
        """Return what is the same for all who read a language."""
        situation, scene = self._controller.situation, self._controller.scene
        title = Sign("page.no-game") if situation.game.match is None else situation.family.title(situation)
        lesson = lessons.told(situation)
        is_over = situation.game.stage is Stage.OVER and situation.game.lesson is None
        lost = sorted(situation.devices.lost)
        faults = {each: words.say(lost_words(each), {"device": situation.told_device(each)}) for each in lost}
        if situation.devices.unsaved:
            faults["storage"] = words.say(f"sign.unsaved-{situation.devices.unsaved}")
        lights = zip(situation.family.light_names(situation.devices.table), scene.lights, strict=True)
        return {
            "stage": situation.game.stage.value,
            "paused": situation.game.is_paused,
            "title": words.web(title.code, {"game": situation.ruleset, **title.values}),
            **self._once(("family",), lambda: situation.family.page_scene(situation)),
            "lights": {name: _light(light, words) for name, light in lights},
            "names": dict(scene.people),
            "replay": self._replay() if is_over else "",
            "odds": {"on": self._shows_odds, "text": self._odds_told(words)},
            "lesson": lesson
            and {name: _said(one, words) if isinstance(one, Sign) else one for name, one in lesson.items()},
            "robots": self._robots and {"levels": dict(self._robots.levels), "pace": self._robots.pace},
            "sound": {
                "n": scene.cue.number,
                "cue": scene.cue.name,
                "tones": [[tone.hz, tone.ms] for tone in TONES[scene.cue.name]],
                "volume": scene.volume,
                "muted": scene.volume == 0,
            },
            "faults": [{"device": device, "text": text} for device, text in faults.items()],
            "lamps": {name: _light(light, words) for name, light in scene.lamps.items()},
            "prompts": {
                seat: self._told(PUBLIC_SIGNS.get(sign.code, sign), words)
                for seat, sign in scene.public_prompts.items()
            },
        }

    def _odds_told(self, words: Catalog) -> str:
        """Return what the numbers say to everybody, found once for each state of the match; empty while hidden."""
        match = self._controller.situation.game.match
        if match is None or not self._shows_odds:
            return ""
        if self._odds[0] is not match.public_view:
            from tacotable_engine.companion.hints import odds_told  # a start goes without

            # One seed: a page that is built anew, or in another language, says the same.
            dice = Random(0)  # noqa: S311  # no secrets
            self._odds = match.public_view, next(iter(odds_told(match, "table", dice, "page.odds")), None)
        return words.web(*self._odds[1]) if self._odds[1] else ""

    def _lessons(self, words: Catalog) -> Content:
        """Return the lessons of the game that the lobby shows, to whoever may begin one."""
        situation = self._controller.situation
        if situation.game.match is not None:
            return {}
        each = lessons.offered(situation).values()
        star = partial(lessons.has_star, situation, situation.seats[0])
        return {"lessons": [{"id": one.id, "title": words.say(one.title), "star": star(one.id)} for one in each]}

    def _counsel(self, role: Role, words: Catalog) -> Content:
        """Return to the page of a seat what is said to that seat alone, and whether it may ask for a hint."""
        situation, robots = self._controller.situation, self._robots.levels if self._robots else {}
        seats, told = self._own_seats(role), dict[str, dict[str, str]]()
        for seat in (seat for seat in seats if seat not in robots):
            said = self._controller.scene.counsel[seat]
            told[seat] = {
                "hint": self._told(said.hint, words) if said.hint else "",
                "odds": self._told(said.odds, words) if said.odds else "",
                "more": "" if said.step is None else words.web(f"page.hint-{min(said.step, 2)}"),
            }
        if role.seat in told and hints.offers_odds(situation, role.seat):
            told[role.seat]["turn"] = "on" if role.seat in situation.ui.odds else "off"
        return {"counsel": {seat: said for seat, said in told.items() if any(said.values())}} if seats else {}

    def hand_of(self, seat: str) -> Sequence[str] | None:
        """Return the hand of a seat as its own page shows it; None where it does not show all of it."""
        told = self._hands().truth(Role("seat", seat)).get("cards") if self._hands else None
        cards = told.get(f"hand:{seat}") if isinstance(told, Mapping) else None
        return [card[1] for card in cards] if cards and all(card and card[1] for card in cards) else None

    def log(self, role: Role, language: str, after: int) -> Sequence[Content]:
        """Return the log's lines after a number, in this language; hidden values only to their owner."""
        words = Catalog(known_language(language))
        log, own = self._controller.situation.log, self._own_seats(role)
        return [log_line(entry, role if entry.owner in own else SPECTATOR, words, log) for entry in behind(log, after)]

    def truth(self, role: Role) -> Content | None:
        """Return what this role may see of the simulated table."""
        return self._hands().truth(role) if self._hands else None

    def health(self, role: Role) -> Content | None:
        """Return how each device is, to those who decide: no card, no tag, no link."""
        return {"devices": [as_plain(device) for device in self._health()]} if role.kind in DECIDERS else None

    def language(self, role: Role) -> str | None:
        """Return the language in which the table speaks to this role's seat."""
        return self._controller.situation.game.languages.get(role.seat or "")

    def do(self, role: Role, action: Content) -> None:
        """Do one of the page's actions, or a physical act on the simulated table; a real table is played by hand."""
        name = str(action.get("do"))
        known = self._actions.get("hint" if name == "odds" and "seat" in action else name)
        if known is not None:
            known.check(action)
            kinds = {role.kind, "own" if role.seat is not None and role.seat == action.get("seat") else ""}
            require(not kinds.isdisjoint(known.roles), known.refusal)
            known.perform(role, action)
            return
        if self._hands is None:
            raise PageError("not-simulated", "This is a real table: it is played by hand.")
        self._hands().do(role, action)
        self.changed()

    def desk_arbiter(self, *, may_decide: bool = True) -> DeskArbiter:
        """Return the arbiter at a director's desk, which reads alone unless the table lets it decide."""
        return DeskArbiter(self._controller, self.role_for, self._now_ms, may_decide=may_decide)

    def _arbitrate(self, _role: Role, action: Content) -> None:
        self._controller.handle(events.Arbitrated(str(action.get("what")), self._now_ms()))

    def _show_odds(self, _role: Role, action: Content) -> None:
        """Show what the numbers say to everybody, or hide it again."""
        self._shows_odds = action.get("on") is True
        self._decided()

    def _check_hint(self, action: Content) -> None:
        require(action.get("seat") in self._controller.situation.seats, "Say in `seat` which seat.", "unknown-seat")

    def _hint(self, _role: Role, action: Content) -> None:
        """Ask for a hint, more of it, or odds."""
        is_odds = action["do"] == "odds"
        self._controller.handle(events.HintAsked(str(action["seat"]), self._now_ms(), is_odds=is_odds))

    def _seat_robot(self, _role: Role, action: Content) -> None:
        """Hand a seat to a robot or to the host, off its phones, or choose their pace."""
        if self._robots is None:
            raise PageError("not-allowed", NO_ROBOTS)
        seat = action.get("seat")
        if "pace" not in action and seat not in self._controller.situation.devices.whole.seat_names:
            raise PageError("unknown-seat", "Say in `seat` which seat.")
        try:
            if "pace" in action:
                self._robots.move(action["pace"])
            else:
                self._robots.set(str(seat), action.get("level"), waits=action.get("waits") is True)
                if str(seat) in self._phones.seats():
                    self._phones.forget(str(seat))
        except ValueError as error:
            raise PageError("bad-message", str(error)) from None
        self._decided()

    def _choose(self, _role: Role, action: Content) -> None:
        """Have the lobby show a game, or with `table` set the table up that is made for it, while no other is on."""
        game = str(action.get("game"))
        if action.get("table") is not True:
            self._controller.handle(events.GameChosen(game, self._now_ms()))
        elif self._others is None or unknown_game(game):
            raise PageError("bad-message", "`game` is one that another table can be set up for.")
        else:
            self._check_free()
            self._others.wish(game)

    def _begin(self, role: Role, action: Content) -> None:
        """Begin a game of so many `players`, or the last one again, and deal; a `level`: all but one are robots.

        A seat's own page only begins the game that is over again.
        """
        is_again = self._controller.situation.game.stage is Stage.OVER and action.keys() <= {"do"}
        if self._begin_game is None or not (role.kind == "simulation" or is_again):
            raise PageError("not-allowed", NO_START)
        situation, level = self._controller.situation, action.get("level")
        game, count = str(action.get("game", situation.ruleset)), action.get("players", len(situation.game.players))
        if count not in players_at(situation.devices.whole, game):
            raise PageError("bad-message", "`game` is one of this table, and `players` how many play it.")
        self._check_free()
        seats = situation.game.players
        if "players" in action:
            seats = table_in(game, situation.devices.whole).seat_names[: int(str(count))]
        if level is not None:
            for seat in situation.devices.whole.seat_names:
                self._seat_robot(role, {"seat": seat, "level": level if seat in seats[1:] else None, "waits": True})
        self._begin_game(game, seats)
        if self._robots is not None:
            for seat, robot in tuple(self._robots.levels.items()):
                self._robots.set(seat, robot, waits=True)  # these hands deal, and no robot's

    def _check_free(self) -> None:
        """Raise PageError if another game is on, or the table asks something first."""
        if obstacle := opening.obstacle(self._controller.situation):
            raise PageError(obstacle, "Something at this table has to be ended or answered first.")

    def _learn(self, _role: Role, action: Content) -> None:
        """Begin a lesson, or leave it; at a real table the menu of a seat does."""
        self._controller.handle(events.LessonChosen(str(action.get("lesson", "")), self._now_ms()))

    def _check_name(self, action: Content) -> None:
        seats, is_typed = self._controller.situation.devices.whole.seat_names, isinstance(action.get("name"), str)
        if action.get("seat") not in seats or not is_typed:
            raise PageError("unknown-seat", "Say in `seat` which seat, and in `name` who sits there.")

    def _name(self, _role: Role, action: Content) -> None:
        """Note who sits at a seat."""
        seat = str(action["seat"])
        try:
            name = people.cleaned(self._controller.situation, seat, str(action["name"]))
        except ValueError as error:
            raise PageError(str(error), "Type another name.") from None
        require(can_write(name), "The displays cannot show that name.", "name-signs")
        self._controller.handle(events.NameTyped(seat, name, self._now_ms()))

    def _speak(self, role: Role, action: Content) -> None:
        """Have displays speak as a page asks: that of its seat, or all of a simulated table's host."""
        language = action.get("language")
        if not isinstance(language, str) or language not in LANGUAGES:
            raise PageError("unknown-language", "The table does not speak that language.")
        seats = self._controller.situation.devices.whole.seat_names if role.kind == "simulation" else (role.seat,)
        for seat in filter(None, seats):
            self._controller.handle(events.LanguageChosen(seat, language, self._now_ms()))

    def _offered(self, words: Catalog) -> Content:
        """Return what the arbiter may decide now."""
        offered = arbiter.offered(self._controller.situation)
        return {what: words.web(sign.code, sign.values) for what, sign in offered.items()}

    def _once(self, name: tuple[object, ...], make: Callable[[], Made]) -> Made:
        """Return what was made under a name since the last event, or make it; what is returned is not changed."""
        if self._made_of is not self._controller.scene:
            self._made.clear()
            self._made_of = self._controller.scene
        if name not in self._made:
            self._made[name] = make()
        return cast("Made", self._made[name])

    def _for_all(self, make: Callable[[Catalog], Made], words: Catalog) -> Made:
        """Return what is the same for several pages that are read in a language."""
        return self._once((make.__name__, words.language), lambda: make(words))

    def _told(self, sign: Sign, words: Catalog) -> str:
        """Return a sign in sentences, made once for all pages; it is kept with them, so that its id stays its own."""
        return self._once(("told", id(sign), words.language), lambda: (_said(sign, words), sign))[0]

    def _screens(self, role: Role, words: Catalog) -> dict[str, Content]:
        """Return the displays that a role may read: those for everyone, and of seats only its own."""
        situation, scene = self._controller.situation, self._controller.scene
        screens: dict[str, Content] = {}
        own = self._own_seats(role)
        used = displays_of(situation.devices.table).keys() - set(public_screens(situation.devices.table)[1:])
        for name in (name for name in scene.screens if name in used):
            screen, is_public = scene.screens[name], name not in situation.seats
            is_masked = isinstance(screen, Join) and is_public and role.kind != "simulation"
            if is_masked:
                screen = Notice(Sign("menu.joining"))  # whoever sits at the table may join, and nobody else
            if is_public or name in own:
                screens[name] = self._screen(name, screen, words, is_masked=is_masked)
        return screens

    def _screen(self, name: str, screen: Screen, words: Catalog, *, is_masked: bool) -> Content:
        """Return a display for pages: words, sentence, picture, whether lost."""
        situation, scene = self._controller.situation, self._controller.scene
        table = situation.devices.table
        size = displays_of(table)[name].size
        drawn = draw(screen, scene.languages.get(name, table.language), scene.people, size)
        pixels: bytes | None = drawn.pixels
        if self._hands and not is_masked and name not in scene.turned:
            if name not in self._pixels:
                self._pixels[name] = self._hands().picture(name)
            pixels = self._pixels[name]
        return {
            "alt": drawn.text,
            "say": self._sentence(screen, words),
            "picture": picture_rows(pixels if pixels is not None else bytes(len(drawn.pixels)), size[0]),
            "lost": f"display {name}" in situation.devices.lost,
        }

    def _sentence(self, screen: Screen, words: Catalog) -> str:
        """Return what a display shows as a whole sentence; if one of several things is offered, with that one."""
        if isinstance(screen, SpaceScreen):
            return ""
        told = self._told(screen.sign, words)
        return words.together((told, words.say(screen.item))) if isinstance(screen, Choice) and screen.is_word else told


@lru_cache(maxsize=128)
def picture_rows(pixels: bytes, width: int) -> list[str]:
    """Return a display's picture as pages take it: eight rows of pixels in base64, with a count after each zero.

    Most pictures are as they were: the same list is returned for the same picture.
    """
    rows = (pixels[start : start + width] for start in range(0, len(pixels), width))
    return [base64.b64encode(ZERO_RUN.sub(lambda zeros: bytes((0, len(zeros[0]))), row)).decode() for row in rows]


def _said(sign: Sign, words: Catalog) -> str:
    """Return a sign in whole sentences: what hands do first is said first."""
    note = (sign.note.code, sign.note.values) if sign.note else ("", {})
    told = (note, (sign.code, sign.values), (sign.guide, sign.values))
    return words.together(words.say(code, values) for code, values in told if code)


def _light(light: Light, words: Catalog) -> Content | None:
    """Return how a light looks and what it means; None while it is off."""
    pattern = light.look.pattern.value
    if pattern == "off":
        return None
    return {"rgb": list(light.look.rgb), "pattern": pattern, "label": words.web(light.meaning)}
