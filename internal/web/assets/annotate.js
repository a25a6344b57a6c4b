// Comments on the move looked at, and what becomes of its variation.

import { html } from "./vendor/preact-htm.mjs";
import { assessments, glyphs, judgements } from "./notes.js";
import { comment, judge, pen, promote, remove } from "./study.js";
import { number } from "./words.js";

const mostText = 2000;

// plain leaves out what a comment cannot hold in a record: braces and control characters.
const plain = (text) => text.replace(/\p{Cc}/gu, " ").replace(/\{/g, "(").replace(/\}/g, ")");

export function Annotate({ table }) {
  const { here } = table, move = here.parent;
  const which = move ? `${number(here)} ${here.text}` : "the start";
  const given = glyphs(here), stands = assessments.find(([of]) => given.includes(of));
  return html`<div class="annotate">
    ${move && html`<div class="row still" role="group" aria-label=${`Glyph of ${which}`}>
      ${judgements.map(([sign, means]) => html`<button type="button" key=${sign} class="sign" title=${means} aria-label=${`${sign} ${means}`} aria-pressed=${given.includes(sign)}
        onClick=${() => judge(table, sign, judgements)}>${sign}</button>`)}
      <select key="stands" id="stands" class="sign" aria-label=${`How it stands after ${which}`} title="how it stands" value=${stands ? stands[0] : ""} onChange=${(e) => judge(table, e.target.value, assessments)}>
        <option value="">–</option>${assessments.map(([of, symbol, means]) => html`<option key=${of} value=${of} selected=${stands && of === stands[0]} title=${means}>${symbol}</option>`)}</select>
      <button type="button" key="pen" id="pen" class="sign" title="draw arrows and circles on the board; with a mouse the right button does that, too" aria-label="Draw on the board" aria-pressed=${!!table.pen} onClick=${() => pen(table)}>✎</button>
      <button type="button" key="delete" id="delete" title="delete this move and all moves after it" onClick=${() => remove(table)}>Delete</button>
      ${here.fork && html`<button type="button" key="promote" id="promote" title="make this variation the main line" onClick=${() => promote(table)}>Promote</button>`}</div>`}
    <textarea id="comment" rows="1" maxlength=${mostText} aria-label=${`Comment on ${which}`} placeholder=${`Add a comment on ${which}`}
      value=${here.comment} onInput=${(e) => comment(table, plain(e.target.value))} />
  </div>`;
}
