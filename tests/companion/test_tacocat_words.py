"""Every reason and every remark of Tacocat's companion has its words in both languages."""

from __future__ import annotations

import pytest

from companion.tacocat_codes import SAYS, WHYS
from tacotable.catalog import LANGUAGES, Catalog

CODES = (*(f"why.{code}" for code in WHYS), *(f"review.{code}" for code in SAYS))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_code_is_said_in_full(language: str, code: str) -> None:
    catalog = Catalog(language)
    said = catalog.say(code, {"cards": ("7", "8", "9"), "card": "7", "seat": "Ann"})

    assert code in catalog.messages
    assert "{" not in said
