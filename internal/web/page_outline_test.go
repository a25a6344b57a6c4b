package web

import (
	"testing"

	"ludens/env/games"
)

const lighthouses = `family = "chess"
name = "lighthouses-of-the-page"
board = """
l..k..l
.......
.......
L..K..L
"""
[men.K]
moves = "K"
royal = true
[men.L]
name = "lighthouse"
moves = "RF"
outline = "M15 39 L18 12 H16 V9 H29 V12 H27 L30 39 Z M19 7 L22.5 3 L26 7 Z"
`

// Pieces that the file of a game draws are on the board, in both themes.
func TestBrowserDrawsOutlines(t *testing.T) {
	b := browser(t)
	name, err := games.Read("lighthouses.toml", lighthouses)
	if err != nil {
		t.Fatal(err)
	}
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?game="+name)
	const all = "[...document.querySelectorAll('use.piece')]"
	p.until(all + ".length == 6")
	p.until(all + ".every((u) => document.querySelector(u.getAttribute('href'))?.getBBox().width > 5)")
	p.until("[...document.querySelectorAll('.sprites path')].filter((x) => x.getAttribute('d').startsWith('M13.33 34.67')).length >= 4")
	p.shot("outlines")
	p.quiet()
}
