// The arbiter: what may be decided now, as buttons.

import { el } from "./dom.js";
import { t } from "./words.js";

export class Arbiter {
  constructor(send) {
    this.send = send;
    this.shown = "";
    this.buttons = el("div", { class: "decisions" });
    this.nothing = el("p", { class: "well" }, t("arbiter-nothing"));
    this.element = el("section", { class: "panel arbiter", "aria-labelledby": "arbiter-title" }, el("h2", { id: "arbiter-title" }, t("arbiter")), this.nothing, this.buttons);
  }

  /** Shows the decisions of a scene; the same ones stay, so that a button keeps its focus. */
  show(decisions) {
    const now = JSON.stringify(decisions);
    if (now === this.shown) return;
    this.shown = now;
    const offered = Object.entries(decisions);
    this.nothing.hidden = offered.length > 0;
    this.buttons.replaceChildren(...offered.map(([what, text]) => this.button(what, text)));
  }

  button(what, text) {
    const button = el("button", { type: "button", "data-decision": what }, text);
    button.addEventListener("click", () => this.send({ do: "arbiter", what }));
    return button;
  }
}
