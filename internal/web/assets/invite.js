// What a game is set up with beside its seats: a clock, and a player at another screen.

import { html } from "./vendor/preact-htm.mjs";
import { post } from "./api.js";
import { href } from "./address.js";

const minutes = [0, 1, 2, 3, 5, 10, 15, 30, 60], increments = [0, 1, 2, 3, 5, 10, 20, 30];

// ClockPicker chooses a clock; the fields minutes and increment hold it. wanted is one
// as the address has it.
export function ClockPicker({ wanted }) {
  const [main, more] = (wanted || "0+0").split("+").map(Number);
  const pick = (name, all, now, text) => html`<select name=${name} aria-label=${name}>${all.map((n) => html`<option key=${n} value=${n} selected=${n === now}>${text(n)}</option>`)}</select>`;
  return html`<fieldset><legend>Clock</legend><div class="row">
    ${pick("minutes", minutes, main, (n) => (n ? `${n} minute${n > 1 ? "s" : ""} each` : "no clock"))}
    ${pick("increment", increments, more, (n) => (n ? `and ${n} s per move` : "and nothing per move"))}</div>
    <p class="quiet">It starts when both have moved once. A player who runs out of time loses.</p></fieldset>`;
}

// clockOf returns what the fields of a form say, as the address has it; "" for none.
export const clockOf = (form) => (Number(form.minutes.value) ? `${form.minutes.value}+${form.increment.value}` : "");

// LinkPicker opens the game for another player, who gets a link; open gets the form.
export const LinkPicker = ({ roles, open }) => html`<fieldset><legend>With a person at another screen</legend><div class="row">
    <select name="side" aria-label="your side"><option value="lot">your side by lot</option><option value="first">you play ${roles[0]}</option><option value="second">you play ${roles[1]}</option></select>
    <button type="button" id="open-link" onClick=${(e) => { const { form } = e.currentTarget; if (form.reportValidity()) open(form); }}>Open a game by link</button></div>
    <p class="quiet">You get a link for the other player and one for spectators. The players chosen above do not matter. The server's clock decides.</p></fieldset>`;

// linkTo opens a game by link, and returns its address.
export async function linkTo({ game, seed, start }, form) {
  const { key } = await post("/api/duel", {
    game, seed: seed || 0, position: start || "", moves: [], side: form.side.value,
    minutes: Number(form.minutes.value), increment: Number(form.minutes.value) ? Number(form.increment.value) : 0,
  });
  return href("play", { link: key });
}
