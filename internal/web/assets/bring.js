// A game, one of several, or a position is brought along as text.

import { html, useEffect, useRef, useState } from "./vendor/preact-htm.mjs";
import { post } from "./api.js";
import { endedBy } from "./agreement.js";
import { href } from "./address.js";
import { tagsOf, writeTags } from "./heading.js";
import { treeOf, writeNotes, writeTree } from "./treetext.js";

const mostBytes = 1 << 20; // that the server takes

export function Bring({ table }) {
  const [pasted, paste] = useState("");
  const [several, choose] = useState(null); // the games of a text that holds more than one
  const [error, fail] = useState("");
  const list = useRef();
  useEffect(() => { if (several) list.current.scrollIntoView({ block: "nearest" }); }, [several]);
  // bring opens what a text holds; number is that of one game of several.
  const bring = async (text, number) => {
    fail("");
    try {
      const p = await post("/api/import", { text, game: table.about.game, number });
      if (p.games) {
        choose({ text, games: p.games });
        return;
      }
      const { moves, notes } = writeTree(treeOf(p));
      location.hash = href("play", { game: p.game, seed: p.seed, start: p.position, moves, first: "person", second: "person", ended: endedBy(p, table.about.own) }) + writeTags(tagsOf(p)) + writeNotes(notes);
    } catch (e) {
      fail(e.message);
    }
  };
  const load = async (e) => {
    const file = e.target.files[0];
    if (!file) return;
    if (file.size > mostBytes) return fail("This file is longer than a megabyte. On a terminal, ludens replay FILE#2 --to pgn prints one game of a file.");
    const text = decode(await file.arrayBuffer());
    paste(text);
    bring(text);
  };
  return html`<h2>Import</h2>
    <textarea id="paste" rows="5" aria-label="A game or a position to import" placeholder=${`A record, a list of moves, or a position of ${table.about.title}`} value=${pasted} onInput=${(e) => { paste(e.target.value); choose(null); }} />
    <div class="row"><button type="button" class="main" id="import" onClick=${() => bring(pasted)}>Open it</button>
      <label class="button">From a file<input type="file" class="sr" accept=".txt,.pgn,text/plain" onChange=${load} /></label></div>
    ${error && html`<p class="bad" role="alert">${error}</p>`}
    ${several && html`<p>The text holds ${several.games.length} games. Open one:</p>
      <ol class="several" ref=${list}>${several.games.map((g, i) => html`<li key=${i}><button type="button" class="link" data-number=${i + 1} onClick=${() => bring(several.text, i + 1)}>${titleOf(g)}</button>
        <span class="quiet">${[g.Result, g.Event, g.Date].filter(Boolean).join(", ")}</span></li>`)}</ol>`}`;
}

const titleOf = (g) => (g.First || g.Second ? `${g.First || "?"} – ${g.Second || "?"}` : "A game without names");

// decode reads bytes as UTF-8, or else as Latin-1, the character set of PGN's standard.
function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (e) {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
