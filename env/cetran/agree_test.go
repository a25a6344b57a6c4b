package cetran

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"ludens/env"
)

// TestBooksAgree plays random games on both rule books side by side. Some begin
// with a few men, so that mates, bare kings and long shuffles occur.
func TestBooksAgree(t *testing.T) {
	g := cetran2Game(t)
	playBooks(t, 20_000, 5, func(r *rand.Rand, game int) (*State, *book) {
		if game%2 == 0 {
			s := g.New(uint64(game)).(*State)
			return s, openBook(expand(g.Position(s)), true)
		}
		return fewMen(g, r)
	})
}

// The same for Cetran 1, with its conversion rule.
func TestBooksAgreeOnCetran1(t *testing.T) {
	g, err := New("cetran1", nil)
	if err != nil {
		t.Fatal(err)
	}
	playBooks(t, 5_000, 1, func(_ *rand.Rand, game int) (*State, *book) {
		s := g.New(uint64(game)).(*State)
		return s, openCetran1(expand(s.game.Position(s)))
	})
}

// playBooks plays from what open returns until that many positions have been
// compared, and wants to see that many kinds of endings.
func playBooks(t *testing.T, enough, kinds int, open func(*rand.Rand, int) (*State, *book)) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	keys, texts := map[uint64]string{}, map[string]uint64{}
	endings := map[string]int{}
	positions := 0
	for game := 0; positions < enough; game++ {
		s, b := open(r, game)
		for {
			positions++
			compareBooks(t, s, b, keys, texts)
			if t.Failed() {
				return
			}
			if _, why := b.result(); why != "" {
				endings[why]++
				break
			}
			playBoth(t, s, b, r, game)
		}
	}
	t.Logf("%d positions, %d of them different; endings: %v", positions, len(keys), endings)
	if len(endings) < kinds {
		t.Errorf("endings %v: want %d kinds", endings, kinds)
	}
}

// fewMen opens both books with a few men anywhere.
func fewMen(g *Game, r *rand.Rand) (*State, *book) {
	for {
		var grid [64]byte
		for i := range grid {
			grid[i] = '.'
		}
		men := "Kk" + randomMen(r, r.IntN(8))
		for i, at := range r.Perm(64)[:len(men)] {
			grid[at] = men[i]
		}
		var rows []string
		for i := 0; i < 64; i += 8 {
			rows = append(rows, string(grid[i:i+8]))
		}
		if s, err := g.ParsePosition(contract(rows) + " w"); err == nil {
			return s.(*State), openBook(rows, true)
		}
	}
}

func randomMen(r *rand.Rand, n int) string {
	var men strings.Builder
	for range n {
		men.WriteByte("QSCAHRNPPqscahrnpp"[r.IntN(18)])
	}
	return men.String()
}

func compareBooks(t *testing.T, s *State, b *book, keys map[uint64]string, texts map[string]uint64) {
	t.Helper()
	where := s.game.Position(s)
	if got, want := expand(where), b.rows(); !slices.Equal(got, want) {
		t.Fatalf("%s: want the board\n%s", where, strings.Join(want, "\n"))
	}
	result, why := b.result()
	if s.Result() != result || s.Ending() != why {
		t.Errorf("%s: got %v (%s), want %v (%s)", where, s.Result(), s.Ending(), result, why)
	}
	if got, want := s.board.inCheck(), b.inCheck(b.white); got != want {
		t.Errorf("%s: in check: got %v, want %v", where, got, want)
	}
	var want []string
	if result == env.Ongoing {
		for _, m := range b.moves {
			want = append(want, m.String())
		}
		sort.Strings(want)
	}
	if got := legalTexts(s); !slices.Equal(got, want) {
		t.Errorf("%s: legal moves\ngot  %v\nwant %v", where, got, want)
	}
	text, key := b.seen(), s.Key()
	if other, met := keys[key]; met && other != text {
		t.Errorf("one key for two positions: %s and %s", other, text)
	}
	if other, met := texts[text]; met && other != key {
		t.Errorf("%s: keys %#x and %#x for one position", where, other, key)
	}
	keys[key], texts[text] = text, key
}

// playBoth makes a move on both books: any, or in every third game one that
// shuffles an officer to and fro, so that positions come back.
func playBoth(t *testing.T, s *State, b *book, r *rand.Rand, game int) {
	moves := b.moves
	if quiet := b.shuffles(); game%3 == 0 && len(quiet) > 0 {
		moves = quiet
	}
	m := moves[r.IntN(len(moves))]
	a, err := env.Parse(s, m.String())
	if err != nil {
		t.Fatal(err)
	}
	s.Play(a)
	b.play(m)
}

// legalTexts returns the legal moves as sorted texts.
func legalTexts(s env.State) (texts []string) {
	for _, a := range s.Legal(nil) {
		texts = append(texts, s.Format(a))
	}
	sort.Strings(texts)
	return texts
}

// expand returns the ranks of a FEN with dots for empty squares.
func expand(fen string) []string {
	placement, _, _ := strings.Cut(fen, " ")
	for n := 1; n <= 8; n++ {
		placement = strings.ReplaceAll(placement, fmt.Sprint(n), strings.Repeat(".", n))
	}
	return strings.Split(placement, "/")
}

// contract is the inverse of expand.
func contract(rows []string) string {
	placement := strings.Join(rows, "/")
	for n := 8; n >= 1; n-- {
		placement = strings.ReplaceAll(placement, strings.Repeat(".", n), fmt.Sprint(n))
	}
	return placement
}
