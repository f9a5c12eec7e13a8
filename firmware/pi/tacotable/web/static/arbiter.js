// The arbiter: what may be decided now, as buttons; each says what it changes, and is decided by a second press.

import { actionButton, el, isNews } from "./dom.js";
import { knows, t } from "./words.js";

export class Arbiter {
  constructor(send) {
    this.send = send;
    this.buttons = el("div", { class: "stack decisions" });
    this.nothing = el("p", { class: "well" }, t("arbiter-nothing"));
    this.element = el("section", { class: "panel arbiter", "aria-labelledby": "arbiter-title" }, el("h2", { id: "arbiter-title" }, t("arbiter")), this.nothing, this.buttons);
  }

  /** Shows the decisions of a scene; the same ones stay, so that a button keeps its focus. */
  show(decisions) {
    if (!isNews(this, decisions)) return;
    const offered = Object.entries(decisions);
    this.nothing.hidden = offered.length > 0;
    this.buttons.replaceChildren(...offered.map(([what, text]) => this.button(what, text)));
  }

  button(what, text) {
    const button = actionButton({ class: "quiet", "data-decision": what }, () => this.ask(what, text, button), text);
    return button;
  }

  /** Says what a decision changes, and asks once more. */
  ask(what, text, asked) {
    const act = () => {
      this.send({ do: "arbiter", what });
      dialog.close();
    };
    const decide = actionButton({ "data-decide": what }, act, t("decide"));
    const back = actionButton({}, () => dialog.close(), t("cancel"));
    const dialog = el("dialog", { class: "decide-dialog", "aria-labelledby": "decide-title" }, el("h2", { id: "decide-title" }, text), el("p", {}, t(effect(what))), el("div", { class: "row actions" }, decide, back));
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (asked.isConnected) asked.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
    back.focus();
  }
}

/** Gives the words of what a decision changes; its kind stands before the seat that it is about. */
function effect(what) {
  const words = `effect-${what.split(" ")[0]}`;
  return knows(words) ? words : "effect-other";
}
