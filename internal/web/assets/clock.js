// Clocks: of a game that the page keeps, and of one that the server keeps. Times are
// in seconds.

import { html, useEffect, useReducer } from "./vendor/preact-htm.mjs";
import { clockText, put } from "./notes.js";
import { capital } from "./words.js";

const freePlies = 2; // the clock starts when both have moved once

const seconds = () => performance.now() / 1000;

// readClock reads a clock of an address: "5+3" is five minutes, and three seconds more
// with each move; left are the seconds that both have: "281.5_300". null: none.
export function readClock(text, left) {
  const [minutes, increment] = (text || "").split("+").map(Number);
  if (!(minutes > 0 && minutes <= 180 && increment >= 0 && increment <= 180)) return null;
  const rest = (left || "").split("_").map(Number);
  const valid = rest.length === 2 && rest.every((s) => s > 0 && s < 1e6);
  return { main: 60 * minutes, increment, left: valid ? rest : [60 * minutes, 60 * minutes] };
}

// PageClock runs for the side to move of a game that the page keeps.
export class PageClock {
  constructor(table, { main, increment, left }) {
    Object.assign(this, { table, main, increment, rest: left });
    this.running = -1;
    this.since = 0;
    this.seen = null; // the end of the line when the clock was last set
  }

  left(side) { return Math.max(0, this.rest[side] - (side === this.running ? seconds() - this.since : 0)); }

  get told() { return `${this.main / 60}+${this.increment}`; }
  get toldLeft() { return [0, 1].map((side) => this.left(side).toFixed(1)).join("_"); }

  // set follows the game: the side that has moved since gets the increment.
  set() {
    const { table } = this, { tip } = table, last = tip.position;
    const mover = !last || last.over || table.paused || tip.ply < freePlies ? -1 : last.toMove;
    const moved = this.seen && tip.parent === this.seen ? this.running : -1;
    this.seen = tip;
    if (this.running === mover && moved < 0) return;
    const now = seconds();
    if (this.running >= 0) this.rest[this.running] = this.left(this.running);
    if (moved >= 0) {
      this.rest[moved] += this.increment;
      put(tip, "clk", clockText(this.rest[moved]));
    }
    Object.assign(this, { running: mover, since: now });
    this.wind();
  }

  // wind waits for the flag of the side whose clock runs.
  wind() {
    clearTimeout(this.timer);
    if (this.running < 0) return;
    const left = this.left(this.running);
    if (left <= 0) this.table.agreement.agree(["first-flagged", "second-flagged"][this.running]);
    else this.timer = setTimeout(() => this.wind(), 1000 * left);
  }

  stop() { clearTimeout(this.timer); }
}

// ServerClock shows a clock as the server has told it.
export class ServerClock {
  constructor(told) {
    Object.assign(this, { running: told.running, rest: told.left, since: seconds() });
  }

  left(side) { return Math.max(0, this.rest[side] - (side === this.running ? seconds() - this.since : 0)); }
  set() {}
  stop() {}
}

const short = 20; // seconds that are few

// Clock shows what a side has left.
export function Clock({ clock, side, role }) {
  const [, tick] = useReducer((n) => n + 1, 0);
  const running = clock.running === side, left = clock.left(side);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(tick, left < short ? 100 : 250);
    return () => clearInterval(timer);
  }, [clock, running, left < short]);
  return html`<span class=${`clock ${running ? "running" : ""} ${left < short ? "low" : ""}`} role="timer" aria-label=${`${capital(role)} has ${told(left)} left`}>${told(left)}</span>`;
}

function told(left) {
  const whole = left < short ? Math.floor(10 * left) / 10 : Math.ceil(left);
  const minutes = Math.floor(whole / 60), rest = whole - 60 * minutes;
  const text = left < short ? rest.toFixed(1) : String(rest);
  return `${minutes}:${rest < 10 ? "0" : ""}${text}`;
}
