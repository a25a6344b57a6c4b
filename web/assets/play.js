// The room where games are played and thought about.

import { html, useEffect, useReducer, useRef, useState } from "./vendor/preact-htm.mjs";
import { post } from "./api.js";
import { href, short, writeMoves, writeSeat } from "./address.js";
import { Board } from "./board.js";
import { Strip } from "./strip.js";
import { Table } from "./table.js";
import { Course, Thoughts, ValueBar, marksOf, slips, useThoughts } from "./think.js";
import { Prose } from "./prose.js";
import { capital, sentence } from "./words.js";

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
  return html`<main class=${`play ${about.family}`}>
    <section class="stage" aria-label="Board">
      <${Strip} table=${table} side=${1 - bottom} />
      <div class="board-row">
        <${ValueBar} table=${table} />
        <${Board} about=${about} position=${position} kinds=${table.kinds} choices=${table.choicesHere} turned=${table.turned}
          play=${(text) => table.play(text)} touch=${(kind) => touch({ kind, position })} arrows=${marks.arrows} heat=${marks.heat} label=${`${about.variant}: ${position.caption}`} />
      </div>
      <${Strip} table=${table} side=${bottom} />
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

// Status says in words whose turn it is, what the last move did, what is forced,
// and how the game ended.
function Status({ table, piece }) {
  const { about, position, ahead } = table;
  const moves = ahead ? [...table.moves.slice(0, table.ply), ...ahead.line] : table.moves;
  const ply = ahead ? table.ply + ahead.step : table.ply;
  const last = ply > 0 ? moves[ply - 1] : "";
  const turn = position.toMove;
  let second = "";
  if (table.error) second = html`<span class="bad">${table.error}</span>`;
  else if (table.note) second = table.note;
  else if (piece && howItMoves(about.book, piece.name)) second = html`<b>${capital(piece.name)}</b>: ${howItMoves(about.book, piece.name)}`;
  else if (ahead) second = "Looking ahead: this has not been played.";
  else if (position.over) second = html`${last && position.words ? html`<b>${last}</b> ${position.words}. ` : ""}${position.over.means ? sentence(position.over.means) : ""}`;
  else second = html`${last && position.words ? html`<b>${last}</b> ${position.words}. ` : last ? html`Last move: <b>${last}</b>. ` : ""}${forced(table, last)}`;
  return html`<div class=${`status ${position.over ? "over" : ""}`} role="status" aria-live="polite">
    <p class="first-line">${position.over ? outcome(about, position) : sentence(position.caption)}</p>
    <p>${second}</p>
    <${Passes} table=${table} turn=${turn} />
    ${ahead && html`<div class="row">
      <button type="button" onClick=${() => table.stepAhead(ahead.step - 1)}>‹ Back</button>
      <span>${ahead.step} of ${ahead.line.length}</span>
      <button type="button" onClick=${() => table.stepAhead(ahead.step + 1)}>Next ›</button>
      <button type="button" onClick=${() => table.take()}>Play it</button>
      <button type="button" class="main" onClick=${() => table.back()}>Return</button></div>`}
  </div>`;
}

// howItMoves is what a book says of a kind of piece: an item of that name, or the
// beginning of the chapter that the item leads to.
function howItMoves(book, name) {
  if (!book) return "";
  const item = book.chapters.flatMap((c) => c.paragraphs).find((p) => p.startsWith(`- **${name}**`));
  if (!item) return "";
  if (!item.endsWith("see below")) return sentence(item.slice(item.indexOf(":") + 2));
  const chapter = book.chapters.find((c) => c.title.toLowerCase().includes(name));
  if (!chapter) return "";
  const sentences = chapter.paragraphs[0].match(/[^.]+\./g) || [];
  return sentences.filter((_, i) => sentences.slice(0, i + 1).join("").length <= 160).join("").trim();
}

// Passes offers the moves that are not made on the board.
function Passes({ table }) {
  const off = table.choicesHere.filter((c) => c.to < 0);
  if (off.length === 0) return null;
  return html`<div class="row passes">${off.map((c) => html`<button type="button" class="main" key=${c.text} data-move=${c.text} onClick=${() => table.play(c.text)}>${sentence(c.words || c.text).replace(/\.$/, "")}</button>`)}</div>`;
}

function outcome(about, position) {
  const { result, ending } = position.over;
  const winner = { "first wins": 0, "second wins": 1 }[result];
  const why = ending ? `: ${ending}` : "";
  if (winner !== undefined) return sentence(`${about.roles[winner]} ${/s$/.test(about.roles[winner]) && !/side$/.test(about.roles[winner]) ? "win" : "wins"}${why}`);
  return result === "drawn" ? sentence(`drawn${why}`) : sentence(`nobody wins${why}`);
}

// forced explains what restricts the side to move.
function forced(table, last) {
  const { about, position, legal, ply } = table;
  const here = legal[ply] || [];
  const who = about.roles[position.toMove], other = about.roles[1 - position.toMove];
  if (here.length > 0 && here.every((c) => c.to < 0)) {
    if (here.some((c) => c.text === "accept")) return `${capital(other)} retreated though a jump was possible: ${who} may accept that, or veto it and make ${other} jump.`;
    return `${capital(who)} cannot move, and has to pass.`;
  }
  if (about.family === "cetro") {
    if (last.endsWith("!")) return `${capital(other)} demanded a jump: ${who} must jump, and may choose which.`;
    if (last === "veto") return `The retreat was vetoed: ${who} must jump instead.`;
    if (last.startsWith("pass")) return `${capital(other)} could not move: the turn was skipped.`;
    if (/:(.*,)?demand=always/.test(about.game) && here.length > 0) return `Whoever can jump must.`;
  }
  if (here.length === 1) return `There is only one legal move.`;
  return "";
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

// Text is the game and the position as text, to take away or to bring along.
function Text({ table }) {
  const [texts, tell] = useState({});
  const [format, choose] = useState("record");
  const [pasted, paste] = useState("");
  const [error, fail] = useState("");
  const [copied, note] = useState("");
  const names = (side) => (table.isPerson(side) ? "person" : writeSeat(table.seats[side]));
  useEffect(() => {
    let stale = false;
    post("/api/export", { ...table.line(), ply: table.ply, first: names(0), second: names(1), dark: document.documentElement.dataset.theme === "dark" })
      .then((t) => { if (!stale) tell(t); }, (e) => { if (!stale) fail(e.message); });
    return () => { stale = true; };
  }, [table.moves, table.ply]);
  const formats = Object.keys(texts).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const copy = async (text, what) => {
    try {
      await navigator.clipboard.writeText(text);
      note(`${what} copied.`);
    } catch (e) {
      note("The browser does not let the page copy: mark the text and copy it yourself.");
    }
  };
  const save = () => {
    const link = document.createElement("a");
    const endings = { pgn: "pgn", svg: "svg" };
    link.href = URL.createObjectURL(new Blob([texts[format]], { type: format === "svg" ? "image/svg+xml" : "text/plain" }));
    link.download = `${table.about.variant}.${endings[format] || "txt"}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const bring = async (text) => {
    fail("");
    try {
      const p = await post("/api/import", { text, game: table.about.game });
      location.hash = href("play", { game: p.game, seed: p.seed, start: p.position, moves: writeMoves(p.moves), first: "person", second: "person" });
    } catch (e) {
      fail(e.message);
    }
  };
  const load = async (e) => {
    const file = e.target.files[0];
    if (!file) return;
    if (file.size > 1 << 20) return fail("This file is longer than a megabyte: want one game.");
    const text = await file.text();
    paste(text);
    bring(text);
  };
  return html`<div class="texts">
    <h2>Take away</h2>
    <div class="row still"><select aria-label="Notation" value=${format} onChange=${(e) => choose(e.target.value)}>${formats.map((f) => html`<option key=${f} value=${f} selected=${f === format}>${titles[f] || f}</option>`)}</select>
      <button type="button" onClick=${() => copy(texts[format], "The text was")}>Copy</button><button type="button" onClick=${save}>Save</button></div>
    <textarea id="export" readonly rows="9" aria-label="The game as text" value=${texts[format] || ""} />
    <div class="row"><button type="button" onClick=${() => copy(location.href, "The address was")}>Copy the address of this game</button><span class="quiet">It holds the whole game.</span></div>
    <p class="quiet" role="status">${copied}</p>
    <h2>Bring along</h2>
    <textarea id="paste" rows="5" aria-label="A game or a position to bring along" placeholder=${`A record, a list of moves, or a position of ${table.about.variant}`} value=${pasted} onInput=${(e) => paste(e.target.value)} />
    <div class="row"><button type="button" class="main" id="import" onClick=${() => bring(pasted)}>Open it</button>
      <label class="button">From a file<input type="file" class="sr" accept=".txt,.pgn,text/plain" onChange=${load} /></label></div>
    ${error && html`<p class="bad" role="alert">${error}</p>`}
  </div>`;
}

const order = ["record", "pgn", "courier", "position", "fen", "otn", "svg"];
const titles = { record: "Game record", pgn: "Game as PGN", courier: "Game as Game Courier lists it", position: "This position", fen: "This position as FEN", otn: "This position as OTN", svg: "This position as a picture (SVG)" };

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
