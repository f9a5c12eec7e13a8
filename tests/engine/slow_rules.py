"""How the slow model rules each Tacocat act, and what the act then does to its world.

Written from the rules and the protocol, with nothing clever: verdicts first, which change nothing, then
effects, which ask nothing.
"""

from __future__ import annotations

from engine.slow_world import (
    PLENTY,
    SPACES,
    UNKNOWN,
    Cards,
    Json,
    World,
    arrow_seat,
    deck,
    limit,
    to_act,
    unseen,
    value,
    without,
)

LEGAL, UNPROVEN, ILLEGAL = "legal", "unproven", "illegal"

ACT_OF_PHASE = {
    "deal": "deal",
    "replace": "replace",
    "duel": "duel",
    "attack": "attack",
    "answer": "answer",
    "showdown": "show",
    "over": "",
}


def verdict(world: World, act: Json) -> str:
    """Say how the act must be ruled."""
    seat, do = act["seat"], act["do"]
    if seat not in to_act(world) or do != ACT_OF_PHASE[world.phase]:
        return ILLEGAL
    if do == "deal":
        return LEGAL if unseen(world)[act["card"]] > 0 else ILLEGAL
    cards: Cards = act["cards"] if "cards" in act else [act["card"]]
    rest = without(world, seat, cards)
    if rest is None:
        return ILLEGAL
    if do == "replace":
        return LEGAL if len(cards) <= (limit(world) or 0) else ILLEGAL
    if do == "attack":
        return LEGAL if rest and is_attack(world, seat, cards) else ILLEGAL
    if do == "answer":
        return verdict_of_answer(world, act, rest)
    return LEGAL


def is_attack(world: World, seat: str, cards: Cards) -> bool:
    """Tell whether these cards are one card, a group or a run."""
    values = sorted(value(card) for card in cards)
    if len(values) < 2:
        return len(values) == 1
    if not world.options.get("jumbo", True):
        return False
    if len(set(values)) == 1:
        is_strict = world.options.get("strict_groups", False)
        return not is_strict or world.hands[seat].count(cards[0]) == len(cards)
    is_run = values == list(range(values[0], values[0] + len(values)))
    return is_run and len(values) >= 3 and world.game == "tc38"


def demand_answered(world: World, act: Json) -> str | None:
    """Find the open demand that the answer picks."""
    demand: str = act.get("demand", world.demands[0])
    return demand if demand in world.demands else None


def defends(act: Json, demand: str) -> bool:
    return "as" not in act and value(act["card"]) >= value(demand)


def verdict_of_answer(world: World, act: Json, rest: Cards) -> str:
    """Let a card that reaches the demand defend; any other is a sacrifice and must be the lowest card."""
    demand = demand_answered(world, act)
    if demand is None:
        return ILLEGAL
    return LEGAL if defends(act, demand) else verdict_of_sacrifice(world, act["card"], rest)


def verdict_of_sacrifice(world: World, card: str, rest: Cards) -> str:
    """Judge the claim that nothing left in this hand is lower (protocol, Blind rulings).

    Hidden cards of the hand come from the unseen ones: too few of them as high as the card refute the claim,
    and when none of them is lower nothing ever can.
    """
    if any(value(held) < value(card) for held in rest if held != UNKNOWN):
        return ILLEGAL
    left = unseen(world)
    left.update(dict.fromkeys(world.inferred, PLENTY))
    if card not in world.hands[to_act(world)[0]]:
        left[card] -= 1  # it was one of the hidden cards until now
    hidden = rest.count(UNKNOWN)
    if sum(left[face] for face in left if value(face) >= value(card)) < hidden:
        return ILLEGAL
    is_refutable = hidden > 0 and any(left[face] > 0 for face in left if value(face) < value(card))
    return UNPROVEN if is_refutable else LEGAL


def apply(world: World, act: Json) -> None:
    """Do what the act does, whether or not it was allowed."""
    seat, do = act["seat"], act["do"]
    if do == "deal":
        deal(world, seat, act["card"])
    elif do == "replace" and arrow_seat(world):
        swap(world, seat, act["cards"])
        go_on_dealing(world)
    elif do in ("replace", "duel", "show"):
        seal(world, seat, act["cards"] if do == "replace" else [act["card"]])
        if len(world.sealed) == 2:
            {"replace": open_replacements, "duel": open_duel, "show": open_last_cards}[do](world)
    elif do == "attack":
        leave_hand(world, seat, act["cards"])
        world.attack, world.phase = list(act["cards"]), "answer"
        world.demands = sorted(act["cards"], key=value)
    else:
        answer(world, act)


def leave_hand(world: World, seat: str, cards: Cards) -> None:
    rest = without(world, seat, cards)
    assert rest is not None, f"{seat} cannot hold {cards}"
    world.hands[seat] = rest


def deal(world: World, seat: str, card: str) -> None:
    world.hands[seat].append(card)
    world.pile.pop(0)
    world.owed[seat] -= 1
    go_on_dealing(world)


def swap(world: World, seat: str, cards: Cards) -> None:
    """Put cards away and draw as many, or wait for them where a reader sees each one dealt."""
    leave_hand(world, seat, cards)
    world.discard += cards
    world.replaced[seat] = len(cards)
    if world.mode == "seen":
        world.owed[seat] = len(cards)
        return
    world.hands[seat] += world.pile[: len(cards)]
    del world.pile[: len(cards)]


def go_on_dealing(world: World) -> None:
    """Find the phase that follows when cards have come into hands."""
    if any(world.owed.values()):
        world.phase = "deal"
    elif world.practising:
        world.phase, world.attacker = "attack", world.seats[0]
    elif len(world.replaced) == 2 or 0 in world.replaced.values():
        world.phase = "duel"
    else:
        world.phase = "replace"


def seal(world: World, seat: str, cards: Cards) -> None:
    """Keep the choice in the hand, where the referee now knows its face."""
    leave_hand(world, seat, cards)
    world.hands[seat] += cards
    world.sealed[seat] = list(cards)


def open_replacements(world: World) -> None:
    for seat in world.seats:
        swap(world, seat, world.sealed.pop(seat))
    go_on_dealing(world)


def open_pair(world: World) -> tuple[str, str]:
    """Take both sealed cards out of the hands, in seat order."""
    first, second = (world.sealed[seat][0] for seat in world.seats)
    for seat in world.seats:
        leave_hand(world, seat, world.sealed.pop(seat))
    return first, second


def open_duel(world: World) -> None:
    """Let the higher card attack first; put equal cards away (rules, Duel)."""
    first, second = open_pair(world)
    if first != second:
        winner = world.seats[0] if value(first) > value(second) else world.seats[1]
        world.attacker = world.duel_winner = winner
    if first != second and world.game == "tc36":
        world.tucked = {world.seats[0]: [], world.seats[1]: []}
        world.tucked[world.attacker or ""] = [first, second]
    else:
        world.discard += [first, second]
    fight_on(world)


def fight_on(world: World) -> None:
    """Go to the last cards, or to the next attack, or to a duel where there is no attacker yet."""
    if all(len(hand) == 1 for hand in world.hands.values()):
        world.phase = "showdown"
    else:
        world.phase = "attack" if world.attacker else "duel"


def answer(world: World, act: Json) -> None:
    world.has_claims = world.has_claims or verdict(world, act) == UNPROVEN
    demand = demand_answered(world, act)
    assert demand is not None
    leave_hand(world, act["seat"], [act["card"]])
    world.demands.remove(demand)
    world.answers.append(act["card"])
    world.has_sacrificed = world.has_sacrificed or not defends(act, demand)
    if world.demands:
        return
    world.discard += world.attack + world.answers
    if not world.has_sacrificed:
        world.attacker = act["seat"]
    world.attack, world.answers, world.has_sacrificed = [], [], False
    fight_on(world)


def open_last_cards(world: World) -> None:
    """Give the round to the lower last card (rules, Showdown)."""
    first, second = open_pair(world)
    world.discard += [first, second]
    if first == second:
        winner = winner_of_equal_cards(world)
    else:
        winner = world.seats[0] if value(first) < value(second) else world.seats[1]
    if world.practising:
        world.practising = False
        begin_round(world)
    else:
        end_round(world, winner)


def winner_of_equal_cards(world: World) -> str | None:
    """Name nobody where every duel was tied; else the arrow's seat in tc38, the duel's winner in tc36."""
    if world.duel_winner is None:
        return None
    return arrow_seat(world) if world.game == "tc38" else world.duel_winner


def end_round(world: World, winner: str | None) -> None:
    """Move to the winner's next uncovered space or goal and cover the space left (rules, Moving)."""
    if winner is None:
        begin_round(world)
        return
    world.wins.append(winner)
    step = -1 if winner == world.seats[0] else 1
    left = world.token
    world.token += step
    while world.token in world.covered:
        world.token += step
    if world.token in (-4, 4):  # the game is over before anything is covered (ruling `tile-on-goal`)
        world.phase = "over"
        return
    world.covered = sorted([*world.covered, left])
    begin_round(world)


def begin_round(world: World) -> None:
    """Take the whole deck again and deal the space's number to each seat."""
    size = world.board["numbers"][SPACES.index(world.token)]
    everything = len(deck(world.copies))
    world.discard, world.tucked, world.replaced, world.owed = [], {}, {}, {}
    world.attacker = world.duel_winner = None
    world.has_claims = False
    world.hands = {seat: [] for seat in world.seats}
    world.pile = [UNKNOWN] * everything
    if world.mode == "seen":
        world.owed = dict.fromkeys(world.seats, size)
    else:
        world.hands = {seat: [UNKNOWN] * size for seat in world.seats}
        world.pile = [UNKNOWN] * (everything - 2 * size)
        world.is_deal_unread = world.mode == "dealt"
    go_on_dealing(world)
