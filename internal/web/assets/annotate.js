// Comments on the move looked at, and what becomes of its variation.

import { html } from "./vendor/preact-htm.mjs";
import { comment, judge, promote, remove } from "./study.js";
import { number } from "./words.js";

const glyphs = [["!", "good move"], ["?", "mistake"], ["!!", "brilliant move"], ["??", "blunder"], ["!?", "interesting move"], ["?!", "dubious move"]];

const mostText = 2000;

// plain leaves out what a comment cannot hold in a record: braces and control characters.
const plain = (text) => text.replace(/\p{Cc}/gu, " ").replace(/\{/g, "(").replace(/\}/g, ")");

export function Annotate({ table }) {
  const { here } = table, move = here.parent;
  const which = move ? `${number(here)} ${here.text}` : "the start";
  return html`<div class="annotate">
    ${move && html`<div class="row still" role="group" aria-label=${`Glyph of ${which}`}>
      ${glyphs.map(([sign, means]) => html`<button type="button" key=${sign} class="sign" title=${means} aria-label=${`${sign} ${means}`} aria-pressed=${here.glyph === sign}
        onClick=${() => judge(table, sign)}>${sign}</button>`)}
      <button type="button" key="delete" id="delete" title="delete this move and all moves after it" onClick=${() => remove(table)}>Delete</button>
      ${here.fork && html`<button type="button" key="promote" id="promote" title="make this variation the main line" onClick=${() => promote(table)}>Promote</button>`}</div>`}
    <textarea id="comment" rows="1" maxlength=${mostText} aria-label=${`Comment on ${which}`} placeholder=${`Add a comment on ${which}`}
      value=${here.comment} onInput=${(e) => comment(table, plain(e.target.value))} />
  </div>`;
}
