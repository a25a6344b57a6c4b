package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Screens that people have, upright and on their side, the smallest first.
var screens = []device{
	{width: 320, height: 568, touch: true}, {width: 375, height: 667, touch: true}, {width: 390, height: 844, touch: true}, {width: 412, height: 915, touch: true, dark: true},
	{width: 568, height: 320, touch: true}, {width: 844, height: 390, touch: true}, {width: 932, height: 430, touch: true, dark: true},
	{width: 768, height: 1024, touch: true}, {width: 1024, height: 768, touch: true}, {width: 1024, height: 1366, touch: true},
	{width: 1024, height: 600}, {width: 1280, height: 720}, {width: 1366, height: 768}, {width: 1280, height: 900, dark: true}, {width: 1920, height: 1080}, {width: 2560, height: 1440, dark: true},
}

// No room scrolls sideways, from small phones to large screens.
func TestBrowserScrollsNowhereSideways(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	mine, _, _ := h.duel(map[string]any{"game": "celta", "moves": []string{}, "side": "first", "minutes": 5, "increment": 3})
	rooms := []string{"/", "/#/new?game=cetran2", "/#/play?game=cetro", "/#/edit?game=cetran2", "/#/learn?game=cetro", "/#/play?game=celta&moves=d5c5_(d5e5_(d5f5)_a4a5)_a4a5&line=4", "/#/play?game=cetran2&clock=60%2B30", "/#/play?link=" + mine, "/#/training", "/#/results"}
	for _, room := range rooms {
		p := h.visit(b, phone, room)
		p.until("document.querySelector('main') && !document.querySelector('main[aria-busy]')")
		for _, d := range []device{phone, {width: 320, height: 568, touch: true}, {width: 844, height: 390, touch: true}, {width: 768, height: 1024}, {width: 1280, height: 720}, {width: 2560, height: 1440}} {
			p.hold(d)
			if wide := p.wide(); wide > d.width {
				t.Errorf("%s on %d by %d is %d pixels wide", room, d.width, d.height, wide)
			}
			p.shot(fmt.Sprintf("fit-%dx%d%s", d.width, d.height, strings.NewReplacer("/", "-", "#", "", "?", "-", "=", "-").Replace(room)))
			p.eval("document.querySelector('main').style.paddingLeft = '100vw'")
			if wide := p.wide(); wide <= d.width {
				t.Errorf("%s on %d by %d: what is too wide is not noticed", room, d.width, d.height)
			}
			p.eval("document.querySelector('main').style.paddingLeft = ''")
		}
		p.quiet()
		p.leave()
	}
}

// wide returns the width of all that the page shows, scrolled to or not, once it is drawn.
func (p tab) wide() int64 {
	p.Helper()
	const drawn = "new Promise(tell => requestAnimationFrame(() => requestAnimationFrame(() => tell(document.documentElement.scrollWidth))))"
	pixels, err := chromedp.Run(p.ctx, chromedp.Evaluate[int64](drawn, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatal(err)
	}
	return pixels
}

// leastBoard is the least share that the board takes of the height below the page's header,
// or else of the screen's width.
const leastBoard = 0.8

// boardsShare is the script that measures it. Screens are measured by the device: a
// phone's innerWidth grows with what lies beside the screen.
func boardsShare(d device) string {
	return fmt.Sprintf("(() => { const b = document.querySelector('.board').getBoundingClientRect(), top = document.querySelector('.top').getBoundingClientRect().bottom; return Math.max(b.height / (%d - top), b.width / %d); })()", d.height, d.width)
}

// share reads what the script printed.
func share(t *testing.T, text string) (share float64) {
	t.Helper()
	if _, err := fmt.Sscan(text, &share); err != nil {
		t.Fatalf("the board's share is %q: %v", text, err)
	}
	return share
}

// onScreen is the script that says which edges of an element (top, left, bottom,
// right) lie on the screen.
func onScreen(css string, d device) string {
	return fmt.Sprintf("(() => { const b = document.querySelector(%q).getBoundingClientRect(); return [b.top >= 0, b.left >= 0, b.bottom <= %d, b.right <= %d].join(); })()", css, d.height+1, d.width+1)
}

// isOnScreen holds that the whole element lies on the screen, takes its picture and
// leaves the page. The control: after the script breaking it is not seen whole.
func (p tab) isOnScreen(t *testing.T, d device, css, picture, breaking string) {
	t.Helper()
	const whole = "true,true,true,true"
	if seen := p.eval(onScreen(css, d)); seen != whole {
		t.Errorf("%d by %d: %s is seen (top, left, bottom, right) %s", d.width, d.height, css, seen)
	}
	p.shot(fmt.Sprintf("%s-%d", picture, d.width))
	p.eval(breaking)
	if seen := p.eval(onScreen(css, d)); seen == whole {
		t.Errorf("%d by %d: %s off the screen is not noticed", d.width, d.height, css)
	}
	p.quiet()
	p.leave()
}

// The whole board is seen at once on every screen, as large as fits; from phones
// upright on, what an agent thinks of it is seen with it.
func TestBrowserFitsTheScreen(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	for _, game := range []string{"celta", "connect4"} {
		for i, d := range screens {
			if game != "celta" && i%4 > 0 {
				continue // a board that is not a square, on some
			}
			p := h.visit(b, d, "/#/play?game="+game+"&second=mcts@60&dice=1")
			p.until("document.querySelector('.board .cell')")
			narrow := p.eval("getComputedStyle(document.querySelector('.glance')).display != 'none'") == "true"
			where := ".moves-table"
			if narrow {
				where = ".best-moves"
				p.eval("document.querySelector('.glance input').click()")
			} else {
				p.click("#tab-think")
				p.click("#think")
			}
			p.until("document.querySelectorAll('" + where + " button').length >= 2")
			seen := func(css string) string { return p.eval(onScreen(css, d)) }
			p.shot(fmt.Sprintf("play-%s-%dx%d", game, d.width, d.height))
			const whole = "true,true,true,true"
			if got := seen(".board"); got != whole {
				t.Errorf("%s on %d by %d: the board is seen (top, left, bottom, right) %s", game, d.width, d.height, got)
			}
			if got := seen(where + " button"); got != whole {
				t.Errorf("%s on %d by %d: the best move is seen (top, left, bottom, right) %s", game, d.width, d.height, got)
			}
			if share := share(t, p.eval(boardsShare(d))); share < leastBoard {
				t.Errorf("%s on %d by %d: the board takes %.0f %% of the free height or the width, want %.0f at least", game, d.width, d.height, 100*share, 100*leastBoard)
			}
			p.quiet()
			// The control: half a board is noticed, and one that is pushed off the
			// screen. Each is moved and measured in one script, since the page draws
			// its board anew when an agent answers.
			with := func(transform, measure string) string {
				return p.eval("(() => { const s = document.querySelector('.board').style; s.transition = 'none'; s.transform = '" + transform + "'; return " + measure + "; })()")
			}
			if share := share(t, with("scale(0.5)", boardsShare(d))); share >= leastBoard {
				t.Errorf("%s on %d by %d: half the board takes %.0f %%, and it is not noticed", game, d.width, d.height, 100*share)
			}
			if got := with("translateX(100vw)", onScreen(".board", d)); got == whole {
				t.Errorf("%s on %d by %d: a board off the screen is not noticed", game, d.width, d.height)
			}
			p.leave()
		}
	}
}
