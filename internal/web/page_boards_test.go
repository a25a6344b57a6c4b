package web

import "testing"

// A game looks like itself: xiangqi has lines with a river and palaces, lettered discs and no
// squares; shogi's men are tiles that point ahead, from either side, and are drawn otherwise
// when promoted; gomoku's stones stand on points with stars; chess keeps its squares.
func TestBrowserDrawsBoardsAsTheyAre(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	const (
		lines   = "document.querySelector('.board .lines')?.getAttribute('d').match(/M/g).length"
		squares = "document.querySelectorAll('.board .ground.dark').length"
		trays   = "document.querySelectorAll('.tray-box').length"
		stars   = "document.querySelectorAll('.board use[href$=\"mark-star\"]').length"
	)
	for address, want := range map[string]map[string]string{
		"game=xiangqi": {lines: "30", squares: "0", trays: "0", stars: "0", sprite("a1"): "/-19-1-0-R俥$/", sprite("a10"): "/-19-2-0-R車$/"},
		"game=gomoku":  {lines: "30", squares: "0", stars: "5"},
		"game=chess":   {lines: "undefined", squares: "32", trays: "0"},
		"game=makruk":  {lines: "undefined", squares: "0"},
		"game=shogi&moves=c3c4_g7g6_b2h8h": {lines: "undefined", squares: "0", trays: "2",
			sprite("a1"): "/-18-1-0-L香$/", sprite("a9"): "/-18-2-0-L香$/", sprite("h8"): "/-18-1-3-H馬$/"},
		"game=shogi&turned=1": {trays: "2", sprite("a1"): "/-18-2-0-L香$/", sprite("a9"): "/-18-1-0-L香$/"},
	} {
		p := h.visit(b, desktop, "/#/play?"+address)
		p.until("document.querySelector('.board .pieces')")
		p.shot("board-" + address)
		for script, want := range want {
			if want[0] == '/' {
				script, want = want+".test("+script+")", "true"
			}
			if got := p.eval(script); got != want {
				t.Errorf("%s: %s is %s, want %s", address, script, got, want)
			}
		}
		p.quiet()
		p.leave()
	}
}

// sprite is the script that names the drawing on a square: of those whose corner is its own.
func sprite(square string) string {
	return `(() => { const r = document.querySelector('[data-square="` + square + `"] rect'), at = (e) => e.getAttribute('x') + ' ' + e.getAttribute('y'); return [...document.querySelectorAll('.pieces use')].find(u => at(u) === at(r))?.getAttribute('href'); })()`
}
