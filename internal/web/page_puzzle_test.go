package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/internal/lesson"
)

// puzzleOf is what /api/puzzle answers.
type puzzleOf struct {
	Game       string
	Number, Of int
	Answer     string
	Position   string
	Ask        string
}

// Each day has a puzzle, of one game after the other; numbers go round.
func TestPuzzleOfTheDay(t *testing.T) {
	h := open(t, Config{})
	seen := map[string]bool{}
	for day := range len(lesson.Puzzled()) {
		var p puzzleOf
		if status := h.get(fmt.Sprintf("/api/puzzle?number=%d", 20_000+day), &p); status != http.StatusOK || p.Answer == "" || p.Ask == "" {
			t.Fatalf("day %d: %d %+v", day, status, p)
		}
		seen[p.Game] = true
		var again puzzleOf
		if h.get(fmt.Sprintf("/api/puzzle?game=%s&number=%d", p.Game, p.Number+3*p.Of), &again); again != p {
			t.Errorf("%+v goes round to %+v", p, again)
		}
	}
	if len(seen) != len(lesson.Puzzled()) {
		t.Errorf("in %d days puzzles of %v", len(lesson.Puzzled()), seen)
	}
	for path, want := range map[string]int{"?number=x": 422, "?number=-1": 422, "?number=1&game=chess": 404, "?number=1&game=..%2Fpuzzle": 404} {
		var text string
		if status := h.get("/api/puzzle"+path, &text); status != want || !strings.Contains(text, "error") {
			t.Errorf("%s: %d %s, want %d", path, status, text, want)
		}
	}
}

// A puzzle is solved on the board: another move is refused, the right one ends it; the page
// counts what was solved at the first try.
func TestBrowserPuzzle(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	all, err := lesson.Puzzles("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	g := games.Must("tictactoe")
	n, _ := env.As[env.Notated](g)
	s, _ := n.ParsePosition(all[0].Position)
	wrong := ""
	for _, text := range env.Texts(s, env.ByText(s)) {
		if text != all[0].Answer {
			wrong = text
		}
	}
	p := h.visit(b, phone, "/#/puzzle?game=tictactoe&n=1")
	p.press(wrong)
	p.until("document.querySelector('[role=status]')?.textContent.includes('does not hold')")
	p.press(all[0].Answer)
	p.until("document.querySelector('[role=status]')?.textContent.startsWith('Right.')")
	p.shot("puzzle-phone")
	p.click("#next")
	p.until("document.querySelector('h1')?.textContent.includes('puzzle 2 of') && document.querySelector('.card').innerText.includes('first try: 0 of 1')")
	p.press(all[1].Answer)
	p.until("document.querySelector('[role=status]')?.textContent.startsWith('Right.') && document.querySelector('.card').innerText.includes('first try: 1 of 2')")
	p.quiet()
	q := h.visit(b, desktop, "/#/puzzle?game=celta&n=1")
	q.until("document.querySelector('.board .cell')")
	q.click("#show")
	q.until("document.querySelector('[role=status]')?.textContent.startsWith('The move is')")
	q.shot("puzzle")
	q.quiet()
	r := h.visit(b, desktop, "/#/puzzle")
	r.until("document.querySelector('.asked')")
	r.quiet()
}

// A puzzle says its rating, and which level it is as hard as; after five the page rates the one
// who solves them, and the next puzzle is the one nearest to that. A board on which stones
// fall is not turned for the second side.
func TestBrowserRatesWhoSolvesPuzzles(t *testing.T) {
	b := browser(t)
	h := open(t, Config{Players: ladder})
	all, err := lesson.Puzzles("connect4")
	if err != nil {
		t.Fatal(err)
	}
	p := h.visit(b, desktop, "/#/puzzle?game=connect4&n=1")
	p.until("document.querySelector('#elo')")
	if got, want := p.eval("document.querySelector('#elo').innerText"), fmt.Sprintf("Rating %d as hard as a game against level ", all[0].Elo); !strings.HasPrefix(got, want) {
		t.Errorf("it says %q, want %q", got, want)
	}
	if next := p.eval("document.querySelector('#next').hash"); next != "#/puzzle?game=connect4&n=2" {
		t.Errorf("before a rating the next is %s", next)
	}
	seen := map[int]bool{}
	meet := func(results string) (elo, next int) { // after a reload with these results
		t.Helper()
		p.eval("localStorage.setItem('puzzles connect4', '" + results + "') || document.querySelector('#tried')?.remove() || location.reload()") // what is seen then is of the new page
		p.until("document.querySelector('#tried')?.innerText.includes('like a player rated')")
		says := p.eval("document.querySelector('#tried').innerText")
		if _, err := fmt.Sscanf(says[strings.Index(says, "rated"):], "rated %d", &elo); err != nil {
			t.Fatalf("%q: %v", says, err)
		}
		if _, err := fmt.Sscanf(p.eval("document.querySelector('#next').hash"), "#/puzzle?game=connect4&n=%d", &next); err != nil {
			t.Fatal(err)
		}
		return elo, next - 1
	}
	strong, hard := meet(`{"0":true,"1":true,"2":true,"3":true,"4":true}`)
	weak, easy := meet(`{"0":false,"1":false,"2":false,"3":false,"4":false}`)
	seen[hard], seen[easy] = true, true
	if strong <= weak+200 || all[hard].Elo <= all[easy].Elo || len(seen) != 2 || hard < 5 || easy < 5 {
		t.Errorf("who solved five is rated %d and gets puzzle %d (%d), who solved none %d and %d (%d)", strong, hard, all[hard].Elo, weak, easy, all[easy].Elo)
	}
	for i, q := range all {
		s, _ := env.As[env.Notated](games.Must("connect4"))
		if at, err := s.ParsePosition(q.Position); err == nil && at.ToMove() == env.Second {
			p.eval(fmt.Sprintf("location.hash = '#/puzzle?game=connect4&n=%d'", i+1))
			p.until(fmt.Sprintf("document.querySelector('h1')?.textContent.includes('puzzle %d of')", i+1))
			break
		}
	}
	if fall := p.eval("document.querySelector('#cell-41 rect').getBoundingClientRect().top > document.querySelector('#cell-0 rect').getBoundingClientRect().top"); fall != "true" {
		t.Error("for the second side stones fall upwards")
	}
	p.shot("puzzle-rated")
	p.quiet()
}
