// Seats face to face with the piles between them: all that a game needs which has nothing of its own on the page.

import { el } from "./dom.js";
import { Party } from "./party.js";
import { gatherButton, makePiles, showGather } from "./piles.js";
import { kindOf } from "./places.js";
import { Seat } from "./seats.js";

export class SeatsTable {
  constructor({ welcome, may, send, onEnlarge }) {
    this.welcome = welcome;
    this.may = may;
    this.send = send;
    this.hasBottom = false;
    this.seats = this.makeSeats(onEnlarge);
    this.piles = makePiles(welcome.simulated ? ["pile", "discard"] : []);
    this.gather = gatherButton(send);
    if (may.all) this.piles.append(this.gather);
    this.party = new Party({ seats: this.seats, may, send });
  }

  makeSeats(onEnlarge) {
    const { seats } = this.welcome.table;
    const near = Math.max(0, seats.findIndex(({ name }) => name === this.welcome.seat));
    return seats.map(
      (seat, index) =>
        new Seat({
          seat,
          index,
          isNear: index === near,
          isOwn: seat.name === this.welcome.seat,
          may: this.may,
          send: this.send,
          onEnlarge,
          hasCards: this.welcome.simulated,
        }),
    );
  }

  holders() {
    const piles = [...this.piles.querySelectorAll("[data-place]")].map((element) => [element.dataset.place, element]);
    return new Map([...piles, ...this.seats.flatMap((seat) => [...seat.holders])]);
  }

  elements() {
    const near = this.seats.filter(({ element }) => element.classList.contains("is-near"));
    const far = this.seats.filter(({ element }) => element.classList.contains("is-far"));
    return [...far.map(({ element }) => element), this.middle(), ...near.map(({ element }) => element), this.party.element];
  }

  middle() {
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
    showGather(this.gather, truth);
    for (const seat of this.seats) seat.showTruth(truth);
  }

  addRow(name, cards) {
    const { kind, seat } = kindOf(name);
    if (kind !== "row" || cards.holders.has(name)) return;
    const owner = this.seats.find((one) => one.seat.name === seat);
    if (owner) cards.holders.set(name, owner.addRow(name));
  }
}
