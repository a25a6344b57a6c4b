// Arrows and circles that people draw on a position. They are kept as PGN has them, in
// commands of its node: [%cal Gd1d2,Ra1b1] for arrows, [%csl Gd4] for circles.

import { useState } from "./vendor/preact-htm.mjs";
import { value, put } from "./notes.js";
import { squareName } from "./square.js";

// colourOf is the colour of what is drawn while keys are held: as in lichess.
export const colourOf = ({ shiftKey, ctrlKey, altKey }) => ((shiftKey || ctrlKey) && altKey ? "Y" : altKey ? "B" : shiftKey || ctrlKey ? "R" : "G");

// useShapes returns what is drawn on a node, draw and wipe; changed is called after both.
// A shape that is drawn again in its colour goes.
export function useShapes(about, node, changed) {
  const [, again] = useState(0);
  const all = node ? shapes(about, node) : [];
  const keep = (next) => {
    const write = (circles) => next.filter((s) => (s.from === s.to) === circles).map((s) => s.colour + squareName(about, s.from) + (circles ? "" : squareName(about, s.to))).join(",");
    put(node, "csl", write(true));
    put(node, "cal", write(false));
    again((n) => n + 1);
    changed();
  };
  const draw = (from, to, colour) => {
    if (!node) return;
    const same = (s) => s.from === from && s.to === to, known = all.find(same), rest = all.filter((s) => !same(s));
    keep(known && known.colour === colour ? rest : [...rest, { from, to, colour }]);
  };
  return [all, draw, () => { if (all.length > 0) keep([]); }];
}

// shapes reads them; what names no square is left out.
function shapes(about, node) {
  const cells = new Map(about.grounds.map((_, i) => [squareName(about, i), i]));
  const each = (name) => value(node, name).split(",").map((s) => s.trim()).filter((s) => /^[GRYB]./.test(s));
  const circles = each("csl").map((s) => ({ colour: s[0], from: cells.get(s.slice(1)), to: cells.get(s.slice(1)) }));
  const arrows = each("cal").map((s) => {
    for (let i = 2; i < s.length; i++) {
      const from = cells.get(s.slice(1, i)), to = cells.get(s.slice(i));
      if (from !== undefined && to !== undefined) return { colour: s[0], from, to };
    }
    return {};
  });
  return [...circles, ...arrows].filter((s) => s.from !== undefined && s.to !== undefined);
}
