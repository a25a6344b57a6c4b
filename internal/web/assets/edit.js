// The room where a position is put together: pieces are put on the board, moved and
// taken away, and the game says whether it can be played.

import { html, useEffect, useMemo, useState } from "./vendor/preact-htm.mjs";
import { get, post } from "./api.js";
import { href } from "./address.js";
import { Board } from "./board.js";
import { Kinds } from "./kinds.js";
import { Piece, useTheme } from "./square.js";
import { capital } from "./words.js";

const hand = "hand", rubber = "rubber";

export function Edit({ params }) {
  const theme = useTheme();
  const [about, setAbout] = useState(null);
  const [kinds] = useState(() => new Kinds());
  const [start, setStart] = useState(null); // the position that one began with
  const [position, arrange] = useState(null);
  const [tool, take] = useState(hand);
  const [turned, turn] = useState(params.get("turned") === "1");
  const [verdict, judge] = useState({}); // of: a position; text: that of one that can be played; why: what is wrong else
  const [error, fail] = useState("");

  useEffect(() => {
    (async () => {
      const a = await get("/api/about", { game: params.get("game") || (await get("/api/games"))[0].name });
      (a.palette || []).forEach((k) => kinds.number(k));
      const story = await post("/api/game", { game: a.game, seed: Number(params.get("seed")) || 0, position: params.get("start") || "", moves: [], from: 0 });
      const [first] = kinds.positions(story);
      const begun = { pieces: first.pieces, toMove: Math.max(0, first.toMove) };
      setAbout(a);
      setStart(begun);
      arrange(begun);
      document.title = `A position of ${a.variant} – Ludens`;
    })().catch((e) => fail(e.message));
  }, []);

  useEffect(() => {
    if (!position || !about.palette) return undefined;
    const stop = new AbortController();
    const cells = position.pieces.map((n) => (n ? kinds.list[n - 1].letter : ""));
    const later = setTimeout(() => post("/api/arrange", { game: about.game, cells, toMove: position.toMove }, stop.signal)
      .then((a) => judge({ of: position, text: a.position }), (e) => { if (e.name !== "AbortError") judge({ of: position, why: e.message }); }), 100);
    return () => { clearTimeout(later); stop.abort(); };
  }, [position]);

  const choices = useMemo(() => (position ? choicesOf(position.pieces, tool) : []), [position, tool]); // new ones make the board let go

  if (error) return html`<main class="notice"><h1>Positions cannot be edited</h1><p class="bad">${error}</p><p><a href="#/">To the list of games</a></p></main>`;
  if (!position) return html`<main class="edit" aria-busy="true" />`;
  const back = href("new", { game: about.game });
  if (!about.palette) {
    return html`<main class="notice"><h1>A position of ${about.title}</h1><p>Positions of this game have no text format, so they cannot be edited.</p><p><a href=${back}>Set up a new game</a></p></main>`;
  }
  const set = (pieces) => arrange({ ...position, pieces });
  const act = (text) => {
    const [from, to] = text.split("-").map(Number), pieces = [...position.pieces];
    if (tool === hand) [pieces[from], pieces[to]] = [0, pieces[from]];
    else pieces[to] = tool === rubber || pieces[to] === tool ? 0 : tool;
    set(pieces);
  };
  const play = () => { location.hash = href("play", { game: about.game, start: verdict.text, first: params.get("first"), second: params.get("second"), turned: turned ? 1 : "" }); };
  const ofSide = (side) => about.palette.filter((k) => k.side === side).map((k) => [kinds.number(k), `${k.name} of ${about.roles[side]}`, k]);
  const tools = [[[hand, "move pieces", "✥"], [rubber, "take pieces away", "✕"]], ofSide(0), ofSide(1)];
  return html`<main class="edit">
    <section class="bench" aria-label="Board">
      <${Board} about=${flat(about)} position=${position} kinds=${kinds.list} choices=${choices} turned=${turned} play=${act} label=${`A position of ${about.title}`} />
    </section>
    <section class="tray card" aria-label="Pieces">
      <h1>A position of ${about.title}</h1>
      ${tools.map((group, i) => html`<div class="palette" key=${i} role="group" aria-label=${i ? `Pieces of ${about.roles[i - 1]}` : "What a tap on a square does"}>${group.map(([id, name, what]) => html`<button type="button" key=${id} data-tool=${typeof id === "number" ? what.letter : id} aria-pressed=${tool === id} aria-label=${name} title=${name} onClick=${() => take(id)}>
        ${what.sprite ? html`<svg viewBox="0 0 40 40" width="34" height="34" aria-hidden="true"><${Piece} kind=${what} theme=${theme} /></svg>` : html`<span aria-hidden="true">${what}</span>`}</button>`)}</div>`)}
      <p class="quiet">${hintOf(tool)}</p>
      <div class="row"><button type="button" id="clear" onClick=${() => set(position.pieces.map(() => 0))}>Empty board</button>
        <button type="button" id="reset" onClick=${() => arrange(start)}>As it was</button><button type="button" onClick=${() => turn(!turned)}>Flip</button></div>
      ${about.turns ? html`<div class="row" role="radiogroup" aria-label="To move"><span>To move:</span>${about.roles.map((role, side) => html`<label class="switch" key=${role}><input type="radio" name="toMove" value=${side} checked=${position.toMove === side} onChange=${() => arrange({ ...position, toMove: side })} /> ${capital(role)}</label>`)}</div>`
        : html`<p class="quiet">The pieces determine the side to move.</p>`}
      <p role="status" id="verdict">${verdict.why ? html`<span class="bad">Cannot be played: ${verdict.why}.</span>` : verdict.text ? "Can be played." : ""}</p>
      <div class="row"><button type="button" class="main" id="play-it" disabled=${!verdict.text || verdict.of !== position} onClick=${play}>Play from here</button><a class="button" href=${back}>New game</a></div>
      ${verdict.text && html`<p class="quiet position-text">${verdict.text}</p>`}
    </section>
  </main>`;
}

// choicesOf are what a hand may do on the board: with a piece or the rubber, something
// on each square; with nothing, move any piece anywhere.
function choicesOf(pieces, tool) {
  const cells = pieces.map((_, i) => i);
  if (tool !== hand) return cells.map((i) => ({ text: `${i}-${i}`, from: i, to: i }));
  return cells.filter((i) => pieces[i]).flatMap((from) => cells.filter((to) => to !== from).map((to) => ({ text: `${from}-${to}`, from, to })));
}

// flat is a board on which nothing falls.
const flat = (about) => ({ ...about, grounds: about.grounds.map((g) => (g === "hole" ? "plain" : g)) });

const hintOf = (tool) => (tool === hand ? "Drag a piece, or tap it and then a square."
  : tool === rubber ? "Tap what is to go." : "Tap a square to place it; tap again to remove it.");
