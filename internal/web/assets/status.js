// What is said below the board, and the moves that are not made on it.

import { html } from "./vendor/preact-htm.mjs";
import { shown } from "./dress.js";
import { Invitation } from "./invitation.js";
import { capital, sentence } from "./words.js";

// Status says in words whose turn it is, what the last move did, what is forced,
// and how the game ended.
export function Status({ table, piece }) {
  const { about, position, ahead } = table;
  const moves = ahead ? [...table.moves.slice(0, table.ply), ...ahead.line] : table.moves;
  const ply = ahead ? table.ply + ahead.step : table.ply;
  const last = ply > 0 ? moves[ply - 1] : "";
  let second = "";
  if (table.error) second = html`<span class="bad">${table.error}</span>`;
  else if (table.note) second = table.note;
  else if (piece && howItMoves(about.book, piece.name)) second = html`<b>${capital(piece.name)}</b>: ${howItMoves(about.book, piece.name)}`;
  else if (ahead && ahead.threatens) second = html`<b>Threat</b>: if ${ahead.threatens} could move again, ${ahead.line[0]}.`;
  else if (table.premove.chosen) second = "Your next move will be played at your turn. A press on the board, or Escape, cancels it.";
  else if (ahead) second = "Looking ahead: this has not been played.";
  else if (position.over) second = html`${last && position.words ? html`<b>${last}</b> ${position.words}. ` : ""}${position.over.means ? sentence(position.over.means) : ""}`;
  else if (ply === 0) second = forced(table);
  else second = html`${last && position.words ? html`<b>${last}</b> ${position.words}. ` : last ? html`Last move: <b>${last}</b>. ` : ""}${forced(table)}`;
  return html`<div class=${`status ${position.over ? "over" : ""}`} role="status" aria-live="polite">
    <p class="first-line">${position.over ? outcome(about, position) : sentence(yours(table) ? `your turn: ${position.caption}` : position.caption)}</p>
    ${!position.over && about.wishes[goalOf(table)] && html`<p class="wish"><b>Goal:</b> ${about.wishes[goalOf(table)]}</p>`}
    <p>${second}</p>
    <${Passes} table=${table} />
    ${table.linked ? html`<${Invitation} table=${table} />` : html`<${Offer} table=${table} />`}
    ${ahead && html`<div class="row">
      <button type="button" onClick=${() => ahead.go(ahead.step - 1)}>‹ Back</button>
      <span>${ahead.step} of ${ahead.line.length}</span>
      <button type="button" onClick=${() => ahead.go(ahead.step + 1)}>Next ›</button>
      ${!ahead.threatens && html`<button type="button" onClick=${() => ahead.take()}>Play it</button>`}
      <button type="button" class="main" onClick=${() => ahead.back()}>Return</button></div>`}
  </div>`;
}

// mine is the side of the person before the page; -1 if both are persons here, or none is.
const mine = (table) => (table.linked ? table.side : [0, 1].find((side) => table.seating.isPerson(side) && !table.seating.isPerson(1 - side)) ?? -1);

// yours reports whether the person before the page is to move against another.
const yours = (table) => !table.ahead && mine(table) >= 0 && mine(table) === table.position.toMove;

// goalOf is the side whose goal is said: the person's, or else that of the side to move.
const goalOf = (table) => (mine(table) >= 0 ? mine(table) : Math.max(0, table.position.toMove));

// opening is the first sentences of a text that have no more than some letters together.
function opening(text, most) {
  const sentences = text.match(/[^.]+\./g) || [];
  return sentences.filter((_, i) => sentences.slice(0, i + 1).join("").length <= most).join("").trim();
}

// howItMoves is what a book says of a kind of piece: an item of that name, or the
// beginning of the chapter that the item leads to.
function howItMoves(book, name) {
  if (!book) return "";
  const item = book.chapters.flatMap((c) => c.paragraphs).find((p) => p.startsWith(`- **${name}**`));
  if (!item) return "";
  if (!item.endsWith("see below")) return sentence(item.slice(item.indexOf(":") + 2));
  const chapter = book.chapters.find((c) => c.title.toLowerCase().includes(name));
  if (!chapter) return "";
  return opening(chapter.paragraphs[0], 160);
}

// Passes offers the moves that are not made on the board.
function Passes({ table }) {
  const off = table.choicesHere.filter((c) => c.to < 0);
  if (off.length === 0) return null;
  return html`<div class="row passes">${off.map((c) => html`<button type="button" class="main" key=${c.text} data-move=${c.text} onClick=${() => table.play(c.text)}>${sentence(c.choice || c.text).replace(/\.$/, "")}</button>`)}</div>`;
}

// Offer asks a person whether a draw is agreed to.
function Offer({ table }) {
  const { agreement, about } = table;
  if (agreement.offer < 0) return null;
  return html`<div class="row"><span>${capital(about.roles[agreement.offer])} ${verb(about.roles[agreement.offer], "offer")} a draw.</span>
    <button type="button" class="main" id="agree" onClick=${() => agreement.agree("draw-agreed")}>Agree</button>
    <button type="button" onClick=${() => agreement.decline("The draw is declined.")}>Decline</button></div>`;
}

// verb puts a verb behind the name of a side: attackers win, White wins.
const verb = (role, does) => (/s$/.test(role) ? does : `${does}s`);

function outcome(about, position) {
  const { result, ending } = position.over;
  const winner = { "first wins": 0, "second wins": 1 }[result];
  const why = ending ? `: ${shown(about, ending)}` : "";
  if (winner !== undefined) return sentence(`${about.roles[winner]} ${verb(about.roles[winner], "win")}${why}`);
  return result === "drawn" ? sentence(`drawn${why}`) : sentence(`no winner${why}`);
}

// forced explains what restricts the side to move.
function forced({ position, here: { legal } }) {
  if (position.binds) return sentence(position.binds);
  return legal && legal.length === 1 ? "There is only one legal move." : "";
}
