package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// After three games against levels the page offers the one that is a fair game, by who
// was beaten, and remembers them. A game that is only looked at again does not count.
func TestBrowserOffersAFairGame(t *testing.T) {
	b := browser(t)
	h := open(t, Config{Players: ladder})
	p := h.visit(b, desktop, "/")
	fair := "(document.querySelector('#fair')?.textContent ?? '').replace(/\\s+/g, ' ')"
	win := func(dice int, level string) {
		t.Helper()
		p.eval(fmt.Sprintf("location.hash = '#/play?game=connect4&first=person&second=%s&dice=%d&moves=4_1_4_1_4_1'", level, dice))
		p.until(fmt.Sprintf("location.hash.includes('dice=%d') && document.querySelector('.status') && !document.querySelector('.status.over') && document.querySelector('#type:not(:disabled)')", dice))
		p.do(chromedp.SendKeys(chromedp.CSS("#type"), "4\n"))
		p.until("document.querySelector('.status.over')")
	}
	win(1, "level:1")
	p.until(fair + " == 'After 2 more games against levels, a fair game for you is known.'")
	p.eval("location.reload()")
	p.until("document.querySelector('.status.over')")
	p.until(fair + ".includes('2 more games')")
	win(2, "level:1")
	p.until(fair + ".includes('1 more game against')")
	win(3, "level:2")
	p.until(fair + ".includes('level 3: plays its best')") // who has only won meets the strongest
	if got := p.eval(fair); !strings.Contains(got, "by 3 games") {
		t.Errorf("it says %q", got)
	}
	p.shot("fair")
	p.click("#fair a")
	p.until("location.hash.includes('second=level:3') && location.hash.includes('first=person') && document.querySelector('.status:not(.over)')")
	p.eval("location.hash = '#/new?game=connect4'")
	p.until(fair + ".includes('level 3') && document.querySelector('input[name=second]')?.value == 'level:3'")
	p.eval("location.hash = '#/new?game=celta'") // another game knows nothing yet
	p.until("document.querySelector('#variant')?.value == 'celta' && document.querySelector('.seats')")
	if got := p.eval(fair); got != "" {
		t.Errorf("of a game that was not played it says %q", got)
	}
	// The numbers: a rating from won, drawn and lost games, and what is expected of it.
	for points, want := range map[string]string{"0.5, 0.5, 0.5": "50", "1, 0, 1, 0": "50", "1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0": "74"} {
		p.eval(`void import('/assets/rating.js').then((m) => {
			const levels = [0, 300, 600].map((elo, i) => ({ id: 'l' + i, elo }));
			const mine = m.rating([` + points + `].map((points) => ({ level: 'l1', points })), levels);
			window.rated = '` + points + ` ' + Math.round(100 * m.expected(mine, 300));
		})`)
		p.until("window.rated == '" + points + " " + want + "'")
	}
	p.quiet()
}
