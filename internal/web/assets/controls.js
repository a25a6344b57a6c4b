// What is done below the board: steps, moves that are typed, and the rarer things.

import { html, useEffect, useRef, useState } from "./vendor/preact-htm.mjs";
import { href } from "./address.js";
import { capital } from "./words.js";

export function Controls({ table, help, sound }) {
  const agents = !table.linked && (!table.seating.isPerson(0) || !table.seating.isPerson(1));
  const input = useRef();
  const type = (e) => {
    e.preventDefault();
    const text = input.current.value.trim();
    if (!text) return;
    input.current.value = "";
    table.play(text);
  };
  const mayType = !table.ahead && (table.seating.isPerson(table.mover) || table.retry) && !table.position.over;
  return html`<div class="controls">
    <div class="row">
      <button type="button" aria-label="To the start" title="to the start (Home)" disabled=${table.ply === 0} onClick=${() => table.go(0)}>«</button>
      <button type="button" id="back" aria-label="One move back" title="one move back (←)" disabled=${table.ply === 0} onClick=${() => table.go(table.ply - 1)}>‹</button>
      <button type="button" id="forth" aria-label="One move on" title="one move on (→)" disabled=${table.ply === table.end} onClick=${() => table.go(table.ply + 1)}>›</button>
      <button type="button" aria-label="To the end" title="to the end (End)" disabled=${table.ply === table.end} onClick=${() => table.go(table.end)}>»</button>
      <button type="button" id="undo" disabled=${table.end === 0 || (table.linked && !table.plays)} onClick=${() => table.undo()}>${table.linked ? "Take back" : "Undo"}</button>
      <button type="button" disabled=${table.fixed} onClick=${() => table.turn()} title="flip the board (f)">Flip</button>
      <a class="button" id="new" href=${href("new", { game: table.about.game, first: table.seating.text(0), second: table.seating.text(1) })}>New game</a>
      <${More} table=${table} help=${help} sound=${sound} />
      <button type="button" id="pause" class=${agents ? "" : "away"} tabindex=${agents ? 0 : -1} onClick=${() => table.pause(!table.paused)}>${table.paused ? "Go on" : "Pause"}</button>
    </div>
    ${table.position.over && !table.ahead ? html`<div class="row type">${table.linked && table.side < 0 ? null : html`<button type="button" id="again" onClick=${() => table.agreement.rematch()}>Rematch, sides changed</button>`}
      ${table.linked && html`<a class="button" href=${table.plain}>Look at it closely</a>`}</div>` : html`<form class="row type" onSubmit=${type}>
      <label class="sr" for="type">Type a move</label>
      <input id="type" ref=${input} list="legal" autocomplete="off" autocapitalize="off" spellcheck="false" disabled=${!mayType}
        placeholder=${mayType && table.choicesHere[0] ? `Type a move, as in ${table.choicesHere[0].text}` : waitingFor(table)} />
      <datalist id="legal">${table.choicesHere.map((c) => html`<option key=${c.text} value=${c.text} />`)}</datalist>
      <button disabled=${!mayType}>Play</button>
    </form>`}
  </div>`;
}

// waitingFor says why no move can be typed.
function waitingFor(table) {
  if (table.ahead) return "You are looking ahead";
  if (table.position.over) return "The game is over";
  if (table.paused) return "The game is paused";
  if (table.linked) return table.plays ? "It is the other's turn" : "You watch";
  return table.mover < 0 ? "" : `${capital(table.about.roles[table.mover])} to move: ${table.seating.name(table.mover)}`;
}

// More is the list of what is done once a game.
function More({ table, help, sound: [loud, turn] }) {
  const [open, set] = useState(false);
  const [sure, doubt] = useState(false); // whether to resign is being asked
  const box = useRef();
  useEffect(() => {
    if (!open) return undefined;
    const away = (e) => { if (!box.current.contains(e.target)) set(false); };
    addEventListener("pointerdown", away);
    return () => removeEventListener("pointerdown", away);
  }, [open]);
  const may = table.agreement.mine >= 0;
  const item = (id, text, act, disabled) => html`<button type="button" id=${id} disabled=${disabled} onClick=${() => { set(false); act(); }}>${text}</button>`;
  return html`<span class="more" ref=${box} onKeyDown=${(e) => { if (open && e.key === "Escape") { set(false); box.current.firstElementChild.focus(); e.stopPropagation(); } }}>
    <button type="button" id="more" aria-expanded=${open} aria-label="More" title="more" onClick=${() => { doubt(false); set(!open); }}>⋯</button>
    ${open && html`<span class="popover menu" role="group" aria-label="More">
      ${!sure && html`<button type="button" id="resign" disabled=${!may} onClick=${() => doubt(true)}>Resign</button>`}
      ${sure && item("resign-yes", "Yes, resign", () => table.agreement.resign(), !may)}
      ${sure && item("resign-no", "No, play on", () => {}, false)}
      ${item("offer", "Offer a draw", () => table.agreement.propose(), !may)}
      ${!table.linked && item("swap", "Change sides", () => table.swap(), !!table.over)}
      ${item("rematch", "Rematch, sides changed", () => table.agreement.rematch(), table.linked && (table.live || table.side < 0))}
      ${!table.linked && item("edit", "Edit the position", () => { location.hash = href("edit", { game: table.about.game, seed: table.position.text ? "" : table.seed, start: table.position.text, first: table.seating.text(0), second: table.seating.text(1), turned: table.turned ? 1 : "" }); }, false)}
      <label class="switch"><input type="checkbox" id="sound" checked=${loud} onChange=${(e) => turn(e.target.checked)} /> Sounds</label>
      ${item("keys", "Keys (?)", help, false)}
    </span>`}
  </span>`;
}
