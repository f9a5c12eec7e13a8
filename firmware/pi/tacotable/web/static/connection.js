// The live connection: says who we are, hands messages on, and comes back by itself when it breaks.

import { changed } from "./changes.js";

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
const QUIET_MS = 10_000;
const LOOK_MS = 5000;
const ANSWER_MS = 2000;
const FINAL = new Set(["wrong-key", "wrong-code", "too-many-codes"]);
const PICTURES = new Set(["scene", "truth", "health"]);

/** Gives the text of a message; what everybody may see comes compressed. */
function textOf(data) {
  if (typeof data === "string") return data;
  return new Response(data.stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

export class Connection {
  /** `hello()` gives the first message's content; `on` has `message`, `open`, `away`, and `refused` for good. */
  constructor(hello, on, path = "/live") {
    this.path = path;
    this.hello = hello;
    this.on = on;
    this.waitMs = FIRST_WAIT_MS;
    this.timer = null;
    this.socket = null;
    for (const event of ["online", "pageshow", "resume"]) addEventListener(event, () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => document.hidden || Date.now() - this.heardAt < QUIET_MS || this.probe(), LOOK_MS);
  }

  open() {
    clearTimeout(this.timer);
    this.timer = null;
    this.isRefused = false;
    this.heardAt = Date.now();
    this.shown = {};
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ hello: this.hello() })));
    let reading = Promise.resolve(); // one after the other: unpacking takes a moment
    socket.addEventListener("message", ({ data }) => {
      reading = reading.then(async () => this.take(socket, JSON.parse(await textOf(data)))).catch(reportError);
    });
    socket.addEventListener("close", () => reading.then(() => this.lose(socket)));
  }

  /** Begins anew, as somebody else. */
  reopen() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.waitMs = FIRST_WAIT_MS;
    this.open();
  }

  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  take(socket, message) {
    if (socket !== this.socket) return;
    this.heardAt = Date.now();
    if (message.type === "heard") return;
    if (message.type === "welcome") {
      this.waitMs = FIRST_WAIT_MS;
      this.on.open();
    }
    if (message.type === "error" && FINAL.has(message.code)) {
      this.isRefused = true;
      this.on.refused(message);
      return;
    }
    this.on.message(this.whole(message));
  }

  /** Gives a picture whole: the newest one of its kind is kept, and a patch makes the next of it. */
  whole(message) {
    if (message.type === "patch") {
      this.shown[message.of] = changed(this.shown[message.of], message);
      return this.shown[message.of];
    }
    if (PICTURES.has(message.type)) this.shown[message.type] = message;
    return message;
  }

  lose(socket) {
    if (socket !== this.socket || this.isRefused) return;
    this.on.away();
    this.timer = setTimeout(() => this.open(), this.waitMs * (0.75 + Math.random() / 2));
    this.waitMs = Math.min(this.waitMs * 1.8, LONGEST_WAIT_MS);
  }

  /** Tries at once when the network or the person is back; a connection that seems to be there is asked. */
  hurry() {
    if (this.timer !== null) this.open();
    else this.probe();
  }

  /** Asks whether anybody hears this page: a network that went away tells nobody. Without an answer it begins anew. */
  probe() {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const askedAt = Date.now();
    this.send({ do: "hear" });
    setTimeout(() => {
      if (socket !== this.socket || this.heardAt >= askedAt) return;
      this.on.away();
      this.reopen();
    }, ANSWER_MS);
  }
}
