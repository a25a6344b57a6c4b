// How strong a person is, by his games against levels, and the level that is a fair game.

const kept = 20; // games of each variant, the newest
export const enough = 3; // games before a fair one is known

function all() {
  try { return JSON.parse(localStorage.getItem("games")) || {}; } catch (e) { return {}; }
}

// games are a person's last games of a variant against its levels: each with its id, the
// level, and the points that he got, 0, 1/2 or 1.
export const games = (variant) => all()[variant] || [];

// keep notes a game; one of the same id takes the place of what was noted of it.
export function keep(variant, game) {
  const of = all();
  of[variant] = [...games(variant).filter((g) => g.id !== game.id), game].slice(-kept);
  try { localStorage.setItem("games", JSON.stringify(of)); } catch (e) { /* it is forgotten */ }
}

// expected is what a player with a rating scores against another.
export const expected = (mine, theirs) => 1 / (1 + 10 ** ((theirs - mine) / 400));

// rating is the Elo that explains a person's games best.
export function rating(played, levels) {
  const known = played.map((g) => [levels.find((l) => l.id === g.level), g.points]).filter(([l]) => l);
  return likeliest(known.map(([l, points]) => [l.elo || 0, points]), levels);
}

// likeliest is the Elo that explains best what was scored against opponents, pairs of an Elo and
// points, with a fifth of a drawn game against the levels in the middle and at the ends beside
// them: it is a number after won games only, too.
export function likeliest(scored, levels) {
  const elos = levels.map((l) => l.elo || 0).sort((a, b) => a - b);
  const weighed = [...scored.map(([elo, points]) => [elo, points, 1]), [elos[0], 0.5, 0.2], [elos[Math.floor(elos.length / 2)], 0.5, 0.2], [elos[elos.length - 1], 0.5, 0.2]];
  let low = elos[0] - 800, high = elos[elos.length - 1] + 800; // the points that a rating expects grow with it
  for (let i = 0; i < 60; i++) {
    const mid = (low + high) / 2;
    const off = weighed.reduce((sum, [elo, points, weight]) => sum + weight * (points - expected(mid, elo)), 0);
    if (off > 0) low = mid; else high = mid;
  }
  return low;
}

// fair is the level against which a person is expected to score nearest to a half, and
// that score; null before there are games enough.
export function fair(variant, levels) {
  const played = games(variant).filter((g) => levels.some((l) => l.id === g.level));
  if (played.length < enough || levels.length === 0) return null;
  const mine = rating(played, levels);
  const [level, score] = levels.map((l) => [l, expected(mine, l.elo || 0)]).reduce((a, b) => (Math.abs(b[1] - 0.5) < Math.abs(a[1] - 0.5) ? b : a));
  return { level, score, games: played.length };
}

// nearest is the level whose rating is nearest to an Elo.
export const nearest = (levels, elo) => levels.reduce((a, b) => (Math.abs((b.elo || 0) - elo) < Math.abs((a.elo || 0) - elo) ? b : a));

// easy is the level that a newcomer meets first.
export const easy = (levels) => levels.find((l) => l.newcomer) || levels[0];
