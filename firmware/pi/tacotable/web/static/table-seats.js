// Seats face to face with the piles between them: all that a game needs which has nothing of its own on the page.

import { actionButton, el, say } from "./dom.js";
import { Party } from "./party.js";
import { kindOf, makePiles } from "./places.js";
import { Seat } from "./seats.js";
import { t } from "./words.js";

export class SeatsTable {
  constructor({ welcome, may, send, onEnlarge, onSpread }) {
    this.welcome = welcome;
    this.may = may;
    this.send = send;
    const parts = { may, send, onEnlarge, hasCards: welcome.simulated };
    this.seats = welcome.table.seats.map((seat, index) => this.makeSeat({ ...parts, seat, index, isOwn: seat.name === welcome.seat }));
    this.piles = this.makePiles(onSpread);
    this.gather = actionButton({ class: "quiet gather" }, () => send({ do: "gather" }), t("gather"));
    this.party = new Party({ seats: this.seats, may, send });
  }

  makeSeat(parts) {
    const near = this.welcome.table.seats.findIndex(({ name }) => name === this.welcome.seat);
    return new Seat({ ...parts, isNear: parts.index === Math.max(0, near) });
  }

  makePiles() {
    return makePiles(this.welcome.simulated ? ["pile", "discard"] : []);
  }

  holders() {
    const piles = [...this.piles.querySelectorAll("[data-place]")].map((element) => [element.dataset.place, element]);
    return new Map([...piles, ...this.seats.flatMap((seat) => [...seat.holders])]);
  }

  elements() {
    const ofSide = (side) => this.seats.map(({ element }) => element).filter((element) => element.classList.contains(side));
    return [...ofSide("is-far"), this.middle(), ...ofSide("is-near"), this.party.element];
  }

  middle() {
    if (this.may.all) this.piles.append(this.gather);
    return el("div", { class: "middle" }, this.welcome.simulated ? this.piles : null);
  }

  lay(card, place) {
    this.send({ do: "place", card: card.id, place });
  }

  show(scene) {
    for (const part of [this.party, ...this.seats]) part.show(scene);
  }

  /** Shows the truth; `cards` takes rows of played cards, where the table has them. */
  showTruth(truth, cards) {
    for (const name of truth.places) this.addRow(name, cards);
    say(this.gather, t(truth.deals ? "gather" : "gather-only")); // where hidden cards pass a pad, hands deal them
    for (const seat of this.seats) seat.showTruth(truth);
  }

  addRow(name, cards) {
    const { kind, seat } = kindOf(name);
    if (kind !== "row" || cards.holders.has(name)) return;
    const owner = this.seats.find((one) => one.seat.name === seat);
    if (owner) cards.holders.set(name, owner.addRow(name));
  }
}
