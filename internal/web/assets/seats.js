// Who plays which side: a choice for one seat, and for both.

import { html, useEffect, useRef, useState } from "./vendor/preact-htm.mjs";
import { stream } from "./api.js";
import { readSeat, writeSeat } from "./address.js";
import { easy, fair } from "./rating.js";
import { percent, points } from "./think.js";
import { capital } from "./words.js";

// SeatPicker chooses who plays a side; the field of that name holds it as the
// address has it.
export function SeatPicker({ players, seat, name, label }) {
  const [wanted, choose] = useState(seat.id);
  const [timed, time] = useState(!!seat.seconds);
  const there = wanted === "person" || players.some((p) => p.id === wanted); // not all know the game under all rules
  const id = there ? wanted : (players[0] || { id: "person" }).id;
  const player = players.find((p) => p.id === id);
  const [strength, set] = useState(seat.seconds || seat.simulations || (player && player.usual) || 100);
  const pick = (e) => {
    const next = players.find((p) => p.id === e.target.value);
    choose(e.target.value);
    time(false);
    set((next && next.usual) || 100);
  };
  const chosen = { id }, number = there ? strength : player && player.usual;
  if (player && player.unit) chosen[timed ? "seconds" : "simulations"] = number;
  return html`<div class="seat">
    <label>${label}<select value=${id} onChange=${pick} data-seat=${name}>
      <option value="person" selected=${id === "person"}>a person</option>
      ${groups(players).map(([name, some]) => html`<optgroup key=${name} label=${name}>${some.map((p) => html`<option key=${p.id} value=${p.id} selected=${p.id === id}>${p.title}</option>`)}</optgroup>`)}
    </select></label>
    ${player && player.unit && html`<label>with<span class="row">
      <input type="number" min=${timed ? 0.1 : 1} max=${timed ? 30 : player.most} step=${timed ? 0.1 : 1} required value=${number} onInput=${(e) => { choose(id); set(Number(e.target.value)); }} />
      <select aria-label="unit" value=${timed ? "seconds" : "simulations"} onChange=${(e) => { time(e.target.value === "seconds"); set(e.target.value === "seconds" ? 1 : player.usual); }}>
        <option value="simulations" selected=${!timed}>${player.unit} a move</option><option value="seconds" selected=${timed}>seconds a move</option>
      </select></span></label>`}
    ${player && player.note && !player.level && html`<p class="quiet">${player.note}</p>`}
    ${!there && html`<p class="quiet" role="status">${wanted.replace(/^level:/, "Level ")} was not trained on the game under these rules.</p>`}
    <input type="hidden" name=${name} value=${writeSeat(chosen)} />
  </div>`;
}

// groups are the players by what they are: levels first, if the game has them.
const groups = (players) => [["Levels", players.filter((p) => p.level)], ["Agents", players.filter((p) => !p.level)]].filter(([, some]) => some.length > 0);

const few = 50; // simulations of the opponent that a newcomer meets where no levels are measured
const even = 0.05; // points: a start that is worth so little more to one side counts as even

// useStart asks the best judge how it sees a start: who that is, and what First can
// expect of the points, undefined until it is known; null if no agent is asked.
function useStart(about, start) {
  const [first, see] = useState(undefined);
  const judge = about.players.find((p) => !p.level);
  const asked = judge && judge.thinks && start;
  useEffect(() => {
    see(undefined);
    if (!asked) return undefined;
    const stop = new AbortController();
    (async () => {
      try {
        for await (const v of stream("/api/survey", { ...start, moves: [], player: judge.id, simulations: judge.unit === "simulations" ? 100 : undefined }, stop.signal)) see(points(v.value));
      } catch (e) { /* the seats can be chosen without it */ }
    })();
    return () => stop.abort();
  }, [judge && judge.id, JSON.stringify(start)]);
  return asked ? { first, by: judge } : null;
}

// Seats chooses who plays both sides of a start; wanted are the seats that the
// address names, "" where it does not. Without a choice a person gets the side that
// stands better. The fields first, second and lot hold what is chosen.
export function Seats({ about, wanted, start }) {
  const view = useStart(about, start), first = view ? view.first : undefined;
  const levels = about.players.filter((p) => p.level);
  const next = fair(about.variant, levels);
  const usual = (next && next.level) || easy(levels) || about.players.find((p) => p.id === "mcts") || about.players[0];
  const opponent = !usual ? "person" : usual.id === "mcts" ? `mcts@${few}` : usual.id;
  const [seats, set] = useState([wanted[0] || "person", wanted[1] || opponent]);
  const [moved, move] = useState(0); // how often the seats have changed places
  const box = useRef();
  const settled = useRef(!!(wanted[0] || wanted[1]));
  const swap = () => {
    const chosen = (name) => box.current.querySelector(`[name=${name}]`).value;
    set([chosen("second"), chosen("first")]);
    move((n) => n + 1);
  };
  useEffect(() => {
    if (first === undefined || settled.current) return;
    settled.current = true;
    if (first < 0.5 - even) swap();
  }, [first]);
  // Until it is known what a side can expect, the sentence has its place: nothing moves
  // away under a hand.
  const expects = (side) => view && html`<p class=${first === undefined ? "quiet away" : "quiet expects"} title=${view.by.note || ""}>${view.by.title} gives this side ${percent(first === undefined ? 0.5 : side === 0 ? first : 1 - first)} of the points</p>`;
  return html`<div ref=${box} onChange=${() => { settled.current = true; }}>
    <div class="seats">${["first", "second"].map((name, side) => html`<div key=${`${name}${about.variant}${moved}`}>
      <${SeatPicker} players=${about.players} seat=${readSeat(seats[side])} name=${name} label=${`${capital(about.roles[side])} played by`} />${expects(side)}</div>`)}</div>
    <div class="row"><button type="button" id="swap-seats" onClick=${() => { settled.current = true; swap(); }}>Change sides</button>
      <label class="switch"><input type="checkbox" name="lot" /> draw the sides by lot</label></div>
    ${next && html`<p class="quiet" id="fair">By your last ${next.games} games a fair one for you is ${next.level.title}: you can expect ${percent(next.score)} of the points.</p>`}
    ${levels.length > 0 && html`<${Ladder} levels=${levels} />`}
  </div>`;
}

// Ladder is what all levels scored in games that were played to find out.
const Ladder = ({ levels }) => html`<details class="ladder"><summary>What the levels score</summary>
  <div class="scroll"><table><thead><tr><th>Level</th>${levels[0].scores.map((s) => html`<th key=${s.opponent}>${s.opponent}</th>`)}</tr></thead>
    <tbody>${levels.map((l) => html`<tr key=${l.id}><td title=${l.note || ""}>${l.title}</td>${l.scores.map((s) => html`<td key=${s.opponent}>${percent(s.share)}</td>`)}</tr>`)}</tbody></table></div>
  <p class="quiet">Shares of the points against these agents, each measured in ${levels[0].scores[0].games} games.</p></details>`;
