// What this page may do, so that it offers nothing the table would refuse. The table checks all of it anyway.

/** Gives the permissions of a welcome: on a real table, and for a spectator, there are none. */
export function permissions({ simulated, role, seat }) {
  const all = simulated && role === "simulation";
  const own = simulated && role === "seat" ? seat : null;
  const ownOrShared = (place) => all || (own !== null && (place.seat === own || place.kind === "discard"));
  return {
    all,
    token: all || own !== null,
    seat: (name) => all || name === own,
    takeFrom: (place) => all || (own !== null && place.seat === own),
    layOn: ownOrShared,
  };
}
