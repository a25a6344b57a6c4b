// The house: its rooms and the way between them.

import { html, render, useEffect, useState } from "./vendor/preact-htm.mjs";
import { route } from "./address.js";
import { useTheme } from "./square.js";
import { Home } from "./home.js";

// The other rooms are fetched when they are entered.
const lazy = (file, name) => (props) => {
  const [Room, set] = useState(null);
  useEffect(() => { import(file).then((m) => set(() => m[name])); }, []);
  return Room ? html`<${Room} ...${props} />` : html`<main aria-busy="true" />`;
};

const rooms = {
  "": Home, new: lazy("./setup.js", "Setup"), play: lazy("./play.js", "Play"),
  edit: lazy("./edit.js", "Edit"), learn: lazy("./learn.js", "Learn"), puzzle: lazy("./puzzle.js", "Puzzle"),
  training: lazy("./training.js", "Training"), results: lazy("./results.js", "Results"),
};

function House() {
  const [at, go] = useState(route);
  const [visit, count] = useState(0);
  const theme = useTheme();
  useEffect(() => {
    const follow = () => { window.fetchRoom(route().room); go(route()); count((n) => n + 1); };
    const near = (e) => { const link = e.target.closest && e.target.closest('a[href^="#/"]'); if (link) window.fetchRoom(route(link.hash).room); };
    addEventListener("hashchange", follow);
    addEventListener("pointerover", near);
    return () => { removeEventListener("hashchange", follow); removeEventListener("pointerover", near); };
  }, []);
  const Room = rooms[at.room] || Home;
  const link = (room, name) => html`<a href=${`#/${room}`} aria-current=${at.room === room || (room === "" && (at.room === "play" || at.room === "new" || at.room === "edit" || at.room === "learn" || at.room === "puzzle")) ? "page" : undefined}>${name}</a>`;
  return html`<header class="top"><a class="mark" href="#/"><img src="/assets/icon.svg" width="26" height="26" alt="" /> Ludens</a>
    <nav aria-label="Rooms">${link("", "Play")}${link("training", "Training")}${link("results", "Results")}</nav>
    <button type="button" class="plain" id="theme" onClick=${() => window.toggleTheme()} aria-label=${theme === "dark" ? "Light colours" : "Dark colours"}>${theme === "dark" ? "☀" : "☾"}</button></header>
    <${Room} key=${`${at.room}-${visit}`} params=${at.params} />`;
}

render(html`<${House} />`, document.getElementById("app"));
