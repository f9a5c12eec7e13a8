"""Who looks at the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Content: TypeAlias = Mapping[str, object]  # What JSON can say: values, lists and mappings of them.


@dataclass(frozen=True, slots=True)
class Role:
    """Who looks at the page: who may do all on the simulated table, one seat, the arbiter, or the public."""

    kind: Literal["simulation", "seat", "arbiter", "spectator"]  # The arbiter sees no more of a game than the public.
    seat: str | None = None
