"""A model of a page with next to nothing on it: what the server itself promises can be tested with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tacotable.state.role import Role
from tacotable.web.model import PageError

ROLES = {"": Role("spectator"), "SIM": Role("simulation"), "YAYKEY": Role("seat", "YAY")}
TEXTS = {"en": {"simulated": "SIMULATED TABLE"}, "zh-TW": {"simulated": "模擬牌桌"}}


class SmallModel:
    """One number for a scene, one for a truth, and a log; `do` keeps what it was given."""

    def __init__(self) -> None:
        self.seat_languages = {"YAY": "en"}
        self.shown = 0
        self.lying = 0
        self.entries: list[dict[str, object]] = []
        self.done: list[tuple[Role, Mapping[str, object]]] = []
        self.left_keys: list[str] = []
        self.listeners: list[Callable[[], None]] = []

    def change(self, shown: int) -> None:
        """Change the scene and tell."""
        self.shown = shown
        self.tell()

    def note(self, text: str) -> None:
        """Add to the log and tell."""
        self.entries.append({"n": len(self.entries) + 1, "kind": "table", "seat": None, "text": text, "rule": None})
        self.tell()

    def tell(self) -> None:
        """Call every listener."""
        for listener in tuple(self.listeners):
            listener()

    def role_for(self, key: str) -> Role | None:
        return ROLES.get(key)

    def enter(self, key: str) -> Role | None:
        return self.role_for(key)

    def join(self, code: str, address: str = "") -> str:
        if code != "GOOD22":
            raise PageError("wrong-code", "That code is not good.")
        return "YAYKEY"

    def leave(self, key: str) -> None:
        self.left_keys.append(key)

    def welcome(self, role: Role, language: str) -> Mapping[str, object]:
        language = language if language in TEXTS else "en"
        return {
            "role": role.kind,
            "seat": role.seat,
            "language": language,
            "languages": list(TEXTS),
            "texts": TEXTS[language],
        }

    def scene(self, role: Role, language: str) -> Mapping[str, object]:
        return {"shown": self.shown, "in": language}

    def log(self, role: Role, language: str, after: int) -> list[Mapping[str, object]]:
        return list(self.entries[after:])

    def health(self, role: Role) -> None:
        """Give nothing: this table has no devices."""

    def truth(self, role: Role) -> Mapping[str, object] | None:
        return None if role.kind == "spectator" else {"lying": self.lying}

    def language(self, role: Role) -> str | None:
        return self.seat_languages.get(role.seat or "")

    def do(self, role: Role, action: Mapping[str, object]) -> None:
        if action["do"] == "language":
            language = action.get("language")
            if language not in TEXTS:
                raise PageError("unknown-language", "Nobody speaks that here.")
            if role.seat is not None:
                self.seat_languages[role.seat] = str(language)
                self.tell()
            return
        if role.kind == "spectator":
            raise PageError("not-allowed", "Spectators only watch.")
        if action["do"] not in ("show", "lie", "note"):
            raise PageError("unknown-act", "There is no such act.")
        self.done.append((role, action))
        number = action.get("n")
        if action["do"] == "note":
            self.note(str(action.get("text")))
        elif action["do"] == "show" and isinstance(number, int):
            self.change(number)
        elif isinstance(number, int):
            self.lying = number
            self.tell()

    def subscribe(self, on_change: Callable[[], None]) -> Callable[[], None]:
        self.listeners.append(on_change)

        def end() -> None:
            self.listeners.remove(on_change)
            self.unsubscribed()

        return end

    def unsubscribed(self) -> None:
        """Take note that a page has left."""
