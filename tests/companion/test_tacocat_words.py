"""Every reason of Tacocat's companion has its words in both languages."""

from __future__ import annotations

import pytest

from companion.tacocat_codes import WHYS
from tacotable.catalog import LANGUAGES, Catalog

CODES = tuple(f"why.{code}" for code in WHYS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_code_is_said_in_full(language: str, code: str) -> None:
    catalog = Catalog(language)
    said = catalog.say(code, {"cards": ("7", "8", "9"), "card": "7", "seat": "Ann"})

    assert code in catalog.messages
    assert "{" not in said
