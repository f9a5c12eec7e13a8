// A seat of the ring: what a seat has everywhere, and whether it is its turn, passes, is meant, or is out.

import { seatState } from "./awaited.js";
import { actionButton, el, mark, say } from "./dom.js";
import { glyph } from "./drawings.js";
import { LookButton } from "./look.js";
import { Seat } from "./seats.js";
import { cardCount, t } from "./words.js";

export class RingSeat extends Seat {
  constructor(parts) {
    super(parts);
    this.element.classList.remove("is-near", "is-far");
    this.turn = el("span", { class: "chip is-turn", hidden: true });
    this.state = el("span", { class: "chip state", hidden: true });
    this.head = this.element.querySelector(".seat-head");
    this.count = el("span", { class: "chip count", hidden: true });
    this.head.append(this.turn, this.state, this.count);
    this.isCounted = !parts.hasCards;
    const label = t("sit-here", { seat: this.seat.name });
    const sit = actionButton({ class: "icon-button sit", "aria-label": label, title: label }, () => parts.onSit(this), glyph("chair"));
    if (!parts.isOwn && parts.canSit) this.head.append(sit);
  }

  places(send) {
    const { name } = this.seat;
    const hand = this.place(`hand:${name}`);
    this.front = this.place(`front:${name}`);
    if (this.may.seat(name)) {
      this.look = new LookButton({ seat: name, send });
      this.shuffle = this.act("shuffle-pile", { do: "shuffle", seat: name }, send);
      this.layOut = this.act("lay-out", { do: "lay-out", seat: name }, send);
      this.draw = this.drawButton(send);
      this.draws = el("div", { class: "row draws", role: "group" }, this.draw, this.look.button, this.shuffle, this.layOut);
      hand.querySelector(".place-head").append(this.draws);
    }
    return [this.seat.pad ? this.place(this.seat.pad) : null, this.front, hand].filter(Boolean);
  }

  /** Gives a small button of the hand that does one act. */
  act(name, message, send) {
    return actionButton({ class: `quiet ${name}` }, () => send(message), t(name));
  }

  /** Brings this seat to the near side of the ring, or away from it. */
  setNear(isNear) {
    this.element.classList.toggle("is-near", isNear);
    this.element.classList.toggle("is-far", !isNear);
  }

  show(scene) {
    super.show(scene);
    const { turn } = scene.kittens;
    this.isTurn = scene.stage === "play" && turn?.seat === this.seat.name;
    mark(this.element, "data-turn", this.isTurn);
    this.turn.hidden = !this.isTurn;
    say(this.turn, this.isTurn && turn.left > 1 ? t("turns-left", { n: turn.left }) : t("turn"));
    const count = this.isCounted ? scene.kittens.hand_size[this.seat.name] : undefined; // it stands for a hand that is not shown
    this.count.hidden = count === undefined;
    if (count !== undefined) say(this.count, cardCount(count));
    this.now = seatState(scene, this.seat.name);
    this.showState();
    this.showActs();
  }

  showState() {
    const state = this.isLooking ? "looks" : this.now;
    mark(this.element, "data-state", state);
    this.state.hidden = !state;
    say(this.state, state ? t(`state-${state}`) : "");
  }

  showTruth(truth) {
    super.showTruth(truth);
    const { name } = this.seat;
    this.isLooking = truth.looking.includes(name);
    this.showState();
    this.look?.show(truth, this.may.can(`look:${name}`));
    this.showActs();
  }

  showActs() {
    if (!this.look) return;
    this.draw.hidden = !(this.may.can("draw") || (this.may.all && this.isTurn));
    say(this.draw, t(this.may.can(`bottom:${this.seat.name}`) ? "draw-bottom" : "draw"));
    this.shuffle.hidden = !this.may.can(`shuffle:${this.seat.name}`);
    this.layOut.hidden = !this.may.can(`lay-out:${this.seat.name}`);
  }
}
