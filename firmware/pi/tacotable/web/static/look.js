// A private look at the top of the draw pile: only this seat is told the faces; it puts them back, in an order it likes.

import { actionButton, el, say } from "./dom.js";
import { faceName, facePicture } from "./faces.js";
import { t } from "./words.js";

export class LookButton {
  constructor({ seat, send }) {
    this.seat = seat;
    this.send = send;
    this.order = [];
    this.button = actionButton({ class: "quiet look" }, () => this.send({ do: "look", seat }), t("look"));
    this.list = el("ol", { class: "stack looked" });
    this.help = el("p", { class: "small" });
    const done = actionButton({}, () => this.dialog.close(), t("look-end"));
    this.dialog = el(
      "dialog",
      { class: "look-dialog", "aria-label": t("look-title", { seat }) },
      el("h2", {}, t("look-title", { seat })),
      this.help,
      this.list,
      done,
    );
    this.dialog.addEventListener("close", () => this.end());
  }

  show(truth, mayLook) {
    this.button.hidden = !mayLook;
    const look = truth.looks?.[this.seat];
    if (!look) {
      this.order = [];
      if (this.dialog.open) this.dialog.close();
      return;
    }
    const { cards } = look;
    this.mayOrder = look.may_order;
    say(this.help, t(this.mayOrder ? "look-order" : "look-keep"));
    const isNew = cards.map(({ id }) => id).sort().join() !== this.order.map(({ id }) => id).sort().join();
    if (isNew) this.order = cards;
    if (isNew || !this.dialog.open) this.draw(-1);
    if (!this.dialog.isConnected) document.body.append(this.dialog);
    if (!this.dialog.open) this.dialog.showModal();
  }

  draw(focused) {
    this.list.replaceChildren(...this.order.map((card, index) => this.line(card, index)));
    if (focused >= 0) this.list.children[focused].querySelector("button:not(:disabled)")?.focus();
  }

  line(card, index) {
    const step = (by, label, sign) => {
      const target = index + by;
      const isOut = target < 0 || target >= this.order.length;
      return actionButton({ class: "step", disabled: isOut, "aria-label": t(label, { face: faceName(card.face) }) }, () => this.move(index, target), sign);
    };
    return el(
      "li",
      { class: "looked-card", "data-face": card.face },
      el("span", { class: "looked-place" }, t(`nth-${index + 1}`)),
      facePicture(card.face),
      el("span", { class: "looked-name" }, faceName(card.face)),
      ...(this.mayOrder ? [step(-1, "look-up", "▲"), step(1, "look-down", "▼")] : []),
    );
  }

  move(from, to) {
    const order = [...this.order];
    order.splice(to, 0, ...order.splice(from, 1));
    this.order = order;
    this.draw(to);
  }

  end() {
    if (this.order.length === 0) return;
    this.send({ do: "put-back", seat: this.seat, cards: this.order.map(({ id }) => id) });
    this.order = [];
  }
}
