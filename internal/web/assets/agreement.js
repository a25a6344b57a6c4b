// How people end a game that its rules have not ended: they resign, or agree to a
// draw. An agent agrees if it expects no more than half a point.

import { stream } from "./api.js";
import { writeMoves } from "./address.js";
import { percent, points } from "./think.js";

// how are the endings by agreement, as the address has them.
const how = {
  "first-resigned": (roles) => ({ result: "second wins", ending: `${roles[0]} resigned` }),
  "second-resigned": (roles) => ({ result: "first wins", ending: `${roles[1]} resigned` }),
  "first-flagged": (roles) => ({ result: "second wins", ending: `${roles[0]} ran out of time` }),
  "second-flagged": (roles) => ({ result: "first wins", ending: `${roles[1]} ran out of time` }),
  "first-left": (roles) => ({ result: "second wins", ending: `${roles[0]} left the game` }),
  "second-left": (roles) => ({ result: "first wins", ending: `${roles[1]} left the game` }),
  "draw-agreed": () => ({ result: "drawn", ending: "by agreement" }),
};

// scores are results as chess players write them; an ending in other words follows: an
// address has "1-0:Time forfeit".
const scores = { "1-0": "first wins", "0-1": "second wins", "1/2-1/2": "drawn" };

// endOf is the ending that a text stands for; undefined if none.
function endOf(text, roles) {
  if (how[text]) return how[text](roles);
  const [, score, ending] = /^([^:]*):?(.*)$/.exec(text || "");
  return scores[score] && { result: scores[score], ending };
}

// endedBy returns how a game that was brought along ended by agreement; "" if it did not.
export function endedBy({ result, ending = "" }, roles) {
  const known = Object.keys(how).find((text) => { const h = how[text](roles); return h.result === result && h.ending === ending; });
  const score = Object.keys(scores).find((text) => scores[text] === result);
  return known || (score && ending ? `${score}:${ending}` : score) || "";
}

export class Agreement {
  constructor(table, text) {
    this.table = table;
    this.text = endOf(text, ["", ""]) ? text : "";
    this.moves = null; // of the line that ended so, as text; null until it is known
    this.offer = -1; // the person who offers a draw to another
  }

  // close ends the line looked at, if it is the one that was agreed on.
  close() {
    const { table } = this, last = table.tip.position;
    if (!this.text || !last || last.over) return;
    const moves = writeMoves(table.moves);
    if (this.moves === null) this.moves = moves;
    if (this.moves !== moves) return;
    table.tip.position = { ...last, toMove: -1, over: endOf(this.text, table.roles) };
    table.tip.legal = [];
  }

  // told is what the address says of it; "" if the line looked at goes on.
  get told() { return this.moves === writeMoves(this.table.moves) ? this.text : ""; }

  // revoke opens the game again, and reports whether it had been closed.
  revoke() {
    const closed = this.told !== "";
    if (closed) this.text = "";
    this.offer = -1;
    return closed;
  }

  agree(text) {
    const { table } = this;
    table.opponent.stop();
    table.ply = table.end;
    table.ahead = null;
    Object.assign(this, { text, moves: writeMoves(table.moves), offer: -1 });
    this.close();
    table.note = table.error = "";
    table.show();
  }

  // mine is the person who may resign or offer a draw now: whose turn it is, or who
  // plays an agent; -1 if there is none.
  get mine() {
    const { table } = this, last = table.tip.position;
    if (!last || last.over) return -1;
    if (table.seating.isPerson(last.toMove)) return last.toMove;
    return table.seating.isPerson(1 - last.toMove) ? 1 - last.toMove : -1;
  }

  rematch() { location.hash = this.table.rematch; }

  resign() { if (this.mine >= 0) this.agree(this.mine === 0 ? "first-resigned" : "second-resigned"); }

  // propose offers a draw: a person is asked, an agent weighs what it expects.
  async propose() {
    const { table, mine } = this, other = 1 - mine;
    if (mine < 0) return;
    if (table.seating.isPerson(other)) {
      this.offer = mine;
      table.changed();
      return;
    }
    const player = table.seating.player(other), name = table.seating.name(other), moves = table.moves;
    if (!player || !player.thinks) return this.decline(`${name} agrees to no draws.`);
    table.note = `${name} weighs the offer …`;
    table.changed();
    try {
      let value;
      for await (const r of stream("/api/analyse", { ...table.line(), player: player.id, simulations: table.seating.of(other).simulations || player.usual, dice: table.dice })) value = r.value;
      if (table.moves !== moves || table.over) return;
      const expects = points(table.tip.position.toMove === other ? value : -value);
      if (expects <= 0.5) this.agree("draw-agreed");
      else this.decline(`${name} declines: it expects ${percent(expects)} of the points.`);
    } catch (e) {
      table.fail(e);
    }
  }

  decline(why) {
    this.offer = -1;
    this.table.note = why;
    this.table.changed();
  }
}
