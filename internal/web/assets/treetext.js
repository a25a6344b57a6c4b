// A tree of moves as text: in the address, and as the server takes it.

import { repeated, short } from "./address.js";
import { pawns, said, say, value } from "./notes.js";
import { Node } from "./tree.js";

const between = "_";
// walk visits the nodes behind a root in the order of their writing: a move, then the
// variations that replace it, then what follows the move. opens and closes say how
// many variations begin and end with a move.
function walk(root, visit) {
  const after = (node, closes) => { // the line that node begins
    for (let at = node, opens = node === root.children[0] ? 0 : 1; at; [at] = at.children) {
      const ends = at.children.length === 0 ? closes : 0;
      const others = at.parent.children[0] === at ? at.parent.children.slice(1) : [];
      visit(at, opens, others.length > 0 ? 0 : ends);
      others.forEach((other, i) => after(other, 1 + (i === others.length - 1 ? ends : 0)));
      opens = 0;
    }
  };
  if (root.children.length > 0) after(root.children[0], 0);
}

// writeTree returns a tree as the address has it: moves as in
// "d5c5_(c4b4_a4a5)_a4a5", and what is said after each of these moves. index is the
// number of moves written before each node, itself included.
export function writeTree(root) {
  const words = [], index = new Map([[root, 0]]);
  walk(root, (node, opens, closes) => {
    index.set(node, words.push("(".repeat(opens) + short(node.move) + ")".repeat(closes)));
  });
  const notes = [...index].filter(([node]) => said(node)).map(([node, i]) => `${i}:${said(node)}`);
  return { moves: words.join(between), notes, index };
}

export const writeNotes = (notes) => repeated("note", notes);

// readTree reads it back, and the nodes in the order of their writing, the root first.
export function readTree(text, notes = []) {
  const root = new Node(), nodes = [root], outer = [];
  let at = root;
  for (const word of text ? text.split(between) : []) {
    const [, opens, move, closes] = /^(\(*)(.*?)(\)*)$/.exec(word);
    for (let i = 0; i < opens.length && at.parent; i++) {
      outer.push(at);
      at = at.parent;
    }
    at = at.add(move);
    nodes.push(at);
    for (let i = 0; i < closes.length && outer.length > 0; i++) at = outer.pop();
  }
  for (const [i, note] of numbered(notes)) if (nodes[i]) say(nodes[i], note);
  return { root, nodes };
}

// readOld adds what addresses had before there were trees: other lines, and comments
// along one of them.
export function readOld(root, lines, noted, notes) {
  for (const line of lines) line.reduce((at, move) => at.add(move), root);
  const along = [root];
  for (const move of noted) along.push(along[along.length - 1] && along[along.length - 1].child(move));
  for (const [i, note] of numbered(notes)) if (along[i]) say(along[i], note);
}

const numbered = (notes) => notes.map((n) => [Number(n.slice(0, n.indexOf(":"))), n.slice(n.indexOf(":") + 1)]);

// branch is the line that begins behind a node, along a path where it is on one, and
// along the main way else: its nodes, and the variations that leave it.
export function branch(node, path = []) {
  const b = { after: node.ply, nodes: [], variations: [] };
  const on = new Set(path);
  for (let at = node; at.children.length > 0;) {
    const next = at.children.find((c) => on.has(c)) || at.children[0];
    for (const other of at.children) if (other !== next) b.variations.push(begun(other));
    b.nodes.push(next);
    at = next;
  }
  return b;
}

const begun = (node) => {
  const b = branch(node);
  return { ...b, after: node.ply - 1, nodes: [node, ...b.nodes] };
};

// told is a branch as the server takes it.
export const told = (b) => ({ after: b.after, moves: b.nodes.map((n) => n.move), variations: b.variations.map(told) });

// recordOf is a whole game as the server takes it, with what is said of it: judged, also
// what the judge expects, where the game does not say so itself.
export function recordOf(root, judged) {
  const says = (node) => {
    const expects = judged && node.value !== undefined && !value(node, "eval") && !node.position?.over;
    return expects ? said({ ...node, commands: [["eval", pawns(node.value)], ...node.commands] }) : said(node);
  };
  const remarked = (b) => ({
    ...told(b), comments: Object.fromEntries(b.nodes.filter(says).map((n) => [n.ply, says(n)])),
    variations: b.variations.map(remarked),
  });
  const { after, ...game } = remarked(branch(root));
  return said(root) ? { ...game, comments: { 0: said(root), ...game.comments } } : game;
}

// name takes over the moves of a branch as the server writes them.
export function name(b, answer) {
  b.nodes.forEach((node, i) => {
    node.move = answer.moves[i];
    if (answer.short) node.san = answer.short[i];
  });
  b.variations.forEach((v, i) => name(v, answer.variations[i]));
}

// treeOf is the tree of a game that was brought along.
export function treeOf({ moves, comments = {}, variations }) {
  const root = new Node();
  if (comments[0]) say(root, comments[0]);
  grow(root, { after: 0, moves, comments: { ...comments, 0: undefined }, variations });
  return root;
}

// grow adds a branch behind a node. What is said before its first move is about that move.
function grow(node, { after, moves, comments, variations }) {
  const nodes = [node];
  for (const move of moves) nodes.push(nodes[nodes.length - 1].add(move));
  for (const [ply, text] of Object.entries(comments || {})) {
    const about = nodes[Math.max(1, ply - after)];
    if (about && text) say(about, text);
  }
  for (const v of variations || []) grow(nodes[v.after - after], v);
}
