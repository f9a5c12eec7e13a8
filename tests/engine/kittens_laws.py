"""What holds in every Exploding game, whatever the slow model says; breaches are kept by the name of the law."""

from __future__ import annotations

from collections import Counter

from engine.kittens_slow_world import UNKNOWN, Cards, Json, World, lethal, titles

PUBLIC = ("discard", "in_front", "pending", "game", "phase", "turn", "prompt", "drawn")


class Laws:
    """The laws of one game, and where it broke them."""

    def __init__(self) -> None:
        self.broken: dict[str, list[str]] = {
            "a lethal card for all but one": [],
            "no card is lost or made": [],
            "the pile only shrinks": [],
            "hidden cards stay hidden": [],
            "nobody honest is accused": [],
            "a lie given away is told": [],
            "a game ends": [],
        }
        self.cards: Counter[str] | None = None
        self.titles: set[str] = set()
        self.pile = 0

    def check(self, world: World, request: Json, state: Json) -> None:
        """Check a state that the referee told the arbiter."""
        self.titles = set(titles(world))
        self._check_lethal(world, state)
        self._check_conservation(world, state)
        grows_by = 1 if request.get("do") == "defuse" else 0
        if request["op"] not in ("new", "undo", "rule") and len(state["pile"]) > self.pile + grows_by:
            self.broken["the pile only shrinks"].append(f"{self.pile} became {len(state['pile'])}")
        self.pile = len(state["pile"])

    def _check_lethal(self, world: World, state: Json) -> None:
        """Count the lethal cards in the pile and the one being defused: all living players but one (rules 0)."""
        if world.mode != "dealt":
            return
        count = state["pile"].count(lethal(world)) + (state["phase"] == "defuse")
        if count != len(state["alive"]) - 1:
            self.broken["a lethal card for all but one"].append(f"{count} for {state['alive']}")

    def _check_conservation(self, world: World, state: Json) -> None:
        """Count all the cards there are; hidden ones only by their number."""
        fronts = (state.get("in_front") or {}).values()
        places = [*state["hands"].values(), *fronts, state["pile"], state["discard"], world.gone]
        cards = Counter(card for place in places for card in place)
        cards[lethal(world)] += state["phase"] == "defuse"
        self.cards = self.cards or +cards
        hidden = cards.pop(UNKNOWN, 0)
        is_changed = world.mode == "dealt" and +cards != self.cards
        is_too_many = bool(cards - world.whole)
        if is_changed or is_too_many or cards.total() + hidden != self.cards.total():
            self.broken["no card is lost or made"].append(f"{dict(cards)} and {hidden} hidden, not {dict(self.cards)}")

    def check_secrets(self, viewer: str, state: Json) -> None:
        """Look for the name of a card where the viewer should see none."""
        seen = {key: value for key, value in state.items() if key not in PUBLIC}
        seen["hands"] = {seat: hand for seat, hand in state["hands"].items() if seat != viewer}
        if viewer in state["hands"]:
            seen.pop("peek", None)
        names = self.titles & set(words(seen))
        if names:
            self.broken["hidden cards stay hidden"].append(f"{viewer} sees {sorted(names)}")

    def check_violations(self, violations: list[Json], lies: Lies, seat: str, shown: Cards) -> None:
        """Let only a claim that was a lie be told as one; of claims that contradict each other one must be."""
        for told in violations:
            accused = [told["act"]] if told["seat"] is not None else [told["act"], *told["proof"]]
            if not lies.numbers & set(accused):
                self.broken["nobody honest is accused"].append(f"{told}, lies are {sorted(lies.numbers)}")
        untold = lies.given_away(seat, shown) - {told["act"] for told in violations if told["seat"] is not None}
        if untold:
            self.broken["a lie given away is told"].append(f"{sorted(untold)} by {seat} showing {shown}")


class Lies:
    """Cards denied that were in the hand: which acts these were, and whose hand can still give the lie away."""

    def __init__(self) -> None:
        self.numbers: set[int] = set()
        self.open: dict[int, tuple[str, str]] = {}

    def note(self, number: int, seat: str, asked: Json | None) -> None:
        assert asked
        self.numbers.add(number)
        self.open[number] = (seat, asked["name"])

    def given_away(self, seat: str, shown: Cards) -> set[int]:
        """Find the lies of a seat that now shows the card it denied; each is to be told once."""
        away = {number for number, (liar, name) in self.open.items() if liar == seat and name in shown}
        for number in away:
            del self.open[number]
        return away

    def forget_where_gained(self, before: World, after: World) -> None:
        """Take a seat that got a card out of suspicion: it may be the very one it denied."""
        gained = [seat for seat in after.seats if Counter(after.hands[seat]) - Counter(before.hands[seat])]
        self.open = {number: lie for number, lie in self.open.items() if lie[0] not in gained}


def shown_cards(request: Json) -> Cards:
    """List the cards of the hand that the table sees in this act."""
    if request.get("do") in ("nope", "defuse"):
        return [str(request.get("card", request["do"]))]
    return list(request.get("cards", [])) if request.get("do") in ("play", "explode") else []


def words(value: object) -> list[str]:
    """List every string in a value of JSON, the keys too."""
    if isinstance(value, dict):
        return [word for key, below in value.items() for word in [key, *words(below)]]
    if isinstance(value, list):
        return [word for below in value for word in words(below)]
    return [value] if isinstance(value, str) else []
