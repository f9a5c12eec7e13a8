"""Pairing: who plays whom in the next round, and why. The same results and seed give the same round on any machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import ceil

import networkx

from tacotable_live.tournament.errors import require
from tacotable_live.tournament.model import SIZES, Bye, Pod, Reason, Round, Standing
from tacotable_live.tournament.standings import lot

NEAR = 16
"""So many players next in the standings are looked at first for a duel; all, where that does not do."""
NEAR_PODS = 2
"""So many pods away players change places for the sake of points."""
REMATCH = 10**12
"""What a meeting for another time costs: more than any difference of points or places."""
UNIT = 2_520
"""Points in whole numbers: each share of a pod of up to ten is a whole number of these parts."""

Met = Counter[frozenset[str]]
Row = tuple[Sequence[str], Reason]


def meetings(rounds: Sequence[Round]) -> Met:
    """Return how often each two players have met, or shall meet in a round that is drawn."""
    return Counter(frozenset(pair) for each in rounds for pod in each.pods for pair in combinations(pod.players, 2))


def swiss(
    standing: Sequence[Standing], rounds: Sequence[Round], size: int, seed: str
) -> tuple[tuple[Pod, ...], tuple[Bye, ...]]:
    """Return the next round of a Swiss: players of like points meet, none twice where that can be.

    In the first round the lot decides. There are two players at least.
    """
    number = len(rounds) + 1
    order = sorted(standing, key=lambda each: each.rank if rounds else lot(seed, number, each.player))
    met = meetings(rounds)
    if size == 2:
        rows, byes = _duels(order, rounds, met)
    else:
        rows, byes = _pods(order, met, size), ()
    first = None if rounds else Reason("lot")
    return tuple(Pod(_seated(players, rounds, lot(seed, number)), first or why) for players, why in rows), byes


def _duels(order: Sequence[Standing], rounds: Sequence[Round], met: Met) -> tuple[list[Row], tuple[Bye, ...]]:
    """Return the duels, and with an odd number the bye: to the last of those who had the fewest."""
    if len(order) % 2 == 0:
        return _rows(order, met), ()
    had = Counter(bye.player for each in rounds for bye in each.byes)
    fewest = min(had[each.player] for each in order)
    offered = [each for each in reversed(order) if had[each.player] == fewest]
    tries = ((each, _rows([other for other in order if other is not each], met)) for each in offered)
    best, rows = min(_until_free(tries), key=lambda found: sum(met[frozenset(players)] for players, _ in found[1]))
    why = Reason("bye-again" if fewest else "bye", {"had": fewest})
    return rows, (Bye(best.player, why),)


def _until_free(tries: Iterator[tuple[Standing, list[Row]]]) -> Iterator[tuple[Standing, list[Row]]]:
    """Yield what is tried, up to the first in which nobody meets again."""
    for found in tries:
        yield found
        if not any(why.code == "rematch" for _, why in found[1]):
            return


def _rows(order: Sequence[Standing], met: Met) -> list[Row]:
    """Return the duels of an even number of players, at the least cost."""
    found = _matched(order, met, NEAR)
    if len(found) * 2 < len(order):
        found = _matched(order, met, len(order))
    rows: list[Row] = []
    for first, second in sorted(tuple(sorted(pair)) for pair in found):
        a, b = order[first], order[second]
        why = _why(met[frozenset((a.player, b.player))], (a.points, b.points))
        rows.append(((a.player, b.player), why))
    return rows


def _why(again: int, points: Sequence[Fraction]) -> Reason:
    """Return why players meet who have met so often, and have these points."""
    if again:
        return Reason("rematch", {"times": again})
    if max(points) == min(points):
        return Reason("same-points", {"points": f"{float(points[0]):.2f}"})
    return Reason("near-points", {"more": f"{float(max(points)):.2f}", "fewer": f"{float(min(points)):.2f}"})


def _matched(order: Sequence[Standing], met: Met, reach: int) -> set[tuple[int, int]]:
    """Return the cheapest pairs of places; with less than full reach, none that meets again."""
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(order)))
    for first, second in combinations(range(len(order)), 2):
        again = met[frozenset((order[first].player, order[second].player))]
        if second - first <= reach and not (again and reach < len(order)):
            apart = int((order[first].points - order[second].points) * UNIT)
            graph.add_edge(first, second, weight=-(REMATCH * again + apart * apart + second - first))
    return set(networkx.max_weight_matching(graph, maxcardinality=True))


def sizes_of(players: int, size: int) -> list[int]:
    """Return the sizes of pods for so many players: as near as can be to the size wished for, and within one alike.

    Raises EventError where no pods of three to ten come of it.
    """
    fits = [pods for pods in range(1, players) if players // pods in SIZES and ceil(players / pods) in SIZES]
    require(bool(fits), "no-pods", players=players, least=SIZES[0])
    pods = min(fits, key=lambda pods: (abs(players / pods - size), -pods))
    least, larger = divmod(players, pods)
    return [least + 1] * larger + [least] * (pods - larger)


def _pods(order: Sequence[Standing], met: Met, size: int) -> list[Row]:
    """Return pods of like points; players change places between pods while that saves meetings, then points apart."""
    sizes, players = sizes_of(len(order), size), list(order)
    starts = [sum(sizes[:index]) for index in range(len(sizes))]
    pods = [players[start : start + size] for start, size in zip(starts, sizes, strict=True)]
    while _improve(pods, met):
        pass
    rows: list[Row] = []
    for pod in pods:
        again = sum(met[frozenset((a.player, b.player))] for a, b in combinations(pod, 2))
        rows.append((tuple(each.player for each in pod), _why(again, [each.points for each in pod])))
    return rows


def _improve(pods: list[list[Standing]], met: Met) -> bool:
    """Swap players of different pods, once through all pairs of pods, where that saves; return whether any did.

    Pods far apart in the standings are looked at only where somebody meets again.
    """
    costs, is_better = [_pod_cost(pod, met) for pod in pods], False
    for a, b in combinations(range(len(pods)), 2):
        for i, j in product(range(len(pods[a])), range(len(pods[b]))):
            if max(costs[a], costs[b]) < (REMATCH if b - a > NEAR_PODS else 1):
                break
            one, other = [*pods[a]], [*pods[b]]
            one[i], other[j] = other[j], one[i]
            new = _pod_cost(one, met), _pod_cost(other, met)
            if sum(new) < costs[a] + costs[b]:
                (costs[a], costs[b]), is_better = new, True
                pods[a], pods[b] = one, other
    return is_better


def _pod_cost(pod: Sequence[Standing], met: Met) -> int:
    again = sum(met[frozenset((a.player, b.player))] ** 2 for a, b in combinations(pod, 2))
    points = [each.points for each in pod]
    return REMATCH * again + int((max(points) - min(points)) * UNIT) ** 2


def round_robin(
    players: Sequence[str], number: int, rounds: Sequence[Round], seed: str
) -> tuple[Sequence[Pod], Sequence[Bye]]:
    """Return a round, from 1, in which each meets the next opponent of the circle. Late players are not asked about."""
    circle: list[str | None] = [*sorted(players, key=lambda player: lot(seed, player))]
    circle += [None] * (len(circle) % 2)
    turn = (number - 1) % (len(circle) - 1)
    ring = [circle[0], *circle[1 + turn :], *circle[1 : 1 + turn]]
    pods, byes = [], []
    for first, second in zip(ring[: len(ring) // 2], reversed(ring[len(ring) // 2 :]), strict=True):
        if first is None or second is None:
            byes.append(Bye(str(first or second), Reason("bye-in-turn")))
        else:
            pods.append(Pod(_seated((first, second), rounds, lot(seed, number)), Reason("in-turn")))
    return pods, byes


def elimination(
    seeds: Sequence[str], size: int, rounds: Sequence[Round], seed: str
) -> tuple[Sequence[Pod], Sequence[Bye]]:
    """Return a round among those who are left, the best seed first: the best meets the last; byes go to the best."""
    places = {player: place for place, player in enumerate(seeds, 1)}
    pods, byes = [], []
    for row in _bracket(seeds, size):
        if len(row) == 1:
            byes.append(Bye(row[0], Reason("bye-of-seed", {"place": places[row[0]]})))
        else:
            seated = _seated(tuple(row), rounds, lot(seed, len(rounds) + 1))
            pods.append(Pod(seated, Reason("seeds", {"places": ", ".join(str(places[player]) for player in row)})))
    return pods, byes


def _bracket(seeds: Sequence[str], size: int) -> list[list[str]]:
    """Return who meets: in duels the first and the last seed; in pods the seeds are dealt out to and fro."""
    if len(seeds) <= size:
        return [list(seeds)]
    if size == 2:
        full = 1 << (len(seeds) - 1).bit_length()
        return [[seeds[place], *seeds[full - 1 - place : full - place]] for place in range(full // 2)]
    rows: list[list[str]] = [[] for _ in sizes_of(len(seeds), size)]
    for number, player in enumerate(seeds):
        lap, place = divmod(number, len(rows))
        rows[place if lap % 2 == 0 else len(rows) - 1 - place].append(player)
    return rows


def _seated(players: Sequence[str], rounds: Sequence[Round], seed: str) -> tuple[str, ...]:
    """Return the order of seats: at each, who has sat there least, then who has sat latest of all in the mean."""
    pods = [pod.players for each in rounds for pod in each.pods]
    sat = {player: Counter(seats.index(player) for seats in pods if player in seats) for player in players}
    left, order = list(players), []
    for seat in range(len(players)):
        chosen = min(left, key=lambda player: (sat[player][seat], -_lateness(sat[player]), lot(seed, player)))
        left.remove(chosen)
        order.append(chosen)
    return tuple(order)


def _lateness(sat: Counter[int]) -> float:
    return sum(seat * times for seat, times in sat.items()) / max(1, sum(sat.values()))
