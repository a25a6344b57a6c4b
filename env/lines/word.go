package lines

import (
	"math/bits"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/seed"
)

// word is a position on a [layout]. It has no history but the last move, which is for
// drawing only.
type word struct {
	board  *layout
	stones [2]uint64 // of First and of Second
	mover  env.Player
	result env.Result
	last   int8 // bit of the last stone, -1 before the first
}

// begin returns the empty board.
func (b *layout) begin() env.State { return b.outer(word{board: b, last: -1}, nil) }

func (s *word) taken() uint64 { return s.stones[0] | s.stones[1] }

func (s *word) ToMove() env.Player { return s.mover }

func (s *word) Result() env.Result { return s.result }

// Legal appends the cells that are empty, or the columns whose highest is.
func (s *word) Legal(dst []env.Action) []env.Action {
	if s.result != env.Ongoing {
		return dst
	}
	b := s.board
	for w := b.ends &^ (s.stones[0] | s.stones[1]); w != 0; w &= w - 1 {
		dst = append(dst, env.Action(b.actions[bits.TrailingZeros64(w)&63]))
	}
	return dst
}

// Play puts a stone and looks what that decides.
func (s *word) Play(a env.Action) {
	b, taken := s.board, s.stones[0]|s.stones[1]
	d := &b.drops[a&63]
	stone := (taken&d.column + d.floor) &^ taken
	own := s.stones[s.mover&1] | stone
	s.stones[s.mover&1] = own
	s.last = int8(bits.TrailingZeros64(stone))
	switch {
	case b.line(own):
		s.result = b.made[s.mover&1]
	case taken|stone == b.full:
		s.result = b.filled[s.mover&1]
	}
	s.mover = s.mover.Other()
}

// Observe shows the stones of the mover and those of the other side.
func (s *word) Observe(dst []float32) {
	clear(dst)
	b := s.board
	for w := s.stones[s.mover&1]; w != 0; w &= w - 1 {
		dst[b.cells[bits.TrailingZeros64(w)&63]] = 1
	}
	dst = dst[len(dst)/2:]
	for w := s.stones[s.mover.Other()&1]; w != 0; w &= w - 1 {
		dst[b.cells[bits.TrailingZeros64(w)&63]] = 1
	}
}

// Key distinguishes all positions of the two classic games. Where stones fall,
// the floors added to the stones mark in each column the lowest empty cell, with First's
// stones below it (Tromp 1995). Elsewhere the key is the cells of both sides.
func (s *word) Key() (k uint64) {
	b := s.board
	if b.game.rules.Gravity {
		return s.taken() + b.floors + s.stones[env.First]
	}
	rows, cols := b.game.rows, b.game.cols
	for p := range s.stones {
		for row := range rows {
			k |= s.stones[p] >> (row * (cols + 1)) & (1<<cols - 1) << (((1-p)*rows + row) * cols)
		}
	}
	return k
}

func (s *word) Copy(dst env.State) env.State {
	d, ok := dst.(*word)
	if !ok {
		d = new(word)
	}
	*d = *s
	return d
}

// Left implements env.Bounded: the empty cells.
func (s *word) Left() int { return bits.OnesCount64(s.board.full &^ s.taken()) }

// counted is a word whose key is a [State]'s, and which knows what a [State] knows of
// scores and wins in one. The classic games have neither: see [rules.classic].
type counted struct {
	word
	hash uint64
}

// outer returns a position as the game has it, in dst if that is of the same kind.
func (b *layout) outer(s word, dst env.State) env.State {
	if b.game.classic {
		return s.Copy(dst)
	}
	c, ok := dst.(*counted)
	if !ok {
		c = new(counted)
	}
	*c = counted{word: s}
	for p := range c.stones {
		spread(c.stones[p], func(bit int) { c.hash ^= stoneHash[p][b.places[bit]] })
	}
	return c
}

func (s *counted) Play(a env.Action) {
	side := s.mover
	s.word.Play(a)
	s.hash ^= stoneHash[side&1][s.board.places[s.last&63]]
}

// Key hashes as [State.Key] does.
func (s *counted) Key() uint64 { return s.hash ^ seed.Mix(uint64(s.mover)|1<<1) }

func (s *counted) Copy(dst env.State) env.State {
	d, ok := dst.(*counted)
	if !ok {
		d = new(counted)
	}
	*d = *s
	return d
}

// Score implements env.Scored, as [State.Score] does.
func (s *counted) Score(p env.Player) float32 {
	return float32(s.board.game.balance(s.promise(p), s.promise(p.Other())))
}

func (s *counted) promise(p env.Player) float64 {
	b := s.board
	own, free := [2]uint64{s.stones[p]}, [2]uint64{b.full &^ s.stones[p.Other()]}
	return b.game.promise(own[:], free[:], 1, b.steps)
}

// Decisive implements env.Decisive, as [State.Decisive] does.
func (s *counted) Decisive(dst []env.Action) []env.Action {
	b, taken := s.board, s.taken()
	if s.result != env.Ongoing {
		return dst
	}
	open := b.landings(taken)
	if b.game.rules.Full != "draw" && (bits.OnesCount64(open) <= 1 || bits.OnesCount64(taken) <= 3) {
		return s.Legal(dst)
	}
	if b.game.rules.Line == loses {
		return dst
	}
	spread(b.threats(s.stones[s.mover])&open, func(bit int) { dst = append(dst, env.Action(b.actions[bit])) })
	return dst
}

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
