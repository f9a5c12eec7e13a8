// What this browser remembers: language, colours, sound; and for this tab the key of its seat.

import { LANGUAGE_NAMES } from "./words.js";

const DEFAULTS = { theme: "auto", sound: "on", volume: "60" };

/** Gives the browser's language where the table speaks it, in whatever country's form; else English. */
function firstLanguage() {
  const [wanted] = navigator.language.toLowerCase().split("-");
  return Object.keys(LANGUAGE_NAMES).find((known) => known.split("-")[0] === wanted) ?? "en";
}

/** Gives a remembered setting; a browser that remembers nothing gets the default. */
export function recall(name) {
  const fallback = name === "language" ? firstLanguage() : DEFAULTS[name];
  return stored(name) ?? fallback;
}

/** Remembers a setting, where the browser allows it. */
export function remember(name, value) {
  try {
    localStorage.setItem(`tacotable.${name}`, value);
  } catch {
    // Private windows may refuse; the setting then lasts as long as the page.
  }
}

const CODE_SIGNS = 6;

/**
 * Gives the key of this tab's page, or of the seat that this browser has joined, and the code of a seat if one was
 * scanned. Both are taken out of the address: addresses get shown and shared.
 */
export function takeKey() {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  const isCode = given?.length === CODE_SIGNS;
  if (given !== null) {
    if (!isCode) keepKey(given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return { key: sessionStorage.getItem("tacotable.key") ?? stored("seat") ?? "", code: isCode ? given : "" };
}

/** Keeps the key of a seat that this browser joined, for when it was asleep or closed; an empty one forgets it. */
export function keepSeat(key) {
  keepKey(key);
  remember("seat", key);
}

/** Tells whether this tab has seen something before; with `isSeen` it has from now on. */
export function seen(name, isSeen = false) {
  if (isSeen) sessionStorage.setItem(`tacotable.${name}`, "yes");
  return sessionStorage.getItem(`tacotable.${name}`) !== null;
}

function stored(name) {
  try {
    return localStorage.getItem(`tacotable.${name}`);
  } catch {
    return null;
  }
}

/** Keeps a key for this tab; an empty one makes it a spectator's. */
export function keepKey(key) {
  sessionStorage.setItem("tacotable.key", key);
}

/** Puts the colours of a theme on: auto, light or dark. */
export function wear(theme) {
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.colorScheme = theme === "auto" ? "" : theme;
}
