// What has looked wrong with a run, and since when.

const patience = 3; // iterations without a warning that end it, as in the terminal

// warnings follows the advice of a run's points: each has what it is about, its last
// text, the iterations that it began and was last given in, and whether it is over.
export function warnings(points) {
  const all = [];
  for (const p of points) {
    const at = p.at.iteration;
    for (const { about, text } of (p.diagnosis && p.diagnosis.advice) || []) {
      const open = all.find((w) => w.about === about && !w.over);
      if (open) Object.assign(open, { text, last: at });
      else all.push({ about, text, first: at, last: at, over: false });
    }
    for (const w of all) if (at - w.last >= patience) w.over = true;
  }
  return all;
}
