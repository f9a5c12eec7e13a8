"""Opening a game: the next one that the lobby shows, and one from a page, at a time when no other game is on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable.state import facts
from tacotable.state.game_state import Stage

if TYPE_CHECKING:
    from tacotable.state.situation import Situation


def obstacle(situation: Situation) -> str:
    """Return why no game can begin now: another one is on, or the table asks something first; empty if one can."""
    if situation.ui.restart is not None or situation.ui.desk is not None:
        return "table-asks"
    game = situation.game
    is_free = game.stage in (Stage.LOBBY, Stage.OVER) or game.lesson is not None
    is_unplayed = game.stage in (Stage.MOVE, Stage.DEAL) and game.match is not None and game.match.next_number == 1
    return "" if is_free or is_unplayed else "game-on"


def show_next(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Show the next game in the lobby: the outcome of a press, which needs no fact."""
    games = (*situation.games, *situation.games)
    situation.ui.lobby_game = games[games.index(situation.ui.lobby_game) + 1]
    situation.sound("press")
    yield from ()


def chosen(situation: Situation, game: str, seats: tuple[str, ...]) -> Iterator[facts.Fact]:
    """Show a game in the lobby, or begin it with these seats, if nothing stands in the way."""
    if obstacle(situation) or game not in situation.games or not (seats or situation.game.match is None):
        return
    if situation.game.match is not None:
        yield facts.Closed()
    situation.ui.lobby_game = game
    if seats:
        situation.ui.menus.clear()
        situation.ui.refusals.clear()
        situation.turn_to(game)
        yield from situation.family.begun(situation, seats)
