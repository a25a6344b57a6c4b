// Shelf is the list beside what is read: one entry is open. On a phone it is a
// row that scrolls.

import { html, useEffect, useRef } from "./vendor/preact-htm.mjs";

export function Shelf({ label, entries, open }) {
  const here = useRef();
  useEffect(() => { here.current.scrollIntoView({ block: "nearest", inline: "nearest" }); }, [open]);
  return html`<nav class="runs" aria-label=${label}>${entries.map((e) => html`<a key=${e.name} ref=${e.name === open ? here : undefined} href=${e.href}
    aria-current=${e.name === open ? "page" : undefined}><b>${e.title}</b> <span class="quiet">${e.note}</span></a>`)}</nav>`;
}
