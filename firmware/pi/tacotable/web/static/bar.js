// The bar at the top: what table this is, simulated or real, the stage of the game, and this browser's settings.

import { actionButton, closeOnEscape, el, mark, say } from "./dom.js";
import { glyph } from "./drawings.js";
import { recall, remember, wear } from "./settings.js";
import { labelled, LANGUAGE_NAMES, t } from "./words.js";

const STAGES = ["lobby", "deal", "play", "move", "over"];
const THEMES = ["auto", "light", "dark"];

/** The same in Latin letters, for browsers without glyphs for the others. */
const LATIN_NAMES = { "zh-TW": "Chinese" };
/** A character that no font has. */
const MISSING = "\u{10fffe}";

/** Returns a name, or another one if its first character is drawn as a missing one is. */
function readable(name, other) {
  const context = el("canvas", { width: 24, height: 24 }).getContext("2d", { willReadFrequently: true });
  const drawn = (sign) => {
    context.clearRect(0, 0, 24, 24);
    context.font = "16px sans-serif";
    context.fillText(sign, 0, 18);
    return context.getImageData(0, 0, 24, 24).data.join();
  };
  return other && drawn([...name][0]) === drawn(MISSING) ? other : name;
}

export class Bar {
  constructor({ welcome, sound, send, onLanguage, onKeys }) {
    this.sound = sound;
    this.title = el("h1", {}, welcome.table.name);
    this.paused = el("span", { class: "chip is-alert", hidden: true }, t("paused"));
    this.health = el("a", { class: "chip", href: "#health-title" });
    const hasToken = welcome.table.spaces !== undefined;
    this.stages = STAGES.filter((stage) => stage !== "move" || hasToken).map((stage) => el("li", { "data-stage": stage }, t(`stage-${stage}`)));
    const keys = actionButton({ class: "icon-button", "aria-label": t("keys"), title: t("keys") }, onKeys, glyph("keys"));
    this.elements = [
      el("a", { class: "skip", href: "#table" }, t("skip-to-table")),
      el(
        "div",
        { class: "row bar-name" },
        el("span", { class: welcome.simulated ? "mode is-simulated" : "mode" }, t(welcome.simulated ? "simulated" : "real")),
        this.title,
        el("span", { class: "role small" }, t(`role-${welcome.role}`, { seat: welcome.seat })),
        this.paused,
      ),
      el("ol", { class: "row stages", "aria-label": t("stages") }, ...this.stages),
      el("div", { class: "row settings" }, this.health, this.languages(welcome, onLanguage), this.theme(), ...this.sounds(), ...this.odds(welcome, send), keys),
    ];
  }

  show(scene) {
    say(this.title, scene.title);
    mark(this.title, "title", scene.title);
    this.paused.hidden = !scene.paused;
    if (this.tellsOdds) mark(this.tellsOdds, "aria-pressed", String(scene.odds.on));
    for (const stage of this.stages) mark(stage, "aria-current", stage.dataset.stage === scene.stage ? "step" : null);
    const count = scene.faults.length;
    say(this.health, labelled(t("health"), count || "✓"));
    mark(this.health, "aria-label", labelled(t("health"), count ? t("unhealthy", { n: count }) : t("healthy")));
    this.health.classList.toggle("is-alert", count > 0);
  }

  languages(welcome, onLanguage) {
    const buttons = welcome.languages.map((language) => {
      return actionButton({ lang: language, "data-language": language, "aria-pressed": language === welcome.language ? "true" : "false", "aria-label": LANGUAGE_NAMES[language] ?? null }, () => onLanguage(language), readable(LANGUAGE_NAMES[language], LATIN_NAMES[language]) ?? language);
    });
    return el("div", { class: "segments", role: "group", "aria-label": t("language") }, ...buttons);
  }

  /** Gives to who decides what shows everybody the odds, on the stage. */
  odds({ role }, send) {
    if (role !== "simulation" && role !== "arbiter") return [];
    this.tellsOdds = actionButton({ class: "quiet odds", "aria-pressed": "false" }, () => send({ do: "odds", on: this.tellsOdds.ariaPressed !== "true" }), t("odds"));
    return [this.tellsOdds];
  }

  theme() {
    const chosen = recall("theme");
    const choose = (theme) => {
      remember("theme", theme);
      wear(theme);
      buttons.forEach((button, index) => mark(button, "aria-pressed", String(THEMES[index] === theme)));
    };
    const buttons = THEMES.map((theme) => actionButton({ "data-theme-choice": theme, "aria-pressed": String(theme === chosen) }, () => choose(theme), t(`theme-${theme}`)));
    return el("div", { class: "segments", role: "group", "aria-label": t("theme") }, ...buttons);
  }

  sounds() {
    const slider = el("input", { type: "range", class: "volume", min: 0, max: 100, step: 10, value: this.sound.volume, "aria-label": t("volume") });
    slider.addEventListener("input", () => this.sound.setVolume(Number(slider.value)));
    const turn = () => {
      this.sound.turn(!this.sound.isOn);
      show();
    };
    const button = actionButton({ class: "icon-button" }, turn);
    const show = () => {
      button.replaceChildren(glyph(this.sound.isOn ? "sound" : "mute"));
      for (const name of ["aria-label", "title"]) mark(button, name, t(this.sound.isOn ? "sound-on" : "sound-off"));
      slider.disabled = !this.sound.isOn;
    };
    show();
    return [button, slider];
  }
}

/** Gives the buttons that open and close the drawers, which are on the page by now. */
export function drawers() {
  return [drawer("drawer-open", "log", document.getElementById("aside")), drawer("settings-open", "settings", document.querySelector(".settings"))];
}

function drawer(name, label, element) {
  const button = actionButton({ class: `quiet ${name}`, "aria-expanded": "false" }, () => turn(!element.classList.contains("is-open")), t(label));
  const turn = (isOpen) => {
    if (!isOpen && element.contains(document.activeElement)) button.focus();
    element.classList.toggle("is-open", isOpen);
    mark(button, "aria-expanded", String(isOpen));
  };
  turn(false);
  element.prepend(actionButton({ class: "quiet drawer-close" }, () => turn(false), t("close")));
  closeOnEscape(element, () => turn(false));
  return button;
}
