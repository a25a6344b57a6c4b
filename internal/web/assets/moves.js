// The list of moves: the game in two columns, its variations below the moves that
// they replace.

import { html, useEffect, useRef } from "./vendor/preact-htm.mjs";
import { Annotate } from "./annotate.js";
import { aside, symbolsOf } from "./notes.js";
import { number } from "./words.js";

export function Moves({ table }) {
  const list = useRef();
  const { here, root } = table;
  useEffect(() => {
    const box = list.current, at = box.querySelector(".current");
    if (!at) { box.scrollTop = 0; return; }
    const above = at.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTop += above - box.clientHeight / 2;
  }, [here, table.moves]);
  const game = root.tip.line.slice(1), rows = [];
  for (let i = 0; i < game.length; i += 2) rows.push(game.slice(i, i + 2));
  return html`<div class="moves-panel">
    <ol class="moves" ref=${list}>${rows.length === 0 && html`<li class="quiet none">No moves yet. Click a piece, or type a move.</li>`}
      ${root.comment && html`<li class="none"><${Said} of=${root} /></li>`}
      ${rows.map((row) => html`<li key=${row[0].ply}><span class="number">${(row[0].ply + 1) / 2}</span>
        ${row.map((node) => html`<${Move} key=${node.ply} table=${table} node=${node} />`)}
        ${row.map((node) => html`<${Aside} key=${`aside${node.ply}`} table=${table} node=${node} />`)}</li>`)}
    </ol>
    ${!table.linked && html`<${Annotate} table=${table} />`}
  </div>`;
}

// Move goes to the position behind it.
function Move({ table, node, numbered }) {
  const { mark } = node.slip || {}, { words } = node.position || {};
  return html`<button type="button" class=${`move ${node === table.here ? "current" : ""}`} data-ply=${node.ply} aria-current=${node === table.here ? "true" : undefined}
    title=${[node.move, words].filter(Boolean).join(" ")} onClick=${() => table.visit(node)}>${numbered && html`<span class="number">${number(node)}</span>`}${node.text}${
  node.glyph && html`<span class="glyph" title="by the author of the record">${symbolsOf(node)}</span>`}${mark && html`<span class=${mark === "??" ? "blunder" : "mistake"} title="by the judge">${mark}</span>`}${
  aside(node) && html`<small class="told" title="evaluation and clock, by the record">${aside(node)}</small>`}</button>`;
}

const Said = ({ of }) => of.comment && html`<p class="comment">${of.comment}</p>`;

// Aside is what stands below a move of the game: what is said of it, and the
// variations in its place.
const Aside = ({ table, node }) => html`<${Said} of=${node} />${others(node).map((v) =>
  html`<p class="variation" key=${v.move}><${Line} table=${table} from=${v} /></p>`)}`;

// others are the variations in the place of a move of their main line.
const others = (node) => (node.parent.children[0] === node ? node.parent.children.slice(1) : []);

// Line is a variation in a row, those in the place of its moves in parentheses.
function Line({ table, from }) {
  const parts = [];
  let numbered = true;
  for (let node = from; node; [node] = node.children) {
    parts.push(html`<${Move} table=${table} node=${node} numbered=${numbered || node.ply % 2 === 1} />`, " ");
    numbered = false;
    if (node.comment) parts.push(html`<span class="comment">${node.comment}</span>`, " ");
    for (const v of others(node)) parts.push(html`<span class="paren">(<${Line} table=${table} from=${v} />)</span>`, " ");
    numbered = !!node.comment || others(node).length > 0;
  }
  return parts.slice(0, -1); // no space at the end
}
