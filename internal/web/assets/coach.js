// What a coach says of a whole game: its course, what each side gave away, and another try
// in the position before a mistake.

import { html, useEffect, useRef, useState } from "./vendor/preact-htm.mjs";
import { short } from "./address.js";
import { stream } from "./api.js";
import { Judge, says, strength, useJudge } from "./judge.js";
import { exactly, points } from "./think.js";
import { capital, number } from "./words.js";

// Course is the chart of a game: what First could expect after each move.
export function Course({ table, thinkers, player: thinker }) {
  const [busy, work] = useState(null);
  const [player, pick] = useJudge(thinkers, thinker);
  const [error, fail] = useState("");
  const stop = useRef(null);
  useEffect(() => () => stop.current && stop.current.abort(), []);
  const { nodes } = table, n = nodes.length - 1;
  const { roles, stones } = table.about;
  const judge = async () => {
    stop.current = new AbortController();
    fail("");
    work(0);
    try {
      for await (const v of stream("/api/survey", { ...table.line(), player: player.id, simulations: strength(player), dice: table.dice }, stop.current.signal)) {
        table.judged = says(player);
        Object.assign(nodes[v.ply], { value: v.value, draw: v.drawn || undefined, best: v.best, slip: v.slip, accuracy: v.accuracy });
        work(v.ply + 1);
        table.changed();
      }
    } catch (e) {
      if (e.name !== "AbortError") fail(e.message);
    }
    work(null);
  };
  const width = 360, height = 110;
  const x = (ply) => (n === 0 ? 0 : (width * ply) / n), y = (share) => height * (1 - share);
  const known = nodes.map((node) => [node.ply, node.chances]).filter(([, c]) => c);
  const area = (share) => `M${x(known[0][0])} ${height} ${known.map(([p, c]) => `L${x(p)} ${y(share(c))}`).join(" ")} L${x(known[known.length - 1][0])} ${height} Z`;
  const slips = nodes.filter((node) => node.slip);
  return html`<div class="course">
    <div class="row">
      <button type="button" id="survey" disabled=${!player || n === 0} onClick=${busy === null ? judge : () => stop.current.abort()}>
        ${busy === null ? "Judge the whole game" : `Stop (${busy} of ${n + 1})`}</button>
      <${Judge} players=${thinkers} player=${player} pick=${pick} busy=${busy !== null} />
    </div>
    <p class="quiet" id="judged">${table.judged ? `Judged by ${table.judged}.` : player ? `The judge: ${says(player)}.` : ""}${table.judged && player && table.judged !== says(player) ? ` Now chosen: ${says(player)}.` : ""}</p>
    ${error && html`<p class="bad">${error}</p>`}
    <svg class="course-chart" viewBox=${`0 -6 ${width} ${height + 12}`} preserveAspectRatio="none" role="img"
      aria-label=${`Expected score of ${roles[0]}, move by move`}
      onClick=${(e) => { const box = e.currentTarget.getBoundingClientRect(); table.go(Math.round((n * (e.clientX - box.left)) / box.width)); }}>
      <rect class=${`second ${stones[1].shade}`} width=${width} height=${height} />
      ${known.length > 1 && html`<path class="drawn" d=${area((c) => c[0] + c[1])} /><path class=${`first ${stones[0].shade}`} d=${area((c) => c[0])} />`}
      <line class="even" x1="0" x2=${width} y1=${height / 2} y2=${height / 2} />
      ${slips.map(({ ply, value, slip }) => html`<circle key=${ply} class=${slip.mark === "??" ? "blunder" : "mistake"} cx=${x(ply)} cy=${y(points(value))} r="4" />`)}
      <line class="here" x1=${x(table.ply)} x2=${x(table.ply)} y1="-6" y2=${height + 6} />
    </svg>
    <p class="axis"><span>start</span><span>move ${n}</span></p>
    <p class="legend">${[0, 1].map((side) => html`<span key=${side}><span class=${`swatch share-of ${stones[side].shade}`} />${roles[side]}</span>`)}
      ${nodes.some((node) => node.draw) && html`<span><span class="swatch drawn" />drawn</span>`}</p>
    ${[0, 1].map((side) => html`<${Side} key=${side} table=${table} side=${side} slips=${slips.filter((node) => node.parent.position.toMove === side)} player=${player} busy=${busy !== null} />`)}
    ${known.length <= n && slips.length === 0 && html`<p class="quiet">Judge the game to see its mistakes (?!, ?, ??): what a move gave away, in points and as a share of what its side could still expect.</p>`}
  </div>`;
}

// Side lists what a side gave away.
function Side({ table, side, slips, player, busy }) {
  const { about } = table, { accuracy } = table.tip;
  if (!accuracy && slips.length === 0) return null;
  const start = table.nodes[0].value, expects = points(side === 0 ? start : -start);
  return html`<h2>${capital(about.roles[side])} ${accuracy && html`<span class="quiet accuracy" title="the share of what it could expect that each move kept, on average">accuracy ${exactly(accuracy[side])}</span>`}</h2>
    <ul class="slips">${slips.slice(0, mostSlips).map((node) => html`<li key=${node.ply}>
      <button type="button" class="link" onClick=${() => table.go(node.ply)}>${number(node)} ${node.text}</button><span class=${node.slip.mark === "??" ? "blunder" : "mistake"}>${node.slip.mark}</span>
      ${" "}${told(node.slip)} ${node.slip.why || ""} Better was <b>${node.slip.better}</b>.
      ${!table.linked && html` <button type="button" class="small retry" data-ply=${node.ply} disabled=${busy || !player} onClick=${() => begin(table, node, player)}>Try again</button>`}</li>`)}
      ${slips.length === 0 && html`<li class="quiet">No move gave away more than a twentieth of a point, or a sixth of what was left. At the start this side could expect ${exactly(expects)} of the point.</li>`}</ul>`;
}

const mostSlips = 20; // of a side

// told says what a slip cost.
const told = ({ lost, left }) => (lost > 0 ? `gave away ${(100 * lost).toFixed(1)} of the ${exactly(left)} that were left.` : "");

// begin sets the position before a mistake up to be tried again: the next move there is
// judged, and not played.
function begin(table, node, player) {
  table.go(node.ply - 1);
  table.retry = new Retry(table, node, player);
  table.say(`Find a better move than ${node.text}.`);
}

// Retry takes moves in a position in which a mistake was made.
class Retry {
  constructor(table, node, player) { Object.assign(this, { table, node, player, at: node.parent }); }

  // stands reports whether its position is looked at.
  get stands() { return this.table.here === this.at && !this.table.ahead; }

  // take has a move judged by who judged the game.
  async take(text) {
    const { table, at, player, node } = this, ply = at.ply;
    if (short(text) === short(node.move)) return table.say(`That was the move of the game: find a better one than ${node.text}.`);
    table.say(`${text} is being judged …`);
    try {
      let last;
      const line = table.line(ply);
      for await (const v of stream("/api/survey", { ...line, moves: [...line.moves, text], from: ply, player: player.id, simulations: strength(player), dice: table.dice })) last = v;
      if (table.retry !== this) return undefined;
      const { slip } = last, right = !slip || (slip.mark === "?!" && node.slip.mark !== "?!");
      if (right) table.retry = null;
      return table.say(!slip ? `${text} is right: it gives nothing away.` : `${text} (${slip.mark}) ${told(slip)} ${slip.why || ""} ${right ? `It is better than ${node.text}; best was ${slip.better}.` : "Try another move."}`);
    } catch (e) {
      return table.fail(e);
    }
  }
}
