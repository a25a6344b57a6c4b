// Keys that do something anywhere but in a field or on the board, and the list of
// them.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.mjs";
import { threat } from "./threat.js";

// keys are what there is: the key, its name, and what it does. Those of one letter
// can be switched off.
const keys = [
  { key: "ArrowLeft", name: "←", does: "one move back", act: ({ table }) => step(table, -1) },
  { key: "ArrowRight", name: "→", does: "one move on", act: ({ table }) => step(table, 1) },
  { key: "Home", name: "Home", does: "to the start", act: ({ table }) => table.go(0) },
  { key: "End", name: "End", does: "to the last move", act: ({ table }) => table.go(table.end) },
  { key: "Escape", name: "Esc", does: "return from looking ahead", act: ({ table }) => table.ahead && table.ahead.back() },
  { key: "n", name: "n", does: "to the next mistake", act: ({ table }) => seek(table, 1) },
  { key: "N", name: "N", does: "to the mistake before", act: ({ table }) => seek(table, -1) },
  { key: "b", name: "b", does: "look at the best move here", act: ({ table }) => best(table) },
  { key: "x", name: "x", does: "look at the threat: what the other side would do now", act: ({ table, thinker }) => threat(table, thinker) },
  { key: "t", name: "t", does: "think along, or stop it", act: ({ think }) => think() },
  { key: "f", name: "f", does: "flip the board", act: ({ table }) => table.fixed || table.turn() },
  { key: "?", name: "?", does: "these keys", act: ({ help }) => help() },
];

function step(table, by) {
  if (table.ahead) table.ahead.go(table.ahead.step + by);
  else table.go(table.ply + by);
}

// seek goes to the next move of the line, in a direction, that is known to be a mistake.
function seek(table, by) {
  for (let ply = table.ply + by; ply > 0 && ply <= table.end; ply += by) {
    if (table.nodes[ply].slip) return table.go(ply);
  }
  table.say(table.nodes.filter((n) => n.chances).length > 1 ? `No mistake is known ${by > 0 ? "after" : "before"} this move.` : "No mistakes are known: use Judge the whole game under Course.");
}

function best(table) {
  const move = table.here.best;
  if (move) table.look([move], 1);
  else table.say("This position has no evaluation yet: use Think along, or Judge the whole game under Course.");
}

const off = () => { try { return localStorage.getItem("letters") === "off"; } catch (e) { return false; } };

// useKeys listens for the keys; act is what they need: table, thinker, think, help.
export function useKeys(act) {
  useLayoutEffect(() => { // before the next key can come
    const pressed = (e) => {
      if (e.altKey || e.ctrlKey || e.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) || !act.table.about || document.querySelector("dialog[open]")) return;
      const found = keys.find((k) => k.key === e.key);
      if (!found || (e.key.length === 1 && e.key !== "?" && off())) return;
      found.act(act);
      e.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

// Keys is the list of the keys, which lies over the page.
export function Keys({ close }) {
  const dialog = useRef();
  const [letters, allow] = useState(!off());
  useEffect(() => { dialog.current.showModal(); }, []);
  const keep = (yes) => {
    allow(yes);
    try { localStorage.setItem("letters", yes ? "on" : "off"); } catch (e) { /* not kept */ }
  };
  return html`<dialog ref=${dialog} class="card keys" aria-labelledby="keys-title" onClose=${close}>
    <h2 id="keys-title">Keys and hands</h2>
    <dl>${keys.map((k) => html`<div key=${k.key}><dt><kbd>${k.name}</kbd></dt><dd>${k.does}</dd></div>`)}
      <div><dt><kbd>Tab</kbd></dt><dd>to the board; there arrows, Enter and Esc move pieces</dd></div></dl>
    <p>A click or a tap on a piece and then on its target moves it, or drag it. The right mouse button draws: a circle on a square, an arrow between two; again removes it, a click on the board removes all.</p>
    <label class="switch"><input type="checkbox" checked=${letters} onChange=${(e) => keep(e.target.checked)} /> Keys of one letter</label>
    <div class="row"><button type="button" class="main" onClick=${() => dialog.current.close()}>Close</button></div>
  </dialog>`;
}
