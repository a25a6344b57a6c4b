// How fast a run goes.

const paceOf = 10; // iterations whose median is the pace

// spent returns the seconds that each point took, by its session's clock, which
// begins anew when a run is resumed.
export function spent(points) {
  let last = 0;
  return points.map((p) => {
    const before = p.seconds < last ? 0 : last;
    last = p.seconds || 0;
    return Math.max(0, last - before);
  });
}

// pace says how a run goes: the seconds that an iteration takes, its games per hour,
// and the seconds that are left.
export function pace(points, iterations) {
  const last = points[points.length - 1], seconds = spent(points);
  const each = points.map((p, i) => seconds[i] / Math.max(1, p.at.iteration - (i ? points[i - 1].at.iteration : 0)));
  const recent = each.slice(-paceOf).filter((s) => s > 0).sort((a, b) => a - b);
  const takes = recent.length ? recent[Math.floor(recent.length / 2)] : 0;
  const games = last.games && last.games.played && takes ? (3600 * last.games.played) / takes : 0;
  const left = takes * Math.max(0, iterations - last.at.iteration);
  return { takes, games, left };
}

// span writes seconds as people say them.
export function span(seconds) {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
  return `${Math.round(seconds / 86400)} days`;
}
