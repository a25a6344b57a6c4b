package web

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// axe returns the script of axe-core, which is no part of the product; ok is false if it is
// not here.
func axe() (script string, ok bool) {
	text, err := os.ReadFile(cmp.Or(os.Getenv("AXE"), filepath.Join("node_modules", "axe-core", "axe.min.js")))
	return string(text), err == nil
}

// barrier is a finding of axe-core.
type barrier struct {
	ID, Help string
	Nodes    []struct{ HTML string }
}

func (b barrier) String() string {
	var where []string
	for _, n := range b.Nodes[:min(3, len(b.Nodes))] {
		where = append(where, n.HTML)
	}
	return fmt.Sprintf("%s (%s)\n%s", b.Help, b.ID, strings.Join(where, "\n"))
}

// barriers returns what axe-core finds on a page against WCAG 2.2 AA and its own advice.
func barriers(t *testing.T, p tab, script string) (found []barrier) {
	t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: script})
		return err
	}))
	p.eval("(axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(r => { window.found = JSON.stringify(r.violations); }), 0)")
	p.until("window.found")
	if err := json.Unmarshal([]byte(p.eval("window.found")), &found); err != nil {
		t.Fatal(err)
	}
	return found
}

// The control: barriers put into a page are found, each by its rule, so that nothing of
// what is asked is filtered away.
func TestBrowserBarriersAreNoticed(t *testing.T) {
	b := browser(t)
	script, ok := axe()
	if !ok {
		t.Skip("wants axe-core: npm install --no-save axe-core in internal/web, or its axe.min.js in AXE")
	}
	h := open(t, Config{})
	for rule, html := range map[string]string{
		"image-alt":      `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="40" height="40">`,
		"button-name":    `<button type="button" data-css="width:40px;height:40px"></button>`,
		"label":          `<input type="text">`,
		"color-contrast": `<p data-css="color:#999;background:#aaa">hard to read</p>`,
		"empty-heading":  `<h2></h2>`,
		"target-size":    `<div><button type="button" data-css="all:unset;display:inline-block;width:8px;height:8px">a</button><button type="button" data-css="all:unset;display:inline-block;width:8px;height:8px">b</button></div>`,
	} {
		p := h.visit(b, desktop, "/")
		p.until("document.querySelector('main') && !document.querySelector('[aria-busy]')")
		quoted, err := json.Marshal(html)
		if err != nil {
			t.Fatal(err)
		}
		p.eval("(document.querySelector('main').insertAdjacentHTML('beforeend', " + string(quoted) + "), document.querySelectorAll('[data-css]').forEach(e => { e.style.cssText = e.dataset.css; }), 0)") // the page's policy forbids style=
		if found := barriers(t, p, script); !slices.ContainsFunc(found, func(f barrier) bool { return f.ID == rule }) {
			t.Errorf("axe-core finds %v, want %s for %s", found, rule, html)
		}
		p.leave()
	}
}
