// Prose is text as the games' books have it: paragraphs with `code` and **strong**
// words, and items that begin with "- ".

import { html } from "./vendor/preact-htm.mjs";

export function Prose({ paragraphs }) {
  const parts = [];
  for (const text of paragraphs) {
    const item = text.startsWith("- ");
    const last = parts[parts.length - 1];
    if (item && last && last.items) last.items.push(text.slice(2));
    else parts.push(item ? { items: [text.slice(2)] } : { text });
  }
  return parts.map((p) => (p.items
    ? html`<ul>${p.items.map((i) => html`<li>${words(i)}</li>`)}</ul>`
    : html`<p>${words(p.text)}</p>`));
}

const words = (text) => text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
  if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
  return part.startsWith("**") ? html`<strong>${part.slice(2, -2)}</strong>` : part;
});
