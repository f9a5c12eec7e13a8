// The state of the devices, what each has counted, and on the simulated table the switches that break them.

import { el, mark, say } from "./dom.js";
import { knows, t } from "./words.js";

/** Gives a device's name in words: `reader YAY.pad` is a reader. */
export function deviceLabel(device) {
  const [kind, ...rest] = device.split(" ");
  return knows(`device-${kind}`) ? t(`device-${kind}`, { name: rest.join(" ") }) : device;
}

/** Gives a panel that is folded: its name and a count stand above its help and what it has. */
function folded(name, count, body) {
  return el("details", { class: `panel ${name}` }, el("summary", {}, el("h2", {}, t(name)), count), el("p", { class: "small" }, t(`${name}-help`)), body);
}

export class Health {
  constructor() {
    this.list = el("ul", { class: "health-list" });
    this.well = el("p", { class: "well" }, t("healthy"));
    this.element = el("section", { class: "panel health", "aria-labelledby": "health-title" }, el("h2", { id: "health-title" }, t("health")), this.well, this.list);
  }

  show(faults) {
    this.well.hidden = faults.length > 0;
    this.list.replaceChildren(
      ...faults.map(({ device, text }) => el("li", {}, el("strong", {}, deviceLabel(device)), " ", el("span", {}, text))),
    );
  }
}

export class Switches {
  constructor(send) {
    this.send = send;
    this.boxes = new Map();
    this.groups = new Map();
    this.count = el("span", { class: "chip", hidden: true });
    this.body = el("div", { class: "stack switch-groups" });
    this.element = folded("switches", this.count, this.body);
  }

  show(faults) {
    for (const fault of faults) {
      const box = this.box(fault);
      box.checked = fault.on;
    }
    const on = faults.filter(({ on: isOn }) => isOn).length;
    say(this.count, t("switches-on", { n: on }));
    this.count.hidden = on === 0;
    for (const group of this.groups.values()) mark(group, "data-on", group.querySelector(":checked") !== null);
  }

  box({ device, fault, label }) {
    const id = `${device} ${fault}`;
    if (this.boxes.has(id)) return this.boxes.get(id);
    const box = el("input", { type: "checkbox", "data-device": device, "data-fault": fault });
    box.addEventListener("change", () => this.send({ do: "fault", device, fault, on: box.checked }));
    const words = knows(`fault-${fault}`) ? t(`fault-${fault}`) : label;
    this.group(device).append(el("label", { class: "row switch" }, box, el("span", {}, words)));
    this.boxes.set(id, box);
    return box;
  }

  group(device) {
    if (!this.groups.has(device)) {
      const group = el("fieldset", { class: "row switch-group" }, el("legend", {}, deviceLabel(device)));
      this.groups.set(device, group);
      this.body.append(group);
    }
    return this.groups.get(device);
  }
}

const WORST_FIRST = ["faulty", "absent", "suspect", "starting", "ok"];
const WELL = new Set(["ok", "starting", "suspect"]);

export class Devices {
  constructor() {
    this.rows = new Map();
    this.list = el("ul", { class: "device-list" });
    this.count = el("span", { class: "chip" });
    this.element = folded("devices", this.count, this.list);
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
      const row = el("li", { class: "row", "data-device": device }, el("strong", {}, deviceLabel(device)), " ", parts.state, parts.numbers, parts.reason);
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
