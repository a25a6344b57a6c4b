// What a mouse, a pen or a finger does on the board.

import { useRef } from "./vendor/preact-htm.mjs";
import { colourOf } from "./shapes.js";

const still = 6; // pixels that a hand may tremble without dragging

// usePointer returns the handlers of a board, and whether a piece is held. What is
// done is given in cells: the first button takes a piece up, carries and drops it, or
// acts on the cell that is pressed; the second draws an arrow, as does the first with a pen. press is called at every
// press, and returns true if that was all that it should do.
export function usePointer({ svg, cellAt, starts, isSelected, press, begin, take, carry, drop, letGo, act, draw, pen }) {
  const held = useRef(null);
  const drawing = useRef(-1);
  const spent = useRef(false);
  const point = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.current.getScreenCTM().inverse());
  const cellOf = (event) => { const at = point(event); return cellAt(at.x, at.y); };

  const draws = (event) => event.button === 2 || (pen && event.button === 0 && event.isPrimary);

  const down = (event) => {
    const cell = cellOf(event);
    spent.current = press();
    if (spent.current) return;
    if (draws(event)) {
      drawing.current = cell;
      svg.current.setPointerCapture(event.pointerId);
      return;
    }
    if (event.button !== 0 || !event.isPrimary) return;
    begin();
    if (cell < 0 || !starts(cell)) return;
    held.current = { cell, id: event.pointerId, moved: false, fresh: !isSelected(cell), x: event.clientX, y: event.clientY };
    svg.current.setPointerCapture(event.pointerId);
    take(cell);
  };
  const move = (event) => {
    const h = held.current;
    if (!h || h.id !== event.pointerId) return;
    h.moved = h.moved || Math.hypot(event.clientX - h.x, event.clientY - h.y) > still;
    if (!h.moved) return;
    const at = point(event);
    carry(at.x, at.y, event.pointerType === "touch");
  };
  const up = (event) => {
    const cell = cellOf(event);
    if (spent.current) return;
    if (draws(event)) {
      if (drawing.current >= 0 && cell >= 0) draw(drawing.current, cell, colourOf(event));
      drawing.current = -1;
      return;
    }
    if (event.button !== 0 || !event.isPrimary) return;
    const h = held.current;
    held.current = null;
    if (h && h.moved) {
      if (cell === h.cell || !drop(cell)) letGo();
    } else if (!(h && h.fresh) && cell >= 0) { // the press has selected a fresh one
      act(cell);
    }
  };
  const cancel = () => { held.current = null; drawing.current = -1; letGo(); };
  return {
    holds: () => held.current !== null,
    handlers: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: cancel, onContextMenu: (event) => event.preventDefault() },
  };
}
