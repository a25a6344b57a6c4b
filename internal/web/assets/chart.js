// One chart of lines, as the server computes it: see chart.Figure.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/preact-htm.mjs";
import uPlot from "./vendor/uplot.mjs";
import { useTheme } from "./square.js";

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = "/assets/vendor/uplot.css";
document.head.append(style);

const usual = ["#0072b2", "#56b4e9"]; // on light and on dark ground
const dashes = [[], [7, 3], [2, 3], [9, 3, 2, 3], [12, 4], [4, 4], [1, 3], [9, 2]]; // lines are distinct without colour, too
const height = 170, faint = "2e"; // of a band, in hexadecimal

// table brings curves onto one x: the values of each, and of its interval.
function table(curves) {
  const x = [...new Set(curves.flatMap((c) => c.x))].sort((a, b) => a - b), row = new Map(x.map((v, i) => [v, i]));
  const along = (c, values) => {
    const all = new Array(x.length).fill(null);
    c.x.forEach((v, i) => { all[row.get(v)] = values[i] ?? null; });
    return all;
  };
  return { x, lines: curves.map((c) => ({ ...c, y: along(c, c.y), low: c.low && along(c, c.low), high: c.high && along(c, c.high) })) };
}

// Chart is a figure with its legend, which has the last values, or those of the place that
// is pointed at. pick gets the x that is clicked; files are [kind, address].
export function Chart({ figure, pick, files = [] }) {
  const theme = useTheme(), side = theme === "dark" ? 1 : 0;
  const place = useRef(), plot = useRef(null);
  const [at, point] = useState(null);
  const { title, note, label, percent, percentX, log, rules = [], curves } = figure;
  const { x, lines } = useMemo(() => table(curves), [figure]);
  const hueOf = (c) => (c.hues || usual)[side];
  const data = [x, ...lines.flatMap((c) => (c.low ? [c.y, c.low, c.high] : [c.y]))];
  const empty = lines.every((c) => c.y.every((v) => v === null));
  useLayoutEffect(() => {
    if (empty) return undefined;
    const css = getComputedStyle(document.documentElement), ink = css.getPropertyValue("--faint");
    const ruled = { stroke: ink, grid: { stroke: css.getPropertyValue("--line"), width: 1 }, ticks: { show: false }, font: "11px system-ui, sans-serif" };
    const series = [{}], bands = [];
    lines.forEach((c, i) => {
      const stroke = hueOf(c), mark = { show: !!c.points || x.length < 3, size: 6 };
      series.push({ label: c.name, stroke, width: 1.6, dash: dashes[c.dashed ? 1 : i % dashes.length], spanGaps: true, points: mark });
      if (!c.low) return;
      const edge = { stroke: "transparent", width: 0, spanGaps: true, points: { show: false } };
      bands.push({ series: [series.length + 1, series.length], fill: stroke + faint });
      series.push(edge, edge);
    });
    const share = (v) => `${Math.round(100 * v)} %`;
    plot.current = new uPlot({
      width: place.current.clientWidth, height, legend: { show: false }, cursor: { y: false }, bands, series,
      hooks: { setCursor: [(u) => point(u.cursor.idx ?? null)], draw: [(u) => rules.forEach((r) => rule(u, r, ink))] },
      scales: { x: { time: false }, y: log ? { distr: 3 } : percent ? { range: (_, low, high) => [Math.min(0, low), Math.max(1, high)] } : {} },
      axes: [{ ...ruled, size: 26, space: 70, ...(label === "iteration" ? { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] } : {}), ...(percentX ? { values: (_, ticks) => ticks.map(share) } : {}) },
        { ...ruled, size: 46, values: (_, ticks) => ticks.map((t) => (t === null ? "" : percent ? share(t) : `${+t.toPrecision(3)}`)) }],
    }, data, place.current);
    const resize = new ResizeObserver(() => plot.current && plot.current.setSize({ width: place.current.clientWidth, height }));
    resize.observe(place.current);
    return () => { resize.disconnect(); plot.current.destroy(); plot.current = null; };
  }, [theme, title, label, empty, lines.map((l) => l.name + !!l.low).join()]);
  useEffect(() => { if (plot.current) plot.current.setData(data); }, [figure]);
  const told = (v) => (v === null || v === undefined ? "–" : percent ? `${Math.round(100 * v)} %` : +v.toPrecision(3));
  const value = (c) => {
    const i = at === null ? c.y.findLastIndex((v) => v !== null) : at;
    return html`<b>${told(c.y[i])}</b>${c.low && c.low[i] !== null && c.low[i] !== undefined && html` <span class="quiet">[${told(c.low[i])}, ${told(c.high[i])}]</span>`}`;
  };
  const where = at !== null && x[at] !== undefined && html`<span class="quiet"> at ${label} ${percentX ? `${Math.round(100 * x[at])} %` : x[at].toLocaleString("en", { maximumFractionDigits: 2 })}</span>`;
  return html`<figure class="card chart" data-title=${title}><figcaption>${title}${where}${note && html`<br /><small class="quiet">${note}</small>`}</figcaption>
    ${empty ? html`<p class="quiet plot empty">${figure.empty || "no data"}</p>` : html`<div class=${pick ? "plot picks" : "plot"} ref=${place} onClick=${() => { if (pick && at !== null) pick(x[at]); }} />`}
    <p class="legend">${!empty && lines.map((c, i) => html`<span key=${c.name}><svg width="22" height="8" aria-hidden="true"><line x1="1" x2="21" y1="4" y2="4" stroke=${hueOf(c)} stroke-width="2.5" stroke-dasharray=${dashes[c.dashed ? 1 : i % dashes.length].join(" ")} /></svg>${c.name} ${value(c)}</span>`)}
      ${files.length > 0 && html`<span class="files">${files.map(([kind, address]) => html`<a key=${kind} href=${address} download=${`${title}.${kind}`}>${kind.toUpperCase()}</a> `)}</span>`}</p></figure>`;
}

// rule draws a line across at a value that others are compared with.
function rule(u, { at }, stroke) {
  const y = Math.round(u.valToPos(at, "y", true)), { left, top, width, height: h } = u.bbox;
  if (y < top || y > top + h) return;
  Object.assign(u.ctx, { strokeStyle: stroke, lineWidth: 1 });
  u.ctx.beginPath();
  u.ctx.moveTo(left, y);
  u.ctx.lineTo(left + width, y);
  u.ctx.stroke();
}
