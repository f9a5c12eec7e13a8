"""The planted faults: each still replaces a text of the program; `python -m explorer.planted` explores them."""

from __future__ import annotations

import pytest

from explorer.planted import FAULTS, PACKAGE, Fault, differing


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_replaces_a_text_that_its_file_has_once(fault: Fault) -> None:
    text = (PACKAGE / fault.file).read_text(encoding="utf-8")

    assert text.count(fault.old) == 1, "change the fault with the program, or take it off the table"
    compile(text.replace(fault.old, fault.new), fault.file, "exec")


def test_a_kind_counts_if_it_is_new_or_clearly_more_frequent_or_shorter() -> None:
    before = {"a": (2, ["x"]), "b": (2, ["x"]), "c": (2, ["x", "y"])}

    assert differing(before, {"a": (3, ["x"]), "b": (4, ["x"]), "c": (2, ["y"]), "d": (1, [])}).keys() == set("bcd")
