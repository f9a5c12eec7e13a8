// What this browser remembers: language, colours, sound; and for this tab the key of its seat.

const DEFAULTS = { theme: "auto", sound: "on", volume: "60" };

function firstLanguage() {
  return navigator.language.toLowerCase().startsWith("zh") ? "zh-TW" : "en";
}

/** Gives a remembered setting; a browser that remembers nothing gets the default. */
export function recall(name) {
  const fallback = name === "language" ? firstLanguage() : DEFAULTS[name];
  try {
    return localStorage.getItem(`tacotable.${name}`) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Remembers a setting, where the browser allows it. */
export function remember(name, value) {
  try {
    localStorage.setItem(`tacotable.${name}`, value);
  } catch {
    // Private windows may refuse; the setting then lasts as long as the page.
  }
}

/** Gives the key of this tab's seat. A key in the address is taken out of it: addresses get shown and shared. */
export function takeKey() {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  if (given !== null) {
    keepKey(given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("tacotable.key") ?? "";
}

/** Keeps a key for this tab; an empty one makes it a spectator's. */
export function keepKey(key) {
  sessionStorage.setItem("tacotable.key", key);
}

/** Puts the colours of a theme on: auto, light or dark. */
export function wear(theme) {
  document.documentElement.dataset.theme = theme;
}
