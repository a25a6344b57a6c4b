package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// verdict waits for what the game says of the position on the board.
func (p tab) verdict(want string) {
	p.Helper()
	p.until(fmt.Sprintf("document.querySelector('#verdict')?.textContent == %q", want))
}

// A position is put together by mouse and by finger: pieces are put, moved, and taken
// away; the game says why it cannot be played, and then that it can; and a game begins
// from it.
func TestBrowserEdits(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	for name, d := range map[string]device{"desktop": {width: 1280, height: 800}, "phone": phone, "phone-dark": {width: 390, height: 844, touch: true, dark: true}} {
		p := house{t, h.url}.visit(b, d, "/#/edit?game=cetran2&seed=104")
		hand, drag := p.press, p.drag
		if d.touch {
			hand, drag = p.tap, p.swipe
		}
		on := func(square, piece string) {
			t.Helper()
			p.until(fmt.Sprintf(`document.querySelector('[data-square="%s"]').getAttribute('aria-label').startsWith('%s: %s')`, square, square, piece))
		}
		p.verdict("Can be played.")
		p.shot("edit-" + name)
		p.click("#clear")
		p.verdict("Cannot be played: White has no king: must be 1.")
		p.click("[data-tool=K]")
		hand("e1")
		on("e1", "king of White")
		p.click("[data-tool=k]")
		hand("e2")
		p.verdict("Cannot be played: White can take the king on e2: the side not to move must not be in check.")
		p.click("[data-tool=hand]")
		drag("e2", "e8")
		on("e8", "king of Black")
		on("e2", "empty")
		hand("e8")
		hand("d8")
		on("d8", "king of Black")
		p.click("[data-tool=S]")
		hand("a1")
		hand("b2")
		hand("b2") // again takes it away
		on("b2", "empty")
		hand("h1")
		p.click("[data-tool=rubber]")
		hand("h1")
		on("h1", "empty")
		p.click("input[name=toMove][value='1']")
		p.verdict("Can be played.")
		p.shot("edited-" + name)
		p.click("#play-it")
		p.until("document.querySelector('.status .first-line')?.textContent == 'Black to move.'")
		on("a1", "sissa of White")
		p.quiet("422")
		p.leave()
	}
}

// By keys alone, on a board where stones fall; whose turn it is follows from them.
func TestBrowserEditsByKeys(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/edit?game=connect4")
	p.verdict("Can be played.")
	p.click("[data-tool=r]")
	p.do(chromedp.Focus(chromedp.CSS(".board")), chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.Enter))
	p.verdict("Cannot be played: the stone in column 1 has nothing below it.")
	p.click("#reset")
	p.verdict("Can be played.")
	p.until("document.querySelector('.edit').innerText.includes('The pieces determine the side to move.')")
	p.quiet("422")
}

// The way to the editor leads from a game with the position that is looked at; a game
// without written positions says that it has none.
func TestBrowserFindsTheEditor(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?game=celta&moves=d5c5_a4a5&ply=1")
	p.until("document.querySelector('.board .cell')")
	p.click("#more")
	p.click("#edit")
	p.verdict("Can be played.")
	p.until(`document.querySelector('[data-square="c5"]').getAttribute('aria-label').startsWith('c5: man of king')`)
	if got := p.eval("document.querySelector('input[name=toMove]:checked').value"); got != "1" {
		t.Errorf("player %s is to move, want 1", got)
	}
	q := h.visit(b, desktop, "/")
	q.until("document.querySelector('.cards')")
	q.eval("(() => { const real = fetch; window.fetch = async (...a) => { const r = await real(...a); if (!String(a[0]).includes('/api/about')) return r; const o = await r.json(); return new Response(JSON.stringify({ ...o, palette: null })); }; location.hash = '#/edit?game=celta'; return 0; })()")
	q.until("document.querySelector('main').innerText.includes('Positions of this game have no text format')")
	p.quiet()
	q.quiet()
}
