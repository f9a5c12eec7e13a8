// The words of the page: those that the table gives, and the few that are needed before it has answered.

const FIRST = {
  en: {
    connecting: "Connecting to the table …",
    away: "The table cannot be reached. Trying again …",
    "error-wrong-key": "This key opens no seat. Ask the table for a new one.",
    "error-full": "Too many pages are open; close one.",
    "watch-only": "Watch as a spectator",
  },
  "zh-TW": {
    connecting: "正在連接牌桌…",
    away: "連不到牌桌，正在重試…",
    "error-wrong-key": "這個代碼打不開任何座位。請向牌桌要新的代碼。",
    "error-full": "開啟的頁面太多；請關掉一個。",
    "watch-only": "以觀眾身分觀看",
  },
};

export const LANGUAGE_NAMES = { en: "English", "zh-TW": "中文" };

let texts = {};
let names = {};

/** Takes the names of those who sit at the seats; tells whether there are others than before. */
export function callSeats(given) {
  const isOther = JSON.stringify(given) !== JSON.stringify(names);
  names = given;
  return isOther;
}

/** Gives the name of who sits at a seat, or the seat's own. */
export function seatName(seat) {
  return names[seat] ?? seat;
}

const IN_SENTENCES = new Set(["seat", "other"]);

/** Gives what the person at a seat is called in a sentence: a chair that is only a number is called a seat. */
function called(seat) {
  return isNumber(seat) ? t("seat-numbered", { n: seat }) : seatName(seat);
}

const isNumber = (seat) => /^\d+$/.test(seat) && !(seat in names);

/** Begins with the words that the page has itself. */
export function speakFirst(language) {
  texts = FIRST[language] ?? FIRST.en;
  document.documentElement.lang = language;
}

/** Takes the words of the table. */
export function speak(language, given) {
  texts = { ...FIRST[language], ...given };
  document.documentElement.lang = language;
}

/** Tells whether there is a text of this name. */
export function knows(name) {
  return name in texts;
}

/**
 * Returns a text with its values put in, `{n:card|cards}` being the first word for 1; its name if the table has no such
 * text. `seat` and `other` are seats.
 */
export function t(name, values = {}) {
  const text = texts[name] ?? name;
  return text.replace(/([.!?] )?\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, before, key, one, many, at) => {
    if (!(key in values)) return whole;
    if (one !== undefined) return (before ?? "") + (String(values[key]) === "1" ? one : many);
    const value = String(IN_SENTENCES.has(key) ? called(values[key]) : values[key]);
    const begins = (at === 0 || before !== undefined) && IN_SENTENCES.has(key) && isNumber(values[key]);
    return (before ?? "") + (begins ? value[0].toUpperCase() + value.slice(1) : value);
  });
}

/** Gives a list in words. */
export function listed(parts) {
  return parts.join(t("between"));
}

/** Gives something with what is told of it. */
export function labelled(label, text) {
  return t("labelled", { label, text });
}

/** Gives the text of a number of cards. */
export function cardCount(n) {
  return t("cards-n", { n });
}
