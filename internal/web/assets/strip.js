// The strips above and below the board: each names a side.

import { html, useState } from "./vendor/preact-htm.mjs";
import { readSeat } from "./address.js";
import { Clock } from "./clock.js";
import { called } from "./heading.js";
import { Stone } from "./square.js";
import { SeatPicker } from "./seats.js";
import { capital } from "./words.js";

// Strip names a side and who plays it.
export function Strip({ table, side }) {
  const { about } = table;
  const [changing, change] = useState(false);
  const toMove = table.position.toMove === side;
  const busy = table.opponent.thinking && table.tip.position && table.tip.position.toMove === side;
  return html`<div class=${`strip ${toMove ? "to-move" : ""}`}>
    <${Stone} of=${about.stones[side]} />
    <b>${capital(about.roles[side])}</b>
    ${table.linked ? html`<span class="who">${table.who(side)}</span>`
      : html`<button type="button" class="link who" title="change who plays" aria-expanded=${changing} onClick=${() => change(!changing)}>${called(table, side)}</button>`}
    <${Lost} table=${table} side=${side} />
    <span class="busy" aria-hidden="true">${busy ? "thinking …" : ""}</span>
    ${table.clock && html`<${Clock} clock=${table.clock} side=${side} role=${about.roles[side]} />`}
    ${changing && html`<form class="popover" onKeyDown=${(e) => { if (e.key === "Escape") change(false); }} onSubmit=${(e) => { e.preventDefault(); change(false); table.sit(side, readSeat(e.target.seat.value)); }}>
      <${SeatPicker} players=${about.players} seat=${table.seating.of(side)} name="seat" label=${`${about.roles[side]} played by`} />
      <div class="row"><button class="main">Change</button><button type="button" onClick=${() => change(false)}>Cancel</button></div>
    </form>`}
  </div>`;
}

// Lost shows what a side has lost since the start, in the games whose pieces are
// counted.
function Lost({ table, side }) {
  if (!table.about.counted || table.position.hands) return null; // what is in hand is shown beside the board
  const count = (position, piece) => position.pieces.filter((p) => p === piece).length;
  const lost = table.kinds.map((kind, i) => ({ kind, n: count(table.root.position, i + 1) - count(table.position, i + 1) }))
    .filter(({ kind, n }) => kind.side === side && n > 0);
  if (lost.length === 0) return null;
  const words = `lost: ${lost.map(({ kind, n }) => `${n} ${kind.name}`).join(", ")}`;
  return html`<span class="lost" role="img" aria-label=${words} title=${words}>lost ${lost.map(({ kind, n }) => html`<${Stone} key=${kind.sprite} of=${kind} size=18 />${n > 1 ? `×${n}` : ""} `)}</span>`;
}
