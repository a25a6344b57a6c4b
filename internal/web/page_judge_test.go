package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

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
	p.until("document.querySelectorAll('.accuracy').length == 2 && /accuracy \\d+\\.\\d %/.test(document.querySelector('.accuracy').textContent)")
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

// The loser of a game hears what each mistake gave away of what was left, and why, and may
// try the position before it again: the next move there is judged, not played.
func TestBrowserCoaches(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	// Second answers the pair with a stone in a corner, and loses at once.
	p := h.visit(b, desktop, "/#/play?game=connect4&moves=4_4_5_1_6_1_7&dice=1")
	p.played(7)
	p.click("#tab-course")
	p.click("#survey")
	slips := "document.querySelector('.course').innerText"
	p.until("document.querySelectorAll('.accuracy').length == 2")
	p.until(slips + ".includes('Now the other side can force a win') && " + slips + ".includes('% that were left')")
	p.shot("coach")
	p.click(".retry[data-ply='4']")
	p.until("document.querySelector('.status').innerText.includes('Find a better move than 1.')")
	drop := func(column string) {
		t.Helper()
		p.until("!document.querySelector('.status').innerText.includes('being judged')")
		p.click("#type")
		p.do(chromedp.KeyEvent(column + kb.Enter))
	}
	drop("1")
	p.until("document.querySelector('.status').innerText.includes('That was the move of the game')")
	drop("2")
	p.until("document.querySelector('.status').innerText.includes('Try another move')")
	drop("3")
	p.until("document.querySelector('.status').innerText.includes('is right')")
	p.shot("coach-retried")
	if got := p.eval("new URLSearchParams(location.hash.split('?')[1]).get('moves')"); got != "4_4_5_1_6_1_7" {
		t.Errorf("the tries were played: %s", got)
	}
	drop("7") // the try is over: this move is a variation
	p.until("new URLSearchParams(location.hash.split('?')[1]).get('moves').includes('(')")
	p.quiet()
}
