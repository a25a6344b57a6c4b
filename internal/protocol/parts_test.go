package protocol

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/chess"
	"ludens/env/games"
	"ludens/internal/foreign"
)

func TestAllot(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name       string
		clock      clock
		least, max time.Duration
	}{
		{"five minutes for the game", clock{left: 300_000 * ms}, 9_000 * ms, 10_000 * ms},
		{"forty moves in five minutes", clock{left: 300_000 * ms, moves: 40}, 9_000 * ms, 10_000 * ms},
		{"two moves left", clock{left: 60_000 * ms, moves: 2}, 29_000 * ms, 30_000 * ms},
		{"the last move of a control", clock{left: 10_000 * ms, moves: 1}, 8_900 * ms, 9_000 * ms},
		{"most of the increment", clock{left: 60_000 * ms, increment: 5_000 * ms}, 5_900 * ms, 6_000 * ms},
		{"never more than half", clock{left: 100 * ms, increment: 60_000 * ms}, 10 * ms, 50 * ms},
		{"no time at all", clock{left: 1}, 1, 1},
	} {
		if got := c.clock.allot(); got < c.least || got > c.max {
			t.Errorf("%s: got %v, want %v to %v", c.name, got, c.least, c.max)
		}
	}
}

// A player who takes what is allotted, and a little more for the message, does
// not lose by time.
func TestAllottedTimeLasts(t *testing.T) {
	c := clock{left: 2 * time.Second}
	for move := range 300 {
		c.left -= c.allot() + 2*time.Millisecond
		if c.left <= 0 {
			if move < 60 {
				t.Errorf("the time is over after %d moves", move)
			}
			return
		}
	}
}

// Values of Leela Chess Zero's curve.
func TestCentipawns(t *testing.T) {
	for v, want := range map[float32]int{0: 0, 0.5: 90, -0.5: -90, 0.9: 549, 1: 12780, -1: -12780, 2: 12780} {
		if got := foreign.Centipawns(v); got < want-10 || got > want+10 {
			t.Errorf("%v: got %d, want about %d", v, got, want)
		}
	}
}

func TestMate(t *testing.T) {
	for _, c := range []struct {
		proof env.Result
		plies int
		want  int
		ok    bool
	}{
		{env.FirstWins, 1, 1, true}, {env.FirstWins, 3, 2, true}, {env.SecondWins, 2, -1, true},
		{env.SecondWins, 4, -2, true}, {env.Drawn, 3, 0, false}, {env.Ongoing, 0, 0, false},
	} {
		got, ok := mate(analysis.Report{Proof: c.proof, Plies: c.plies}, env.First)
		if got != c.want || ok != c.ok {
			t.Errorf("%v in %d: got %d, %v; want %d, %v", c.proof, c.plies, got, ok, c.want, c.ok)
		}
	}
}

// The sissa as described to the board is the sissa of the rules: the same targets on
// boards with men all over.
func TestSissaInBetzaNotation(t *testing.T) {
	g, _ := games.Make("cetran2")
	own, _ := chess.Of(g)
	pieces, _ := own.Betza()
	sissa := pieces[slices.IndexFunc(pieces, func(p chess.Piece) bool { return p.Letter == "S" })].Moves
	if n := len(sissa); n != 388 {
		t.Errorf("got %d characters, want 388", n)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	compared := 0
	for range 400 {
		b := sparse(rng)
		s, err := g.(*chess.Cetran).ParsePosition(b.fen())
		if err != nil {
			continue // the sissa attacks the king
		}
		var want []string
		for _, a := range s.Legal(nil) {
			if m := s.Format(a); m[:2] == b.name(b.sissa) {
				want = append(want, m[2:])
			}
		}
		got := b.betza(sissa)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: sissa on %s\ngot  %v\nwant %v", b.fen(), b.name(b.sissa), got, want)
		}
		compared++
	}
	if compared < 100 {
		t.Errorf("compared %d boards only", compared)
	}
}

// sketch is a board of letters, rank 1 first, with one sissa.
type sketch struct {
	men   [64]byte
	sissa int
}

// sparse returns a board with kings in opposite corners, a white sissa and pawns
// that give no check.
func sparse(rng *rand.Rand) *sketch {
	b := &sketch{}
	b.men[0], b.men[63] = 'K', 'k'
	for range rng.IntN(9) {
		b.men[16+rng.IntN(32)] = "Pp"[rng.IntN(2)]
	}
	for b.sissa = 1 + rng.IntN(62); b.men[b.sissa] != 0; b.sissa = 1 + rng.IntN(62) {
	}
	b.men[b.sissa] = 'S'
	return b
}

func (b *sketch) name(square int) string {
	return string([]byte{'a' + byte(square%8), '1' + byte(square/8)})
}

func (b *sketch) fen() string {
	var rows []string
	for rank := 7; rank >= 0; rank-- {
		row := ""
		for file := range 8 {
			if m := b.men[8*rank+file]; m != 0 {
				row += string(m)
			} else {
				row += "1"
			}
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/") + " w - 0 1"
}

// The eight steps, clockwise from north; even ones are a wazir's.
var steps = [8][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// betza returns the targets of moves written as legs "maf", "mafs" and "mabs"
// and an atom: go to an empty square, then on, or turned by 45 or 135 degrees.
func (b *sketch) betza(text string) (targets []string) {
	for text != "" {
		end := strings.IndexAny(text, "WF")
		legs, first := text[:end], strings.IndexByte("WF", text[end])
		text = text[end+1:]
		for d := first; d < 8; d += 2 {
			b.walk(legs, b.sissa, []int{d}, &targets)
		}
	}
	slices.Sort(targets)
	return slices.Compact(targets)
}

// walk goes one step in each of some directions and on by the legs that remain.
func (b *sketch) walk(legs string, from int, directions []int, targets *[]string) {
	for _, d := range directions {
		file, rank := from%8+steps[d][0], from/8+steps[d][1]
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			continue
		}
		to := 8*rank + file
		man := b.men[to]
		if to == b.sissa {
			man = 0 // it has left its square
		}
		if legs == "" {
			if man == 0 && to != b.sissa || man == 'p' || man == 'k' {
				*targets = append(*targets, b.name(to))
			}
			continue
		}
		if man != 0 {
			continue
		}
		turn, rest := []int{d}, legs[3:]
		switch {
		case strings.HasPrefix(legs, "mafs"):
			turn, rest = []int{(d + 1) % 8, (d + 7) % 8}, legs[4:]
		case strings.HasPrefix(legs, "mabs"):
			turn, rest = []int{(d + 3) % 8, (d + 5) % 8}, legs[4:]
		}
		b.walk(rest, to, turn, targets)
	}
}
