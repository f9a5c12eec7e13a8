"""Enrolments on the simulated table, from the bytes of its readers to the pictures of its displays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacotable.autoplay.enrolling_person import enrol
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.catalog import Catalog
from tacotable.display.draw import draw
from tacotable.enrolment.desk import open_for
from tacotable.table.file import TableFile, parse_table

TACOCAT = Path(__file__).parents[2] / "firmware/pi/tacotable/tables/tacocat.toml"


def told(rig: Rig, **mistakes: list[str]) -> list[str]:
    """Enrol, and give the report as it is printed."""
    catalog = Catalog("en")
    return [catalog.web(sign.code, sign.values) for sign in enrol(rig, **mistakes).signs]


def test_thirty_eight_cards_with_two_laid_twice_and_one_lost_end_with_a_true_report() -> None:
    with simulated_table("tacocat", is_enrolled=False) as rig:
        report = told(rig, lost=["9"], twice=["2", "6"])

    assert report == [
        "Enrolled: 37 cards. Missing: 1.",
        "Card 9: 1 of 2 seen.",
        "2, laid as card number 2, was told again: one card laid twice, or two stickers with one number.",
        "6, laid as card number 21, was told again: one card laid twice, or two stickers with one number.",
    ]


def test_what_was_enrolled_are_the_faces_that_are_printed_on_the_cards() -> None:
    with simulated_table("tacocat", is_enrolled=False) as rig:
        enrol(rig)
        truth = rig.table.truth
        faces = rig.program.controller.situation.devices.faces

        assert faces == {card.tag: card.face for card in truth.at("discard")}
        assert len(faces) == 38


def test_a_card_takes_less_than_two_seconds() -> None:
    with simulated_table("tacocat", is_enrolled=False) as rig:
        assert enrol(rig).seconds_a_card < 2.0


def test_a_deck_just_enrolled_is_played_with_at_once() -> None:
    with simulated_table("tacocat", is_enrolled=False) as rig:
        enrol(rig)
        rig.table.gather()
        for button in ("YAY.ok", "YAY.ok", "WOW.ok", "YAY.ok", "WOW.ok"):
            rig.tap(button)
        rig.place("9", "YAY.pad")
        rig.place("5", "WOW.pad")

        assert rig.says("YAY") == "sign.attack-first"


@pytest.mark.long(keep=0)
def test_the_ring_enrols_its_box_with_paw_prints() -> None:
    with simulated_table("kittens", is_enrolled=False) as rig:
        report = told(rig, lost=["defuse"], twice=["nope"])

    assert report == [
        "Enrolled: 119 cards. Missing: 1.",
        "Defuse without a paw print: 6 of 7 seen.",
        "Nope, laid as card number 70, was told again: one card laid twice, or two stickers with one number.",
    ]


@pytest.mark.parametrize("reader", ["rdm6300", "id12la"])
def test_readers_of_125_khz_enrol_as_well(reader: str) -> None:
    with simulated_table(with_readers(reader), is_enrolled=False) as rig:
        report = told(rig, lost=["9"], twice=["2"])

    assert report[:2] == ["Enrolled: 37 cards. Missing: 1.", "Card 9: 1 of 2 seen."]
    assert len(report) == 3


def with_readers(reader: str) -> TableFile:
    """Give the shipped table with other readers under its pads."""
    return parse_table(TACOCAT.read_text("utf-8").replace("pn532", reader), "my.toml")


def test_the_panels_show_what_is_asked_for() -> None:
    with simulated_table("tacocat", is_enrolled=False) as rig:
        rig.hold("YAY.no")
        open_for(rig.program.controller.situation, "enrol")
        rig.place("1", "WOW.pad")

        shown = {name: rig.table.panel(f"display {name}").picture() for name in ("YAY", "WOW")}
        asked = draw(rig.screen("YAY"), "en")
    assert asked.text == "LAY CARD 2 / 0 of 4 / OK ends / 2"
    assert shown == {"YAY": asked.pixels, "WOW": asked.pixels}


def test_two_cards_on_a_pad_are_asked_to_be_one() -> None:
    with simulated_table("tacocat", is_enrolled=False) as rig:
        open_for(rig.program.controller.situation, "enrol")
        rig.table.place(rig.find("1"), "YAY.pad")
        rig.table.place(rig.find("2"), "YAY.pad")
        rig.wait(1.0)

        assert rig.says("YAY") == "enrol.crowded"
