// The room of puzzles: a position in which exactly one move holds. Without a number in the
// address it is the one of the day.

import { html, useEffect, useState } from "./vendor/preact-htm.mjs";
import { get, post } from "./api.js";
import { href, today } from "./address.js";
import { Board } from "./board.js";
import { Kinds } from "./kinds.js";
import { likeliest, nearest } from "./rating.js";
import { fixed, size } from "./square.js";
import { capital, sentence } from "./words.js";

// kept is how the puzzles of a game went at the first try, by their numbers: true if solved.
const kept = (game) => { try { return JSON.parse(localStorage.getItem(`puzzles ${game}`)) || {}; } catch (e) { return {}; } };
const keep = (game, all) => { try { localStorage.setItem(`puzzles ${game}`, JSON.stringify(all)); } catch (e) { /* not kept */ } };

export function Puzzle({ params }) {
  const [kinds] = useState(() => new Kinds());
  const [view, see] = useState(null); // the puzzle, what is known of its game, the position and its moves
  const [said, say] = useState(null); // { text, right } of the last move
  const [error, fail] = useState("");
  useEffect(() => {
    (async () => {
      const puzzle = await get("/api/puzzle", { game: params.get("game") || "", number: params.get("n") ? Number(params.get("n")) - 1 : today() });
      const about = await get("/api/about", { game: puzzle.game });
      document.title = `Puzzle: ${about.title} – Ludens`;
      const story = await post("/api/game", { game: puzzle.game, position: puzzle.position, moves: [], from: 0 });
      see({ puzzle, about, position: { ...kinds.positions(story)[0], last: [] }, choices: kinds.choices(story) });
    })().catch((e) => fail(e.message));
  }, []);
  if (error) return html`<main class="notice"><h1>There is no puzzle</h1><p class="bad">${error}</p><p><a href="#/">To the list of games</a></p></main>`;
  if (!view) return html`<main class="edit learn" aria-busy="true" />`;

  const { puzzle, about, position, choices } = view, results = kept(puzzle.game), side = view.side === undefined ? position.toMove : view.side;
  const right = said && said.right;
  const note = (solved) => { if (!(puzzle.number in results)) keep(puzzle.game, { ...results, [puzzle.number]: solved }); };
  const play = async (text) => {
    const solved = text === puzzle.answer;
    note(solved);
    if (!solved) {
      say({ text: `${text} does not hold. Try another move.` });
      see({ ...view, choices: [...choices] }); // the board lets go
      return;
    }
    try {
      const story = await post("/api/game", { game: puzzle.game, position: puzzle.position, moves: [text], from: 1 });
      see({ ...view, side, position: kinds.positions(story)[0], choices: [] });
      say({ right: true, text: `${text} is the only move that ${puzzle.wins ? "wins" : "does not lose"}.` });
    } catch (e) {
      fail(e.message);
    }
  };
  const show = () => { note(false); say({ text: `The move is ${puzzle.answer}.` }); };
  const levels = about.players.filter((p) => p.level), mine = solver(puzzle, results, levels);
  const next = href("puzzle", { game: puzzle.game, n: following(puzzle, results, mine) + 1 });
  const off = choices.filter((c) => c.to < 0), tried = Object.values(results);
  const [width, height] = size(about, position.hands);
  return html`<main class="edit learn" style=${{ "--ratio": width / height }}>
    <section class="stage" aria-label="Board">
      <${Board} about=${about} position=${position} kinds=${kinds.list} choices=${choices} turned=${side === 1 && !fixed(about)} play=${play} label=${puzzle.ask} />
      ${off.length > 0 && html`<div class="row passes">${off.map((c) => html`<button type="button" key=${c.text} data-move=${c.text} onClick=${() => play(c.text)}>${sentence(c.choice || c.text).replace(/\.$/, "")}</button>`)}</div>`}
    </section>
    <section class="card" aria-label="Puzzle">
      <h1>${about.title} <span class="quiet">puzzle ${puzzle.number + 1} of ${puzzle.of}</span></h1>
      <p class="asked">${capital(about.roles[side])}: your turn. <b>${puzzle.ask}</b></p>
      <p class=${said ? (right ? "good" : "bad") : ""} role="status" aria-live="polite">${said ? `${right ? "Right. " : ""}${said.text}` : ""}</p>
      <div class="row">
        <a class=${right ? "button main" : "button"} id="next" href=${next}>Next puzzle</a>
        ${!right && html`<button type="button" id="show" onClick=${show}>Show the move</button>`}
        ${right && html`<a class="button" href=${href("play", { game: puzzle.game, start: puzzle.position })}>Analyse it</a>`}
      </div>
      ${puzzle.elo > 0 && levels.length > 0 && html`<p id="elo">Rating <b>${puzzle.elo}</b> <span class="quiet">as hard as a game against ${nearest(levels, puzzle.elo).title}</span></p>`}
      <p class="quiet" id="tried">${tried.length > 0 && `Solved at the first try: ${tried.filter(Boolean).length} of ${tried.length}. `}${mine !== null && `You solve puzzles of ${about.title} like a player rated ${Math.round(mine)}, near ${nearest(levels, mine).title}. `}</p>
      <p class="quiet">Each puzzle is proven: by a solver, by a search of all play to the end of the win, or by a forced win against every other move.</p>
      <p><a href=${href("learn", { game: puzzle.game })}>Learn this game</a></p>
    </section>
  </main>`;
}

const enough = 5; // puzzles before the one who solves them is rated

// solver is the rating of a person by the puzzles of a game, each an opponent that was beaten or
// not at the first try; null before there are enough.
function solver(puzzle, results, levels) {
  const met = Object.entries(results).filter(([number]) => puzzle.elos[number] > 0);
  return met.length < enough || levels.length === 0 ? null : likeliest(met.map(([number, solved]) => [puzzle.elos[number], solved ? 1 : 0]), levels);
}

// following is the number of the next puzzle: that in turn, or, if the person is rated, the one
// that has not been tried whose rating is nearest.
function following({ number, of, elos }, results, mine) {
  const turn = (number + 1) % of, fresh = elos.map((_, i) => i).filter((i) => !(i in results) && i !== number);
  if (mine === null || fresh.length === 0) return turn;
  return fresh.reduce((a, b) => (Math.abs(elos[b] - mine) < Math.abs(elos[a] - mine) ? b : a));
}
