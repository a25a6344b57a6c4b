// What was played in the position looked at, in the games of a run or a study.

import { html, useEffect, useState } from "./vendor/preact-htm.mjs";
import { get, post } from "./api.js";
import { percent } from "./think.js";

const kept = () => { try { return localStorage.getItem("openings") || ""; } catch (e) { return ""; } };
const idOf = (c) => `${c.kind}:${c.name}`;

export function Openings({ table }) {
  const [all, list] = useState(null);
  const [chosen, choose] = useState(kept);
  const [error, fail] = useState("");
  useEffect(() => { get("/api/collections", { game: table.game }).then(list, (e) => fail(e.message)); }, []);
  if (error) return html`<p class="bad" role="alert">${error}</p>`;
  if (!all) return html`<p class="quiet" aria-busy="true">Looking for games …</p>`;
  if (all.length === 0) {
    return html`<p>There are no games of ${table.about.game} to look in.</p>
      <p class="quiet">Runs keep the games of their self-play, and matches, ladders and balances theirs: <code>ludens match ${table.about.game} greedy random</code>.</p>`;
  }
  const open = all.find((c) => idOf(c) === chosen) || all[0];
  const pick = (e) => {
    choose(e.target.value);
    try { localStorage.setItem("openings", e.target.value); } catch (x) { /* not kept */ }
  };
  const kinds = [...new Set(all.map((c) => c.kind))];
  return html`<div class="openings"><label>Games of<select id="collection" value=${idOf(open)} onChange=${pick}>
      ${kinds.map((kind) => html`<optgroup key=${kind} label=${titles[kind] || kind}>${all.filter((c) => c.kind === kind).map((c) => html`<option key=${idOf(c)} value=${idOf(c)} selected=${c === open}>${c.title}</option>`)}</optgroup>`)}
    </select></label>
    <${Played} key=${idOf(open)} table=${table} collection=${open} /></div>`;
}

const titles = { run: "Runs (self-play)", match: "Matches", ladder: "Ladders", balance: "Balances", champion: "Come with Ludens" };

// Played is the table of moves.
function Played({ table, collection }) {
  const [found, tell] = useState(null);
  const [error, fail] = useState("");
  const { about } = table, line = table.line(table.ply), key = line.moves.join(" ");
  useEffect(() => {
    const stop = new AbortController();
    post("/api/explore", { ...line, kind: collection.kind, name: collection.name }, stop.signal)
      .then((f) => { tell(f); fail(""); }, (e) => { if (e.name !== "AbortError") fail(e.message); });
    return () => stop.abort();
  }, [key]);
  if (error) return html`<p class="bad" role="alert">${error}</p>`;
  if (!found) return html`<p class="quiet" aria-busy="true">Counting the games …</p>`;
  const total = (m) => m.first + m.drawn + m.second + m.cut;
  const all = found.moves.reduce((n, m) => n + total(m), 0);
  const play = (text) => (table.seating.isPerson(table.mover) ? table.play(text) : table.playAll([text]));
  return html`<p class="quiet" id="counted">${all > 0 ? `${all.toLocaleString("en")} of ${found.games.toLocaleString("en")} games continued from here.` : `None of ${found.games.toLocaleString("en")} games continued from here.`}</p>
    ${all > 0 && html`<div class="scroll"><table><thead><tr><th>Move</th><th>Games</th><th>Won by ${about.roles[0]}, drawn, won by ${about.roles[1]}</th></tr></thead>
      <tbody>${found.moves.map((m) => html`<tr key=${m.text}><td><button type="button" class="link" data-explored=${m.text} title="play it" onClick=${() => play(m.text)}>${m.text}</button></td>
        <td>${total(m).toLocaleString("en")} <span class="quiet">${percent(total(m) / all)}</span></td><td><${Shares} of=${m} n=${total(m)} about=${about} /></td></tr>`)}</tbody></table></div>`}
    ${found.rare > 0 && html`<p class="quiet">There are too many games for all positions: those met ${found.rare} times or less may be missing.</p>`}
    ${found.most && html`<p class="quiet">Only the first games are counted.</p>`}`;
}

// Shares is a bar of how the games ended.
function Shares({ of, n, about }) {
  const { roles, stones } = about;
  const text = [[`won by ${roles[0]}`, of.first], ["drawn", of.drawn], [`won by ${roles[1]}`, of.second], ["cut off", of.cut]].filter(([, k]) => k > 0).map(([name, k]) => `${name} ${percent(k / n)}`).join(", ");
  const part = (k, name) => k > 0 && html`<span class=${name} style=${{ flexGrow: k }}>${k / n >= 0.15 ? percent(k / n) : ""}</span>`;
  return html`<span class="outcomes" role="img" aria-label=${text} title=${text}>
    ${part(of.first, `share-of ${stones[0].shade}`)}${part(of.drawn + of.cut, "drawn")}${part(of.second, `share-of ${stones[1].shade}`)}</span>`;
}
