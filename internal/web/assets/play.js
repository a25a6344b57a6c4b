// The room where games are played and thought about.

import { html, useEffect, useLayoutEffect, useReducer, useRef, useState } from "./vendor/preact-htm.mjs";
import { href } from "./address.js";
import { Board } from "./board.js";
import { Dress } from "./dress.js";
import { Fair } from "./fair.js";
import { Glance } from "./glance.js";
import { size } from "./square.js";
import { Status } from "./status.js";
import { Strip } from "./strip.js";
import { Table } from "./table.js";
import { Text } from "./text.js";
import { Thoughts, ValueBar, marksOf, useThoughts } from "./think.js";
import { Course } from "./coach.js";
import { Controls } from "./controls.js";
import { Keys, useKeys } from "./keys.js";
import { Links } from "./invitation.js";
import { keepLast } from "./last.js";
import { Linked } from "./linked.js";
import { Moves } from "./moves.js";
import { Openings } from "./openings.js";
import { Prose } from "./prose.js";
import { Reaches } from "./reach.js";
import { useSound } from "./sound.js";

const tabs = [["moves", "Moves"], ["think", "Think along"], ["course", "Course"], ["openings", "Openings"], ["text", "Text"], ["rules", "Rules"]];

const advice = ["think", "course", "openings"]; // tabs that who plays another person does without

// remembered keeps the settings of thinking along from game to game.
function remembered() {
  try { return JSON.parse(localStorage.getItem("think")) || {}; } catch (e) { return {}; }
}

export function Play({ params }) {
  const [, changed] = useReducer((n) => n + 1, 0);
  const ref = useRef(null);
  if (!ref.current) ref.current = params.has("link") ? new Linked(params, changed) : new Table(params, changed);
  const table = ref.current;
  const [tab, open] = useState(params.has("link") ? "link" : "moves");
  const [touched, touch] = useState(null); // a kind of piece, and the position in which it was pointed at
  const [thinking, setThinking] = useState({ on: false, way: "arrows", player: "", lines: 3, ...remembered(), on: false });
  useEffect(() => {
    table.open();
    return () => table.leave();
  }, []);
  const { about } = table;
  const thinkers = about && !(table.linked && table.plays) ? about.players.filter((p) => p.thinks && !p.level) : [];
  const thinker = thinkers.find((p) => p.id === thinking.player) || thinkers[0];
  const [report, error] = useThoughts(table, thinker, thinking.on && !!about);
  const set = (part) => {
    const all = { ...thinking, ...part };
    setThinking(all);
    try { localStorage.setItem("think", JSON.stringify({ way: all.way, player: all.player, lines: all.lines })); } catch (e) { /* not kept */ }
  };
  const shown = table.linked ? [["link", "Link"], ...tabs.filter(([id]) => !table.plays || !advice.includes(id))] : tabs;
  const sound = useSound(table);
  const [helping, help] = useState(false);
  useKeys({ table, thinker, think: () => set({ on: !thinking.on }), help: () => help(true) });
  useLayoutEffect(() => keepLast(table)); // also if the page is left at once
  useEffect(() => { document.title = about ? `${about.title} – Ludens` : "Ludens"; }, [about]);

  if (table.fatal) return html`<main class="notice"><h1>This game cannot be shown</h1><p class="bad">${table.fatal}</p><p><a href=${href("new", { game: table.game })}>Set up a new game</a> · <a href="#/">To the list of games</a></p></main>`;
  if (!about || !table.here.position) return html`<main class="play waiting" aria-busy="true"><div class="board-box" /></main>`;

  const bottom = table.turned ? 1 : 0;
  const position = table.ahead ? table.position : table.sketched || table.position;
  const marks = thinking.on && !table.ahead && !table.sketched ? marksOf(report, thinking.way, about.grounds.length) : {};
  const [width, height] = size(about, table.root.position && table.root.position.hands);
  return html`<main class=${about.binds ? "play binds" : "play"} style=${{ "--ratio": width / height }}>
    <h1 class="sr">${about.title}</h1>
    <section class="stage" aria-label="Board">
      <${Strip} table=${table} side=${1 - bottom} />
      <div class="board-row">
        <${ValueBar} table=${table} />
        <${Board} about=${about} position=${position} kinds=${table.kinds} choices=${table.choicesHere} turned=${table.turned}
          play=${(text) => table.play(text)} touch=${(kind) => touch({ kind, position })} planned=${table.premove.cells} planning=${table.premove.side >= 0} unplan=${() => table.premove.drop()} arrows=${marks.arrows} heat=${marks.heat} node=${position === table.here.position ? table.here : undefined} noted=${() => table.write()} pen=${table.pen} label=${`${about.title}: ${position.caption}`} />
      </div>
      <${Strip} table=${table} side=${bottom} />
      <${Glance} table=${table} thinker=${thinker} on=${thinking.on} set=${set} report=${report} error=${error} />
    </section>
    <section class="side" aria-label="About the game">
      <${Status} table=${table} piece=${touched && touched.position === position ? touched.kind : null} />
      <${Fair} table=${table} />
      <${Controls} table=${table} help=${() => help(true)} sound=${sound} />
      <div class="tabs" role="tablist">${shown.map(([id, name]) => html`<button type="button" role="tab" key=${id} id=${`tab-${id}`} aria-selected=${tab === id} onClick=${() => open(id)}>${name}</button>`)}</div>
      <div class="panel" role="tabpanel" tabindex="0" aria-labelledby=${`tab-${tab}`}>
        ${tab === "link" && html`<${Links} table=${table} />`}
        ${tab === "moves" && html`<${Moves} table=${table} />`}
        ${tab === "think" && html`<${Thoughts} table=${table} thinkers=${thinkers} state=${thinking} set=${set} report=${report} error=${error} />`}
        ${tab === "course" && html`<${Course} table=${table} thinkers=${thinkers} player=${thinker} />`}
        ${tab === "openings" && html`<${Openings} table=${table} />`}
        ${tab === "text" && html`<${Text} table=${table} />`}
        ${tab === "rules" && html`<${Rules} about=${about} />`}
      </div>
    </section>
    ${helping && html`<${Keys} close=${() => help(false)} />`}
  </main>`;
}

// menIn is the chapter of a book that says how men go.
const menIn = (book) => book.chapters.findIndex((c) => c.title === "Men" || c.title === "Moves");

// Rules are the game's card.
function Rules({ about }) {
  const { book } = about;
  return html`<div class="rules">
    <p><b>${about.title}</b> <small class="quiet">${about.game}</small>. ${about.summary}.</p>
    <p><a href=${href("learn", { game: about.game })}>Learn this game</a>, a rule at a time</p>
    <${Dress} about=${about} />
    ${book && book.chapters.map((c, i) => html`<h2>${c.title}</h2><${Prose} paragraphs=${c.paragraphs} />${i === menIn(book) && html`<${Reaches} about=${about} />`}`)}
    ${book && html`<h2>How it ends</h2><dl>${book.endings.map((e) => html`<dt>${e.words}</dt><dd>${e.means}</dd>`)}</dl>
      <p>No game is longer than ${about.maxPly} moves.</p>`}
    ${book && (book.readings || []).length > 0 && html`<h2>Where the sources are silent</h2><dl>${book.readings.map((r) => html`<dt>${r.question}</dt><dd>${r.answer}</dd>`)}</dl>`}
    ${book && (book.sources || []).length > 0 && html`<h2>Sources</h2><${Prose} paragraphs=${book.sources.map((s) => `- ${s}`)} />`}
  </div>`;
}
