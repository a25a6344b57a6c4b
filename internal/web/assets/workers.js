// Who plays the games of a run that other machines play for.

import { html } from "./vendor/preact-htm.mjs";

// Workers shows what the learner wrote down last; nothing where no others play.
export function Workers({ fleet }) {
  if (!fleet) return null;
  const all = fleet.workers || [], rate = (games) => (fleet.seconds > 0 ? (games / fleet.seconds).toFixed(2) : "0.00");
  return html`<section id="workers"><h2>Workers</h2>
    <table><thead><tr><th scope="col">worker</th><th scope="col">games</th><th scope="col">per second</th><th scope="col">goroutines</th><th scope="col">heard</th></tr></thead>
      <tbody><tr><th scope="row">the learner</th><td>${fleet.here}</td><td>${rate(fleet.here)}</td><td></td><td></td></tr>
      ${all.map((w) => html`<tr key=${w.name}><th scope="row">${w.name}</th><td>${w.games}</td><td>${rate(w.games)}</td><td>${w.goroutines}</td><td>${Math.round(w.silent)} s ago${w.gone && html`, <b class="bad">gone</b>`}</td></tr>`)}</tbody></table>
    <p class="quiet">Games of this iteration that count; the learner checks each before.</p>
  </section>`;
}
