package web

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
)

const firstLine = "document.querySelector('.status .first-line')?.textContent"

// A person resigns; the address keeps it; undo opens the game again. Two people
// agree to a draw, or not. A rematch changes sides.
func TestBrowserEndsByAgreement(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?game=celta&moves=d5c5&second=first&paused=1")
	p.until("document.querySelector('.board .cell')")
	p.click("#more")
	p.shot("more")
	p.click("#resign")
	p.click("#resign-no")
	p.until(firstLine + ".includes('to move') && !document.querySelector('#resign-yes')")
	p.click("#more")
	p.click("#resign")
	p.click("#resign-yes")
	p.until(firstLine + ` == "Attackers win: king's side resigned."`)
	p.do(chromedp.Reload())
	p.until(firstLine + ` == "Attackers win: king's side resigned."`)
	p.click("#tab-text")
	p.until(`document.querySelector('#export').value.includes("[Ending \"king's side resigned\"]")`)
	p.click("#undo")
	p.until(firstLine + ".includes('to move')")
	p.click("#more")
	p.click("#resign")
	p.click("#resign-yes")
	p.click("#again")
	p.until("document.querySelector('.strip .who')?.textContent == 'the first move' && location.hash.includes('first=first&second=person')")
	p.played(1) // the first move is the agent's now
	p.quiet()

	q := h.visit(b, desktop, "/#/play?game=celta&moves=d5c5")
	q.until("document.querySelector('.board .cell')")
	q.click("#more")
	q.click("#offer")
	q.until("document.querySelector('.status').innerText.includes('Attackers offer a draw')")
	q.click("#agree")
	q.until(firstLine + " == 'Drawn: by agreement.'")
	q.do(chromedp.Reload())
	q.until(firstLine + " == 'Drawn: by agreement.'")
	q.quiet()
}

// An agent agrees to a draw where it expects no more than half a point, and says
// what it expects where it declines.
func TestBrowserOffersAnAgentADraw(t *testing.T) {
	b := browser(t)
	for _, test := range []struct {
		value float32 // for the side to move
		want  string
	}{
		{0.5, firstLine + " == 'Drawn: by agreement.'"},
		{-0.5, "document.querySelector('.status').innerText.includes('declines: it expects 75 % of the points')"},
	} {
		h := open(t, Config{Players: func(env.Game) []Player {
			return []Player{{ID: "sure", Title: "sure", Thinks: true, Open: func(int, seed.Seed) (analysis.Analyst, error) { return sure(test.value), nil }}}
		}})
		p := h.visit(b, desktop, "/#/play?game=celta&second=sure")
		p.until("document.querySelector('.board .cell')")
		p.click("#more")
		p.click("#offer")
		p.until(test.want)
		p.quiet()
	}
}

// Changing sides in mid-game lets the agent go on with the person's side.
func TestBrowserChangesSides(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?game=celta&second=first")
	p.until("document.querySelector('.board .cell')")
	p.click("#more")
	p.click("#swap")
	p.played(1)
	p.until("location.hash.includes('first=first&second=person') && location.hash.includes('turned=1')")
	p.quiet()
}

// Keys from anywhere: steps, mistakes, the best move, flip, the list of them.
func TestBrowserKeys(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?game=connect4&moves=4_1_4_1_4_2_6&paused=1")
	p.played(7)
	press := func(keys string) { p.do(chromedp.KeyEvent(keys)) }
	at := func(ply int) {
		t.Helper()
		p.until(fmt.Sprintf("(document.querySelector('.move.current')?.dataset.ply ?? '0') == '%d'", ply))
	}
	press(kb.ArrowLeft)
	at(6)
	press(kb.Home)
	at(0)
	press(kb.End)
	at(7)
	press("n")
	p.until("document.querySelector('.status').innerText.includes('Judge the whole game')")
	p.click("#tab-course")
	p.click("#survey")
	p.until("document.querySelector('#survey').textContent.includes('Judge')")
	slips := p.eval("[...document.querySelectorAll('.slips button')].length")
	p.click("#tab-moves")
	marked := p.eval("[...document.querySelectorAll('.mistake, .blunder')].map(m => m.parentElement.dataset.ply).join(' ')")
	if slips == "0" || marked == "" {
		t.Fatalf("the game has %s mistakes, at %q: want one to seek", slips, marked)
	}
	press(kb.Home)
	at(0)
	for _, ply := range strings.Fields(marked) {
		press("n")
		p.until("document.querySelector('.move.current')?.dataset.ply == '" + ply + "'")
	}
	press(kb.Home)
	press("b")
	p.until("document.querySelector('.status').innerText.includes('Looking ahead')")
	press(kb.Escape)
	p.until("!document.querySelector('.status').innerText.includes('Looking ahead')")
	press("?")
	p.until("document.querySelector('dialog[open] kbd')")
	p.shot("keys")
	p.click("dialog .switch input")
	press(kb.Escape)
	p.until("!document.querySelector('dialog')")
	press("n") // switched off
	at(0)
	press(kb.ArrowRight)
	at(1)
	p.quiet()
}

// After a click on the board the arrows step through the game; reached by Tab, they
// move a cursor. The board says what is on its squares.
func TestBrowserArrowsAfterAClick(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?game=celta&moves=d5c5_a4a5")
	p.played(2)
	p.press("b2")
	p.do(chromedp.KeyEvent(kb.ArrowLeft))
	p.played(1)
	p.quiet()
}

// The second button draws: a circle on a square, an arrow between two; again takes
// one away, Escape takes all, and so does no click. Each position keeps its own, also when
// the page is loaded again; a finger draws with the pen.
func TestBrowserDraws(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?game=celta&moves=d5c5")
	p.until("document.querySelector('.board .cell')")
	draw := func(from, to string) {
		p.Helper()
		x, y := p.middle(from)
		u, v := p.middle(to)
		for _, step := range []input.DispatchMouseEventParams{
			{Type: input.DispatchMouseEventTypeMousePressed, X: x, Y: y}, {Type: input.DispatchMouseEventTypeMouseMoved, X: u, Y: v}, {Type: input.DispatchMouseEventTypeMouseReleased, X: u, Y: v},
		} {
			step.Button = input.MouseButtonRight
			p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
				_, err := chromedp.Call(ctx, input.DispatchMouseEvent, step)
				return err
			}))
		}
	}
	drawn := func(arrows, circles int) {
		t.Helper()
		p.until(fmt.Sprintf("document.querySelectorAll('g.arrow.own').length == %d && document.querySelectorAll('circle.arrow.own').length == %d", arrows, circles))
	}
	draw("a4", "a6")
	draw("d4", "d4")
	drawn(1, 1)
	p.shot("drawn")
	p.do(chromedp.KeyEvent(kb.ArrowLeft))
	drawn(0, 0)
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	drawn(1, 1)
	draw("d4", "d4")
	drawn(1, 0)
	p.press("b2")
	p.do(chromedp.Reload())
	drawn(1, 0)
	p.until("decodeURIComponent(location.hash).includes('note=1:[%cal Ga4a6]')")
	p.click("#pen")
	p.drag("a1", "a2")
	p.press("g7")
	drawn(2, 1)
	p.click("#pen")
	p.press("g7")
	drawn(2, 1)
	p.do(chromedp.KeyEvent(kb.Escape))
	drawn(0, 0)
	p.until("!location.hash.includes('note=')")
	p.quiet()
}

// The address of a game with strange parameters opens all the same.
func TestBrowserStrangeAddress(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?game=celta&moves=d5c5&ended=nonsense&noted=a1&note="+url.QueryEscape("x:y")+"&note=-1:z&note=9")
	p.played(1)
	p.quiet()
}

// sure values every position the same for the side to move.
type sure float32

func (v sure) Analyse(_ context.Context, s env.State, _ analysis.Limits, _ func(analysis.Report)) (analysis.Report, error) {
	return analysis.Report{Value: float32(v), Moves: []analysis.Move{{MoveStats: env.MoveStats{Action: s.Legal(nil)[0]}}}}, nil
}

// Pieces in hand lie beside the board. One is put down by a press on it and one on a square,
// dragged, or chosen by the keyboard; a press on the square alone puts nothing down.
func TestBrowserDropsFromHand(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?game=crazyhouse&moves=e2e4_d7d5_e4d5_d8d5_b1c3_d5d8")
	inHand := func(letter string) string {
		return fmt.Sprintf(`document.querySelector('[data-hand="%s"] rect')`, letter)
	}
	p.until(inHand("P") + " && " + inHand("p"))
	p.press("e6")
	p.until("!document.querySelector('.chooser')")
	p.played(6)
	x, y := p.centre(inHand("P"))
	p.do(chromedp.MouseClickXY(x, y))
	p.until("document.querySelector('.in-hand .chosen') && document.querySelectorAll('.aim').length > 20")
	p.shot("hands")
	p.press("e6")
	p.played(7)
	p.until("!" + inHand("P") + " && " + inHand("p"))
	x, y = p.centre(inHand("p"))
	u, v := p.middle("e4")
	p.do(chromedp.DragAndDropXY(x, y, u, v, 6))
	p.played(8)
	p.until("!document.querySelector('.in-hand')")
	p.quiet()

	q := h.visit(b, phone, "/#/play?game=minishogi&turned=1")
	q.until("document.querySelector('.board .cell')")
	q.until("document.querySelector('.status').innerText.includes('to move') && !document.querySelector('.status').innerText.includes('in hand')")
	q.shot("hands-phone")
	q.quiet()
}

// A game begins with its goal, and its rules show how each kind of men goes, in words and drawn.
func TestBrowserShowsHowMenGo(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?game=chess")
	p.until("document.querySelector('.status')?.innerText.includes('To checkmate the enemy king')")
	p.press("e2")
	p.press("e4")
	p.until("document.querySelector('.status').innerText.includes('Black to move') && document.querySelector('.wish').innerText.includes('checkmate')")
	p.click("#tab-rules")
	p.until("document.querySelectorAll('.reaches figure').length == 6")
	marks := func(man, what, n string) {
		t.Helper()
		p.until(fmt.Sprintf(`document.querySelectorAll('.reaches [aria-label="How the %s goes"] .%s').length == %s`, man, what, n))
	}
	marks("knight", "any", "8")
	marks("rook", "any", "16")
	marks("pawn", "cross", "2")
	marks("pawn", "only", "1")
	marks("pawn", "first", "1")
	if got := p.eval("document.querySelector('.rules').innerText"); strings.Contains(got, "fmW") || !strings.Contains(got, "captures one square diagonally ahead") {
		t.Errorf("the rules say %s", got)
	}
	p.quiet()
}
