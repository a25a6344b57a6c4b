package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
)

// Setting up: a drawn array by number, an option, who plays.
func TestBrowserSetsUp(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/new?game=cetran2&more=1")
	p.until("document.querySelector('#array')")
	p.shot("setup")
	p.do(chromedp.SendKeys(chromedp.CSS("#array"), "0"))
	p.until("document.querySelector('.preview img').src.includes('array')")
	p.click("#start")
	p.until("document.querySelector('[data-square=\"a1\"]')?.getAttribute('aria-label').includes('archbishop of White')")
	p.until("document.querySelector('[data-square=\"h8\"]')?.getAttribute('aria-label').includes('sissa of Black')")
	p.quiet()
}

// Who was not trained on the game under the rules that are chosen gives his seat to
// an agent that knows it, and has it back with the rules.
func TestBrowserSeatsWhoKnowsTheRules(t *testing.T) {
	b := browser(t)
	h := open(t, Config{Players: func(g env.Game) []Player {
		all := searchers(g)
		if g.Spec().Name == "celta" {
			all = append([]Player{{ID: "champion", Title: "champion", Unit: "simulations", Usual: 50, Most: 100, Open: all[0].Open}}, all...)
		}
		return all
	}})
	p := h.visit(b, desktop, "/#/new?game=celta&more=1&second=champion@50")
	seat := func(want string) {
		t.Helper()
		p.until(fmt.Sprintf("document.querySelector('input[name=second]')?.value == %q", want))
	}
	seat("champion@50")
	p.click(".more-setup details summary")
	cap := "const f = document.querySelector('.options input'); f.value = %q; f.dispatchEvent(new Event('input', { bubbles: true }))"
	p.eval("(() => { " + fmt.Sprintf(cap, "100") + " })()")
	seat("mcts@100")
	p.until("document.querySelector('.seats').innerText.includes('champion was not trained on the game under these rules')")
	p.eval("(() => { " + fmt.Sprintf(cap, "") + " })()")
	seat("champion@50")
	p.eval("(() => { " + fmt.Sprintf(cap, "100") + " })()")
	p.until("decodeURIComponent(location.hash).includes('game=celta:cap=100')") // a reload finds the rules again
	p.eval("location.reload()")
	seat("mcts@100")
	p.until("document.querySelector('.options input')?.value == '100'")
	p.quiet()
}

// Who names no game is shown the first of the list, and the list has the headings
// that the games name.
func TestBrowserWithoutAGame(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play")
	p.until("document.title.startsWith('Juego Celta') && location.hash.includes('game=celta')")
	q := h.visit(b, desktop, "/#/new")
	q.until("document.querySelector('#variant')?.value == 'celta' && document.querySelector('#start')")
	r := h.visit(b, desktop, "/")
	r.until("document.querySelectorAll('.home h3').length == 7")
	if got := r.eval("[...document.querySelectorAll('.home h3')].map(h => h.textContent).join('; ')"); got != "The king and his besiegers; A race by jumps; Chess with new officers; Chess and its variants; Stones in a row; Draughts; Stones that enclose, flip and connect" {
		t.Errorf("the headings are %q", got)
	}
	for _, tab := range []tab{p, q, r} {
		tab.quiet()
	}
}

// The chooser says how the best judge sees the start for each side, and seats a person
// without a choice on the side that stands better; sides are changed by hand or by lot.
func TestBrowserSeatsNobodyBadly(t *testing.T) {
	b := browser(t)
	for _, test := range []struct {
		value              float32 // of the start, for First
		person, other, own string
	}{
		{-0.74, "second", "first", "13 %"},
		{0.5, "first", "second", "75 %"},
	} {
		h := open(t, Config{Players: func(env.Game) []Player {
			return []Player{{ID: "champion", Title: "the champion", Thinks: true, Open: func(int, seed.Seed) (analysis.Analyst, error) { return sure(test.value), nil }}}
		}})
		p := h.visit(b, desktop, "/#/new?game=celta")
		p.until("document.querySelectorAll('.expects').length == 2")
		if got := p.eval("document.querySelector('.expects').textContent"); got != "the champion gives this side "+test.own+" of the points" {
			t.Errorf("value %v: the chooser says %q of First", test.value, got)
		}
		seated := func(first, second string) {
			t.Helper()
			p.until(fmt.Sprintf("document.querySelector('input[name=%s]').value == 'person' && document.querySelector('input[name=%s]').value == 'champion'", first, second))
		}
		seated(test.person, test.other)
		p.shot("seats-" + test.person)
		p.click("#swap-seats")
		seated(test.other, test.person)
		p.eval("document.querySelector('input[name=lot]').click()")
		p.eval("(() => { crypto.getRandomValues = (a) => a.fill(7); })()") // the lot falls on a change
		p.click("#start")
		p.until(fmt.Sprintf("location.hash.includes('%s=person')", test.person))
		p.quiet()
	}
}
