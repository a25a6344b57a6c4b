package web

import "testing"

// Pieces that the file of a game draws are on the board, in both themes.
func TestBrowserDrawsOutlines(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?game=amazon-chess")
	const all = "[...document.querySelectorAll('use.piece')]"
	p.until(all + ".length == 32")
	p.until(all + ".every((u) => document.querySelector(u.getAttribute('href'))?.getBBox().width > 5)")
	p.until("[...document.querySelectorAll('.sprites path')].filter((x) => x.getAttribute('d').startsWith('M9.78 34.67')).length == 4")
	p.shot("outlines")
	p.quiet()
}
