"""Tacocat as the table knows it: each answer to what `Family` asks is a module of this folder."""

# ruff: noqa: D102  # what each method promises stands in `Family`, once

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tacotable.dialogs import robots
from tacotable.games.tacocat import choices, deal, gestures, page, prompts, reading, reducer, state, view
from tacotable.games.tacocat.card_outcomes import submit
from tacotable.games.tacocat.pads import Stay
from tacotable.games.tacocat.state import TacocatSituation
from tacotable.state.device_state import Silence
from tacotable.state.facts import Announced, Fact, Meant, Resigned, WentUnseen
from tacotable.state.scene import Sign
from tacotable.state.situation import Family, Parts, seat_of

if TYPE_CHECKING:
    from tacotable.state.interaction import Wish
    from tacotable.table.file import TableFile


class Tacocat(Family[TacocatSituation]):
    """Tacocat at a table: two seats, nine spaces, and a token that moves between rounds."""

    lobby_rules = ("jumbo",)
    revealing = frozenset(("replaced", "duel-revealed", "last-cards-shown", "round-won", "round-tied", "game-won"))
    agreed_acts = frozenset(("duel",))

    def new_parts(self) -> Parts:
        return Parts(state.TacocatGame(), Silence(), state.TacocatUi())

    def at_rest(self, ui: object) -> object:
        if not isinstance(ui, state.TacocatUi):
            return state.TacocatUi()
        # Which cards on pads have counted, and who moved the token, is not half done.
        return state.TacocatUi(ui.is_token_by_hand, ui.secret)

    apply = staticmethod(reducer.apply)

    def misfit(self, setup: Mapping[str, object], table: TableFile) -> str | None:
        seats = setup.get("seats")
        if seats == list(table.seat_names):
            return None
        told = " and ".join(map(str, seats)) if isinstance(seats, list) else "nobody"
        return f"it is a game of {told}; this table seats {' and '.join(table.seat_names)}"

    keep = staticmethod(state.keep)
    put_back = staticmethod(state.put_back)

    def amendments(self, situation: TacocatSituation, seat: str) -> Mapping[str, dict[str, str]]:
        return {"deal-again": {"do": "redeal"}, "give-round": {"do": "award", "seat": state.other(situation, seat)}}

    def begun(self, situation: TacocatSituation, seats: tuple[str, ...]) -> Iterator[Fact]:
        situation.ui.part.lobby_is_practice = False
        yield from choices.begin(situation, seats[0])

    laid = staticmethod(gestures.laid)
    lifted = staticmethod(gestures.lifted)
    crowded = staticmethod(gestures.crowded)

    def sensed(self, situation: TacocatSituation, space: int, *, is_there: bool) -> None:
        if is_there:
            situation.ui.part.is_token_by_hand = False

    tapped = staticmethod(gestures.tapped)
    held = staticmethod(gestures.held)

    def reads_robots(self, table: TableFile) -> bool:
        return all(seat.pad is not None for seat in table.seats)

    def row(self, situation: TacocatSituation, seat: str) -> tuple[str, ...]:
        game, shown = situation.game.part, situation.entry(seat).tags
        return tuple(tag for tag, whose in game.held.items() if whose == seat and tag not in (*game.spent, *shown))

    def hands_for(self, situation: TacocatSituation, seat: str) -> Sign | None:
        if not (tag := robots.wanted(situation, seat)):
            return None
        kind = "" if situation.family.is_laid_open(situation, f"{seat}.pad") else "-down"
        return Sign(f"sign.robot-card{kind}", {"owner": seat, "n": robots.place_of(situation, seat, tag)})

    def press_for(self, situation: TacocatSituation, seat: str, wish: Wish) -> Iterator[Fact]:
        entry, act = situation.entry(seat), wish.act
        refusal = situation.ui.refusals.get(seat)
        if refusal is not None and refusal.kind.asks:
            yield from situation.family.tapped(situation, seat, "ok", situation.devices.now_ms)
        elif act["do"] == "attack" and len(wish.tags) > 1 and not entry.is_announced:
            yield Announced(seat)
        elif act["do"] == "answer":
            demand = str(act["demand"]) if "demand" in act else None
            asked = int(demand or state.asked_demand(situation, seat))
            meant = Meant(seat, act.get("as") == "sacrifice" and int(str(act["card"])) >= asked, demand)
            if situation.game.part.intent(seat) != meant:
                yield meant
        elif state.is_collecting(situation, seat) and len(entry.tags) == len(wish.tags):
            yield from submit(situation, seat, entry.cards, entry.tags)

    settle = staticmethod(gestures.settle)
    obstacle = staticmethod(deal.obstacle)

    def has_counted(self, situation: TacocatSituation, zone: str, tag: str) -> bool:
        return Stay(situation, seat_of(zone), tag).has_counted()

    def may_count(self, situation: TacocatSituation, seat: str, tag: str) -> bool:
        return self.may_act(situation, seat) and situation.game.part.held.get(tag, seat) == seat

    wake_at_ms = staticmethod(gestures.wake_at_ms)

    def light_names(self, table: TableFile) -> tuple[str, ...]:
        return tuple(map(str, state.SPACES))

    shown = staticmethod(view.shown)

    def asked_of(self, situation: TacocatSituation) -> Mapping[str, object]:
        return {seat: prompts.sign_for(situation, seat).code for seat in situation.seats}

    def awaited(self, situation: TacocatSituation) -> str | None:
        waiting = [seat for seat in situation.seats if reading.is_asked(situation, seat)]
        return waiting[0] if len(waiting) == 1 else None

    hint = staticmethod(prompts.hint)

    def menu_items(self, situation: TacocatSituation) -> tuple[str, ...]:
        return ("resign", "unseen") if situation.game.is_seen else ("resign",)

    def sure(self, situation: TacocatSituation, seat: str, item: str) -> Sign:
        return Sign(f"menu.sure-{item}", {"winner": state.other(situation, seat)})

    def chosen(self, situation: TacocatSituation, seat: str, item: str) -> Iterator[Fact]:
        if item == "guide" and situation.game.match is None:  # the practice round is made for a first game
            yield from choices.begin(situation, seat, {"practice": True})
        elif item == "resign":
            yield Resigned(seat)
        elif item == "unseen":
            yield WentUnseen(seat)

    winner = staticmethod(prompts.winner)
    title = staticmethod(prompts.title)
    log_section = staticmethod(prompts.log_section)
    page_table = staticmethod(page.page_table)
    page_scene = staticmethod(page.page_scene)
    public_picture = staticmethod(page.public_picture)
    dealing = staticmethod(deal.dealing)
    may_deal = staticmethod(deal.may_deal)
    is_laid_open = staticmethod(deal.is_laid_open)


TACOCAT = Tacocat()
