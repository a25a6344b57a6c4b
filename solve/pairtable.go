package solve

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"

	"ludens/env"
	"ludens/env/seed"
)

// PairTable is what all positions of a game are worth whose positions are pairs.
// It is an env.Solver, safe for concurrent use, and looks each of them up in its
// file.
type PairTable struct {
	*grid
	tally tally
	file  io.ReaderAt
	begin int64 // where in the file the table does
}

// OpenPairs returns the table in a file, of which it reads all once to see that
// it is whole.
func OpenPairs(file io.ReaderAt, g env.Game) (*PairTable, error) {
	grid, err := newGrid(g)
	if err != nil {
		return nil, fmt.Errorf("solve: %s: %w", g.Spec().Name, err)
	}
	t := &PairTable{grid: grid, file: file}
	if err := t.open(); err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	return t, nil
}

func (t *PairTable) open() (err error) {
	in := newSummed(io.NewSectionReader(t.file, 0, 1<<62))
	if t.tally, err = t.readHeader(in); err != nil {
		return err
	}
	if !t.tally.Done {
		return fmt.Errorf("the table is not finished: it has %d levels", t.tally.Level)
	}
	t.begin = in.read
	if _, err := io.CopyN(io.Discard, in, 2*int64(t.pairs())); err != nil {
		return damaged(err)
	}
	return in.check()
}

// Solve returns what a position is worth, history left out.
func (t *PairTable) Solve(_ context.Context, s env.State, _ bool) (env.Worth, error) {
	pair, ok := t.pairing.Of(s)
	if !ok || s.Result() != env.Ongoing {
		return env.Worth{}, notInTable(t.game, s)
	}
	if pair.Free {
		if stays, yields := t.moves(pair.Mover, pair.Other); stays && yields {
			return t.bestOf(pair)
		}
	}
	v, err := t.at(pair.Mover, pair.Other)
	if err == nil && (v == noPosition || v == gameOver) {
		err = notInTable(t.game, s)
	}
	return v.exact(), err
}

// bestOf returns what a position is worth to a free mover who has moves.
func (t *PairTable) bestOf(p env.Pair) (env.Worth, error) {
	best := env.Worth{Sign: -2}
	_, facing := t.pairing.Squares(p.Other)
	for _, step := range t.steps[p.Mover] {
		if !possible(step, facing) {
			continue
		}
		v, err := t.at(p.Other, step.To)
		if err != nil {
			return env.Worth{}, err
		}
		w := v.exact()
		if v == gameOver {
			w = env.Worth{Sign: -1}
		}
		if w = w.Before(false); best.Less(w) {
			best = w
		}
	}
	return best, nil
}

// at reads what the table has of a position.
func (t *PairTable) at(m, o int) (worth, error) {
	var pair [2]byte
	if _, err := t.file.ReadAt(pair[:], t.begin+2*int64(t.index(m, o))); err != nil {
		return 0, fmt.Errorf("solve: table of %s: %w", t.game.Spec().Name, err)
	}
	return worth(binary.LittleEndian.Uint16(pair[:])), nil
}

// Summary counts what all positions are worth, those with either player to move.
func (t *PairTable) Summary() Summary {
	c := &t.tally
	sum := Summary{Game: t.game.Spec().Name}
	add := func(c *counts) {
		won, lost, longest := c.sums()
		sum.Numbers += 2 * t.pairs()
		sum.Positions += 2 * (t.pairs() - t.tally.Absent)
		sum.Over += 2 * t.tally.Over
		sum.Won += 2 * won
		sum.Lost += 2 * lost
		if longest > sum.Longest {
			n := uint64(t.n)
			pair := env.Pair{Mover: int(c.Longest / n % n), Other: int(c.Longest % n), Free: c == &t.tally.Free}
			sum.Longest, sum.LongestWon = longest, positionText(t.game, t.pairing.At(pair))
		}
	}
	if add(&c.Bound); t.pairing.Free() {
		add(&c.Free)
	}
	sum.Drawn = sum.Positions - sum.Over - sum.Won - sum.Lost
	// The start is a pair like all others.
	if w, err := t.Solve(context.Background(), t.game.New(0), true); err == nil {
		sum.Start = VerdictOf(w)
	}
	return sum
}

// Verify draws that many positions and has the rule book play all their moves: it
// returns an error if one is not worth as much as its best move. This is another
// way than the table was made. If it held for all positions, the table would be
// right.
func (t *PairTable) Verify(ctx context.Context, positions int, at seed.Seed) error {
	rng := at.Rand()
	for verified := 0; verified < positions && ctx.Err() == nil; {
		pair := env.Pair{Mover: rng.IntN(t.n), Other: rng.IntN(t.n), Free: t.pairing.Free() && rng.IntN(2) == 0}
		own, _ := t.pairing.Squares(pair.Mover)
		if _, facing := t.pairing.Squares(pair.Other); own&facing != 0 || t.pairing.Goal(pair.Mover) {
			continue
		}
		s := t.pairing.At(pair)
		if verified++; s.Result() != env.Ongoing {
			continue
		}
		if err := verify(ctx, t, s); err != nil {
			return fmt.Errorf("solve: table of %s: %w", t.game.Spec().Name, err)
		}
	}
	return ctx.Err()
}
