// A game on the page: its lines of play, and where in them one looks. The server is
// asked for positions and moves; it keeps nothing.

import { get, post } from "./api.js";
import { draw, href, readMoves, short, writeMoves } from "./address.js";
import { Agreement } from "./agreement.js";
import { look } from "./ahead.js";
import { PageClock, readClock } from "./clock.js";
import { Known } from "./known.js";
import { Notes } from "./notes.js";
import { Opponent } from "./opponent.js";
import { Premove } from "./premove.js";
import { why } from "./refusal.js";
import { Seating } from "./seating.js";

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
    this.seating = new Seating(params.get("first"), params.get("second"));
    this.lines = [readMoves(params.get("moves")), ...params.getAll("also").map(readMoves)].slice(0, mostLines);
    this.at = 0; // the line that is looked at
    this.turned = params.has("turned") ? params.get("turned") === "1" : undefined;
    this.paused = params.get("paused") === "1";
    this.wanted = params.has("ply") ? Number(params.get("ply")) : Infinity;
    this.ply = 0;
    this.about = null;
    this.known = new Known(); // of the line looked at
    this.error = "";
    this.note = "";
    this.ahead = null; // a line of play looked at without being played
    this.opponent = new Opponent(this);
    this.agreement = new Agreement(this, params.get("ended"));
    this.notes = new Notes(params.get("noted"), params.getAll("note"));
    this.premove = new Premove(this);
    const clock = readClock(params.get("clock"), params.get("left"));
    this.clock = clock && new PageClock(this, clock);
  }

  get linked() { return false; } // played by link
  get shareable() { return location.href; }

  get roles() { return this.about.roles; }

  get moves() { return this.lines[this.at]; }
  get end() { return this.moves.length; }
  get kinds() { return this.known.kinds; }
  get positions() { return this.known.positions; }
  get legal() { return this.known.legal; }
  get values() { return this.known.values; }
  get draws() { return this.known.draws; }
  get best() { return this.known.best; }
  get position() { return this.ahead ? this.ahead.position : this.positions[this.ply]; }
  get over() { const last = this.positions[this.end]; return last && last.over; }
  get mover() { return this.positions[this.ply] ? this.positions[this.ply].toMove : -1; }
  line(ply = this.end) { return { game: this.game, seed: this.seed, position: this.start, moves: this.moves.slice(0, ply) }; }

  // open asks for the game and for what is on the board, at the same time.
  async open() {
    try {
      if (!this.game) this.game = (await get("/api/games"))[0].name;
      await Promise.all([this.learn(), this.fetch(0)]);
    } catch (e) {
      this.fatal = e.message;
      this.changed();
      return;
    }
    this.ply = Math.min(Math.max(0, this.wanted), this.end);
    this.agreement.close();
    if (this.turned === undefined) this.turned = !this.fixed && this.seating.isPerson(1) && !this.seating.isPerson(0);
    this.show();
  }

  // learn asks for what stays the same in all positions of the game.
  async learn() {
    this.about = await get("/api/about", { game: this.game });
    this.game = this.about.game;
    this.seating.players = this.about.players;
  }

  // close ends what goes on by itself.
  close() {
    this.changed = () => {};
    this.opponent.stop();
    if (this.clock) this.clock.stop();
  }

  get fixed() { return this.about && (this.about.grounds[0] === "hole" || this.about.rows <= 3); }

  // fetch gets the positions of the line from a ply on, and what is legal at its end.
  async fetch(from, moves = this.moves) {
    const story = await post("/api/game", { game: this.game, seed: this.seed, position: this.start, moves, from });
    this.known.take(story, from);
    this.lines[this.at] = story.moves;
    this.start = story.start || "";
    if (this.about) this.agreement.close();
  }

  // show notes what is looked at in the address, and lets the agent move if it is his turn.
  show() {
    if (this.clock) this.clock.set();
    history.replaceState(null, "", this.address());
    this.know();
    this.changed();
    this.opponent.continue();
    this.premove.make();
  }

  address() {
    return href("play", {
      game: this.game, first: this.seating.text(0), second: this.seating.text(1),
      seed: this.seed && !this.start ? this.seed : "", start: this.start, dice: this.dice,
      moves: writeMoves(this.moves), ply: this.ply === this.end ? "" : this.ply,
      turned: this.turned ? 1 : "", paused: this.paused ? 1 : "", ended: this.agreement.told,
      clock: this.clock ? this.clock.told : "", left: this.clock ? this.clock.toldLeft : "",
    }) + this.notes.address + this.lines.filter((_, i) => i !== this.at).map((l) => `&also=${encodeURIComponent(writeMoves(l))}`).join("");
  }

  // know asks what is legal in the position looked at, if that is not known yet.
  async know() {
    const ply = this.ply, at = this.at, moves = this.moves;
    if (this.legal[ply] || !this.positions[ply]) return;
    try {
      const story = await post("/api/game", { ...this.line(ply), from: ply });
      if (at !== this.at || moves !== this.moves) return;
      this.known.allow(story, ply);
      this.changed();
    } catch (e) {
      this.fail(e);
    }
  }

  // choicesHere are the moves that a person may make now.
  get choicesHere() {
    if (this.premove.side >= 0) return this.premove.choices;
    if (this.ahead || this.sketched || !this.legal[this.ply] || !this.seating.isPerson(this.mover)) return none;
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
    if (this.premove.take(text)) return undefined;
    this.error = this.note = "";
    const ply = this.ply;
    this.agreement.offer = -1;
    if (ply < this.end && short(this.moves[ply]) === short(text)) return this.go(ply + 1);
    this.opponent.stop();
    const before = { lines: this.lines, at: this.at, known: this.known };
    this.known = this.known.copy();
    this.sketch(text);
    try {
      this.branch(ply);
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

  // playAll makes moves in the position looked at, which somebody has thought of: who
  // plays against an agent has it pause.
  async playAll(moves) {
    const ply = this.ply;
    this.ahead = null;
    this.opponent.stop();
    this.paused = !(this.seating.isPerson(0) && this.seating.isPerson(1));
    this.branch(ply);
    await this.fetch(ply + 1, [...this.moves.slice(0, ply), ...moves]).catch((e) => this.fail(e));
    this.ply = this.end;
    this.tidy();
    this.show();
  }

  // branch begins a new line after a ply, if the line looked at goes on from there.
  branch(ply) {
    if (ply === this.end) return;
    this.makeRoom();
    this.at = this.lines.push(this.moves.slice(0, ply)) - 1;
    this.known.cut(ply);
  }

  // makeRoom drops the oldest line, if there are many, for a new one.
  makeRoom() {
    const mine = this.moves;
    const oldest = this.lines.find((l) => l !== mine);
    this.lines = this.lines.filter((l) => this.lines.length < mostLines || l !== oldest);
    this.at = this.lines.indexOf(mine);
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
    this.opponent.stop();
    this.at = i;
    this.ahead = null;
    this.known.cut(0);
    await this.fetch(0).catch((e) => this.fail(e));
    this.ply = this.end;
    this.show();
  }

  // reopen goes on with a game that was resigned or agreed on.
  async reopen() {
    this.known.cut(Math.max(0, this.end - 1));
    await this.fetch(this.end).catch((e) => this.fail(e));
    this.show();
  }

  // undo takes back to the last position in which a person had the move.
  async undo() {
    this.opponent.stop();
    if (this.agreement.revoke()) return this.reopen();
    let ply = this.end - 1;
    const { persons } = this.seating;
    while (ply > 0 && persons && !this.seating.isPerson(this.positions[ply].toMove)) ply--;
    if (ply < 0) return;
    this.lines[this.at] = this.moves.slice(0, ply);
    this.known.cut(ply);
    this.ply = ply;
    this.ahead = null;
    this.error = this.note = "";
    if (!persons) this.paused = true;
    if (!this.legal[ply]) await this.fetch(ply).catch((e) => this.fail(e));
    this.show();
  }

  // sit changes who plays.
  sit(side, seat) {
    this.opponent.stop();
    this.seating.sit(side, seat);
    this.show();
  }

  // swap changes sides.
  swap() {
    this.opponent.stop();
    this.seating.swap();
    this.turned = !this.fixed && !this.turned;
    this.agreement.offer = -1;
    this.show();
  }

  // rematch is the address of another game from the same start, with sides changed.
  get rematch() {
    return href("play", {
      game: this.game, first: this.seating.text(1), second: this.seating.text(0),
      seed: this.seed && !this.start ? this.seed : "", start: this.start, dice: draw(), turned: this.turned || this.fixed ? "" : 1, clock: this.clock ? this.clock.told : "",
    });
  }

  pause(yes) {
    this.paused = yes;
    if (yes) this.opponent.stop();
    this.show();
  }

  turn() {
    this.turned = !this.turned;
    this.show();
  }

  tell(ply, mover, report) { this.known.tell(ply, mover, report); }
  chances(ply) { return this.known.chances(ply); }

  // look shows a line of play from the position looked at, without playing it.
  look(line, step) { return look(this, line, step); }
}
