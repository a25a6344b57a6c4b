// The last game that a person left before its end: the home page offers to continue it.

const key = "last";

export function lastGame() {
  try { return JSON.parse(localStorage.getItem(key)); } catch (e) { return null; }
}

// keepLast notes a game in which a person has moved or may move, and forgets it at its end.
export function keepLast(table) {
  const { about } = table, at = location.hash, id = table.linked ? table.key : `${table.dice}`;
  if (!about || !table.tip.position || !(table.linked ? table.plays : table.seating.persons)) return;
  const known = lastGame(), same = known && known.id === id;
  try {
    if (table.over) {
      if (same) localStorage.removeItem(key);
    } else if (table.end > 0 || same) {
      localStorage.setItem(key, JSON.stringify({
        at, id, title: about.title, ply: table.end,
        game: about.game, seed: table.start ? 0 : table.seed, start: table.start, moves: table.moves.join("_"), turned: table.turned ? 1 : 0,
      }));
    }
  } catch (e) { /* it is not offered */ }
}
