// The room where a person learns the rules of a game by doing: a task for each rule, on a
// board, with the words of the game's own rules above it.

import { html, useEffect, useState } from "./vendor/preact-htm.mjs";
import { get, patient, post } from "./api.js";
import { href } from "./address.js";
import { Board } from "./board.js";
import { Kinds } from "./kinds.js";
import { Prose } from "./prose.js";
import { fixed, size, squareName } from "./square.js";
import { capital, sentence } from "./words.js";

// kept is which tasks of a game were done, from visit to visit.
const kept = (game) => { try { return JSON.parse(localStorage.getItem(`learn ${game}`)) || []; } catch (e) { return []; } };
const keep = (game, done) => { try { localStorage.setItem(`learn ${game}`, JSON.stringify(done)); } catch (e) { /* not kept */ } };

export function Learn({ params }) {
  const game = params.get("game") || "";
  const [kinds] = useState(() => new Kinds());
  const [about, setAbout] = useState(null);
  const [tasks, setTasks] = useState(null);
  const [done, setDone] = useState(() => kept(game));
  const [at, setAt] = useState(0);
  const [view, see] = useState(null); // a task, its side, and its position with the moves, or what the answer led to
  const [said, say] = useState(null); // { text, right } of the last move
  const [hinted, hint] = useState(false);
  const [error, fail] = useState("");

  useEffect(() => {
    const stop = new AbortController();
    (async () => {
      const a = await get("/api/about", { game });
      document.title = `Learn ${a.title} – Ludens`;
      setAbout(a);
      const all = await patient("/api/learn", { game }, stop.signal, () => {});
      const first = all.findIndex((t) => !kept(game).includes(t.topic));
      setTasks(all);
      setAt(Math.max(0, first));
    })().catch((e) => { if (e.name !== "AbortError") fail(e.message); });
    return () => stop.abort();
  }, []);

  const task = view && view.task;
  const line = (task, moves) => ({ game: about.game, seed: task.seed || 0, position: task.start || "", moves, from: moves.length });
  useEffect(() => {
    if (!tasks) return;
    const wanted = tasks[at];
    post("/api/game", line(wanted, wanted.moves)).then((story) => {
      const position = { ...kinds.positions(story)[0], last: [] };
      say(null);
      hint(false);
      see({ task: wanted, side: position.toMove, position, choices: kinds.choices(story) });
    }, (e) => fail(e.message));
  }, [tasks, at]);

  if (error) return html`<main class="notice"><h1>There is no lesson</h1><p class="bad">${error}</p><p><a href="#/">To the list of games</a></p></main>`;
  if (!about || !tasks || !view) return html`<main class="edit learn" aria-busy="true"><p role="status">${about && !tasks ? `Looking for positions of ${about.title} that show its rules …` : ""}</p></main>`;

  const play = async (text) => {
    const choice = view.choices.find((c) => c.text === text), did = `${text}${choice && choice.words ? `: it ${choice.words}` : ""}.`;
    if (!task.answers.includes(text)) {
      say({ text: `${did} That is a legal move, but not what is asked for.` });
      see({ ...view, choices: [...view.choices] }); // the board lets go
      return;
    }
    try {
      const story = await post("/api/game", line(task, [...task.moves, text]));
      const position = kinds.positions(story)[0], over = position.over;
      see({ ...view, position, choices: [] });
      say({ right: true, text: `${did} ${over && over.ending ? sentence(over.ending) : ""}` });
      const all = [...new Set([...done, task.topic])];
      setDone(all);
      keep(game, all);
    } catch (e) {
      fail(e.message);
    }
  };
  const marked = hinted || task.topic.startsWith("moves");
  const heat = marked && !(said && said.right) ? about.grounds.map((_, i) => ((task.cells || []).includes(i) ? 0.6 : 0)) : undefined;
  const off = view.choices.filter((c) => c.to < 0);
  const turned = view.side === 1 && !fixed(about);
  const goal = about.book && about.book.chapters.find((c) => c.title === "Goal");
  const index = tasks.indexOf(task), last = index === tasks.length - 1, all = tasks.every((t) => done.includes(t.topic));
  const [width, height] = size(about, view.position.hands);
  return html`<main class="edit learn" style=${{ "--ratio": width / height }}>
    <section class="stage" aria-label="Board">
      <${Board} about=${about} position=${view.position} kinds=${kinds.list} choices=${view.choices} turned=${turned} play=${play} heat=${heat} label=${task.ask} />
      ${off.length > 0 && html`<div class="row passes">${off.map((c) => html`<button type="button" key=${c.text} data-move=${c.text} onClick=${() => play(c.text)}>${sentence(c.choice || c.text).replace(/\.$/, "")}</button>`)}</div>`}
    </section>
    <section class="card" aria-label="Lesson">
      <h1>${about.title} <span class="quiet">${index + 1} of ${tasks.length}: ${task.title}</span></h1>
      <p class="asked">${capital(about.roles[view.side])}: your turn. <b>${task.ask}</b></p>
      <p class=${said ? (said.right ? "good" : "bad") : ""} role="status" aria-live="polite">${said ? `${said.right ? "Right. " : ""}${said.text}` : hinted ? hintOf(task, about) : ""}</p>
      <div class="row">
        ${said && said.right && !last && html`<button type="button" class="main" id="next" onClick=${() => setAt(index + 1)}>Next</button>`}
        ${said && said.right && last && html`<a class="button main" id="to-game" href=${href("new", { game: about.game })}>Play a game</a>`}
        ${!(said && said.right) && html`<button type="button" id="hint" onClick=${() => hint(true)}>Hint</button>`}
      </div>
      ${index === 0 && goal && html`<h2>Goal</h2><${Prose} paragraphs=${goal.paragraphs} />`}
      ${task.says.length > 0 && html`<h2>The rule</h2><${Prose} paragraphs=${task.says} />`}
      <ol class="tasks" aria-label="Tasks">${tasks.map((t, i) => html`<li key=${t.topic}><button type="button" class=${`plain ${done.includes(t.topic) ? "done" : ""}`} aria-current=${i === index ? "step" : undefined} onClick=${() => setAt(i)}>${t.title}${done.includes(t.topic) ? " ✓" : ""}</button></li>`)}</ol>
      <p>${all ? "You know the rules. " : ""}<a href=${href("new", { game: about.game })}>${all ? "Play a game" : "Play without the rest"}</a></p>
    </section>
  </main>`;
}

// hintOf names the squares from which a task can be done, or to which.
function hintOf(task, about) {
  const cells = (task.men || []).length > 0 ? task.men : task.cells || [];
  if (cells.length === 0) return "The answer is one of the buttons below the board.";
  return `${(task.men || []).length > 0 ? "The piece is on" : "The square is"} ${cells.map((i) => squareName(about, i)).join(" or ")}.`;
}
