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
