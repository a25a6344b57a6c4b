// A fair game: after some games against levels, the level that is about as strong.

import { html, useEffect, useRef } from "./vendor/preact-htm.mjs";
import { draw, href } from "./address.js";
import { enough, fair, games, keep } from "./rating.js";

const points = { "first wins": [1, 0], "second wins": [0, 1] };

// Fair notes how a game between a person and a level ends, if it was seen to go on, and
// offers the next.
export function Fair({ table }) {
  const going = useRef(false); // this game, here
  const { about, over, seating } = table;
  const person = seating.isPerson(0) ? 0 : 1;
  const player = seating.player(1 - person);
  const counts = player && player.level && seating.isPerson(person);
  useEffect(() => {
    if (!over) going.current = true;
    else if (going.current && counts) {
      going.current = false;
      keep(about.variant, { id: `${table.dice}`, level: player.id, points: (points[over.result] || [0.5, 0.5])[person] });
      table.changed();
    }
  }, [over]);
  const levels = about.players.filter((p) => p.level);
  if (!over || !counts) return null;
  const next = fair(about.variant, levels);
  if (!next) {
    const left = enough - games(about.variant).length;
    return left > 0 && html`<p class="quiet" id="fair">After ${left} more ${left === 1 ? "game" : "games"} against levels, a fair game for you is known.</p>`;
  }
  const seats = { first: person === 0 ? "person" : next.level.id, second: person === 0 ? next.level.id : "person" };
  return html`<p id="fair">A fair game for you: <a href=${href("play", { game: about.game, ...seats, dice: draw(), turned: person === 1 && !table.fixed ? 1 : "" })}>${next.level.title}</a>
    <span class="quiet"> (you can expect ${Math.round(100 * next.score)} % of the points, by ${next.games} games)</span></p>`;
}
