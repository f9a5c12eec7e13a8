// The opening of a game by the hands of a simulated table: the seats sit down, the cards are dealt, and OK is pressed.
// Each step is what people would do by hand; it looks at the table before each, so that a press that did not count comes again.

const STEP_MS = 700;
const TAP_MS = 150;
/** How a lamp blinks that asks for a press. */
const ASKS = "fast";

export class Opening {
  /** On the page of a `isHost` the cards of lessons are laid, too. */
  constructor({ table, send, isHost }) {
    this.table = table;
    this.isHost = isHost;
    this.send = send;
    this.held = "";
  }

  /** Begins, with so many players at the first seats; `onDone` takes these when the cards are dealt. */
  begin(players, onDone = () => {}) {
    this.onDone = onDone;
    this.seats = this.table.seats.slice(0, players).map(({ name }) => name);
    clearInterval(this.timer);
    this.timer = setInterval(() => this.step(), STEP_MS);
    this.step();
  }

  show(scene) {
    this.scene = scene;
    const isLaying = Boolean(this.isHost && scene.lesson?.laying);
    if (isLaying && !this.wasLaying) {
      this.gathers = true;
      this.begin(this.table.seats.length);
    }
    this.wasLaying = isLaying;
    if (this.held && scene.stage !== "lobby") this.letGo();
  }

  showTruth({ cards }) {
    this.isDealt = this.table.seats.some(({ name }) => cards[`hand:${name}`]?.length);
  }

  step() {
    const { stage, kittens, lamps, lesson, board } = this.scene;
    const [first] = this.seats;
    if (this.gathers) {
      this.gathers = false;
      this.send({ do: "gather" });
    } else if (lesson && stage === "move") {
      this.send({ do: "token", space: board.target });
    } else if (stage === "lobby") {
      const standing = kittens && this.seats.find((seat) => !kittens.seated.includes(seat));
      if (standing || !kittens) this.tap(`${standing || first}.ok`);
      else if (!this.held) this.hold(`${first}.ok`);
    } else if (stage === "deal") {
      const asked = this.seats.map((seat) => `${seat}.ok`).find((button) => lamps[button]?.pattern === ASKS);
      if (this.isDealt) asked && this.tap(asked);
      else this.send({ do: "gather" });
    } else {
      this.end();
    }
  }

  tap(button) {
    this.send({ do: "press", button });
    setTimeout(() => this.send({ do: "release", button }), TAP_MS);
  }

  /** Holds a button until the table has seen it. */
  hold(button) {
    this.held = button;
    this.send({ do: "press", button });
  }

  letGo() {
    this.send({ do: "release", button: this.held });
    this.held = "";
  }

  end() {
    clearInterval(this.timer);
    if (this.held) this.letGo();
    this.onDone(this.seats);
  }
}
