// Where the checkpoints of a run stand in a ladder, where one has been played.

import { html, useEffect, useState } from "./vendor/preact-htm.mjs";
import { get } from "./api.js";
import { href } from "./address.js";
import { Chart } from "./chart.js";

// Rungs draws the Elo of a run's checkpoints over their iterations, with their intervals,
// and names who else stands in that ladder.
export function Rungs({ run }) {
  const [ladder, set] = useState(null);
  useEffect(() => {
    let stale = false;
    get("/api/run", { name: run.name, ladder: "" }).then((l) => { if (!stale) set(l); }, () => { /* the curves are there without it */ });
    return () => { stale = true; };
  }, [run.name]);
  if (!ladder) return null;
  if (ladder.rungs.length === 0) {
    return html`<p class="quiet" id="no-ladder">Its checkpoints have not been rated: <code>ludens ladder ${run.game}</code>, its folder and some agents do that.</p>`;
  }
  const own = ladder.rungs.filter((r) => r.iteration).sort((a, b) => a.iteration - b.iteration);
  const others = ladder.rungs.filter((r) => !r.iteration);
  return html`<div class="charts" id="rungs"><${Chart} figure=${figureOf(own)} />
    <div class="card"><h2>In the same ladder</h2>
      <ul>${others.map((r) => html`<li key=${r.name}>${r.name} <b>${Math.round(r.elo)}</b> <span class="quiet">± ${Math.round((r.high - r.low) / 2)}</span></li>`)}</ul>
      <p><a href=${href("results", { name: ladder.name })}>The whole table</a>${ladder.when && html`<span class="quiet">, ${ladder.when}</span>`}</p></div></div>`;
}

// figureOf is the chart of the checkpoints in a ladder.
const figureOf = (own) => ({
  title: "Ladder: Elo of its checkpoints", label: "iteration",
  curves: [{ name: "Elo", points: true, x: own.map((r) => r.iteration), y: own.map((r) => Math.round(r.elo)), low: own.map((r) => Math.round(r.low)), high: own.map((r) => Math.round(r.high)) }],
});
