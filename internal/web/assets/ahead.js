// A line of play that is looked at without being played.

import { post } from "./api.js";

export class Ahead {
  constructor(table, line, step, positions) {
    Object.assign(this, { table, line, step, positions });
  }

  get position() { return this.positions[this.step]; }

  go(step) {
    if (step < 0 || step >= this.positions.length) return;
    this.step = step;
    this.table.changed();
  }

  // back returns to the game.
  back() {
    this.table.ahead = null;
    this.table.changed();
  }

  // take plays the line, as far as it is looked at.
  take() { return this.table.playAll(this.line.slice(0, this.step)); }
}

// look shows a line of play from the position that the table shows.
export async function look(table, line, step) {
  try {
    const ply = table.ply;
    const story = await post("/api/game", { ...table.line(ply), moves: [...table.moves.slice(0, ply), ...line], from: ply });
    table.ahead = new Ahead(table, line, step, table.known.beside(story));
    table.changed();
  } catch (e) {
    table.fail(e);
  }
}
