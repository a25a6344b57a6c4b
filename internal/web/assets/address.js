// The address of the page holds the whole game, so that it survives a reload, a
// restart of the server, and being sent to others:
//
//   #/play?game=celta&first=person&second=mcts@100&moves=d6b6_d5c5&ply=1

const between = "_";

// short leaves out what a move captures: it follows from its squares.
export const short = (move) => move.replace(/^([a-w]\d+-?[a-w]\d+)x.*$/, "$1").replace(/^([a-w]\d+[a-w]\d+)[#+]$/, "$1");

export const writeMoves = (moves) => moves.map(short).join(between);

export const readMoves = (text) => (text ? text.split(between) : []);

// route returns the room of an address and its parameters.
export function route(hash = location.hash) {
  const [, room, query] = /^#?\/?([^?]*)\??(.*)$/.exec(hash);
  return { room, params: new URLSearchParams(query) };
}

// href writes an address; parameters without a value are left out.
export function href(room, params = {}) {
  const told = Object.entries(params).filter(([, v]) => v !== "" && v !== undefined && v !== null);
  const query = told.map(([k, v]) => `${k}=${encodeURIComponent(v).replace(/%40/g, "@").replace(/%2F/g, "/").replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%20/g, "+")}`).join("&");
  return `#/${room}${query ? `?${query}` : ""}`;
}

// repeated writes a parameter that an address has several times.
export const repeated = (name, values) => values.map((v) => `&${name}=${encodeURIComponent(v)}`).join("");

// A seat is who plays a side: "person", "random", "mcts@100", "champion@2s".
export function readSeat(text) {
  const [id, strength] = (text || "person").split("@");
  if (!strength) return { id };
  const seconds = strength.endsWith("s");
  const number = parseFloat(strength);
  if (!(number > 0)) return { id };
  return seconds ? { id, seconds: number } : { id, simulations: Math.round(number) };
}

export function writeSeat({ id, seconds, simulations }) {
  if (seconds) return `${id}@${seconds}s`;
  return simulations ? `${id}@${simulations}` : id;
}

// draw returns a seed for what is drawn.
export const draw = () => crypto.getRandomValues(new Uint32Array(1))[0] % 1000000;

// today is the number of the day, for what changes daily.
export const today = () => Math.floor(Date.now() / 86400000);
