// Two seats on the stage: of Tacocat with the cards between them face to face and the board below; of any other game alone.

import { SeatClock } from "./clocks.js";
import { el, mark, say } from "./dom.js";
import { arrow, seatShape, tacocat } from "./drawings.js";
import { fit, showCards, stageShape } from "./stage-cards.js";
import { exchangeLine, sideOf } from "./told.js";
import { knows, seatName, t } from "./words.js";

const SECRET = new Set(["duel", "showdown"]);

export class TrackStage {
  constructor(table) {
    this.names = table.seats.map(({ name }) => name);
    this.seats = this.names.map((name, index) => new Side(name, index));
    this.told = el("p", { class: "stage-told" });
    this.lanes = this.names.map((_, index) => el("span", { class: "stage-lane", "data-side": index }));
    this.board = new Board(table.spaces, this.names);
    const [one, two] = this.seats;
    const duel = el("section", { class: "stage-duel" }, el("div", { class: "stage-lanes" }, ...this.lanes), this.told);
    this.element = el("div", { class: "stage-track" }, one.element, duel, two.element, this.board.element);
    this.countdown = null;
  }

  show(scene) {
    const { match, stage, board } = scene;
    const isPlayed = stage === "play";
    const active = isPlayed ? match.to_act : [];
    for (const seat of this.seats) seat.show(match, active.includes(seat.name), scene);
    this.names.forEach((name, index) => showCards(this.lanes[index], this.lane(match, stage, name)));
    fit(this.told, exchangeLine(match, this.names));
    mark(this.told, "data-side", sideOf(this.names, match.winner ?? match.exchange.at(-1)?.seat));
    this.board.show(board);
    const asked = active.length === 1 ? active[0] : null;
    return {
      round: match.phase ? t(match.practice ? "show-practice" : "show-round", { n: match.round }) : "",
      ask: question(match, stage, asked),
      side: sideOf(this.names, asked),
      isTense: isPlayed && SECRET.has(match.phase),
      picture: tacocat(),
    };
  }

  /** Gives what lies before a seat: what everybody may see of a duel or an exchange. */
  lane(match, stage, name) {
    const laid = match.exchange.flatMap((event) => cardsOf(event, name));
    if (stage === "play" && SECRET.has(match.phase)) {
      const tied = match.exchange.at(-1)?.event === "duel-tied" ? laid : [];
      return [...tied, match.ready.includes(name) ? "back" : null];
    }
    if (laid.length) return laid.slice(-3);
    return stage === "play" && match.to_act.includes(name) && match.phase !== "replace" ? [null] : [];
  }
}

function cardsOf(event, name) {
  if (event.cards && !Array.isArray(event.cards)) return name in event.cards ? [event.cards[name]] : [];
  if (event.seat !== name) return [];
  return event.card ? [event.card] : (event.cards ?? []);
}

/** Gives what is asked of whom now. */
function question(match, stage, asked) {
  if (stage === "move") return t(match.exchange.length ? "show-ask-move" : "show-ask-start");
  if (stage !== "play") return t(`show-${stage}`);
  if (asked !== null && SECRET.has(match.phase)) return t("show-ask-lay", { seat: asked });
  const values = { seat: asked ?? "", cards: match.demands.join(" · ") };
  if (asked === null && match.phase === "replace") return t("show-ask-replace", { seat: match.to_act.map(seatName).join(" · ") });
  return knows(`show-ask-${match.phase}`) ? t(`show-ask-${match.phase}`, values) : "";
}

/** One of the two sides: name, rounds, hand, and the cards that were played last. */
export class Side {
  constructor(name, index) {
    this.name = name;
    this.title = el("h2", { class: "stage-name" });
    this.clock = new SeatClock(name);
    this.wins = el("span", {});
    this.pips = el("span", { class: "stage-pips" });
    this.hand = el("span", {});
    this.backs = el("span", { class: "stage-backs" });
    this.played = el("div", { class: "stage-played" });
    this.element = el("section", { class: "stage-side", "data-side": index }, el("div", { class: "stage-who" }, stageShape(index), this.title, this.clock.element), el("p", { class: "stage-wins" }, this.wins, this.pips), el("p", { class: "stage-hand" }, this.hand, this.backs), this.played);
  }

  show(match, isActive, scene) {
    this.clock.show(scene);
    fit(this.title, seatName(this.name));
    say(this.wins, t("show-wins", { n: match.wins[this.name] ?? 0 }));
    say(this.hand, t("show-hand", { n: match.hand_size[this.name] ?? 0 }));
    count(this.pips, match.wins[this.name] ?? 0);
    count(this.backs, match.hand_size[this.name] ?? 0);
    showCards(this.played, (match.played[this.name] ?? []).slice(-5));
    mark(this.element, "data-active", isActive);
  }
}

/** Shows a number as so many marks. */
function count(place, number) {
  while (place.children.length > number) place.lastElementChild.remove();
  while (place.children.length < number) place.append(el("i", {}));
}

/** The nine spaces, and Tacocat on one of them; it moves there along the board. */
class Board {
  constructor(spaces, names) {
    this.spaces = new Map();
    this.names = names;
    for (const { space, name } of spaces) this.spaces.set(space, this.make(space, name));
    this.token = el("span", { class: "stage-token" }, tacocat());
    this.element = el("ol", { class: "stage-board" }, ...[...this.spaces.values()].map(({ element }) => element));
    this.element = el("section", { class: "stage-boardroom" }, this.element, this.token);
  }

  make(space, name) {
    const goal = space === -4 ? 0 : space === 4 ? 1 : null;
    const number = el("span", { class: "stage-space-number" });
    const way = el("span", { class: "stage-space-arrow" });
    const letter = goal === null ? el("span", { class: "stage-space-letter" }, name) : el("span", { class: "stage-space-goal" }, seatShape(goal));
    return { name, number, way, goal, element: el("li", { class: "stage-space", "data-side": goal }, letter, el("span", { class: "stage-space-sign" }, number, way)) };
  }

  show(board) {
    for (const [space, parts] of this.spaces) {
      const key = String(space);
      say(parts.number, parts.goal === null ? (board.numbers[key] ?? "") : seatName(this.names[parts.goal]));
      this.point(parts, board.arrows[key]);
      mark(parts.element, "data-here", board.token === space);
      mark(parts.element, "data-target", board.target === space);
      mark(parts.element, "data-covered", board.covered.includes(space));
    }
    if (board.token === null) return;
    this.token.style.setProperty("--at", board.token + 4);
    const { name, goal } = this.spaces.get(board.token);
    const label = t("show-space", { space: goal === null ? name : t("show-goal", { seat: this.names[goal] }) });
    mark(this.token, "role", "img");
    mark(this.token, "aria-label", label);
  }

  point(parts, way) {
    if (!way || parts.shownWay === way) return;
    parts.shownWay = way;
    parts.way.replaceChildren(arrow(way === "both" ? "both" : way === this.names[0].toLowerCase() ? "left" : "right"));
  }
}

export class SeatsStage {
  constructor(table) {
    this.names = table.seats.map(({ name }) => name);
    this.seats = this.names.map((name, index) => new Side(name, index));
    this.told = el("p", { class: "stage-told" });
    const [one, ...others] = this.seats.map(({ element }) => element);
    this.element = el("div", { class: "stage-track" }, one, el("section", { class: "stage-duel" }, this.told), ...others);
    this.countdown = null;
  }

  show(scene) {
    const { match, stage, title } = scene;
    const active = stage === "play" ? match.to_act : [];
    for (const seat of this.seats) seat.show({ wins: {}, played: {}, ...match }, active.includes(seat.name), scene);
    fit(this.told, title);
    const side = active.length === 1 ? this.names.indexOf(active[0]) : null;
    mark(this.told, "data-side", side);
    const ask = active.length ? t("show-ask-lay", { seat: active.map(seatName).join(" · ") }) : t(`show-${stage}`);
    return { round: "", ask, side, isTense: false, picture: tacocat() };
  }
}
