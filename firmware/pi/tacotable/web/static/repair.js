// Table repair: the moves by hand that make cards and token agree with the game again, the one to do now first.

import { polite } from "./announce.js";
import { actionButton, el, isNews, mark } from "./dom.js";
import { placeLabel } from "./places.js";
import { listed, t } from "./words.js";

export class Repair {
  /** `may` tells whose buttons this page may press; everyone else is told which one to hold. */
  constructor({ table, may, send }) {
    this.spaces = new Map((table.spaces ?? []).map(({ space, name }) => [space, name]));
    this.may = may;
    this.send = send;
    this.element = el("section", { class: "panel repair", "aria-labelledby": "repair-title", hidden: true });
  }

  /** Shows the moves of a scene; the same ones stay, so that a button keeps its focus. */
  show({ repair: moves, accept, board }) {
    if (!isNews(this, [moves, accept, board?.felt])) return;
    this.board = board;
    this.element.hidden = moves.length === 0;
    this.element.replaceChildren(...(moves.length ? this.lines(moves, accept) : []));
    this.point(moves[0]);
    if (moves.length) polite(t("repair-now", { move: this.told(moves[0]) }));
  }

  lines([first, ...later], accept) {
    return [
      el(
        "div",
        { class: "row repair-first" },
        el("h2", { id: "repair-title", class: "unseen" }, t("repair")),
        el("p", { class: "repair-now" }, t("repair-now", { move: this.told(first) })),
        el("span", { class: "chip" }, t("repair-left", { n: later.length + 1 })),
        accept.length ? this.acceptance(accept) : null,
      ),
      el("p", { class: "small" }, this.why(first)),
      later.length ? el("details", {}, el("summary", {}, t("repair-then")), el("ol", { start: 2 }, ...later.map((move) => el("li", {}, this.told(move))))) : null,
    ].filter(Boolean);
  }

  told({ do: what, zone, space }) {
    return t(`repair-${what}`, { place: what === "stand" ? this.spaceLabel(space) : placeLabel(zone) });
  }

  why({ do: what }) {
    if (what !== "stand") return t("repair-lift-why");
    const places = listed((this.board.felt ?? []).map((space) => this.spaceLabel(space)));
    return places ? t("repair-stand-why", { places }) : t("repair-stand-off");
  }

  spaceLabel(space) {
    const name = this.spaces.get(space);
    const seat = this.spaces.get(space < 0 ? -4 : 4);
    if (Math.abs(space) === 4) return t("goal-of", { seat });
    return t(space ? "repair-space" : "space", { name, number: this.board.numbers[String(space)], seat });
  }

  /** Offers to take the table as it is: a button for each own seat, words where hands have to do it. */
  acceptance(accept) {
    const own = accept.filter((seat) => this.may.seat(seat));
    const how = own.length ? own.map((seat) => this.button(seat)) : [t("repair-hold", { seats: accept.join(" / ") })];
    return el("div", { class: "row repair-accept" }, el("span", {}, t("repair-or")), " ", ...how);
  }

  button(seat) {
    const accept = ({ currentTarget: button }) => {
      this.send({ do: "hold", button: `${seat}.ok` });
      button.disabled = true;
    };
    return actionButton({ class: "quiet", "data-accept": seat }, accept, t("repair-accept", { seat }));
  }

  /** Marks on the table what the move is about. */
  point(move) {
    const isMeant = ({ dataset }) => move && (move.zone ? dataset.place === move.zone : dataset.space === String(move.space));
    for (const element of document.querySelectorAll("[data-place], [data-space]")) mark(element, "data-repair", Boolean(isMeant(element)));
  }
}
