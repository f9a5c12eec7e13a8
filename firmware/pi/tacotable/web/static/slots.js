// Where in the draw pile a card goes: asked of the one who puts it there, and told to nobody else.

import { actionButton, el, mark, say } from "./dom.js";
import { cardCount, t } from "./words.js";

export class SlotChooser {
  /** `onChoose(card, slot)`: slot 0 is the top, and as many as the pile has cards is the bottom. */
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.quick = el("div", { class: "slots" });
    this.size = el("p", { class: "small" });
    this.number = el("input", { type: "number", id: "slot-number", min: 1, inputmode: "numeric" });
    const put = el("button", { type: "submit" }, t("slot-put"));
    const form = el("form", { class: "row slot-form" }, el("label", { for: "slot-number" }, t("slot-number")), this.number, put);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.number.reportValidity()) this.choose(Number(this.number.value) - 1);
    });
    const cancel = actionButton({}, () => this.dialog.close(), t("cancel"));
    this.dialog = el(
      "dialog",
      { class: "slot-dialog", "aria-labelledby": "slot-title" },
      el("h2", { id: "slot-title" }, t("slot-title")),
      el("p", {}, t("slot-secret")),
      this.size,
      this.quick,
      form,
      cancel,
    );
  }

  /** Asks where in a pile of `count` cards a card goes. */
  ask(card, count) {
    this.card = card;
    say(this.size, t("slot-size", { cards: cardCount(count) }));
    mark(this.number, "max", count + 1);
    this.number.value = "";
    this.quick.replaceChildren(...quickSlots(count).map(([name, slot]) => this.button(name, slot)));
    if (!this.dialog.isConnected) document.body.append(this.dialog);
    this.dialog.showModal();
  }

  button(name, slot) {
    return actionButton({ class: "slot", "data-slot": slot }, () => this.choose(slot), t(name));
  }

  choose(slot) {
    this.dialog.close();
    this.onChoose(this.card, slot);
  }
}

/** Gives the slots that are offered by name: each slot at most once. */
function quickSlots(count) {
  const named = [
    ["slot-top", 0],
    ["slot-2", 1],
    ["slot-3", 2],
    ["slot-middle", Math.floor(count / 2)],
    ["slot-bottom", count],
  ];
  return named.filter(([, slot], index) => slot <= count && named.findIndex(([, other]) => other === slot) === index);
}
