// Who judges whole games: a choice that is kept, and what is known of the judge.

import { html, useState } from "./vendor/preact-htm.mjs";

const simulations = 100; // for each position of a game, of a judge that counts them

// useJudge returns who judges, out of some players the best of whom stands first, and
// the choice of another. Until one is chosen, wanted judges.
export function useJudge(players, wanted) {
  const [id, choose] = useState(() => {
    try { return localStorage.getItem("judge"); } catch (e) { return null; }
  });
  const player = players.find((p) => p.id === id) || wanted;
  const pick = (next) => {
    choose(next);
    try { localStorage.setItem("judge", next); } catch (e) { /* it holds until the page is left */ }
  };
  return [player, pick];
}

// strength is what a judge is asked for.
export const strength = (player) => (player.unit === "simulations" ? simulations : undefined);

// says names the judge, and how long it was trained.
export const says = (player) => [player.title, player.note, strength(player) && `${strength(player)} simulations a position`].filter(Boolean).join(", ");

// Judge is the choice, and below it who that is.
export function Judge({ players, player, pick, busy }) {
  if (!player) return html`<span class="quiet">no agent here can judge this game</span>`;
  return html`<label class="judge">by <select id="judge" aria-label="Agent that judges" disabled=${busy} value=${player.id} onChange=${(e) => pick(e.target.value)}>
    ${players.map((p) => html`<option key=${p.id} value=${p.id} selected=${p.id === player.id}>${p.title}</option>`)}</select></label>`;
}
