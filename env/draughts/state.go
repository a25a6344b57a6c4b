package draughts

import (
	"math/bits"

	"ludens/env"
	"ludens/env/seed"
)

// State is a position. It has no history but the last move, which is for drawing only.
type State struct {
	game     *Game
	pieces   [2]uint64 // of each player
	kings    uint64    // of both
	dead     uint64    // captured in this turn: they leave the board when it ends
	hash     uint64
	jumps    jumps // what the mover must capture; empty if there is nothing
	quiet    int16
	mover    env.Player
	chain    int8 // the piece that has captured and goes on, or -1
	end      ending
	result   env.Result
	lastMove [2]int8
}

// ending is how a game ended.
type ending uint8

const (
	ongoing ending = iota
	byStuck
	byQuiet
)

func (s *State) ToMove() env.Player { return s.mover }

func (s *State) Result() env.Result { return s.result }

// step is a move of a piece n squares in a direction.
type step struct{ from, dir, n int8 }

// Legal appends the jumps that the mover must make, or else the moves of his pieces.
func (s *State) Legal(dst []env.Action) []env.Action {
	if s.end != ongoing {
		return dst
	}
	begin := len(dst)
	if s.jumps.n > 0 {
		for _, j := range s.jumps.all[:s.jumps.n] {
			dst = append(dst, s.game.action(j, s.mover))
		}
	} else {
		s.eachStep(func(m step) bool {
			dst = append(dst, s.game.action(m, s.mover))
			return true
		})
	}
	sortActions(dst[begin:])
	return dst
}

// sortActions sorts the few actions of a position.
func sortActions(all []env.Action) {
	for i := 1; i < len(all); i++ {
		for j := i; j > 0 && all[j] < all[j-1]; j-- {
			all[j], all[j-1] = all[j-1], all[j]
		}
	}
}

// action numbers a move as its mover sees it.
func (g *Game) action(m step, p env.Player) env.Action {
	c, d := int(g.cell[m.from]), int(m.dir)
	if p == env.Second {
		c, d = g.side*g.side-1-c, 3-d
	}
	return env.Action((d*g.far()+int(m.n)-1)*g.side*g.side + c)
}

// step returns the move of an action.
func (g *Game) step(a env.Action, p env.Player) step {
	cells := g.side * g.side
	plane, c := int(a)/cells, int(a)%cells
	d := plane / g.far()
	if p == env.Second {
		c, d = cells-1-c, 3-d
	}
	return step{g.square[c], int8(d), int8(plane%g.far() + 1)}
}

// forward reports whether a direction is that of a player's men.
func forward(d int8, p env.Player) bool { return (d < downLeft) == (p == env.First) }

// eachStep calls visit for each move without a capture, while it returns true.
func (s *State) eachStep(visit func(m step) bool) {
	g, free := s.game, s.free()
	for own := s.pieces[s.mover]; own != 0; own &= own - 1 {
		q := int8(bits.TrailingZeros64(own))
		king := s.kings>>q&1 != 0
		for d := range int8(4) {
			if !king && !forward(d, s.mover) {
				continue
			}
			n := int8(1)
			for to := g.next[q][d]; to >= 0 && free>>to&1 != 0; to, n = g.next[to][d], n+1 {
				if !visit(step{q, d, n}) {
					return
				}
				if !king || !g.rules.Flying {
					break
				}
			}
		}
	}
}

// free returns the squares without a piece, captured ones among them.
func (s *State) free() uint64 { return s.game.all &^ (s.pieces[0] | s.pieces[1]) }

// Play moves a piece, and if it captures and can go on, the mover stays the same.
func (s *State) Play(a env.Action) {
	g, m := s.game, s.game.step(a, s.mover)
	to, hit := s.way(m)
	s.lastMove = [2]int8{m.from, to}
	king := s.kings>>m.from&1 != 0
	s.lift(m.from, s.mover, king)
	if hit >= 0 {
		s.dead |= 1 << hit
	}
	reached := !king && g.last[s.mover]>>to&1 != 0
	if reached && (hit < 0 || g.rules.Promote != "stays") {
		king = true
	}
	s.lift(to, s.mover, king)
	s.quiet++
	if hit >= 0 || s.kings>>to&1 == 0 || reached {
		s.quiet = 0
	}
	if g.rules.Quiet == 0 {
		s.quiet = 0
	}
	if hit >= 0 && !(reached && g.rules.Promote == "stops") {
		s.chain = to
		if s.find(); s.jumps.n > 0 {
			return
		}
	}
	s.turn(to)
}

// turn ends the turn of the mover, whose piece stands on a square.
func (s *State) turn(to int8) {
	if s.kings>>to&1 == 0 && s.game.last[s.mover]>>to&1 != 0 {
		s.lift(to, s.mover, false)
		s.lift(to, s.mover, true)
	}
	other := s.mover.Other()
	for dead := s.dead; dead != 0; dead &= dead - 1 {
		q := int8(bits.TrailingZeros64(dead))
		s.lift(q, other, s.kings>>q&1 != 0)
	}
	s.dead, s.chain, s.mover = 0, -1, other
	s.settle()
}

// lift puts a piece on a square, or takes it away.
func (s *State) lift(q int8, p env.Player, king bool) {
	s.pieces[p] ^= 1 << q
	s.hash ^= pieceHash[p][b2i(king)][q]
	if king {
		s.kings ^= 1 << q
	}
}

// settle finds what the mover must capture, and whether the game is over.
func (s *State) settle() {
	s.find()
	if s.jumps.n == 0 {
		can := false
		s.eachStep(func(step) bool { can = true; return false })
		if !can {
			s.end, s.result = byStuck, env.WinFor(s.mover.Other())
			if s.game.rules.Result == "loses" {
				s.result = env.WinFor(s.mover)
			}
			return
		}
	}
	if s.game.rules.Quiet > 0 && int(s.quiet) >= s.game.rules.Quiet {
		s.end, s.result = byQuiet, env.Drawn
	}
}

// Key hashes the pieces, the mover, the chain and the clock.
func (s *State) Key() uint64 {
	return s.hash ^ seed.Mix(s.dead) ^ seed.Mix(1<<40|uint64(s.mover)|uint64(uint8(s.chain))<<1|uint64(s.quiet)<<9)
}

func (s *State) rehash() {
	s.hash = 0
	for p := range s.pieces {
		for w := s.pieces[p]; w != 0; w &= w - 1 {
			q := bits.TrailingZeros64(w)
			s.hash ^= pieceHash[p][s.kings>>q&1][q]
		}
	}
}

// pieceHash are the numbers that are xored together for the pieces (Zobrist 1970).
var pieceHash = func() (h [2][2][50]uint64) {
	r := seed.New(1970).At("draughts", 0).Rand()
	for p := range h {
		for k := range h[p] {
			for q := range h[p][k] {
				h[p][k][q] = r.Uint64()
			}
		}
	}
	return h
}()

func (s *State) Copy(dst env.State) env.State {
	d, ok := dst.(*State)
	if !ok {
		d = new(State)
	}
	*d = *s
	return d
}

// Score implements env.Scored: the difference of the pieces, a king counting 3 or, if it does
// not fly, 1.5 men, over their sum. In giveaway draughts its sign turns.
func (s *State) Score(p env.Player) float32 {
	worth := float32(3)
	if !s.game.rules.Flying {
		worth = 1.5
	}
	of := func(p env.Player) float32 {
		left := s.pieces[p] &^ s.dead
		return float32(bits.OnesCount64(left&^s.kings)) + worth*float32(bits.OnesCount64(left&s.kings))
	}
	a, b := of(p), of(p.Other())
	x := (a - b) / (a + b)
	if s.game.rules.Result == "loses" {
		x = -x
	}
	return x
}
