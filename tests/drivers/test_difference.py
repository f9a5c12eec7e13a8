"""What is sent between two pictures: the least bytes, and never a wrong one."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tacotable_drivers.screens import difference as exact
from tacotable_drivers.screens.difference import Price, Window, whole
from tacotable_drivers.screens.spec import BY_WINDOW, by_page

WIDTH = 128
EMPTY = bytes(1_024)
SSD1306, SH1106 = BY_WINDOW.price, by_page(2).price

prices = st.sampled_from([SSD1306, SH1106])


def difference(old: bytes, new: bytes, price: Price) -> list[Window]:
    return exact.difference(old, new, price, WIDTH)


def painted(*parts: tuple[int, int, bytes], on: bytes = EMPTY) -> bytes:
    """Give a picture with bytes put at (page, column)."""
    picture = bytearray(on)
    for page, column, part in parts:
        picture[page * WIDTH + column : page * WIDTH + column + len(part)] = part
    return bytes(picture)


patches = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 100), st.binary(min_size=1, max_size=28)), max_size=12)
pictures = patches.map(lambda parts: painted(*parts))


def applied(old: bytes, windows: list[Window], new: bytes) -> bytes:
    """Give what a panel shows after the windows of the new picture were sent, byte by byte."""
    picture = bytearray(old)
    for window in windows:
        part = iter(window.cut(new, WIDTH))
        for page in range(window.first_page, window.last_page + 1):
            for column in range(window.first_column, window.last_column + 1):
                picture[page * WIDTH + column] = next(part)
    return bytes(picture)


@given(pictures, pictures, prices)
@example(EMPTY, bytes(range(256)) * 4, SSD1306)
def test_the_windows_turn_the_old_picture_into_the_new_one(old: bytes, new: bytes, price: Price) -> None:
    assert applied(old, difference(old, new, price), new) == new


@given(pictures, pictures, prices)
def test_no_difference_is_dearer_than_the_whole_picture(old: bytes, new: bytes, price: Price) -> None:
    assert price.of(difference(old, new, price)) <= price.of(whole(price, WIDTH, 8))


@given(pictures, pictures)
def test_a_controller_without_windows_gets_one_page_at_a_time(old: bytes, new: bytes) -> None:
    assert all(window.first_page == window.last_page for window in difference(old, new, SH1106))


@given(pictures, prices)
def test_the_same_picture_costs_nothing(picture: bytes, price: Price) -> None:
    assert difference(picture, picture, price) == []


@pytest.mark.parametrize(
    ("new", "windows", "cost"),
    [
        (painted((2, 40, b"\xff" * 10)), [Window(40, 49, 2, 2)], 20),
        (painted((2, 40, b"\xff" * 32), (3, 40, b"\xff" * 32)), [Window(40, 71, 2, 3)], 74),
        (painted((2, 0, b"\xff" * 128)), [Window(0, 127, 2, 2)], 138),
        (painted((2, 0, b"\x01"), (2, 11, b"\x01")), [Window(0, 11, 2, 2)], 22),
        (painted((2, 0, b"\x01"), (2, 12, b"\x01")), [Window(0, 0, 2, 2), Window(12, 12, 2, 2)], 22),
        (painted((0, 0, b"\x01"), (1, 100, b"\x01")), [Window(0, 0, 0, 0), Window(100, 100, 1, 1)], 22),
        (painted((0, 0, b"\x01"), (1, 3, b"\x01")), [Window(0, 3, 0, 1)], 18),
        (bytes([0xFF]) * 1_024, [Window(0, 127, 0, 7)], 1_034),
    ],
    ids=["a digit", "a tall digit", "a line", "a small gap", "a wide gap", "far apart", "diagonal", "everything"],
)
def test_the_windows_of_known_changes(new: bytes, windows: list[Window], cost: int) -> None:
    found = difference(EMPTY, new, SSD1306)

    assert found == windows
    assert SSD1306.of(found) == cost


def test_a_page_controller_joins_gaps_of_up_to_seven_columns() -> None:
    seven = difference(EMPTY, painted((4, 10, b"\x01"), (4, 18, b"\x01")), SH1106)
    eight = difference(EMPTY, painted((4, 10, b"\x01"), (4, 19, b"\x01")), SH1106)

    assert seven == [Window(10, 18, 4, 4)]
    assert eight == [Window(10, 10, 4, 4), Window(19, 19, 4, 4)]
    assert SH1106.of(eight) == 16
