// The game and the position as text.

import { html, useEffect, useState } from "./vendor/preact-htm.mjs";
import { post } from "./api.js";
import { endedBy } from "./agreement.js";
import { href } from "./address.js";
import { Pictures } from "./pictures.js";
import { treeOf, writeNotes, writeTree } from "./treetext.js";

// Text is the game and the position as text, to take away or to bring along.
export function Text({ table }) {
  const [texts, tell] = useState({});
  const [format, choose] = useState("record");
  const [pasted, paste] = useState("");
  const [error, fail] = useState("");
  const [copied, note] = useState("");
  const names = (side) => (table.seating.isPerson(side) ? "person" : table.seating.text(side));
  const wanted = { ...table.record(), ...ending(table), first: names(0), second: names(1), dark: document.documentElement.dataset.theme === "dark" };
  useEffect(() => {
    let stale = false;
    post("/api/export", wanted)
      .then((t) => { if (!stale) tell(t); }, (e) => { if (!stale) fail(e.message); });
    return () => { stale = true; };
  }, [JSON.stringify(wanted)]);
  const formats = Object.keys(texts).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const copy = async (text, what) => {
    try {
      await navigator.clipboard.writeText(text);
      note(`${what} copied.`);
    } catch (e) {
      note("The browser does not allow the page to copy. Select the text and copy it.");
    }
  };
  const save = () => {
    const link = document.createElement("a");
    const endings = { pgn: "pgn", svg: "svg" };
    link.href = URL.createObjectURL(new Blob([texts[format]], { type: format === "svg" ? "image/svg+xml" : "text/plain" }));
    link.download = `${table.about.variant}.${endings[format] || "txt"}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const bring = async (text) => {
    fail("");
    try {
      const p = await post("/api/import", { text, game: table.about.game });
      const { moves, notes } = writeTree(treeOf(p));
      location.hash = href("play", { game: p.game, seed: p.seed, start: p.position, moves, first: "person", second: "person", ended: endedBy(p, table.about.own) }) + writeNotes(notes);
    } catch (e) {
      fail(e.message);
    }
  };
  const load = async (e) => {
    const file = e.target.files[0];
    if (!file) return;
    if (file.size > 1 << 20) return fail("This file is longer than a megabyte; it should contain one game.");
    const text = await file.text();
    paste(text);
    bring(text);
  };
  return html`<div class="texts">
    <h2>Export</h2>
    <div class="row still"><select aria-label="Notation" value=${format} onChange=${(e) => choose(e.target.value)}>${formats.map((f) => html`<option key=${f} value=${f} selected=${f === format}>${titles[f] || f}</option>`)}</select>
      <button type="button" onClick=${() => copy(texts[format], "The text was")}>Copy</button><button type="button" onClick=${save}>Save</button></div>
    <textarea id="export" readonly rows="9" aria-label="The game as text" value=${texts[format] || ""} />
    <div class="row"><button type="button" onClick=${() => copy(table.shareable, "The address was")}>Copy the address of this game</button><span class="quiet">It contains the whole game.</span></div>
    <p class="quiet" role="status">${copied}</p>
    <${Pictures} table=${table} copy=${copy} />
    <h2>Import</h2>
    <textarea id="paste" rows="5" aria-label="A game or a position to import" placeholder=${`A record, a list of moves, or a position of ${table.about.title}`} value=${pasted} onInput=${(e) => paste(e.target.value)} />
    <div class="row"><button type="button" class="main" id="import" onClick=${() => bring(pasted)}>Open it</button>
      <label class="button">From a file<input type="file" class="sr" accept=".txt,.pgn,text/plain" onChange=${load} /></label></div>
    ${error && html`<p class="bad" role="alert">${error}</p>`}
  </div>`;
}

// ending is how the game was ended by agreement, as a record tells it.
const ending = (table) => (table.agreement.told && !table.tip.fork ? table.tip.position.over : {});

const order = ["record", "pgn", "courier", "position", "fen", "otn", "svg"];
const titles = { record: "Game record", pgn: "Game as PGN", courier: "Game as Game Courier lists it", position: "This position", fen: "This position as FEN", otn: "This position as OTN", svg: "This position as a picture (SVG)" };
