"""Playing a world to its end by rules of thumb."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.companion.exploding.core import ARRANGING, DEFUSING, GIVING, OVER, TURN, WINDOW

if TYPE_CHECKING:
    from tacotable_engine.companion.answers import Dice
    from tacotable_engine.companion.exploding.core import Core
    from tacotable_engine.companion.exploding.policy import Policy

MOST_STEPS = 400
"""No game takes so many; a world that does is nobody's."""


def winner_of(core: Core, policy: Policy, dice: Dice) -> int:
    """Play a world to its end, and return who wins; -1 where it has none."""
    for _ in range(MOST_STEPS):
        if core.phase == OVER:
            return core.alive.index(True)
        step(core, policy, dice)
    return -1


def step(core: Core, policy: Policy, dice: Dice) -> None:
    """Do the next thing in a world: an act, or all that happens in a window."""
    phase = core.phase
    if phase == TURN:
        _turn(core, policy)
    elif phase == WINDOW:
        answer_window(core, policy, dice)
    elif phase == DEFUSING:
        core.put_back(policy.slot(core, dice), core.defusers()[0])
    elif phase == GIVING:
        by, _, _, target, _ = core.play
        core.move(target, by, policy.gift(core, target))
    elif phase == ARRANGING:
        core.arrange(policy.order(core))


def _turn(core: Core, policy: Policy) -> None:
    seat = core.seat
    play = policy.turn(core, policy.danger(core, seat), core.known[seat] > 0)
    if play.cards:
        core.lay(*play)
    elif core.pile:
        core.draw()
    else:
        core.explode()  # a pile without its lethal cards: no game comes to that


def answer_window(core: Core, policy: Policy, dice: Dice, last: int = -1, passed: int = -1) -> None:
    """Let whoever has a Nope and wants to, lay it, until nobody does; then close the window.

    `last` laid the last card, by default who played; `passed` is a seat that has let it pass.
    """
    nope, hands = policy.cards.nope, core.hands
    seats = [seat for seat, lives in enumerate(core.alive) if lives and hands[seat][nope]]
    last = core.play[0] if last < 0 else last
    while True:
        for seat in seats:
            if seat not in (last, passed) and hands[seat][nope] and policy.nopes(core, seat, policy.danger(core, seat)):
                core.nope(seat, nope)
                last, passed = seat, -1
                break
        else:
            core.close(dice)
            return
