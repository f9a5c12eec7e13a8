"""A repair takes the fewest moves: compared with a search through all that hands could do on small tables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tacotable.dialogs.repair_plan import Lay, Lift, Move, Needed, Pad, Sensed, Stand, plan

ZONES, TAGS, SPACES = ("A", "B", "C"), ("w", "x", "y", "z"), (-1, 0, 1)
HAND = ""
Places = tuple[str, ...]
"""Where each tag lies, in the order of `TAGS`: a zone, or a hand."""


def sensed_of(places: Places, unknown: frozenset[str], space: int | None) -> Sensed:
    pads = {
        zone: None if zone in unknown else tuple(tag for tag, place in zip(TAGS, places, strict=True) if place == zone)
        for zone in ZONES
    }
    return Sensed(pads, frozenset() if space is None else frozenset((space,)))


def does_agree(places: Places, unknown: frozenset[str], needed: Needed) -> bool:
    for zone in set(ZONES) - unknown:
        lying = {tag for tag, place in zip(TAGS, places, strict=True) if place == zone}
        pad = needed.pads[zone]
        if pad.must is not None and lying != {pad.must}:
            return False
        if pad.must is None and (len(lying) > 1 or not lying <= pad.may):
            return False
    return True


def reachable(places: Places, unknown: frozenset[str]) -> Iterator[Places]:
    """Give what one hand can make of known pads: lift any card, or lay any on a pad that is free."""
    for index, place in enumerate(places):
        if place in unknown:
            continue
        free = [zone for zone in ZONES if zone not in unknown and zone not in places]
        for other in (HAND, *free):
            if other != place:
                yield (*places[:index], other, *places[index + 1 :])


def fewest(places: Places, unknown: frozenset[str], needed: Needed) -> int:
    """Count the moves of a shortest repair, by trying all."""
    seen, edge, count = {places}, {places}, 0
    while not any(does_agree(one, unknown, needed) for one in edge):
        edge = {after for one in edge for after in reachable(one, unknown)} - seen
        seen |= edge
        count += 1
    return count


def moved(places: Places, move: Move) -> Places:
    assert not isinstance(move, Stand)
    index = TAGS.index(move.tag)
    if isinstance(move, Lift):
        assert places[index] == move.zone
        return (*places[:index], HAND, *places[index + 1 :])
    assert move.zone not in places
    assert places[index] == (move.source or HAND)
    return (*places[:index], move.zone, *places[index + 1 :])


@st.composite
def situations(draw: st.DrawFn) -> tuple[Places, frozenset[str], Needed]:
    unknown = frozenset(draw(st.sampled_from([*combinations(ZONES, 0), *combinations(ZONES, 1)])))
    lying = [HAND, *(zone for zone in ZONES if zone not in unknown)]
    places = tuple(draw(st.sampled_from(lying)) for _ in TAGS)
    musts = draw(st.permutations([*TAGS, None, None]))[: len(ZONES)]
    pads = {
        zone: Pad(must=must) if must else Pad(may=frozenset(draw(st.sets(st.sampled_from(TAGS)))))
        for zone, must in zip(ZONES, musts, strict=True)
    }
    return places, unknown, Needed(pads)


@given(situations())
@settings(max_examples=400, deadline=None)
def test_no_repair_takes_fewer_moves(case: tuple[Places, frozenset[str], Needed]) -> None:
    places, unknown, needed = case

    assert len(plan(sensed_of(places, unknown, 0), needed)) == fewest(places, unknown, needed)


@given(situations())
@settings(max_examples=200, deadline=None)
def test_after_each_move_the_rest_of_the_plan_is_as_short_as_before(
    case: tuple[Places, frozenset[str], Needed],
) -> None:
    places, unknown, needed = case
    moves = plan(sensed_of(places, unknown, 0), needed)

    for done, move in enumerate(moves, 1):
        places = moved(places, move)
        assert len(plan(sensed_of(places, unknown, 0), needed)) == len(moves) - done
    assert does_agree(places, unknown, needed)


@given(situations(), st.sampled_from((None, *SPACES)), st.sampled_from((None, *SPACES)))
@settings(max_examples=100, deadline=None)
def test_the_token_costs_one_move_where_it_stands_wrong(
    case: tuple[Places, frozenset[str], Needed], stands: int | None, wanted: int | None
) -> None:
    places, unknown, needed = case
    cards = plan(sensed_of(places, unknown, stands), needed)

    moves = plan(sensed_of(places, unknown, stands), Needed(needed.pads, wanted))

    assert moves == (cards if wanted is None or wanted == stands else (*cards, Stand(wanted)))


def test_a_card_that_belongs_on_another_pad_is_carried_there_in_one_move() -> None:
    sensed = Sensed({"A": ("x",), "B": ()})

    assert plan(sensed, Needed({"A": Pad(), "B": Pad(must="x")})) == (Lay("x", "B", "A"),)


def test_a_card_that_may_lie_is_left_where_it_is() -> None:
    assert plan(Sensed({"A": ("x",)}), Needed({"A": Pad(may=frozenset("x"))})) == ()


def test_a_pad_that_nobody_knows_needs_no_move() -> None:
    assert plan(Sensed({"A": None}), Needed({"A": Pad(must="x")})) == ()


def test_a_tag_heard_on_two_pads_is_lifted_where_it_does_not_belong() -> None:
    sensed = Sensed({"A": ("x",), "B": ("x",)})

    assert plan(sensed, Needed({"A": Pad(), "B": Pad(must="x")})) == (Lift("x", "A"),)


def test_a_token_that_two_spaces_feel_is_not_asked_for() -> None:
    assert plan(Sensed({}, frozenset((0, 1))), Needed({}, 0)) == ()


def test_a_token_that_no_space_feels_is_asked_back() -> None:
    assert plan(Sensed({}, frozenset()), Needed({}, 0)) == (Stand(0),)
