// Notes on a game: judgements, comments, and the order
// of its variations.

import { toggle } from "./notes.js";
import { deepest, mostMoves, size } from "./tree.js";

// room reports whether another move may follow the position looked at, and says why not.
export function room(table) {
  const { here } = table, variation = here.children.length > 0;
  if (size(table.root) < mostMoves && (!variation || here.depth < deepest)) return true;
  table.say(variation ? `No more variations here: ${deepest} within each other, or ${mostMoves} moves, are the most.` : `No more moves: the limit is ${mostMoves}.`);
  return false;
}

// judge gives the move looked at a glyph out of a list, or takes it away.
export function judge(table, glyph, list) {
  toggle(table.here, glyph, list);
  table.show();
}

// pen has the first button, or a finger, draw on the board, or move pieces again.
export function pen(table) {
  table.pen = !table.pen;
  table.changed();
}

let later; // when the address is written: browsers refuse one for each letter

// comment says something of the position looked at.
export function comment(table, text) {
  table.here.comment = text;
  table.changed();
  clearTimeout(later);
  later = setTimeout(() => table.write(), 300);
}

// promote makes the innermost variation of the move looked at the main way on.
export function promote(table) {
  table.here.promote();
  table.show();
}

// remove deletes the move looked at and all that follows it. An agent waits: it would
// go on at once.
export function remove(table) {
  const { here, seating } = table;
  table.paused = table.paused || !(seating.isPerson(0) && seating.isPerson(1));
  here.remove();
  return table.visit(here.parent);
}
