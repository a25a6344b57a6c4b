// The latest games of self-play of a run, which move by themselves.

import { html, useEffect, useState } from "./vendor/preact-htm.mjs";
import { get, post } from "./api.js";
import { href, writeMoves } from "./address.js";
import { Board } from "./board.js";
import { sentence } from "./words.js";

// Games replays the latest games of self-play.
export function Games({ run, iteration }) {
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
  if (games.length === 0) return html`<div class="card"><h2>Latest games</h2><p>No games to show.</p></div>`;
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
