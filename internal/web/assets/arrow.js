// Arrows and circles on the board: what an agent thinks of, and what people draw.

import { html } from "./vendor/preact-htm.mjs";
import { U } from "./square.js";

// Arrow points from a corner of a square to that of another; at the same, it is a circle.
// own is the letter of the colour of what a person drew.
export function Arrow({ from, to, share, best, own }) {
  const [x1, y1] = from.map((v) => v + U / 2), [x2, y2] = to.map((v) => v + U / 2);
  const wide = 2.5 + 6 * share;
  const of = own ? `arrow own ${own}` : best ? "arrow best" : "arrow";
  if (x1 === x2 && y1 === y2) {
    return html`<circle cx=${x1} cy=${y1} r=${own ? 17 : 8 + 6 * share} class=${`${of} dropped`} />`;
  }
  const long = Math.hypot(x2 - x1, y2 - y1), dx = (x2 - x1) / long, dy = (y2 - y1) / long;
  const head = 6 + wide, neck = [x2 - dx * head, y2 - dy * head];
  const side = 3 + wide * 0.8;
  return html`<g class=${of}>
    <line x1=${x1 + dx * 8} y1=${y1 + dy * 8} x2=${neck[0]} y2=${neck[1]} stroke-width=${wide} stroke-linecap="butt" />
    <path d=${`M${x2} ${y2} L${neck[0] - dy * side} ${neck[1] + dx * side} L${neck[0] + dy * side} ${neck[1] - dx * side} Z`} />
  </g>`;
}
