// Which cards of a hand may be played now: asked only of hands that this page moves, and whose faces it was told.

const ALONE = new Set(["defuse", "nope", "clone"]);
/** A pad in these states takes a card. */
const FREE = new Set(["empty", "card"]);
const PLAIN = /^(cat|minion)-|^feral-cat$/;
/** Where nothing is known of a game's phases, any card of an awaited hand may be meant. */
const all = () => true;

/** What may be laid in each phase: of a track by its number, of a ring by its name; a plain card only beside its like. */
const TRACK = {
  replace: all,
  duel: all,
  attack: all,
  showdown: all,
  answer: (face, faces, { demands }) => Number(face) >= Math.min(...demands) || Number(face) === Math.min(...faces.map(Number)),
};
const RING = {
  turn: (face, faces, { shown, lethal_card: lethal }) => {
    if (faces.includes(lethal)) return face === lethal;
    if (shown.length) return PLAIN.test(face) && shown.every((other) => other === face);
    return PLAIN.test(face) ? faces.filter((other) => other === face).length > 1 : !ALONE.has(face);
  },
  window: (face) => face === "nope",
  draw: (face, faces, { lethal_card: lethal }) => face === lethal,
  defuse: (face) => face === "defuse",
  give: (face, faces, { pending }) => !pending?.name || face === pending.name,
};

/** Tells whether a used card has to leave a pad before another one is laid. */
const isDue = ({ stage, paused, kittens, pads }, pad) => stage === "play" && !paused && pads[pad] === "spent" && (!kittens || kittens.phase === "turn");

/** Gives the faces of a hand that its seat may lay now. */
export function playable(scene, seat, faces) {
  const { stage, kittens, match } = scene;
  const game = kittens ?? match;
  const hasPassed = game.phase === "window" && game.pending?.passed.includes(seat); // it may still nope
  const isAsked = stage === "play" && (game.to_act.includes(seat) || hasPassed);
  if (!isAsked || ["play", `${seat}.pad`].some((pad) => isDue(scene, pad))) return new Set();
  const may = kittens ? RING[game.phase] : (TRACK[game.phase] ?? all);
  return new Set(faces.filter((face) => may?.(face, faces, { ...game, shown: game.shown?.[seat] ?? [] })));
}

/** Gives where these go: a card that is not named is handed over face down, and never shown to the pad. */
function goals({ kittens }, seat) {
  if (!kittens) return [`${seat}.pad`];
  return kittens.phase === "give" && !kittens.pending?.name ? [`hand:${kittens.pending?.seat}`] : ["play", `${seat}.pad`];
}

/** Gives what is carried though it is on no list: a card out of another hand, and a defused one into the pile. */
function errand({ stage, kittens }, may) {
  const [seat] = kittens?.to_act ?? [];
  if (stage !== "play" || !seat || !may.seat(seat)) return null;
  if (kittens.phase === "steal") return { from: `hand:${kittens.pending?.target}`, to: `hand:${seat}` };
  return kittens.phase === "defuse" && kittens.shown?.[seat] ? { from: `front:${seat}`, to: "pile" } : null;
}

/** Has cards, pads and the pile for used cards glow that wait for hands of this page: none in a pause, nor while only a press says whose a card is. */
export function invite({ scene, elements, holders, may }) {
  const hands = new Map();
  for (const { card } of elements) {
    const seat = card.place.startsWith("hand:") ? card.place.slice(5) : null;
    if (seat !== null && may.seat(seat) && card.face) hands.set(seat, [...(hands.get(seat) ?? []), card.face]);
  }
  const isIdle = scene.paused || scene.kittens?.is_asking_whose;
  const sent = isIdle ? null : errand(scene, may);
  const lit = new Map(isIdle || sent ? [] : [...hands].map(([seat, faces]) => [seat, playable(scene, seat, faces)]));
  const isLit = ({ place, face }) => place === sent?.from || lit.get(place.slice(5))?.has(face);
  for (const element of elements) element.toggleAttribute("data-playable", isLit(element.card) ?? false);
  const isInviting = (name) => name === sent?.to || [...lit].some(([seat, faces]) => faces.size > 0 && goals(scene, seat).includes(name));
  const used = Object.keys(scene.pads).filter((pad) => isDue(scene, pad) && may.takeFrom(pad));
  for (const [name, holder] of holders) {
    const isGoal = isInviting(name) || (used.length > 0 && name === "discard");
    holder.toggleAttribute("data-invites", isGoal && FREE.has(scene.pads[name] ?? "empty"));
    holder.toggleAttribute("data-due", used.includes(name));
  }
}
