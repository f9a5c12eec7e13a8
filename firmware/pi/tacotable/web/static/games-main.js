// The games that were played: the list with who won how many, and one game as a replay, from the table or from a file.
// At a director also a table that is watched while it plays.

import { el } from "./dom.js";
import { Replay } from "./replay.js";
import { recall, wear } from "./settings.js";
import { WatchedTable } from "./watch.js";
import { listed, speak, t } from "./words.js";

const AGAIN_MS = 1000;
const place = document.getElementById("main");
const kept = document.getElementById("replay-data");
const language = new URLSearchParams(location.search).get("language") ?? recall("language");

async function fetched(address, more = "") {
  const answer = await fetch(`${address}?language=${encodeURIComponent(language)}${more}`);
  return answer.ok ? answer.json() : null;
}

/** Shows one game; `name` is where the table has it, none in a file. */
function showReplay(data, name) {
  speak(data.language, data.texts);
  document.title = `${data.title} · ${data.began}`;
  place.replaceChildren(new Replay(data, name && { all: "/games", file: `/games/${name}/replay.html?language=${data.language}`, review: () => fetched(`/games/${name}/review.json`) }).element);
}

async function showList() {
  const { games, people, left, left_out: leftOut = [], texts, language: spoken } = await fetched("/games.json");
  speak(spoken, texts);
  document.title = t("games");
  const rows = games.map((game) => el("li", {}, el("a", { class: "panel", href: `/games/${game.name}` }, el("strong", {}, game.title), el("span", {}, game.began), el("span", {}, listed(game.people)), el("span", {}, t("games-won", { who: game.winner })), el("span", { class: "games-watch" }, t("party-replay")))));
  const line = ({ title, person, played, won }) => el("tr", {}, el("th", { scope: "row" }, person), ...[title, played, won].map((value) => el("td", {}, String(value))));
  const heads = ["games-person", "games-game", "games-played", "games-winner"].map((name) => el("th", { scope: "col" }, t(name)));
  const table = el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...people.map(line)));
  place.replaceChildren(
    el("section", { class: "games" }, el("a", { class: "games-back", href: "/" }, t("games-table")), el("h1", {}, t("games")), el("ol", { class: "stack games-list" }, ...rows), rows.length ? "" : el("p", {}, t("games-none")), left ? el("p", { role: "status" }, t("games-left", { n: left })) : "", leftOut.length ? el("p", {}, t("games-left-out", { names: listed(leftOut) })) : "", people.length ? el("h2", {}, t("games-people")) : "", people.length ? table : ""),
  );
  if (left) setTimeout(showList, AGAIN_MS);
}

async function begin() {
  if (kept) {
    showReplay(JSON.parse(kept.textContent), "");
    return;
  }
  const [, folder, name] = location.pathname.split("/");
  if (folder === "tables") {
    const table = new WatchedTable((more) => fetched(`/tables/${name}/stage.json`, more));
    place.replaceChildren(table.element);
    await table.follow();
    return;
  }
  const data = name ? await fetched(`/games/${name}/replay.json`) : null;
  if (data) showReplay(data, name);
  else await showList();
}

wear(recall("theme"));
begin();
