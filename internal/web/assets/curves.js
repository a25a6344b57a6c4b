// The curves of runs: the server computes them as for ludens plot, and the page draws them.

import { useEffect, useState } from "./vendor/preact-htm.mjs";
import { get } from "./api.js";
import { repeated } from "./address.js";

// overs are what curves can stand over.
export const overs = ["iterations", "positions", "time"];

const query = (names, over) => `over=${over}&run=${encodeURIComponent(names[0])}${repeated("with", names.slice(1))}`;

// file is the address of a chart, or of all, as svg, png or csv.
export const file = (kind, names, over, chart) =>
  `/curves/curves.${kind}?${query(names, over)}${chart ? `&chart=${encodeURIComponent(chart)}` : ""}&theme=${document.documentElement.dataset.theme}`;

// useCurves returns the curves of runs, and why there are none. They are asked for again
// when news changes.
export function useCurves(names, over, news) {
  const [curves, set] = useState(null);
  const [error, fail] = useState("");
  const wanted = query(names, over);
  useEffect(() => {
    if (!news) return undefined;
    let stale = false;
    get(`/api/curves?${wanted}`).then((c) => { if (!stale) { set({ ...c, wanted }); fail(""); } }, (e) => { if (!stale) fail(e.message); });
    return () => { stale = true; };
  }, [wanted, news]);
  return [curves && curves.wanted === wanted ? curves : null, error];
}

// nearest is the index of the number nearest to another.
export const nearest = (all, to) => all.reduce((best, x, i) => (Math.abs(x - to) < Math.abs(all[best] - to) ? i : best), 0);
