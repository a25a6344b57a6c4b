// What is known of the positions of a line, by ply.

export class Known {
  constructor() {
    this.kinds = []; // of pieces, as the positions number them; the same for the whole visit
    this.positions = [];
    this.legal = [];
    this.values = []; // what First expects, in [-1, 1], as far as somebody has said
    this.draws = []; // how likely a draw is, as far as somebody knows
    this.best = []; // the best move, as far as somebody has said
  }

  // take notes the positions that the server has told from a ply on, which end the
  // line, and what is legal in the last.
  take(story, from) {
    const numbers = this.numbers(story), end = story.moves.length;
    story.positions.forEach((p, i) => { this.positions[from + i] = numbered(p, numbers); });
    this.cut(end);
    this.legal[end] = choices(story, numbers);
    const { over } = this.positions[end];
    if (!over) return;
    this.values[end] = { "first wins": 1, "second wins": -1 }[over.result] || 0;
    this.draws[end] = over.result === "drawn" ? 1 : undefined;
  }

  // allow notes what is legal in a position of the line.
  allow(story, ply) { this.legal[ply] = choices(story, this.numbers(story)); }

  // beside returns positions that are not of the line.
  beside(story) {
    const numbers = this.numbers(story);
    return story.positions.map((p) => numbered(p, numbers));
  }

  numbers(story) { return [0, ...story.kinds.map((k) => this.kind(k))]; }

  kind(k) {
    let i = this.kinds.findIndex((x) => x.sprite === k.sprite && x.letter === k.letter);
    if (i < 0) i = this.kinds.push(k) - 1;
    return i + 1;
  }

  // cut forgets the positions after a ply, which belong to another line.
  cut(ply) {
    for (const name of ["positions", "legal", "values", "draws", "best"]) this[name] = this[name].slice(0, ply + 1);
  }

  copy() { return Object.assign(new Known(), this); }

  // tell notes what somebody thinks of a position.
  tell(ply, mover, report) {
    this.values[ply] = mover === 0 ? report.value : -report.value;
    this.draws[ply] = report.chances ? report.chances[1] : undefined;
    this.best[ply] = report.moves[0].text;
  }

  // chances are what First and Second can expect in a position, and how likely a
  // draw is: [first, drawn, second]; null if nobody has said.
  chances(ply) {
    const value = this.values[ply], drawn = this.draws[ply] || 0;
    return value === undefined ? null : [(1 - drawn + value) / 2, drawn, (1 - drawn - value) / 2];
  }
}

const numbered = (p, numbers) => ({ ...p, pieces: p.pieces.map((n) => numbers[n]) });
const choices = (story, numbers) => (story.legal || []).map((c) => ({ ...c, piece: numbers[c.piece || 0] }));
