// Comments that came with a game: each belongs to the moves before it, and is shown
// on every line that begins with them.

import { readMoves, short, writeMoves } from "./address.js";

const glyph = /^([!?]{1,2})(?: |$)/;

export class Notes {
  // texts are "PLY:COMMENT"; moves are those of the game that they are of.
  constructor(moves, texts) {
    this.moves = readMoves(moves);
    this.texts = texts.map((t) => [Number(t.slice(0, t.indexOf(":"))), t.slice(t.indexOf(":") + 1)]).filter(([ply]) => ply >= 0);
  }

  // at returns the glyph and the comment after so many moves of a line; undefined if
  // there are none.
  at(ply, moves) {
    const found = this.texts.find(([p]) => p === ply);
    if (!found || this.moves.slice(0, ply).some((m, i) => short(m) !== short(moves[i] || ""))) return undefined;
    const sign = glyph.exec(found[1]);
    return { glyph: sign ? sign[1] : "", comment: sign ? found[1].slice(sign[0].length) : found[1] };
  }

  // of returns the comments of a line by the number of moves before them.
  of(moves) {
    return Object.fromEntries(this.texts.filter(([ply]) => ply <= moves.length && this.at(ply, moves)));
  }

  get address() {
    if (this.texts.length === 0) return "";
    return `&noted=${encodeURIComponent(writeMoves(this.moves))}${this.texts.map(([ply, text]) => `&note=${encodeURIComponent(`${ply}:${text}`)}`).join("")}`;
  }
}

// notesOf writes the comments of a game that was brought along, for its address.
export const notesOf = (moves, comments) =>
  new Notes(writeMoves(moves), Object.entries(comments || {}).map(([ply, text]) => `${ply}:${text}`)).address;
