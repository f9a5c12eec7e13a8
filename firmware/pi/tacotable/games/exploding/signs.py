"""Signs: what each seat, and the public display, is told at one moment of the game. Words are in the catalog.

Nothing here is secret: hands are never read, and a window is told alike whatever anybody holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum

from tacotable.games.exploding import card_owner, robot, setup, window
from tacotable.games.exploding.hidden_cards import said
from tacotable.games.exploding.now import Now
from tacotable.games.exploding.plays import cards_of, copied, effect, obstacle_to_play, wanted
from tacotable.games.exploding.state import NOBODY, PUBLIC, Step, ruleset_of
from tacotable.state.game_state import Stage
from tacotable.state.scene import Sign


class Kind(Enum):
    """What a sign asks of hands, or leaves unsaid: notes and displays follow from that."""

    PLAIN = "nothing more"
    CARD = "a card may be laid next: of several on one another a reader may report none"
    OUT_OF_TURN = "a card may be laid on an own pad"
    MORE = "one more card has to be shown"
    PLAY = "OK plays what is shown"
    DEFUSE = "a Defuse is laid, which a lethal card on the pad would hide"
    LAST_DRAW = "as a Defuse, with a way back on the second line"
    DOOM = "OK ends the game of a seat: no note covers that"
    NEWS = "what the last play led to, with no seat in the title"


KINDS: Mapping[str, Kind] = {
    **dict.fromkeys(("sign.your-turn", "sign.turns-owed", "sign.cancelled", "sign.found-nothing"), Kind.CARD),
    **dict.fromkeys(("status.turn", "status.turns-owed"), Kind.CARD),
    "sign.wait-turn-of": Kind.OUT_OF_TURN,
    **dict.fromkeys(("sign.no-play-yet", "status.no-play-yet"), Kind.MORE),
    **dict.fromkeys(("sign.play", "status.play"), Kind.PLAY),
    **dict.fromkeys(("sign.defuse", "status.defuse"), Kind.DEFUSE),
    "status.defuse-last": Kind.LAST_DRAW,
    **dict.fromkeys(("sign.doomed", "status.doomed"), Kind.DOOM),
    **dict.fromkeys((f"status.{what}" for what in ("shuffled", "cancelled", "handed", "found-nothing")), Kind.NEWS),
}
SAYS_MORE = (Kind.MORE, Kind.PLAY, Kind.LAST_DRAW)
"""Kinds of signs that say on the public display, on a second line, how to go back."""


def kind_of(sign: Sign) -> Kind:
    """Return the kind of a sign."""
    return KINDS.get(sign.code, Kind.PLAIN)


GUIDE: Mapping[str, str] = {  # What the guide of a first game says in place of what a sign says below its title.
    **dict.fromkeys(("sign.your-turn", "sign.turns-owed", "status.turn", "status.turns-owed"), "guide.turn"),
    "sign.play": "guide.play",
    **dict.fromkeys(("sign.window", "sign.window-you", "status.window", "status.window-at"), "guide.window"),
    **dict.fromkeys(("sign.defuse", "status.defuse"), "guide.defuse"),
    **dict.fromkeys(("sign.hide", "status.hide"), "guide.hide"),
}


def explained(sign: Sign, *, is_guided: bool) -> Sign:
    """Return a sign with what the guide says to it."""
    return replace(sign, guide=GUIDE.get(sign.code, "")) if is_guided else sign


def sign_of(now: Now, seat: str) -> Sign:
    """Return the sign that tells a seat what is awaited, and from whom, in the words of the mode that is played."""
    if seat in now.game.guided or now.is_seen:
        return said(now.situation, explained(_sign(now, seat), is_guided=seat in now.game.guided))
    return _sign(now, seat)


def status_sign(now: Now, told: str) -> Sign:
    """Say on the public display how the game stands; `told` is the news of the turn, if any."""
    if asked := card_owner.sign(now.situation, PUBLIC):
        return asked
    return _turn_for_all(now, told) if now.phase == "turn" else _in_phase(now, PUBLIC)


def _sign(now: Now, seat: str) -> Sign:
    if now.game.is_paused:
        return Sign("sign.paused")
    if now.game.stage is Stage.LOBBY:
        seated = now.ui.seated
        return Sign("sign.seated" if seat in seated else "sign.sit", {"n": len(seated)})
    if now.game.stage is Stage.OVER:
        return Sign("sign.over", {"winner": now.view.winner or ""})
    if seat not in now.players:
        return Sign("sign.watch-in" if seat in now.ui.seated else "sign.watch", {"seat": now.player})
    if now.game.stage is Stage.DEAL:
        return setup.shown_page(now.situation)
    if seat not in now.view.alive:
        return Sign("sign.out", {"seat": now.player})
    if now.ui.whose and (asked := card_owner.sign(now.situation, seat)):
        return asked
    if now.is_seen and seat in now.situation.game.robots and (told := robot.sign(now.situation)):
        return told
    return _turn(now, seat) if now.phase == "turn" else _in_phase(now, seat)


def news(now: Now) -> str:
    """Return what the last play led to, while the turn goes on and nothing new was shown; empty without news."""
    is_fresh = now.phase == "turn" and not now.situation.entry(now.player).cards
    told = now.happened() if is_fresh else {}
    return next((kind for kind in NEWS if kind in told), "")


NEWS = (  # What is worth a word while the turn goes on, the weightiest first.
    *("peeked", "shuffled", "cancelled", "picked", "found-nothing", "handed", "gave", "denied", "taken"),
    *("stolen", "defused"),
)
FOR_PLAYER = frozenset(("peeked", "shuffled", "cancelled", "picked", "handed", "found-nothing"))
"""What of that the player acts upon; the rest gives way to the guide of a first game."""


def _turn(now: Now, seat: str) -> Sign:
    player, step = now.player, now.step
    if step is Step.COLLECT:
        return _own_turn(now, seat) if seat == player else _wait_turn(now, seat)
    values = {"seat": player, "cards": cards_of(now.situation, player), "target": now.ui.target}
    if step is Step.TARGET:
        if seat == player:
            return Sign("sign.pick", values)
        return Sign("sign.pick-me" if seat in now.ui.candidates else "sign.wait-pick", values)
    name = "name" if step is Step.NAME else "wanted"
    return Sign(f"sign.{name}-card" if seat == player else f"sign.wait-{name}", values)


def _wait_turn(now: Now, seat: str) -> Sign:
    """Say whose turn it is and how many cards one should hold; first who asked for a card is handed it."""
    values = {"seat": now.player, "own": now.view.hand_size[seat]}
    handed = now.happened().get("handed", {})
    if handed.get("seat") == seat and news(now) == "handed":
        return Sign("sign.hand-over", {**values, "seat": handed["target"], "card": handed["card"]})
    return Sign("sign.wait-turn-of", values)


def _own_turn(now: Now, seat: str) -> Sign:
    """Say what the player may do: show cards, play what was shown, or draw."""
    cards = cards_of(now.situation, seat)
    values = {"cards": cards, "n": len(cards), "left": now.view.turn.left, "lethal": now.view.lethal}
    values |= {"own": now.view.hand_size[seat], "stack": len(now.view.pile)}
    if not cards:
        told = news(now)
        if told in FOR_PLAYER:
            return Sign(f"sign.{told}", {**values, **now.happened()[told]})
        values |= {"n": now.view.turn.left, "card": ruleset_of(now.situation).lethal}
        return Sign("sign.turns-owed" if now.view.turn.source == "attack" else "sign.your-turn", values)
    if name := wanted(now.situation, seat):
        return Sign("sign.take-wanted", {**values, "name": name})
    if effect(now.situation.ruleset, cards) == "five":
        return Sign("sign.five", values)
    return Sign("sign.no-play-yet" if obstacle_to_play(now.situation, seat) else "sign.play", values)


def _turn_for_all(now: Now, told: str) -> Sign:
    """Say whose turn it is, and what the last play led to, or what is shown."""
    player, step = now.player, now.step
    cards = cards_of(now.situation, player)
    values: dict[str, object] = {"seat": player, "cards": cards, "n": len(cards)}
    if step is Step.TARGET:
        return Sign("status.pick", values)
    if step is Step.WANTED or (effect(now.situation.ruleset, cards) == "five" and not wanted(now.situation, player)):
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


def _in_phase(now: Now, whom: str) -> Sign:
    """Tell a seat, or the public display, how the window stands or what the hands of who is awaited do."""
    return _window(now, whom) if now.phase == "window" else _by_hands(now, whom)


def _window(now: Now, whom: str) -> Sign:
    """Say how the window stands; a seat that may answer is told alike, whatever it holds."""
    play, opened = now.play, now.ui.window
    copy = copied(play)
    values: dict[str, object] = {"cards": play.cards, "target": play.target or "", "name": play.name or copy}
    values |= {"seat": play.seat if whom == PUBLIC else play.last, "last": play.last}
    if opened is not None and opened.claims:
        return _claimed(opened, whom, noper=play.last if play.nopes else "")
    if whom != PUBLIC and whom not in now.view.to_act:
        own = "sign.window-own-nope" if play.nopes else "sign.window-own"
        return Sign(own if whom == play.last else "sign.let", values)
    if play.nopes:
        code = "status.noped" if whom == PUBLIC else "sign.window-noped"
        return Sign(code if play.nopes % 2 else f"{code}-back", values)
    # What is played for a card that it names (a seat is asked for it, or it is taken), and a Clone are told apart.
    kind = ("-named" if play.target else "-five") if play.name else "-clone" if copy else ""
    if whom == PUBLIC:
        return Sign(f"status.window{kind}{'-at' if play.target and not play.name else ''}", values)
    return Sign(f"sign.window{kind}{'-you' if play.target == whom else ''}", values)


def _claimed(opened: window.Window, whom: str, *, noper: str) -> Sign:
    """Say who goes first, and whose Nope counts so far (`noper`, empty without one), as that sign is gone."""
    tied, first, about = window.tied(opened), window.holder(opened), "status" if whom == PUBLIC else "sign"
    if tied:
        return Sign(f"{about}.tie" if whom == PUBLIC or whom in tied else "sign.tie-of", {"seats": tied})
    if first == NOBODY:
        return Sign(f"{about}.whose-nope")
    if whom in (first, PUBLIC):
        return Sign(f"{about}.claim-back" if noper else f"{about}.claim", {"seat": first, "last": noper})
    if window.is_claimed_by(opened, whom):
        return Sign("sign.claim-next", {"seat": first})
    return Sign("sign.claim-back-of" if noper else "sign.claim-of", {"seat": first, "last": noper})


def _by_hands(now: Now, whom: str) -> Sign:
    """Say what is awaited of one player's hands, with words of their own for it, for whoever waits, and for all."""
    player, play, phase = now.view.to_act[0], now.play, now.phase
    entry, other = now.situation.entry(player), ""
    if phase == "defuse":
        is_last = whom in (player, PUBLIC) and card_owner.may_be_last_draw(now.situation, player)
        what = "doomed" if entry.is_announced else "hide" if entry.cards else "defuse-last" if is_last else "defuse"
        other = card_owner.other_drawer(now.situation) if entry.is_announced and whom == PUBLIC else ""
    elif phase == "give":
        what = "deny" if entry.is_announced else "give-named" if play.name else "give"
    else:
        what = "bottom" if phase == "draw" else phase
    values = {
        "seat": play.seat if phase == "give" else player,
        "target": play.target or "",
        "name": play.name or "",
        "card": ruleset_of(now.situation).lethal,
        "n": len(entry.cards),
        "own": now.view.hand_size[player],
        "stack": len(now.view.pile) + 1,
    }
    if whom == PUBLIC:
        return Sign(f"status.{what}", values, note=Sign("note.drawn-by", {"seat": other}) if other else None)
    if phase == "steal" and whom == play.target:
        return Sign("sign.fan", values)
    return Sign(f"sign.{what}" if whom == player else f"sign.wait-{what}", values)
