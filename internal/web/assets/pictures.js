// Pictures of the position and of the game, to keep or to share.

import { html } from "./vendor/preact-htm.mjs";
import { writeMoves } from "./address.js";
import { dress } from "./dress.js";
import { useTheme } from "./square.js";

// pictureOf is where the server draws the position looked at, or the game so far.
function pictureOf(table, kind, theme) {
  const { game, seed, position, moves } = table.line(table.ply);
  const asked = new URLSearchParams({ game, moves: writeMoves(moves), labels: 1 });
  if (position) asked.set("start", position);
  else if (seed) asked.set("seed", seed);
  if (dress) asked.set("dress", dress);
  if (theme === "dark") asked.set("theme", theme);
  if (table.turned) asked.set("turned", 1);
  return `/board.${kind}?${asked}`;
}

const kinds = [["png", "Position (PNG)"], ["svg", "Position (SVG)"], ["gif", "Game, animated (GIF)"]];

export function Pictures({ table, copy }) {
  const theme = useTheme();
  return html`<h2>Pictures</h2>
    <div class="pictures">${kinds.map(([kind, name]) => html`<div class="row" key=${kind}>
      <a class="button" id=${`picture-${kind}`} href=${pictureOf(table, kind, theme)} download=${`${table.about.variant}-${table.ply}.${kind}`}>${name}</a>
      <button type="button" onClick=${() => copy(new URL(pictureOf(table, kind, theme), location.href).href, "The address of the picture was")}>Copy its address</button></div>`)}</div>
    <p class="quiet">This server makes them for every request of the address. An animation has at most the last 300 positions.</p>`;
}
