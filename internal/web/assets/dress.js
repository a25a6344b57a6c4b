// Names and colours of the sides: as games are drawn here, or as their sources have them.
// The server puts them into all that it tells; the choice is kept.

import { html } from "./vendor/preact-htm.mjs";

function chosen() {
  try { return localStorage.getItem("dress") === "source" ? "source" : ""; } catch (e) { return ""; }
}

// dress is what the server is asked for while this page is open.
export const dress = chosen();

// shown puts the names that are shown into a text with those of records.
export const shown = (about, text) => {
  const side = about.own.findIndex((own) => text.startsWith(`${own} `));
  return side < 0 ? text : about.roles[side] + text.slice(about.own[side].length);
};

// Dress is the choice, for a game whose source has names or colours of its own.
export function Dress({ about }) {
  if (!about.sourced) return null;
  const choose = (e) => {
    try { localStorage.setItem("dress", e.target.value); } catch (x) { return; }
    location.reload(); // the address holds the game
  };
  return html`<label class="switch">Names and colours <select id="dress" value=${dress} onChange=${choose}>
    <option value="" selected=${dress === ""}>as drawn here</option><option value="source" selected=${dress === "source"}>as in the source</option></select></label>`;
}
