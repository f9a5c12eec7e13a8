// What a seat is at the moment, in one word: seated, asked, passing, saying Nope, out, the winner.

/** Gives the state of a seat of the ring, or null where there is nothing to tell. */
export function seatState({ kittens, stage }, seat) {
  if (stage === "lobby") return kittens.seated.includes(seat) ? "sits" : null;
  if (!kittens.players.includes(seat)) return "away";
  if (stage === "deal") return null;
  if (!kittens.alive.includes(seat)) return "out";
  if (stage === "over") return "winner";
  return kittens.phase === "window" ? answer(kittens, seat) : null;
}

/** Gives what a seat says to the play that waits; who laid the last card is not asked. */
function answer({ bar, pending }, seat) {
  if (bar?.tied.includes(seat)) return "tied";
  if (bar?.claims.includes(seat)) return "claims";
  if (pending.passed.includes(seat)) return "let";
  return pending.last === seat ? null : "asked";
}

/** Gives the last living seat once a game is over. */
export function winnerOf({ kittens, stage }) {
  return stage === "over" && kittens.alive.length === 1 ? kittens.alive[0] : null;
}
