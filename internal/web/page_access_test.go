package web

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
)

// openFull opens a house with something in every room.
func openFull(t *testing.T) house {
	t.Helper()
	read := 0
	return open(t, Config{Curves: drawnOf, Players: ladder, Collections: func(context.Context) ([]Collection, error) {
		return []Collection{library("m", &read, time.Time{}, "a1 b1 a2 b2 a3", "a1 b1 a2 c3", "a2 b1 a1 b2 c3 b3")}, nil
	}, Runs: func() ([]Run, error) {
		return []Run{paced("first", "running", 10, time.Minute), paced("second", "stopped", 12, 2*time.Hour)}, nil
	}})
}

// rooms are all rooms of such a house, with what is done there first.
func rooms(h house) map[string]string {
	h.Helper()
	mine, _, watch := h.duel(map[string]any{"game": "celta", "moves": []string{}, "side": "first", "minutes": 5})
	return map[string]string{
		"/": "", "/#/new?game=cetran2": "", "/#/play?game=celta&moves=d5c5&paused=1": "document.querySelector('#more').click()",
		"/#/play?game=connect4&moves=4_4_5_1&dice=1": "document.querySelector('#tab-course').click() || setTimeout(() => document.querySelector('#survey').click(), 300)",
		"/#/puzzle?game=celta&n=1":                   "document.querySelector('#show').click()",
		"/#/learn?game=celta":                        "document.querySelector('#hint').click()", "/#/edit?game=cetro": "", "/#/play?game=celta&moves=d5c5_(d5e5_(d5f5)_a4a5)_a4a5&line=4&note=" + url.QueryEscape("2:!? worth a look"): "",
		"/#/play?game=connect4&moves=4_4":   "document.querySelector('#tab-think').click() || document.querySelector('.glance input').click()",
		"/#/play?game=cetro":                "dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))",
		"/#/training?run=first&with=second": "", "/#/results": "",
		"/#/play?link=" + mine: "", "/#/play?link=" + watch: "",
		"/#/play?game=tictactoe&clock=3%2B2&moves=a1_b1": "document.querySelector('#tab-openings').click()",
		"/#/play?game=celta":                             "document.querySelector('#tab-text').click()",
	}
}

// enter visits a room and does there what is done first.
func (h house) enter(browser context.Context, d device, room, first string) tab {
	h.Helper()
	p := h.visit(browser, d, room)
	p.until("document.querySelector('main') && !document.querySelector('[aria-busy]')")
	if first != "" {
		p.eval("(() => { " + first + "; return 0; })()")
	}
	if strings.Contains(first, "#survey") {
		p.until("document.querySelector('.accuracy')")
	}
	return p
}

// named are the roles whose elements need a name: WCAG 4.1.2.
var named = []string{
	"button", "checkbox", "combobox", "dialog", "img", "image", "link", "listbox", "menuitem", "option", "progressbar", "radio",
	"searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "heading", "Iframe",
}

// nameless returns the elements of a page without a name, as Chromium's accessibility tree
// has them, and how many have one.
func (p tab) nameless() (found []string, known int) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		tree, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		if err != nil {
			return err
		}
		text := func(v *accessibility.Value) (s string) {
			if v != nil {
				json.Unmarshal(v.Value, &s) // another type is no name
			}
			return strings.TrimSpace(s)
		}
		for _, n := range tree.Nodes {
			switch role := text(n.Role); {
			case n.Ignored || !slices.Contains(named, role):
			case text(n.Name) == "":
				found = append(found, role+" without a name")
			default:
				known++
			}
		}
		return nil
	}))
	return found, known
}

// contrasts is a script that returns the texts whose contrast with what lies below is less
// than WCAG 1.4.3 wants: 4.5, or 3 if they are large; and how many it has measured. Left out
// are texts of controls that cannot be used, of drawings, and before pictures.
const contrasts = `(() => {
	const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
	const over = ([r, g, b, a], below) => [r, g, b].map((v, i) => v * a + below[i] * (1 - a));
	const light = (c) => { const [r, g, b] = c.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
	const ground = (e) => {
		const layers = [];
		for (let at = e; at; at = at.parentElement) {
			const css = getComputedStyle(at);
			if (css.backgroundImage !== "none") return null;
			layers.push(rgba(css.backgroundColor));
			if (layers.at(-1)[3] === 1) break;
		}
		return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
	};
	const found = []; let measured = 0;
	const measure = (e, css, text) => {
		const below = ground(e);
		if (!below) return;
		let colour = rgba(css.color);
		for (let at = e; at; at = at.parentElement) colour[3] *= Number(getComputedStyle(at).opacity);
		const size = parseFloat(css.fontSize), large = size >= 24 || (size >= 18.66 && Number(css.fontWeight) >= 700);
		measured++;
		const is = ratio(over(colour, below), below);
		if (is < (large ? 3 : 4.5)) found.push(is.toFixed(2) + " for " + JSON.stringify(text.trim().slice(0, 40)) + " in " + e.outerHTML.slice(0, 90));
	};
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = walk.nextNode(); node; node = walk.nextNode()) {
		const e = node.parentElement, box = e.getBoundingClientRect();
		if (!node.data.trim() || e.closest("svg, :disabled, option, script, noscript, .sr") || box.width < 2 || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
		measure(e, getComputedStyle(e), node.data);
	}
	for (const e of document.querySelectorAll("input[placeholder]:enabled, textarea[placeholder]:enabled")) if (!e.value && e.checkVisibility()) measure(e, getComputedStyle(e, "::placeholder"), e.placeholder);
	return JSON.stringify({ found, measured });
})()`

// faults returns what one of these scripts finds, and how much it has looked at.
func (p tab) faults(script string) (found []string, measured int) {
	p.Helper()
	var answer struct {
		Found    []string
		Measured int
	}
	if err := json.Unmarshal([]byte(p.eval(script)), &answer); err != nil {
		p.Fatal(err)
	}
	return answer.Found, answer.Measured
}

// small is a script that returns the controls that are smaller than WCAG 2.5.8 wants, 24 by 24,
// and so near to another that a circle of 24 around their middles touches it; the label of a
// control is part of it, and links within a sentence are left out.
const small = `(() => {
	const seen = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=tab]")].filter((e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !e.closest(".sr")).map((e) => ({ e, box: (e.closest("label") || e).getBoundingClientRect() })).filter(({ box }) => box.width > 0 && box.height > 0);
	const inline = (e) => getComputedStyle(e).display === "inline" && [...e.parentElement.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
	const tiny = ({ box }) => box.width < 23.5 || box.height < 23.5;
	const middle = ({ box }) => [box.x + box.width / 2, box.y + box.height / 2];
	const near = (a, b) => {
		const [x, y] = middle(a), [u, v] = middle(b);
		const to = Math.hypot(Math.max(b.box.left - x, 0, x - b.box.right), Math.max(b.box.top - y, 0, y - b.box.bottom));
		return to < 12 || (tiny(b) && Math.hypot(x - u, y - v) < 24);
	};
	const found = seen.filter((a) => tiny(a) && !inline(a.e) && seen.some((b) => b.e !== a.e && !a.e.contains(b.e) && !b.e.contains(a.e) && near(a, b)));
	return JSON.stringify({ found: found.map(({ e, box }) => box.width.toFixed(0) + " by " + box.height.toFixed(0) + " for " + e.outerHTML.slice(0, 90)), measured: seen.length });
})()`

// outline is a script that returns texts outside the page's landmarks, a number of mains and
// first headings other than one, and headings that skip a level.
const outline = `(() => {
	const found = [], mains = document.querySelectorAll("main").length, levels = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter((h) => h.checkVisibility()).map((h) => Number(h.tagName[1]));
	if (mains !== 1) found.push(mains + " elements main");
	if (levels.filter((l) => l === 1).length !== 1) found.push(levels.filter((l) => l === 1).length + " headings h1");
	levels.forEach((l, i) => { if (i > 0 && l > levels[i - 1] + 1) found.push("h" + l + " after h" + levels[i - 1]); });
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	let measured = 0;
	for (let node = walk.nextNode(); node; node = walk.nextNode()) {
		const e = node.parentElement;
		if (!node.data.trim() || e.closest("script, noscript, style, symbol, [role=status], [aria-live]") || !e.checkVisibility()) continue;
		measured++;
		if (!e.closest("main, header, nav, aside, footer, dialog, [role=dialog], a.skip")) found.push(JSON.stringify(node.data.trim().slice(0, 40)) + " outside all landmarks");
	}
	return JSON.stringify({ found, measured });
})()`

// In every room each control has a name and room for a finger, each text enough contrast, on
// light and on dark ground, and a place in the page's outline: what Chromium itself knows. All
// rules of axe-core are checked, too, if it is here (docs/adr/0158).
func TestBrowserIsAccessible(t *testing.T) {
	b := browser(t)
	h := openFull(t)
	script, rules := axe()
	t.Logf("axe-core: %t", rules)
	all := rooms(h)
	for _, room := range slices.Sorted(maps.Keys(all)) {
		for _, d := range []device{desktop, {width: 390, height: 844, touch: true, dark: true}} {
			p := h.enter(b, d, room, all[room])
			checks := map[string]func() ([]string, int){"names": p.nameless}
			for what, script := range map[string]string{"contrasts": contrasts, "controls": small, "texts": outline} {
				checks[what] = func() ([]string, int) { return p.faults(script) }
			}
			for what, check := range checks {
				found, known := check()
				for _, f := range found {
					t.Errorf("%s on %d pixels: %s", room, d.width, f)
				}
				if known < 4 {
					t.Errorf("%s on %d pixels: %d %s were looked at", room, d.width, known, what)
				}
			}
			if rules {
				for _, f := range barriers(t, p, script) {
					t.Errorf("%s on %d pixels: %s", room, d.width, f)
				}
			}
			p.leave()
		}
	}
}

// The control: what lacks a name, contrast, room or a place is found, each for itself, and what
// has all is not.
func TestBrowserFindsBarriers(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/")
	p.until("document.querySelector('main') && !document.querySelector('[aria-busy]')")
	for html, want := range map[string]string{
		`<button type="button" data-css="width:40px;height:40px"></button>`: "button without a name",
		`<input type="text">`:                                "textbox without a name",
		`<select><option>a</option></select>`:                "combobox without a name",
		`<a href="#/"> </a>`:                                 "link without a name",
		`<p data-css="color:#777;background:#fff">faint</p>`: `4.48 for "faint"`,
		`<button type="button" data-css="all:unset;width:8px;height:8px">a</button><button type="button" data-css="all:unset;width:8px;height:8px">b</button>`: "8 by 8",
		`<button type="button" data-css="all:unset;width:8px;height:8px;margin:20px;color:#000">a</button>`:                                                    "",
		`<main>a second</main>`: "2 elements main",
		`<h1>a second</h1>`:     "2 headings h1",
		`<h5>a leap</h5>`:       "h5 after h3",
		`<p data-css="color:#000;opacity:0.4;background:#fff">a veil</p>`:                                            `for "a veil"`,
		`<p data-css="background:#000"><span data-css="color:#fff;background:rgba(255,255,255,0.5)">half</span></p>`: `for "half"`,
		`<p data-css="color:#949494;background:#fff;font-size:24px">large</p>`:                                       "",
		`<button type="button">a name</button>`:                                                                      "",
		`<p data-css="color:#757575;background:#fff">enough</p>`:                                                     "",
	} {
		quoted, err := json.Marshal(html)
		if err != nil {
			t.Fatal(err)
		}
		p.eval("(document.querySelector('main').insertAdjacentHTML('beforeend', '<div id=probe></div>'), document.querySelector('#probe').innerHTML = " + string(quoted) + ", document.querySelectorAll('[data-css]').forEach(e => { e.style.cssText = e.dataset.css; }), 0)") // the page's policy forbids style=
		names, _ := p.nameless()
		found := fmt.Sprint(names)
		for _, script := range []string{contrasts, small, outline} {
			more, _ := p.faults(script)
			found = fmt.Sprint(found, more)
		}
		if want == "" && found != "[][][][]" || !strings.Contains(found, want) {
			t.Errorf("%s: found %s, want %q", html, found, want)
		}
		p.eval("document.querySelector('#probe').remove()")
	}
}
