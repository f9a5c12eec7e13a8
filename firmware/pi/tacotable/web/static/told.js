// What happened, in few words: a play, an exchange, and how a game came to its end.

import { faceName } from "./faces.js";
import { knows, seatName, t } from "./words.js";

const MOST_ROWS = 10;
/** The events at which both seats turn a card over. */
const SHOWN = new Set(["duel-revealed", "last-cards-shown"]);

/** Gives a play in a few words. */
export function playLine({ event, seat, cards, card, target, name }) {
  const kind = event.split("-")[0];
  if (kind !== "played") return knows(`show-${kind}`) ? t(`show-${kind}`, { seat, card: faceName(kind === "noped" ? "nope" : (card ?? "")) }) : "";
  const faces = [...new Set(cards)].map(faceName).join(" + ");
  const count = cards.length > 1 && new Set(cards).size === 1 ? ` × ${cards.length}` : "";
  const wanted = name ? ` (${faceName(name)})` : "";
  const values = { seat, cards: faces + count + wanted, other: target ?? "" };
  return t(target ? "show-plays-at" : "show-plays", values);
}

/**
 * Gives the last exchange of the round as one line: "YAY 8 beats WOW 7"; of cards that were turned over together, with
 * both; at the end of the game, who won it.
 */
export function exchangeLine({ exchange: events, winner }, names) {
  if (winner) return t("show-won", { seat: winner });
  const last = events.at(-1);
  if (!last) return "";
  const { event, seat, card, demand, cards } = last;
  const other = names.find((name) => name !== seat);
  const shown = SHOWN.has(events[0].event) && { seat, card: events[0].cards[seat], demand: events[0].cards[other] };
  if (event === "defended") return t("show-beats", { seat, card, other, demand });
  if (event === "sacrificed") return t("show-gives-up", { seat, card, demand });
  if (event === "attacked") return t("show-attacks", { seat, cards: cards.join(" · ") });
  if (event === "duel-won") return t("show-duel-won", shown);
  if (event === "round-won") return shown ? t("show-last-won", shown) : t("show-round-won", { seat });
  if (event === "round-tied") return t("show-round-tied");
  if (event === "duel-tied") return t("show-tied");
  const [one, two] = names;
  return t("show-versus", { seat: one, card: cards[one], other: two, demand: cards[two] });
}

/** Gives the number of a seat at its table, by which it has its colour and shape; null for nobody. */
export function sideOf(names, seat) {
  const side = names.indexOf(seat);
  return side < 0 ? null : side;
}

/** Gives how a game came to its end, or null where nobody has won: who won, the rounds or exits, what it is kept for. */
export function endOf({ stage, kittens, match, replay }, names) {
  const { winner, highlights } = kittens ?? match;
  if (stage !== "over" || !winner) return null;
  const seats = kittens ? (kittens.exits ?? []) : (match.rounds ?? []);
  const label = (n) => (kittens ? `${n}` : t("show-round", { n }));
  const rows = seats.map((seat, index) => ({ label: label(index + 1), name: seatName(seat), side: sideOf(names, seat) }));
  return {
    winner,
    replay,
    side: sideOf(names, winner),
    title: t(kittens ? "show-exits" : "show-rounds"),
    rows: rows.slice(0, MOST_ROWS),
    told: (highlights ?? []).map(({ what, ...values }) => t(`show-${what}`, values)).join(" · "),
  };
}
