// What an agent thinks, in three lines below the board: for screens too narrow for
// a board and a panel side by side.

import { html } from "./vendor/preact-htm.mjs";
import { exactly, points } from "./think.js";

const movesShown = 3;

export function Glance({ table, thinker, on, set, report, error }) {
  if (!thinker) return null;
  const best = on && report && !report.moves.length ? null : on && report && report.moves[0];
  const line = (best && best.line) || [];
  return html`<section class="glance" aria-label="Best moves">
    <div class="row"><label class="switch"><input type="checkbox" checked=${on} onChange=${(e) => set({ on: e.target.checked })} /> Think along</label>
      <span class="quiet">${error ? html`<span class="bad">${error}</span>` : says(table, on, report)}</span></div>
    ${on && html`<div class="row best-moves">${best && report.moves.slice(0, movesShown).map((m) => html`<button type="button" key=${m.text} title="show the principal variation" onClick=${() => table.look(m.line || [m.text], 1)}>
      <b>${m.text}</b> ${m.visits > 0 ? exactly(points(m.value)) : ""}</button>`)}</div>
    <p class="pv">${line.map((text, i) => html`<button type="button" key=${i} class="link" onClick=${() => table.look(line, i + 1)}>${text}</button> `)}</p>`}
  </section>`;
}

function says(table, on, report) {
  const { roles } = table.about;
  if (!on) return "shows the best moves here";
  if (table.mover < 0) return "The game is over.";
  return report ? `${exactly(points(report.value))} for ${roles[table.mover]}` : "Thinking …";
}
