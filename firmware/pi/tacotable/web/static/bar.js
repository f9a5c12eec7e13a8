// The bar at the top: what table this is, simulated or real, the stage of the game, and this browser's settings.

import { actionButton, el, mark, say } from "./dom.js";
import { glyph } from "./drawings.js";
import { recall, remember, wear } from "./settings.js";
import { LANGUAGE_NAMES, t } from "./words.js";

const STAGES = ["lobby", "deal", "play", "move", "over"];
const THEMES = ["auto", "light", "dark"];

export class Bar {
  constructor({ welcome, sound, onLanguage, onKeys }) {
    this.sound = sound;
    this.title = el("h1", {}, welcome.table.name);
    this.paused = el("span", { class: "chip is-alert", hidden: true }, t("paused"));
    this.health = el("a", { class: "chip", href: "#health-title" });
    const hasToken = welcome.table.spaces !== undefined;
    this.stages = STAGES.filter((stage) => stage !== "move" || hasToken).map((stage) => el("li", { "data-stage": stage }, t(`stage-${stage}`)));
    this.elements = [
      el("a", { class: "skip", href: "#table" }, t("skip-to-table")),
      el(
        "div",
        { class: "row bar-name" },
        el("span", { class: welcome.simulated ? "mode is-simulated" : "mode" }, t(welcome.simulated ? "simulated" : "real")),
        this.title,
        el("span", { class: "role small" }, roleText(welcome)),
        this.paused,
      ),
      el("ol", { class: "stages", "aria-label": t("stages") }, ...this.stages),
      el("div", { class: "row settings" }, this.health, this.languages(welcome, onLanguage), this.theme(), ...this.sounds(), this.keysButton(onKeys)),
    ];
  }

  show(scene) {
    say(this.title, scene.title);
    mark(this.title, "title", scene.title);
    this.paused.hidden = !scene.paused;
    for (const stage of this.stages) mark(stage, "aria-current", stage.dataset.stage === scene.stage ? "step" : null);
    const count = scene.faults.length;
    say(this.health, `${t("health")}: ${count || "✓"}`);
    mark(this.health, "aria-label", `${t("health")}: ${count ? t("unhealthy", { n: count }) : t("healthy")}`);
    this.health.classList.toggle("is-alert", count > 0);
  }

  languages(welcome, onLanguage) {
    const buttons = welcome.languages.map((language) => {
      return actionButton({ lang: language, "data-language": language, "aria-pressed": language === welcome.language ? "true" : "false" }, () => onLanguage(language), LANGUAGE_NAMES[language] ?? language);
    });
    return el("div", { class: "segments", role: "group", "aria-label": t("language") }, ...buttons);
  }

  theme() {
    const chosen = recall("theme");
    const buttons = THEMES.map((theme) => el("button", { type: "button", "data-theme-choice": theme, "aria-pressed": theme === chosen ? "true" : "false" }, t(`theme-${theme}`)));
    for (const button of buttons) {
      button.addEventListener("click", () => {
        const theme = button.dataset.themeChoice;
        remember("theme", theme);
        wear(theme);
        for (const other of buttons) mark(other, "aria-pressed", other === button ? "true" : "false");
      });
    }
    return el("div", { class: "segments", role: "group", "aria-label": t("theme") }, ...buttons);
  }

  sounds() {
    const slider = el("input", { type: "range", class: "volume", min: 0, max: 100, step: 10, value: this.sound.volume, "aria-label": t("volume") });
    slider.addEventListener("input", () => this.sound.setVolume(Number(slider.value)));
    const button = el("button", { type: "button", class: "icon-button" });
    const show = () => {
      button.replaceChildren(glyph(this.sound.isOn ? "sound" : "mute"));
      mark(button, "aria-label", t(this.sound.isOn ? "sound-on" : "sound-off"));
      mark(button, "title", t(this.sound.isOn ? "sound-on" : "sound-off"));
      slider.disabled = !this.sound.isOn;
    };
    button.addEventListener("click", () => {
      this.sound.turn(!this.sound.isOn);
      show();
    });
    show();
    return [button, slider];
  }

  keysButton(onKeys) {
    return actionButton({ class: "icon-button", "aria-label": t("keys"), title: t("keys") }, onKeys, glyph("keys"));
  }
}

function roleText(welcome) {
  if (welcome.role === "seat") return t("role-seat", { seat: welcome.seat });
  return t(`role-${welcome.role}`);
}
