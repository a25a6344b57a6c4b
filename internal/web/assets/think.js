// What an agent thinks of the position, while it does.

import { html, useEffect, useState } from "./vendor/preact-htm.mjs";
import { stream } from "./api.js";
import { draw } from "./address.js";
import { capital } from "./words.js";

// points turns a value in [-1, 1] into points a game: 0 lost, 1 won.
export const points = (value) => (1 + value) / 2;

export const percent = (share) => `${Math.round(100 * share)} %`;

// exactly is percent to a tenth.
export const exactly = (share) => `${(100 * share).toFixed(1)} %`;

// duration writes seconds: 4.2 s, 3:05 min.
const duration = (s) => (s < 60 ? `${s.toFixed(1)} s` : `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, "0")} min`);

// ValueBar shows what First and Second expect, with a part for draws where
// they are known.
export function ValueBar({ table }) {
  const { roles, stones } = table.about;
  const { here } = table, at = here.chances || !here.parent ? here : here.parent; // an agent that has just moved told what it thought before
  const { chances } = at, [first, drawn, second] = chances || [0.5, 0, 0.5];
  const text = !chances ? "This position has no evaluation yet"
    : at.draw !== undefined ? `${roles[0]} ${percent(first)}, drawn ${percent(drawn)}, ${roles[1]} ${percent(second)}`
      : `${roles[0]} ${percent(first)}, ${roles[1]} ${percent(second)}`;
  return html`<div class=${`value-bar ${table.turned ? "turned" : ""} ${chances ? "" : "unknown"}`} role="img" aria-label=${text} title=${text}>
    <div class=${`second ${stones[1].shade}`} style=${{ flexGrow: second }} /><div class="drawn" style=${{ flexGrow: drawn }} /><div class=${`first ${stones[0].shade}`} style=${{ flexGrow: first }} />
  </div>`;
}

const keep = String(draw()) + draw(); // names this page: its analyses go on with one tree

// useThoughts follows an agent that thinks about the position looked at.
export function useThoughts(table, player, on) {
  const [report, tell] = useState(null);
  const [error, fail] = useState("");
  const key = `${table.game}|${table.start}|${table.seed}|${table.moves.slice(0, table.ply).join(" ")}`;
  const mover = table.mover;
  useEffect(() => {
    tell(null);
    fail("");
    if (!on || !player || !table.here.position || mover < 0) return undefined;
    const stop = new AbortController(), node = table.here;
    (async () => {
      try {
        for await (const r of stream("/api/analyse", { ...table.line(node.ply), player: player.id, dice: table.dice, keep }, stop.signal)) {
          if (stop.signal.aborted) return;
          tell(r);
          node.tell(r);
          table.changed();
        }
      } catch (e) {
        if (e.name !== "AbortError") fail(e.message);
      }
    })();
    return () => stop.abort();
  }, [key, on, player && player.id, mover]);
  return [report, error];
}

// marksOf are the arrows and the heat that show a report on the board.
export function marksOf(report, way, cells) {
  const moves = report ? report.moves.filter((m) => m.to >= 0) : [];
  if (moves.length === 0 || way === "none") return {};
  const most = Math.max(...moves.map((m) => m.visits), 1);
  if (way === "heat") {
    const heat = new Array(cells).fill(0);
    const total = moves.reduce((n, m) => n + Math.max(m.visits, m.prior), 0);
    for (const m of moves) heat[m.to] += Math.max(m.visits, m.prior) / total;
    const top = Math.max(...heat);
    return { heat: heat.map((h) => h / top) };
  }
  const seen = new Set(), arrows = [];
  for (const m of moves) {
    const between = `${m.from}-${m.to}`;
    if (seen.has(between) || arrows.length === 4) continue;
    seen.add(between);
    arrows.push({ from: m.from, to: m.to, share: m.visits / most, best: arrows.length === 0 });
  }
  return { arrows: arrows.reverse() };
}

// Thoughts is the panel of an agent that thinks along.
export function Thoughts({ table, thinkers, state, set, report, error }) {
  if (thinkers.length === 0) return html`<p class="quiet">No agent that could analyse plays this game.</p>`;
  const player = thinkers.find((p) => p.id === state.player) || thinkers[0];
  const { roles, stones } = table.about, mover = table.mover;
  const worth = report ? points(report.value) : null;
  return html`<div class="thoughts">
    <div class="row">
      <label class="switch"><input type="checkbox" id="think" checked=${state.on} onChange=${(e) => set({ on: e.target.checked })} /> Think along</label>
      <select aria-label="Agent that analyses" value=${player.id} onChange=${(e) => set({ player: e.target.value })}>
        ${thinkers.map((p) => html`<option key=${p.id} value=${p.id} selected=${p.id === player.id}>${p.title}</option>`)}
      </select>
      <select aria-label="Show on the board" value=${state.way} onChange=${(e) => set({ way: e.target.value })}>
        ${[["arrows", "Arrows"], ["heat", "Heat"], ["none", "No marks"]].map(([way, name]) => html`<option value=${way} selected=${way === state.way}>${name}</option>`)}
      </select>
    </div>
    <p class="summary">${error ? html`<span class="bad">${error}</span>`
      : !state.on ? html`<span class="quiet">Switch it on to see the best moves and their values.</span>`
        : mover < 0 ? html`<span class="quiet">The game is over.</span>`
          : !report ? html`<span class="quiet">Thinking …</span>`
            : html`<b>${capital(roles[mover])}</b>: ${report.chances
              ? html`win ${exactly(report.chances[0])}, draw ${exactly(report.chances[1])}, lose ${exactly(report.chances[2])}`
              : html`can expect ${exactly(worth)} of the point`}${report.proof ? html`; best play: <b>${inRoles(report.proof, roles)}</b>${report.plies ? ` in ${report.plies}` : ""}` : ""}
              <span class="quiet"> · ${report.simulations.toLocaleString("en")} positions in ${duration(report.seconds)}${report.depth ? `, ${report.depth} deep` : ""}${report.done ? ", done" : ""}${report.note ? `; ${report.note}` : ""}</span>`}</p>
    <div class="scroll"><table class="moves-table">
      <thead><tr><th>Move</th><th title="share of the search">Visits</th><th title="the network's prior">Prior</th><th title="expected score of the side to move">Value</th></tr></thead>
      <tbody>${report && report.moves.map((m, i) => html`<tr key=${m.text} class=${i === 0 ? "best" : ""}>
        <td><button type="button" class="link" title="show the principal variation" onClick=${() => table.look(m.line || [m.text], 1)}>${m.text}</button></td>
        <td><span class="share" style=${{ "--share": m.visits / Math.max(1, report.moves[0].visits) }}>${m.visits.toLocaleString("en")}</span></td>
        <td>${exactly(m.prior)}</td><td>${m.visits > 0 ? html`${exactly(points(m.value))}<${Chances} of=${m.chances} mine=${stones[mover]} theirs=${stones[1 - mover]} />` : "–"}</td></tr>`)}</tbody>
    </table></div>
    <h2 class="quiet">Principal variations <select id="lines" aria-label="Principal variations shown" value=${state.lines} onChange=${(e) => set({ lines: Number(e.target.value) })}>
      ${lines.map((n) => html`<option key=${n} value=${n} selected=${n === state.lines}>${n}</option>`)}</select></h2>
    <ol class="lines-expected">${report && report.moves.slice(0, state.lines).map((m) => m.line && html`<li key=${m.text}>
      ${m.visits > 0 && html`<b>${exactly(points(m.value))}</b>`} ${m.line.map((text, i) => html` <button type="button" key=${i} class="link" onClick=${() => table.look(m.line, i + 1)}>${text}</button>`)}</li>`)}</ol>
  </div>`;
}

// lines are how many lines of play may be written out; the others are behind their moves.
const lines = [1, 3, 5, 12];

// Chances is a little bar of win, draw and loss for the mover of a move.
function Chances({ of, mine, theirs }) {
  if (!of) return null;
  const text = `win ${percent(of[0])}, draw ${percent(of[1])}, lose ${percent(of[2])}`;
  return html`<span class="chances" role="img" aria-label=${text} title=${text}>
    <span class=${`share-of ${mine.shade}`} style=${{ flexGrow: of[0] }} /><span class="drawn" style=${{ flexGrow: of[1] }} /><span class=${`share-of ${theirs.shade}`} style=${{ flexGrow: of[2] }} /></span>`;
}

function inRoles(result, roles) {
  if (result === "first wins") return `${roles[0]} win`;
  return result === "second wins" ? `${roles[1]} win` : "a draw";
}
