// The state of the devices, and on the simulated table the switches that break them.

import { el, mark, say } from "./dom.js";
import { knows, t } from "./words.js";

/** Gives a device's name in words: `reader YAY.pad` is a reader. */
export function deviceLabel(device) {
  const [kind, ...rest] = device.split(" ");
  return knows(`device-${kind}`) ? t(`device-${kind}`, { name: rest.join(" ") }) : device;
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
    this.body = el("div", { class: "switch-groups" });
    this.element = el(
      "details",
      { class: "panel switches" },
      el("summary", {}, el("h2", {}, t("switches")), this.count),
      el("p", { class: "small" }, t("switches-help")),
      this.body,
    );
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
    this.group(device).append(el("label", { class: "switch" }, box, el("span", {}, words)));
    this.boxes.set(id, box);
    return box;
  }

  group(device) {
    if (!this.groups.has(device)) {
      const group = el("fieldset", { class: "switch-group" }, el("legend", {}, deviceLabel(device)));
      this.groups.set(device, group);
      this.body.append(group);
    }
    return this.groups.get(device);
  }
}
