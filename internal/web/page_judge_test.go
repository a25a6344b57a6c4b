package web

import (
	"strings"
	"testing"

	"ludens/env"
)

// Who judges a whole game can be chosen, the choice is kept, and the page says who it is
// after how much training, of what is judged and of what will be.
func TestBrowserChoosesTheJudge(t *testing.T) {
	b := browser(t)
	h := open(t, Config{Players: func(g env.Game) []Player {
		all := searchers(g)
		other := all[0]
		other.ID, other.Title, other.Note = "run:mine", "run mine", "its newest checkpoint, iteration 3 of 9"
		return append(all, other)
	}})
	p := h.visit(b, desktop, "/#/play?game=connect4&moves=4_1_4_1&paused=1")
	p.played(4)
	p.click("#tab-course")
	judged := "document.querySelector('#judged').textContent"
	judge := func(want string) {
		t.Helper()
		p.click("#survey")
		p.until(judged + ".startsWith('Judged by " + want + "') && document.querySelector('#survey').textContent.includes('Judge')")
	}
	if got := p.eval(judged); !strings.HasPrefix(got, "The judge: ") {
		t.Errorf("before anything is judged it says %q", got)
	}
	judge("")
	p.until("/move lost|lost \\d|at the start the expected score of/.test(document.querySelector('.slips').textContent)")
	p.eval("(() => { const s = document.querySelector('#judge'); s.value = 'run:mine'; s.dispatchEvent(new Event('change', { bubbles: true })); })()")
	mine := "run mine, its newest checkpoint, iteration 3 of 9, 100 simulations a position"
	p.until(judged + ".endsWith('Now chosen: " + mine + ".')")
	judge(mine)
	p.shot("judge")
	p.eval("location.reload()")
	p.played(4)
	p.click("#tab-course")
	p.until(judged + " == 'The judge: " + mine + ".' && document.querySelector('#judge').value == 'run:mine'")
	p.quiet()
}
