// The game and the position as text.

import { html, useEffect, useState } from "./vendor/preact-htm.mjs";
import { post } from "./api.js";
import { Bring } from "./bring.js";
import { call as keep, heading, own } from "./heading.js";
import { Pictures } from "./pictures.js";

// Text is the game and the position as text, to take away or to bring along.
export function Text({ table }) {
  const [texts, tell] = useState({});
  const [format, choose] = useState("record");
  const [error, fail] = useState("");
  const [copied, note] = useState("");
  const [name, call] = useState(own());
  const wanted = { ...table.record(), ...ending(table), ...heading(table), dark: document.documentElement.dataset.theme === "dark" };
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
  return html`<div class="texts">
    <h2>Export</h2>
    <div class="row still"><select aria-label="Notation" value=${format} onChange=${(e) => choose(e.target.value)}>${formats.map((f) => html`<option key=${f} value=${f} selected=${f === format}>${titles[f] || f}</option>`)}</select>
      <button type="button" onClick=${() => copy(texts[format], "The text was")}>Copy</button><button type="button" onClick=${save}>Save</button></div>
    <textarea id="export" readonly rows="9" aria-label="The game as text" value=${texts[format] || ""} />
    <div class="row"><button type="button" onClick=${() => copy(table.shareable, "The address was")}>Copy the address of this game</button><span class="quiet">It contains the whole game.</span></div>
    <p class="quiet" role="status">${copied}</p>
    <label class="own-name">Your name, for records of your games <input id="own-name" maxlength="60" value=${name} placeholder="not given" onInput=${(e) => { keep(e.target.value.trim()); call(e.target.value); }} /></label>
    ${table.tags.length > 0 && html`<details class="tags"><summary>What the record says of this game</summary><dl>${table.tags.map((t) => html`<div key=${t.name}><dt>${t.name}</dt><dd>${t.value}</dd></div>`)}</dl></details>`}
    <${Pictures} table=${table} copy=${copy} />
    ${error && html`<p class="bad" role="alert">${error}</p>`}
    <${Bring} table=${table} />
  </div>`;
}

// ending is how the game was ended by agreement, as a record tells it.
const ending = (table) => (table.agreement.told && !table.tip.fork ? table.tip.position.over : {});

const order = ["record", "pgn", "courier", "position", "fen", "otn", "svg"];
const titles = { record: "Game record", pgn: "Game as PGN", courier: "Game as Game Courier lists it", position: "This position", fen: "This position as FEN", otn: "This position as OTN", svg: "This position as a picture (SVG)" };
