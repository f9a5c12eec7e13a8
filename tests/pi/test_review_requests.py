"""`review` of the referee protocol: the best act with hindsight cost nothing; by what was known it is another field."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pi.test_companion_requests import SEATS, playing
from tacotable.protocol.json_lines import Referee

Acts = list[tuple[str, dict[str, object]]]
FIGHTS = ("attack", "answer")  # What of Tacocat has an exact value with open cards.


def ask(referee: Referee, op: str, **fields: object) -> dict[str, Any]:
    reply: dict[str, Any] = referee.handle({"op": op, **fields})
    assert "error" not in reply or op == "odds", reply
    return reply


def played(game: str, seed: int) -> tuple[Referee, Acts]:
    """Play a round of Tacocat or a whole game, some acts by chance, and give what was done."""
    referee, rng, acts = playing(game, seed=seed), Random(seed), Acts()
    while True:
        state = ask(referee, "view", seat="arbiter")["state"]
        if state["winner"] or any(state.get("wins", {}).values()):
            return referee, acts
        seat = rng.choice(state["to_act"])
        advice = ask(referee, "advise", seat=seat, level="easy", worlds=1)["advice"]
        act = rng.choice(advice)["act"] if rng.random() < 0.5 else advice[0]["act"]
        late = [other for other in SEATS[game] if other not in state["to_act"]]
        if state["phase"] == "window" and rng.random() < 0.3:
            for other in late:
                if {"do": "nope"} in ask(referee, "legal", seat=other)["acts"]:
                    seat, act = other, {"do": "nope"}
        assert ask(referee, "act", seat=seat, **act)["ruling"] == "legal"
        acts.append((seat, act))


def value(referee: Referee, seat: str) -> float:
    """Return the chance of a seat with open cards: exact in a fight, and 1 or 0 once the round is over."""
    state = ask(referee, "view", seat="arbiter")["state"]
    won = [other for other, rounds in state["wins"].items() if rounds]
    if won:
        return float(won == [seat])
    told = ask(referee, "odds", viewer="arbiter")
    return float(told["odds"]["round"][seat]) if told.get("by") == "exact" else 0.5


@pytest.mark.long(keep=6)
@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("seed", range(4))
def test_both_best_acts_are_legal_and_what_hindsight_calls_best_cost_nothing(game: str, seed: int) -> None:
    referee, acts = played(game, seed)
    review = ask(referee, "review")["review"]
    done = len(acts)

    assert [entry["act"] for entry in review] == sorted({entry["act"] for entry in review})
    assert review
    for entry in reversed(review):
        while done >= entry["act"]:
            ask(referee, "undo")
            done -= 1
        seat, act = acts[done]
        assert (entry["seat"], entry["did"]["do"]) == (seat, act["do"])
        assert (entry["best"] is None) == (entry["loss"] is None)
        assert (entry["best"] == entry["did"]) == (entry["loss"] == 0)
        assert (entry["known_best"] == entry["did"]) == (entry["known_loss"] == 0)
        worth = {}
        for name in ("did", "best", "known_best"):
            if entry[name] is None or "?" in entry[name].get("cards", ()):
                continue
            assert ask(referee, "act", seat=seat, **entry[name])["ruling"] == "legal", (name, entry)
            if act["do"] in FIGHTS:
                worth[name] = value(referee, seat)
            ask(referee, "undo")
        if worth:
            assert worth["best"] - worth["did"] == entry["loss"], entry
            assert worth["best"] == max(worth.values())
