// What is wrong with a move that the server has refused.

import { squareName } from "./square.js";

// why says what is wrong with a move between two squares; "" if that is not it.
export function why(table, text) {
  const { about, kinds } = table, choices = table.here.legal || [];
  const squares = text.toLowerCase().match(/[a-z]\d+/g) || [];
  if (squares.length < 2 || about.grounds[0] === "hole") return "";
  const names = about.grounds.map((_, cell) => squareName(about, cell));
  const unknown = squares.find((s) => !names.includes(s));
  if (unknown) return `There is no square ${unknown} on this board.`;
  const [from, to] = squares, cell = names.indexOf(from);
  const piece = kinds[table.here.position.pieces[cell] - 1];
  if (!piece) return `There is no piece on ${from}.`;
  if (piece.side !== table.mover) return `The ${piece.name} on ${from} is the other side's.`;
  const targets = [...new Set(choices.filter((c) => c.from === cell).map((c) => names[c.to]))];
  if (targets.includes(to)) return "";
  if (targets.length === 0) return `The ${piece.name} on ${from} has no legal move here.`;
  return `The ${piece.name} on ${from} cannot go to ${to}; it can go to ${targets.slice(0, 8).join(", ")}${targets.length > 8 ? ` and ${targets.length - 8} more squares` : ""}.`;
}
