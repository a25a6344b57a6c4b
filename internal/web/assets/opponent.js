// The agents of a game, which move when it is their turn.

import { patient } from "./api.js";

const glance = 350; // ms that a move of two agents is seen before the next

export class Opponent {
  constructor(table) {
    this.table = table;
    this.thinking = null; // AbortController of the search for a move
  }

  // stop calls off the search.
  stop() {
    if (this.thinking) this.thinking.abort();
    this.thinking = null;
  }

  // continue lets an agent move whose turn it is.
  async continue() {
    const { table } = this, { seating, tip } = table, last = tip.position;
    if (this.thinking || table.paused || !last || last.over || seating.isPerson(last.toMove)) return;
    if (!seating.persons && table.here !== tip) return; // who looks back at a game of agents wants to look
    const stop = this.thinking = new AbortController();
    const seat = seating.of(last.toMove);
    try {
      if (!seating.persons && tip.ply > 0) await new Promise((done) => setTimeout(done, glance));
      const report = await patient("/api/move",
        { ...table.line(), player: seat.id, simulations: seat.simulations, seconds: seat.seconds, dice: table.dice },
        stop.signal, (why) => table.say(why));
      if (this.thinking !== stop) return;
      table.note = report.by || "";
      tip.tell(report);
      const next = await table.extend(tip, [report.move]);
      if (this.thinking !== stop) return;
      this.thinking = null;
      const follows = table.here === tip;
      table.aim(next, true);
      if (follows) table.ply = table.end;
      table.show();
    } catch (e) {
      if (this.thinking === stop) this.thinking = null;
      if (e.name !== "AbortError") table.paused = true;
      table.fail(e);
    }
  }
}
