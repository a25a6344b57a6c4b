package connect4

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// book is a second rule book, slow and written from the rules alone: a grid of
// letters, row 0 on top, that is looked through cell by cell.
type book struct {
	grid   [rows][cols]byte // 'r', 'y' or 0
	stones int
	over   env.Result
}

func (b *book) mover() byte { return "ry"[b.stones%2] }

func (b *book) legal() []env.Action {
	var open []env.Action
	for col := range cols {
		if b.over == env.Ongoing && b.grid[0][col] == 0 {
			open = append(open, env.Action(col))
		}
	}
	return open
}

func (b *book) play(col env.Action) {
	row := rows - 1
	for b.grid[row][col] != 0 {
		row--
	}
	who := b.mover()
	b.grid[row][col] = who
	b.stones++
	switch {
	case b.lineThrough(row, int(col)) && who == 'r':
		b.over = env.FirstWins
	case b.lineThrough(row, int(col)):
		b.over = env.SecondWins
	case b.stones == cells:
		b.over = env.Drawn
	}
}

// lineThrough walks both ways from a stone in each of the four directions.
func (b *book) lineThrough(row, col int) bool {
	for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
		n := 1
		for _, sign := range []int{1, -1} {
			r, c := row+sign*d[0], col+sign*d[1]
			for r >= 0 && r < rows && c >= 0 && c < cols && b.grid[r][c] == b.grid[row][col] {
				n++
				r, c = r+sign*d[0], c+sign*d[1]
			}
		}
		if n >= 4 {
			return true
		}
	}
	return false
}

func (b *book) observation() []float32 {
	seen := make([]float32, 2*cells)
	for c := range cells {
		switch stone := b.grid[c/cols][c%cols]; {
		case stone == b.mover():
			seen[c] = 1
		case stone != 0:
			seen[cells+c] = 1
		}
	}
	return seen
}

func (b *book) text() string {
	var lines []string
	for _, line := range b.grid {
		lines = append(lines, strings.ReplaceAll(string(line[:]), "\x00", "."))
	}
	return strings.Join(lines, "/")
}

// agree compares a position with the book.
func agree(t *testing.T, s env.State, b *book) {
	t.Helper()
	if got, want := s.Result(), b.over; got != want {
		t.Fatalf("result: got %v, want %v\n%s", got, want, s)
	}
	if got, want := s.Legal(nil), b.legal(); !slices.Equal(got, want) {
		t.Fatalf("legal: got %v, want %v\n%s", got, want, s)
	}
	if got, want := (Game{}).Position(s), b.text(); got != want {
		t.Fatalf("stones: got %s, want %s", got, want)
	}
	if b.over != env.Ongoing {
		return
	}
	if got, want := int(s.ToMove()), b.stones%2; got != want {
		t.Fatalf("to move: got %d, want %d\n%s", got, want, s)
	}
	seen := make([]float32, 2*cells)
	s.Observe(seen)
	if want := b.observation(); !slices.Equal(seen, want) {
		t.Fatalf("observation: got %v, want %v\n%s", seen, want, s)
	}
}

func TestTwoRuleBooks(t *testing.T) {
	var met [4]int
	for game := range 500 {
		rng := seed.New(1).At("game", game).Rand()
		s, b := Game{}.New(0), &book{}
		for agree(t, s, b); b.over == env.Ongoing; agree(t, s, b) {
			a := b.legal()[rng.IntN(len(b.legal()))]
			s.Play(a)
			b.play(a)
		}
		met[b.over]++
	}
	if slices.Contains(met[1:], 0) {
		t.Errorf("results %v: one was never met", met)
	}
}

// Any sequence of columns, the closed ones skipped, is played alike.
func FuzzMoves(f *testing.F) {
	f.Add([]byte("444444"))
	f.Add([]byte("1122334"))
	f.Add([]byte(drawn))
	f.Fuzz(func(t *testing.T, moves []byte) {
		s, b := Game{}.New(0), &book{}
		for _, m := range moves {
			a := env.Action(m % cols)
			if !slices.Contains(b.legal(), a) {
				continue
			}
			s.Play(a)
			b.play(a)
			agree(t, s, b)
		}
	})
}

// play drops stones into the columns of a text like "4453".
func play(t *testing.T, columns string) env.State {
	t.Helper()
	s := Game{}.New(0)
	for i := range columns {
		a, err := env.Parse(s, columns[i:i+1])
		if err != nil {
			t.Fatalf("%s, stone %d: %v\n%s", columns, i+1, err, s)
		}
		s.Play(a)
	}
	return s
}
