"""Choices: what a seat without a reader can choose on its display, and the games that the lobby offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tacotable.games.tacocat.state import TacocatSituation, asked_demand, board_of, is_one_by_one, is_slip, view_of
from tacotable.state import facts
from tacotable.state.situation import Stage
from tacotable_engine.tacocat.ruleset import RULESETS, load_ruleset

_PRACTICE: Mapping[str, object] = {"practice": True}

# Items that are words of the catalog; all others are values of cards.
WORDS = frozenset(("item.done", "item.back", "item.several", "item.sacrifice", "item.demand", "item.face-down"))


def lobby(situation: TacocatSituation) -> tuple[tuple[str, Mapping[str, object]], ...]:
    """Return what the lobby offers, ruleset and options: these games, with a practice round, and the table's others."""
    own = RULESETS.names()
    others = tuple(game for game in situation.games if game not in own)
    return (*((game, {}) for game in own), *((game, _PRACTICE) for game in own), *((game, {}) for game in others))


def lobby_index(situation: TacocatSituation) -> int:
    """Return which game of the lobby is on show."""
    shown = (situation.ui.lobby_game, _PRACTICE if situation.ui.part.lobby_is_practice else {})
    return lobby(situation).index(shown)


def begin(situation: TacocatSituation, seat: str, more: Mapping[str, object] | None = None) -> Iterator[facts.Fact]:
    """Begin the game that the lobby shows, with more options than it says; who begins attacks in a practice round."""
    game, shown = lobby(situation)[lobby_index(situation)]
    options = {**situation.options, **shown, **(more or {})}
    attacks = {"position": {"attacker": seat}} if options.get("practice") and seat != situation.seats[0] else {}
    spaces = board_of(situation.devices.table).spaces
    board = {"numbers": [space.number for space in spaces], "arrows": [space.arrow for space in spaces]}
    setup = {"game": game, "seats": list(situation.seats), **situation.mode_of(situation.seats), "board": board}
    yield facts.Began({**setup, "options": options, **attacks, **_own_deck(situation, game)})
    # A game has a journal of its own, which must tell the settings that were chosen before it.
    yield from situation.game.settings()


def _own_deck(situation: TacocatSituation, game: str) -> dict[str, object]:
    """Return the owner's cards as the deck of the game, where they are enrolled and other than the printed ones."""
    printed, board = load_ruleset(game).deck.counts, board_of(situation.devices.table)
    counts = Counter([card.face for card in situation.devices.decks.get(game, ())] or printed)
    counts -= Counter(situation.game.arranged.lost.get(game, ()))
    is_enough = counts.total() >= 2 * max(space.number for space in board.spaces)
    if not is_enough or counts == Counter(printed) or not counts.keys() <= printed.keys():
        return {}
    return {"deck": {face: counts[face] for face in printed}}


def turn_lobby(situation: TacocatSituation, step: int) -> None:
    """Turn to another game of the lobby."""
    offered = lobby(situation)
    game, options = offered[(lobby_index(situation) + step) % len(offered)]
    situation.ui.lobby_game = game
    situation.ui.part.lobby_is_practice = bool(options)
    situation.sound("press")


def items(situation: TacocatSituation, seat: str) -> tuple[str, ...]:
    """Return what a seat without a reader can choose now, in the order of its display: from its last card on."""
    if situation.game.stage is not Stage.PLAY or seat not in view_of(situation).to_act:
        return ()
    entry = situation.entry(seat)
    last = entry.cards[-1] if entry.cards else situation.ui.part.last_card.get(seat, "")
    printed = tuple(load_ruleset(situation.ruleset).deck.counts)
    start = printed.index(last) if last in printed else len(printed) // 2  # from the middle no way is long
    cards = (*printed[start:], *printed[:start])
    back = ("item.back",) if entry.cards or entry.is_announced else ()
    faces = ("item.face-down",) if situation.ruleset == "tc36" and not situation.game.is_seen else cards
    several = () if is_one_by_one(situation) else ("item.several",)
    demand = ("item.demand",) if len(set(view_of(situation).demands)) > 1 else ()
    offered = {
        "replace": ("item.done", *faces, *back),
        "attack": (*cards, "item.done", *back) if entry.is_announced else (*cards, *several),
        "answer": (*cards, "item.sacrifice", *demand),
    }
    return offered.get(view_of(situation).phase, cards)


def index_of(situation: TacocatSituation, seat: str) -> int:
    """Return which of its items a seat's display shows: from where the choice begins, as far as it was turned."""
    offered = items(situation, seat)
    return (_start(situation, seat, offered) + situation.ui.cursors.get(seat, 0)) % len(offered)


def turn_to(situation: TacocatSituation, seat: str, item: str) -> None:
    """Show an item of a seat that has just taken one, so that the next press means what its lamp says."""
    offered = items(situation, seat)
    if item in offered:
        situation.ui.cursors[seat] = offered.index(item) - _start(situation, seat, offered)


def _start(situation: TacocatSituation, seat: str, offered: tuple[str, ...]) -> int:
    """Return where a choice begins: an answer at its demand, a secret one anywhere (presses are heard), or on top."""
    if (secret := situation.ui.part.starts.get(seat)) is not None:
        return secret[1]
    wanted = asked_demand(situation, seat) if view_of(situation).phase == "answer" else ""
    return offered.index(wanted) if wanted in offered else 0


def is_costly(situation: TacocatSituation, seat: str, item: str) -> bool:
    """Whether a card would be given up unsaid, or defend where a sacrifice was meant: both may be a slip."""
    if item in WORDS or view_of(situation).phase != "answer":
        return False
    is_meant = situation.game.part.intent(seat).is_sacrifice
    return is_slip(situation, seat, item) if is_meant else int(item) < int(asked_demand(situation, seat))


def doubted(situation: TacocatSituation, seat: str) -> str:
    """Return the card about which a seat is asked whether it means to give it up; empty without such a question."""
    offered, asked = items(situation, seat), situation.ui.part.doubted.get(seat)
    if asked is None or not offered or asked != (offered[index_of(situation, seat)], asked_demand(situation, seat)):
        return ""
    return asked[0]
