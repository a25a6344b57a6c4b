// Squares and pieces as they are drawn.

import { html, useEffect, useState } from "./vendor/preact-htm.mjs";

export const U = 40; // units of a square
export const EDGE = 15; // room for the names of files and ranks
export const TRAY = 44; // height of the pieces that a side has in hand, above and below the board
export const HAND = 1000; // and the number of a kind of piece: the place of those in hand, beside the cells of the board

// size returns the width and the height of a board with its edge, and with trays if there
// are hands.
export const size = (about, hands) => [EDGE + U * about.breadth + EDGE / 3, EDGE / 3 + U * about.rows + EDGE + (hands ? 2 * TRAY : 0)];

// fixed reports whether a board is never turned: stones fall on it, it is as small as a note, or
// it is of hexagons.
export const fixed = (about) => about.grounds[0] === "hole" || about.rows <= 3 || Boolean(about.slants);

// slant is how far a row of hexagons is drawn to the right.
export const slant = (about, row) => (about.slants ? U * about.slants[row] : 0);

// hexagon is the outline of one in the place of the square at (x, y).
export const hexagon = (x, y) => `M${x} ${y + 5}l20 -10l20 10v30l-20 10l-20 -10Z`;

export function useTheme() {
  const [theme, set] = useState(document.documentElement.dataset.theme);
  useEffect(() => {
    const follow = () => set(document.documentElement.dataset.theme);
    addEventListener("theme", follow);
    return () => removeEventListener("theme", follow);
  }, []);
  return theme;
}

// squareName names a cell as the board's edge does.
export const squareName = (about, cell) =>
  (about.files ? about.files[cell % about.cols] : "") + (about.ranks ? about.ranks[Math.floor(cell / about.cols)] : "");

// Piece is one piece in the square at (x, y).
export const Piece = ({ kind, theme, x = 0, y = 0 }) =>
  html`<use href=${`#ludens-${theme}-${kind.sprite}`} x=${x} y=${y} />`;

// Stone is the piece that stands for a player.
export function Stone({ of, size = 22 }) {
  const theme = useTheme();
  return html`<svg class="stone" viewBox="0 0 40 40" width=${size} height=${size} aria-hidden="true"><use href=${`#ludens-${theme}-${of.sprite}`} /></svg>`;
}
