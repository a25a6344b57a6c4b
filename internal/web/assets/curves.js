// What is drawn of a run: its numbers as series over iterations, positions or hours.

import { spent } from "./pace.js";

// axes are what the curves can stand over.
export const axes = {
  iterations: { x: (points) => points.map((p) => p.at.iteration), told: (x) => `iteration ${x}` },
  positions: { x: (points) => points.map((p) => p.at.positions), told: (x) => `${x.toLocaleString("en")} positions` },
  hours: { x: (points) => { let sum = 0; return spent(points).map((s) => (sum += s) / 3600); }, told: (x) => `${x.toFixed(2)} hours` },
};

const share = (n, of) => (of ? n / of : null);

// elo is the difference that explains a score; none where one side won every game.
const elo = (s) => (s === null || s <= 0 || s >= 1 ? null : 400 * Math.log10(s / (1 - s)));

// interval returns the score over both roles with its 95 % interval by Wilson: low, score,
// high; null if no game was played.
function interval(roles) {
  const sum = (f) => (roles || []).reduce((all, r) => all + f(r), 0);
  const n = sum((r) => r.wins + r.draws + r.losses), z = 1.96;
  if (!n) return null;
  const p = sum((r) => r.wins + r.draws / 2) / n, middle = (p + z * z / (2 * n)) / (1 + z * z / n);
  const half = z * Math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
  return [middle - half, p, middle + half];
}

// latestElo says what the last score of all means.
function latestElo(scores) {
  const last = scores.findLast((s) => s !== null);
  if (last === undefined) return "–";
  if (last >= 1) return "all won";
  return last <= 0 ? "all lost" : `${Math.round(elo(last))}`;
}

// charts are what is drawn: each with its series over the iterations, and where
// their last value is not what should be said of them, with a text.
export function charts(points, roles, axis) {
  const each = (f) => points.map((p) => { const v = f(p); return Number.isFinite(v) ? v : null; });
  const games = (f) => each((p) => share(f(p.games), p.games.played));
  const d = (f) => each((p) => (p.diagnosis && p.diagnosis.endings ? f(p.diagnosis) : NaN));
  const x = axes[axis].x(points);
  const all = [];
  const opponents = [...new Set(points.flatMap((p) => (p.standings || []).map((s) => s.opponent)))];
  for (const o of opponents) {
    const met = points.map((p) => (p.standings || []).find((s) => s.opponent === o));
    const score = (role) => met.map((s) => {
      const r = s && (s.roles ? s.roles[role] : null);
      const n = r ? r.wins + r.draws + r.losses : 0;
      return n ? (r.wins + r.draws / 2) / n : null;
    });
    const pooled = met.map((s) => interval(s && s.roles));
    all.push({ title: `Score against ${o}, both sides, with its 95 % interval`, x, percent: true, dots: true, series: [["score", pooled.map((p) => p && p[1])], ["from", pooled.map((p) => p && p[0])], ["to", pooled.map((p) => p && p[2])]] });
    all.push({ title: `Score against ${o}`, x, percent: true, dots: true, series: [[roles[0], score(0)], [roles[1], score(1)]] });
    all.push({ title: `Elo above ${o}`, x, dots: true, series: [0, 1].map((role) => [roles[role], score(role).map(elo), latestElo(score(role))]) });
  }
  const held = (f) => each((p) => (p.held_out ? f(p.held_out) : NaN));
  if (points.some((p) => p.held_out)) all.push({ title: "Held-out positions (nats)", x, series: [["before", held((h) => h.before)], ["after", held((h) => h.after)]] });
  else all.push(
    { title: "Losses (nats)", x, series: [["policy", each((p) => p.losses.policy)], ["value", each((p) => p.losses.value)]] },
    { title: "Entropy of the policies (nats)", x, series: [["network", each((p) => p.losses.entropy)], ["search", d((y) => y.policy.target)], ["even", d((y) => y.policy.even)]] },
    { title: "Search over network (nats)", x, series: [["left to learn", d((y) => y.policy.gap)]] },
  );
  all.push(
    { title: "How games end", x, percent: true, series: [[roles[0], games((g) => g.first_wins)], [roles[1], games((g) => g.second_wins)], ["drawn", games((g) => g.drawn)], ["cut off", games((g) => g.truncated)]] },
    { title: "Length of games (moves)", x, series: [["mean", each((p) => p.games.mean_plies)], ["median", d((y) => y.plies_quartiles[1])]] },
    { title: "Duplicate games", x, percent: true, series: [["duplicates", games((g) => g.duplicates)]] },
  );
  return all;
}

// overlay lays the charts of several runs over each other: runs are [name, charts].
// Each series then has the colour of its run, and the dashes of what it tells.
export function overlay(runs) {
  const titles = [...new Set(runs.flatMap(([, all]) => all.map((c) => c.title)))];
  return titles.map((title) => {
    const found = runs.map(([name, all]) => [name, all.find((c) => c.title === title)]);
    const x = [...new Set(found.flatMap(([, c]) => (c ? c.x : [])))].sort((a, b) => a - b);
    const series = found.flatMap(([name, c], run) => (!c ? [] : c.series.map(([what, values, text], i) => {
      const at = new Map(c.x.map((v, n) => [v, values[n]]));
      return [`${name}: ${what}`, x.map((v) => at.get(v) ?? null), text, run, i];
    })));
    return { ...found.find(([, c]) => c)[1], x, series };
  });
}
