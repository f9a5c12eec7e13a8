"""Gestures: what a tap or a hold of a seat's button means in each stage.

A seat with a pad has OK and NO; one without has LEFT, RIGHT and OK and names its cards on its display. A tap
counts when the button is released, since a hold means something else: OK held moves Tacocat by hand, NO or
LEFT held opens the menu.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from tacotable.dialogs import menu
from tacotable.dialogs.refusals import Refusal, refuse
from tacotable.dialogs.repair import countable
from tacotable.games.tacocat import choices
from tacotable.games.tacocat import deal as dealing
from tacotable.games.tacocat.acts import asked_demand, is_collecting, lacks_a_card, reached, show, submit
from tacotable.games.tacocat.pads import laid, say_lay_again
from tacotable.games.tacocat.signs import has_not_turned
from tacotable.games.tacocat.state import (
    UNREAD_MS,
    board_of,
    devices_of,
    game_of,
    has_sensors,
    is_crowded,
    is_one_by_one,
    is_silent,
    names_cards,
    needs_clearing,
    repair,
    target,
    tells_leaving,
    ui_of,
    unread_ms,
    view_of,
)
from tacotable.state import early_presses as too_early
from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.situation import Situation, has_pad, pad_of
from tacotable_engine.tacocat.ruleset import load_ruleset

TURN_FIRST = ("refusal.turn-first", "refusal.turn-first-buttons")
"""Refuse OK of a seat that names its cards, and has not turned to one yet: of a silent reader, or of none."""
Gesture = Callable[[Situation, str], Iterator[facts.Fact]]


def tapped(situation: Situation, seat: str, role: str) -> Iterator[facts.Fact]:
    """Return the facts that follow from a tap on a seat's button.

    Where a seat is asked whether it means a sacrifice, OK gives up the card that lies there; any other defends with it.
    """
    asked = situation.ui.refusals.get(seat)
    may_lie_there = asked and (situation.zone(seat) == asked.tag or not tells_leaving(situation, seat))
    if asked and asked.code == "refusal.sure-sacrifice" and may_lie_there:
        card = str(asked.values["card"])
        del situation.ui.refusals[seat]
        if role != "ok":
            yield facts.Meant(seat, False, reached(situation, seat, card))
        yield from submit(situation, seat, (card,), (str(asked.tag),))
    elif not _is_put_away(situation, seat, role):
        yield from _TAPS[situation.game.stage].get(role, _means_nothing)(situation, seat)


def _is_put_away(situation: Situation, seat: str, role: str) -> bool:
    """Return whether the tap only answers a message on show: NO puts it away, a refused card has to go first."""
    if situation.game.stage is Stage.PLAY and is_silent(situation, seat):
        devices_of(situation).silence.accept(pad_of(seat))
        situation.sound("press")
        return True
    if names_cards(situation, seat) and situation.ui.news_for(seat):
        situation.ui.read_news(seat)  # they hide what OK would take
        situation.sound("press")
        return True
    refusal = situation.ui.refusals.get(seat)
    if refusal is None:
        return False
    if refusal.tag is not None and situation.zone(seat) == refusal.tag:
        situation.sound("refused")
        return True
    del situation.ui.refusals[seat]
    situation.sound("press")
    if names_cards(situation, seat):
        return refusal.code not in TURN_FIRST
    return role == "no" and refusal.code != "refusal.one-more"  # that says what NO does


def held(situation: Situation, seat: str, role: str) -> Iterator[facts.Fact]:
    """Return the facts that follow from a button held down."""
    if role in ("no", "left"):
        menu.toggle(situation, seat)
    elif situation.game.stage is Stage.MOVE:
        yield facts.TokenPlaced(target(situation), by_hand=True)
    elif situation.game.stage is Stage.OVER:
        yield from _play_again(situation, seat)
    elif has_not_turned(situation, seat):
        situation.ui.refusals.pop(seat, None)
        yield from _choose(situation, seat)
    else:
        yield from _accept(situation, seat, role)


def _accept(situation: Situation, seat: str, role: str) -> Iterator[facts.Fact]:
    """Accept the table as it is: a card that lies there is laid now, or Tacocat stands where the game says.

    Where there is nothing to accept, a long press is a short one.
    """
    if lying := next(countable(situation, seat), None):
        situation.sound("press")
        del situation.ui.refusals[seat]
        ui_of(situation).ruled.pop(seat, None)
        yield from laid(situation, pad_of(seat), str(lying[1].tag), is_waived=True)
    elif any(move["do"] == "stand" for move in repair(situation)):
        ui_of(situation).accepted = (target(situation), situation.devices.sensed)
        situation.note("table", "log.token-by-hand", {"space": situation.told_space(target(situation))}, seat=seat)
        situation.sound("token")
    else:
        yield from tapped(situation, seat, role)


def begin(situation: Situation, seat: str, more: Mapping[str, object] | None = None) -> Iterator[facts.Fact]:
    """Begin the game that the lobby shows, with more options than it says; who begins attacks in a practice round."""
    game, shown = choices.lobby(situation)[choices.lobby_index(situation)]
    options = {**situation.options, **shown, **(more or {})}
    attacks = {"position": {"attacker": seat}} if options.get("practice") and seat != situation.seats[0] else {}
    board = board_of(situation.devices.table)
    yield facts.Began(
        {
            "game": game,
            "seats": list(situation.seats),
            **situation.mode_of(situation.seats),
            "board": {
                "numbers": [space.number for space in board.spaces],
                "arrows": [space.arrow for space in board.spaces],
            },
            "options": options,
            **attacks,
            **_own_deck(situation, game),
        }
    )
    # A game has a journal of its own, which must tell the settings that were chosen before it.
    yield from situation.game.settings()


def _own_deck(situation: Situation, game: str) -> dict[str, object]:
    """Return the owner's cards as the deck of the game, where they are enrolled and other than the printed ones."""
    printed, board = load_ruleset(game).deck.counts, board_of(situation.devices.table)
    counts = Counter([card.face for card in situation.devices.decks.get(game, ())] or printed)
    counts -= Counter(situation.game.arranged.lost.get(game, ()))
    is_enough = counts.total() >= 2 * max(space.number for space in board.spaces)
    if not is_enough or counts == Counter(printed) or not counts.keys() <= printed.keys():
        return {}
    return {"deck": {face: counts[face] for face in printed}}


def _turn_lobby(situation: Situation, seat: str, step: int = 1) -> Iterator[facts.Fact]:
    """Turn to another game of the lobby."""
    offered = choices.lobby(situation)
    game, options = offered[(choices.lobby_index(situation) + step) % len(offered)]
    situation.ui.lobby_game = game
    ui_of(situation).lobby_is_practice = bool(options)
    situation.sound("press")
    yield from ()


def _say_dealt(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Handle a seat's word that it has its cards; a card left on its pad has to go first."""
    if isinstance(situation.zone(seat), str):
        refuse(situation, seat, Refusal("refusal.clear-pad", tag=str(situation.zone(seat))))
        return
    if seat not in game_of(situation).dealt:
        yield facts.Dealt(seat)
    else:
        too_early.ignore(situation, seat)


def _confirm(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """OK at a pad: close what is collected, announce a jumbo, or pick the next open demand."""
    now, entry = view_of(situation).phase, situation.entry(seat)
    if now == "deal":
        refuse(situation, seat, Refusal("refusal.pass-card"))
    elif is_crowded(situation, seat) and is_collecting(situation, seat):
        refuse(situation, seat, Refusal("refusal.crowd-first", tag=str(situation.zone(seat))))
    elif lacks_a_card(situation, seat):
        refuse(situation, seat, Refusal("refusal.one-more", {"cards": entry.cards}))
    elif now == "replace" or (now == "attack" and entry.cards):
        yield from submit(situation, seat, entry.cards, entry.tags)
    elif now == "attack" and entry.is_announced:
        yield facts.TookBack(seat, all=True)
    elif (
        now == "attack"
        and seat in view_of(situation).to_act
        and not is_one_by_one(situation)
        and not needs_clearing(situation, seat)
    ):
        yield facts.Announced(seat)
    elif now == "answer" and seat in view_of(situation).to_act and len(set(view_of(situation).demands)) > 1:
        yield pick_demand(situation, seat)
    else:
        _nothing_to_confirm(situation, seat)


def _decline(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """NO at a pad: take the last shown card back, or mean the next answer as a sacrifice."""
    entry = situation.entry(seat)
    if view_of(situation).phase == "deal":
        yield from dealing.go_back(situation, seat)
    elif entry.cards or entry.is_announced:
        # A card that is in the hand again is laid anew.
        last = entry.tags[-1] if entry.tags and isinstance(situation.zone(seat), str) else ""
        yield facts.TookBack(seat, all=not entry.cards, tag=last or None)
        say_lay_again(situation, seat)
    elif view_of(situation).phase == "answer" and seat in view_of(situation).to_act:
        yield toggle_sacrifice(situation, seat)
    else:
        _nothing_to_confirm(situation, seat)


def _nothing_to_confirm(situation: Situation, seat: str) -> None:
    """Answer a press that means nothing now."""
    if seat not in view_of(situation).to_act:
        refuse(situation, seat, Refusal("refusal.wait"))
    elif any(0.0 < at_ms - situation.devices.now_ms <= UNREAD_MS[1] for at_ms in unread_ms(situation, seat)):
        refuse(situation, seat, Refusal("refusal.unread"))
    elif view_of(situation).phase == "replace":
        refuse(situation, seat, Refusal("refusal.show-or-ok"))
    elif needs_clearing(situation, seat):
        refuse(situation, seat, Refusal("refusal.clear-first", tag=str(situation.zone(seat))))
    else:
        refuse(situation, seat, Refusal("refusal.lay-a-card"))


def pick_demand(situation: Situation, seat: str) -> facts.Meant:
    """Turn to the next open demand for this seat's next answer."""
    open_demands = tuple(dict.fromkeys(view_of(situation).demands))
    intent = game_of(situation).intent(seat)
    index = open_demands.index(intent.demand) if intent.demand in open_demands else 0
    return facts.Meant(seat, intent.is_sacrifice, open_demands[(index + 1) % len(open_demands)])


def toggle_sacrifice(situation: Situation, seat: str) -> facts.Meant:
    """Mean the next answer as a sacrifice, or no longer."""
    intent = game_of(situation).intent(seat)
    return facts.Meant(seat, not intent.is_sacrifice, intent.demand)


def _turn(situation: Situation, seat: str, step: int = 1) -> Iterator[facts.Fact]:
    """Turn to another item on a seat's display."""
    if choices.items(situation, seat) and ui_of(situation).doubted.pop(seat, None) is None:
        situation.ui.cursors[seat] = situation.ui.cursors.get(seat, 0) + step
    situation.sound("press")
    yield from ()


def _choose(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Handle the item that a seat's display shows."""
    items = choices.items(situation, seat)
    if not items:
        _nothing_to_confirm(situation, seat)
        return
    item = items[choices.index_of(situation, seat)]
    too_early.be_quiet(situation, seat)  # what is offered next may look the same
    if has_pad(situation, seat):
        devices_of(situation).silence.named.add(pad_of(seat))
    if choices.is_costly(situation, seat, item) and not choices.doubted(situation, seat):
        ui_of(situation).doubted[seat] = (item, asked_demand(situation, seat))
        situation.sound("asked")
        return
    ui_of(situation).doubted.pop(seat, None)
    if item in choices.WORDS:
        yield from _choose_word(situation, seat, item)
        return
    if view_of(situation).phase == "deal":
        yield from dealing.dealt(situation, seat, item, None)
    elif is_collecting(situation, seat):
        yield from show(situation, seat, item)
        choices.turn_to(situation, seat, item if lacks_a_card(situation, seat) else "item.done")
    else:
        yield from submit(situation, seat, (item,))


def _choose_word(situation: Situation, seat: str, item: str) -> Iterator[facts.Fact]:
    entry = situation.entry(seat)
    if item == "item.done" and lacks_a_card(situation, seat):
        refuse(situation, seat, Refusal("refusal.one-more", {"cards": entry.cards}))
    elif item == "item.done":
        yield from submit(situation, seat, entry.cards, entry.tags)
    elif item == "item.back":
        yield facts.TookBack(seat, all=not entry.cards)
    elif item == "item.several":
        yield facts.Announced(seat)
        situation.ui.cursors[seat] = 0  # it has turned, and begins at its last card
    elif item == "item.sacrifice":
        yield toggle_sacrifice(situation, seat)
    elif item == "item.face-down":
        yield from show(situation, seat, "?")
    else:
        yield pick_demand(situation, seat)


def _ok_in_play(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """OK means the shown item where a seat names its cards, and closing the act where a pad reads them."""
    if not names_cards(situation, seat):
        yield from _confirm(situation, seat)
    elif has_not_turned(situation, seat):
        refuse(situation, seat, Refusal(TURN_FIRST[not has_pad(situation, seat)]))
    else:
        yield from _choose(situation, seat)


def _no_in_play(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """NO turns to the next item where a seat names its cards, and declines where a pad reads them."""
    yield from _turn(situation, seat) if names_cards(situation, seat) else _decline(situation, seat)


def _means_nothing(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Show that a press did not count; the display says what is awaited."""
    too_early.ignore(situation, seat)
    yield from ()


def _put_away(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    yield facts.Closed()


def _play_again(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Begin the game that is over anew; nobody practises twice."""
    yield facts.Closed()
    ui_of(situation).lobby_is_practice = False
    yield from begin(situation, seat)


def _ask_to_move(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Ask a person who taps OK to move Tacocat first; where no sensor feels it, OK says that this is done."""
    if has_sensors(situation):
        refuse(situation, seat, Refusal("refusal.move-first", {"space": target(situation)}))
    else:
        yield facts.TokenPlaced(target(situation), by_hand=True)


_TAPS: Mapping[Stage, Mapping[str, Gesture]] = {
    Stage.LOBBY: {"ok": begin, "no": _turn_lobby, "left": partial(_turn_lobby, step=-1), "right": _turn_lobby},
    Stage.MOVE: {"ok": _ask_to_move},
    Stage.DEAL: {"ok": _say_dealt},
    Stage.PLAY: {"ok": _ok_in_play, "no": _no_in_play, "left": partial(_turn, step=-1), "right": _turn},
    Stage.OVER: {"ok": _put_away},
}
