// Who sits at a seat: its name, and the dialog in which it is typed, or the seat is handed to a robot.

import { actionButton, el } from "./dom.js";
import { glyph } from "./drawings.js";
import { seatName, t } from "./words.js";

const LONGEST = 12;

export const LEVELS = ["easy", "fair", "strong"];
const PACES = ["slow", "usual", "fast"];

/** Gives the button of a seat that asks who sits there, and sends the answer. */
export function nameButton(seat, send, robots) {
  const label = t("name-of", { seat });
  return actionButton({ class: "icon-button name", "aria-label": label, title: label }, () => ask(seat, send, robots()), glyph("pencil"));
}

/** Gives what hands a seat to a robot, or back to a person, and how fast robots move. */
function robotRows(seat, send, robots, close) {
  const row = (kind, now, choices) => {
    const buttons = choices.map((choice) => {
      const act = () => {
        send({ do: "robot", ...(kind === "level" ? { seat, level: choice } : { pace: choice }) });
        close();
      };
      const isPhones = kind === "level" && choice === null && robots.hasPhone;
      const words = t(isPhones ? "phone-end" : `robot-${choice ?? "none"}`);
      return actionButton({ [`data-${kind}`]: choice ?? "none", "aria-pressed": String(now === choice && !isPhones) }, act, words);
    });
    return el("div", { class: "row actions", role: "group", "aria-label": t(`robot-${kind}`) }, ...buttons);
  };
  return [row("level", robots.levels[seat] ?? null, [null, ...LEVELS]), row("pace", robots.pace, PACES)];
}

/** Asks who sits at a seat; `robots` has the `levels` of those that robots play, their `pace`, and whether this seat `hasPhone`; null where none can. */
function ask(seat, send, robots) {
  const field = el("input", { id: "name-field", type: "text", maxlength: LONGEST, autocomplete: "off", value: seatName(seat) === seat ? "" : seatName(seat) });
  const form = el("form", { class: "row slot-form" }, el("label", { for: "name-field" }, t("name")), field, el("button", { type: "submit" }, t("name-save")));
  const hint = el("p", { class: "small" }, t("name-hint", { n: LONGEST }));
  const cancel = actionButton({}, () => dialog.close(), t("cancel"));
  const dialog = el("dialog", { class: "name-dialog", "aria-labelledby": "name-title" }, el("h2", { id: "name-title" }, t("name-of", { seat })), form, hint, ...(robots ? robotRows(seat, send, robots, () => dialog.close()) : []), cancel);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send({ do: "name", seat, name: field.value });
    dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
