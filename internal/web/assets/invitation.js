// What two people who play by link tell each other through the page, and the links.

import { html, useEffect, useRef, useState } from "./vendor/preact-htm.mjs";
import { post } from "./api.js";
import { href } from "./address.js";
import { capital } from "./words.js";

const linkOf = (key) => new URL(href("play", { link: key }), location.href).href;

// verb puts a verb behind the name of a side: attackers offer, White offers.
const verb = (role, does) => (/s$/.test(role) ? does : `${does}s`);

// offers are what can be agreed on: how it is announced, and what agreeing does.
const offers = {
  draw: { told: (r) => `${r} ${verb(r, "offer")} a draw.`, mine: "You offer a draw.", yes: "Agree", act: "draw" },
  takeback: { told: (r) => `${r} ${verb(r, "ask")} to take a move back.`, mine: "You ask to take your last move back.", yes: "Allow it", act: "takeback" },
  rematch: { told: (r) => `${r} ${verb(r, "want")} a rematch, with sides changed.`, mine: "You offer a rematch.", yes: "Play it", act: "rematch" },
};

// Invitation says below the board what waits for an answer, or for the other player.
export function Invitation({ table }) {
  const { view, side } = table, { roles } = table.about;
  if (table.connection.lost) return html`<p class="bad" id="lost">The connection is lost. The page is reconnecting.</p>`;
  if (side < 0) return html`<p class="quiet">You are watching. The players have their own links.</p>`;
  const name = Object.keys(offers).find((n) => view[n] >= 0);
  if (name) return html`<${Offered} table=${table} offer=${offers[name]} by=${view[name]} />`;
  if (view.here[1 - side]) return null;
  return html`<div class="row"><span id="absent">${capital(roles[1 - side])}: not connected.</span>
    ${view.claim && html`<button type="button" class="main" id="claim" onClick=${() => table.act("claim")}>Claim the win</button>`}
    ${view.other && html`<${Copy} text=${linkOf(view.other)} name="Copy the link for the other side" />`}</div>`;
}

function Offered({ table, offer, by }) {
  const mine = by === table.side;
  return html`<div class="row"><span>${mine ? offer.mine : offer.told(capital(table.about.roles[by]))}</span>
    ${!mine && html`<button type="button" class="main" id="agree" onClick=${() => table.act(offer.act)}>${offer.yes}</button>`}
    <button type="button" id="decline" onClick=${() => table.act("decline")}>${mine ? "Withdraw" : "Decline"}</button></div>`;
}

function Copy({ text, name }) {
  const [done, note] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      note("Copied.");
    } catch (e) {
      note("The browser does not allow the page to copy. Select the link under Link.");
    }
  };
  return html`<button type="button" class="main" onClick=${copy}>${name}</button><span class="quiet" role="status">${done}</span>`;
}

// Links shows the links that a player may hand on.
export function Links({ table }) {
  const { view } = table;
  const near = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  return html`<div class="texts">
    ${view.other && html`<${Link} id="link-other" title="For the other side" link=${linkOf(view.other)} note="With this link one plays that side. A phone reads it with its camera." code />`}
    ${view.watch && html`<${Link} id="link-watch" title="To watch" link=${linkOf(view.watch)} note="With this link one can watch, but not play." />`}
    <h2>How it works</h2>
    <p>The address of this page is your own link: it finds the game again after a reload or a lost connection. Keep it to yourself.</p>
    <p>${table.side >= 0 ? "While you play, no analysis is shown. " : ""}The server keeps the game for a day after the last move${table.view && table.view.stored ? ", also when it is restarted" : ", and loses it when it is restarted"}. A player who is not connected for five minutes at their own turn has left the game: the other may claim the win. <a href=${table.plain}>Look at the game by itself</a> ${table.live ? "once it is over" : ""} to try other moves and to keep it.</p>
    ${near && table.side >= 0 && html`<p class="quiet">This page was opened at ${location.host}, which only this machine can reach. For others, start <code>ludens serve --addr 0.0.0.0:8014</code> and open the page at this machine's own number.</p>`}
  </div>`;
}

function Link({ id, title, link, note, code }) {
  const field = useRef();
  return html`<h2>${title}</h2><div class="row still"><input id=${id} ref=${field} readonly aria-label=${title} value=${link} onFocus=${() => field.current.select()} /><${Copy} text=${link} name="Copy" /></div>
    <p class="quiet">${note}</p>${code && html`<${Code} text=${link} name=${title} />`}`;
}

const quietZone = 4; // squares around a QR code that are white

// Code is a link as a QR code, black on white in both themes.
function Code({ text, name }) {
  const [code, set] = useState(null);
  useEffect(() => { post("/api/qr", { text }).then(set, () => { /* the link is there without it */ }); }, [text]);
  if (!code) return null;
  const side = code.size + 2 * quietZone;
  return html`<svg class="qr" role="img" aria-label=${`QR code of the link: ${name}`} viewBox=${`${-quietZone} ${-quietZone} ${side} ${side}`} shape-rendering="crispEdges">
    <rect x=${-quietZone} y=${-quietZone} width=${side} height=${side} fill="#fff" /><path d=${code.path} fill="#000" /></svg>`;
}
