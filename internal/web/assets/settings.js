// The configuration of a run, or where those of several runs differ.

import { html } from "./vendor/preact-htm.mjs";

// Settings is a table with a row for each setting. rows are [key, the value of each run].
export function Settings({ names, rows }) {
  const differ = rows.filter(([, ...values]) => new Set(values).size > 1);
  const several = names.length > 1;
  return html`<div class="card settings"><h2>${several ? "Settings that differ" : "Configuration"}</h2>
    ${several && (differ.length > 0 ? html`<${Table} id="differ" names=${names} rows=${differ} />` : html`<p>All settings are equal.</p>`)}
    <details><summary>${several ? "All settings" : `${rows.length} settings`}</summary><${Table} id="all-settings" names=${names} rows=${rows} /></details></div>`;
}

const Table = ({ id, names, rows }) => html`<div class="scroll"><table id=${id}><thead><tr><th>setting</th>${names.map((n) => html`<th key=${n}>${n}</th>`)}</tr></thead>
  <tbody>${rows.map(([key, ...values]) => html`<tr key=${key}><td><code>${key}</code></td>${values.map((v) => html`<td>${v}</td>`)}</tr>`)}</tbody></table></div>`;
