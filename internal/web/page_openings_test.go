package web

import (
	"context"
	"testing"
	"time"
)

// The openings of a collection are shown for the position on the board, and a click
// plays a move; another collection can be chosen.
func TestBrowserOpenings(t *testing.T) {
	b := browser(t)
	read := 0
	h := open(t, Config{Collections: func(context.Context) ([]Collection, error) {
		return []Collection{
			library("greedy against random", &read, time.Time{}, "a1 b1 a2 b2 a3", "a1 b1 a2 c3", "a2 b1 a1 b2 c3 b3", "b2"),
			library("another", &read, time.Time{}, "c3 a1"),
		}, nil
	}})
	for _, d := range []device{desktop, {width: 390, height: 844, touch: true, dark: true}} {
		p := h.visit(b, d, "/#/play?game=tictactoe")
		p.until("document.querySelector('.board .cell')")
		p.click("#tab-openings")
		p.until("document.querySelector('#counted')?.textContent == '4 of 4 games continued from here.'")
		p.until("[...document.querySelectorAll('.outcomes')].map(o => o.getAttribute('aria-label')).join('; ') == 'won by crosses 50 %, cut off 50 %; won by noughts 100 %; cut off 100 %'")
		p.shot(map[bool]string{true: "openings-phone", false: "openings"}[d.touch])
		p.click("[data-explored=a1]")
		p.until("document.querySelector('#counted')?.textContent == '2 of 4 games continued from here.' && location.hash.includes('moves=a1')")
		p.eval("(() => { const s = document.querySelector('#collection'); s.value = 'match:another'; s.dispatchEvent(new Event('change', { bubbles: true })); return 0; })()")
		p.until("document.querySelector('#counted')?.textContent == 'None of 1 games continued from here.'")
		p.eval("(() => { const s = document.querySelector('#collection'); s.value = 'match:greedy against random'; s.dispatchEvent(new Event('change', { bubbles: true })); return 0; })()")
		p.until("document.querySelector('#counted')?.textContent.startsWith('2 of 4')")
		p.quiet()
		p.leave()
	}
}
