// The list of moves, and of the lines of play.

import { html, useEffect, useRef } from "./vendor/preact-htm.mjs";
import { short } from "./address.js";
import { slips } from "./think.js";

// Moves lists the line that is looked at, and the others.
export function Moves({ table }) {
  const here = useRef();
  const marks = slips(table);
  useEffect(() => {
    const row = here.current;
    if (row) row.parentElement.scrollTop = Math.max(0, row.offsetTop - row.parentElement.clientHeight / 2);
  }, [table.ply, table.moves]);
  const rows = [];
  for (let ply = 0; ply < table.end; ply += 2) rows.push(ply);
  const cell = (ply) => {
    if (ply >= table.end) return null;
    const after = table.positions[ply + 1] || {}, note = table.notes.at(ply + 1, table.moves), mark = marks[ply] && marks[ply].mark;
    const sign = note && note.glyph ? html`<span class="glyph" title="by who wrote the game down">${note.glyph}</span>` : "";
    return html`<button type="button" class=${`move ${ply + 1 === table.ply ? "current" : ""}`} data-ply=${ply + 1}
      title=${[table.moves[ply], after.words].filter(Boolean).join(" ")} onClick=${() => table.go(ply + 1)}>${after.san || table.moves[ply]}${sign}${mark ? html`<span class=${mark === "??" ? "blunder" : "mistake"}>${mark}</span>` : ""}</button>`;
  };
  const said = (ply) => {
    const note = table.notes.at(ply, table.moves);
    return note && note.comment ? html`<p class="comment">${note.comment}</p>` : "";
  };
  return html`<div class="moves-panel">
    ${table.lines.length > 1 && html`<div class="lines" role="group" aria-label="Lines of play">${table.lines.map((l, i) => html`<button type="button" key=${i} aria-pressed=${i === table.at} onClick=${() => table.follow(i)}>${branchName(table, l, i)}</button>`)}</div>`}
    <ol class="moves">${rows.length === 0 && html`<li class="quiet none">No moves yet. Click a piece, or type a move below the board.</li>`}
      ${said(0) && html`<li class="none">${said(0)}</li>`}
      ${rows.map((ply) => html`<li key=${ply} ref=${ply === 2 * Math.floor((Math.max(1, table.ply) - 1) / 2) ? here : undefined}><span class="number">${ply / 2 + 1}</span>${cell(ply)}${cell(ply + 1)}${said(ply + 1)}${ply + 1 < table.end && said(ply + 2)}</li>`)}
    </ol>
    <p class="quiet">To try another line, go back and play something else: the game so far is kept beside it.</p>
  </div>`;
}

// branchName tells a line by the move where it leaves the one looked at.
function branchName(table, line, i) {
  if (i === table.at) return "This line";
  const fork = line.findIndex((m, ply) => short(m) !== short(table.moves[ply] || ""));
  const ply = fork < 0 ? line.length : fork;
  return `${Math.floor(ply / 2) + 1}${ply % 2 ? "…" : "."} ${line[ply] || "ends"}`;
}
