// The room where results are read: matches, ladders, balances.

import { html, useEffect, useState } from "./vendor/preact-htm.mjs";
import { get } from "./api.js";
import { href } from "./address.js";
import { Shelf } from "./shelf.js";

export function Results({ params }) {
  const [all, set] = useState(null);
  const [error, fail] = useState("");
  useEffect(() => { document.title = "Results – Ludens"; get("/api/results").then(set, (e) => fail(e.message)); }, []);
  if (error) return html`<main class="notice"><p class="bad">${error}</p></main>`;
  if (!all) return html`<main aria-busy="true" />`;
  if (all.length === 0) {
    return html`<main class="notice"><h1>No results yet</h1>
      <p>Let agents meet and come back: <code>ludens match celta greedy random</code>. Results are looked for in the folders <code>matches</code>, <code>ladders</code>, <code>balances</code> and <code>reports</code>, and where <code>ludens serve --results</code> says.</p></main>`;
  }
  const wanted = params.get("name");
  const found = all.find((r) => r.name === wanted), shown = found || all[0];
  return html`<main class="results">
    <${Shelf} label="Results" open=${shown.name} entries=${all.map((r) => ({ name: r.name, title: r.title, note: `${r.kind}${r.when ? `, ${r.when}` : ""}`, href: href("results", { name: r.name }) }))} />
    <article class="run">${wanted && !found && html`<p class="bad" role="alert">There is no result ${wanted} any more; this is the newest.</p>`}<h1>${shown.title}</h1>
      <p class="quiet">${shown.kind} · ${shown.name}${shown.when ? ` · ${shown.when}` : ""}</p>
      ${(shown.lines || []).map((l) => html`<p>${l}</p>`)}
      ${shown.rows && html`<div class="scroll"><table><thead><tr>${shown.head.map((h) => html`<th>${h}</th>`)}</tr></thead>
        <tbody>${shown.rows.map((row) => html`<tr>${row.map((c) => html`<td>${c}</td>`)}</tr>`)}</tbody></table></div>`}
      ${shown.link && html`<iframe class="report" src=${shown.link} sandbox="allow-downloads" title=${shown.title} /><p><a href=${shown.link} target="_blank" rel="noopener">Open the report on its own</a></p>`}
    </article></main>`;
}
