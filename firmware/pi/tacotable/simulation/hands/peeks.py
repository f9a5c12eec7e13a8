"""Private looks at the top of the draw pile: the cards stay where they are, and only who looks is told their faces."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tacotable_sim.truth import DRAW, Truth

AT_MOST = 3


class Looks:
    """Who looks at which cards; a look ends when the top of the pile changes, or when nothing allows it any more."""

    def __init__(self, truth: Truth, may_look: Callable[[str], bool]) -> None:
        self._truth = truth
        self._may_look = may_look
        self._tags: dict[str, tuple[str, ...]] = {}

    def begin(self, seat: str) -> None:
        """Show a seat the top cards, at most three."""
        self._tags[seat] = self._top(AT_MOST)

    def end(self, seat: str) -> None:
        """Put the cards back."""
        self._tags.pop(seat, None)

    def end_all(self) -> None:
        """Put all cards back: the pile is shuffled or a card hidden in it, and cards still on top would tell where."""
        self._tags.clear()

    def seats(self) -> tuple[str, ...]:
        """Return the seats that still look."""
        self._tags = {
            seat: tags
            for seat, tags in self._tags.items()
            if tags and tags == self._top(len(tags)) and self._may_look(seat)
        }
        return tuple(self._tags)

    def cards(self, seat: str) -> list[dict[str, str]]:
        """Return what a seat sees, from the top; a handle tells the place in this look and nothing else."""
        tags = self._tags.get(seat, ())
        return [{"id": _handle(n), "face": self._truth.card(tag).face} for n, tag in enumerate(tags)]

    def order(self, seat: str, handles: Sequence[str]) -> None:
        """Put the cards that a seat looks at into another order, the first one on top; other lists change nothing."""
        if seat not in self.seats():
            return
        tags = self._tags[seat]
        known = {_handle(n): tag for n, tag in enumerate(tags)}
        if sorted(handles) != sorted(known):
            return
        self._truth.put_on_top([known[handle] for handle in handles])

    def _top(self, count: int) -> tuple[str, ...]:
        return tuple(card.tag for card in self._truth.at(DRAW)[:count])


def _handle(place: int) -> str:
    return f"look {place}"
