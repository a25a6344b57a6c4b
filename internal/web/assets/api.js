// What the page asks the server. An answer that is an error is thrown as Refused.

import { dress } from "./dress.js";

// told is what is asked of a path, with the names and colours that are chosen.
const told = (path, value) => (dress && (path === "/api/about" || path === "/api/game") ? { ...value, dress } : value);

export class Refused extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

const gone = "The server does not answer. Is ludens serve still running?";

async function ask(path, init) {
  let r;
  try {
    r = await fetch(path, init);
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Refused(0, gone);
  }
  if (r.ok) return r;
  let text = r.statusText;
  try { text = (await r.json()).error || text; } catch (e) { /* the status must do */ }
  throw new Refused(r.status, text);
}

export const get = async (path, params) =>
  drawn(await (await ask(params ? `${path}?${new URLSearchParams(told(path, params))}` : path)).json());

// drawn has the page know the pieces that only the game of an answer has.
const known = new Set();
function drawn(answer) {
  if (answer?.drawings && !known.has(answer.drawings)) {
    known.add(answer.drawings);
    document.querySelector(".sprites defs").insertAdjacentHTML("beforeend", answer.drawings);
  }
  return answer;
}

const body = (value, signal) =>
  ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value), signal });

export const post = async (path, value, signal) => (await ask(path, body(told(path, value), signal))).json();

// patient is post that waits its turn when the server is busy; waiting is called then.
export async function patient(path, value, signal, waiting) {
  for (;;) {
    try {
      return await post(path, value, signal);
    } catch (e) {
      if (e.status !== 503) throw e;
      waiting(e.message);
      await new Promise((done) => setTimeout(done, 1000));
      if (signal.aborted) throw new DOMException("stopped", "AbortError");
    }
  }
}

// stream yields the values of an answer that comes line by line.
export async function* stream(path, value, signal) {
  const reader = (await ask(path, body(value, signal))).body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value: text, done } = await reader.read();
    if (done) return;
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const told = JSON.parse(line);
      if (told.error) throw new Refused(500, told.error);
      yield told;
    }
  }
}
