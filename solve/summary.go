package solve

import (
	"context"
	"errors"
	"fmt"

	"ludens/env"
	"ludens/env/seed"
)

// Summary is what a table says as a whole.
type Summary struct {
	Game      string `json:"game"`
	Numbers   uint64 `json:"numbers"`   // of the numbering
	Positions uint64 `json:"positions"` // that have one of them
	Over      uint64 `json:"over"`      // of these: the game is over
	Won       uint64 `json:"won"`       // of the others: by the mover
	Drawn     uint64 `json:"drawn"`
	Lost      uint64 `json:"lost"`

	Start      Verdict `json:"start"`
	Longest    int     `json:"longest"`               // plies of the longest win that can be forced
	LongestWon string  `json:"longest_won,omitempty"` // the first position in which it can
}

// Verdict is a worth for people and scripts.
type Verdict struct {
	Worth string `json:"worth"` // won, drawn or lost, for the mover
	Plies int    `json:"plies,omitempty"`
}

// String returns "won in 5", "drawn".
func (v Verdict) String() string {
	if v.Plies == 0 {
		return v.Worth
	}
	return fmt.Sprintf("%s in %d", v.Worth, v.Plies)
}

// VerdictOf returns w as a Verdict.
func VerdictOf(w env.Worth) Verdict { return Verdict{env.Worth{Sign: w.Sign}.String(), w.Plies} }

// Summary counts what all positions are worth.
func (t *Table) Summary() Summary {
	sum := Summary{Game: t.game.Spec().Name, Numbers: uint64(len(t.worths))}
	longest := -1
	for i, w := range t.worths {
		switch {
		case w == noPosition:
			continue
		case w == gameOver:
			sum.Over++
		case w > 0:
			sum.Won++
			if int(w) > sum.Longest {
				sum.Longest, longest = int(w), i
			}
		case w < 0:
			sum.Lost++
		default:
			sum.Drawn++
		}
		sum.Positions++
	}
	if longest >= 0 { // of a table from elsewhere it may be a number that no position has
		if s := t.positions.At(uint64(longest), nil); s != nil {
			sum.LongestWon = positionText(t.game, s)
		}
	}
	// The start has a number: else the game could not have been solved from it.
	if w, err := t.Solve(context.Background(), t.game.New(0), true); err == nil {
		sum.Start = VerdictOf(w)
	}
	return sum
}

// positionText returns a position in the game's notation, or drawn.
func positionText(g env.Game, s env.State) string {
	if n, ok := env.As[env.Notated](g); ok {
		return n.Position(s)
	}
	return s.String()
}

// Reachable counts the positions that play from the start can lead to, finished
// ones among them if they have numbers.
func Reachable(ctx context.Context, g env.Game, seen func(Progress)) (n uint64, err error) {
	positions, err := Number(g)
	if err != nil {
		return 0, err
	}
	start, ok := positions.Of(g.New(0))
	if !ok {
		return 0, nil
	}
	met := make(bitset, positions.Len()/64+1)
	met.add(start)
	var at, next env.State
	var legal []env.Action
	for todo := []uint64{start}; len(todo) > 0; n++ {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		at = positions.At(i, at)
		legal = at.Legal(legal[:0])
		for _, a := range legal {
			next = at.Copy(next)
			next.Play(a)
			if to, ok := positions.Of(next); ok && met.add(to) {
				todo = append(todo, to)
			}
		}
		if n%chunk == 0 {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			if seen != nil {
				seen(Progress{"reaching positions", n, positions.Len()})
			}
		}
	}
	return n, nil
}

// bitset is a set of numbers.
type bitset []uint64

// add adds i and reports whether it is new.
func (b bitset) add(i uint64) bool {
	word, bit := &b[i/64], uint64(1)<<(i%64)
	fresh := *word&bit == 0
	*word |= bit
	return fresh
}

// Verify draws that many numbers and has the rule book play all moves of their positions: it
// returns an error if one is not worth as much as its best move, or if the table knows a
// position that is none. This is another way than the table was made. If it held for all
// numbers, the table would be right.
func (t *Table) Verify(ctx context.Context, numbers int, at seed.Seed) error {
	rng := at.Rand()
	var s env.State
	for range numbers {
		if err := ctx.Err(); err != nil {
			return err
		}
		i := rng.Uint64N(uint64(len(t.worths)))
		is := t.positions.At(i, s)
		if (is == nil) != (t.worths[i] == noPosition) {
			return fmt.Errorf("solve: table of %s: number %d is a position, or none", t.game.Spec().Name, i)
		}
		if is == nil {
			continue
		}
		s = is
		if (s.Result() != env.Ongoing) != (t.worths[i] == gameOver) {
			return fmt.Errorf("solve: table of %s: number %d is the end of a game, or none", t.game.Spec().Name, i)
		}
		if s.Result() != env.Ongoing {
			continue
		}
		if err := verify(ctx, t, s); err != nil {
			return fmt.Errorf("solve: table of %s: %w", t.game.Spec().Name, err)
		}
	}
	return nil
}

// verify returns an error if an unfinished position is not worth as much as its best move.
func verify(ctx context.Context, t env.Solver, s env.State) error {
	is, err := t.Solve(ctx, s, true)
	if err != nil {
		return err
	}
	moves, err := Moves(ctx, t, s, true)
	if err == nil && Best(moves) != is {
		err = errors.New("the position is " + is.String() + ", and its best move " + Best(moves).String() + ":\n" + s.String())
	}
	return err
}
