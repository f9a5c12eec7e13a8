"""A card is missing: said in the menu, agreed, and the decks of later games are without it, also after a restart."""

from __future__ import annotations

from pi.kitten_hands import KittenHands
from pi.test_leaving_the_ring import choose, decide, ring_of
from tacotable.dialogs import arbiter
from tacotable.state.facts import Arranged
from tacotable.storage.journal.carried import Carried


def lose(ring: KittenHands, seat: str, card: str, *, by: str) -> None:
    choose(ring, seat, "Card missing")
    for _ in range(20):
        if f"< {card} >" in ring.text("table"):
            break
        ring.tap(f"{seat}.nope")
    ring.tap(f"{seat}.ok")
    ring.tap(f"{by}.ok")


def test_the_next_game_has_a_pile_without_it() -> None:
    ring = ring_of("1", "2", "3")
    lose(ring, "2", "Nope", by="1")

    assert ring.situation.game.arranged.lost == {"zh56 all": ["nope"]}
    ring.wait(6_000.0)
    choose(ring, "1", "Stop the game")
    ring.tap("1.ok")
    ring.tap("2.ok")
    ring.hold("1.ok")

    deck = ring.situation.game.setup["deck"]
    assert isinstance(deck, dict)
    assert deck["nope"] == 4


def test_what_was_missing_is_found_in_the_lobby() -> None:
    ring = ring_of("1", "2", "3")
    lose(ring, "2", "Nope", by="1")
    ring.wait(6_000.0)
    choose(ring, "1", "Stop the game")
    ring.tap("1.ok")
    ring.tap("2.ok")

    choose(ring, "3", "Cards found")
    ring.hold("3.nope")
    ring.hold("1.ok")

    assert ring.situation.game.arranged == Arranged()
    assert "deck" not in ring.situation.game.setup


def test_a_card_that_nobody_agrees_about_is_not_missing() -> None:
    ring = ring_of("1", "2", "3")
    choose(ring, "2", "Card missing")
    ring.tap("2.ok")
    ring.tap("1.nope")

    assert ring.situation.game.arranged == Arranged()


def test_the_arbiter_says_alone_which_card_is_missing() -> None:
    ring = ring_of("1", "2", "3")
    assert "card-lost skip" in arbiter.offered(ring.situation)

    decide(ring, "card-lost skip")

    assert ring.situation.game.arranged.lost == {"zh56 all": ["skip"]}


def test_the_files_behind_a_game_carry_what_is_missing() -> None:
    known = Arranged({"tc38": ["12"]}, {"jumbo": False})

    assert Carried([known]).settings == (known,)
