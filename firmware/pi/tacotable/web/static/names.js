// Who sits at a seat: its name, and the dialog in which it is typed.

import { actionButton, el, say } from "./dom.js";
import { glyph } from "./drawings.js";
import { seatName, t } from "./words.js";

const LONGEST = 12;

/** Gives the button of a seat that asks who sits there, and sends the answer. */
export function nameButton(seat, send) {
  const label = t("name-of", { seat });
  return actionButton({ class: "icon-button name", "aria-label": label, title: label }, () => ask(seat, send), glyph("pencil"));
}

function ask(seat, send) {
  const field = el("input", { id: "name-field", type: "text", maxlength: LONGEST, autocomplete: "off", value: seatName(seat) === seat ? "" : seatName(seat) });
  const form = el("form", { class: "row slot-form" }, el("label", { for: "name-field" }, t("name")), field, el("button", { type: "submit" }, t("name-save")));
  const hint = el("p", { class: "small" });
  say(hint, t("name-hint", { n: LONGEST }));
  const cancel = el("button", { type: "button" }, t("cancel"));
  const dialog = el("dialog", { class: "name-dialog", "aria-labelledby": "name-title" }, el("h2", { id: "name-title" }, t("name-of", { seat })), form, hint, cancel);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send({ do: "name", seat, name: field.value });
    dialog.close();
  });
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
