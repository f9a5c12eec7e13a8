// Tells screen readers what happened: politely, or at once where somebody must act.

import { say } from "./dom.js";

const CLEAR_MS = 4000;
const timers = new Map();

function tell(id, text) {
  const region = document.getElementById(id);
  say(region, region.textContent === text ? `${text} ` : text);
  clearTimeout(timers.get(id));
  timers.set(id, setTimeout(() => say(region, ""), CLEAR_MS));
}

/** Tells when the listener has a moment, or at once. */
export const polite = (text) => tell("polite", text);
export const assertive = (text) => tell("assertive", text);

let noticeTimer = null;

/** Shows a sentence for some seconds, and tells it at once. */
export function notice(text) {
  const box = document.getElementById("notice");
  say(box, text);
  box.hidden = false;
  assertive(text);
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => {
    box.hidden = true;
  }, 7000);
}
