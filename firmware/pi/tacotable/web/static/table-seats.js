// Seats face to face with the piles between them: all that a game needs which has nothing of its own on the page.

import { actionButton, el, say } from "./dom.js";
import { Party } from "./party.js";
import { isPad, kindOf, makePiles } from "./places.js";
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
    this.slides = new Map([...this.holders()].filter(([name]) => isPad(name)).map(([name, holder]) => [name, this.slideButton(name, holder)]));
    this.lying = new Set();
  }

  /** Gives the button that slides the cards of a pad on to where they belong. */
  slideButton(place, holder) {
    const button = actionButton({ class: "quiet slide", title: t("discard"), hidden: true }, () => this.send({ do: "slide", place }), t("slide"));
    holder.append(button);
    return button;
  }

  /** Offers it at each pad with a card that is used, and that hands of this page reach. */
  showSlides() {
    for (const [name, button] of this.slides) button.hidden = !(this.lying.has(name) && this.slidesFrom(name) && this.may.takeFrom(name));
  }

  slidesFrom(pad) {
    return this.pads?.[pad] === "spent";
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
    this.pads = scene.pads;
    this.showSlides();
  }

  /** Shows the truth; `cards` takes rows of played cards, where the table has them. */
  showTruth(truth, cards) {
    for (const name of truth.places) this.addRow(name, cards);
    say(this.gather, t(truth.deals ? "gather" : "gather-only")); // where hidden cards pass a pad, hands deal them
    for (const seat of this.seats) seat.showTruth(truth);
    this.lying = new Set(truth.cards.map(({ place }) => place));
    this.showSlides();
  }

  addRow(name, cards) {
    const { kind, seat } = kindOf(name);
    if (kind !== "row" || cards.holders.has(name)) return;
    const owner = this.seats.find((one) => one.seat.name === seat);
    if (owner) cards.holders.set(name, owner.addRow(name));
  }
}
