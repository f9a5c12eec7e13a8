"""High Card at a table: each seat lays its card on its own pad, and OK answers all that is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tacotable.dialogs import menu, undo
from tacotable.dialogs.refusals import Refusal, obstacle_to, refuse
from tacotable.dialogs.rulings_log import decide_on, note_event, rule_on
from tacotable.state import facts, guards
from tacotable.state.game_state import Stage
from tacotable.state.scene import GREEN, RED, Choice, Light, Notice, Screen, Sign
from tacotable.state.situation import Dealing, Family, NoPart, Parts, Shown, Situation, seat_of
from tacotable_drivers.ports import DARK, Look, Pattern
from tacotable_engine.errors import RequestError
from tacotable_high_card.rules import DECK, HAND, View

if TYPE_CHECKING:
    from tacotable_engine.rulings import Ruling

OFF = Light(DARK, "lamp.off")
PRESS = Light(Look(GREEN, Pattern.FAST), "lamp.press")
LAY = Light(Look(GREEN, Pattern.SOLID), "lamp.hands")
REFUSED = Light(Look(RED, Pattern.DOUBLE), "lamp.refused")


@dataclass(slots=True)
class HighCardGame:
    """What only this game keeps, from facts alone."""

    dealt: frozenset[str] = frozenset()
    """The seats that said they have their cards."""
    counted: dict[str, str] = field(default_factory=dict)
    """The seat of each tag that has been laid since the deal."""


def game_of(situation: Situation) -> HighCardGame:
    """Return this game's part."""
    part = situation.game.part
    return part if isinstance(part, HighCardGame) else HighCardGame()


def view_of(situation: Situation) -> View | None:
    """Return what everyone may know; None without a game."""
    public = situation.public()
    return public if isinstance(public, View) else None


class HighCard(Family[Situation]):
    """The game for the table; what it does not say, `Family` says for it."""

    revealing = frozenset(("high-card-tied", "high-card-won"))

    # What facts do.

    def new_parts(self) -> Parts:
        """Keep who has cards, and which are used."""
        return Parts(HighCardGame(), NoPart(), NoPart())

    def apply(self, fact: facts.Fact, situation: Situation) -> None:
        """Lead from the deal to the rounds, and from the last round to the end."""
        game = game_of(situation)
        match fact:
            case facts.Began() | facts.Closed():
                game.dealt, game.counted = frozenset(), {}
                situation.game.stage = Stage.DEAL if situation.game.match else Stage.LOBBY
            case facts.Dealt(seat):
                game.dealt |= {seat}
                undo.forget(situation)
                situation.sound("press")
                if game.dealt == set(situation.seats):
                    game.counted = {}
                    situation.game.stage = Stage.PLAY
                    situation.note("table", "log.dealt", {"n": HAND})
            case facts.Acted():
                ruling = rule_on(fact, situation)
                if ruling is not None and ruling.is_applied:
                    self._tell(situation, fact, ruling)
            case facts.Decided():
                stands = decide_on(fact, situation)
                if stands is not None:
                    self._tell(situation, *stands)

    def _tell(self, situation: Situation, fact: facts.Acted, ruling: Ruling) -> None:
        """Put an act that stands into the log, and lead on where it ended something."""
        game, kinds = game_of(situation), {str(event["type"]) for event in ruling.events}
        game.counted |= dict.fromkeys(fact.tags, fact.seat)
        situation.game.last_events = ruling.events
        for event in ruling.events:
            values, cards = dict(event), event.get("cards")
            if isinstance(cards, list):
                values["cards"] = dict(zip(situation.seats, cards, strict=True))
            note_event(situation, ruling, f"event.{event['type']}", values, is_decided=cards is not None)
        if "game-won" in kinds:
            situation.game.stage = Stage.OVER
        elif "high-card-dealt" in kinds:
            game.dealt, situation.game.stage = frozenset(), Stage.DEAL
        sound = {"game-won": "win", "high-card-won": "round-won", "high-card-tied": "round-tied"}
        situation.sound(next((sound[kind] for kind in sound if kind in kinds), "sealed"))

    def keep(self, situation: Situation, act: Mapping[str, object]) -> HighCardGame:
        """Keep which cards were used."""
        game = game_of(situation)
        return replace(game, counted=dict(game.counted))

    # What hands mean.

    def laid(self, situation: Situation, zone: str, tag: str) -> Iterator[facts.Fact]:
        """Rule on a card that lies on a seat's own pad."""
        seat = seat_of(zone)
        if seat not in situation.seats or self.has_counted(situation, zone, tag):
            return
        situation.ui.refusals.pop(seat, None)
        why_not = obstacle_to(situation, tag)
        if why_not is not None or situation.game.match is None:
            refuse(situation, seat, why_not or Refusal("refusal.no-game", tag=tag))
            return
        card = situation.devices.faces[tag]
        act: dict[str, object] = {"do": "lay", "card": card}
        try:
            refused = situation.game.match.why_not(seat, act)
        except RequestError:
            refuse(situation, seat, Refusal("refusal.not-in-game", {"card": card}, tag))
            return
        yield facts.Acted(seat, act, "illegal" if refused else "accepted", refused.rule if refused else "", (tag,))
        if refused is not None:
            refuse(situation, seat, Refusal(f"rule.{refused.rule}", refused.values, tag))

    def lifted(self, situation: Situation, zone: str, tag: str | None) -> None:
        """Put away what was said about a card that is gone."""
        refusal = situation.ui.refusals.get(seat_of(zone))
        if refusal and refusal.tag is not None and tag in (None, refusal.tag):
            del situation.ui.refusals[seat_of(zone)]

    def crowded(self, situation: Situation, zone: str, tags: tuple[str, ...]) -> Iterator[facts.Fact]:
        """Count the one card that is new; where there are more, nobody knows which one is meant."""
        new = [tag for tag in tags if not self.has_counted(situation, zone, tag)]
        if len(new) == 1:
            yield from self.laid(situation, zone, new[0])
        elif new:
            refuse(situation, seat_of(zone), Refusal("refusal.crowded", tag=new[-1]))

    def obstacle(self, situation: Situation, tag: str) -> Refusal | None:
        """Return why a card cannot be laid: it is not dealt yet, or was used."""
        if situation.game.stage is Stage.DEAL:
            return Refusal("refusal.deal-first", tag=tag)
        return Refusal("refusal.spent", tag=tag) if tag in game_of(situation).counted else None

    def has_counted(self, situation: Situation, zone: str, tag: str) -> bool:
        """Whether a card lies there since it counted."""
        return game_of(situation).counted.get(tag) == seat_of(zone)

    def tapped(self, situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[facts.Fact]:
        """Begin, say that the cards are dealt, or put the game away; NO turns the lobby to another game."""
        stage = situation.game.stage
        if situation.ui.refusals.pop(seat, None) is not None:
            situation.sound("press")
        elif stage is Stage.LOBBY and role == "ok":
            yield from self.begin(situation)
        elif stage is Stage.LOBBY:
            games = (*situation.games, *situation.games)
            situation.ui.lobby_game = games[games.index(situation.ui.lobby_game) + 1]
            situation.sound("press")
        elif stage is Stage.DEAL and role == "ok" and seat not in game_of(situation).dealt:
            yield facts.Dealt(seat)
        elif stage is Stage.OVER and role == "ok":
            yield facts.Closed()
        else:
            guards.ignore(situation, seat)

    def held(self, situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[facts.Fact]:
        """Open the seat's menu with NO; a long OK is a short one, and once the game is over it plays again."""
        if role != "ok":
            menu.toggle(situation, seat)
        elif situation.game.stage is Stage.OVER:
            yield facts.Closed()
            yield from self.begin(situation)
        else:
            yield from self.tapped(situation, seat, role, at_ms)

    def begin(self, situation: Situation) -> Iterator[facts.Fact]:
        """Begin a game of all who sit here; its journal tells the settings, too."""
        yield facts.Began({"game": situation.ui.lobby_game, "seats": list(situation.seats), "mode": "blind"})
        yield from situation.game.settings()

    def chosen(self, situation: Situation, seat: str, item: str) -> Iterator[facts.Fact]:
        """Begin as a first game: there is nothing that it leaves out."""
        if item == "guide" and situation.game.match is None:
            yield from self.begin(situation)

    # What the table shows.

    def shown(self, situation: Situation) -> Shown:
        """Show what each seat is asked, and leave what other games need dark."""
        signs = self._signs(situation)
        lights = tuple(Light(DARK, "light.off") for _ in self.light_names(situation.devices.table))
        lamps = {lamp.button: self._lamp(situation, lamp.seat, lamp.role) for lamp in situation.lamps}
        return Shown(lights, lamps, {seat: self._screen(situation, seat, signs[seat]) for seat in signs}, {}, signs)

    def asked_of(self, situation: Situation) -> Mapping[str, object]:
        """Return what each seat is asked: its sign."""
        return {seat: sign.code for seat, sign in self._signs(situation).items()}

    def _screen(self, situation: Situation, seat: str, sign: Sign) -> Screen:
        """Show a refusal, or else what is asked with the card that the seat laid last."""
        if refusal := situation.ui.refusals.get(seat):
            return Notice(Sign(refusal.code, refusal.values))
        if sign.code == "sign.lobby":
            games, shown = situation.games, situation.ui.lobby_game
            return Choice(sign, f"item.{shown}", True, games.index(shown), len(games), (), self.hint(situation, seat))
        cards = sign.values.get("cards")
        return Notice(sign, big=str(cards.get(seat, "")) if isinstance(cards, Mapping) else "")

    def _lamp(self, situation: Situation, seat: str, role: str) -> Light:
        """OK is fast where a press is awaited, and steady where a card is."""
        if seat in situation.ui.refusals:
            return REFUSED
        if role != "ok":
            return OFF
        if situation.game.stage is not Stage.PLAY:
            is_done = situation.game.stage is Stage.DEAL and seat in game_of(situation).dealt
            return OFF if is_done and not situation.game.is_paused else PRESS
        view = view_of(situation)
        return PRESS if situation.game.is_paused else LAY if view and seat in view.to_act else OFF

    def _signs(self, situation: Situation) -> dict[str, Sign]:
        """Say what each seat is awaited to do."""
        return {seat: self._sign(situation, seat) for seat in situation.seats}

    def _sign(self, situation: Situation, seat: str) -> Sign:
        view, game = view_of(situation), game_of(situation)
        if situation.game.is_paused:
            return Sign("sign.paused")
        if view is None:
            return Sign("sign.lobby")
        if view.winner:
            return Sign("sign.over", {"winner": view.winner})
        other = next(name for name in situation.seats if name != seat)
        if situation.game.stage is Stage.DEAL:
            is_waiting = seat in game.dealt
            return (
                Sign("sign.deal-wait", {"seat": other, "n": HAND})
                if is_waiting
                else Sign("sign.high-card-deal", {"n": HAND})
            )
        score = {"n": view.wins[seat], "max": view.wins[other]}
        if seat not in view.to_act:
            return Sign("sign.high-card-wait", {"seat": other, **score})
        ended = next((event for event in situation.game.last_events if "cards" in event), None)
        if ended is None or view.laid:
            return Sign("sign.high-card-lay", score)
        cards = ended["cards"]
        values = {**score, "cards": dict(zip(situation.seats, cards, strict=True)) if isinstance(cards, list) else {}}
        if "seat" not in ended:
            return Sign("sign.high-card-tied", values)
        return Sign("sign.high-card-won" if ended["seat"] == seat else "sign.high-card-lost", values)

    def public_picture(self, situation: Situation) -> dict[str, object]:
        """Return what everyone may see, with the rounds that each has won."""
        view, told = view_of(situation), super().public_picture(situation)
        match = told["match"]
        return {"match": {**match, "wins": dict(view.wins)}} if view and isinstance(match, dict) else told

    # How the simulated table deals.

    def dealing(self, situation: Situation) -> Dealing:
        """Deal seven to each; the rest is not needed."""
        deck = tuple(card for card, count in DECK.items() for _ in range(count))
        return Dealing(situation.seats, deck, HAND)

    def is_laid_open(self, situation: Situation, place: str) -> bool:
        """Return whether a card lies face up: on a pad it does not, before both are there."""
        return place not in situation.devices.table.pads


HIGH_CARD = HighCard()
