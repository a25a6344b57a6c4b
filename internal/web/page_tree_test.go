package web

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
)

// listed is the list of moves as one reads it.
const listed = "[...document.querySelectorAll('.moves > li')].map(l => l.innerText.replace(/\\s+/g, ' ').replace(/([.…(]) (?=\\S)/g, '$1').replace(/ \\)/g, ')').trim()).join(' / ')"

// reads waits for the list of moves to say so.
func (p tab) reads(want string) {
	p.Helper()
	p.until("document.querySelector('.moves')")
	p.until(fmt.Sprintf("%s == %q", listed, want))
}

// A tree of moves is made by going back and playing something else; a click goes
// anywhere in it; variations are promoted and deleted; and the address has it all.
func TestBrowserKeepsATree(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	for name, d := range map[string]device{"desktop": desktop, "phone": phone} {
		hand := tab.press
		if d.touch {
			hand = tab.tap
		}
		p := house{t, h.url}.visit(b, d, "/#/play?game=tictactoe&moves=b2_a1_c3_c1")
		move := func(text string, ply int) {
			p.until("document.querySelector('.cell.target')") // the server has told what is legal here
			p.move(text, ply, func(square string) { hand(p, square) })
		}
		p.played(4)
		p.click("[data-ply='1']")
		move("b1", 2)
		p.reads("1 b2 a1 1…b1 / 2 c3 c1")
		move("a1", 3)
		p.click("#back")
		move("c3", 3)
		p.reads("1 b2 a1 1…b1 2.a1 (2.c3) / 2 c3 c1")
		for range 2 {
			if got := p.eval("[document.querySelector('.move.current').textContent, document.querySelector('[data-square=c3]').getAttribute('aria-label').slice(0, 9)].join()"); got != "2.c3,c3: cross" {
				t.Errorf("%s: looking at %s", name, got)
			}
			p.do(chromedp.Reload())
			p.reads("1 b2 a1 1…b1 2.a1 (2.c3) / 2 c3 c1")
			p.until("document.querySelector('.move.current')?.textContent == '2.c3'")
		}
		p.shot("tree-" + name)
		p.click("#promote")
		p.reads("1 b2 a1 1…b1 2.c3 (2.a1) / 2 c3 c1")
		p.click("#promote")
		p.reads("1 b2 b1 1…a1 2.c3 c1 / 2 c3 2.a1")
		p.until("!document.querySelector('#promote') && !location.hash.includes('line=') && document.activeElement.id != 'delete'")
		p.click("#back")
		p.click("#delete")
		p.reads("1 b2 a1 / 2 c3 c1")
		p.click("#delete")
		p.until("document.querySelectorAll('.move').length == 0")
		p.quiet()
		p.leave()
	}
}

// Glyphs and comments are set on the page; they stay with their moves through a
// reload, and go out with the game. What a comment cannot hold is left out.
func TestBrowserAnnotates(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?game=celta&moves=d5c5_(d5e5_a4a5)_a4a5")
	p.played(2)
	p.click(".variation [data-ply='1']")
	p.until("location.hash.includes('line=3')")
	p.click(".sign[aria-label^='!? ']")
	p.until("document.querySelector(\".sign[aria-label^='!? ']\").ariaPressed == 'true'")
	p.click("#comment")
	p.do(chromedp.SendKeys(chromedp.CSS("#comment"), "worth {a} look"))
	p.until("decodeURIComponent(location.hash).includes('note=2:!? worth (a) look')")
	p.click("[data-ply='2']")
	p.click(".sign[aria-label^='?? ']")
	p.click(".sign[aria-label^='? ']")
	want := "1 d5c5 a4a5? 1.d5e5!? worth (a) look 1…a4a5"
	p.reads(want)
	p.do(chromedp.Reload())
	p.reads(want)
	p.click("#tab-text")
	p.until("document.querySelector('#export')?.value.includes('1. d5c5 (1. d5e5 {!? worth (a) look} 1... a4a5) 1... a4a5 {?}')")
	p.click("#tab-moves")
	p.click(".sign[aria-pressed=true]")
	p.until("!location.hash.includes('note=3')")
	p.quiet()
}

// A game that is brought along as PGN has its variations, with short notation; and
// goes out as it came.
func TestBrowserBringsATree(t *testing.T) {
	b := browser(t)
	h := open(t, Config{Notations: record.Others, Read: func(text, game string) (record.Record, env.Game, error) {
		g, err := games.Make(game)
		if err != nil {
			return record.Record{}, nil, err
		}
		r, err := record.ParseAny(g, []byte(text))
		return r, g, err
	}})
	p := h.visit(b, desktop, "/#/play?game=cetran2&seed=104")
	p.until("document.querySelector('.board .cell')")
	p.click("#tab-text")
	p.until("document.querySelector('select[aria-label=Notation] option[value=pgn]')")
	p.eval(`(() => { const s = document.querySelector("select[aria-label=Notation]"); s.value = "pgn"; s.dispatchEvent(new Event("change", { bubbles: true })); })()`)
	p.until("document.querySelector('#export').value.includes('[FEN')")
	tags, _, _ := strings.Cut(p.eval("document.querySelector('#export').value"), "\n\n")
	text, _ := json.Marshal(tags + "\n\n{quiet} 1. c4 $5 {bold} (1. a3 {calm} 1... a6 (1... b6 $3) 2. a4) 1... b6 *")
	p.eval(fmt.Sprintf("(() => { const t = document.querySelector('#paste'); t.value = %s; t.dispatchEvent(new Event('input', { bubbles: true })); })()", text))
	p.click("#import")
	p.reads("quiet / 1 c4!? b6 bold 1.a3 calm 1…a6 (1…b6!!) 2.a4")
	p.click(".paren .move")
	p.until("document.querySelector('.move.current').textContent == '1…b6!!'")
	p.shot("tree-pgn")
	p.click("#tab-text")
	p.until("document.querySelector('select[aria-label=Notation] option[value=pgn]')")
	p.eval(`(() => { const s = document.querySelector("select[aria-label=Notation]"); s.value = "pgn"; s.dispatchEvent(new Event("change", { bubbles: true })); })()`)
	p.until("document.querySelector('#export').value.includes('{quiet} 1. c4 $5 {bold} (1. a3 {calm} 1... a6 (1... b6 $3) 2. a4) 1... b6 *')")
	p.quiet()
}

// Addresses of before there were trees open as they did: other lines, and comments
// along one of them.
func TestBrowserOpensOldAddresses(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?game=celta&moves=d5c5_a4a5&ply=1&also=d5c5_g4g3_c5b5&also=d5e5&noted=d5c5_g4g3&note="+url.QueryEscape("2:?! why")+"&note=1:so")
	p.reads("1 d5c5 a4a5 so 1.d5e5 1…g4g3?! why 2.c5b5")
	p.until("document.querySelector('.move.current').textContent == 'd5c5'")
	p.quiet()
}

// The list has short notation where the game has one, with the glyphs and comments
// of a game that was brought along; the address keeps them.
func TestBrowserKeepsComments(t *testing.T) {
	b := browser(t)
	h := open(t, Config{Read: func(text, game string) (record.Record, env.Game, error) {
		r, g, err := readRecord(text, game)
		return r, g, err
	}})
	p := h.visit(b, desktop, "/#/play?game=cetran2&seed=104")
	p.until("document.querySelector('.board .cell')")
	p.click("#tab-text")
	p.until("document.querySelector('#export').value.includes('[Start')")
	start := strings.TrimSpace(p.eval("document.querySelector('#export').value"))
	text, _ := json.Marshal(start + "\n\n{quiet} 1. c2c4 {!? bold} g8h6 2. b1h7 {?? who would}")
	p.eval(fmt.Sprintf("(() => { const t = document.querySelector('#paste'); t.value = %s; t.dispatchEvent(new Event('input', { bubbles: true })); })()", text))
	p.click("#import")
	for range 2 {
		p.played(3)
		p.until("document.querySelector('.moves').innerText.includes('bold')")
		got := p.eval("[...document.querySelectorAll('.moves .move, .moves .comment')].map(m => m.textContent).join(' | ')")
		for _, want := range []string{"quiet | c4!?", "bold", "?? | who would"} {
			if !strings.Contains(strings.ReplaceAll(got, "#", ""), want) {
				t.Errorf("the list says %q, want %q in it", got, want)
			}
		}
		p.do(chromedp.Reload())
	}
	p.shot("comments")
	p.click("#tab-text")
	p.until("document.querySelector('#export')?.value.includes('{!? bold}')")
	p.quiet()
}

// The threat is what the other side would do if it could move again; if neither side can
// pass, the page says so.
func TestBrowserShowsTheThreat(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	mate := "/#/play?game=cetran2&start=" + url.QueryEscape("7k/8/6K1/8/8/8/8/1Q6 b - - 0 1") // Qb8 or Qh1 is mate
	check := "/#/play?game=cetran2&start=" + url.QueryEscape("7k/8/6K1/8/8/8/8/7Q b - - 0 1")
	for path, want := range map[string]string{
		mate:                            "Threat: if White could move again, b1",
		check:                           "Black cannot stand still here: White can take the king on h8",
		"/#/play?game=tictactoe":        "There is no threat to show",
		"/#/play?game=celta&moves=d5c5": "Threat: if king's side could move again, ",
	} {
		p := h.visit(b, desktop, path)
		p.until("document.querySelector('.board .cell')")
		p.do(chromedp.KeyEvent("x"))
		p.until(fmt.Sprintf("document.querySelector('.status').innerText.includes(%q)", want))
		if strings.HasPrefix(want, "Threat") {
			p.shot("threat")
			p.do(chromedp.KeyEvent(kb.Escape))
			p.until("!document.querySelector('.status').innerText.includes('Threat')")
		}
		p.quiet("422")
		p.leave()
	}
}
