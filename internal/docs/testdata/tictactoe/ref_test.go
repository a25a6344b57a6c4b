package tictactoe

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// book is a second rule book, slow and written from the rules alone: the cells
// by name, and a list of who took which.
type book struct {
	taken map[string]string // "b2": "x"
	names []string          // in the order of play
}

// winning are the names of the lines, as a child would list them.
var winning = []string{
	"a1 b1 c1", "a2 b2 c2", "a3 b3 c3",
	"a1 a2 a3", "b1 b2 b3", "c1 c2 c3",
	"a1 b2 c3", "a3 b2 c1",
}

func (b *book) mover() string { return []string{"x", "o"}[len(b.names)%2] }

func (b *book) result() env.Result {
	for _, line := range winning {
		n := strings.Fields(line)
		who := b.taken[n[0]]
		if who == "" || b.taken[n[1]] != who || b.taken[n[2]] != who {
			continue
		}
		if who == "x" {
			return env.FirstWins
		}
		return env.SecondWins
	}
	if len(b.names) == 9 {
		return env.Drawn
	}
	return env.Ongoing
}

// legal returns the names of the free cells, in alphabetical order.
func (b *book) legal() []string {
	var free []string
	for _, file := range []string{"a", "b", "c"} {
		for _, rank := range []string{"1", "2", "3"} {
			if b.taken[file+rank] == "" && b.result() == env.Ongoing {
				free = append(free, file+rank)
			}
		}
	}
	return free
}

func (b *book) play(name string) {
	b.taken[name] = b.mover()
	b.names = append(b.names, name)
}

// agree compares a position with the book.
func agree(t *testing.T, s env.State, b *book) {
	t.Helper()
	if got, want := s.Result(), b.result(); got != want {
		t.Fatalf("%v: got %v, want %v\n%s", b.names, got, want, s)
	}
	var free []string
	for _, a := range s.Legal(nil) {
		free = append(free, s.Format(a))
	}
	slices.Sort(free)
	if want := b.legal(); !slices.Equal(free, want) {
		t.Fatalf("%v: legal are %v, want %v\n%s", b.names, free, want, s)
	}
	if s.Result() != env.Ongoing {
		return
	}
	if got, want := letter(s.ToMove()), b.mover(); got != want {
		t.Fatalf("%v: %s to move, want %s\n%s", b.names, got, want, s)
	}
	seen := make([]float32, 18)
	s.Observe(seen)
	for c := range 9 {
		own, other := float32(0), float32(0)
		switch b.taken[s.Format(env.Action(c))] {
		case b.mover():
			own = 1
		case "x", "o":
			other = 1
		}
		if seen[c] != own || seen[9+c] != other {
			t.Fatalf("%v: cell %d is seen as %v, %v, want %v, %v\n%s", b.names, c, seen[c], seen[9+c], own, other, s)
		}
	}
}

func TestTwoRuleBooks(t *testing.T) {
	var met [4]int
	for game := range 300 {
		rng := seed.New(1).At("game", game).Rand()
		s, b := Game{}.New(0), &book{taken: map[string]string{}}
		for agree(t, s, b); s.Result() == env.Ongoing; agree(t, s, b) {
			name := b.legal()[rng.IntN(len(b.legal()))]
			take(t, s, b, name)
		}
		met[s.Result()]++
	}
	if slices.Contains(met[1:], 0) {
		t.Errorf("results %v: one was never met", met)
	}
}

// take plays a move in both books.
func take(t *testing.T, s env.State, b *book, name string) {
	t.Helper()
	a, err := env.Parse(s, name)
	if err != nil {
		t.Fatal(err)
	}
	s.Play(a)
	b.play(name)
}

// Any sequence of cells, the taken ones skipped, is played alike.
func FuzzMoves(f *testing.F) {
	f.Add([]byte("012345678"))
	f.Add([]byte("402681"))
	f.Fuzz(func(t *testing.T, moves []byte) {
		s, b := Game{}.New(0), &book{taken: map[string]string{}}
		for _, m := range moves {
			if name := s.Format(env.Action(m % 9)); slices.Contains(b.legal(), name) {
				take(t, s, b, name)
				agree(t, s, b)
			}
		}
	})
}
