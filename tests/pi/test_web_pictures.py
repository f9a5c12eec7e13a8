"""Pictures of pages: made once for all of a role and language, and told as what has changed."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from pi.patches import patched
from pi.small_model import SmallModel
from tacotable.state.role import Content, Role
from tacotable.web.pictures import Picture, Pictures

NAMES = st.sampled_from(("a", "b", "c"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.lists(st.integers(0, 2), max_size=3),
    lambda inside: st.dictionaries(NAMES, inside, max_size=3),
    max_leaves=12,
)
CONTENTS = st.dictionaries(NAMES, VALUES, max_size=3)


@given(CONTENTS, CONTENTS)
def test_a_patch_makes_the_next_picture_of_the_one_before(before: Content, now: Content) -> None:
    old = Picture("scene", before, None)
    new = Picture("scene", now, old)

    assert patched(before, new.patch(old)) == now
    assert json.loads(new.text()) == {**now, "type": "scene"}


@given(CONTENTS, CONTENTS, CONTENTS)
def test_a_page_that_missed_pictures_gets_one_patch_for_all(first: Content, second: Content, now: Content) -> None:
    told = Picture("scene", first, None)

    assert patched(first, Picture("scene", now, Picture("scene", second, told)).patch(told)) == now


def test_what_is_as_it_was_is_not_told() -> None:
    old = Picture("scene", {"pile": 5, "lamps": {"1.ok": "fast", "2.ok": "dark"}}, None)
    new = Picture("scene", {"pile": 5, "lamps": {"1.ok": "dark", "2.ok": "dark"}}, old)

    assert json.loads(new.patch(old))["set"] == {"lamps": {"1.ok": "dark"}}


class CountingModel(SmallModel):
    """A model that counts how often it was asked for a scene."""

    asked = 0

    def scene(self, role: Role, language: str) -> Content:
        self.asked += 1
        return super().scene(role, language)


def test_pages_of_one_role_and_language_share_their_pictures() -> None:
    model = CountingModel()
    pictures, watching = Pictures(model), Role("spectator")
    pictures.subscribe(lambda: None)

    for _ in range(5):
        assert pictures.now(watching, "en")["scene"] is pictures.now(watching, "en")["scene"]
    assert model.asked == 1

    model.change(7)
    assert pictures.now(watching, "en")["scene"].content == {"shown": 7, "in": "en"}
    assert pictures.now(watching, "zh-TW")["scene"].content == {"shown": 7, "in": "zh-TW"}
    assert model.asked == 3


def test_a_change_that_changes_nothing_for_a_role_gives_the_same_picture() -> None:
    model = SmallModel()
    pictures = Pictures(model)
    unsubscribe = pictures.subscribe(lambda: None)
    before = pictures.now(Role("spectator"), "en")

    model.tell()

    assert pictures.now(Role("spectator"), "en")["scene"] is before["scene"]
    assert "truth" not in before

    unsubscribe()
    assert model.listeners == []
