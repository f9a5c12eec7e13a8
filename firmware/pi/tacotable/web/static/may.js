// What this page may do, so that it offers nothing the table would refuse. The table checks all of it anyway.

import { kindOf } from "./places.js";

/**
 * Gives the permissions of a welcome: on a real table, and for a spectator, there are none. What changes in a game
 * is told with each truth (`allow`): `draw`, `take`, `insert`, `pick-up`, `gather`, `bottom:A` (it draws that end of the pile),
 * `look:A`, `steal:B`, `give:C`.
 */
export function permissions({ simulated, role, seat, table }) {
  const all = simulated && role === "simulation";
  const own = simulated && role === "seat" ? seat : null;
  let can = new Set();
  const rules = table.play ? ringRules(own, (what) => can.has(what)) : trackRules(own);
  return {
    all,
    decide: all || role === "arbiter",
    token: all || own !== null,
    seat: (name) => all || name === own,
    name: (name) => all || role === "arbiter" || name === seat,
    can: (what) => can.has(what),
    allow: (what) => {
      can = new Set(what ?? []);
    },
    takeFrom: (name) => all || (own !== null && rules.takeFrom(kindOf(name))),
    carry: (from, to) => all || (own !== null && rules.carry(kindOf(from), kindOf(to))),
  };
}

/** Tacocat: the own pad and hand, and the discard pile to lay on. */
function trackRules(own) {
  return {
    takeFrom: (from) => from.seat === own,
    carry: (from, to) => to.seat === own || to.kind === "discard",
  };
}

/** Around the ring: what is shared is anybody's at the right moment, and what lies in front of a seat is its own. */
function ringRules(own, can) {
  const isOwn = ({ seat }) => seat === own;
  const both = { play: () => true, pad: isOwn, front: isOwn };
  const takers = {
    ...both,
    pile: () => can("draw"),
    discard: () => can("take"),
    hand: ({ seat }) => seat === own || can(`steal:${seat}`),
  };
  const goals = {
    ...both,
    pile: () => can("insert"),
    discard: () => true,
    hand: ({ seat }) => seat === own || can(`give:${seat}`),
  };
  const takeFrom = (from) => takers[from.kind]?.(from) ?? false;
  const isHidden = (from) => from.kind === "pile" || (from.kind === "hand" && from.seat !== own);
  const carry = (from, to) => {
    if ((from.kind === "play" || from.kind === "pad") && (isOwn(to) || to.kind === "pile") && !can("pick-up")) return false;
    if (isHidden(from)) return to.kind === "hand" && to.seat === own;
    return goals[to.kind]?.(to) ?? false;
  };
  return { takeFrom, carry };
}
