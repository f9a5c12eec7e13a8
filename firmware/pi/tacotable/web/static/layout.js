// How the table of a game is laid out: seats around a ring, along a track, or for any other game the seats alone.

const layout = (hasRing, hasTrack) => (hasRing ? "ring" : hasTrack ? "track" : "seats");

/** Gives the layout of a table as a welcome tells it, of one that a scene is about, and of one whose cards are told. */
export const layoutOf = ({ play, spaces }) => layout(play, spaces);
export const layoutShown = ({ kittens, board }) => layout(kittens, board);
export const layoutTold = ({ looking, token }) => layout(looking, token !== undefined);
