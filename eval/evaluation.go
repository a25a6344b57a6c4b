package eval

import (
	"math"
	"slices"

	"ludens/alphabeta"
	"ludens/env"
)

// Evaluation evaluates positions of one game by learned weights. It remembers the last
// positions, and is used by one goroutine at a time.
type Evaluation struct {
	features *Features
	weights  []int64 // the opening's in the lower half, the endgame's in the upper
	placed   [2]placed
	at       Position
	swift    *swift // nil: features are listed
	known    []known
	marks    marks
	glanced  uint64 // the position of at, if that is fresh: nothing is added yet
	fresh    bool
	shapes   alphabeta.Shapes // of it
}

// known is a position that was evaluated.
type known struct {
	key    uint64
	logit  float32
	shapes alphabeta.Shapes
}

const (
	remembered = 1 << 14
	// coarse is the step of evaluations in 1/Unit logits: a search cuts more where
	// positions are equal.
	coarse = 8
)

// New returns an evaluation of a game whose features are f, by weights for them.
func New(f *Features, w *Weights) *Evaluation {
	e := &Evaluation{features: f, weights: make([]int64, f.Count()), known: make([]known, remembered), marks: newMarks(f)}
	for i, p := range w.Pairs {
		e.weights[i] = int64(p[0]) + int64(p[1])<<32
	}
	weighs := func(from, to int) bool {
		to = min(to, len(w.Pairs))
		return slices.ContainsFunc(w.Pairs[min(from, to):to], func(p [2]int32) bool { return p != [2]int32{} })
	}
	structure, danger := f.earlier[0].count, f.earlier[1].count
	e.at.plain, e.at.calm = !weighs(structure, danger), !weighs(danger, f.count)
	e.swift = newSwift(f, e.weights)
	e.known[0].key = 1 // which lies elsewhere: nothing is known of key 0
	return e
}

// Evaluate returns the logit of the probability that the mover of an unfinished position
// wins.
func (e *Evaluation) Evaluate(s env.State) float32 {
	inf := float32(math.Inf(1))
	return e.Within(s, -inf, inf)
}

// rest is more logits than attacks add in all but one of 2000 positions that searches of chess
// and cetran2 evaluate; their standard deviation is 0.35.
const rest = 1

// Within implements alphabeta.Bounding: attacks are not found where they are not likely to move
// the evaluation between low and high.
func (e *Evaluation) Within(s env.State, low, high float32) float32 {
	key := s.Key()
	k := &e.known[key%remembered]
	if k.key == key {
		return k.logit
	}
	shapes := e.look(s, key)
	placed := e.place(env.First) - e.place(env.Second)
	if e.features.attacking != nil {
		switch x := float32(e.logit(s, e.listed(placed))) / Unit; {
		case x-rest >= high:
			return x - rest
		case x+rest <= low:
			return x + rest
		}
		e.fresh = false // attacks may be listed
		placed += e.attacked(s)
	}
	*k = known{key, float32(rounded(e.logit(s, e.listed(placed)))) / Unit, shapes}
	return k.logit
}

// attacked returns the sum of what the pieces attack, unless it adds that to the lists.
func (e *Evaluation) attacked(s env.State) int64 {
	f, p := e.features, &e.at
	if e.swift == nil {
		f.findAttacks(s, p)
		return 0
	}
	p.sets.room(len(p.pieces))
	f.attacking.Attacks(s, p.pieces, p.attacks)
	return e.swift.sum(f, s, p)
}

// listed returns sum and the weights of the features that were found.
func (e *Evaluation) listed(sum int64) int64 {
	for _, i := range e.at.Of[env.First] {
		sum += e.weights[i]
	}
	for _, i := range e.at.Of[env.Second] {
		sum -= e.weights[i]
	}
	return sum
}

// logit returns what a sum of weights is for the mover, in 1/Unit.
func (e *Evaluation) logit(s env.State, both int64) int64 {
	open, end := int64(int32(both)), (both+1<<31)>>32
	if score := int64(e.at.Score); score != 0 {
		w := e.weights[e.at.scored]
		open += int64(int32(w)) * score / Unit
		end += (w + 1<<31) >> 32 * score / Unit
	}
	logit := (open*int64(e.at.Phase) + end*(Phases-int64(e.at.Phase))) / Phases
	if s.ToMove() == env.Second {
		return -logit
	}
	return logit
}

// rounded returns the nearest multiple of coarse; that of -v is the negative.
func rounded(v int64) int64 {
	if v < 0 {
		return -rounded(-v)
	}
	return (v + coarse/2) / coarse * coarse
}

// placed are the weights of a player's pieces by kind and cell, those of a hand behind the
// cells: tables that are made when a royal piece is first met on a cell.
type placed struct {
	own   [][]int64 // by the cell of the player's royal piece, or behind the cells: of the square and the way from there
	other [][]int64 // by that of the other one: of the way from there
}

// place returns the sum of the weights of a player's pieces on their squares.
func (e *Evaluation) place(p env.Player) (sum int64) {
	f := e.features
	own := e.own(p, e.at.royal[p])
	if !f.royals {
		for _, x := range e.at.pieces {
			if x.Owner == p {
				sum += own[f.entry(x)]
			}
		}
		return sum
	}
	other := e.other(p, e.at.royal[1-p])
	other = other[:len(own)]
	for _, x := range e.at.pieces {
		if x.Owner == p {
			i := f.entry(x)
			sum += own[i] + other[i]
		}
	}
	return sum
}

// entry returns the place of a piece in the tables.
func (f *Features) entry(x env.Piece) int {
	if x.Cell < 0 {
		return int(x.Kind)*(f.cells+1) + f.cells
	}
	return int(x.Kind)*(f.cells+1) + int(x.Cell)
}

// own returns the table for a cell of p's royal piece, -1 for none.
func (e *Evaluation) own(p env.Player, royal int) []int64 {
	t := &e.placed[p].own
	return e.table(t, royal, func(kind, cell int) int64 {
		f := e.features
		sum := e.weights[int(f.begin.square)+kind*f.squares+int(f.square[p][cell])]
		if royal >= 0 && royal != cell && cell < f.cells {
			sum += e.weights[int(f.begin.own)+kind*f.ways+int(f.way[p][royal*f.cells+cell])]
		}
		return sum
	})
}

// other returns the table for a cell of the other royal piece, -1 for none.
func (e *Evaluation) other(p env.Player, royal int) []int64 {
	return e.table(&e.placed[p].other, royal, func(kind, cell int) int64 {
		f := e.features
		if royal < 0 || cell == f.cells {
			return 0
		}
		return e.weights[int(f.begin.other)+kind*f.ways+int(f.way[p][royal*f.cells+cell])]
	})
}

// table returns the table of a cell, -1 for none, and makes it the first time.
func (e *Evaluation) table(all *[][]int64, royal int, weight func(kind, cell int) int64) []int64 {
	if *all == nil {
		*all = make([][]int64, e.features.cells+1)
	}
	t := &(*all)[royal+1]
	if *t == nil {
		*t = make([]int64, e.features.kinds*(e.features.cells+1))
		for i := range *t {
			(*t)[i] = weight(i/(e.features.cells+1), i%(e.features.cells+1))
		}
	}
	return *t
}
