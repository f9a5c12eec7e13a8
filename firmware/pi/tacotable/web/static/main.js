// Begins: connects to the table, builds the page when it answers, and shows what it tells.

import { notice } from "./announce.js";
import { Carrier } from "./carry.js";
import { Connection } from "./connection.js";
import { actionButton, say } from "./dom.js";
import { Help } from "./help.js";
import { layoutOf, layoutShown, layoutTold } from "./layout.js";
import { Page } from "./page.js";
import { Magnifier } from "./screens.js";
import { keepKey, keepSeat, recall, remember, takeKey, wear } from "./settings.js";
import { Sound } from "./sound.js";
import { Stage, asked, isStage } from "./stage.js";
import { callSeats, knows, speak, speakFirst, t } from "./words.js";

const banner = document.getElementById("banner");
const carrier = new Carrier();
const magnifier = new Magnifier();
const help = new Help();
const sound = new Sound();

let { key, code } = isStage() ? { key: "", code: "" } : takeKey();
let language = asked("language") ?? recall("language");
let run = "";
let page = null;
let joinedAt = "";

wear(asked("theme") ?? recall("theme"));
speakFirst(language);
say(banner, t("connecting"));

const connection = new Connection(() => ({ key, code, language, after: page?.log.last ?? 0, run, patches: true, packed: "DecompressionStream" in window }), {
  open: () => say(banner, ""),
  away,
  refused,
  message: take,
}, isStage() ? "/stage/live" : "/live");

function away() {
  say(banner, t(page ? "away" : "connecting"));
  sound.beat(null);
  document.body.classList.toggle("is-away", page !== null);
}

function refused(error) {
  const watch = actionButton({}, () => become(""), t("watch-only"));
  if (error.code === "wrong-key") keepSeat("");
  banner.replaceChildren(errorText(error), " ", watch);
}

function become(newKey, newCode = "") {
  key = newKey;
  code = newCode;
  keepKey(key);
  forget();
  connection.reopen();
}

function forget() {
  page = null;
  run = "";
}

function errorText({ code, text }) {
  return knows(`error-${code}`) ? t(`error-${code}`, { text }) : text;
}

const takers = {
  joined(joined) {
    key = joined.key;
    code = "";
    keepSeat(key);
    joinedAt = joined.seat;
  },
  welcome(welcome) {
    const old = page?.welcome;
    callSeats(welcome.names);
    const isSame = old && JSON.stringify(old.names) === JSON.stringify(welcome.names) && welcome.run === run && old.language === welcome.language && old.seat === welcome.seat && old.role === welcome.role && layoutOf(old.table) === layoutOf(welcome.table);
    document.body.classList.remove("is-away");
    if (isSame) return;
    run = welcome.run;
    language = welcome.language;
    if (!isStage()) remember("language", language);
    speak(language, welcome.texts);
    help.speak();
    page = isStage() ? new Stage({ welcome }) : build(welcome);
    if (isStage()) page.lay();
    if (joinedAt) notice(t("joined", { seat: joinedAt }));
    joinedAt = "";
  },
  scene(scene) {
    const isOther = layoutOf(page.welcome.table) !== layoutShown(scene);
    if (callSeats(scene.names) || isOther) connection.send({ do: "again" }); // all is told anew, with new names or another game
    if (!isOther) page.showScene(scene);
  },
  truth: (truth) => layoutOf(page.welcome.table) === layoutTold(truth) && page.showTruth?.(truth),
  health: ({ devices }) => page.devices?.show(devices),
  log: (entries) => page.log.take(entries),
  error: (error) => notice(errorText(error)),
};

function build(welcome) {
  const focused = document.activeElement?.dataset?.language; // its button is built anew, too
  carrier.putBack();
  const built = new Page({
    welcome,
    carrier,
    magnifier,
    sound,
    send: (message) => connection.send(message),
    onLanguage: (chosen) => connection.send({ do: "language", language: chosen }),
    onKeys: () => help.toggle(),
    onCode: (typed) => become("", typed),
    onLeave: () => become(""),
  });
  if (focused) document.querySelector(`[data-language="${focused}"]`)?.focus();
  return built;
}

function take(message) {
  takers[message.type]?.(message);
}

addEventListener("hashchange", () => {
  ({ key, code } = takeKey());
  forget();
  connection.reopen();
});

connection.open();
