"""The phases of both games as tables: who is awaited in each, in words for the README, and what may come next."""

from __future__ import annotations

from collections.abc import Mapping

from tacotable_engine.exploding.state import Phase as Ring
from tacotable_engine.tacocat.state import Phase

D, R, U, A = Phase.DEAL, Phase.REPLACE, Phase.DUEL, Phase.ATTACK
N, S, END = Phase.ANSWER, Phase.SHOWDOWN, Phase.OVER
TACOCAT: Mapping[Phase, tuple[str, tuple[Phase, ...]]] = {
    D: ("every seat that is still owed cards (mode `seen`, and robots in `blind`)", (D, R, U, A)),
    R: ("the arrow's seat, then the other; on the double arrow both, sealed", (R, D, U)),
    U: ("both seats, sealed", (U, A, S)),
    A: ("the attacker", (N,)),
    N: ("the defender, one demand at a time", (N, A, S)),
    S: ("both seats, sealed", (S, D, R, A, END)),
    END: ("nobody", ()),
}
"""Who is awaited, and the phases that an act may lead to, the same one among them where it may stay."""
ED, T, W, ER, F = Ring.DEAL, Ring.TURN, Ring.WINDOW, Ring.DRAW, Ring.DEFUSE
G, EA, ES, OVER = Ring.GIVE, Ring.ARRANGE, Ring.STEAL, Ring.OVER
EXPLODING: Mapping[Ring, tuple[str, tuple[Ring, ...]]] = {
    ED: ("every seat that is still owed cards (mode `seen`, and robots in `blind`)", (ED, T)),
    T: ("the seat whose turn it is", (T, W, F, OVER)),
    W: ("every living seat but the one that laid the last card", (W, T, ER, G, EA, ES, F, OVER)),
    ER: ("the seat whose turn it is, from the bottom of the pile", (T, F, OVER)),
    F: ("the seat that drew a lethal card", (T, OVER)),
    G: ("the target of a Favor, or of three of a kind in mode `blind`", (T,)),
    EA: ("the seat whose turn it is", (T,)),
    ES: ("the thief (modes `seen` and `blind`)", (T,)),
    OVER: ("nobody", ()),
}
"""The same; the end of a window leads on, too."""
