// The board: squares, pieces, what may be moved where, and what an agent thinks
// of it. It is drawn from data alone; the drawings of pieces are in the page.

import { html, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.mjs";
import { Arrow } from "./arrow.js";
import { Chooser } from "./chooser.js";
import { usePointer } from "./pointer.js";
import { useShapes } from "./shapes.js";
import { EDGE, HAND, TRAY, U, hexagon, size, slant, squareName, useTheme } from "./square.js";

const none = [];

// Board shows a position. choices are the moves that may be made by hand; play
// gets the text of one, touch the kind of piece that is pointed at. planned are
// the cells of a move that waits for its turn; unplan takes it back, and reports whether
// there was one. planning, such a move may be chosen. What is drawn is kept in node, and
// noted is called then; with a pen the first button draws, too.
export function Board({ about, position, kinds, choices = none, turned, play, touch = () => {}, arrows = [], heat, planned = none, planning, unplan = () => false, node, noted = () => {}, pen, label }) {
  const theme = useTheme();
  const svg = useRef();
  const dragged = useRef();
  const pressed = useRef(false); // the board has the focus from a press, not from the keyboard
  const [from, select] = useState(-1);
  const [cursor, point] = useState(-1);
  const [asked, ask] = useState(null); // choices between which the player must decide
  const drops = about.grounds[0] === "hole"; // stones fall: any square of a column stands for it
  useLayoutEffect(() => { select(-1); ask(null); }, [position, choices]); // before the next click can come
  useLayoutEffect(() => { performance.mark("board"); }, []); // for who measures how soon it is there

  const pieces = position ? position.pieces : [];
  const hands = position && position.hands; // by side: { piece, count }
  const top = EDGE / 3 + (hands ? TRAY : 0); // of the board
  const [width, height] = size(about, hands);
  const trays = !hands ? [] : [0, 1].flatMap((side) => {
    const step = (U * about.cols) / Math.max(about.cols, hands[side].length);
    const y = (side === 1) === !turned ? 2 : height - TRAY + 2;
    return hands[side].map((h, i) => ({ ...h, side, spot: HAND + h.piece, x: EDGE + i * step, y, step }));
  });
  const spriteOf = (kind) => (turned && kind.turned) || kind.sprite; // tiles point ahead
  const pieceOn = (spot) => (spot >= HAND ? spot - HAND : pieces[spot]);
  const place = (cell) => {
    if (cell >= HAND) {
      const held = trays.find((h) => h.spot === cell);
      return held ? [held.x, held.y] : [0, 0];
    }
    const seen = turned ? about.rows * about.cols - 1 - cell : cell;
    const row = Math.floor(seen / about.cols);
    return [EDGE + U * (seen % about.cols) + slant(about, row), top + U * row];
  };
  const starts = (cell) => choices.some((c) => c.from === cell && c.to !== cell);
  const targets = choices.filter((c) => c.to >= 0 && (c.from === from || c.from === c.to));
  const leadingTo = (cell) => targets.filter((c) => c.to === cell || (drops && c.to % about.cols === cell % about.cols));

  // go makes the move to a cell, or asks which of several is meant.
  const go = (cell) => {
    const meant = leadingTo(cell);
    if (meant.length === 0) return false;
    if (meant.length > 1) {
      ask({ cell, choices: meant });
      return true;
    }
    letGo();
    select(-1);
    play(meant[0].text);
    return true;
  };
  const act = (cell) => {
    ask(null);
    if (go(cell)) return;
    touch(kinds[pieceOn(cell) - 1]);
    select(cell !== from && starts(cell) ? cell : -1);
  };
  // put asks which piece in hand to put on a cell: a keyboard does not reach the trays.
  const put = (cell) => {
    const meant = choices.filter((c) => c.from >= HAND && c.to === cell);
    if (from >= 0 || meant.length === 0) return act(cell);
    return ask({ cell, choices: meant });
  };

  const [drawn, draw, wipe] = useShapes(about, node, noted);
  const letGo = () => {
    if (!dragged.current || from < 0) return;
    const [x, y] = place(from);
    for (const [name, value] of Object.entries({ x, y, class: "piece", transform: "" })) dragged.current.setAttribute(name, value);
  };
  const pointer = usePointer({
    svg, cellAt: (x, y) => {
      const held = trays.find((h) => x >= h.x && x < h.x + h.step && y >= h.y && y < h.y + TRAY);
      if (held) return held.spot;
      const row = Math.floor((y - top) / U), col = Math.floor((x - EDGE - slant(about, row)) / U);
      if (!(col >= 0 && row >= 0 && col < about.cols && row < about.rows) || about.grounds[row * about.cols + col] === "none") return -1;
      const seen = row * about.cols + col;
      return turned ? about.rows * about.cols - 1 - seen : seen;
    },
    starts, draw, pen, act, letGo, drop: go, isSelected: (cell) => cell === from,
    begin: () => point(-1),
    press: () => { pressed.current = true; return unplan(); },
    take: (cell) => { ask(null); touch(kinds[pieceOn(cell) - 1]); select(cell); },
    carry: (x, y, finger) => {
      const piece = dragged.current;
      if (!piece) return;
      piece.setAttribute("x", x - U / 2);
      piece.setAttribute("y", y - U / 2);
      piece.setAttribute("class", "piece held");
      if (finger) piece.setAttribute("transform", `translate(${x} ${y}) scale(1.7) translate(${-x} ${-y - U / 4})`); // to be seen beside the finger
    },
  });
  useLayoutEffect(() => { if (!pointer.holds()) letGo(); });

  const key = (event) => {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[event.key];
    const keyboard = cursor >= 0 || !pressed.current; // after a press the arrows step through the game
    if (step && keyboard && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const sign = turned ? -1 : 1;
      const at = cursor < 0 ? firstOf(choices, about) : cursor;
      const row = Math.floor(at / about.cols) + (cursor < 0 ? 0 : sign * step[0]);
      const col = (at % about.cols) + (cursor < 0 ? 0 : sign * step[1]);
      if (row >= 0 && col >= 0 && row < about.rows && col < about.cols) point(row * about.cols + col);
    } else if (event.key === "Enter" || event.key === " ") {
      if (cursor >= 0) put(cursor); else point(firstOf(choices, about));
    } else if (event.key === "Escape" && (asked || from >= 0 || drawn.length > 0 || planned.length > 0)) {
      ask(null);
      select(-1);
      wipe();
      unplan();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const cells = about.grounds.map((_, i) => i);
  const marks = (position && position.marks) || about.marks;
  const last = (position && position.last) || [];
  const small = { fontSize: `${Math.min(10.5, 1.5 * about.cols)}px` }; // names on a board of few squares
  const says = (i) => {
    const kind = kinds[pieces[i] - 1];
    const what = kind ? `${kind.name} of ${about.roles[kind.side]}` : "empty";
    const may = starts(i) ? ", can move" : leadingTo(i).length > 0 ? ", can be moved to" : "";
    return `${squareName(about, i)}: ${what}${i === from ? ", selected" : may}`;
  };

  return html`<div class="board-box" style=${{ aspectRatio: `${width} / ${height}` }}>
    <svg ref=${svg} class=${`board ${drops ? "drops" : ""} ${choices.length > 0 ? "mine" : ""} ${planning ? "planning" : ""}`} viewBox=${`0 0 ${width} ${height}`} tabindex="0" role="application" aria-label=${label || "board"}
      aria-activedescendant=${cursor >= 0 ? `cell-${cursor}` : undefined} data-side=${position ? position.toMove : ""}
      stroke-linejoin="round" stroke-linecap="round"
      ...${pointer.handlers} onKeyDown=${key} onBlur=${() => { pressed.current = false; }}>
      ${about.lines && html`<rect x=${EDGE} y=${top} width=${U * about.cols} height=${U * about.rows} class="ground point plain" />`}
      ${cells.map((i) => {
        if (about.grounds[i] === "none") return null;
        const [x, y] = place(i);
        const aimed = leadingTo(i).length > 0 && !(drops && pieces[i]);
        return html`<g key=${i} id=${`cell-${i}`} role="img" aria-label=${says(i)} data-square=${squareName(about, i)}
          class=${`cell ${starts(i) ? "movable" : ""} ${aimed ? "target" : ""}`}>
          ${about.slants
            ? html`<path d=${hexagon(x, y)} class="ground plain hexagon" />`
            : html`<rect x=${x} y=${y} width=${U} height=${U} class=${`ground ${about.lines ? "point" : ""} ${about.grounds[i]}`} />`}
          ${about.grounds[i] === "hole" && html`<circle cx=${x + U / 2} cy=${y + U / 2} r="15.5" class="opening" />`}
          ${last.includes(i) && (about.grounds[i] === "hole"
            ? html`<circle cx=${x + U / 2} cy=${y + U / 2} r="16.5" class="last ring" />`
            : html`<rect x=${x + 1.5} y=${y + 1.5} width=${U - 3} height=${U - 3} class="last" /><rect x=${x + 3.3} y=${y + 3.3} width=${U - 6.6} height=${U - 6.6} class="last-edge" />`)}
          ${planned.includes(i) && html`<rect x=${x} y=${y} width=${U} height=${U} class="planned" />`}
          ${i === from && html`<rect x=${x} y=${y} width=${U} height=${U} class="chosen" />`}
          ${heat && heat[i] > 0 && html`<rect x=${x} y=${y} width=${U} height=${U} class="heat" style=${{ opacity: 0.15 + 0.6 * heat[i] }} />`}
          ${marks[i] && html`<use href=${`#ludens-${theme}-mark-${marks[i]}`} x=${x} y=${y} />`}
        </g>`;
      })}
      ${about.lines && html`<path d=${about.lines} transform=${`translate(${EDGE} ${top})`} class="lines" />`}
      ${!about.slants && html`<rect x=${EDGE} y=${top} width=${U * about.cols} height=${U * about.rows} class="frame" />`}
      ${about.ranks && about.ranks.map((rank, row) => html`<text class="label" style=${small} x=${about.slants ? place(begins(about, row))[0] - EDGE / 2 : EDGE / 2} y=${place(row * about.cols)[1] + U / 2 + 4}>${rank}</text>`)}
      ${about.files && about.files.map((file, col) => html`<text class="label" style=${small} x=${place(about.slants ? foot(about, col) : col)[0] + (about.slants ? U : U / 2)} y=${(about.slants ? place(foot(about, col))[1] + U : top + U * about.rows) + EDGE - 3}>${file}</text>`)}
      ${hands && [2, height - TRAY + 2].map((y) => html`<rect x=${EDGE} y=${y} width=${U * about.cols} height=${U} rx="4" class="tray-box" />`)}
      ${trays.map(({ piece, count, side, spot, x, y, step }) => html`<g key=${spot} role="img" data-hand=${kinds[piece - 1].letter} class=${`cell in-hand ${starts(spot) ? "movable" : ""}`}
          aria-label=${`${count} ${kinds[piece - 1].name} of ${about.roles[side]} in hand${spot === from ? ", selected" : ""}`}>
          <rect x=${x} y=${y} width=${Math.min(U, step)} height=${U} class=${planned.includes(spot) ? "planned" : spot === from ? "chosen" : "tray"} />
          <use href=${`#ludens-${theme}-${spriteOf(kinds[piece - 1])}`} x=${x} y=${y} class="piece" ref=${spot === from ? dragged : undefined} />
          ${count > 1 && html`<text class="count" x=${x + Math.min(U, step) - 6} y=${y + U - 3}>${count}</text>`}
        </g>`)}
      <g class="pieces">
        ${cells.map((i) => {
          const kind = kinds[pieces[i] - 1];
          if (!kind) return null;
          const [x, y] = place(i);
          return html`<use key=${`${i}-${pieces[i]}`} href=${`#ludens-${theme}-${spriteOf(kind)}`} x=${x} y=${y} class="piece" ref=${i === from ? dragged : undefined} />`;
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
      ${drawn.map((d) => html`<${Arrow} key=${`${d.from}-${d.to}`} from=${place(d.from)} to=${place(d.to)} share=${0.5} own=${d.colour} />`)}
      ${cursor >= 0 && html`<rect x=${place(cursor)[0] + 1.5} y=${place(cursor)[1] + 1.5} width=${U - 3} height=${U - 3} class="cursor" />`}
    </svg>
    ${asked && html`<${Chooser} asked=${asked} about=${about} kinds=${kinds} theme=${theme} width=${width} height=${height}
      place=${place} play=${play} close=${() => { ask(null); svg.current.focus(); }} />`}
    <div class="sr" aria-live="polite">${cursor >= 0 ? says(cursor) : ""}</div>
  </div>`;
}

// begins is the first cell of a row of hexagons, foot the last of a column.
const begins = (about, row) => about.grounds.findIndex((g, i) => g !== "none" && Math.floor(i / about.cols) === row);
const foot = (about, col) => about.grounds.findLastIndex((g, i) => g !== "none" && i % about.cols === col);

// firstOf is where the keyboard begins: a piece that can move, or the middle.
function firstOf(choices, about) {
  const on = choices.find((c) => c.from >= 0 && c.from < HAND);
  return on ? on.from : Math.floor((about.rows * about.cols) / 2);
}
