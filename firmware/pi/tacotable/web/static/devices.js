// How each device is: its state, what it has counted, and why it was lost last. For those who look after the table.

import { el, mark, say } from "./dom.js";
import { deviceLabel } from "./switches.js";
import { t } from "./words.js";

const WORST_FIRST = ["faulty", "absent", "suspect", "starting", "ok"];
const WELL = new Set(["ok", "starting", "suspect"]);

export class Devices {
  constructor() {
    this.rows = new Map();
    this.list = el("ul", { class: "device-list" });
    this.count = el("span", { class: "chip" });
    this.element = el(
      "details",
      { class: "panel devices" },
      el("summary", {}, el("h2", {}, t("devices")), this.count),
      el("p", { class: "small" }, t("devices-help")),
      this.list,
    );
  }

  /** Shows all devices, the worst first; a row that is there stays, so that a selection in it stays, too. */
  show(devices) {
    const well = devices.filter(({ state }) => WELL.has(state)).length;
    say(this.count, t("devices-well", { n: well, all: devices.length }));
    this.count.classList.toggle("is-alert", well < devices.length);
    const ordered = [...devices].sort((one, other) => WORST_FIRST.indexOf(one.state) - WORST_FIRST.indexOf(other.state));
    const rows = ordered.map((device) => this.row(device));
    if (rows.some((row, place) => this.list.children[place] !== row)) this.list.replaceChildren(...rows);
  }

  row({ device, state, counts, losses, reason }) {
    if (!this.rows.has(device)) {
      const parts = { state: el("span", { class: "device-state" }), numbers: el("span", { class: "small" }), reason: el("span", { class: "device-reason" }) };
      const row = el("li", { "data-device": device }, el("strong", {}, deviceLabel(device)), " ", parts.state, parts.numbers, parts.reason);
      this.rows.set(device, { row, parts });
    }
    const { row, parts } = this.rows.get(device);
    mark(row, "data-state", state);
    say(parts.state, t(`state-${state}`));
    say(parts.numbers, numbers(counts, losses));
    say(parts.reason, reason);
    parts.reason.hidden = reason === "";
    return row;
  }
}

/** Tells what a device has counted; what it does not count is left out. */
function numbers(counts, losses) {
  const told = Object.entries(counts).filter(([, value]) => value !== null);
  const words = told.map(([name, value]) => t(`count-${name.replaceAll("_", "-")}`, { n: value }));
  return [...words, ...(losses ? [t("count-losses", { n: losses })] : [])].join(" · ");
}
