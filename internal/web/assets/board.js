// The board: squares, pieces, what may be moved where, and what an agent thinks
// of it. It is drawn from data alone; the drawings of pieces are in the page.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.mjs";
import { capital } from "./words.js";

const U = 40; // units of a square
const EDGE = 15; // room for the names of files and ranks

export function useTheme() {
  const [theme, set] = useState(document.documentElement.dataset.theme);
  useEffect(() => {
    const follow = () => set(document.documentElement.dataset.theme);
    addEventListener("theme", follow);
    return () => removeEventListener("theme", follow);
  }, []);
  return theme;
}

// squareName names a cell as the board's edge does.
export const squareName = (about, cell) =>
  (about.files ? about.files[cell % about.cols] : "") + (about.ranks ? about.ranks[Math.floor(cell / about.cols)] : "");

// Piece is one piece in the square at (x, y).
export const Piece = ({ kind, theme, x = 0, y = 0 }) =>
  html`<use href=${`#ludens-${theme}-${kind.sprite}`} x=${x} y=${y} />`;

// Stone is the piece that stands for a player.
export function Stone({ of, size = 22 }) {
  const theme = useTheme();
  return html`<svg class="stone" viewBox="0 0 40 40" width=${size} height=${size} aria-hidden="true"><use href=${`#ludens-${theme}-${of.sprite}`} /></svg>`;
}

const none = [];

// Board shows a position. choices are the moves that may be made by hand; play is
// told the text of one, touch the kind of piece that somebody points at.
export function Board({ about, position, kinds, choices = none, turned, play, touch = () => {}, arrows = [], heat, label }) {
  const theme = useTheme();
  const svg = useRef();
  const dragged = useRef();
  const [from, select] = useState(-1);
  const [cursor, point] = useState(-1);
  const [asked, ask] = useState(null); // choices between which the player must decide
  const drops = about.grounds[0] === "hole"; // stones fall: any square of a column stands for it
  useLayoutEffect(() => { select(-1); ask(null); }, [position, choices]); // before the next click can come
  useLayoutEffect(() => { performance.mark("board"); }, []); // for who measures how soon it is there

  const pieces = position ? position.pieces : [];
  const place = (cell) => {
    const seen = turned ? about.rows * about.cols - 1 - cell : cell;
    return [EDGE + U * (seen % about.cols), EDGE / 3 + U * Math.floor(seen / about.cols)];
  };
  const starts = (cell) => choices.some((c) => c.from === cell && c.to !== cell);
  const targets = choices.filter((c) => c.to >= 0 && (c.from === from || c.from === c.to));
  const leadingTo = (cell) => targets.filter((c) => c.to === cell || (drops && c.to % about.cols === cell % about.cols));

  // go makes the move to a cell, or asks which of several is meant.
  const go = (cell) => {
    const meant = leadingTo(cell);
    if (meant.length === 0) return false;
    if (meant.length === 1) play(meant[0].text);
    else ask({ cell, choices: meant });
    return true;
  };
  const act = (cell) => {
    ask(null);
    if (go(cell)) return;
    touch(kinds[pieces[cell] - 1]);
    select(cell !== from && starts(cell) ? cell : -1);
  };

  const cellAt = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.current.getScreenCTM().inverse());
    const col = Math.floor((at.x - EDGE) / U), row = Math.floor((at.y - EDGE / 3) / U);
    if (col < 0 || row < 0 || col >= about.cols || row >= about.rows) return -1;
    const seen = row * about.cols + col;
    return turned ? about.rows * about.cols - 1 - seen : seen;
  };
  const drag = useRef(null);
  const down = (event) => {
    if (event.button !== 0) return;
    const cell = cellAt(event);
    point(-1);
    if (cell < 0 || !starts(cell)) return;
    drag.current = { cell, id: event.pointerId, moved: false, fresh: from !== cell, x: event.clientX, y: event.clientY };
    svg.current.setPointerCapture(event.pointerId);
    ask(null);
    touch(kinds[pieces[cell] - 1]);
    select(cell);
  };
  const move = (event) => {
    const d = drag.current;
    if (!d || d.id !== event.pointerId) return;
    const far = Math.hypot(event.clientX - d.x, event.clientY - d.y) > 6;
    d.moved = d.moved || far;
    if (!d.moved || !dragged.current) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.current.getScreenCTM().inverse());
    dragged.current.setAttribute("x", at.x - U / 2);
    dragged.current.setAttribute("y", at.y - U / 2);
    dragged.current.setAttribute("class", "piece held");
  };
  const up = (event) => {
    const d = drag.current, cell = cellAt(event);
    drag.current = null;
    if (d && d.moved) {
      if (cell === d.cell || !go(cell)) letGo(d.cell);
      return;
    }
    if (d && d.fresh) return; // the press has selected it
    if (cell >= 0) act(cell);
  };
  const letGo = (cell) => {
    if (!dragged.current) return;
    const [x, y] = place(cell);
    dragged.current.setAttribute("x", x);
    dragged.current.setAttribute("y", y);
    dragged.current.setAttribute("class", "piece");
  };
  const cancel = () => { if (drag.current) letGo(drag.current.cell); drag.current = null; };
  useLayoutEffect(() => { if (!drag.current && from >= 0) letGo(from); });

  const key = (event) => {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[event.key];
    if (step && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const sign = turned ? -1 : 1;
      const at = cursor < 0 ? firstOf(choices, about) : cursor;
      const row = Math.floor(at / about.cols) + (cursor < 0 ? 0 : sign * step[0]);
      const col = (at % about.cols) + (cursor < 0 ? 0 : sign * step[1]);
      if (row >= 0 && col >= 0 && row < about.rows && col < about.cols) point(row * about.cols + col);
    } else if (event.key === "Enter" || event.key === " ") {
      if (cursor >= 0) act(cursor); else point(firstOf(choices, about));
    } else if (event.key === "Escape") {
      ask(null);
      select(-1);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const width = EDGE + U * about.cols + EDGE / 3, height = EDGE / 3 + U * about.rows + EDGE;
  const cells = about.grounds.map((_, i) => i);
  const marks = (position && position.marks) || about.marks;
  const last = (position && position.last) || [];
  const says = (i) => {
    const kind = kinds[pieces[i] - 1];
    const what = kind ? `${kind.name} of ${about.roles[kind.side]}` : "empty";
    const may = starts(i) ? ", can move" : leadingTo(i).length > 0 ? ", can be moved to" : "";
    return `${squareName(about, i)}: ${what}${i === from ? ", selected" : may}`;
  };

  return html`<div class="board-box" style=${{ aspectRatio: `${width} / ${height}` }}>
    <svg ref=${svg} class=${drops ? "board drops" : "board"} viewBox=${`0 0 ${width} ${height}`} tabindex="0" role="application" aria-label=${label || "board"}
      aria-activedescendant=${cursor >= 0 ? `cell-${cursor}` : undefined} data-side=${position ? position.toMove : ""}
      stroke-linejoin="round" stroke-linecap="round"
      onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${cancel} onKeyDown=${key}>
      ${cells.map((i) => {
        const [x, y] = place(i);
        const aimed = leadingTo(i).length > 0 && !(drops && pieces[i]);
        return html`<g key=${i} id=${`cell-${i}`} role="img" aria-label=${says(i)} data-square=${squareName(about, i)}
          class=${`cell ${starts(i) ? "movable" : ""} ${aimed ? "target" : ""}`}>
          <rect x=${x} y=${y} width=${U} height=${U} class=${`ground ${about.grounds[i]}`} />
          ${about.grounds[i] === "hole" && html`<circle cx=${x + U / 2} cy=${y + U / 2} r="15.5" class="opening" />`}
          ${last.includes(i) && (about.grounds[i] === "hole"
            ? html`<circle cx=${x + U / 2} cy=${y + U / 2} r="16.5" class="last ring" />`
            : html`<rect x=${x + 1.5} y=${y + 1.5} width=${U - 3} height=${U - 3} class="last" /><rect x=${x + 3.3} y=${y + 3.3} width=${U - 6.6} height=${U - 6.6} class="last-edge" />`)}
          ${i === from && html`<rect x=${x} y=${y} width=${U} height=${U} class="chosen" />`}
          ${heat && heat[i] > 0 && html`<rect x=${x} y=${y} width=${U} height=${U} class="heat" style=${{ opacity: 0.15 + 0.6 * heat[i] }} />`}
          ${marks[i] && html`<use href=${`#ludens-${theme}-mark-${marks[i]}`} x=${x} y=${y} />`}
        </g>`;
      })}
      <rect x=${EDGE} y=${EDGE / 3} width=${U * about.cols} height=${U * about.rows} class="frame" />
      ${about.ranks && about.ranks.map((rank, row) => html`<text class="label" x=${EDGE / 2} y=${place(row * about.cols)[1] + U / 2 + 4}>${rank}</text>`)}
      ${about.files && about.files.map((file, col) => html`<text class="label" x=${place(col)[0] + U / 2} y=${height - 3}>${file}</text>`)}
      <g class="pieces">
        ${cells.map((i) => {
          const kind = kinds[pieces[i] - 1];
          if (!kind) return null;
          const [x, y] = place(i);
          return html`<use key=${`${i}-${pieces[i]}`} href=${`#ludens-${theme}-${kind.sprite}`} x=${x} y=${y} class="piece" ref=${i === from ? dragged : undefined} />`;
        })}
      </g>
      ${targets.length > 0 && cells.map((i) => {
        if (!leadingTo(i).some((c) => c.to === i) || (from < 0 && !drops && about.rows > 3)) return null;
        const [x, y] = place(i);
        return pieces[i]
          ? html`<circle cx=${x + U / 2} cy=${y + U / 2} r="17.5" class="aim taken" />`
          : html`<circle cx=${x + U / 2} cy=${y + U / 2} r="5.5" class="aim" />`;
      })}
      ${arrows.map((a) => html`<${Arrow} from=${place(a.from)} to=${place(a.to)} share=${a.share} best=${a.best} />`)}
      ${cursor >= 0 && html`<rect x=${place(cursor)[0] + 1.5} y=${place(cursor)[1] + 1.5} width=${U - 3} height=${U - 3} class="cursor" />`}
    </svg>
    ${asked && html`<${Chooser} asked=${asked} about=${about} kinds=${kinds} theme=${theme} width=${width} height=${height}
      place=${place} play=${play} close=${() => { ask(null); svg.current.focus(); }} />`}
    <div class="sr" aria-live="polite">${cursor >= 0 ? says(cursor) : ""}</div>
  </div>`;
}

// firstOf is where the keyboard begins: a piece that can move, or the middle.
function firstOf(choices, about) {
  const on = choices.find((c) => c.from >= 0);
  return on ? on.from : Math.floor((about.rows * about.cols) / 2);
}

function Arrow({ from, to, share, best }) {
  const [x1, y1] = from.map((v) => v + U / 2), [x2, y2] = to.map((v) => v + U / 2);
  const wide = 2.5 + 6 * share;
  if (x1 === x2 && y1 === y2) {
    return html`<circle cx=${x1} cy=${y1} r=${8 + 6 * share} class=${best ? "arrow best dropped" : "arrow dropped"} />`;
  }
  const long = Math.hypot(x2 - x1, y2 - y1), dx = (x2 - x1) / long, dy = (y2 - y1) / long;
  const head = 6 + wide, neck = [x2 - dx * head, y2 - dy * head];
  const side = 3 + wide * 0.8;
  return html`<g class=${best ? "arrow best" : "arrow"}>
    <line x1=${x1 + dx * 8} y1=${y1 + dy * 8} x2=${neck[0]} y2=${neck[1]} stroke-width=${wide} stroke-linecap="butt" />
    <path d=${`M${x2} ${y2} L${neck[0] - dy * side} ${neck[1] + dx * side} L${neck[0] + dy * side} ${neck[1] - dx * side} Z`} />
  </g>`;
}

// Chooser asks which of the moves between the same two squares is meant.
function Chooser({ asked, about, kinds, theme, width, height, place, play, close }) {
  const first = useRef();
  useEffect(() => { first.current.focus(); }, []);
  const [x, y] = place(asked.cell);
  const below = y < height / 2;
  const across = (100 * (x + U / 2)) / width; // the box hangs at the same share of its own width: it never leaves the board
  const style = { left: `${across}%`, transform: `translateX(-${across}%)` };
  if (below) style.top = `${(100 * (y + U)) / height}%`;
  else style.bottom = `${(100 * (height - y)) / height}%`;
  const officers = new Set(asked.choices.map((c) => c.piece)).size > 1;
  const key = (event) => { if (event.key === "Escape") close(); };
  return html`<div class=${officers ? "chooser officers" : "chooser"} role="dialog" aria-label="Which move?" style=${style} onKeyDown=${key}>
    ${asked.choices.map((c, i) => html`<button type="button" key=${c.text} ref=${i ? undefined : first} data-move=${c.text}
      onClick=${() => play(c.text)} title=${c.text} aria-label=${choiceName(c, kinds, officers)}>
      ${officers && html`<svg viewBox="0 0 40 40" aria-hidden="true"><${Piece} kind=${kinds[c.piece - 1]} theme=${theme} /></svg>`}
      <span>${choiceName(c, kinds, officers)}</span>
    </button>`)}
    <button type="button" class="plain" onClick=${close}>Cancel</button>
  </div>`;
}

function choiceName(choice, kinds, officers) {
  if (officers) return kinds[choice.piece - 1].name;
  return capital(choice.choice || choice.text);
}
