// A seat of the ring: what a seat has everywhere, and whether it is its turn, passes, is meant, or is out.

import { el, mark, say } from "./dom.js";
import { glyph } from "./drawings.js";
import { LookButton } from "./look.js";
import { Seat } from "./seats.js";
import { t } from "./words.js";

export class RingSeat extends Seat {
  constructor(parts) {
    super(parts);
    this.element.classList.remove("is-near", "is-far");
    this.turn = el("span", { class: "chip is-turn", hidden: true });
    this.state = el("span", { class: "chip state", hidden: true });
    this.head = this.element.querySelector(".seat-head");
    this.head.append(this.turn, this.state);
    if (!parts.isOwn && parts.canSit) this.head.append(this.sitButton(parts.onSit));
  }

  places(send) {
    const { name } = this.seat;
    const hand = this.place(`hand:${name}`);
    this.front = this.place(`front:${name}`);
    if (this.may.seat(name)) {
      this.look = new LookButton({ seat: name, send });
      this.draws = el("div", { class: "draws", role: "group" }, this.drawButton(send), this.bottomButton(send), this.look.button);
      hand.querySelector(".place-head").append(this.draws);
    }
    return [this.front, hand];
  }

  bottomButton(send) {
    const button = el("button", { type: "button", class: "quiet draw-bottom" }, t("draw-bottom"));
    button.addEventListener("click", () => send({ do: "draw", seat: this.seat.name, from: "bottom" }));
    return button;
  }

  sitButton(onSit) {
    const label = t("sit-here", { seat: this.seat.name });
    const button = el("button", { type: "button", class: "icon-button sit", "aria-label": label, title: label }, glyph("chair"));
    button.addEventListener("click", () => onSit(this));
    return button;
  }

  /** Brings this seat to the near side of the ring, or away from it. */
  setNear(isNear) {
    this.element.classList.toggle("is-near", isNear);
    this.element.classList.toggle("is-far", !isNear);
  }

  show(scene) {
    super.show(scene);
    const { board } = scene;
    const mine = board.seats[this.seat.name];
    const isTurn = board.turn?.seat === this.seat.name;
    mark(this.element, "data-turn", isTurn);
    mark(this.element, "data-state", mine.state);
    this.turn.hidden = !isTurn;
    say(this.turn, isTurn && board.turn.left > 1 ? t("turns-left", { n: board.turn.left }) : t("turn"));
    this.state.hidden = !mine.state;
    say(this.state, mine.state ? t(`state-${mine.state}`) : "");
    mark(this.element, "data-stage", scene.stage);
  }

  showTruth(truth) {
    super.showTruth(truth);
    if (!this.look) return;
    const { name } = this.seat;
    const isFree = this.may.all || this.may.can("draw");
    for (const button of this.draws.querySelectorAll(".draw, .draw-bottom")) button.hidden = !isFree;
    this.look.show(truth, this.may.can(`look:${name}`));
  }
}
