// The page as one picture: built anew for each welcome, then shown scene after scene.

import { Bar } from "./bar.js";
import { Cards } from "./cards.js";
import { el } from "./dom.js";
import { Log } from "./log.js";
import { permissions } from "./may.js";
import { kindOf, makePlace } from "./places.js";
import { Seat } from "./seats.js";
import { Health, Switches } from "./switches.js";
import { Track } from "./track.js";
import { t } from "./words.js";

const PILES = ["pile", "discard"];

export class Page {
  constructor({ welcome, carrier, magnifier, sound, send, onLanguage, onKeys }) {
    this.welcome = welcome;
    this.send = send;
    this.magnifier = magnifier;
    this.sound = sound;
    this.may = permissions(welcome);
    const onEnlarge = (figure) => magnifier.open(figure);
    this.bar = new Bar({ welcome, sound, onLanguage, onKeys });
    this.track = new Track({ table: welcome.table, carrier, may: this.may, send, onEnlarge });
    this.seats = this.makeSeats(onEnlarge);
    this.log = new Log(welcome.table.seats);
    this.health = new Health();
    this.switches = this.may.all ? new Switches(send) : null;
    this.piles = this.makePiles();
    this.cards = new Cards({ holders: this.holders(), others: this.piles, carrier, may: this.may, send });
    this.lay();
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

  makePiles() {
    const piles = el("section", { class: "piles", "aria-label": t("piles") });
    if (!this.welcome.simulated) return piles;
    piles.append(...PILES.map(makePlace));
    if (this.may.all) {
      const gather = el("button", { type: "button", class: "quiet gather" }, t("gather"));
      gather.addEventListener("click", () => this.send({ do: "gather" }));
      piles.append(gather);
    }
    return piles;
  }

  holders() {
    const piles = [...this.piles.querySelectorAll("[data-place]")].map((element) => [element.dataset.place, element]);
    return new Map([...piles, ...this.seats.flatMap((seat) => [...seat.holders])]);
  }

  lay() {
    const near = this.seats.filter(({ element }) => element.classList.contains("is-near"));
    const far = this.seats.filter(({ element }) => element.classList.contains("is-far"));
    const middle = el("div", { class: "middle" }, this.track.element, this.welcome.simulated ? this.piles : null);
    document.body.dataset.role = this.welcome.role;
    document.getElementById("bar").replaceChildren(...this.bar.elements);
    document.getElementById("table").replaceChildren(...far.map(({ element }) => element), middle, ...near.map(({ element }) => element));
    const panels = [this.log, this.health, this.switches].filter(Boolean).map(({ element }) => element);
    document.getElementById("aside").replaceChildren(...panels);
  }

  showScene(scene) {
    for (const part of [this.bar, this.track, ...this.seats]) part.show(scene);
    this.health.show(scene.faults);
    this.log.begin();
    this.sound.show(scene.sound);
    this.magnifier.refresh();
    const mode = t(this.welcome.simulated ? "simulated" : "real");
    document.title = `${scene.title} · ${mode}`;
  }

  showTruth(truth) {
    for (const name of truth.places) this.addRow(name);
    this.track.showTruth(truth);
    for (const seat of this.seats) seat.showTruth(truth);
    this.cards.show(truth);
    this.switches?.show(truth.faults);
  }

  addRow(name) {
    const { kind, seat } = kindOf(name);
    if (kind !== "row" || this.cards.holders.has(name)) return;
    const owner = this.seats.find((one) => one.seat.name === seat);
    if (owner) this.cards.holders.set(name, owner.addRow(name));
  }
}
