// The room where a game is set up: which, from where, and between whom.

import { html, useEffect, useState } from "./vendor/preact-htm.mjs";
import { get, post } from "./api.js";
import { draw, href } from "./address.js";
import { Dress, dress } from "./dress.js";
import { ClockPicker, LinkPicker, clockOf, linkTo } from "./invite.js";
import { Seats } from "./seats.js";
import { useTheme } from "./square.js";
import { capital } from "./words.js";

export function Setup({ params }) {
  const theme = useTheme();
  const [full] = useState(params.get("game") || "");
  const [variant, setVariant] = useState(full.split(":")[0]);
  const [list, setList] = useState(null);
  const [options, setOptions] = useState(() => Object.fromEntries((full.split(":")[1] || "").split(",").filter(Boolean).map((o) => o.split("="))));
  const [about, setAbout] = useState(null);
  const [start, setStart] = useState("usual");
  const [seed, setSeed] = useState(draw());
  const [position, setPosition] = useState("");
  const [error, fail] = useState("");
  const [more, showMore] = useState(params.get("more") === "1");
  const set = Object.entries(options).filter(([, v]) => v !== "");
  const name = variant + (set.length ? `:${set.map(([k, v]) => `${k}=${v}`).join(",")}` : "");
  useEffect(() => {
    get("/api/games").then((all) => { setList(all); if (!full) setVariant(all[0].name); }, (e) => fail(e.message));
  }, []);
  useEffect(() => {
    if (!name) return undefined;
    let stale = false;
    const later = setTimeout(() => get("/api/about", { game: name, options: 1 })
      .then((a) => { if (!stale) { setAbout(a); fail(""); keep(name, params); } }, (e) => { if (!stale) fail(e.message); }), about ? 200 : 0);
    return () => { stale = true; clearTimeout(later); };
  }, [name]);
  const entry = list && list.find((g) => g.name === variant);
  // go begins what a form says, or has the server open it for two people.
  const go = async (seats, byLink) => {
    const told = { game: name, first: seats.first.value, second: seats.second.value, dice: draw() };
    told.clock = clockOf(seats);
    if (seats.lot.checked && draw() % 2) [told.first, told.second] = [told.second, told.first];
    if (start === "position") told.start = position.trim();
    else if (about && about.drawn) told.seed = seed;
    try {
      if (byLink) {
        location.hash = await linkTo(told, seats);
        return;
      }
      await post("/api/game", { game: name, seed: told.seed || 0, position: told.start || "", moves: [], from: 0 });
      location.hash = href("play", told);
    } catch (x) {
      fail(x.message);
    }
  };
  if (!list || !about || !entry) return html`<main class="setup" aria-busy="true">${error && html`<p class="bad">${error}</p>`}</main>`;
  const fixes = about.array && about.array.option; // the option that says what is drawn else
  const rules = (about.options || []).filter((o) => o.name !== fixes);
  const draws = list.filter((g) => g.base && g.base === entry.base);
  const from = start === "usual" ? { game: about.game, seed: about.drawn ? seed : 0 } : null;
  return html`<main class="setup">
    <form class="card" onSubmit=${(e) => { e.preventDefault(); go(e.target); }} key=${variant}>
      <div class="preview"><img src=${`/board.svg?${new URLSearchParams({ game: about.game, theme, seed, dress })}`} width="120" height="120" alt="" />
        <div><h1>${about.title} <small class="quiet">${about.game}</small></h1><p>${about.summary}.</p><p><a id="learn" href=${href("learn", { game: about.game })}>Learn this game</a>, a rule at a time</p><${Dress} about=${about} /></div></div>
      <${Seats} about=${about} wanted=${[params.get("first"), params.get("second")]} start=${from} />
      <details class="more-setup" open=${more} onToggle=${(e) => showMore(e.currentTarget.open)}><summary>More: another game, its rules and start, a clock, a game by link</summary>
        <label>Game<select id="variant" value=${variant} onChange=${(e) => { setVariant(e.target.value); setOptions({}); setAbout(null); }}>
          ${list.map((g) => html`<option key=${g.name} value=${g.name} selected=${g.name === variant}>${g.title} (${g.name}) – ${g.summary}</option>`)}</select></label>
        ${fixes && html`<fieldset><legend>${capital(fixes)}</legend>
          ${draws.length > 1 && html`<label>Draw<select id="draw" value=${variant} onChange=${(e) => { setVariant(e.target.value); setAbout(null); setOptions({}); }}>
            ${draws.map((g) => html`<option key=${g.name} value=${g.name} selected=${g.name === variant}>${g.draw}</option>`)}</select></label>`}
          <label>${capital(optionOf(about, fixes).title)}<input id=${fixes} placeholder=${`${optionOf(about, fixes).default}, a number, or as in ${about.array.example}`} value=${options[fixes] || ""} onInput=${(e) => setOptions({ ...options, [fixes]: e.target.value.trim() })} /></label>
          ${error && options[fixes] ? html`<p class="bad" role="alert">${error}</p>` : html`<p class="quiet">${optionOf(about, fixes).help}</p>`}</fieldset>`}
        <fieldset><legend>Start</legend>
          <label class="switch"><input type="radio" name="start" checked=${start === "usual"} onChange=${() => setStart("usual")} /> ${about.drawn ? "drawn by lot" : "as the rules have it"}</label>
          ${about.drawn && start === "usual" && html`<label>Lot<span class="row"><input type="number" min="0" max="999999999" value=${seed} onInput=${(e) => setSeed(Number(e.target.value) || 0)} />
            <button type="button" onClick=${() => setSeed(draw())}>Draw again</button></span></label>`}
          <label class="switch"><input type="radio" name="start" checked=${start === "position"} onChange=${() => setStart("position")} /> from a position</label>
          ${start === "position" && html`<label>Position<input id="position" required placeholder=${`as in ${about.text}`} value=${position} onInput=${(e) => setPosition(e.target.value)} /></label>
            <p class="quiet"><a id="edit" href=${href("edit", { game: about.game, seed: about.drawn ? seed : "" })}>Edit one on a board</a></p>`}
        </fieldset>
        ${rules.length > 0 && html`<details><summary>Rules that can be set</summary><div class="options">${rules.map((o) => html`<label key=${o.name} title=${o.help}>
          <span>${o.title} <span class="quiet">${o.help}</span></span>
          ${o.values ? html`<select value=${options[o.name] || o.default} onChange=${(e) => setOptions({ ...options, [o.name]: e.target.value === o.default ? "" : e.target.value })}>
            ${o.values.map((v) => html`<option key=${v} value=${v} selected=${v === (options[o.name] || o.default)}>${v}${v === o.default ? " (usual)" : ""}</option>`)}</select>`
            : html`<input placeholder=${o.default} value=${options[o.name] || ""} onInput=${(e) => setOptions({ ...options, [o.name]: e.target.value.trim() })} />`}
        </label>`)}</div></details>`}
        <${ClockPicker} wanted=${params.get("clock")} />
        <${LinkPicker} roles=${about.roles} open=${(form) => go(form, true)} />
      </details>
      <div class="begin"><button class="main" id="start" disabled=${!!error && start !== "position"}>Start</button>
        <p class="bad" role="alert">${fixes && options[fixes] ? "" : error}</p></div>
    </form>
  </main>`;
}

// keep has the address say which game is set up: loading the page again shows it.
function keep(game, params) {
  history.replaceState(null, "", href("new", { game, first: params.get("first"), second: params.get("second"), clock: params.get("clock"), more: params.get("more") }));
}

const optionOf = (about, name) => about.options.find((o) => o.name === name);
