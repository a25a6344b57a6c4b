// What the side that has just moved would do, if it could move again.

import { post, stream } from "./api.js";
import { Ahead } from "./ahead.js";

const searched = 200; // simulations

// threat looks for it from the position that the table shows, and shows it. Where
// no side can pass, it says so.
export async function threat(table, player) {
  const { about, here, roles } = table, position = here.position, other = 1 - position.toMove;
  if (position.over) return table.say("The game is over: there is no threat.");
  if (!about.palette || !about.turns) return table.say("There is no threat to show: in this game a turn is to place a piece, and cannot be skipped.");
  if (!player) return table.say("No agent that could find a threat plays this game.");
  table.say("Looking for the threat …");
  try {
    const cells = position.pieces.map((n) => (n ? table.kinds[n - 1].letter : ""));
    const told = await post("/api/arrange", { game: table.game, cells, toMove: other })
      .catch((e) => { throw e.status === 422 ? new Error(`${roles[1 - other]} cannot stand still here: ${e.message}.`) : e; });
    const game = { game: table.game, position: told.position, moves: [] };
    let report;
    for await (const r of stream("/api/analyse", { ...game, player: player.id, simulations: player.unit === "simulations" ? searched : undefined, dice: table.dice })) report = r;
    if (!report || table.here !== here) return undefined;
    const line = report.moves[0].line || [report.moves[0].text];
    const story = await post("/api/game", { ...game, moves: line, from: 0 });
    if (table.here !== here) return undefined;
    table.note = "";
    table.ahead = new Ahead(table, story.moves, 1, table.pieces.positions(story), roles[other]);
    table.changed();
  } catch (e) {
    table.note = "";
    table.fail(e);
  }
  return undefined;
}
