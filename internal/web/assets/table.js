// A game on the page: its lines of play, where in them one looks, who plays, and
// what is known of its positions. The server is asked for positions and moves; it
// keeps nothing.

import { get, patient, post } from "./api.js";
import { Agreement } from "./agreement.js";
import { Notes } from "./notes.js";
import { why } from "./refusal.js";
import { draw, href, readMoves, readSeat, short, writeMoves, writeSeat } from "./address.js";

const mostLines = 8;

const none = [];

export class Table {
  // params are those of the address; changed is called when there is something
  // new to see.
  constructor(params, changed) {
    this.changed = changed;
    this.game = params.get("game") || "";
    this.seed = Number(params.get("seed")) || 0;
    this.start = params.get("start") || "";
    this.dice = Number(params.get("dice")) || draw();
    this.seats = [readSeat(params.get("first")), readSeat(params.get("second"))];
    this.lines = [readMoves(params.get("moves")), ...params.getAll("also").map(readMoves)].slice(0, mostLines);
    this.at = 0; // the line that is looked at
    this.turned = params.has("turned") ? params.get("turned") === "1" : undefined;
    this.paused = params.get("paused") === "1";
    this.wanted = params.has("ply") ? Number(params.get("ply")) : Infinity;
    this.ply = 0;
    this.about = null;
    this.kinds = [];
    this.positions = [];
    this.legal = []; // by ply, of the line looked at
    this.values = []; // by ply: what First expects, in [-1, 1], as far as somebody has said
    this.draws = []; // by ply: how likely a draw is, as far as somebody knows
    this.best = []; // by ply: the best move, as far as somebody has said
    this.error = "";
    this.note = "";
    this.thinking = null; // AbortController of the agent's move
    this.ahead = null; // a line of play looked at without being played
    this.agreement = new Agreement(this, params.get("ended"));
    this.notes = new Notes(params.get("noted"), params.getAll("note"));
  }

  get roles() { return this.about.roles; }

  get moves() { return this.lines[this.at]; }
  get end() { return this.moves.length; }
  get position() { return this.ahead ? this.ahead.positions[this.ahead.step] : this.positions[this.ply]; }
  get over() { const last = this.positions[this.end]; return last && last.over; }
  get mover() { return this.positions[this.ply] ? this.positions[this.ply].toMove : -1; }
  line(ply = this.end) { return { game: this.game, seed: this.seed, position: this.start, moves: this.moves.slice(0, ply) }; }
  seatOf(side) { return this.seats[side]; }
  isPerson(side) { return side >= 0 && this.seats[side].id === "person"; }

  player(side) {
    const seat = this.seats[side];
    return this.about && this.about.players.find((p) => p.id === seat.id);
  }

  // name says who plays a side.
  name(side) {
    const seat = this.seats[side], player = this.player(side);
    if (seat.id === "person") return "a person";
    const who = player ? player.title : seat.id;
    if (seat.seconds) return `${who}, ${seat.seconds} s a move`;
    return seat.simulations ? `${who}, ${seat.simulations} ${player ? player.unit : ""}` : who;
  }

  // open asks for the game and for what is on the board, at the same time.
  async open() {
    try {
      if (!this.game) this.game = (await get("/api/games"))[0].name;
      [this.about] = await Promise.all([get("/api/about", { game: this.game }), this.fetch(0)]);
    } catch (e) {
      this.fatal = e.message;
      this.changed();
      return;
    }
    this.game = this.about.game;
    this.ply = Math.min(Math.max(0, this.wanted), this.end);
    this.agreement.close();
    if (this.turned === undefined) this.turned = !this.fixed && this.isPerson(1) && !this.isPerson(0);
    this.show();
  }

  get fixed() { return this.about && (this.about.grounds[0] === "hole" || this.about.rows <= 3); }

  // fetch gets the positions of the line from a ply on, and what is legal at its end.
  async fetch(from, moves = this.moves) {
    const story = await post("/api/game", { game: this.game, seed: this.seed, position: this.start, moves, from });
    const numbers = [0, ...story.kinds.map((k) => this.kind(k))];
    story.positions.forEach((p, i) => { this.positions[from + i] = this.numbered(p, numbers); });
    this.lines[this.at] = story.moves;
    this.start = story.start || "";
    this.legal.length = Math.min(this.legal.length, story.moves.length);
    this.legal[story.moves.length] = this.choices(story, numbers);
    this.positions.length = story.moves.length + 1;
    this.values.length = Math.min(this.values.length, story.moves.length + 1);
    this.draws.length = Math.min(this.draws.length, story.moves.length + 1);
    this.best.length = Math.min(this.best.length, story.moves.length + 1);
    const last = this.positions[story.moves.length];
    if (last.over) {
      this.values[story.moves.length] = { "first wins": 1, "second wins": -1 }[last.over.result] || 0;
      this.draws[story.moves.length] = last.over.result === "drawn" ? 1 : undefined;
    }
    if (this.about) this.agreement.close();
  }

  numbered(p, numbers) { return { ...p, pieces: p.pieces.map((n) => numbers[n]) }; }
  choices(story, numbers) { return (story.legal || []).map((c) => ({ ...c, piece: numbers[c.piece || 0] })); }

  // kind returns the number of a kind of piece, the same for the whole visit.
  kind(k) {
    let i = this.kinds.findIndex((x) => x.sprite === k.sprite && x.letter === k.letter);
    if (i < 0) i = this.kinds.push(k) - 1;
    return i + 1;
  }

  // show notes what is looked at in the address, and lets the agent move if it is his turn.
  show() {
    history.replaceState(null, "", this.address());
    this.know();
    this.changed();
    this.continue();
  }

  address() {
    return href("play", {
      game: this.game, first: writeSeat(this.seats[0]), second: writeSeat(this.seats[1]),
      seed: this.seed && !this.start ? this.seed : "", start: this.start, dice: this.dice,
      moves: writeMoves(this.moves), ply: this.ply === this.end ? "" : this.ply,
      turned: this.turned ? 1 : "", paused: this.paused ? 1 : "", ended: this.agreement.told,
    }) + this.notes.address + this.lines.filter((_, i) => i !== this.at).map((l) => `&also=${encodeURIComponent(writeMoves(l))}`).join("");
  }

  // know asks what is legal in the position looked at, if that is not known yet.
  async know() {
    const ply = this.ply, at = this.at, moves = this.moves;
    if (this.legal[ply] || !this.positions[ply]) return;
    try {
      const story = await post("/api/game", { ...this.line(ply), from: ply });
      if (at !== this.at || moves !== this.moves) return;
      this.legal[ply] = this.choices(story, [0, ...story.kinds.map((k) => this.kind(k))]);
      this.changed();
    } catch (e) {
      this.fail(e);
    }
  }

  // choicesHere are the moves that a person may make now.
  get choicesHere() {
    if (this.ahead || this.sketched || !this.legal[this.ply] || !this.isPerson(this.mover)) return none;
    return this.legal[this.ply];
  }

  // say puts a sentence below the board.
  say(text) {
    this.note = text;
    this.changed();
  }

  fail(e) {
    if (e.name === "AbortError") return;
    this.error = e.message;
    this.changed();
  }

  // play makes a move in the position looked at. If the line goes on otherwise
  // from there, that line is kept and a new one begins.
  async play(text) {
    this.error = this.note = "";
    const ply = this.ply;
    this.agreement.offer = -1;
    if (ply < this.end && short(this.moves[ply]) === short(text)) return this.go(ply + 1);
    this.stop();
    const before = { lines: this.lines, at: this.at, positions: this.positions, legal: this.legal, values: this.values, draws: this.draws, best: this.best };
    this.sketch(text);
    try {
      if (ply < this.end) {
        this.makeRoom();
        this.at = this.lines.push(this.moves.slice(0, ply)) - 1;
        this.cut(ply);
      }
      await this.fetch(ply + 1, [...this.moves.slice(0, ply), text]);
      this.ply = ply + 1;
      this.sketched = null;
      this.tidy();
      this.show();
    } catch (e) {
      Object.assign(this, before);
      this.sketched = null;
      this.fail(e.status === 422 ? { message: why(this, text) || e.message } : e);
    }
  }

  // sketch shows a move at once, before the server has told what comes of it.
  sketch(text) {
    const choice = (this.legal[this.ply] || []).find((c) => c.text === text), p = this.positions[this.ply];
    if (!choice || choice.to < 0 || !p) return;
    const pieces = [...p.pieces];
    pieces[choice.from] = 0;
    for (const cell of choice.captured || []) pieces[cell] = 0;
    pieces[choice.to] = choice.piece;
    this.sketched = { ...p, pieces, last: [choice.from, choice.to], toMove: -1, over: null };
    this.changed();
  }

  // makeRoom drops the oldest line, if there are many, for a new one.
  makeRoom() {
    const mine = this.moves;
    const oldest = this.lines.find((l) => l !== mine);
    this.lines = this.lines.filter((l) => this.lines.length < mostLines || l !== oldest);
    this.at = this.lines.indexOf(mine);
  }

  // cut forgets what is known of the positions after a ply, which belong to another line.
  cut(ply) {
    this.positions = this.positions.slice(0, ply + 1);
    this.legal = this.legal.slice(0, ply + 1);
    this.values = this.values.slice(0, ply + 1);
    this.draws = this.draws.slice(0, ply + 1);
    this.best = this.best.slice(0, ply + 1);
  }

  // tidy drops lines that are the beginning of another.
  tidy() {
    const mine = this.moves;
    const begins = (l, m) => l !== m && l.length <= m.length && l.every((x, i) => short(x) === short(m[i]));
    this.lines = this.lines.filter((l, i) => l === mine || !this.lines.some((m, j) => begins(l, m) && (l.length < m.length || i > j)));
    this.at = this.lines.indexOf(mine);
  }

  // go looks at another position of the line.
  go(ply) {
    this.ahead = null;
    this.ply = Math.min(Math.max(0, ply), this.end);
    this.error = this.note = "";
    this.show();
  }

  // follow looks at another line.
  async follow(i) {
    this.stop();
    this.at = i;
    this.ahead = null;
    this.cut(0);
    await this.fetch(0).catch((e) => this.fail(e));
    this.ply = this.end;
    this.show();
  }

  // reopen goes on with a game that was resigned or agreed on.
  async reopen() {
    this.cut(Math.max(0, this.end - 1));
    await this.fetch(this.end).catch((e) => this.fail(e));
    this.show();
  }

  // undo takes back to the last position in which a person had the move.
  async undo() {
    this.stop();
    if (this.agreement.revoke()) return this.reopen();
    let ply = this.end - 1;
    const persons = this.isPerson(0) || this.isPerson(1);
    while (ply > 0 && persons && !this.isPerson(this.positions[ply].toMove)) ply--;
    if (ply < 0) return;
    this.lines[this.at] = this.moves.slice(0, ply);
    this.cut(ply);
    this.ply = ply;
    this.ahead = null;
    this.error = this.note = "";
    if (!persons) this.paused = true;
    if (!this.legal[ply]) await this.fetch(ply).catch((e) => this.fail(e));
    this.show();
  }

  // sit changes who plays.
  sit(side, seat) {
    this.stop();
    this.seats[side] = seat;
    this.show();
  }

  // swap changes sides.
  swap() {
    this.stop();
    this.seats.reverse();
    this.turned = !this.fixed && !this.turned;
    this.agreement.offer = -1;
    this.show();
  }

  // rematch is the address of another game from the same start, with sides changed.
  get rematch() {
    return href("play", {
      game: this.game, first: writeSeat(this.seats[1]), second: writeSeat(this.seats[0]),
      seed: this.seed && !this.start ? this.seed : "", start: this.start, dice: draw(), turned: this.turned || this.fixed ? "" : 1,
    });
  }

  pause(yes) {
    this.paused = yes;
    if (yes) this.stop();
    this.show();
  }

  turn() {
    this.turned = !this.turned;
    this.show();
  }

  // stop calls off the agent's thinking.
  stop() {
    if (this.thinking) this.thinking.abort();
    this.thinking = null;
  }

  // continue lets an agent move whose turn it is.
  async continue() {
    const end = this.end, last = this.positions[end];
    if (this.thinking || this.paused || !last || last.over || this.isPerson(last.toMove)) return;
    const watching = !this.isPerson(0) && !this.isPerson(1);
    if (watching && this.ply !== end) return; // who looks back at a game of agents wants to look
    const stop = this.thinking = new AbortController();
    const seat = this.seats[last.toMove];
    try {
      if (watching && end > 0) await new Promise((done) => setTimeout(done, 350));
      const report = await patient("/api/move",
        { ...this.line(), player: seat.id, simulations: seat.simulations, seconds: seat.seconds, dice: this.dice },
        stop.signal, (why) => { this.note = why; this.changed(); });
      if (this.thinking !== stop) return;
      this.note = "";
      this.tell(end, last.toMove, report);
      await this.fetch(end + 1, [...this.moves, report.move]);
      this.thinking = null;
      if (this.ply === end) this.ply = end + 1;
      this.tidy();
      this.show();
    } catch (e) {
      if (this.thinking === stop) this.thinking = null;
      if (e.name !== "AbortError") this.paused = true;
      this.fail(e);
    }
  }

  // tell notes what somebody thinks of a position of the line.
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

  // look shows a line of play from the position looked at, without playing it.
  async look(line, step) {
    try {
      const ply = this.ply;
      const story = await post("/api/game", { ...this.line(ply), moves: [...this.moves.slice(0, ply), ...line], from: ply });
      const numbers = [0, ...story.kinds.map((k) => this.kind(k))];
      this.ahead = { line, step, positions: story.positions.map((p) => this.numbered(p, numbers)) };
      this.changed();
    } catch (e) {
      this.fail(e);
    }
  }

  stepAhead(step) {
    if (step < 0 || step >= this.ahead.positions.length) return;
    this.ahead.step = step;
    this.changed();
  }

  // take plays the line that is looked at, as far as it is looked at.
  async take() {
    const { line, step } = this.ahead, ply = this.ply;
    this.ahead = null;
    this.stop();
    this.paused = !(this.isPerson(0) && this.isPerson(1));
    if (ply < this.end) {
      this.makeRoom();
      this.at = this.lines.push(this.moves.slice(0, ply)) - 1;
      this.cut(ply);
    }
    await this.fetch(ply + 1, [...this.moves.slice(0, ply), ...line.slice(0, step)]).catch((e) => this.fail(e));
    this.ply = this.end;
    this.tidy();
    this.show();
  }

  back() {
    this.ahead = null;
    this.changed();
  }
}
