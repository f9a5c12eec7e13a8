"""Waiting for a silent reader at Tacocat's table, and what its seat is asked then on its display.

Rules: a duel and a last card are secret until both are there. A seat that names such a card begins at a card that
nobody can foresee, so that who listens to the presses of NO does not learn which it took.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacotable.games.tacocat import choices
from tacotable.games.tacocat.state import (
    devices_of,
    game_of,
    has_sensors,
    names_cards,
    target,
    ui_of,
    unread_ms,
    view_of,
)
from tacotable.state import early_presses as too_early
from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.situation import Situation, has_pad, pad_of

SECRET = frozenset(("deal", "duel", "showdown"))
"""Phases whose cards nobody else may know yet."""


def settle(situation: Situation) -> Iterator[facts.Fact]:
    """Notice that the token has reached its space, and which readers are silent."""
    if situation.game.stage is Stage.MOVE and not situation.game.is_paused:
        if situation.devices.sensed == {target(situation)}:
            too_early.forget_begun(situation)
            yield facts.TokenPlaced(target(situation))
        elif not has_sensors(situation) and game_of(situation).token_at in (None, target(situation)):
            # Nobody knows better where Tacocat stands: who deals sets it up, and confirms both by one press.
            yield facts.TokenPlaced(target(situation), by_hand=True)
    is_next_round = situation.game.stage is Stage.PLAY and view_of(situation).round > 1  # after one that counts
    if situation.game.guided and (is_next_round or situation.game.stage is Stage.OVER):
        yield from situation.game.end_guide(situation.seats)
    devices_of(situation).silence.note(situation.devices, map(pad_of, situation.seats))
    ui, asked = ui_of(situation), view_of(situation).to_act
    ui.asked_ms |= {seat: situation.devices.now_ms for seat in asked if seat not in ui.asked}
    ui.asked = asked
    naming = frozenset(seat for seat in situation.seats if has_pad(situation, seat) and names_cards(situation, seat))
    if naming != ui.naming:
        # A press in flight was meant for what the buttons were before.
        for seat in naming ^ ui.naming:
            too_early.be_quiet(situation, seat)
        ui.naming = naming
    _start_by_chance(situation, naming)


def wake_at_ms(situation: Situation) -> float | None:
    """Return when a silent reader is waited for no longer, or the question for an unread card comes or goes."""
    hints = [
        at_ms for seat in situation.seats for at_ms in unread_ms(situation, seat) if at_ms > situation.devices.now_ms
    ]
    return min((*devices_of(situation).silence.wakes_ms(situation.devices.now_ms), *hints), default=None)


def _start_by_chance(situation: Situation, naming: frozenset[str]) -> None:
    """Begin a secret choice anywhere: the time of the event says where, and no person can aim at that."""
    starts, view = ui_of(situation).starts, view_of(situation)
    moment = (view.phase, view.round, str(view.hand_size))
    for seat in situation.seats:
        offered = choices.items(situation, seat) if seat in naming and view_of(situation).phase in SECRET else ()
        if not offered:
            starts.pop(seat, None)
        elif starts.get(seat, (None, 0))[0] != moment:
            starts[seat] = (moment, int(situation.devices.now_ms) % len(offered))
