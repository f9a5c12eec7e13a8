// How the table of a game is laid out: seats around a ring, along a track, or for any other game the seats alone.

/** Gives the layout of a table, as a welcome tells it. */
export function layoutOf({ play, spaces }) {
  return play ? "ring" : spaces ? "track" : "seats";
}

/** Gives the layout that a scene is about. */
export function layoutShown({ kittens, board }) {
  return kittens ? "ring" : board ? "track" : "seats";
}

/** Gives the layout of the table whose cards are told. */
export function layoutTold({ looking, token }) {
  return looking ? "ring" : token !== undefined ? "track" : "seats";
}
