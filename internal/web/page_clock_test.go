package web

import (
	"context"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
)

// waiting plays the first legal move of the position when it is allowed to.
type waiting chan struct{}

func (c waiting) Analyse(ctx context.Context, s env.State, _ analysis.Limits, _ func(analysis.Report)) (analysis.Report, error) {
	select {
	case <-c:
	case <-ctx.Done():
		return analysis.Report{}, ctx.Err()
	}
	return firstMove{}.Analyse(ctx, s, analysis.Limits{}, nil)
}

// openWaiting opens a house with a player called waiting, and returns what allows him a move.
func openWaiting(t *testing.T) (house, func()) {
	turn := make(waiting)
	h := open(t, Config{Players: func(env.Game) []Player {
		return []Player{{ID: "waiting", Title: "waiting", Open: func(int, seed.Seed) (analysis.Analyst, error) { return turn, nil }}}
	}})
	return h, func() {
		select {
		case turn <- struct{}{}:
		case <-t.Context().Done():
		}
	}
}

const clocks = "[...document.querySelectorAll('.clock')].map(c => c.textContent).join(' ')"

// The page's clock starts when both have moved, adds the increment, and ends the game
// when it runs out, with its reason in the record.
func TestBrowserClock(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/new?game=celta")
	p.until("document.querySelector('[name=minutes]')")
	p.eval("(() => { document.querySelector('[name=minutes]').value = '3'; document.querySelector('[name=increment]').value = '30'; for (const s of document.querySelectorAll('[data-seat]')) { s.value = 'person'; s.dispatchEvent(new Event('change', { bubbles: true })); } return 0; })()")
	p.click("#start")
	p.until(clocks + " == '3:00 3:00'")
	p.move("d5c5", 1, p.press)
	p.move("a4a5", 2, p.press)
	p.until("document.querySelectorAll('.clock.running').length == 1")
	p.move("c5b5", 3, p.press)
	p.until("location.hash.includes('clock=3%2B30') && /left=2[01]\\d\\.\\d_180\\.0/.test(location.hash)")
	p.shot("clock")
	p.do(chromedp.Reload())
	p.until("/^2:5\\d 3:\\d\\d$|^3:00 3:\\d\\d$/.test(" + clocks + ")")

	q := h.visit(b, desktop, "/#/play?game=celta&moves=d5c5_a4a5&clock=1%2B0&left=0.4_60")
	q.until(firstLine + ` == "Attackers win: king's side ran out of time."`)
	q.click("#tab-text")
	q.until(`document.querySelector('#export').value.includes("[Ending \"king's side ran out of time\"]") && document.querySelector('#export').value.includes('[Result "second wins"]')`)
	q.do(chromedp.Reload())
	q.until(firstLine + ` == "Attackers win: king's side ran out of time."`)
	q.shot("flag")
	for _, p := range []tab{p, q} {
		p.quiet()
	}
}

// The server's clock ends a game by link for all who see it.
func TestBrowserClockByLink(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	mine, theirs, watch := h.linked(b, "celta", phone, "document.querySelector('[name=minutes]').value = '1'")
	mine.press("d5")
	mine.press("c5")
	theirs.until("document.querySelector('.last')")
	theirs.until("!document.querySelector('.clock.running')")
	theirs.press("a4")
	theirs.press("a5")
	for _, p := range []tab{mine, theirs, watch} {
		p.until("document.querySelector('.clock.running')?.textContent.startsWith('0:5')")
		p.quiet()
	}
	mine.shot("clock-phone")
}

// A move that is chosen before its turn is made at once if it is legal then; a press,
// or Escape, takes it back.
func TestBrowserPremove(t *testing.T) {
	b := browser(t)
	h, allow := openWaiting(t)
	p := h.visit(b, desktop, "/#/play?game=celta&second=waiting")
	p.until("document.querySelector('.board .cell')")
	planned := func(n string) {
		t.Helper()
		p.until("document.querySelectorAll('.planned').length == " + n)
	}
	p.press("d5")
	p.press("c5")
	p.until("document.querySelector('.busy')?.textContent || document.querySelectorAll('.move').length == 1")
	p.until("document.querySelector('.board.planning')")
	for _, undo := range []func(){
		func() { p.press("b2") },
		func() { x, y := p.middle("b2"); p.do(chromedp.MouseClickXY(x, y, chromedp.ButtonRight)) },
		func() { p.do(chromedp.KeyEvent(kb.Escape)) },
	} {
		p.press("c5")
		p.press("b5")
		planned("2")
		undo()
		planned("0")
	}
	p.drag("c5", "b5")
	planned("2")
	p.shot("premove")
	allow()
	p.until("document.querySelectorAll('.move').length == 3")
	planned("0")
	p.press("d3") // no man can go there next
	p.press("a1")
	planned("2")
	allow()
	p.until("document.querySelector('.status').innerText.includes('not legal now')")
	p.quiet()

	q := h.visit(b, phone, "/#/play?game=connect4&second=waiting")
	q.until("document.querySelector('.board .cell')")
	q.tap("4")
	q.until("document.querySelector('.board.planning')")
	q.tap("2")
	q.until("document.querySelectorAll('.planned').length == 1")
	q.shot("premove-phone")
	allow()
	q.until("document.querySelectorAll('.move').length == 3")
	q.quiet()
}

// Sounds are off until they are switched on, and the page remembers that.
func TestBrowserSound(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?game=tictactoe&moves=a1_b1_a2")
	heard := func(name, times string) {
		t.Helper()
		p.until("performance.getEntriesByName('sound-" + name + "').length == " + times)
	}
	p.until("document.querySelector('.board .cell')")
	p.move("b2", 4, p.press)
	heard("move", "0")
	p.click("#more")
	p.shot("menu")
	p.click("#sound")
	heard("move", "1") // to hear what it is like
	p.do(chromedp.Reload())
	p.until("document.querySelector('.board .cell')")
	p.move("a3", 5, p.press)
	heard("end", "1")
	p.quiet()
}
