// Short sounds of moves and endings, made by the browser. They are off until they
// are switched on.

import { useEffect, useRef, useState } from "./vendor/preact-htm.mjs";

const notes = { // [hertz, seconds after the first, seconds long]
  move: [[330, 0, 0.06]],
  capture: [[250, 0, 0.06], [180, 0.05, 0.09]],
  end: [[392, 0, 0.12], [523, 0.13, 0.12], [659, 0.26, 0.25]],
};

const loud = 0.12;
let audio = null;

export function ring(name) {
  try {
    audio = audio || new AudioContext();
    audio.resume();
    for (const [hertz, after, long] of notes[name]) sound(hertz, audio.currentTime + after, long);
    performance.mark(`sound-${name}`); // for who listens without ears
  } catch (e) { /* a browser without sound plays on in silence */ }
}

function sound(hertz, at, long) {
  const tone = audio.createOscillator(), volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + long);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + long);
}

const kept = () => { try { return localStorage.getItem("sound") === "on"; } catch (e) { return false; } };

// useSound returns whether sounds are on, and how to switch them; it sounds each move
// that is made at the end of the line, and the ending.
export function useSound(table) {
  const [on, set] = useState(kept);
  const last = useRef({ tip: null, over: null }); // the end of the line, and how it ended
  const { tip } = table, { position } = tip;
  useEffect(() => {
    const before = last.current, over = position && position.over;
    const moved = before.tip && tip.parent === before.tip, stayed = tip === before.tip;
    if (on && over && (moved || (stayed && !before.over))) ring("end");
    else if (on && moved && table.here === tip) ring(count(position) < count(before.tip.position) ? "capture" : "move");
    last.current = { tip: position ? tip : null, over };
  }, [tip, position]);
  const turn = (yes) => {
    set(yes);
    if (yes) ring("move");
    try { localStorage.setItem("sound", yes ? "on" : "off"); } catch (e) { /* not kept */ }
  };
  return [on, turn];
}

const count = (position) => (position ? position.pieces.filter((p) => p > 0).length : 0);
