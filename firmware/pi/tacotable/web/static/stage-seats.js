// Any game on the stage: its seats side by side, how many rounds each has won where that is told, and who is awaited.

import { el, mark } from "./dom.js";
import { tacocat } from "./drawings.js";
import { fit } from "./stage-cards.js";
import { Side } from "./stage-track.js";
import { seatName, t } from "./words.js";

export class SeatsStage {
  constructor(table) {
    this.names = table.seats.map(({ name }) => name);
    this.seats = this.names.map((name, index) => new Side(name, index));
    this.told = el("p", { class: "stage-told" });
    const [one, ...others] = this.seats.map(({ element }) => element);
    this.element = el("div", { class: "stage-track" }, one, el("section", { class: "stage-duel" }, this.told), ...others);
    this.countdown = null;
  }

  show({ match, stage, title }) {
    const active = stage === "play" ? match.to_act : [];
    for (const seat of this.seats) seat.show({ wins: {}, played: {}, ...match }, active.includes(seat.name));
    fit(this.told, title);
    const side = active.length === 1 ? this.names.indexOf(active[0]) : null;
    mark(this.told, "data-side", side);
    const ask = active.length ? t("show-ask-lay", { seat: active.map(seatName).join(" · ") }) : t(`show-${stage}`);
    return { round: "", ask, side, isTense: false, picture: tacocat() };
  }
}
