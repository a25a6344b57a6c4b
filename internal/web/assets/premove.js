// A move that is chosen before one's turn. It is made at once if it is legal then.

import { HAND } from "./square.js";

const mark = "premove:";

export class Premove {
  constructor(table) {
    this.table = table;
    this.chosen = null; // { from, to, after }: two cells, and the end of the line
  }

  // side is who may choose a move now: the person whose turn it is not; -1 if no one.
  get side() {
    const { table } = this, last = table.tip.position;
    if (!last || last.over || !table.about || table.ahead || table.sketched || table.ply !== table.end || table.paused) return -1;
    const { seating } = table, other = 1 - last.toMove;
    return seating.isPerson(other) && !seating.isPerson(last.toMove) ? other : -1;
  }

  // choices are the moves that may be chosen: any piece to any square, and in games of
  // stones any square; whether one is legal is known only when it is made.
  get choices() {
    const { table, side } = this;
    if (side < 0) return [];
    if (this.known && this.known.position === table.position) return this.known.choices;
    const { pieces } = table.position, cells = pieces.map((_, cell) => cell);
    const { tip } = table, known = [tip, tip.parent].flatMap((node) => (node && node.legal) || []).filter((c) => c.to >= 0);
    const stones = known.length > 0 && known.every((c) => c.from === c.to);
    const mine = cells.filter((cell) => pieces[cell] && table.kinds[pieces[cell] - 1].side === side);
    const held = ((table.position.hands || [])[side] || []).map((h) => HAND + h.piece);
    const pairs = stones ? cells.filter((cell) => !pieces[cell]).map((cell) => [cell, cell]) : [...mine, ...held].flatMap((from) => cells.filter((to) => to !== from).map((to) => [from, to]));
    const choices = table.about.grounds[0] === "hole" ? lowest(pairs, table.about.cols) : pairs;
    this.known = { position: table.position, choices: choices.map(([from, to]) => ({ text: `${mark}${from},${to}`, from, to })) };
    return this.known.choices;
  }

  // take notes a move that was chosen, and reports whether it was one.
  take(text) {
    if (!text.startsWith(mark)) return false;
    const [from, to] = text.slice(mark.length).split(",").map(Number);
    this.chosen = { from, to, after: this.table.tip };
    this.table.note = this.table.error = "";
    this.table.changed();
    return true;
  }

  // cells are those of the chosen move.
  get cells() { return this.chosen ? [this.chosen.from, this.chosen.to] : []; }

  // drop takes the chosen move back, and reports whether there was one.
  drop() {
    if (!this.chosen) return false;
    this.chosen = null;
    this.table.changed();
    return true;
  }

  // make makes the chosen move if its turn has come.
  make() {
    const { table, chosen } = this, { tip } = table, last = tip.position;
    if (!chosen || tip === chosen.after) return;
    this.chosen = null;
    if (tip.parent !== chosen.after || !last || last.over || table.here !== tip || !table.seating.isPerson(last.toMove)) return table.changed();
    const column = table.about.grounds[0] === "hole" ? table.about.cols : 0;
    const meant = (tip.legal || []).filter((c) => (column ? c.to >= 0 && c.to % column === chosen.to % column : c.from === chosen.from && c.to === chosen.to));
    if (meant.length === 1) return table.play(meant[0].text);
    return table.say(meant.length > 1 ? "The move that you chose can be made in more than one way: choose." : "The move that you chose is not legal now.");
  }
}

// lowest leaves of the free cells of each column the lowest: there a stone falls.
const lowest = (pairs, cols) => pairs.filter(([cell], _, all) => !all.some(([c]) => c > cell && c % cols === cell % cols));
