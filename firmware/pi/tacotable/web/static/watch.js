// A table of an event on a spectator's screen: its stage, and what was told last, as its director shows them.

import { el, isNews, mark, say } from "./dom.js";
import { Stage } from "./stage.js";
import { callSeats, speak } from "./words.js";

const APART_MS = 500; // spectators do not all ask in one moment, and each at most once a second or so

export class WatchedTable {
  /** `fetched` asks the director for the table; when told, without the words that the page has already. */
  constructor(fetched) {
    this.fetched = fetched;
    this.table = el("div", { class: "replay-stage" });
    this.name = el("h1", {});
    this.state = el("p", { role: "status" });
    this.said = el("ol", { class: "stack", "aria-live": "polite" });
    this.wall = el("a", { href: `/${location.search}` });
    const controls = el("section", { class: "stack replay-controls" }, this.name, this.state, this.said, el("p", {}, this.wall));
    this.element = el("div", { class: "replay" }, this.table, controls);
    this.due = 0;
    mark(document.documentElement, "data-view", "stage");
    mark(document.documentElement, "data-replay", true);
  }

  /** Shows the table from now on. */
  async follow() {
    await this.show();
    new EventSource("/news").onmessage = () => {
      this.due ||= setTimeout(() => this.show(), APART_MS * (1 + 2 * Math.random()));
    };
  }

  async show() {
    this.due = 0;
    const data = await this.fetched(this.isKnown ? "&brief" : "").catch(() => null);
    if (!data) return; // the director is away: it tells when it is there again
    if (data.texts) speak(data.language, data.texts);
    this.isKnown = true;
    say(this.name, data.name);
    say(this.state, data.state);
    say(this.wall, data.wall);
    if (isNews(this.said, data.said)) this.said.replaceChildren(...data.said.map((text) => el("li", {}, text)));
    const isOther = callSeats(data.picture.names ?? {});
    if (data.table && (isNews(this.table, data.table) || isOther)) {
      this.stage = new Stage({ welcome: { table: data.table } });
      this.table.replaceChildren(this.stage.element);
    }
    this.table.hidden = !data.table;
    if (data.table) this.stage.showScene({ ...data.picture, title: data.title });
    document.title = data.name;
  }
}
