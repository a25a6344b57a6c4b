package web

import (
	"cmp"
	"slices"

	"ludens/env"
)

// What openings hold at most. It takes about 60 bytes for each move of a position:
// 20 MB.
const (
	mostIndexed  = 300_000 // moves, over all positions
	indexedPlies = 80      // of a game that are counted
)

// openings counts what was played in many games, position by position: which moves, how
// often, and how the games ended. Positions are identified by env.State.Key, so that a
// position that was reached in two ways is one. The zero value is empty.
type openings struct {
	Games int
	// Rare says what room it took: a position that was met so often, or less often, may
	// have been dropped, and counted from nothing again.
	Rare uint32

	most  int              // moves; 0: mostIndexed
	first map[uint64]int32 // by key of a position: its first move in moves
	moves []counted
}

// counted is a move of a position.
type counted struct {
	action env.Action
	next   int32 // of the same position; -1: the last
	outcomes
}

// outcomes say how many games went on with a move, by how they ended.
type outcomes struct {
	First, Drawn, Second uint32
	Cut                  uint32 // off at the length limit
}

// N returns how many games these are.
func (r outcomes) N() uint32 { return r.First + r.Drawn + r.Second + r.Cut }

func (r *outcomes) count(result env.Result) {
	switch result {
	case env.FirstWins:
		r.First++
	case env.Drawn:
		r.Drawn++
	case env.SecondWins:
		r.Second++
	default:
		r.Cut++
	}
}

// Add counts a game that began at s, which plays on. The actions are legal.
func (x *openings) Add(s env.State, actions []env.Action, r env.Result) {
	x.Games++
	if x.first == nil {
		x.first = map[uint64]int32{}
	}
	for _, a := range actions[:min(indexedPlies, len(actions))] {
		x.move(s.Key(), a).count(r)
		s.Play(a)
	}
	for x.full() {
		x.shrink()
	}
}

// move returns what is counted of a move, which is new if it has not been played.
func (x *openings) move(key uint64, a env.Action) *outcomes {
	first, ok := x.first[key]
	if !ok {
		first = -1
	}
	for i := first; i >= 0; i = x.moves[i].next {
		if x.moves[i].action == a {
			return &x.moves[i].outcomes
		}
	}
	x.first[key] = int32(len(x.moves))
	x.moves = append(x.moves, counted{action: a, next: first})
	return &x.moves[len(x.moves)-1].outcomes
}

func (x *openings) full() bool { return len(x.moves) > cmp.Or(x.most, mostIndexed) }

// shrink drops the positions that were met most rarely, one visit more than the last
// time.
func (x *openings) shrink() {
	x.Rare++
	old := x.moves
	x.moves = nil
	for key, first := range x.first {
		n := uint32(0)
		for i := first; i >= 0; i = old[i].next {
			n += old[i].N()
		}
		if n <= x.Rare {
			delete(x.first, key)
			continue
		}
		last := int32(-1)
		for i := first; i >= 0; i = old[i].next {
			m := old[i]
			m.next, last = last, int32(len(x.moves))
			x.moves = append(x.moves, m)
		}
		x.first[key] = last
	}
}

// reply is what was played in a position.
type reply struct {
	Action env.Action
	outcomes
}

// Look returns what was played in the position of a key, the most frequent first.
func (x *openings) Look(key uint64) (all []reply) {
	first, ok := x.first[key]
	if !ok {
		return nil
	}
	for i := first; i >= 0; i = x.moves[i].next {
		all = append(all, reply{x.moves[i].action, x.moves[i].outcomes})
	}
	slices.SortFunc(all, func(a, b reply) int {
		return cmp.Or(cmp.Compare(b.N(), a.N()), cmp.Compare(a.Action, b.Action))
	})
	return all
}
