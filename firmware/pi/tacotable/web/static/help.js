// The help about keys: a dialog that `?` opens, and the few keys that work anywhere on the page.

import { goToAwaited } from "./awaited.js";
import { actionButton, el } from "./dom.js";
import { t } from "./words.js";

const ROWS = [
  ["G", "help-go"],
  ["Tab", "help-tab"],
  ["key-arrows", "help-arrows"],
  ["Enter", "help-enter"],
  ["key-arrows", "help-choose"],
  ["Esc", "help-escape"],
  ["key-space", "help-hold"],
  ["L", "help-log"],
  ["?", "help-question"],
];

export class Help {
  constructor() {
    this.dialog = el("dialog", { class: "help", "aria-labelledby": "help-title" });
    document.body.append(this.dialog);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** Says it anew in the page's language. */
  speak() {
    const close = actionButton({}, () => this.dialog.close(), t("close"));
    const rows = ROWS.flatMap(([key, text]) => [el("dt", {}, el("kbd", {}, t(key))), el("dd", {}, t(text))]);
    this.dialog.replaceChildren(el("h2", { id: "help-title" }, t("help-title")), el("dl", {}, ...rows), el("p", {}, t("help-pointer")), close);
  }

  toggle() {
    if (this.dialog.open) this.dialog.close();
    else this.dialog.showModal();
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches?.("input:not([type=checkbox]), select, textarea")) return;
    if (event.key === "?") this.toggle();
    else if (event.key.toLowerCase() === "g" && !this.dialog.open) goToAwaited();
    else if (event.key.toLowerCase() === "l" && !this.dialog.open) document.querySelector(".log-scroller")?.focus();
  }
}
