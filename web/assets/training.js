// The room where runs of training are watched: curves, what looks wrong, and the
// latest games of self-play. It asks for news every few seconds.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.mjs";
import uPlot from "./vendor/uplot.mjs";
import { get, post } from "./api.js";
import { href, writeMoves } from "./address.js";
import { Board } from "./board.js";
import { Shelf } from "./shelf.js";
import { useTheme } from "./square.js";
import { sentence } from "./words.js";

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = "/assets/vendor/uplot.css";
document.head.append(style);

const everySecond = 1000, newsEvery = 4 * everySecond;

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
  return html`<main class="training">
    <${Shelf} label="Runs" open=${run.name} entries=${runs.map((r) => ({ name: r.name, title: r.name, note: r.game, href: href("training", { run: r.name }) }))} />
    <${Run} key=${run.name} run=${run} />
  </main>`;
}

function Run({ run }) {
  const [news, tell] = useState(null);
  const [error, fail] = useState("");
  useEffect(() => {
    let stop = false, timer, points = [];
    const look = async () => {
      if (document.hidden) return void (timer = setTimeout(look, newsEvery));
      try {
        const after = points.length ? points[points.length - 1].at.iteration : 0;
        const n = await get("/api/run", { name: run.name, after });
        if (stop) return;
        if (n.points.length || !points.length) {
          points = [...points, ...n.points];
          tell({ ...n, points });
        }
        fail("");
      } catch (e) {
        if (!stop) fail(e.message);
      }
      if (!stop) timer = setTimeout(look, newsEvery);
    };
    look();
    return () => { stop = true; clearTimeout(timer); };
  }, []);
  if (!news) return html`<section class="run" aria-busy="true"><p class="bad">${error}</p></section>`;
  const { points, roles } = news;
  if (points.length === 0) return html`<section class="run"><h1>${run.name}</h1><p>The first iteration is not finished yet. This page looks again every few seconds.</p></section>`;
  const last = points[points.length - 1];
  return html`<section class="run">
    <h1>${run.name}</h1>
    <p class="progress-line"><progress max=${news.iterations} value=${last.at.iteration} aria-label="iterations" /> iteration <b id="iteration">${last.at.iteration}</b> of ${news.iterations}
      <span class="quiet"> · ${count(last.at.games)} games · ${count(last.at.positions)} positions · last heard of ${when(last.time)}</span></p>
    ${error && html`<p class="bad">${error}</p>`}
    <${Diagnosis} last=${last} />
    <div class="charts">${charts(points, roles).map((c) => html`<${Chart} key=${c.title} ...${c} />`)}</div>
    <${Games} run=${run} iteration=${last.at.iteration} />
  </section>`;
}

const count = (n) => n.toLocaleString("en");

function when(time) {
  const seconds = Math.max(0, (Date.now() - Date.parse(time)) / 1000);
  if (seconds < 90) return "just now";
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes ago`;
  return new Date(time).toLocaleString("en");
}

function Diagnosis({ last }) {
  const advice = (last.diagnosis && last.diagnosis.advice) || [];
  return html`<div class="card diagnosis"><h2>Diagnosis</h2>${advice.length === 0 ? html`<p>Nothing looks wrong in the last iteration.</p>`
    : html`<ul>${advice.map((a) => html`<li key=${a.about}>${a.text}.</li>`)}</ul>`}</div>`;
}

const share = (n, of) => (of ? n / of : null);

// elo is the difference that explains a score; none where one side won every game.
const elo = (s) => (s === null || s <= 0 || s >= 1 ? null : 400 * Math.log10(s / (1 - s)));

// latestElo says what the last score of all means.
function latestElo(scores) {
  const last = scores.findLast((s) => s !== null);
  if (last === undefined) return "–";
  if (last >= 1) return "all won";
  return last <= 0 ? "all lost" : `${Math.round(elo(last))}`;
}

// charts are what is drawn: each with its series over the iterations, and where
// their last value is not what should be said of them, with a text.
function charts(points, roles) {
  const each = (f) => points.map((p) => { const v = f(p); return Number.isFinite(v) ? v : null; });
  const games = (f) => each((p) => share(f(p.games), p.games.played));
  const d = (f) => each((p) => (p.diagnosis && p.diagnosis.endings ? f(p.diagnosis) : NaN));
  const x = points.map((p) => p.at.iteration);
  const all = [];
  const opponents = [...new Set(points.flatMap((p) => (p.standings || []).map((s) => s.opponent)))];
  for (const o of opponents) {
    const met = points.map((p) => (p.standings || []).find((s) => s.opponent === o));
    const score = (role) => met.map((s) => {
      const r = s && (s.roles ? s.roles[role] : null);
      const n = r ? r.wins + r.draws + r.losses : 0;
      return n ? (r.wins + r.draws / 2) / n : null;
    });
    all.push({ title: `Score against ${o}`, x, percent: true, dots: true, series: [[roles[0], score(0)], [roles[1], score(1)]] });
    all.push({ title: `Elo above ${o}`, x, dots: true, series: [0, 1].map((role) => [roles[role], score(role).map(elo), latestElo(score(role))]) });
  }
  all.push(
    { title: "Losses (nats)", x, series: [["policy", each((p) => p.losses.policy)], ["value", each((p) => p.losses.value)]] },
    { title: "Entropy of the policies (nats)", x, series: [["network", each((p) => p.losses.entropy)], ["search", d((y) => y.policy.target)], ["even", d((y) => y.policy.even)]] },
    { title: "How games end", x, percent: true, series: [[roles[0], games((g) => g.first_wins)], [roles[1], games((g) => g.second_wins)], ["drawn", games((g) => g.drawn)], ["cut off", games((g) => g.truncated)]] },
    { title: "Length of games (moves)", x, series: [["mean", each((p) => p.games.mean_plies)], ["median", d((y) => y.plies_quartiles[1])]] },
    { title: "Search over network (nats)", x, series: [["left to learn", d((y) => y.policy.gap)]] },
    { title: "Duplicate games", x, percent: true, series: [["duplicates", games((g) => g.duplicates)]] },
  );
  return all;
}

const hues = { light: ["#0072b2", "#d55e00", "#009e73", "#9aa2aa"], dark: ["#56b4e9", "#e6762a", "#00b386", "#7d8791"] };
const dashes = [[], [7, 3], [2, 3], [9, 3, 2, 3]]; // lines are told apart without colour, too

// Chart is one chart with its legend, which tells the last values, or those of the
// iteration that is pointed at; its size follows its place.
function Chart({ title, x, series, percent, dots }) {
  const theme = useTheme();
  const place = useRef(), plot = useRef(null);
  const [at, point] = useState(null);
  const values = [x, ...series.map(([, v]) => v)];
  useLayoutEffect(() => {
    const ink = getComputedStyle(document.documentElement).getPropertyValue("--faint"), grid = getComputedStyle(document.documentElement).getPropertyValue("--line");
    const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { show: false }, font: "11px system-ui, sans-serif" };
    plot.current = new uPlot({
      width: place.current.clientWidth, height: 170, legend: { show: false }, cursor: { y: false },
      hooks: { setCursor: [(u) => point(u.cursor.idx ?? null)] },
      scales: { x: { time: false }, y: percent ? { range: [0, 1] } : {} },
      axes: [{ ...axis, size: 26, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] }, { ...axis, size: 46, values: (_, ticks) => ticks.map((t) => (percent ? `${Math.round(100 * t)} %` : `${+t.toFixed(3)}`)) }],
      series: [{}, ...series.map(([name], i) => ({ label: name, stroke: hues[theme][i], width: 1.6, dash: dashes[i], spanGaps: true, points: { show: !!dots || x.length < 3, size: 6 } }))],
    }, values, place.current);
    const size = new ResizeObserver(() => plot.current && plot.current.setSize({ width: place.current.clientWidth, height: 170 }));
    size.observe(place.current);
    return () => { size.disconnect(); plot.current.destroy(); plot.current = null; };
  }, [theme, title]);
  useEffect(() => { if (plot.current) plot.current.setData(values); }, [x.length]);
  const told = (value) => (value === null || value === undefined ? "–" : percent ? `${Math.round(100 * value)} %` : +value.toFixed(3));
  const value = (v, text) => (at !== null ? told(v[at]) : text || told(v.findLast((y) => y !== null)));
  return html`<figure class="card chart"><figcaption>${title}${at !== null && x[at] !== undefined && html`<span class="quiet"> at ${x[at]}</span>`}</figcaption><div class="plot" ref=${place} />
    <p class="legend">${series.map(([name, v, text], i) => html`<span key=${name}><svg width="22" height="8" aria-hidden="true"><line x1="1" x2="21" y1="4" y2="4" stroke=${hues[theme][i]} stroke-width="2.5" stroke-dasharray=${dashes[i].join(" ")} /></svg>${name} <b>${value(v, text)}</b></span>`)}</p></figure>`;
}

// Games replays the latest games of self-play.
function Games({ run, iteration }) {
  const [games, set] = useState(null);
  const [shown, show] = useState(0);
  const [error, fail] = useState("");
  useEffect(() => {
    let stale = false;
    get("/api/run", { name: run.name, games: "" }).then((g) => { if (!stale) { set(g); show(0); } }, (e) => { if (!stale) fail(e.message); });
    return () => { stale = true; };
  }, [iteration]);
  if (error) return html`<div class="card"><h2>Latest games</h2><p class="bad">${error}</p></div>`;
  if (!games) return html`<div class="card replay" aria-busy="true"><h2>Latest games</h2></div>`;
  if (games.length === 0) return html`<div class="card"><h2>Latest games</h2><p>There are none to show.</p></div>`;
  return html`<div class="card replay"><h2>Latest games of self-play</h2>
    <div class="lines">${games.map((g, i) => html`<button type="button" key=${i} aria-pressed=${i === shown} onClick=${() => show(i)}>${i + 1}: ${g.ending || g.result || "unfinished"}, ${g.moves.length} moves</button>`)}</div>
    <${Replay} key=${`${iteration}-${shown}`} game=${games[shown]} /></div>`;
}

function Replay({ game }) {
  const [about, setAbout] = useState(null);
  const [story, tell] = useState(null);
  const [ply, go] = useState(0);
  const [running, run] = useState(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  useEffect(() => {
    get("/api/about", { game: game.game }).then(setAbout);
    post("/api/game", { game: game.game, seed: game.seed, position: game.position, moves: game.moves, from: 0 }).then(tell);
  }, []);
  useEffect(() => {
    if (!running || !story || ply >= story.moves.length) return undefined;
    const later = setTimeout(() => go(ply + 1), 500);
    return () => clearTimeout(later);
  }, [running, story, ply]);
  if (!about || !story) return html`<div class="replay-board" />`;
  const to = href("play", { game: game.game, seed: game.seed, start: game.position, moves: writeMoves(game.moves), ply: ply || 0 });
  return html`<div class="replay-board"><${Board} about=${about} position=${story.positions[ply]} kinds=${story.kinds} label="a game of self-play" />
    <p>${sentence(story.positions[ply].caption)}</p>
    <div class="row"><button type="button" aria-label="One move back" disabled=${ply === 0} onClick=${() => { run(false); go(ply - 1); }}>‹</button>
      <button type="button" onClick=${() => { if (ply >= story.moves.length) go(0); run(!running || ply >= story.moves.length); }}>${running && ply < story.moves.length ? "Pause" : "Replay"}</button>
      <button type="button" aria-label="One move on" disabled=${ply >= story.moves.length} onClick=${() => { run(false); go(ply + 1); }}>›</button>
      <input type="range" min="0" max=${story.moves.length} value=${ply} aria-label="move" onInput=${(e) => { run(false); go(Number(e.target.value)); }} />
      <a class="button" href=${to}>Look at it closely</a></div></div>`;
}
