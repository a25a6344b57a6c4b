// A game that two people play by link. The server keeps it: what it says is what is
// on the board, the main line of a tree without variations.

import { Refused, post } from "./api.js";
import { href, short, writeMoves } from "./address.js";
import { Connection } from "./connection.js";
import { why } from "./refusal.js";
import { ServerClock } from "./clock.js";
import { Table } from "./table.js";
import { Node } from "./tree.js";

const none = [];

export class Linked extends Table {
  constructor(params, changed) {
    super(params, changed);
    this.key = params.get("link");
    this.view = null; // the last that the server has told
    this.seen = Promise.resolve(); // when all views so far are on the board
    this.opponent = { thinking: null, stop() {}, continue() {} }; // moves come from the server
    this.agreement = new Agreed(this);
    this.connection = new Connection(this.key, {
      told: (view) => { this.seen = this.seen.then(() => this.see(view)).catch((e) => this.fail(e)); },
      changed: () => this.changed(),
      failed: (e) => this.gone(e),
    });
  }

  get linked() { return true; }
  get side() { return this.view ? this.view.side : -1; } // of who looks; -1: he watches
  get live() { return !!this.view && !this.view.result; }
  get plays() { return this.side >= 0 && this.live; }

  open() { return this.connection.follow(); }

  leave() {
    super.leave();
    this.connection.close();
  }

  gone(e) {
    if (this.about) this.error = e.message;
    else this.fatal = e.message;
    this.changed();
  }

  // see puts on the board what the server tells.
  async see(view) {
    const before = this.view, fresh = !before || before.round !== view.round;
    this.view = view;
    if (fresh) this.begin(view);
    const last = fresh ? new Node() : this.shared(view.moves); // of what was known and still holds
    const tip = fresh || last.ply < view.moves.length ? await this.extend(last, view.moves.slice(last.ply)) : last;
    if (!this.about) await this.meet();
    const atEnd = fresh || this.ply === this.end || tip.ply < this.ply;
    if (tip !== this.tip) this.follow(last, tip);
    this.clock = view.clock ? new ServerClock(view.clock) : null;
    this.sketched = null;
    if (atEnd) this.ply = this.end;
    this.show();
  }

  // follow has the game end with tip. What came after last was taken back.
  follow(last, tip) {
    for (const node of last.children) if (!tip.line.includes(node)) node.remove();
    [this.root] = tip.line;
    this.aim(tip, true);
    this.ahead = null;
  }

  // begin sets up a game of the two.
  begin(view) {
    this.game = view.game;
    this.seed = view.seed || 0;
    this.start = view.position || "";
    this.turned = undefined;
    for (const side of [0, 1]) this.seating.sit(side, { id: side === view.side ? "person" : "friend" });
    if (this.about) this.face();
  }

  face() { this.turned = !this.fixed && this.side === 1; }

  async meet() {
    await this.learn();
    if (this.turned === undefined) this.face();
  }

  // shared is the last position that the line has in common with other moves.
  shared(moves) {
    let n = 0;
    while (n < moves.length && n < this.end && short(moves[n]) === short(this.moves[n])) n++;
    return this.nodes[n];
  }

  address() { return href("play", { link: this.key }); }

  // plain is the game by itself, to be looked at without the other.
  get plain() {
    return href("play", {
      game: this.game, seed: this.seed && !this.start ? this.seed : "", start: this.start, moves: writeMoves(this.moves),
      first: "person", second: "person", turned: this.turned ? 1 : "", ended: this.agreement.told,
    });
  }

  get shareable() { return new URL(this.plain, location.href).href; }

  get choicesHere() { return this.ply === this.end && this.live ? super.choicesHere : none; }

  // who says who plays a side.
  who(side) {
    if (side === this.side) return "you";
    return this.view.here[side] ? "connected" : "not there";
  }

  // act tells the server what is done here.
  async act(act, move) {
    this.error = this.note = "";
    try {
      await post("/api/duel/act", { key: this.key, act, move, round: this.view.round, ply: this.end });
      return true;
    } catch (e) {
      this.sketched = null;
      this.fail(e.status === 422 && move ? new Refused(422, why(this, move) || e.message) : e);
      return false;
    }
  }

  async play(text) {
    if (this.ply !== this.end) return this.say("This is an earlier position: go to the last move to play on.");
    if (this.premove.take(text)) return undefined; // it is chosen while the other has the move
    if (!this.plays || this.mover !== this.side) return undefined;
    this.sketch(text);
    return this.act("move", text);
  }

  playAll() { this.say("This game is played by link: lines can be looked at, and tried out under Text once it is over."); }
  undo() { return this.act("takeback"); }
}

// Agreed is how two people end their game, or begin another, as Agreement does it for
// games of the page alone.
class Agreed {
  constructor(table) {
    this.table = table;
    this.offer = -1; // offers of the other are shown by the invitation
  }

  get mine() { return this.table.plays ? this.table.side : -1; }
  revoke() { return false; }
  resign() { return this.table.act("resign"); }
  propose() { return this.table.act("draw"); }
  rematch() { return this.table.act("rematch"); }
  decline() { return this.table.act("decline"); }

  // close ends the game as the server says, where the rules do not.
  close() {
    const { table } = this, { view, tip } = table, last = tip.position;
    if (!view || !view.result || !last || last.over) return;
    tip.position = { ...last, toMove: -1, over: { result: view.result, ending: view.ending } };
    tip.legal = [];
  }

  // told is the ending by agreement, as the address of a game of the page has it.
  get told() {
    const { view } = this.table;
    if (!view || !view.result || view.result === "ongoing") return "";
    const loser = view.result === "first wins" ? "second" : "first";
    if (/ resigned$/.test(view.ending)) return `${loser}-resigned`;
    if (/ ran out of time$/.test(view.ending)) return `${loser}-flagged`;
    if (/ left the game$/.test(view.ending)) return `${loser}-left`;
    return view.ending === "by agreement" ? "draw-agreed" : "";
  }
}
