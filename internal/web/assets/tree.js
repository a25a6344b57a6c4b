// A game with its variations: a tree of moves. The first move from a position is the
// main one; the others are variations.

import { short } from "./address.js";

export class Node {
  // move leads from the parent here; the root has neither.
  constructor(move = "", parent = null) {
    this.move = move;
    this.parent = parent;
    this.ply = parent ? parent.ply + 1 : 0;
    this.children = [];
    this.san = ""; // the move in short notation, where the game has one
    this.glyph = ""; // like what follows, said by people: see notes.js
    this.commands = []; // [name, text]
    this.comment = "";
    this.position = undefined; // like what follows, as far as the server has told
    this.legal = undefined;
    this.value = undefined; // what First expects, in [-1, 1], as far as it was judged
    this.draw = undefined; // how likely a draw is
    this.best = undefined; // the best move
    this.accuracy = undefined; // of both sides, in the game to here
    this.slip = undefined; // what the move here gave away, if the judge found that it did
  }

  get text() { return this.san || this.move; }

  child(move) { return this.children.find((c) => short(c.move) === short(move)); }

  // add returns the child that a move leads to, a new one if there is none.
  add(move) {
    const known = this.child(move);
    if (known) return known;
    const child = new Node(move, this);
    this.children.push(child);
    return child;
  }

  // line are the nodes from the root to this one.
  get line() {
    const all = [];
    for (let at = this; at; at = at.parent) all.push(at);
    return all.reverse();
  }

  // tip is the end of the main line from here.
  get tip() {
    let at = this;
    while (at.children.length > 0) [at] = at.children;
    return at;
  }

  // fork is the first node of the innermost variation that this one belongs to; null
  // on the main line.
  get fork() {
    for (let at = this; at.parent; at = at.parent) if (at.parent.children[0] !== at) return at;
    return null;
  }

  // depth is the number of variations within each other that this node is in.
  get depth() { return this.fork ? 1 + this.fork.parent.depth : 0; }

  remove() { this.parent.children = this.parent.children.filter((c) => c !== this); }

  // promote makes the innermost variation the main way on from where it begins.
  promote() {
    const { fork } = this;
    if (!fork) return;
    fork.remove();
    fork.parent.children.unshift(fork);
  }

  // chances are what First and Second can expect, and how likely a draw is: [first,
  // drawn, second]; null if not judged.
  get chances() {
    const drawn = this.draw || 0;
    return this.value === undefined ? null : [(1 - drawn + this.value) / 2, drawn, (1 - drawn - this.value) / 2];
  }

  // tell notes a judgement of the position.
  tell(report) {
    this.value = this.position.toMove === 0 ? report.value : -report.value;
    this.draw = report.chances ? report.chances[1] : undefined;
    this.best = report.moves[0].text;
  }

  // end notes how the rules end the game here.
  end(over) {
    this.value = { "first wins": 1, "second wins": -1 }[over.result] || 0;
    this.draw = over.result === "drawn" ? 1 : undefined;
  }
}

// What a tree may hold: a little less than the server takes.
export const mostMoves = 9000, deepest = 30;

// size is the number of moves in a tree.
export const size = (root) => {
  let n = 0;
  for (const todo = [root]; todo.length > 0; n++) todo.push(...todo.pop().children);
  return n - 1;
};
