"""People at the page: they read prompts and cards from it, and act with mouse or keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from browser.rounds import SEATS

NUDGE_PX = 10
"""Far enough to be a drag and no click."""
LOOK_MS, MOST_LOOKS = 50, 1200
STILL = """thing => new Promise(resolve => {
  let before = "";
  const look = () => {
    const { x, y, width, height } = thing.getBoundingClientRect();
    const now = [x, y, width, height].join();
    if (now === before) resolve();
    else { before = now; requestAnimationFrame(() => requestAnimationFrame(look)); }
  };
  look();
})"""
"""Waits until a thing has not moved for two frames: what others did may still be on its way to this page."""


class Hands(Protocol):
    """A way to act on the page."""

    def carry(self, thing: Locator, place: str) -> None:
        """Take a thing to the place that a selector names."""

    def press(self, button: Locator) -> None:
        """Press a button until the table has felt it, and let it go."""


class MouseHands:
    """Drags and clicks."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def carry(self, thing: Locator, place: str) -> None:
        """Drag a thing to the middle of a place, in steps as a hand does."""
        self._take(thing)
        self._page.mouse.move(*_middle(self._page.locator(place)), steps=4)
        self._page.mouse.up()

    def _take(self, thing: Locator) -> None:
        """Take a thing up, and reach for it again where it has slipped away."""
        mouse = self._page.mouse
        for _ in range(5):
            thing.scroll_into_view_if_needed()
            thing.evaluate(STILL)
            x, y = _middle(thing)
            mouse.move(x, y)
            mouse.down()
            mouse.move(x + NUDGE_PX, y + NUDGE_PX)
            if self._page.locator("body.is-carrying").count():
                return
            mouse.up()
        raise AssertionError(f"cannot be taken: {thing}")

    def press(self, button: Locator) -> None:
        """Press with the mouse."""
        button.scroll_into_view_if_needed()
        button.evaluate(STILL)
        button.hover()
        self._page.mouse.down()
        expect(button).to_have_attribute("aria-pressed", "true")
        self._page.mouse.up()
        expect(button).to_have_attribute("aria-pressed", "false")


class KeyboardHands:
    """Picks up with Enter, chooses with arrows, lays down with Enter; presses with the space bar."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def carry(self, thing: Locator, place: str) -> None:
        """Pick a thing up, step to the place, lay it down."""
        keyboard = self._page.keyboard
        thing.focus()
        keyboard.press("Enter")
        target = self._page.locator(place)
        for _ in range(12):
            if re.search(r"\bis-chosen\b", target.get_attribute("class") or ""):
                break
            keyboard.press("ArrowRight")
        keyboard.press("Enter")

    def press(self, button: Locator) -> None:
        """Press with the space bar."""
        button.focus()
        self._page.keyboard.down("Space")
        expect(button).to_have_attribute("aria-pressed", "true")
        self._page.keyboard.up("Space")
        expect(button).to_have_attribute("aria-pressed", "false")


class TouchHands:
    """Taps: what is to be carried, then where it goes; a finger touches a card of a fan where it is not covered."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def carry(self, thing: Locator, place: str) -> None:
        """Tap a thing, then its place."""
        thing.evaluate(STILL)
        thing.tap(position={"x": 8, "y": 14})
        expect(self._page.locator("body.is-carrying")).to_have_count(1)
        self._page.locator(place).tap()

    def press(self, button: Locator) -> None:
        """Tap a button, and wait until the table has felt it and let it go.

        A tap is over so soon that a page may be told of its down and up at once: then what came of it is seen.
        """
        button.evaluate(
            "button => { button.felt = false; new MutationObserver(() => button.felt = true)"
            ".observe(button.closest('.seat') ?? button, { subtree: true, attributes: true, childList: true,"
            " characterData: true }); }"
        )
        button.tap()
        self._page.wait_for_function(
            "button => button.felt && button.ariaPressed === 'false'", arg=button.element_handle()
        )


def _middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class People:
    """Both players: at one page of the simulation, with one pair of hands, or each at a phone by touch."""

    def __init__(self, page: Page, hands: Hands | None = None, phones: Mapping[str, Page] | None = None) -> None:
        """`hands`: those of the mouse without any; `phones`: the page of each seat, where it has one of its own."""
        self.page = page
        self.hands = hands or MouseHands(page)
        self._pages = dict.fromkeys(SEATS, page) | dict(phones or {})
        self._hands = {seat: TouchHands(own) if phones else self.hands for seat, own in self._pages.items()}

    # What they see.

    def stage(self) -> str | None:
        """Give the stage of the game that the bar shows."""
        return self.page.locator(".stages [aria-current]").get_attribute("data-stage")

    def prompt(self, seat: str) -> str:
        """Give what is asked of a seat."""
        return self.prompt_of(seat).inner_text()

    def prompt_of(self, seat: str) -> Locator:
        """Give where a seat's prompt stands."""
        return self._pages[seat].locator(f'.seat[data-seat="{seat}"] .prompt')

    def cards(self, seat: str) -> list[int]:
        """Give the values in a hand, the lowest first."""
        faces = self._pages[seat].locator(f'[data-place="hand:{seat}"] .card')
        return sorted(faces.evaluate_all("cards => cards.map(card => Number(card.dataset.face))"))

    def last_entry(self) -> int:
        """Give the number of the newest line of the log, 0 at first."""
        newest = self.page.locator(".entry").first
        return int(newest.get_attribute("data-n") or "0") if newest.count() else 0

    # What they do.

    def press(self, button: str) -> None:
        """Press a button and let it go; the page shows what came of it."""
        seat = button.partition(".")[0]
        self._hands[seat].press(self._pages[seat].locator(f'[data-button="{button}"]'))

    def lay(self, seat: str, value: int) -> None:
        """Lay a card of this value on the seat's pad, and wait until it lies there."""
        page = self._pages[seat]
        card = page.locator(f'[data-place="hand:{seat}"] .card[data-face="{value}"]').first
        self._hands[seat].carry(card, f'[data-place="{seat}.pad"]')
        expect(page.locator(f'[data-place="{seat}.pad"] .card')).to_have_count(1)

    def lay_and_wait(self, seat: str, value: int) -> None:
        """Lay a card and wait for the table's ruling."""
        before = self.last_entry()
        self.lay(seat, value)
        self.page.wait_for_function("n => Number(document.querySelector('.entry')?.dataset.n ?? 0) > n", arg=before)

    def clear_pads(self) -> None:
        """Slide the cards from the pads to the discard pile."""
        for seat in SEATS:
            card = self._pages[seat].locator(f'[data-place="{seat}.pad"] .card')
            if card.count():
                self._hands[seat].carry(card, '[data-place="discard"]')
                expect(card).to_have_count(0)

    def begin(self) -> None:
        """Choose the game, deal, and press OK."""
        self.press("YAY.ok")
        self.wait_for("deal")
        self.deal(7)

    def deal(self, cards: int) -> None:
        """Gather, shuffle and deal so many cards to each, and press OK."""
        self.page.locator(".gather").click()
        for seat in SEATS:
            expect(self._pages[seat].locator(f'[data-place="hand:{seat}"] .card')).to_have_count(cards)
            self.press(f"{seat}.ok")
        self.wait_for("play")

    def wait_for(self, stage: str) -> None:
        """Wait until the bar shows a stage."""
        expect(self.page.locator(f'.stages [data-stage="{stage}"]')).to_have_attribute("aria-current", "step")

    def play_round(self) -> None:
        """Play until Tacocat is to move: attack high, defend as low as it goes, else sacrifice."""
        for _ in range(60):
            if self.stage() != "play":
                return
            self.step()
        raise AssertionError(f"the round does not end: {self.prompt('YAY')} / {self.prompt('WOW')}")

    def step(self) -> None:
        """Do the next thing that a prompt asks for."""
        self._let_phones_follow()
        for seat in SEATS:
            prompt = self.prompt(seat)
            if prompt.startswith("Show up to"):
                self.press(f"{seat}.ok")
                expect(self.prompt_of(seat)).not_to_have_text(prompt)
                return
        if any(word in self.prompt("YAY") for word in ("Duel", "duel is tied", "last card")):
            self.lay("YAY", self.cards("YAY")[0])
            expect(self.prompt_of("YAY")).to_contain_text("Your card is in")
            self.lay_and_wait("WOW", self.cards("WOW")[0])
        elif (attacker := self.seat_told("lay one card")) is not None:
            self.lay_and_wait(attacker, self.cards(attacker)[-1])
        elif (defender := self.seat_told("Defend with")) is not None:
            self.lay_and_wait(defender, self.answer(defender))
        self.clear_pads()

    def _let_phones_follow(self) -> None:
        """Wait until each phone shows the lamps and log of the host: it may be told a moment later."""
        for _ in range(MOST_LOOKS):
            if all(self._shown_at(seat, self.page) == self._shown_at(seat, own) for seat, own in self._pages.items()):
                return
            self.page.wait_for_timeout(LOOK_MS)
        raise AssertionError(f"a phone stays behind: {self.prompt('YAY')} / {self.prompt('WOW')}")

    @staticmethod
    def _shown_at(seat: str, page: Page) -> list[str | None]:
        """Give what a page shows of the newest line of the log, and of a seat's lamps."""
        lamps = page.locator(f'.seat[data-seat="{seat}"] .press').all_text_contents()
        newest = page.locator(".entry").first
        return [*lamps, newest.get_attribute("data-n") if newest.count() else None]

    def seat_told(self, words: str) -> str | None:
        """Give the seat whose prompt has these words."""
        return next((seat for seat in SEATS if words in self.prompt(seat)), None)

    def answer(self, seat: str) -> int:
        """Give the lowest card that defends, or else the lowest of all."""
        found = re.search(r"\d+", self.prompt(seat))
        assert found is not None
        cards = self.cards(seat)
        return next((card for card in cards if card >= int(found.group())), cards[0])

    def move_token(self) -> None:
        """Take Tacocat to the space that the table shows."""
        target = self.page.locator(".space[data-target]").get_attribute("data-space")
        self.hands.carry(self.page.locator(".token"), f'.space[data-space="{target}"]')
        expect(self.page.locator(f'.space[data-space="{target}"] .token')).to_have_count(1)
