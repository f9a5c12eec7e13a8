// Drawers of a small page: what happened, with all panels, and the settings. A wide page shows both beside the table.

import { el, mark } from "./dom.js";
import { t } from "./words.js";

/** Gives the buttons that open and close the drawers. */
export function drawers() {
  const made = [drawer("drawer-open", "log", () => document.getElementById("aside")), drawer("settings-open", "settings", () => document.querySelector(".settings"))];
  return made.map(({ button }) => button);
}

function drawer(name, label, find) {
  const button = el("button", { type: "button", class: `quiet ${name}`, "aria-expanded": "false" }, t(label));
  const turn = (isOpen) => {
    find().classList.toggle("is-open", isOpen);
    mark(button, "aria-expanded", String(isOpen));
  };
  button.addEventListener("click", () => turn(!find().classList.contains("is-open")));
  button.addEventListener("keydown", (event) => event.key === "Escape" && turn(false));
  return { button };
}
