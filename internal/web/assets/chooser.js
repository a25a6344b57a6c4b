// Chooser is what asks at the board which of several moves is meant.

import { html, useEffect, useRef } from "./vendor/preact-htm.mjs";
import { Piece, U } from "./square.js";
import { capital } from "./words.js";

export function Chooser({ asked, about, kinds, theme, width, height, place, play, close }) {
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
