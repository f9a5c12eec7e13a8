"""A player of an Exploding game at the page of its seat: it reads its own page, and acts by touch."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from browser.kittens_watch import Watch
from browser.page_server import LONGEST_S
from browser.player import TouchHands

LOOK_MS = 20
MOST_LOOKS, FEW_LOOKS = 1_000 * LONGEST_S // LOOK_MS, 100
LETHAL = "exploding-kitten"
PLAYS = ("see-the-future", "favor", "five", "triple", "shuffle", "pair", "attack", "skip")


class KittensPlayer:
    """One seat, its page, and what its page was told."""

    def __init__(self, seat: str, page: Page, watch: Watch) -> None:
        self.seat = seat
        self.page = page
        self.watch = watch
        self.looked: list[list[str]] = []
        self._hands = TouchHands(page)
        self._noped = 0
        self.played: set[str] = set()
        self.shuffled = False

    # What this player sees.

    @property
    def hand(self) -> list[str]:
        """Give the faces of the own hand."""
        return self.watch.faces(f"hand:{self.seat}")

    def phase(self) -> str:
        """Give the stage, or in play the phase, that the page was told last."""
        scene = self.watch.scene
        return str(scene["kittens"]["phase"] if scene["stage"] == "play" else scene["stage"])

    def is_allowed(self, what: str) -> bool:
        """Tell whether the page offers this."""
        return what in self.watch.truth["allow"]

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Wait for news that make this so."""
        if self._comes(is_so, MOST_LOOKS):
            return
        raise AssertionError(f"{self.seat} waits in vain: {self.watch.scene['kittens']}, {self.watch.scene['prompts']}")

    def _comes(self, is_so: Callable[[], bool], looks: int) -> bool:
        for _ in range(looks):
            if is_so():
                return True
            self.page.wait_for_timeout(LOOK_MS)
        return False

    # What hands do.

    def press(self, role: str) -> None:
        """Press a button and let it go."""
        self._hands.press(self.page.locator(f'[data-button="{self.seat}.{role}"]'))

    def carry(self, thing: Locator, place: str) -> None:
        """Take a card to a place."""
        self._hands.carry(thing, f'[data-place="{place}"]')

    def own(self, face: str) -> Locator:
        """Give a card of the own hand."""
        return self.page.locator(f'[data-place="hand:{self.seat}"] .card[data-face="{face}"]').first

    def lay(self, face: str) -> None:
        """Lay a card of the hand on the play pad, and wait until it lies there."""
        self.carry(self.own(face), "play")
        expect(self.page.locator('[data-place="play"] .card')).to_have_attribute("data-face", face)

    # A turn.

    def take_turn(self, other: KittensPlayer) -> None:
        """Play one more card of those still to be tried, on this other player where it has a victim, or draw."""
        self.collect()
        has_victim = self.watch.number(f"hand:{other.seat}") > 0
        for kind in PLAYS:
            cards = self._cards_of(kind)
            if kind in self.played or not cards or (kind in ("favor", "pair", "triple") and not has_victim):
                continue
            self.played.add(kind)
            self.play(cards, other, wanted=self.watch.faces("discard")[0] if kind == "five" else None)
            return
        self.draw()

    def collect(self) -> None:
        """Take what is owed: a card on the pad that was picked or given, and the shuffling of the pile."""
        if self.is_allowed(f"shuffle:{self.seat}") and not self.shuffled:
            self.shuffled = True
            self.page.locator(f'[data-seat="{self.seat}"] .shuffle-pile').click()
        counted = self.watch.scene["kittens"]["hand_size"][self.seat]
        if counted > len(self.hand) and self.watch.number("play"):
            self.carry(self.page.locator('[data-place="play"] .card'), f"hand:{self.seat}")
            self.wait_until(lambda: len(self.hand) == counted)

    def _cards_of(self, kind: str) -> list[str]:
        """Give cards of the hand that make this kind of play; the Defuse is kept."""
        spare = [face for face in self.hand if face not in ("defuse", LETHAL)]
        if kind == "five":
            return list(dict.fromkeys(spare))[:5] if len(set(spare)) >= 5 and self.watch.faces("discard") else []
        count = {"pair": 2, "triple": 3}.get(kind)
        if count:
            same = [face for face in spare if face.startswith("cat-") and spare.count(face) >= count]
            return same[:1] * count
        return [kind] if kind in spare else []

    def play(self, cards: list[str], victim: KittensPlayer, wanted: str | None = None) -> None:
        """Show cards one after another, a wanted one of the discard pile last, and press OK; take the name shown."""
        for count, face in enumerate(cards, 1):
            self.lay(face)
            self.wait_until(lambda count=count: len(self._shown()) == count)  # type: ignore[misc]  # bound now
        if wanted:
            self.page.locator(".spread").click()
            self.carry(self.page.locator(f'[data-place="discard"] .card[data-face="{wanted}"]').first, "play")
            self.wait_until(lambda: len(self._shown()) == len(cards) + 1)
            self.page.locator(".spread").click()
        self.press("ok")
        if len(cards) == 3:
            self.press("ok")
        self.wait_until(lambda: self.phase() != "turn" or "選一位玩家" in self._prompt())
        if self.phase() == "turn":
            victim.press("ok")
            self.wait_until(lambda: self.phase() != "turn")

    def _shown(self) -> list[str]:
        return list(self.watch.scene["kittens"]["shown"].get(self.seat, []))

    def draw(self) -> None:
        """Draw the top card; a kitten is shown, anything else is said to be none."""
        held = len(self.hand)
        self.page.locator(f'[data-place="hand:{self.seat}"] .draw').tap()
        self.wait_until(lambda: len(self.hand) == held + 1)
        if LETHAL in self.hand:
            self.lay(LETHAL)
            self.wait_until(lambda: self.phase() == "defuse" or self._is_asked_whose())
            if self.phase() != "defuse":
                self.press("nope" if "上一次" in self._prompt() else "ok")  # it is no card that was drawn before
            self.wait_until(lambda: self.phase() == "defuse")
        else:
            kittens = self.watch.scene["kittens"]

            def is_drawn() -> bool:
                return bool(self.watch.scene["kittens"]["hand_size"] != kittens["hand_size"])

            self.press("ok")
            if kittens["discard"][-1:] == [LETHAL] and not self._comes(is_drawn, FEW_LOOKS):
                self.press("ok")  # the first one put the picture of the explosion away
            self.wait_until(is_drawn)

    def _prompt(self) -> str:
        return str(self.watch.scene["prompts"][self.seat])

    def _is_asked_whose(self) -> bool:
        return "抽到" in self._prompt()

    # Answers.

    def answer_window(self) -> None:
        """Nope the first play that is one of cards with a victim, or the first Nope; let all else pass."""
        pending = self.watch.scene["kittens"]["pending"]
        if pending is None:
            return  # the window has closed by time since another page showed it
        nopes = pending["nopes"]
        if "nope" in self.hand and not self._noped and (pending["target"] or nopes):
            self._noped += 1
            self.press("nope")
            self.lay("nope")
            self.wait_until(lambda: (self.watch.scene["kittens"]["pending"] or {}).get("nopes", 9) > nopes)
        else:
            self.press("ok")
            self.wait_until(lambda: self.phase() != "window" or self.has_answered())

    def has_answered(self) -> bool:
        """Tell whether this seat is not asked any more."""
        pending = self.watch.scene["kittens"]["pending"] or {}
        return pending.get("last") == self.seat or self.seat in pending.get("passed", [])

    def look(self) -> None:
        """Look at the top of the pile, and put the cards back."""
        self.page.locator(f'[data-seat="{self.seat}"] .look').click()
        names = self.page.locator(".looked-card")
        expect(names).to_have_count(3)
        self.looked.append([str(card.get_attribute("data-face")) for card in names.all()])
        self.page.locator(".look-dialog > button").click()
        expect(self.page.locator(".look-dialog")).to_be_hidden()

    def give(self, taker: str, named: str | None) -> None:
        """Give the taker a card, and press OK; a named one is shown on the pad, or said not to be there."""
        if named:
            self._give_named(named)
            return
        held = len(self.hand)
        self.carry(self.page.locator(f'[data-place="hand:{self.seat}"] .card').last, f"hand:{taker}")
        self.wait_until(lambda: len(self.hand) == held - 1)
        self.press("ok")
        self.wait_until(lambda: self.phase() != "give")

    def _give_named(self, named: str) -> None:
        if named in self.hand:
            self.lay(named)
        else:
            self.press("nope")
            self.press("ok")
        self.wait_until(lambda: self.phase() != "give")

    def steal(self, victim: str) -> None:
        """Take a card out of the fan of another seat, and press OK."""
        held = len(self.hand)
        self.carry(self.page.locator(f'[data-place="hand:{victim}"] .card').first, f"hand:{self.seat}")
        self.wait_until(lambda: len(self.hand) == held + 1)
        self.press("ok")
        self.wait_until(lambda: self.phase() != "steal")

    def defuse(self) -> None:
        """Show a Defuse and put the kitten on top of the pile; without one, say so and explode."""
        if "defuse" not in self.hand:
            self.explode()
            return
        self.lay("defuse")
        kitten = self.page.locator(f'[data-place="front:{self.seat}"] .card')
        expect(kitten).to_have_attribute("data-face", LETHAL)
        self.carry(kitten, "pile")
        self.page.locator('.slot[data-slot="0"]').click()
        expect(kitten).to_have_count(0)
        self.press("ok")
        self.wait_until(lambda: self.phase() != "defuse")

    def explode(self) -> None:
        """Say that there is no Defuse, mean it, and lay the hand out where the game goes on."""
        self.press("nope")
        self.press("ok")
        self.wait_until(lambda: self.phase() != "defuse")
        if self.phase() != "over":
            self.page.locator(f'[data-seat="{self.seat}"] .lay-out').tap()
            self.wait_until(lambda: self.hand == [])
