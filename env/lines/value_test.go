package lines

import (
	"flag"
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
		s := newSolver(game(t, row.text))
		if got := s.value(); got != row.want {
			t.Errorf("%q: got %v, want %v", row.text, got, row.want)
		}
		t.Logf("%q: %d positions, %v", row.text, len(s.known), time.Since(began).Round(time.Millisecond))
	}
}

// solver finds values by brute force: alpha-beta with a table, moves in any order.
type solver struct {
	game   *Game
	floors []env.State
	known  map[uint64]bound
}

// bound is what a position is worth to its mover: from low to high.
type bound struct{ low, high int8 }

func newSolver(g *Game) *solver {
	return &solver{game: g, floors: make([]env.State, g.longestGame()+1), known: map[uint64]bound{}}
}

func (v *solver) value() env.Result {
	s := v.game.New(0)
	switch v.search(s, 0, -1, 1) {
	case 1:
		return env.WinFor(s.ToMove())
	case -1:
		return env.WinFor(s.ToMove().Other())
	}
	return env.Drawn
}

func (v *solver) search(s env.State, ply int, alpha, beta int8) int8 {
	key := s.Key()
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
	for _, a := range s.Legal(nil) {
		v.floors[ply] = s.Copy(v.floors[ply])
		next := v.floors[ply]
		next.Play(a)
		var x int8
		switch {
		case next.Result() != env.Ongoing:
			x = int8(next.Result().For(s.ToMove()))
		case next.ToMove() == s.ToMove():
			x = v.search(next, ply+1, alpha, beta)
		default:
			x = -v.search(next, ply+1, -beta, -alpha)
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
