// One chart of a run's numbers.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.mjs";
import uPlot from "./vendor/uplot.mjs";
import { axes } from "./curves.js";
import { useTheme } from "./square.js";

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = "/assets/vendor/uplot.css";
document.head.append(style);

const hues = { light: ["#0072b2", "#d55e00", "#009e73", "#9aa2aa"], dark: ["#56b4e9", "#e6762a", "#00b386", "#7d8791"] };
const dashes = [[], [7, 3], [2, 3], [9, 3, 2, 3]]; // lines are distinct without colour, too

// Chart is one chart with its legend, which tells the last values, or those of the
// iteration that is pointed at; its size follows its place. A series is [name, values,
// text, hue, dash].
export function Chart({ title, x, series, percent, dots, axis }) {
  const theme = useTheme();
  const place = useRef(), plot = useRef(null);
  const [at, point] = useState(null);
  const values = [x, ...series.map(([, v]) => v)];
  const lines = series.map(([name, v, text, hue, dash], i) => ({ name, v, text, hue: hue ?? i, dash: dash ?? i }));
  useLayoutEffect(() => {
    const ink = getComputedStyle(document.documentElement).getPropertyValue("--faint"), grid = getComputedStyle(document.documentElement).getPropertyValue("--line");
    const ruled = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { show: false }, font: "11px system-ui, sans-serif" };
    plot.current = new uPlot({
      width: place.current.clientWidth, height: 170, legend: { show: false }, cursor: { y: false },
      hooks: { setCursor: [(u) => point(u.cursor.idx ?? null)] },
      scales: { x: { time: false }, y: percent ? { range: [0, 1] } : {} },
      axes: [{ ...ruled, size: 26, ...(axis === "iterations" ? { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] } : {}), space: 70 }, { ...ruled, size: 46, values: (_, ticks) => ticks.map((t) => (percent ? `${Math.round(100 * t)} %` : `${+t.toFixed(3)}`)) }],
      series: [{}, ...lines.map(({ name, hue, dash }) => ({ label: name, stroke: hues[theme][hue], width: 1.6, dash: dashes[dash], spanGaps: true, points: { show: !!dots || x.length < 3, size: 6 } }))],
    }, values, place.current);
    const size = new ResizeObserver(() => plot.current && plot.current.setSize({ width: place.current.clientWidth, height: 170 }));
    size.observe(place.current);
    return () => { size.disconnect(); plot.current.destroy(); plot.current = null; };
  }, [theme, title, axis, lines.map((l) => l.name).join()]);
  useEffect(() => { if (plot.current) plot.current.setData(values); }, [x.length, x[x.length - 1]]);
  const told = (value) => (value === null || value === undefined ? "–" : percent ? `${Math.round(100 * value)} %` : +value.toFixed(3));
  const value = (v, text) => (at !== null ? told(v[at]) : text || told(v.findLast((y) => y !== null)));
  return html`<figure class="card chart"><figcaption>${title}${at !== null && x[at] !== undefined && html`<span class="quiet"> at ${axes[axis].told(x[at])}</span>`}</figcaption><div class="plot" ref=${place} />
    <p class="legend">${lines.map(({ name, v, text, hue, dash }) => html`<span key=${name}><svg width="22" height="8" aria-hidden="true"><line x1="1" x2="21" y1="4" y2="4" stroke=${hues[theme][hue]} stroke-width="2.5" stroke-dasharray=${dashes[dash].join(" ")} /></svg>${name} <b>${value(v, text)}</b></span>`)}</p></figure>`;
}
