package web

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"ludens/env/games"
	"ludens/internal/duel"
)

// linked opens a game by link at one page, and what it hands on at two others.
func (h house) linked(b context.Context, game string, d device, set string) (mine, theirs, watch tab) {
	h.Helper()
	mine = h.visit(b, d, "/#/new?more=1&game="+game)
	mine.until("document.querySelector('#open-link')")
	mine.eval("(() => { document.querySelector('[name=side]').value = 'first'; " + set + "; return 0; })()")
	mine.click("#open-link")
	mine.until("document.querySelector('#link-other')")
	link := func(id string) string {
		return strings.TrimPrefix(mine.eval("document.querySelector('"+id+"').value"), h.url)
	}
	theirs, watch = h.visit(b, d, link("#link-other")), h.visit(b, d, link("#link-watch"))
	for _, p := range []tab{mine, theirs, watch} {
		p.until("document.querySelector('.board .cell')")
	}
	return mine, theirs, watch
}

// moved waits until that many moves are on the board.
func (p tab) moved(n int) {
	p.Helper()
	p.until(fmt.Sprintf("new Set([...document.querySelectorAll('.move')].map(m => m.dataset.ply)).size == %d", n))
}

// Two people play by link, and a third watches: a move is on all boards at once; a
// reload and a lost connection find the game again.
func TestBrowserPlaysByLink(t *testing.T) {
	b := browser(t)
	h, s := openServer(t, Config{})
	mine, theirs, watch := h.linked(b, "celta", desktop, "")
	mine.until("document.querySelector('.qr path') && document.querySelectorAll('.qr').length == 1") // for who is invited, not for spectators
	mine.shot("link-opened")
	all := []tab{mine, theirs, watch}
	for _, p := range all {
		p.click("#tab-moves")
	}
	theirs.until("location.hash.includes('link=') && !location.hash.includes('moves=')")
	if got := theirs.eval("document.querySelector('.stage .strip:last-of-type, .stage > .strip ~ .strip').innerText"); !strings.Contains(got, "Attackers") {
		t.Errorf("below the board of the second stands %q", got)
	}
	mine.press("d5")
	mine.press("c5")
	for _, p := range all {
		p.moved(1)
	}
	theirs.press("a4")
	theirs.press("a5")
	for _, p := range all {
		p.moved(2)
	}
	theirs.do(chromedp.Reload())
	theirs.until("document.querySelector('.board .cell')")
	theirs.click("#tab-moves")
	theirs.moved(2)
	watch.press("c5") // who watches moves nothing
	watch.until("!document.querySelector('.cell.target')")

	s.CloseClientConnections()
	mine.press("c5")
	mine.press("c6")
	for _, p := range all {
		p.moved(3)
	}

	theirs.leave()
	mine.until("document.querySelector('#absent')?.textContent == 'Attackers: not connected.'")
	mine.shot("link-absent")
	for _, p := range []tab{mine, watch} {
		p.quiet("ERR_") // the browser notes a connection that was cut
	}
}

// A game by link goes on when the server is started again with the folder of its games, in
// the pages that are open; without the folder they say that the game is gone.
func TestBrowserLinkSurvivesTheServer(t *testing.T) {
	b := browser(t)
	folder := t.TempDir()
	start := func(addr, folder string) (house, *httptest.Server) {
		t.Helper()
		lobby, faults := duel.OpenLobby(folder, games.Make)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		return openServer(t, Config{Duels: lobby, Addr: addr})
	}
	end := func(s *httptest.Server) string {
		s.Listener.Close()
		s.CloseClientConnections()
		s.Close()
		return s.Listener.Addr().String()
	}
	h, s := start("", folder)
	mine, theirs, watch := h.linked(b, "celta", desktop, "")
	all := []tab{mine, theirs, watch}
	mine.press("d5")
	mine.press("c5")
	for _, p := range all {
		p.click("#tab-moves")
		p.moved(1)
	}
	addr := end(s)
	theirs.until("document.querySelector('#lost')")
	_, s = start(addr, folder)
	for _, p := range all {
		p.until("!document.querySelector('#lost')")
	}
	theirs.press("a4")
	theirs.press("a5")
	for _, p := range all {
		p.moved(2)
	}
	mine.click("#tab-link")
	mine.until("document.querySelector('.texts').innerText.includes('also when it is restarted')")
	mine.shot("link-stored")
	end(s)
	start(addr, t.TempDir())
	for _, p := range all {
		p.until("document.querySelector('.status').innerText.includes('no such game any more')")
		p.quiet("ERR_", "404")
	}
}

// A player who is away for long at the own turn has left the game, when the other claims it.
func TestBrowserClaimsAWin(t *testing.T) {
	b := browser(t)
	var later atomic.Int64 // seconds
	h := open(t, Config{Duels: &duel.Lobby{Now: func() time.Time { return time.Now().Add(time.Duration(later.Load()) * time.Second) }}})
	mine, theirs, _ := h.linked(b, "celta", phone, "")
	for i, squares := range [][2]string{{"d5", "c5"}, {"a4", "a5"}, {"c5", "c6"}} {
		p := []tab{mine, theirs}[i%2]
		p.until("document.querySelector('#type:not([disabled])')")
		p.press(squares[0])
		p.press(squares[1])
	}
	theirs.until("document.querySelector('#type:not([disabled])')")
	theirs.leave()
	mine.until("document.querySelector('#absent') && !document.querySelector('#claim')")
	later.Store(600)
	mine.do(chromedp.Reload())
	mine.until("document.querySelector('#claim')")
	mine.shot("link-claim")
	mine.click("#claim")
	mine.until(firstLine + ` == "King's side wins: attackers left the game."`)
	mine.click(".type a.button") // the game by itself, with its ending
	mine.until(firstLine + ` == "King's side wins: attackers left the game." && !location.hash.includes('link=')`)
	mine.quiet("ERR_")
}

// What takes two is asked and answered through the page: a move taken back, a draw
// declined, resigning, a rematch with sides changed.
func TestBrowserAgreesByLink(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	mine, theirs, watch := h.linked(b, "celta", phone, "")
	for _, p := range []tab{mine, theirs, watch} {
		p.click("#tab-moves")
	}
	mine.press("d5")
	mine.press("c5")
	theirs.moved(1)
	mine.click("#undo")
	theirs.until("document.querySelector('.status').innerText.includes('ask')")
	theirs.shot("link-asked")
	theirs.click("#agree")
	for _, p := range []tab{mine, theirs, watch} {
		p.moved(0)
	}
	mine.press("d5")
	mine.press("b5")
	theirs.moved(1)
	theirs.click("#more")
	theirs.click("#offer")
	mine.until("document.querySelector('.status').innerText.includes('Attackers offer a draw')")
	mine.click("#decline")
	theirs.until("!document.querySelector('#decline')")
	theirs.click("#more")
	theirs.click("#resign")
	theirs.click("#resign-yes")
	for _, p := range []tab{mine, theirs, watch} {
		p.until(firstLine + ` == "King's side wins: attackers resigned."`)
	}
	mine.click("#again")
	theirs.until("document.querySelector('.status').innerText.includes('want a rematch') || document.querySelector('.status').innerText.includes('wants a rematch')")
	theirs.shot("link-rematch")
	theirs.click("#agree")
	theirs.until(firstLine + ".includes('to move')")
	theirs.moved(0)
	theirs.press("d5")
	theirs.press("c5")
	mine.moved(1)
	for _, p := range []tab{mine, theirs, watch} {
		p.quiet()
	}
}

// A game that there is not is reported, with a way on.
func TestBrowserOfNoLink(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?link=NOBODY")
	p.until("document.querySelector('.notice .bad')?.textContent.includes('no such game any more')")
	p.quiet("404")
}

// A move that a player by link chooses while the other has the move is made at once after
// it, and stays unmade where it has become illegal.
func TestBrowserPremovesByLink(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	mine, theirs, _ := h.linked(b, "celta", desktop, "")
	planned := func(p tab, n int) {
		t.Helper()
		p.until(fmt.Sprintf("document.querySelectorAll('.planned').length == %d", n))
	}
	for _, p := range []tab{mine, theirs} {
		p.click("#tab-moves")
	}
	theirs.until("document.querySelector('.board.planning')")
	theirs.press("a4")
	theirs.press("a5")
	planned(theirs, 2)
	mine.press("d5")
	mine.press("c5")
	for _, p := range []tab{mine, theirs} {
		p.moved(2)
	}
	planned(theirs, 0)
	theirs.press("a5")
	theirs.press("b5")
	planned(theirs, 2)
	mine.press("c5")
	mine.press("b5")
	theirs.until("document.querySelector('.status').innerText.includes('not legal now')")
	for _, p := range []tab{mine, theirs} {
		p.moved(3)
		p.quiet()
	}
}

// What the page offers in other games works by link: a piece is dragged, a move typed, a
// captured piece dropped from the hand, by mouse and by finger; each board is turned to its side,
// and can be flipped; rules are shown; and who watches can do nothing of it.
func TestBrowserPlaysEveryWayByLink(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	first, second, third := h.duel(map[string]any{"game": "crazyhouse", "moves": []string{}, "side": "first"})
	mine, theirs, watch := h.visit(b, desktop, "/#/play?link="+first), h.visit(b, desktop, "/#/play?link="+second), h.visit(b, desktop, "/#/play?link="+third)
	all := []tab{mine, theirs, watch}
	for _, p := range all {
		p.until("document.querySelector('.board .cell')")
		p.click("#tab-moves")
	}
	moved := func(n int) {
		t.Helper()
		for _, p := range all {
			p.moved(n)
		}
	}
	inHand := func(letter string) string {
		return fmt.Sprintf(`document.querySelector('[data-hand="%s"] rect')`, letter)
	}
	mine.drag("e2", "e4")
	moved(1)
	theirs.do(chromedp.SendKeys(chromedp.CSS("#type"), "d7d5\n"))
	moved(2)
	mine.press("e4")
	mine.press("d5")
	moved(3)
	theirs.drag("d8", "d5")
	moved(4)
	watch.until(inHand("P") + " && " + inHand("p"))
	x, y := mine.centre(inHand("P"))
	u, v := mine.middle("e6")
	mine.do(chromedp.DragAndDropXY(x, y, u, v, 6))
	moved(5)
	watch.until("!" + inHand("P") + " && " + inHand("p"))
	x, y = theirs.centre(inHand("p"))
	theirs.do(chromedp.MouseClickXY(x, y))
	theirs.until("document.querySelector('.in-hand .chosen')")
	theirs.press("e3")
	moved(6)
	below := func(p tab) string {
		return p.eval("String(document.querySelector('#cell-0').getBoundingClientRect().top > document.querySelector('#cell-63').getBoundingClientRect().top)")
	}
	if got := []string{below(mine), below(theirs), below(watch)}; strings.Join(got, " ") != "false true false" {
		t.Errorf("the far rank is below, for the three: %v", got)
	}
	theirs.eval("document.activeElement.blur() || dispatchEvent(new KeyboardEvent('keydown', { key: 'f' }))")
	theirs.until("document.querySelector('#cell-0').getBoundingClientRect().top < document.querySelector('#cell-63').getBoundingClientRect().top")
	watch.drag("e1", "e2")
	moved(6)
	mine.click("#tab-rules")
	mine.until("document.querySelector('main').innerText.includes('Men')")
	for _, p := range all {
		p.quiet()
	}
}
