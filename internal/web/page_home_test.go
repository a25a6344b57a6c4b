package web

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
)

// offered are two games that the home page offers: in celta Second stands better.
func offered() map[string]Offer {
	levels := ladder(nil)[1:]
	return map[string]Offer{"celta": {First: 0.13, Levels: levels}, "tictactoe": {First: 0.6, Levels: levels}, "nothing": {First: 0.5, Levels: levels}}
}

// One click on the home page begins a game, on the side that stands better and against an easy
// level; the page says whose turn it is and what the side wants, and offers to continue
// until the game is over.
func TestBrowserStartsWithOneClick(t *testing.T) {
	b := browser(t)
	h := open(t, Config{Players: ladder, Offers: offered})
	for _, d := range []device{{width: 1280, height: 800}, {width: 844, height: 390, touch: true}, {width: 390, height: 844, touch: true}, {width: 320, height: 568, touch: true}} {
		p := h.visit(b, d, "/")
		p.eval("localStorage.clear() || location.reload()")
		p.until("document.querySelectorAll('.lobby .go').length == 2 && !document.querySelector('#continue')")
		p.shot(fmt.Sprintf("home-%d", d.width))
		if seen := p.eval(onScreen("[data-game=celta]", d)); seen != "true,true,true,true" {
			t.Errorf("%d by %d: the first game is seen (top, left, bottom, right) %s", d.width, d.height, seen)
		}
		if says := p.eval("document.querySelector('[data-game=celta]').innerText.replace(/\\s+/g, ' ').trim()"); says != "Juego Celta You play attackers, against level 1: lets you win" {
			t.Errorf("the offer says %q", says)
		}
		p.click("[data-game=celta]")
		p.until("location.hash.includes('first=level:1&second=person') && document.querySelector('.first-line')?.textContent == 'Your turn: attackers to move.'")
		if seen := p.eval(onScreen(".wish", d)); seen != "true,true,true,true" {
			t.Errorf("%d by %d: the goal is seen (top, left, bottom, right) %s", d.width, d.height, seen)
		}
		if says := p.eval("document.querySelector('.wish').textContent"); says != "Goal: The attackers win when they capture the king." {
			t.Errorf("the goal is %q", says)
		}
		p.eval("location.hash = '#/'")
		p.until("document.querySelector('#continue')?.innerText.includes('Continue Juego Celta')")
		p.click("#continue")
		p.played(1)
		p.quiet()
		p.leave()
	}
	p := h.visit(b, desktop, "/")
	p.click("[data-game=tictactoe]") // an own game, which Crosses begin
	p.until("location.hash.includes('first=person&second=level:1') && document.querySelector('.board .cell')")
	p.eval("location.hash = location.hash + '&moves=a1_b1_a2_b2'")
	p.until("document.querySelectorAll('.move').length == 4")
	p.eval("location.hash = '#/'")
	p.until("document.querySelector('#continue')?.innerText.includes('4 moves')")
	p.click("#continue")
	p.played(4)
	p.press("a3")
	p.until("document.querySelector('.status.over')")
	p.eval("location.hash = '#/'")
	p.until("document.querySelector('.lobby')")
	if p.eval("!!document.querySelector('#continue')") == "true" {
		t.Error("a game that is over is offered to continue")
	}
	p.quiet()
}

// Every game says in a sentence what each side wants: what the cards say of the goal.
func TestEveryGameSaysWhatASideWants(t *testing.T) {
	n := 0
	for _, e := range append(games.List(), games.Gallery()...) {
		g, err := games.Make(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		n++
		for side, says := range wishes(g, env.Dress{}) {
			if len(says) < 10 || len(says) > longestWish || !strings.HasSuffix(says, ".") {
				t.Errorf("%s: %s wants %q", e.Name, g.Spec().Roles[side], says)
			}
		}
		if dress, ok := env.DressOf(g); ok && e.Name == "celta" && wishes(g, dress)[0] == wishes(g, dress)[1] {
			t.Errorf("celta in the names of its source: both sides want %q", wishes(g, dress)[0])
		}
	}
	if n < 80 {
		t.Errorf("%d games", n)
	}
	if says := wish(env.Book{Chapters: []env.Chapter{{Title: "Play", Paragraphs: []string{"None."}}}}, "white"); says != "" {
		t.Errorf("without a goal: %q", says)
	}
}

// homeBudget is how many bytes the home page may transfer, headers included.
const homeBudget = 120_000

// weight is the script that measures what a page has transferred.
const weight = "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).reduce((sum, e) => sum + e.transferSize, 0)"

// The home page stays within its budget at all widths, pictures included; what is fetched
// beside it is noticed.
func TestBrowserHomeIsLight(t *testing.T) {
	h := open(t, Config{Players: ladder, Offers: offered})
	for _, d := range []device{{width: 320, height: 568, touch: true}, {width: 390, height: 844, touch: true}, {width: 1280, height: 800}, {width: 2560, height: 1440}} {
		p := h.visit(browser(t), d, "/") // a profile without a cache
		p.until("document.readyState == 'complete' && document.querySelector('.lobby') && [...document.querySelectorAll('.lobby img')].every(i => i.complete)")
		bytes, err := strconv.Atoi(p.eval(weight))
		if err != nil || bytes < 10_000 || bytes > homeBudget {
			t.Errorf("%d by %d: the home page transfers %d bytes (%v), want at most %d", d.width, d.height, bytes, err, homeBudget)
		}
		t.Logf("%d by %d: %d bytes", d.width, d.height, bytes)
		p.eval("(async () => { for (let i = 0; i < 9; i++) await (await fetch('/assets/vendor/uplot.mjs?' + i, { cache: 'no-store' })).text(); })()")
		p.until(fmt.Sprintf("%s > %d", weight, homeBudget))
		p.quiet()
		p.leave()
	}
}

// stands is the score of layout shifts of a page that stands still: the share of the screen that
// moves, by the share of its height that it moves (Web Vitals, CLS). A picture that pushes the
// list down has 0.03.
const stands = 0.01

// What the home page gets later, the puzzle of the day, moves nothing that a visitor may be
// about to press. A block that is put above it is noticed.
func TestBrowserHomeStandsStill(t *testing.T) {
	h := open(t, Config{Players: ladder, Offers: offered})
	b := browser(t)
	for _, d := range []device{{width: 390, height: 1180, touch: true}, {width: 820, height: 1180, touch: true}, {width: 1280, height: 800}} {
		p := h.visit(b, d, "/")
		p.until("document.querySelector('#puzzle img')?.complete")
		p.eval(`(() => { window.moved = 0; const watch = new PerformanceObserver(l => l.getEntries().forEach(e => window.moved += e.value));
			watch.observe({ type: "layout-shift", buffered: true }); setTimeout(() => window.watched = true, 100); })()`)
		p.until("window.watched")
		if moved, err := strconv.ParseFloat(p.eval("window.moved"), 64); err != nil || moved > stands {
			t.Errorf("%d by %d: the page moves by %v (%v), want at most %v", d.width, d.height, moved, err, stands)
		}
		p.eval("document.querySelector('h1').style.marginTop = '200px'")
		p.until(fmt.Sprintf("window.moved > %v", stands))
		p.leave()
	}
}

// Start is on the screen as soon as the form is there.
func TestBrowserStartIsOnTheScreen(t *testing.T) {
	b := browser(t)
	h := open(t, Config{Players: ladder})
	for _, d := range []device{{width: 1280, height: 800}, {width: 844, height: 390, touch: true}, {width: 390, height: 844, touch: true}, {width: 320, height: 568, touch: true}} {
		p := h.visit(b, d, "/#/new?game=cetran2&more=1")
		p.until("document.querySelector('#start') && document.querySelector('#array')")
		p.isOnScreen(t, d, "#start", "start", "document.querySelector('.begin').style.position = 'static'")
	}
}

// No tab is cut off, from the smallest phone to a desktop.
func TestBrowserCutsNoTab(t *testing.T) {
	b := browser(t)
	h := open(t, Config{Players: ladder})
	p := h.visit(b, desktop, "/#/play?game=celta")
	p.until("document.querySelector('.tabs')")
	const cut = `[...document.querySelectorAll('.tabs button')].filter(t => { const a = t.getBoundingClientRect(), b = document.querySelector('.tabs').getBoundingClientRect(); return a.left < b.left - 1 || a.right > Math.min(b.right, %d) + 1 || a.bottom > b.bottom + 1 || t.scrollWidth > t.clientWidth; }).length`
	for _, width := range []int64{320, 360, 390, 412, 768, 820, 900, 1000, 1024, 1080, 1112, 1180, 1280} {
		p.hold(device{width: width, height: 800, touch: width < 1200})
		if n := p.eval(fmt.Sprintf(cut, width)); n != "0" {
			t.Errorf("%d wide: %s tabs are cut off", width, n)
		}
		p.eval("document.querySelector('.tabs').style.cssText = 'flex-wrap: nowrap; overflow: hidden; max-width: 300px'")
		if n := p.eval(fmt.Sprintf(cut, width)); n == "0" {
			t.Errorf("%d wide: a tab that is cut off is not noticed", width)
		}
		p.eval("document.querySelector('.tabs').style.cssText = ''")
	}
	p.quiet()
}

// The menu of what is rarely done opens on the screen, wherever its button stands.
func TestBrowserMenuIsOnTheScreen(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	for _, d := range []device{{width: 1280, height: 720}, {width: 1024, height: 768, touch: true}, {width: 1920, height: 1080}, {width: 820, height: 1180, touch: true}, {width: 844, height: 390, touch: true}} {
		p := h.visit(b, d, "/#/play?game=celta")
		p.click("#more")
		p.until("document.querySelector('.menu')")
		p.isOnScreen(t, d, ".menu", "menu", "(() => { const s = document.querySelector('.menu').style; s.bottom = 'auto'; s.top = '-2000px'; })()")
	}
}
