package lines

import (
	"math/bits"

	"ludens/env"
	"ludens/env/diagram"
)

// wide returns a position of the game as a State.
func (g *Game) wide(state env.State) *State {
	switch s := state.(type) {
	case *word:
		return s.wide()
	case *counted:
		return s.wide()
	}
	return state.(*State)
}

// wide returns the position as a State, of which people ask what words are not asked
// while games are played.
func (s *word) wide() *State {
	b := s.board
	w := &State{game: b.game, last: -1, left: 1, side: int8(s.mover), result: s.result}
	for p := range s.stones {
		spread(s.stones[p], func(bit int) {
			w.stones[p].add(int(b.places[bit]))
			w.hash ^= stoneHash[p][b.places[bit]]
		})
	}
	w.placed = int16(bits.OnesCount64(s.taken()))
	w.open = b.game.landings(w.stones[0].or(w.stones[1]))
	if s.last >= 0 {
		w.last = b.places[s.last]
	}
	if s.result != env.Ongoing {
		w.end = byFull
		if b.line(s.stones[s.mover.Other()]) {
			w.end = byLine
		}
	}
	return w
}

// narrow returns a State of the game as a word.
func (b *layout) narrow(s *State) word {
	w := word{board: b, mover: env.Player(s.side), result: s.result, last: -1}
	for p := range s.stones {
		s.stones[p].each(func(at int) { w.stones[p] |= 1 << b.bits[b.game.cell[at]] })
	}
	return w
}

func (s *word) Format(a env.Action) string { return s.board.game.format(a) }

func (s *word) String() string { return s.wide().String() }

// Diagram implements diagram.Pictured.
func (s *word) Diagram() diagram.Diagram { return s.wide().Diagram() }

// Ending implements env.Explained.
func (s *word) Ending() string { return s.wide().Ending() }

// Squares implements env.Spatial.
func (s *word) Squares(a env.Action) env.Squares { return s.wide().Squares(a) }

// Owner implements env.Spatial.
func (s *word) Owner(cell int) (p env.Player, ok bool) {
	bit := s.board.bits[cell]
	for p := range s.stones {
		if s.stones[p]>>bit&1 != 0 {
			return env.Player(p), true
		}
	}
	return 0, false
}
