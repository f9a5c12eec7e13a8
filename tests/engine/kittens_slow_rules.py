"""How the slow model rules each Exploding act: verdicts only, which change nothing.

The codes in the docstrings are those of the rules' open questions (E, C) and of the protocol's paragraphs.
"""

from __future__ import annotations

from engine.kittens_slow_world import (
    CATS,
    HAND,
    MINIONS,
    UNKNOWN,
    Cards,
    Json,
    World,
    can_hold,
    lethal,
    places,
    to_act,
    unseen,
    without,
)

LEGAL, UNPROVEN, ILLEGAL = "legal", "unproven", "illegal"

CLONEABLE = ["attack", "skip", "draw-from-bottom", "see-the-future", "shuffle"]
ACTIONS = [*CLONEABLE, "targeted-attack", "alter-the-future", "favor"]
AT_SOMEBODY = ["targeted-attack", "favor", "pair", "triple"]
ACTS_OF_PHASE = {
    "deal": ["deal"],
    "turn": ["play", "draw"],
    "window": ["nope", "let"],
    "draw": ["draw"],
    "defuse": ["defuse", "explode"],
    "give": ["give", "deny"],
    "arrange": ["arrange"],
    "steal": ["steal"],
    "over": [],
}


def verdict(world: World, act: Json) -> str:
    """Say how the act must be ruled."""
    seat, do = act["seat"], act["do"]
    if do not in ACTS_OF_PHASE[world.phase] or not may_act(world, seat):
        return ILLEGAL
    if do == "deny":
        return verdict_of_deny(world, seat)
    return LEGAL if RULES[do](world, seat, act) else ILLEGAL


def may_act(world: World, seat: str) -> bool:
    """Tell who may act; a window is open to all the living, and to who laid the last card as the option says."""
    if world.phase == "window" and world.pending:
        return seat in world.alive and (seat != world.pending["last"] or world.options.get("nope_own", False))
    return seat in to_act(world)


def may_deal(world: World, seat: str, act: Json) -> bool:
    """Let any card but a lethal one come, while copies of it are left (rules 3.3, set-up)."""
    return len(world.hands[seat]) < HAND and act["card"] != lethal(world) and unseen(world)[act["card"]] > 0


def may_draw(world: World, seat: str, act: Json) -> bool:
    """Take the top card, or the bottom one after Draw from the Bottom; a named face must be possible."""
    if not world.pile:
        return False
    known = world.pile[-1 if world.phase == "draw" else 0]
    named = act.get("card", known)
    return bool(named == known or (known == UNKNOWN and unseen(world)[named] > 0))


def effect_of(world: World, cards: Cards) -> str | None:
    """Tell what these cards do together, or nothing when they cannot be played together."""
    if len(cards) == 1:
        return effect_of_single(world, cards[0])
    if len(cards) == 2:
        return "pair" if is_pair(world, cards) else None
    if not world.options.get("special_combos", True):  # Ruling `play-combos-off`
        return None
    if len(cards) == 3:
        return "triple" if world.game != "min72" and is_one_title(cards) else None
    is_five = len(cards) == 5 and world.game == "zh56" and len(set(cards)) == 5
    return "five" if is_five else None


def effect_of_single(world: World, card: str) -> str | None:
    """Let a Clone take the effect of the card on top of the discard pile (rulings `clone-*`)."""
    if card == "clone":
        top = world.discard[-1] if world.discard else ""
        return top if top in CLONEABLE else None
    return card if card in ACTIONS else None


def is_pair(world: World, cards: Cards) -> bool:
    """Tell a pair: cats or minions always, other equal titles as a special combo."""
    if world.game == "min72":
        kinds = set(cards) - {"clone"}
        return len(kinds) == 1 and kinds <= set(MINIONS)
    is_special = world.options.get("special_combos", True)
    return is_one_title(cards) and (is_special or set(cards) <= {*CATS, "feral-cat"})


def is_one_title(cards: Cards) -> bool:
    """Tell equal titles; a Feral Cat is any cat, and never anything else (ruling `feral-cat`)."""
    kinds = set(cards) - {"feral-cat"}
    return not kinds or (len(kinds) == 1 and ("feral-cat" not in cards or kinds <= set(CATS)))


def may_play(world: World, seat: str, act: Json) -> bool:
    cards = act["cards"]
    effect = effect_of(world, cards)
    if effect is None or not can_hold(world, seat, *cards):
        return False
    if effect in AT_SOMEBODY and not is_target(world, seat, effect, act["target"]):
        return False
    if effect == "triple":  # Ruling `what-may-be-named`: any title may be named but the lethal one
        return bool(act["name"] != lethal(world))
    if effect == "five":  # Ruling `five-different`: taken from the discard pile, where the five already lie
        return act["name"] in [*world.discard, *cards] and act["name"] != lethal(world)
    return True


def is_target(world: World, seat: str, effect: str, target: str) -> bool:
    """Tell a living other seat, with a card where one is to be had for sure."""
    if target == seat or target not in world.alive:
        return False
    return bool(world.hands[target]) or effect not in ("favor", "pair")


def may_nope(world: World, seat: str, act: Json) -> bool:
    """Nope with a Nope, or with a Clone on the Nope just played, at any time while the window is open."""
    if act.get("card") != "clone":
        return can_hold(world, seat, "nope")
    is_on_nope = bool(world.discard) and world.discard[-1] == "nope"
    is_allowed = bool(world.options.get("clone_as_nope", True))
    return is_allowed and is_on_nope and can_hold(world, seat, "clone")


def may_let(world: World, seat: str, _: Json) -> bool:
    """Let the window pass once; the player of the last card is not asked (protocol, Windows)."""
    return seat in to_act(world)


def may_defuse(world: World, seat: str, act: Json) -> bool:
    """Defuse into a slot from 0 to n (`defuse-slot`), with a Defuse or with a Clone on one (`clone-defuses`)."""
    if act.get("slot", 0) > len(world.pile):
        return False
    return can_defuse_with(world, seat, act.get("card", "defuse"))


def can_defuse_with(world: World, seat: str, card: str) -> bool:
    if card == "clone" and (not world.discard or world.discard[-1] != "defuse"):
        return False
    return can_hold(world, seat, card)


def can_defuse(world: World, seat: str) -> bool:
    return can_defuse_with(world, seat, "defuse") or can_defuse_with(world, seat, "clone")


def may_explode(world: World, seat: str, act: Json) -> bool:
    """Explode at will (ruling `defuse-declined`); a hand that is shown must be one that the seat can have."""
    shown = [card for card in act.get("cards", []) if card != UNKNOWN]
    rest = without(world, seat, shown)
    return rest is not None and len(act.get("cards", world.hands[seat])) == len(world.hands[seat])


def may_give(world: World, seat: str, act: Json) -> bool:
    """Give any card for a Favor, the named one for three of a kind."""
    assert world.asked
    name, card = world.asked["name"], act.get("card", UNKNOWN)
    if name is not None:
        return card in (name, UNKNOWN) and can_hold(world, seat, name)
    return card == UNKNOWN or can_hold(world, seat, card)


def verdict_of_deny(world: World, seat: str) -> str:
    """Judge the claim that this hand lacks the named card (protocol, Blind rulings and Small print).

    Refuted at once where the card is known to be there, or could be nowhere else; beyond doubt where the whole
    hand is known or no copy is unseen.
    """
    assert world.asked
    name = world.asked["name"]
    if world.mode != "blind" or name is None or name in world.hands[seat]:
        return ILLEGAL
    left, hidden = unseen(world), world.hands[seat].count(UNKNOWN)
    if left[name] == 0 or hidden == 0:
        return LEGAL
    room = sum(place.count(UNKNOWN) for place in places(world)) - hidden - left[lethal(world)]
    is_whole = sum(map(len, places(world))) == left_and_placed(world)
    return ILLEGAL if is_whole and left[name] > room else UNPROVEN


def left_and_placed(world: World) -> int:
    """Count the cards of the game, those out of play too."""
    return sum(unseen(world).values()) + sum(card != UNKNOWN for place in places(world) for card in place)


def may_arrange(world: World, seat: str, act: Json) -> bool:
    """Put the same top cards back (ruling `see-fewer`), where their faces are known."""
    top = world.pile[:3]
    cards = act.get("cards", top)
    return len(cards) == len(top) and can_be_same(world, top, cards)


def can_be_same(world: World, known: Cards, told: Cards) -> bool:
    """Tell whether two lists with hidden faces can be the same cards."""
    left, spare = unseen(world), list(known)
    for card in told:
        if card == UNKNOWN:
            continue
        if card in spare:
            spare.remove(card)
        elif UNKNOWN in spare and left[card] > 0:
            spare.remove(UNKNOWN)
            left[card] -= 1
        else:
            return False
    return True


def may_steal(world: World, seat: str, act: Json) -> bool:
    """Take one of the victim's cards (ruling `stole`)."""
    assert world.asked
    card = act.get("card", UNKNOWN)
    return card == UNKNOWN or can_hold(world, world.asked["victim"], card)


RULES = {
    "deal": may_deal,
    "draw": may_draw,
    "play": may_play,
    "nope": may_nope,
    "let": may_let,
    "defuse": may_defuse,
    "explode": may_explode,
    "give": may_give,
    "arrange": may_arrange,
    "steal": may_steal,
}
