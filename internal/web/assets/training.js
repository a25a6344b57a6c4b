// The room where runs of training are watched: curves, what looks wrong, and the
// latest games of self-play. It asks for news every few seconds.

import { html, useEffect, useState } from "./vendor/preact-htm.mjs";
import { get } from "./api.js";
import { href } from "./address.js";
import { Chart } from "./chart.js";
import { file, nearest, overs, useCurves } from "./curves.js";
import { pace, span } from "./pace.js";
import { Games } from "./replay.js";
import { Rungs } from "./rungs.js";
import { Settings } from "./settings.js";
import { Shelf } from "./shelf.js";
import { warnings } from "./warnings.js";
import { sentence } from "./words.js";

const everySecond = 1000, newsEvery = 4 * everySecond;
const mostRuns = 8; // whose curves lie over each other, as the server draws them

export function Training({ params }) {
  const [runs, setRuns] = useState(null);
  const [error, fail] = useState("");
  useEffect(() => { document.title = "Training – Ludens"; get("/api/runs").then(setRuns, (e) => fail(e.message)); }, []);
  if (error) return html`<main class="notice"><p class="bad">${error}</p></main>`;
  if (!runs) return html`<main aria-busy="true" />`;
  if (runs.length === 0) {
    return html`<main class="notice"><h1>No run to watch</h1>
      <p>Train a game and come back: <code>ludens train celta</code>. Runs are looked for in the folder <code>runs</code>, and where <code>ludens serve --run</code> says.</p></main>`;
  }
  const name = params.get("run") || runs[0].name;
  const run = runs.find((r) => r.name === name) || runs[0];
  const others = params.getAll("with").filter((n) => n !== run.name && runs.some((r) => r.name === n)).slice(0, mostRuns - 1);
  const axis = overs.includes(params.get("over")) ? params.get("over") : overs[0];
  return html`<main class="training">
    <${Shelf} label="Runs" open=${run.name} entries=${runs.map((r) => ({ name: r.name, title: r.name, note: [r.state, r.game, r.changed && when(Date.parse(r.changed))].filter(Boolean).join(", "), href: href("training", { run: r.name }) }))} />
    <${Run} key=${run.name} run=${run} runs=${runs} others=${others} axis=${axis} />
  </main>`;
}

// useNews follows a run: its last news, with all points so far.
function useNews(name) {
  const [news, tell] = useState(null);
  const [error, fail] = useState("");
  useEffect(() => {
    let stop = false, timer;
    let points = [];
    const look = async () => {
      if (!document.hidden) {
        try {
          const n = await get("/api/run", { name, after: points.length ? points[points.length - 1].at.iteration : 0 });
          if (stop) return;
          points = [...points, ...n.points];
          tell({ ...n, points, ahead: Date.parse(n.now) - Date.now() });
          fail("");
        } catch (e) {
          if (!stop) fail(e.message);
        }
      }
      if (!stop) timer = setTimeout(look, newsEvery);
    };
    if (name) look();
    return () => { stop = true; clearTimeout(timer); };
  }, [name]);
  return [news, error];
}

function Run({ run, runs, others, axis }) {
  const names = [run.name, ...others];
  const [news, error] = useNews(run.trouble ? "" : run.name);
  const [curves, missing] = useCurves(names, axis, news && news.points.length && news.points[news.points.length - 1].at.iteration);
  const [picked, pick] = useState(0); // an iteration
  if (run.trouble) return html`<section class="run"><h1>${run.name}</h1><p><b id="state" class="state damaged">damaged</b></p><p class="bad">${run.trouble}</p></section>`;
  if (!news) return html`<section class="run" aria-busy="true"><p class="bad">${error}</p></section>`;
  const { points } = news;
  if (points.length === 0) return html`<section class="run"><h1>${run.name}</h1><p>${news.state && html`<b id="state" class=${`state ${news.state}`}>${news.state}</b> `}The first iteration is not finished yet. This page looks again every few seconds.</p></section>`;
  const last = points[points.length - 1];
  const label = curves && ({ iterations: "iteration", positions: "positions" }[axis] || "");
  const timeline = (f) => (label ? f.label === label : f.label !== "said");
  return html`<section class="run">
    <h1>${run.name}</h1>
    <p class="progress-line"><progress max=${news.iterations} value=${last.at.iteration} aria-label="iterations" /> iteration <b id="iteration">${last.at.iteration}</b> of ${news.iterations}
      <span class="quiet"> · ${count(last.at.games)} games · ${count(last.at.positions)} positions</span></p>
    <${Pace} news=${news} last=${last} />
    <p><a id="play-run" href=${href("play", { game: run.game, first: "person", second: `run:${run.name}` })}>Play against its newest checkpoint</a></p>
    ${last.held_out && html`<p class="quiet">This run learns an evaluation for alpha-beta, and no network: it has no losses, no policy and no network to compare with search.</p>`}
    ${error && html`<p class="bad">${error}</p>`}
    ${news.crew && html`<${Crew} crew=${news.crew} />`}
    <${Diagnosis} points=${points} />
    <${Choice} run=${run} runs=${runs} others=${others} axis=${axis} />
    ${missing && html`<p class="bad">${missing}</p>`}
    ${curves && html`<${Settings} names=${curves.names} rows=${curves.settings} />
    <p class="quiet" id="curves-note">${names.length > 1 && `${sentence(curves.note)} `}Click a point to play its checkpoint. All charts: <a href=${file("svg", names, axis)} download="curves.svg">SVG</a> <a href=${file("png", names, axis)} download="curves.png">PNG</a> · the numbers${names.length > 1 && ` of ${run.name}`}: <a href=${file("csv", names, axis)} download="curves.csv">CSV</a></p>
    <${Picked} run=${run} news=${news} iteration=${picked} close=${() => pick(0)} />
    <div class="charts">${curves.figures.map((f) => html`<${Chart} key=${f.title} figure=${f} pick=${timeline(f) ? (x) => pick(curves.iterations[nearest(curves.x, x)]) : undefined}
      files=${["svg", "png", "csv"].map((kind) => [kind, file(kind, names, axis, f.title)])} />`)}</div>`}
    <${Rungs} run=${run} />
    <${Games} run=${run} iteration=${last.at.iteration} />
  </section>`;
}

// Pace says whether the run goes on, how fast, and how long it will take.
function Pace({ news, last }) {
  const now = Date.now() + news.ahead, p = pace(news.points, news.iterations), state = news.state || "not known";
  const heard = last.time ? `last iteration ${when(Date.parse(last.time), now)}` : "";
  const rate = p.takes ? `${span(p.takes)} per iteration${p.games ? `, ${count(Math.round(p.games))} games per hour` : ""}` : "";
  const left = state === "running" && p.left ? `about ${span(p.left)} left` : "";
  return html`<p class="pace"><b id="state" class=${`state ${state.replace(" ", "-")}`}>${state}</b> <span class="quiet">${[left, rate, heard].filter(Boolean).join(" · ")}</span>
    ${state === "stopped" && html`<span class="quiet"> · go on with <code>ludens resume</code> and its folder</span>`}</p>`;
}

// Crew says who played the games of the last iteration of a run whose games are shared.
function Crew({ crew }) {
  const played = crew.here + crew.workers.reduce((n, w) => n + w.games, 0);
  const row = (key, name, games, ...rest) => html`<tr key=${key}><td>${name}</td><td>${count(games)}</td><td>${(games / Math.max(crew.seconds, 1e-9)).toFixed(2)}</td>${rest.map((text) => html`<td>${text}</td>`)}</tr>`;
  return html`<div class="card" id="crew"><h2>Workers</h2><p class="quiet">Who played the ${count(played)} games of iteration ${crew.iteration}, in ${span(crew.seconds)}.</p>
    <div class="scroll"><table><thead><tr><th>Worker</th><th>Games</th><th>Games per second</th><th>Processor</th><th>Games at once</th><th>Last sign of it</th></tr></thead>
      <tbody>${row("", "the process that learns", crew.here, "", "", "")}
      ${crew.workers.map((w) => row(w.name, w.name, w.games, w.kernels, w.goroutines, w.gone ? html`<b class="bad">gone</b>` : `${span(w.silent)} before`))}</tbody></table></div></div>`;
}

// Picked offers a game against the checkpoint nearest to an iteration, or a look at its own.
function Picked({ run, news, iteration, close }) {
  if (!iteration) return null;
  const kept = news.checkpoints || [];
  if (kept.length === 0) return html`<p class="card picked" id="picked" role="status">No checkpoint of this run is kept. <button type="button" onClick=${close}>Close</button></p>`;
  const at = kept[nearest(kept, iteration)], seat = `run:${run.name}:${at}`;
  const to = (first) => href("play", { game: run.game, first, second: seat });
  return html`<p class="card picked row" id="picked" role="status"><span>Iteration <b>${iteration}</b>${at !== iteration && html`; the nearest checkpoint that is kept is that of iteration <b>${at}</b>`}:</span>
    <a class="button main" href=${to("person")}>Play against it</a> <a class="button" href=${to(seat)}>Watch it play itself</a> <button type="button" onClick=${close}>Close</button></p>`;
}

// Choice is what the curves stand over, and which runs lie over each other.
function Choice({ run, runs, others, axis }) {
  const to = (names, over) => { location.hash = href("training", { run: run.name, over: over === "iterations" ? "" : over }) + names.map((n) => `&with=${encodeURIComponent(n)}`).join(""); };
  const rest = runs.filter((r) => r.name !== run.name).sort((a, b) => (b.game === run.game) - (a.game === run.game));
  return html`<div class="row choice"><label class="switch">Curves over <select id="over" value=${axis} onChange=${(e) => to(others, e.target.value)}>${overs.map((a) => html`<option key=${a} value=${a} selected=${a === axis}>${a}</option>`)}</select></label>
    ${rest.length > 0 && html`<details open=${others.length > 0}><summary>Compare with other runs</summary><div class="row">${rest.map((r) => html`<label class="switch" key=${r.name}>
      <input type="checkbox" data-with=${r.name} checked=${others.includes(r.name)} disabled=${!others.includes(r.name) && others.length === mostRuns - 1} onChange=${(e) => to(e.target.checked ? [...others, r.name] : others.filter((n) => n !== r.name), axis)} /> ${r.name} <span class="quiet">${r.game}</span></label>`)}</div></details>`}</div>`;
}

const count = (n) => n.toLocaleString("en");

function when(time, now = Date.now()) {
  const seconds = Math.max(0, (now - time) / 1000);
  return seconds < 172800 ? `${span(seconds)} ago` : new Date(time).toLocaleDateString("en");
}

// Diagnosis says what looks wrong now and since when, and what did before.
function Diagnosis({ points }) {
  const all = warnings(points), open = all.filter((w) => !w.over), over = all.filter((w) => w.over);
  const span = (w) => (w.first === w.last ? `iteration ${w.first}` : `iterations ${w.first} to ${w.last}`);
  return html`<div class="card diagnosis"><h2>Diagnosis</h2>${open.length === 0 ? html`<p>No warnings in the last iterations.</p>`
    : html`<ul>${open.map((w) => html`<li key=${w.about}>${w.text}. <span class="quiet">(${span(w)})</span></li>`)}</ul>`}
    ${over.length > 0 && html`<details><summary>Earlier warnings</summary><ul>${over.slice(-12).map((w) => html`<li key=${`${w.about}${w.first}`}>${w.about}, in ${span(w)}</li>`)}</ul></details>`}</div>`;
}
