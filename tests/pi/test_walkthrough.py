"""The walk-throughs of docs/ are true: flows are played on the simulated table, and pages and pictures compared."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest

from pi.sheets import lowest_capital
from tacotable.catalog import LANGUAGES
from tacotable.display.legible import LEAST_ARC_MINUTES, arc_minutes
from tacotable.table.parts import PUBLIC_SCREEN, displays_of
from tacotable.table.schema import TableFile

sys.path.append(str(Path(__file__).resolve().parents[2]))  # the flows lie beside the pages, in no installed package

from docs.pictures.page import DOCS, FLOWS, PICTURES, Kept, heading, kept_of, pictures_in, sections_of
from docs.pictures.sheet import is_drawn_in, sheet
from docs.pictures.stage import Flow, Walk, table_of, walk

AT_MOST_BYTES = 2_048
EACH = [pytest.param(page, flow, id=f"{page}-{flow.name}") for page in FLOWS for flow in FLOWS[page]]
ANEW = "; if the new one is meant: .venv/bin/python -m docs.pictures"


@cache
def text_of(page: str) -> str:
    return (DOCS / f"{page}.md").read_text("utf-8")


walked = cache(walk)


def told_below(page: str, walk: Walk) -> str:
    sections = sections_of(text_of(page))
    assert heading(walk) in sections, "the page has no such heading, or tells another number of presses"
    return sections[heading(walk)]


def kept(page: str, flow: Flow) -> list[Kept]:
    return list(kept_of(page, walked(flow)))


def seen_from_a_chair(table: TableFile, name: str, pixels: int) -> float:
    distances = table.distances
    usual = distances.spaces_m if name.startswith("space ") else distances.seats_m
    panel = displays_of(table)[name].panel
    return arc_minutes(pixels, panel, distances.ring_m if name == PUBLIC_SCREEN else usual)


@pytest.mark.long(keep=5)
@pytest.mark.parametrize(("page", "flow"), EACH)
def test_a_page_tells_how_many_presses_a_flow_takes(page: str, flow: Flow) -> None:
    section = told_below(page, walked(flow))

    assert pictures_in(section) == [moment.name for moment in kept(page, flow)]


@pytest.mark.long(keep=5)
@pytest.mark.parametrize(("page", "flow"), EACH)
def test_a_page_says_what_displays_lamps_and_lights_show(page: str, flow: Flow) -> None:
    section = told_below(page, walked(flow))

    assert [moment.name for moment in kept(page, flow) if moment.block() not in section] == [], ANEW


@pytest.mark.long(keep=5)
@pytest.mark.parametrize(("page", "flow"), EACH)
def test_all_that_a_flow_shows_can_be_read_from_a_chair(page: str, flow: Flow) -> None:
    table = table_of(flow, "en")
    low = {
        (moment.name, name, language)
        for language, moments in walked(flow).moments.items()
        for moment in moments
        for name, screen in moment.scene.screens.items()
        if seen_from_a_chair(table, name, lowest_capital(screen, language, moment.scene.people)) < LEAST_ARC_MINUTES
    }

    assert low == set()


@pytest.mark.long(keep=5)
@pytest.mark.parametrize(("page", "flow"), EACH)
def test_a_picture_is_what_the_display_holds(page: str, flow: Flow) -> None:
    wrong = [
        moment.path(language).name
        for moment in kept(page, flow)
        for language in LANGUAGES
        if not is_drawn_in(sheet(moment.told[language].displays, language), moment.path(language))
    ]

    assert wrong == [], ANEW


@pytest.mark.parametrize("page", FLOWS)
def test_every_picture_is_small_and_shown_once(page: str) -> None:
    files = sorted(path.relative_to(PICTURES).as_posix() for path in (PICTURES / page).iterdir())

    names = pictures_in(text_of(page))
    assert sorted(f"{name}.{language}.png" for name in names for language in LANGUAGES) == files
    assert [name for name in files if (PICTURES / name).stat().st_size > AT_MOST_BYTES] == []
