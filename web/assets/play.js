// The room where games are played and thought about.

import { html, useEffect, useReducer, useRef, useState } from "./vendor/preact-htm.mjs";
import { href, short, writeSeat } from "./address.js";
import { Board } from "./board.js";
import { Glance } from "./glance.js";
import { size } from "./square.js";
import { Status } from "./status.js";
import { Strip } from "./strip.js";
import { Table } from "./table.js";
import { Text } from "./text.js";
import { Course, Thoughts, ValueBar, marksOf, slips, useThoughts } from "./think.js";
import { Prose } from "./prose.js";
import { capital } from "./words.js";

const tabs = [["moves", "Moves"], ["think", "Think along"], ["course", "Course"], ["text", "Text"], ["rules", "Rules"]];

// remembered keeps how somebody likes to think along from game to game.
function remembered() {
  try { return JSON.parse(localStorage.getItem("think")) || {}; } catch (e) { return {}; }
}

export function Play({ params }) {
  const [, changed] = useReducer((n) => n + 1, 0);
  const ref = useRef(null);
  if (!ref.current) ref.current = new Table(params, changed);
  const table = ref.current;
  const [tab, open] = useState("moves");
  const [touched, touch] = useState(null); // a kind of piece, and the position in which it was pointed at
  const [thinking, setThinking] = useState({ on: false, way: "arrows", player: "", ...remembered(), on: false });
  useEffect(() => {
    table.open();
    return () => { table.changed = () => {}; table.stop(); };
  }, []);
  useEffect(() => {
    const keys = (e) => shortcut(e, table);
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  }, []);
  const { about } = table;
  const thinkers = about ? about.players.filter((p) => p.thinks) : [];
  const thinker = thinkers.find((p) => p.id === thinking.player) || thinkers[0];
  const [report, error] = useThoughts(table, thinker, thinking.on && !!about);
  const set = (part) => {
    const all = { ...thinking, ...part };
    setThinking(all);
    try { localStorage.setItem("think", JSON.stringify({ way: all.way, player: all.player })); } catch (e) { /* not kept */ }
  };
  useEffect(() => { document.title = about ? `${about.variant} – Ludens` : "Ludens"; }, [about]);

  if (table.fatal) return html`<main class="notice"><h1>This game cannot be shown</h1><p class="bad">${table.fatal}</p><p><a href=${href("new", { game: table.game })}>Set up a new game</a> · <a href="#/">To the list of games</a></p></main>`;
  if (!about || table.positions.length === 0) return html`<main class="play waiting" aria-busy="true"><div class="board-box" /></main>`;

  const bottom = table.turned ? 1 : 0;
  const position = table.ahead ? table.position : table.sketched || table.position;
  const marks = thinking.on && !table.ahead && !table.sketched ? marksOf(report, thinking.way, about.grounds.length) : {};
  const [width, height] = size(about);
  return html`<main class=${about.binds ? "play binds" : "play"} style=${{ "--ratio": width / height }}>
    <section class="stage" aria-label="Board">
      <${Strip} table=${table} side=${1 - bottom} />
      <div class="board-row">
        <${ValueBar} table=${table} />
        <${Board} about=${about} position=${position} kinds=${table.kinds} choices=${table.choicesHere} turned=${table.turned}
          play=${(text) => table.play(text)} touch=${(kind) => touch({ kind, position })} arrows=${marks.arrows} heat=${marks.heat} label=${`${about.variant}: ${position.caption}`} />
      </div>
      <${Strip} table=${table} side=${bottom} />
      <${Glance} table=${table} thinker=${thinker} on=${thinking.on} set=${set} report=${report} error=${error} />
      <${Status} table=${table} piece=${touched && touched.position === position ? touched.kind : null} />
      <${Controls} table=${table} />
    </section>
    <section class="side" aria-label="About the game">
      <div class="tabs" role="tablist">${tabs.map(([id, name]) => html`<button type="button" role="tab" key=${id} id=${`tab-${id}`} aria-selected=${tab === id} onClick=${() => open(id)}>${name}</button>`)}</div>
      <div class="panel" role="tabpanel" tabindex="0" aria-labelledby=${`tab-${tab}`}>
        ${tab === "moves" && html`<${Moves} table=${table} />`}
        ${tab === "think" && html`<${Thoughts} table=${table} thinkers=${thinkers} state=${thinking} set=${set} report=${report} error=${error} />`}
        ${tab === "course" && html`<${Course} table=${table} thinkers=${thinkers} player=${thinker} />`}
        ${tab === "text" && html`<${Text} table=${table} />`}
        ${tab === "rules" && html`<${Rules} about=${about} />`}
      </div>
    </section>
  </main>`;
}

// shortcut steps through the game from anywhere but a field or the board.
function shortcut(e, table) {
  if (e.altKey || e.ctrlKey || e.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) || !table.about) return;
  const ahead = table.ahead;
  switch (e.key) {
    case "ArrowLeft": if (ahead) table.stepAhead(ahead.step - 1); else table.go(table.ply - 1); break;
    case "ArrowRight": if (ahead) table.stepAhead(ahead.step + 1); else table.go(table.ply + 1); break;
    case "Home": table.go(0); break;
    case "End": table.go(table.end); break;
    case "Escape": if (ahead) table.back(); return;
    case "f": table.turn(); break;
    default: return;
  }
  e.preventDefault();
}

function Controls({ table }) {
  const agents = !table.isPerson(0) || !table.isPerson(1);
  const input = useRef();
  const type = (e) => {
    e.preventDefault();
    const text = input.current.value.trim();
    if (!text) return;
    input.current.value = "";
    table.play(text);
  };
  const mayType = !table.ahead && table.isPerson(table.mover) && !table.position.over;
  return html`<div class="controls">
    <div class="row">
      <button type="button" aria-label="To the start" title="to the start (Home)" disabled=${table.ply === 0} onClick=${() => table.go(0)}>«</button>
      <button type="button" id="back" aria-label="One move back" title="one move back (←)" disabled=${table.ply === 0} onClick=${() => table.go(table.ply - 1)}>‹</button>
      <button type="button" id="forth" aria-label="One move on" title="one move on (→)" disabled=${table.ply === table.end} onClick=${() => table.go(table.ply + 1)}>›</button>
      <button type="button" aria-label="To the end" title="to the end (End)" disabled=${table.ply === table.end} onClick=${() => table.go(table.end)}>»</button>
      <button type="button" id="undo" disabled=${table.end === 0} onClick=${() => table.undo()}>Undo</button>
      <button type="button" disabled=${table.fixed} onClick=${() => table.turn()} title="turn the board (f)">Turn</button>
      <a class="button" id="new" href=${href("new", { game: table.about.game, first: writeSeat(table.seats[0]), second: writeSeat(table.seats[1]) })}>New game</a>
      <button type="button" id="pause" class=${agents ? "" : "away"} tabindex=${agents ? 0 : -1} onClick=${() => table.pause(!table.paused)}>${table.paused ? "Go on" : "Pause"}</button>
    </div>
    <form class="row type" onSubmit=${type}>
      <label class="sr" for="type">Type a move</label>
      <input id="type" ref=${input} list="legal" autocomplete="off" autocapitalize="off" spellcheck="false" disabled=${!mayType}
        placeholder=${mayType && table.choicesHere[0] ? `Type a move, as in ${table.choicesHere[0].text}` : waitingFor(table)} />
      <datalist id="legal">${table.choicesHere.map((c) => html`<option key=${c.text} value=${c.text} />`)}</datalist>
      <button disabled=${!mayType}>Play</button>
    </form>
  </div>`;
}

// waitingFor says why no move can be typed.
function waitingFor(table) {
  if (table.ahead) return "You are looking ahead";
  if (table.position.over) return "The game is over";
  if (table.paused) return "The game is paused";
  return table.mover < 0 ? "" : `${capital(table.about.roles[table.mover])} to move: ${table.name(table.mover)}`;
}

// Moves lists the line that is looked at, and the others.
function Moves({ table }) {
  const here = useRef();
  const marks = slips(table);
  useEffect(() => {
    const row = here.current;
    if (row) row.parentElement.scrollTop = Math.max(0, row.offsetTop - row.parentElement.clientHeight / 2);
  }, [table.ply, table.moves]);
  const rows = [];
  for (let ply = 0; ply < table.end; ply += 2) rows.push(ply);
  const cell = (ply) => ply < table.end && html`<button type="button" class=${`move ${ply + 1 === table.ply ? "current" : ""}`} data-ply=${ply + 1}
    title=${(table.positions[ply + 1] || {}).words || ""} onClick=${() => table.go(ply + 1)}>${table.moves[ply]}${marks[ply] && marks[ply].mark ? html`<span class=${marks[ply].mark === "??" ? "blunder" : "mistake"}>${marks[ply].mark}</span>` : ""}</button>`;
  return html`<div class="moves-panel">
    ${table.lines.length > 1 && html`<div class="lines" role="group" aria-label="Lines of play">${table.lines.map((l, i) => html`<button type="button" key=${i} aria-pressed=${i === table.at} onClick=${() => table.follow(i)}>${branchName(table, l, i)}</button>`)}</div>`}
    <ol class="moves">${rows.length === 0 && html`<li class="quiet none">No moves yet. Click a piece, or type a move below the board.</li>`}
      ${rows.map((ply) => html`<li key=${ply} ref=${ply === 2 * Math.floor((Math.max(1, table.ply) - 1) / 2) ? here : undefined}><span class="number">${ply / 2 + 1}</span>${cell(ply)}${cell(ply + 1)}</li>`)}
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

// Rules are the game's card.
function Rules({ about }) {
  const { book } = about;
  return html`<div class="rules">
    <p><b>${about.game}</b>. ${about.summary}.</p>
    ${book && book.chapters.map((c) => html`<h2>${c.title}</h2><${Prose} paragraphs=${c.paragraphs} />`)}
    ${book && html`<h2>How it ends</h2><dl>${book.endings.map((e) => html`<dt>${e.words}</dt><dd>${e.means}</dd>`)}</dl>
      <p>No game is longer than ${about.maxPly} moves.</p>`}
    ${book && (book.readings || []).length > 0 && html`<h2>Where the sources are silent</h2><dl>${book.readings.map((r) => html`<dt>${r.question}</dt><dd>${r.answer}</dd>`)}</dl>`}
    ${book && (book.sources || []).length > 0 && html`<h2>Sources</h2><${Prose} paragraphs=${book.sources.map((s) => `- ${s}`)} />`}
  </div>`;
}
