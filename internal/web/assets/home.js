// The room that a visitor enters first: a game with one click, the last one to continue, and
// the list of all.

import { html, useEffect, useState } from "./vendor/preact-htm.mjs";
import { get } from "./api.js";
import { draw, href, today } from "./address.js";
import { dress } from "./dress.js";
import { lastGame } from "./last.js";
import { easy, fair } from "./rating.js";
import { useTheme } from "./square.js";

export function Home() {
  const [list, setList] = useState(null);
  const [error, fail] = useState("");
  useEffect(() => { document.title = "Ludens"; get("/api/games", { dress }).then(setList, (e) => fail(e.message)); }, []);
  if (!list) return html`<main class="home" aria-busy=${!error}><h1>What shall we play?</h1><p class="bad" role="alert">${error}</p></main>`;
  const offered = list.filter((g) => g.offer), last = lastGame(), shelves = [...new Set(list.map((g) => g.shelf))];
  return html`<main class="home">
    <h1>What shall we play?</h1>
    ${last && html`<ul class="cards"><li class="card offer"><a class="go" id="continue" href=${last.at}><${Picture} of=${{ game: last.game, seed: last.seed, start: last.start, moves: last.moves, turned: last.turned }} />
      <span><b>Continue ${last.title}</b><span class="quiet">${last.ply} ${last.ply === 1 ? "move" : "moves"} played</span></span></a></li></ul>`}
    ${offered.length > 0 && html`<h2>A game with one click</h2><ul class="cards lobby">${offered.map((g) => html`<${Offer} key=${g.name} game=${g} />`)}</ul>`}
    <${Daily} />
    <h2>All games</h2>
    <p class="quiet">Those marked <em class="trained">trained</em> have an agent that taught itself the game. In all of them two people can play, at one screen or by a link, or one against a search.</p>
    ${shelves.map((shelf, i) => html`<details key=${shelf} open=${i === 0 && offered.length === 0}><summary><h3>${shelf}</h3></summary><ul class="cards">${list.filter((g) => g.shelf === shelf).map((g) => html`<${Card} key=${g.name} game=${g} />`)}</ul></details>`)}
  </main>`;
}

// Picture is the board of a position.
function Picture({ of }) {
  const said = Object.entries({ ...of, theme: useTheme(), dress }).filter(([, v]) => v);
  return html`<img src=${`/board.svg?${new URLSearchParams(said)}`} width="96" height="96" loading="lazy" alt="" />`;
}

// Daily leads to the puzzle of the day, whose picture has its room before it comes.
function Daily() {
  const [puzzle, see] = useState(null);
  useEffect(() => { get("/api/puzzle", { game: "", number: today() }).then(see, () => { /* the link is there without it */ }); }, []);
  return html`<ul class="cards"><li class="card offer"><a class="go" id="puzzle" href="#/puzzle">${puzzle ? html`<${Picture} of=${{ game: puzzle.game, start: puzzle.position }} />` : html`<svg width="96" height="96" aria-hidden="true" />`}
    <span><b>The puzzle of the day</b><span class="quiet">${puzzle ? puzzle.ask : "A position in which one move holds."}</span></span></a></li></ul>`;
}

// Offer begins a game at once: on the side that stands better, against an easy level, or
// the one that is fair by the last games.
function Offer({ game: { name, title, offer } }) {
  const known = fair(name, offer.levels), level = known ? known.level : easy(offer.levels);
  const second = offer.seat === 1;
  const at = { game: name, first: second ? level.id : "person", second: second ? "person" : level.id, seed: offer.drawn ? draw() : "", dice: draw() };
  return html`<li class="card offer"><a class="go" href=${href("play", at)} data-game=${name}><${Picture} of=${{ game: name }} />
    <span><b>${title}</b><span class="quiet">You play ${offer.roles[second ? 1 : 0]}, against ${level.title}</span></span></a>
    <span class="row"><a href=${href("learn", { game: name })}>Learn this game</a> <a href=${href("new", { game: name })} aria-label=${`More: set up ${title}`}>More …</a> <small class="quiet">${name}</small></span></li>`;
}

// Card leads to where a game is set up.
const Card = ({ game: g }) => html`<li><a class="card" href=${href("new", { game: g.name })}><${Picture} of=${{ game: g.name }} />
  <span><b>${g.title}</b>${g.trained && html`<em class="trained" title="an agent with a network plays this game">trained</em>`}
    <span class="quiet">${g.summary} <small>${g.name}${g.draw ? `, ${g.draw}` : ""}</small></span></span></a></li>`;
