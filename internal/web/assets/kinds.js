// The kinds of pieces, numbered the same for the whole visit.

import { HAND } from "./square.js";

export class Kinds {
  constructor() { this.list = []; }

  // positions and choices are those of an answer, with its pieces numbered so.
  positions(story) {
    const numbers = this.numbers(story);
    const hands = (p) => p.hands && p.hands.map((side) => side.map((h) => ({ ...h, piece: numbers[h.piece] })));
    return story.positions.map((p) => ({ ...p, pieces: p.pieces.map((n) => numbers[n]), hands: hands(p) }));
  }

  choices(story) {
    const numbers = this.numbers(story);
    return (story.legal || []).map((c) => {
      const piece = numbers[c.piece || 0];
      return { ...c, piece, from: c.hand ? HAND + piece : c.from };
    });
  }

  numbers(story) { return [0, ...story.kinds.map((k) => this.number(k))]; }

  number(k) {
    let i = this.list.findIndex((x) => x.sprite === k.sprite && x.letter === k.letter);
    if (i < 0) i = this.list.push(k) - 1;
    return i + 1;
  }
}
