"""The public display's words: whose turn it is, what is pending, and who is awaited; a title and one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tacotable.games.exploding import card_owner as whose
from tacotable.games.exploding import window
from tacotable.games.exploding.plays import cards_of, copied, effect, obstacle_to_play, wanted
from tacotable.games.exploding.state import NOBODY, PUBLIC, Step, ruleset_of
from tacotable.state.scene import Sign

if TYPE_CHECKING:
    from tacotable.games.exploding.now import Now


def status_sign(now: Now, told: str) -> Sign:
    """Say how the game stands; `told` is the news of the turn, if any."""
    if asked := whose.sign(now.situation, PUBLIC):
        return asked
    return _turn(now, told) if now.view.phase == "turn" else _IN_PHASE[now.view.phase](now)


def _turn(now: Now, told: str) -> Sign:
    player, step = now.view.turn.seat, now.step
    cards = cards_of(now.situation, player)
    values: dict[str, object] = {"seat": player, "cards": cards, "n": len(cards)}
    if step is Step.TARGET:
        return Sign("status.pick", values)
    if step is Step.WANTED or (effect(now.situation, cards) == "five" and not wanted(now.situation, player)):
        return Sign("status.wanted", values)
    if cards:
        return Sign("status.no-play-yet" if obstacle_to_play(now.situation, player) else "status.play", values)
    if told:
        about = {"stack": len(now.view.pile), "player": player}
        happened = {**values, **now.happened()[told], **about}
        return Sign(f"status.{told}", happened, note=Sign("note.your-turn", about) if now.is_seen else None)
    left = now.view.turn.left
    is_owed = now.view.turn.source == "attack"
    return Sign("status.turns-owed", {**values, "n": left, "left": left}) if is_owed else Sign("status.turn", values)


def _window(now: Now) -> Sign:
    play, opened = now.play, now.ui.window
    asked = {"target": play.target or "", "name": play.name or ""}
    values = {"seat": play.seat, "cards": play.cards, "last": play.last, **asked}
    if opened is not None and (tied := window.tied(opened)):
        return Sign("status.tie", {"seats": tied})
    if opened is not None and window.holder(opened) == NOBODY:
        return Sign("status.whose-nope")
    if opened is not None and (first := window.holder(opened)):
        return Sign("status.claim-back" if now.play.nopes else "status.claim", {"seat": first, "last": play.last})
    if now.play.nopes:
        return Sign("status.noped" if now.play.nopes % 2 else "status.noped-back", values)
    if play.name:
        return Sign("status.window-named" if play.target else "status.window-five", values)
    if name := copied(play):
        return Sign("status.window-clone-at" if play.target else "status.window-clone", {**values, "name": name})
    return Sign("status.window-at" if play.target else "status.window", values)


def _defuse(now: Now) -> Sign:
    player = now.view.to_act[0]
    entry = now.situation.entry(player)
    state = "doomed" if entry.is_announced else "hide" if entry.cards else "defuse"
    counts = {"n": len(entry.cards), "stack": len(now.view.pile) + 1}
    other = whose.other_drawer(now.situation) if state == "doomed" else ""
    note = Sign("note.drawn-by", {"seat": other}) if other else None
    return Sign(f"status.{state}", {"seat": player, "card": ruleset_of(now.situation).lethal, **counts}, note=note)


def _give(now: Now) -> Sign:
    giver = now.view.to_act[0]
    values = {"seat": now.play.seat, "target": giver, "name": (now.play.name or "")}
    if now.situation.entry(giver).is_announced:
        return Sign("status.deny", values)
    return Sign("status.give-named" if (now.play.name or "") else "status.give", values)


def _of_player(code: str) -> Callable[[Now], Sign]:
    """Make the sign of a phase in which one seat does something with its hands."""

    def sign(now: Now) -> Sign:
        return Sign(code, {"seat": now.view.to_act[0], "target": now.play.target or ""})

    return sign


_IN_PHASE: Mapping[str, Callable[[Now], Sign]] = {
    "window": _window,
    "defuse": _defuse,
    "give": _give,
    "draw": _of_player("status.bottom"),
    "arrange": _of_player("status.arrange"),
    "steal": _of_player("status.steal"),
}
