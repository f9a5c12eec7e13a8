"""An event: its plan and the steps that were taken. All else is computed from these, the same on any machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatchmethod

from msgspec import structs

from tacotable_live.tournament import model, pairing
from tacotable_live.tournament.errors import EventError, require
from tacotable_live.tournament.names import LONGEST_NAME
from tacotable_live.tournament.standings import standings

LONGEST_MIN = 600
"""No clock of a round runs longer."""


class Event:
    """What has come of an event so far. `take` is the only way to change it."""

    def __init__(self, plan: model.Plan, steps: Sequence[model.Step] = ()) -> None:
        """Take these steps; raises EventError where one does not fit."""
        require(2 <= plan.size <= model.SIZES[-1], "table-size")
        require(plan.format != "round-robin" or plan.size == 2, "duels-only")
        self.plan = plan
        self.steps: list[model.Step] = []
        self.players: dict[str, bool] = {}
        """Everybody who ever entered, and whether they play on, in the order in which they came."""
        self.rounds: list[model.Round] = []
        self.flagged: set[int] = set()
        """Rounds that were drawn from a result that was corrected since."""
        self._cut: tuple[str, ...] = ()
        for step in steps:
            self.take(step)

    def take(self, step: model.Step) -> None:
        """Take a step; raises EventError, and changes nothing, where it does not fit."""
        self._take(step.deed)
        self.steps.append(step)

    @property
    def current(self) -> model.Round | None:
        """Return the round that was drawn last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def is_elimination(self) -> bool:
        """Return whether who loses is out from the next round on."""
        return bool(self._cut) or self.plan.format == "elimination"

    @property
    def planned(self) -> int:
        """Return how many rounds there are before a cut: as planned, or as many as the format needs."""
        number = len(self.players)
        if self.plan.rounds or number < 2:
            return self.plan.rounds
        if self.plan.format == "round-robin":
            return number - 1 + number % 2
        pods, rounds = number, 0
        while pods > 1:
            pods, rounds = -(-pods // self.plan.size), rounds + 1
        return rounds

    @property
    def is_over(self) -> bool:
        """Return whether there is nothing more to draw."""
        if not self.rounds or not self.rounds[-1].is_over:
            return False
        return len(self._left()) < 2 if self.is_elimination else len(self.rounds) >= self.planned

    def standings(self) -> tuple[model.Standing, ...]:
        """Return where everybody stands: in an elimination who came further stands before."""
        rows = standings(self.players, self.rounds, self.plan.seed)
        if not self.is_elimination:
            return rows
        reached = dict.fromkeys(self.players, 0)
        for each in self.rounds:
            for player in each.here:
                reached[player] += each.is_elimination
            for order in each.orders.values() if each.is_elimination else ():
                reached[order[0]] += 1
        rows = tuple(sorted(rows, key=lambda row: -reached[row.player]))
        return tuple(replace(row, rank=rank) for rank, row in enumerate(rows, 1))

    def draw(self) -> model.Paired:
        """Return the next round as it would be drawn now; raises EventError where it cannot be."""
        if self.current and not self.current.is_over:
            raise EventError("still-on", round=self.current.number)
        require(not self.is_over, "all-played")
        seed, size = self.plan.seed, self.plan.size
        if self.is_elimination:
            return model.Paired(*pairing.elimination(self._left(), size, self.rounds, seed))
        rows = [row for row in self.standings() if row.is_in]
        require(len(rows) >= 2, "two-players")
        if self.plan.format == "round-robin":
            return model.Paired(*self._in_turn())
        return model.Paired(*pairing.swiss(rows, self.rounds, size, seed))

    def _in_turn(self) -> tuple[Sequence[model.Pod], Sequence[model.Bye]]:
        """Return a round of the circle; whose opponent has dropped out has a bye."""
        pods, byes = pairing.round_robin(tuple(self.players), len(self.rounds) + 1, self.rounds, self.plan.seed)
        present = [(pod, [player for player in pod.players if self.players[player]]) for pod in pods]
        left = [model.Bye(players[0], model.Reason("opponent-gone")) for _, players in present if len(players) == 1]
        here = [pod for pod, players in present if len(players) == 2]
        return here, [*(bye for bye in byes if self.players[bye.player]), *left]

    def _left(self) -> tuple[str, ...]:
        """Return who is still in an elimination, the best seed first."""
        seeds = self._cut or tuple(row.player for row in standings(self.players, (), self.plan.seed))
        for each in self.rounds:
            if each.is_elimination and each.is_over:
                through = {order[0] for order in each.orders.values()} | {bye.player for bye in each.byes}
                seeds = tuple(player for player in seeds if player in through)
        return tuple(player for player in seeds if self.players[player])

    def corrects(self, deed: model.Played) -> bool:
        """Return whether there is another result already where this one would stand."""
        rounds = self.rounds[deed.round - 1 : deed.round] if deed.round > 0 else []
        return any(each.orders.get(deed.pod) not in (None, tuple(deed.order)) for each in rounds)

    @singledispatchmethod
    def _take(self, deed: model.Deed) -> None:
        raise EventError("unknown")

    @_take.register
    def _(self, deed: model.Entered) -> None:
        name = deed.player.strip()
        require(0 < len(name) <= LONGEST_NAME and name == deed.player, "name", longest=LONGEST_NAME)
        require(not self.players.get(name), "entered", player=name)
        is_open = not (self.is_elimination or self.plan.format == "round-robin")
        require(is_open or not self.rounds, "too-late")
        self.players[name] = True

    @_take.register
    def _(self, deed: model.Dropped) -> None:
        require(self.players.get(deed.player, False), "not-in-event", player=deed.player)
        self.players[deed.player] = False

    @_take.register
    def _(self, deed: model.Paired) -> None:
        self.draw()  # raises where no round may be drawn now
        drawn = model.Round(len(self.rounds) + 1, deed.pods, deed.byes, self.is_elimination)
        for player in drawn.here:
            require(self.players.get(player, False), "not-in-event", player=player)
        require(len(set(drawn.here)) == len(drawn.here), "two-pods")
        self.rounds.append(drawn)

    @_take.register
    def _(self, deed: model.Played) -> None:
        pods = self.rounds[deed.round - 1].pods if 1 <= deed.round <= len(self.rounds) else ()
        require(1 <= deed.pod <= len(pods), "no-pod", pod=deed.pod, round=deed.round)
        played = self.rounds[deed.round - 1]
        require(sorted(deed.order) == sorted(pods[deed.pod - 1].players), "order")
        is_new = self.corrects(deed)
        require(not (is_new and played.is_elimination and played.number < len(self.rounds)), "drawn-by")
        self.rounds[deed.round - 1] = replace(played, orders={**played.orders, deed.pod: tuple(deed.order)})
        if is_new:
            self.flagged |= set(range(deed.round + 1, len(self.rounds) + 1))

    @_take.register
    def _(self, deed: model.Swapped) -> None:
        current = self.current
        if current is None:
            raise EventError("no-round")
        places = {player: index for index, pod in enumerate(current.pods, 1) for player in pod.players}
        places |= {bye.player: 0 for bye in current.byes}
        for player in (deed.first, deed.second):
            require(player in places, "not-in-round", player=player, round=current.number)
            require(places[player] not in current.orders, "played-already", player=player, round=current.number)
        swap = {deed.first: deed.second, deed.second: deed.first}
        why = model.Reason("by-arbiter")

        def swapped(players: Sequence[str]) -> tuple[str, ...]:
            return tuple(swap.get(player, player) for player in players)

        pods = [
            pod if swapped(pod.players) == tuple(pod.players) else model.Pod(swapped(pod.players), why, pod.table)
            for pod in current.pods
        ]
        byes = [model.Bye(swap[bye.player], why) if bye.player in swap else bye for bye in current.byes]
        self.rounds[-1] = replace(current, pods=pods, byes=byes)

    @_take.register
    def _(self, deed: model.Moved) -> None:
        current = self._require_round()
        require(current.is_open(deed.pod), "pod-over", pod=deed.pod)
        require(deed.table not in current.playing_at, "table-taken", table=deed.table)
        pods = list(current.pods)
        pods[deed.pod - 1] = structs.replace(pods[deed.pod - 1], table=deed.table)
        self.rounds[-1] = replace(current, pods=pods)

    @_take.register
    def _(self, deed: model.Cut) -> None:
        require(not self.is_elimination, "elimination")
        require(self.current is not None and self.current.is_over, "cut-early")
        rows = [row.player for row in self.standings() if row.is_in]
        require(2 <= deed.to <= len(rows), "cut-size", most=len(rows))
        self._cut = tuple(rows[: deed.to])

    @_take.register
    def _(self, deed: model.Timed) -> None:
        current = self._require_round()
        require(0 <= deed.minutes <= LONGEST_MIN, "round-minutes", most=LONGEST_MIN)
        self.rounds[-1] = replace(current, until_ms=deed.until_ms if deed.minutes else 0)

    @_take.register
    def _(self, deed: model.Extended) -> None:
        current = self._require_round()
        require(current.until_ms > 0, "no-clock")
        require(current.is_open(deed.pod), "pod-over", pod=deed.pod)
        require(1 <= deed.minutes <= LONGEST_MIN, "longer", most=LONGEST_MIN)
        extended = current.extended.get(deed.pod, 0) + deed.minutes
        self.rounds[-1] = replace(current, extended={**current.extended, deed.pod: extended})

    def _require_round(self) -> model.Round:
        if self.current is None or self.current.is_over:
            raise EventError("no-round")
        return self.current
