// A game on the page: its moves and variations, and where in them one looks. The
// server is asked for positions and moves; it keeps nothing.

import { get, post } from "./api.js";
import { draw, href, readMoves } from "./address.js";
import { Agreement } from "./agreement.js";
import { look } from "./ahead.js";
import { readTags, writeTags } from "./heading.js";
import { PageClock, readClock } from "./clock.js";
import { Kinds } from "./kinds.js";
import { Opponent } from "./opponent.js";
import { Premove } from "./premove.js";
import { why } from "./refusal.js";
import { Seating } from "./seating.js";
import { HAND, fixed } from "./square.js";
import { room } from "./study.js";
import { branch, name, readOld, readTree, recordOf, told, writeNotes, writeTree } from "./treetext.js";

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
    this.tags = readTags(params);
    this.fresh = false; // moves were made here
    const old = params.has("noted"), tree = readTree(params.get("moves"), old ? [] : params.getAll("note"));
    this.root = tree.root;
    this.aim(tree.nodes[Number(params.get("line")) || 0] || this.root);
    readOld(this.root, params.getAll("also").map(readMoves), readMoves(params.get("noted")), old ? params.getAll("note") : []);
    this.turned = params.has("turned") ? params.get("turned") === "1" : undefined;
    this.paused = params.get("paused") === "1";
    this.wanted = params.has("ply") ? Number(params.get("ply")) : Infinity;
    this.ply = 0;
    this.about = null;
    this.pieces = new Kinds();
    this.error = "";
    this.note = "";
    this.ahead = null; // a line of play looked at without being played
    this.retry = null; // another try in a position in which a mistake was made
    this.opponent = new Opponent(this);
    this.agreement = new Agreement(this, params.get("ended"));
    this.premove = new Premove(this);
    const clock = readClock(params.get("clock"), params.get("left"));
    this.clock = clock && new PageClock(this, clock);
  }

  get linked() { return false; } // played by link
  get shareable() { return location.href; }

  get roles() { return this.about.own; }

  // aim chooses the line that is looked at: the one that ends as the main way on from
  // a node does, or with the node itself.
  aim(node, exactly) {
    this.nodes = (exactly ? node : node.tip).line;
    this.moves = this.nodes.slice(1).map((n) => n.move);
  }

  get end() { return this.nodes.length - 1; }
  get tip() { return this.nodes[this.end]; }
  get here() { return this.nodes[this.ply]; }
  get kinds() { return this.pieces.list; }
  get position() { return this.ahead ? this.ahead.position : this.here.position; }
  get over() { return this.tip.position && this.tip.position.over; }
  get mover() { return this.here && this.here.position ? this.here.position.toMove : -1; }
  line(ply = this.end) { return { game: this.game, seed: this.seed, position: this.start, moves: this.moves.slice(0, ply) }; }

  // record is the game with all that belongs to it, and the position looked at.
  record() {
    return { ...this.line(), ...recordOf(this.root, this.judged), shown: this.moves.slice(0, this.ply) };
  }

  // open asks for the game and for what is on the board, at the same time.
  async open() {
    try {
      if (!this.game) this.game = (await get("/api/games"))[0].name;
      await Promise.all([this.learn(), this.fill(branch(this.root, this.nodes))]);
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

  get fixed() { return this.about && fixed(this.about); }

  // ask asks for the positions of a line from a ply on, and for what is legal at its end.
  ask(moves, from, variations) {
    return post("/api/game", { game: this.game, seed: this.seed, position: this.start, moves, from, variations });
  }

  // fill gets what is not known yet of the positions of the line looked at. whole is
  // the line with the variations that leave it, where their names are wanted too.
  async fill(whole) {
    const nodes = this.nodes, unknown = nodes.findIndex((n) => !n.position);
    const from = unknown < 0 ? this.end : unknown;
    const story = await this.ask(this.moves, from, whole && told(whole).variations);
    if (whole) name(whole, story);
    this.take(story, from, nodes);
    if (nodes === this.nodes) this.moves = story.moves;
    this.start = story.start || "";
    if (this.about) this.agreement.close();
  }

  // extend makes moves in the position of a node, and returns the one that they lead to.
  // The positions before it are known; that of a root may be asked for with them.
  async extend(node, moves) {
    const before = node.line.slice(1).map((n) => n.move), from = node.position ? node.ply + 1 : node.ply;
    const story = await this.ask([...before, ...moves], from);
    this.fresh = true;
    const last = story.moves.slice(node.ply).reduce((at, move) => at.add(move), node);
    this.take(story, from, last.line);
    return last;
  }

  // take notes an answer about the positions of nodes from a ply on.
  take(story, from, nodes) {
    const last = nodes[nodes.length - 1];
    this.pieces.positions(story).forEach((p, i) => {
      const node = nodes[from + i];
      Object.assign(node, { position: p, move: story.moves[from + i - 1] || "", san: p.san || "" });
    });
    last.legal = this.pieces.choices(story);
    if (last.position.over) last.end(last.position.over);
  }

  // write notes what is looked at in the address.
  write() { if (!this.left) history.replaceState(null, "", this.address()); }

  // leave ends all that goes on: the page shows something else.
  leave() {
    this.left = true;
    this.changed = () => {};
    this.opponent.stop();
    if (this.clock) this.clock.stop();
  }

  // show puts down what is looked at, a new end of the line if need be, and lets the
  // agent move if it is his turn.
  show(end) {
    if (end) {
      this.aim(end, true);
      this.ply = this.end;
    }
    this.agreement.close();
    if (this.clock) this.clock.set();
    this.write();
    this.know();
    this.changed();
    this.opponent.continue();
    this.premove.make();
  }

  address() {
    const { moves, notes, index } = writeTree(this.root);
    return href("play", {
      game: this.game, first: this.seating.text(0), second: this.seating.text(1),
      seed: this.seed && !this.start ? this.seed : "", start: this.start, dice: this.dice,
      moves, line: this.tip.fork ? index.get(this.tip) : "", ply: this.here.children.length > 0 ? this.ply : "",
      turned: this.turned ? 1 : "", paused: this.paused ? 1 : "", ended: this.agreement.told,
      clock: this.clock ? this.clock.told : "", left: this.clock ? this.clock.toldLeft : "",
    }) + writeTags(this.tags) + writeNotes(notes);
  }

  // know asks what is legal in the position looked at, if that is not known yet.
  async know() {
    const node = this.here;
    if (node.legal || !node.position) return;
    try {
      node.legal = this.pieces.choices(await post("/api/game", { ...this.line(node.ply), from: node.ply }));
      this.changed();
    } catch (e) {
      this.fail(e);
    }
  }

  // choicesHere are the moves that a person may make now.
  get choicesHere() {
    if (this.premove.side >= 0) return this.premove.choices;
    if (this.ahead || this.sketched || !this.here.legal || !(this.seating.isPerson(this.mover) || this.retry)) return none;
    return this.here.legal;
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

  // play makes a move in the position looked at: the next of the line, one of a
  // variation, or a new one.
  async play(text) {
    if (this.premove.take(text)) return undefined;
    if (this.retry && this.retry.stands) return this.retry.take(text);
    this.error = this.note = "";
    const node = this.here, known = node.child(text);
    this.agreement.offer = -1;
    if (known && this.nodes.includes(known)) return this.go(known.ply);
    if (known) return this.visit(known);
    if (!room(this)) return undefined;
    this.opponent.stop();
    this.sketch(text);
    try {
      const next = await this.extend(node, [text]);
      this.sketched = null;
      this.show(next);
    } catch (e) {
      this.sketched = null;
      this.fail(e.status === 422 ? { message: why(this, text) || e.message } : e);
    }
    return undefined;
  }

  // sketch shows a move at once, before the server has told what comes of it.
  sketch(text) {
    const choice = (this.here.legal || []).find((c) => c.text === text), p = this.here.position;
    if (!choice || choice.to < 0 || !p) return;
    const pieces = [...p.pieces];
    if (choice.from < HAND) pieces[choice.from] = 0;
    for (const cell of choice.captured || []) pieces[cell] = 0;
    pieces[choice.to] = choice.piece;
    const hands = p.hands && p.hands.map((side) => side.map((h) => (HAND + h.piece === choice.from ? { ...h, count: h.count - 1 } : h)).filter((h) => h.count > 0));
    this.sketched = { ...p, pieces, hands, last: [choice.from, choice.to], toMove: -1, over: null };
    this.changed();
  }

  // playAll makes moves in the position looked at, as chosen by hand: if
  // one side is an agent, it pauses.
  async playAll(moves) {
    const node = this.here;
    this.ahead = null;
    if (!room(this)) return;
    this.opponent.stop();
    this.paused = !(this.seating.isPerson(0) && this.seating.isPerson(1));
    try {
      this.show(await this.extend(node, moves));
    } catch (e) {
      this.fail(e);
    }
  }

  // go looks at another position of the line looked at.
  go(ply) {
    this.ahead = this.retry = null;
    this.ply = Math.min(Math.max(0, ply), this.end);
    this.error = this.note = "";
    this.show();
  }

  // visit looks at a position anywhere in the tree, and at the line that goes on from it.
  async visit(node) {
    this.opponent.stop();
    this.ahead = this.retry = null;
    this.error = this.note = "";
    this.aim(node);
    this.ply = node.ply;
    if (this.nodes.some((n) => !n.position)) await this.fill().catch((e) => this.fail(e));
    this.show();
  }

  // reopen goes on with a game that was resigned or agreed on.
  async reopen() {
    this.tip.position = undefined;
    await this.fill().catch((e) => this.fail(e));
    this.show();
  }

  // undo takes back to the last position in which a person had the move.
  async undo() {
    this.opponent.stop();
    if (this.agreement.revoke()) return this.reopen();
    let ply = this.end - 1;
    const { persons } = this.seating;
    while (ply > 0 && persons && !this.seating.isPerson(this.nodes[ply].position.toMove)) ply--;
    if (ply < 0) return;
    for (let at = this.tip; at.ply > ply && at.children.length === 0; at = at.parent) at.remove(); // variations stay
    this.ahead = null;
    this.error = this.note = "";
    if (!persons) this.paused = true;
    this.show(this.nodes[ply]);
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

  // look shows a line of play from the position looked at, without playing it.
  look(line, step) { return look(this, line, step); }
}
