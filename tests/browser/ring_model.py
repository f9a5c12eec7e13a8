"""A ring of two to ten seats as the page takes it, without a game: what the page itself promises is tested with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from browser.page_server import PageServer
from tacotable.catalog import Catalog
from tacotable.display.draw import draw
from tacotable.state.role import Role
from tacotable.state.scene import Notice, Sign
from tacotable.web.model import PageError
from tacotable.web.page import picture_rows
from tacotable.web.rules import rules_told

SEATS = "ABCDEFGHIJ"
LANGUAGES = ("en", "zh-TW")
HAND = ("defuse", "attack", "nope", "see-the-future", "cat-1", "cat-1", "feral-cat", "favor")
DISCARD = ("skip", "cat-2", "cat-2", "targeted-attack", "shuffle", "alter-the-future", "draw-from-bottom", "attack")
AMBER = {"rgb": [255, 150, 0], "pattern": "solid", "label": "Time to say Nope"}
OK = {"rgb": [0, 200, 80], "pattern": "fast", "label": "press"}
NOPE = {"rgb": [255, 40, 20], "pattern": "slow", "label": "may stop it"}


class RingModel:
    """Cards that lie where the page puts them, and a scene that a test may change."""

    def __init__(self, seats: int, *, lit: int = 7) -> None:
        self.seats = tuple(SEATS[:seats])
        self.keys = {"": Role("spectator"), "SIM": Role("simulation")} | {
            f"KEY{seat}": Role("seat", seat) for seat in self.seats
        }
        self.places = ["pile", "discard", "play", *(f"{kind}:{s}" for s in self.seats for kind in ("hand", "front"))]
        self.cards: dict[str, list[str]] = {place: [] for place in self.places}
        self.faces: dict[str, str] = {}
        self.lit = lit
        self.is_simulated = True
        self.alive = list(self.seats)
        self.claims: list[str] = []
        self.asked: list[str] | None = None
        self.recent: list[dict[str, object]] = [
            {"n": 1, "event": "drew", "seat": self.seats[-1]},
            {"n": 2, "event": "played-at", "seat": "A", "cards": ["attack"], "target": "B"},
            {"n": 3, "event": "noped", "seat": "B", "card": "nope"},
        ]
        self.pending: dict[str, object] | None = {
            "seat": "A",
            "cards": ["attack"],
            "target": "B",
            "name": None,
            "nopes": 1,
            "last": "B",
            "passed": ["A"],
        }
        self.stage = "play"
        self.prompt = "Attack! Let it pass with OK, or press NOPE."
        self.repair: list[dict[str, object]] = []
        self.turn = "A"
        self.phase = "window"
        self.is_asking_whose = self.is_paused = False
        self.allow: tuple[str, ...] = ()
        self.clock: dict[str, object] = {}
        self.looks: dict[str, tuple[str, ...]] = {}
        self.pressed: list[str] = []
        self.entries: list[dict[str, object]] = []
        self.done: list[tuple[Role, Mapping[str, object]]] = []
        self.listeners: list[Callable[[], None]] = []
        self._fill()
        self.note("ruling", "A", "A plays Attack.", "attack")
        self.note("ruling", "B", "B says Nope.", "nope")

    def _fill(self) -> None:
        for seat in self.seats:
            self._put(f"hand:{seat}", HAND)
        self._put("pile", ("shuffle", "exploding-kitten", "skip", *("cat-3",) * 20, "exploding-kitten"))
        self._put("discard", DISCARD)
        self._put("play", ("nope",))

    def _put(self, place: str, faces: Sequence[str]) -> None:
        for face in faces:
            handle = f"t{len(self.faces)}"
            self.faces[handle] = face
            self.cards[place].append(handle)

    def note(
        self, kind: str, seat: str | None, text: str, rule: str | None = None, *, section: str | None = None
    ) -> None:
        """Add a line to the log."""
        line: dict[str, object] = {"n": len(self.entries) + 1, "kind": kind, "seat": seat, "text": text, "rule": rule}
        self.entries.append({**line, "act": None, "why": None, "undone": [], "begins": False, "section": section})

    def tell(self) -> None:
        """Tell all pages that something changed."""
        for listener in tuple(self.listeners):
            listener()

    # What a page asks for.

    def role_for(self, key: str) -> Role | None:
        return self.keys.get(key)

    def enter(self, key: str) -> Role | None:
        return self.role_for(key)

    def join(self, code: str, address: str = "") -> str:
        return {f"CODE{seat}": f"KEY{seat}" for seat in self.seats}[code]

    def leave(self, key: str) -> None:
        del self.keys[key]

    def subscribe(self, on_change: Callable[[], None]) -> Callable[[], None]:
        self.listeners.append(on_change)
        return lambda: self.listeners.remove(on_change)

    def welcome(self, role: Role, language: str) -> Mapping[str, object]:
        words = Catalog(language if language in LANGUAGES else "en")
        return {
            "role": role.kind,
            "seat": role.seat,
            "simulated": self.is_simulated,
            "games": [],
            "rules": rules_told(words, ("ek120", "min72", "zh56")),
            "language": words.language,
            "languages": list(LANGUAGES),
            "texts": words.page_texts(),
            "names": {},
            "table": {
                "name": "kittens",
                "play": {"zones": ["play"], "screen": "table", "bar": 12},
                "seats": [self._seat(seat) for seat in self.seats],
            },
        }

    def _seat(self, seat: str) -> Mapping[str, object]:
        labels = {"ok": "OK", "nope": "NOPE"}
        return {
            "name": seat,
            "pad": None,
            "buttons": [{"name": f"{seat}.{name}", "label": label} for name, label in labels.items()],
            "lamps": [f"{seat}.{name}" for name in labels],
            "screen": seat if seat < "F" else None,
        }

    def scene(self, role: Role, language: str) -> Mapping[str, object]:
        return {
            "stage": self.stage,
            "paused": self.is_paused,
            **({"clock": self.clock} if self.clock else {}),
            "odds": {"on": False, "text": ""},
            "title": "Exploding Kittens",
            "kittens": {
                "game": "ek120",
                "seated": list(self.seats),
                "players": list(self.seats),
                "alive": self.alive,
                "phase": self.phase,
                "turn": {"seat": self.turn, "left": 2},
                "pending": self.pending,
                "pile": len(self.cards["pile"]),
                "lethal": len(self.alive) - 1,
                "hand_size": {seat: len(self.cards[f"hand:{seat}"]) for seat in self.seats},
                "lethal_card": "exploding-kitten",
                "discard": [self.faces[card] for card in self.cards["discard"]],
                "to_act": self.asked if self.asked is not None else [s for s in self.alive if s != "B"],
                "winner": self.alive[0] if self.stage == "over" else None,
                "recent": self.recent,
                "exits": [seat for seat in self.seats if seat not in self.alive],
                "bar": {"lit": self.lit, "of": 12, "claims": self.claims, "tied": []},
                "is_asking_whose": self.is_asking_whose,
            },
            "lights": {str(n): AMBER if n < self.lit else None for n in range(12)},
            "lamps": {f"{s}.{name}": light for s in self.seats for name, light in (("ok", OK), ("nope", NOPE))},
            "screens": self._screens(role),
            "names": {},
            "pads": {"play": "card"},
            "prompts": dict.fromkeys(self.seats, self.prompt),
            "sound": {"n": 0, "cue": "none", "tones": [], "volume": 2, "muted": False},
            "faults": [],
            "repair": self.repair,
            "accept": [],
            **({"arbiter": {}} if role.kind == "simulation" else {}),
        }

    def _screens(self, role: Role) -> Mapping[str, object]:
        picture = draw(Notice(Sign("sign.paused")), "en")
        screen = {
            "alt": picture.text,
            "picture": picture_rows(picture.pixels, 128),
            "say": "A plays Attack. B: Nope!",
            "lost": False,
        }
        names = ["table", *(s for s in self.seats if s < "F" and (role.kind == "simulation" or role.seat == s))]
        return dict.fromkeys(names, screen)

    def log(self, role: Role, language: str, after: int) -> list[Mapping[str, object]]:
        return list(self.entries[after:])

    def health(self, role: Role) -> None:
        """Give nothing: this table has no devices."""

    def truth(self, role: Role) -> Mapping[str, object] | None:
        if not self.is_simulated:
            return None
        return {
            "cards": {place: [self._seen(place, card, role) for card in self.cards[place]] for place in self.places},
            "places": self.places,
            "faults": [],
            "pressed": self.pressed,
            "deals": True,
            "allow": list(self.allow),
            "looking": list(self.looks),
            "looks": {
                seat: {"cards": [{"id": card, "face": self.faces[card]} for card in cards], "may_order": True}
                for seat, cards in self.looks.items()
                if role.kind == "simulation" or role.seat == seat
            },
        }

    def _seen(self, place: str, card: str, role: Role) -> list[str] | None:
        is_open = place in ("discard", "play", f"hand:{role.seat}") or place.startswith("front")
        return [card, self.faces[card]] if is_open or role.kind == "simulation" else None

    def language(self, role: Role) -> str | None:
        return None

    def do(self, role: Role, action: Mapping[str, object]) -> None:
        if action["do"] == "language":
            return
        if role.kind == "spectator":
            raise PageError("not-allowed", "Spectators only watch.")
        self.done.append((role, action))
        if action["do"] == "place":
            self._place(str(action["card"]), str(action["place"]), action.get("slot"))
        elif action["do"] == "look":
            self.looks[str(action["seat"])] = tuple(self.cards["pile"][:3])
        elif action["do"] == "put-back":
            del self.looks[str(action["seat"])]
        self.tell()

    def _place(self, card: str, place: str, slot: object) -> None:
        if card.startswith("back "):
            _, source, index = card.split(" ")
            card = self.cards[source][int(index)]
        for cards in self.cards.values():
            if card in cards:
                cards.remove(card)
        self.cards[place].insert(slot if isinstance(slot, int) else len(self.cards[place]), card)


@dataclass(frozen=True, slots=True)
class RingHouse:
    """A ring model with its page; all of it may be called from the test's thread."""

    model: RingModel
    _server: PageServer

    @property
    def is_simulated(self) -> bool:
        """Return whether pages are told where cards lie."""
        return self.model.is_simulated

    @property
    def url(self) -> str:
        """Give the page's address, for spectators."""
        return self._server.url

    def url_for(self, who: str) -> str:
        """Give the address of the page of a seat, or of the `simulation`."""
        return f"{self.url}#key={'SIM' if who == 'simulation' else f'KEY{who}'}"

    def change(self, **values: object) -> None:
        """Change the model, and tell all pages."""

        def change() -> None:
            for name, value in values.items():
                setattr(self.model, name, value)
            self.model.tell()

        self._server.call(change)


@contextmanager
def ring_house(server: PageServer, seats: int) -> Iterator[RingHouse]:
    """Serve a ring of so many seats while the block runs."""
    model = RingModel(seats)
    with server.showing(model):
        yield RingHouse(model, server)
