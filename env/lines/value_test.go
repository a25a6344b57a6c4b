package lines

import (
	"cmp"
	"flag"
	"slices"
	"testing"
	"time"

	"ludens/env"
)

var large = flag.Bool("large", false, "find the values of larger boards, too, which takes minutes")

// What small games are worth to the first player, as it was published.
//
//	m,n,k games: J. W. H. M. Uiterwijk and H. J. van den Herik, The advantage of the
//	initiative (2000): k = 3 is won but on 3 by 3 and on less; 4,4,4 and 5,5,4 are
//	drawn, 6,5,4 is won.
//	Connect Four: J. Tromp, and the table of https://github.com/ChristopheSteininger/c4
//	Misère: Y. Elran, Toe-tac-tic (see games/misere-tictactoe.toml).
func TestValues(t *testing.T) {
	for _, row := range []struct {
		text  string
		want  env.Result
		large bool
	}{
		{"like='tictactoe'", env.Drawn, false},
		{"like='misere-tictactoe'", env.Drawn, false},
		{"like='tictactoe'\nrows=2", env.Drawn, false},
		{"like='tictactoe'\nrows=2\ncols=6", env.Drawn, false},
		{"like='tictactoe'\nrows=4", env.FirstWins, false},
		{"like='tictactoe'\ncols=5", env.FirstWins, false},
		{"like='mnk-4-4-3'", env.FirstWins, false},
		{"like='tictactoe'\nrows=4\ncols=4\nlength=4", env.Drawn, false},
		{"like='mnk-5-5-4'", env.Drawn, true},
		{"like='connect4'\nrows=4\ncols=4", env.Drawn, false},
		{"like='connect4-5x4'", env.Drawn, false},
		{"like='connect4'\nrows=5\ncols=4", env.Drawn, false},
		{"like='connect4'\nrows=4\ncols=6", env.SecondWins, true},
		{"like='connect4'\nrows=5\ncols=5", env.Drawn, true},
	} {
		if row.large && !*large {
			continue
		}
		began := time.Now()
		s := newBrute(game(t, row.text))
		if got := s.value(); got != row.want {
			t.Errorf("%q: got %v, want %v", row.text, got, row.want)
		}
		t.Logf("%q: %d positions, %v", row.text, len(s.known), time.Since(began).Round(time.Millisecond))
	}
}

// brute finds values by brute force: alpha-beta with a table. In the opening it knows
// symmetries, and tries first what scores best.
type brute struct {
	game    *Game
	opening int16 // stones
	images  []env.Symmetry
	known   map[uint64]bound
}

// bound is what a position is worth to its mover: from low to high.
type bound struct{ low, high int8 }

func newBrute(g *Game) *brute {
	return &brute{game: g, opening: int16(g.cells.count() / 2), images: g.Symmetries(), known: map[uint64]bound{}}
}

func (v *brute) value() env.Result {
	s := v.game.New(0)
	switch v.search(s.(*State), -1, 1) {
	case 1:
		return env.WinFor(s.ToMove())
	case -1:
		return env.WinFor(s.ToMove().Other())
	}
	return env.Drawn
}

func (v *brute) search(s *State, alpha, beta int8) int8 {
	key := v.key(s)
	b, ok := v.known[key]
	if !ok {
		b = bound{-1, 1}
	}
	if b.low >= beta || b.low == b.high {
		return b.low
	}
	if b.high <= alpha {
		return b.high
	}
	best, a0 := int8(-1), alpha
	for _, next := range v.children(s) {
		var x int8
		switch {
		case next.result != env.Ongoing:
			x = int8(next.result.For(s.ToMove()))
		case next.ToMove() == s.ToMove():
			x = v.search(next, alpha, beta)
		default:
			x = -v.search(next, -beta, -alpha)
		}
		if best = max(best, x); best >= beta {
			break
		}
		alpha = max(alpha, best)
	}
	if best > a0 {
		b.low = best
	}
	if best < beta {
		b.high = best
	}
	v.known[key] = b
	return best
}

// children returns the positions after the moves of s: the wins, else all by their scores.
func (v *brute) children(s *State) (all []*State) {
	moves := s.Decisive(nil)
	if len(moves) == 0 || s.unusual() {
		moves = s.Legal(nil)
	}
	for _, a := range moves {
		next := s.Copy(nil).(*State)
		next.Play(a)
		all = append(all, next)
	}
	if s.placed <= v.opening {
		slices.SortStableFunc(all, func(x, y *State) int { return cmp.Compare(y.Score(s.ToMove()), x.Score(s.ToMove())) })
	}
	return all
}

// key returns the least key of the images of s.
func (v *brute) key(s *State) uint64 {
	best := s.Key()
	if s.placed > v.opening || s.game.rules.Gravity {
		return best
	}
	for _, image := range v.images[1:] {
		var h uint64
		for side := range s.stones {
			s.stones[side].each(func(p int) {
				h ^= stoneHash[side][s.game.place[image.Cells[s.game.cell[p]]]]
			})
		}
		best = min(best, s.Key()^s.hash^h)
	}
	return best
}
