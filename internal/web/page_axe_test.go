package web

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// axe returns the script of axe-core, which is no part of the product, or skips the
// test.
func axe(t *testing.T) string {
	t.Helper()
	path := cmp.Or(os.Getenv("AXE"), filepath.Join("node_modules", "axe-core", "axe.min.js"))
	script, err := os.ReadFile(path)
	if err != nil {
		t.Skip("wants axe-core: npm install --no-save axe-core in web, or its axe.min.js in AXE")
	}
	return string(script)
}

// Every room, light and dark, on a phone and at a desk, is one in which axe-core finds
// nothing against WCAG 2.2 AA.
func TestBrowserIsAccessible(t *testing.T) {
	b := browser(t)
	script := axe(t)
	read := 0
	h := open(t, Config{Players: ladder, Collections: func(context.Context) ([]Collection, error) {
		return []Collection{library("m", &read, time.Time{}, "a1 b1 a2 b2 a3", "a1 b1 a2 c3", "a2 b1 a1 b2 c3 b3")}, nil
	}, Runs: func() ([]Run, error) {
		return []Run{paced("first", "running", 10, time.Minute), paced("second", "stopped", 12, 2*time.Hour)}, nil
	}})
	mine, _, watch := h.duel(map[string]any{"game": "celta", "moves": []string{}, "side": "first", "minutes": 5})
	rooms := map[string]string{ // what is done there first
		"/": "", "/#/new?game=cetran2": "", "/#/play?game=celta&moves=d5c5&paused=1": "document.querySelector('#more').click()",
		"/#/edit?game=cetro": "", "/#/play?game=celta&moves=d5c5_(d5e5_(d5f5)_a4a5)_a4a5&line=4&note=" + url.QueryEscape("2:!? worth a look"): "",
		"/#/play?game=connect4&moves=4_4":   "document.querySelector('#tab-think').click() || document.querySelector('.glance input').click()",
		"/#/play?game=cetro":                "dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))",
		"/#/training?run=first&with=second": "", "/#/results": "",
		"/#/play?link=" + mine: "", "/#/play?link=" + watch: "",
		"/#/play?game=tictactoe&clock=3%2B2&moves=a1_b1": "document.querySelector('#tab-openings').click()",
		"/#/play?game=celta":                             "document.querySelector('#tab-text').click()",
	}
	for room, first := range rooms {
		for _, d := range []device{desktop, {width: 390, height: 844, touch: true, dark: true}} {
			p := h.visit(b, d, room)
			p.until("document.querySelector('main') && !document.querySelector('[aria-busy]')")
			if first != "" {
				p.eval("(() => { " + first + "; return 0; })()")
			}
			p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
				_, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: script})
				return err
			}))
			var faults []struct {
				ID, Help string
				Nodes    []struct{ HTML string }
			}
			p.eval("(axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(r => { window.found = JSON.stringify(r.violations); }), 0)")
			p.until("window.found")
			if err := json.Unmarshal([]byte(p.eval("window.found")), &faults); err != nil {
				t.Fatal(err)
			}
			for _, f := range faults {
				var where []string
				for _, n := range f.Nodes[:min(3, len(f.Nodes))] {
					where = append(where, n.HTML)
				}
				t.Errorf("%s on %d pixels: %s (%s)\n%s", room, d.width, f.Help, f.ID, strings.Join(where, "\n"))
			}
			p.leave()
		}
	}
}
