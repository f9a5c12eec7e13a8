"""What each Exploding act does to the slow model's world; nothing here asks whether it was allowed."""

from __future__ import annotations

from collections.abc import Callable

from engine.kittens_slow_rules import can_defuse, effect_of
from engine.kittens_slow_world import (
    HAND,
    MINIONS,
    UNKNOWN,
    Cards,
    Json,
    World,
    lethal,
    next_alive,
    to_act,
    without,
)

SEEN_FROM_TOP = 3


def apply(world: World, act: Json, now_s: float) -> None:
    """Do what the act does."""
    world.peek.pop(act["seat"], None)  # a peek lasts until that seat's next act (protocol, Undo)
    EFFECTS_OF_ACTS[act["do"]](world, act["seat"], act)
    if act["do"] in ("play", "nope") and world.phase == "window":
        world.window_ends_s = now_s + world.options.get("window_s", 5)


def leave_hand(world: World, seat: str, cards: Cards) -> None:
    rest = without(world, seat, cards)
    assert rest is not None, f"{seat} cannot hold {cards}"
    world.hands[seat] = rest


def deal(world: World, seat: str, act: Json) -> None:
    """Take one dealt card; the game begins when every seat has its eight (protocol, Small print)."""
    world.hands[seat].append(act["card"])
    world.pile.pop()
    if all(len(hand) == HAND for hand in world.hands.values()):
        world.phase = "turn"


def play(world: World, seat: str, act: Json) -> None:
    """Lay the cards on the discard pile at once, and open a window."""
    cards = act["cards"]
    effect = effect_of(world, cards)
    leave_hand(world, seat, cards)
    is_clone_pair = len(cards) == 2 and set(cards) & set(MINIONS) and "clone" in cards
    world.discard += sorted(cards, key="clone".__eq__) if is_clone_pair else cards  # `clone-pair`: the Clone last
    world.pending = {
        "seat": seat,
        "cards": list(cards),
        "target": act.get("target"),
        "name": act.get("name"),
        "nopes": 0,
        "effect": effect,
        "last": seat,
    }
    world.phase, world.answered = "window", []


def nope(world: World, seat: str, act: Json) -> None:
    """Lay a Nope on top; it voids earlier lets and opens a new window."""
    assert world.pending
    card = act.get("card", "nope")
    leave_hand(world, seat, [card])
    world.discard.append(card)
    world.pending.update(nopes=world.pending["nopes"] + 1, last=seat)
    world.answered = []


def let(world: World, seat: str, _: Json) -> None:
    world.answered.append(seat)
    if not to_act(world):
        close_window(world)


def close_window(world: World) -> None:
    """Cancel what an odd number of Nopes lies on; carry anything else out (rules 3.1)."""
    pending = world.pending
    assert pending
    world.pending, world.answered, world.phase = None, [], "turn"
    is_cancelled = pending["nopes"] % 2 == 1
    if world.game == "min72" and world.options.get("noped_out", True):  # Ruling `noped-out`
        count = pending["nopes"] + (len(pending["cards"]) if is_cancelled else 0)
        keep = len(world.discard) - count
        world.gone += world.discard[keep:]
        del world.discard[keep:]
    if not is_cancelled:
        EFFECTS[pending["effect"]](world, pending)


def attack(world: World, pending: Json) -> None:
    """Pass on two turns, and the owed ones where they add up (`attack-stacks`, `next-after-attack`, `attack-back`)."""
    is_adding = world.options.get("attack_stacking", "fixed" if world.game == "zh56" else "remaining") == "remaining"
    owed = world.turn["left"] if is_adding and world.turn["source"] == "attack" else 0
    victim = pending["target"] or next_alive(world, pending["seat"])
    world.turn = {"seat": victim, "left": 2 + owed, "source": "attack"}


def end_one_turn(world: World) -> None:
    """Count one turn as taken (ruling `one-turn-each`)."""
    world.phase = "turn"
    world.turn["left"] -= 1
    if world.turn["left"] == 0:
        world.turn = {"seat": next_alive(world, world.turn["seat"]), "left": 1, "source": "normal"}


def see(world: World, pending: Json) -> None:
    world.peek[pending["seat"]] = world.pile[:SEEN_FROM_TOP]


def alter(world: World, pending: Json) -> None:
    see(world, pending)
    world.phase = "arrange"


def shuffle(world: World, _: Json) -> None:
    """Void what anybody knew of the order (ruling `shuffle-after-look`)."""
    world.peek.clear()
    if world.is_known:
        world.unread = "shuffle"
    else:
        world.pile = [UNKNOWN] * len(world.pile)


def draw_from_bottom(world: World, pending: Json) -> None:
    """Draw at once where the engine owns the deck, else wait for the draw (protocol, Seen mode)."""
    world.phase = "draw"
    if world.mode == "dealt":
        draw(world, pending["seat"], {})


def favor(world: World, pending: Json) -> None:
    ask(world, pending, None)


def ask(world: World, pending: Json, name: str | None) -> None:
    """Ask the victim for a card; one whose hand is empty by now gives nothing (ruling `target-empty`)."""
    world.asked = {"victim": pending["target"], "thief": pending["seat"], "name": name}
    if world.hands[pending["target"]]:
        world.phase = "give"


def pair(world: World, pending: Json) -> None:
    """Let the thief take a card that nobody chose (ruling `stole`)."""
    ask(world, pending, None)
    if world.phase == "give":
        world.phase = "steal"
    if world.mode == "dealt" and world.phase == "steal":
        world.phase, world.unread = "turn", "steal"


def triple(world: World, pending: Json) -> None:
    """Hand the named card over, or ask for it where hands are not read (ruling `three-of-a-kind-fails`)."""
    name, victim = pending["name"], pending["target"]
    if world.mode == "blind":
        ask(world, pending, name)
    elif name in world.hands[victim]:
        world.hands[victim].remove(name)
        world.hands[pending["seat"]].append(name)


def five(world: World, pending: Json) -> None:
    """Take the named card back, the oldest where there are several (`five-different` does not say which)."""
    world.discard.remove(pending["name"])
    world.hands[pending["seat"]].append(pending["name"])


def draw(world: World, seat: str, act: Json) -> None:
    """Take the card; a lethal one explodes at once, unless it can be defused or hands are not read."""
    known = world.pile.pop(-1 if world.phase == "draw" else 0)
    card = act.get("card", known)
    world.peek.clear()
    if card != lethal(world):
        world.hands[seat].append(card)
        end_one_turn(world)
        return
    world.phase = "defuse"
    if world.mode != "blind" and not can_defuse(world, seat):
        explode(world, seat, {})


def defuse(world: World, seat: str, act: Json) -> None:
    """Put the lethal card into its slot; one that is not told voids what was known of the pile."""
    card = act.get("card", "defuse")
    leave_hand(world, seat, [card])
    world.discard.append(card)
    world.peek.clear()
    if "slot" in act:
        world.pile.insert(act["slot"], lethal(world))
    else:
        world.pile = [UNKNOWN] * (len(world.pile) + 1)
    end_one_turn(world)


def explode(world: World, seat: str, act: Json) -> None:
    """Lay the hand and the lethal card down; turns still owed are gone (rulings `exploded`, `hand-in-front`)."""
    shown = [card for card in act.get("cards", []) if card != UNKNOWN]
    hidden = without(world, seat, shown)
    assert hidden is not None
    cards = sorted([*shown, *hidden])
    world.hands[seat] = []
    world.alive.remove(seat)
    place = world.in_front.setdefault(seat, []) if world.game == "min72" else world.discard
    place += [*cards, lethal(world)]
    world.phase = "turn" if len(world.alive) > 1 else "over"
    world.turn = {"seat": next_alive(world, seat), "left": 1, "source": "normal"}


def give(world: World, seat: str, act: Json) -> None:
    """Hand one card over; for three of a kind everybody knows which."""
    assert world.asked
    card = world.asked["name"] or act.get("card", UNKNOWN)
    hand_over(world, seat, world.asked["thief"], card)


def steal(world: World, seat: str, act: Json) -> None:
    assert world.asked
    hand_over(world, world.asked["victim"], seat, act.get("card", UNKNOWN))


def hand_over(world: World, victim: str, thief: str, card: str) -> None:
    """Move a card; one that nobody showed may be any, so of each known title one may have left."""
    world.phase, hand = "turn", world.hands[victim]
    if card == UNKNOWN and len(set(hand)) == 1:
        card = hand[0]
    if card != UNKNOWN:
        leave_hand(world, victim, [card])
    else:
        stays = [title for title in sorted(set(hand) - {UNKNOWN}) for _ in range(hand.count(title) - 1)]
        world.hands[victim] = stays + [UNKNOWN] * (len(hand) - 1 - len(stays))
    world.hands[thief].append(card)


def deny(world: World, *_: object) -> None:
    world.phase = "turn"


def arrange(world: World, _: str, act: Json) -> None:
    """Put the top cards back; an order that nobody told leaves them unknown."""
    top = world.pile[:SEEN_FROM_TOP]
    world.pile[:SEEN_FROM_TOP] = act.get("cards", [UNKNOWN] * len(top) if len(top) > 1 else top)
    world.phase = "turn"
    world.peek.clear()


EFFECTS: dict[str, Callable[[World, Json], None]] = {
    "attack": attack,
    "targeted-attack": attack,
    "skip": lambda world, _: end_one_turn(world),
    "draw-from-bottom": draw_from_bottom,
    "see-the-future": see,
    "alter-the-future": alter,
    "shuffle": shuffle,
    "favor": favor,
    "pair": pair,
    "triple": triple,
    "five": five,
}
EFFECTS_OF_ACTS: dict[str, Callable[[World, str, Json], None]] = {
    "deal": deal,
    "play": play,
    "nope": nope,
    "let": let,
    "draw": draw,
    "defuse": defuse,
    "explode": explode,
    "give": give,
    "deny": deny,
    "arrange": arrange,
    "steal": steal,
}
