"""Chains of events for tests of what carries them."""

from __future__ import annotations

import json
from hashlib import sha256

from tacotable_live.stream.chains import Chain


def grow(chain: Chain, number: int, flavour: str = "") -> None:
    """Add events behind those of a chain."""
    for _ in range(number):
        before = chain.hashes[-1] if chain.hashes else ""
        body = json.dumps({"before": before, "n": len(chain.hashes) + 1, "v": 1, "x": flavour})
        chain.bodies.append(body)
        chain.hashes.append(sha256(body.encode()).hexdigest())


def chain_of(number: int, flavour: str = "") -> Chain:
    """Return a chain of so many events."""
    chain = Chain()
    grow(chain, number, flavour)
    return chain
