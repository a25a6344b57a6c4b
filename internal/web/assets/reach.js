// How each kind of men goes, drawn: from the middle of an empty board.

import { html } from "./vendor/preact-htm.mjs";
import { useTheme } from "./square.js";

const S = 10; // units of a square

// The signs are those of env.Man.Reach.
const signs = {
  "+": "goes there and captures", o: "goes there without capturing", x: "captures there",
  "*": "from where it begins", "^": "over a man",
};

const mark = (sign, x, y) => {
  const at = { cx: x + S / 2, cy: y + S / 2 };
  if (sign === "x") return html`<path d=${`M${x + 2.8} ${y + 2.8}l4.4 4.4m0 -4.4l-4.4 4.4`} class="cross" />`;
  if (sign === "^") return html`<path d=${`M${x + 2} ${y + 7}q3 -6 6 0`} class="over" />`;
  if (sign === "*") return html`<circle ...${at} r="2.2" class="first" />`;
  return html`<circle ...${at} r=${sign === "+" ? 2.9 : 2.4} class=${sign === "+" ? "any" : "only"} />`;
};

// Reaches shows all kinds, and what the signs among them stand for.
export function Reaches({ about }) {
  const theme = useTheme();
  const men = about.men || [];
  if (men.length === 0) return null;
  const used = Object.keys(signs).filter((sign) => men.some((m) => m.reach.some((row) => row.split(" ").includes(sign))));
  return html`<div class="reaches">${men.map((m) => {
    const rows = m.reach.map((row) => row.split(" ")), middle = (rows.length - 1) / 2;
    const kind = about.palette && about.palette.find((k) => k.side === m.side && k.name === m.name);
    return html`<figure key=${m.letter}>
      <svg viewBox=${`0 0 ${S * rows.length} ${S * rows.length}`} role="img" aria-label=${`How the ${m.name} goes`}>
        ${rows.flatMap((row, i) => row.map((_, j) => html`<rect x=${S * j} y=${S * i} width=${S} height=${S} class=${(i + j) % 2 ? "b" : "a"} />`))}
        ${rows.flatMap((row, i) => row.map((sign, j) => (signs[sign] && !(i === middle && j === middle) ? mark(sign, S * j, S * i) : null)))}
        ${kind ? html`<svg x=${S * middle - 2} y=${S * middle - 2} width=${S + 4} height=${S + 4} viewBox="0 0 40 40"><use href=${`#ludens-${theme}-${kind.sprite}`} /></svg>`
          : html`<text x=${S * middle + S / 2} y=${S * middle + 8}>${m.letter}</text>`}
      </svg>
      <figcaption>${m.name}</figcaption></figure>`;
  })}</div>
  <p class="quiet signs">${used.map((sign) => html`<span><svg viewBox="0 0 10 10" width="14" height="14" aria-hidden="true">${mark(sign, 0, 0)}</svg> ${signs[sign]}</span>`)}</p>`;
}
