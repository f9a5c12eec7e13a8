"""People at the page: they read prompts and cards from it, and act with mouse or keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

SEATS = ("YAY", "WOW")
LOOKING_MS = 650


class Hands(Protocol):
    """A way to act on the page."""

    def carry(self, thing: Locator, place: str) -> None:
        """Take a thing to the place that a selector names."""

    def press(self, button: Locator) -> None:
        """Press a button and let it go."""


class MouseHands:
    """Drags and clicks."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def carry(self, thing: Locator, place: str) -> None:
        """Drag a thing to the middle of a place, in steps as a hand does."""
        mouse = self._page.mouse
        thing.scroll_into_view_if_needed()
        mouse.move(*_middle(thing))
        mouse.down()
        mouse.move(*_middle(self._page.locator(place)), steps=6)
        mouse.up()

    def press(self, button: Locator) -> None:
        """Click."""
        button.click()


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
            keyboard.press("ArrowRight")
            if re.search(r"\bis-chosen\b", target.get_attribute("class") or ""):
                break
        keyboard.press("Enter")

    def press(self, button: Locator) -> None:
        """Press the space bar on a button."""
        button.focus()
        self._page.keyboard.press("Space")


def _middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class People:
    """Both players, at one page of the simulation, with one pair of hands."""

    def __init__(self, page: Page, hands: Hands) -> None:
        self.page = page
        self.hands = hands

    # What they see.

    def stage(self) -> str | None:
        """Give the stage of the game that the bar shows."""
        return self.page.locator(".stages [aria-current]").get_attribute("data-stage")

    def prompt(self, seat: str) -> str:
        """Give what is asked of a seat."""
        return self.page.locator(f'.seat[data-seat="{seat}"] .prompt').inner_text()

    def cards(self, seat: str) -> list[int]:
        """Give the values in a hand, the lowest first."""
        faces = self.page.locator(f'[data-place="hand:{seat}"] .card')
        return sorted(int(card.get_attribute("data-face") or "0") for card in faces.all())

    def last_entry(self) -> int:
        """Give the number of the newest line of the log, 0 at first."""
        newest = self.page.locator(".entry").first
        return int(newest.get_attribute("data-n") or "0") if newest.count() else 0

    # What they do.

    def press(self, button: str) -> None:
        """Look at what is asked, then press: the table takes no press in the first half second of a new question."""
        self.page.wait_for_timeout(LOOKING_MS)
        self.hands.press(self.page.locator(f'[data-button="{button}"]'))

    def lay(self, seat: str, value: int) -> None:
        """Lay a card of this value on the seat's pad."""
        card = self.page.locator(f'[data-place="hand:{seat}"] .card[data-face="{value}"]').first
        self.hands.carry(card, f'[data-place="{seat}.pad"]')
        expect(self.page.locator(f'[data-place="{seat}.pad"] .card')).to_have_count(1)

    def lay_and_wait(self, seat: str, value: int) -> None:
        """Lay a card and wait for the table's ruling."""
        before = self.last_entry()
        self.lay(seat, value)
        self.page.wait_for_function("n => Number(document.querySelector('.entry')?.dataset.n ?? 0) > n", arg=before)

    def clear_pads(self) -> None:
        """Slide the cards from the pads to the discard pile."""
        for seat in SEATS:
            card = self.page.locator(f'[data-place="{seat}.pad"] .card')
            if card.count():
                self.hands.carry(card, '[data-place="discard"]')
                expect(card).to_have_count(0)

    def begin(self) -> None:
        """Choose the game, deal, and press OK."""
        self.press_until("YAY.ok", lambda: self.stage() == "deal")
        self.hands.press(self.page.locator(".gather"))
        expect(self.page.locator('[data-place="hand:YAY"] .card')).to_have_count(7)
        asked = self.prompt("YAY")
        self.press_until("YAY.ok", lambda: self.prompt("YAY") != asked)
        self.press_until("WOW.ok", lambda: self.stage() == "play")

    def press_until(self, button: str, is_so: Callable[[], bool]) -> None:
        """Press, and again where nothing came of it: on a busy machine a finger may stay down too long for a tap."""
        for _ in range(3):
            self.press(button)
            for _ in range(60):
                if is_so():
                    return
                self.page.wait_for_timeout(50)
        raise AssertionError(f"{button} does nothing: {self.prompt('YAY')} / {self.prompt('WOW')}")

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
        for seat in SEATS:
            prompt = self.prompt(seat)
            if prompt.startswith("Show up to"):
                self.press(f"{seat}.ok")
                expect(self.page.locator(f'.seat[data-seat="{seat}"] .prompt')).not_to_have_text(prompt)
                return
        if any(word in self.prompt("YAY") for word in ("Duel", "duel is tied", "last card")):
            self.lay("YAY", self.cards("YAY")[0])
            expect(self.page.locator('.seat[data-seat="YAY"] .prompt')).to_contain_text("Your card is in")
            self.lay_and_wait("WOW", self.cards("WOW")[0])
        elif (attacker := self.seat_told("lay one card")) is not None:
            self.lay_and_wait(attacker, self.cards(attacker)[-1])
        elif (defender := self.seat_told("Defend with")) is not None:
            self.lay_and_wait(defender, self.answer(defender))
        self.clear_pads()

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
