"""A robot at Tacocat's table: people lay the cards of its row on its pad, the program presses its buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable.dialogs import robots
from tacotable.games.tacocat.acts import asked_demand, is_collecting, submit
from tacotable.games.tacocat.state import game_of
from tacotable.state import facts
from tacotable.state.scene import Sign

if TYPE_CHECKING:
    from tacotable.state.interaction import Wish
    from tacotable.state.situation import Situation


def row(situation: Situation, seat: str) -> tuple[str, ...]:
    """Return the tags that were dealt to a robot and are in its row still, in the order in which they came."""
    game, shown = game_of(situation), situation.entry(seat).tags
    return tuple(tag for tag, whose in game.held.items() if whose == seat and tag not in (*game.spent, *shown))


def hands_for(situation: Situation, seat: str) -> Sign | None:
    """Say which card of the row comes on the pad next, and how it lies there."""
    if not (tag := robots.wanted(situation, seat)):
        return None
    kind = "" if situation.family.is_laid_open(situation, f"{seat}.pad") else "-down"
    return Sign(f"sign.robot-card{kind}", {"owner": seat, "n": robots.place_of(situation, seat, tag)})


def press_for(situation: Situation, seat: str, wish: Wish) -> Iterator[facts.Fact]:
    """Announce several cards or close them, and mean an answer as it was chosen."""
    entry, act = situation.entry(seat), wish.act
    refusal = situation.ui.refusals.get(seat)
    if refusal is not None and refusal.kind.asks:
        yield from situation.family.tapped(situation, seat, "ok", situation.devices.now_ms)
    elif act["do"] == "attack" and len(wish.tags) > 1 and not entry.is_announced:
        yield facts.Announced(seat)
    elif act["do"] == "answer":
        demand = str(act["demand"]) if "demand" in act else None
        reaches = act.get("as") == "sacrifice" and int(str(act["card"])) >= int(demand or asked_demand(situation, seat))
        meant = facts.Meant(seat, reaches, demand)
        if game_of(situation).intent(seat) != meant:
            yield meant
    elif is_collecting(situation, seat) and len(entry.tags) == len(wish.tags):
        yield from submit(situation, seat, entry.cards, entry.tags)
