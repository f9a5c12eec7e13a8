// The ring: two to ten seats around the play pad and the piles. The own seat, or one that is chosen, is the near one.

import { Center } from "./center.js";
import { actionButton, el, mark, say } from "./dom.js";
import { makePiles, spreadButton } from "./places.js";
import { RingSeat } from "./ring-seat.js";
import { SlotChooser } from "./slots.js";
import { SeatsTable } from "./table-seats.js";
import { cardCount, labelled, listed, seatName, t } from "./words.js";

/** How many of the others sit at each side, by how many there are; the rest sit along the top. */
const AT_EACH_SIDE = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2];

export class RingTable extends SeatsTable {
  constructor(parts) {
    super(parts);
    const { welcome, may, send, onEnlarge } = parts;
    this.center = new Center({ table: welcome.table, onEnlarge });
    this.chooser = new SlotChooser((card, slot) => send({ do: "place", card: card.id, place: "pile", slot }));
    this.left = el("div", { class: "ring-side is-left" });
    this.top = el("div", { class: "ring-top" });
    this.right = el("div", { class: "ring-side is-right" });
    this.near = el("div", { class: "ring-near" });
    this.gather.hidden = true;
    this.follow = may.all ? this.followButton() : null;
    this.empty = el("p", { class: "small empty-seats" });
    this.sit(this.seats.find(({ seat }) => seat.name === welcome.seat) ?? this.seats[0]);
  }

  makeSeat(parts) {
    return new RingSeat({ ...parts, canSit: this.welcome.role !== "seat", onSit: (one) => this.turnTo(one) });
  }

  makePiles(onSpread) {
    this.odds = el("p", { class: "odds small" });
    if (!this.welcome.simulated) {
      // On a real table the piles are before people's eyes: how many cards they have is enough.
      this.counted = el("p", { class: "counted" });
      return el("section", { class: "piles", "aria-label": t("piles") }, this.counted, this.odds);
    }
    const { play: middle } = this.welcome.table;
    const piles = makePiles(middle.zones.includes("play") ? ["pile", "play", "discard"] : ["pile", "discard"]);
    const pile = piles.firstElementChild;
    const discard = piles.lastElementChild;
    pile.append(this.odds);
    discard.append(spreadButton(discard, onSpread));
    return piles;
  }

  /** Gives the button that lets the ring turn by itself to whose turn it is: for one who plays all seats. */
  followButton() {
    const turn = ({ currentTarget: button }) => {
      this.isFollowing = !this.isFollowing;
      mark(button, "aria-pressed", String(this.isFollowing));
      this.followTurn();
    };
    return actionButton({ class: "quiet follow", "aria-pressed": "false" }, turn, t("follow"));
  }

  followTurn() {
    const near = this.taken?.find(({ seat }) => seat.name === this.turn);
    if (this.isFollowing && near && near !== this.nearest) this.sit(near);
  }

  elements() {
    const middle = el("div", { class: "ring-middle" }, this.center.element, this.piles, this.gather, this.empty, this.follow);
    return [this.left, this.top, this.right, middle, this.near, this.party.element];
  }

  /** Turns the ring, and keeps the keys where they were. */
  turnTo(seat) {
    this.sit(seat);
    seat.element.scrollIntoView({ block: "nearest" });
    seat.element.querySelector("button:not(:disabled)")?.focus();
  }

  /** Seats one near, and the others clockwise: up the left side, along the top, down the right side. */
  sit(near) {
    const seats = this.taken ?? this.seats;
    const first = seats.indexOf(near);
    const others = [...seats.slice(first + 1), ...seats.slice(0, first)];
    const side = AT_EACH_SIDE[others.length] ?? 2;
    for (const seat of this.seats) seat.setNear(seat === near);
    this.nearest = near;
    const elements = others.map(({ element }) => element);
    this.left.replaceChildren(...elements.slice(0, side));
    this.top.replaceChildren(...elements.slice(side, elements.length - side));
    this.right.replaceChildren(...elements.slice(elements.length - side));
    this.near.replaceChildren(near.element);
  }

  /** During a game only the players sit around the table, and the one whose page this is. */
  seatPlayers({ stage, kittens }) {
    const isTaken = ({ seat }) => stage === "lobby" || kittens.players.includes(seat.name) || seat.name === this.welcome.seat;
    const taken = this.seats.filter(isTaken);
    const names = taken.map(({ seat }) => seat.name).join();
    if (names === this.names) return;
    this.names = names;
    this.taken = taken;
    this.sit(taken.includes(this.nearest) ? this.nearest : taken[0]);
    const empty = this.seats.filter((seat) => !taken.includes(seat)).map(({ seat }) => seat.name);
    say(this.empty, empty.length ? t("empty-seats", { seats: listed(empty.map(seatName)) }) : "");
  }

  /** Lays a card down; into the draw pile only once its place there is chosen. */
  lay(card, place) {
    if (place === "pile") this.chooser.ask(card, this.pileCount);
    else super.lay(card, place);
  }

  /** Around the ring a card is shown and slides on, whatever the pad says of it. */
  slidesFrom() {
    return true;
  }

  show(scene) {
    this.seatPlayers(scene);
    this.turn = scene.stage === "play" ? scene.kittens.turn?.seat : null;
    this.followTurn();
    this.isTense = scene.stage === "play" && scene.kittens.phase === "defuse";
    mark(this.near.parentElement, "data-tense", this.isTense);
    this.center.show(scene);
    super.show(scene);
    if (this.counted) say(this.counted, scene.stage === "play" ? labelled(t("pile"), cardCount(scene.kittens.pile)) : "");
    say(this.odds, scene.stage === "play" ? t("lethal", { n: scene.kittens.lethal }) : "");
  }

  showTruth(truth, cards) {
    cards.isBottomDue = truth.allow.some((what) => what.startsWith("bottom:"));
    this.pileCount = truth.cards.filter(({ place }) => place === "pile").length;
    this.gather.hidden = !this.may.can("gather");
    super.showTruth(truth, cards);
  }
}
