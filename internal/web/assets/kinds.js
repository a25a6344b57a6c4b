// The kinds of pieces, numbered the same for the whole visit.

export class Kinds {
  constructor() { this.list = []; }

  // positions and choices are those of an answer, with its pieces numbered so.
  positions(story) {
    const numbers = this.numbers(story);
    return story.positions.map((p) => ({ ...p, pieces: p.pieces.map((n) => numbers[n]) }));
  }

  choices(story) {
    const numbers = this.numbers(story);
    return (story.legal || []).map((c) => ({ ...c, piece: numbers[c.piece || 0] }));
  }

  numbers(story) { return [0, ...story.kinds.map((k) => this.number(k))]; }

  number(k) {
    let i = this.list.findIndex((x) => x.sprite === k.sprite && x.letter === k.letter);
    if (i < 0) i = this.list.push(k) - 1;
    return i + 1;
  }
}
