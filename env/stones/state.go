package stones

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"ludens/env"
	"ludens/env/seed"
)

// State is a position. It has no history but the last move, which is for drawing only, and
// earlier boards where superko forbids them.
type State struct {
	game   *Game
	stones [2]set // of each side
	closed set    // cells closed for good
	open   set    // where the mover may put a stone
	hash   uint64 // of the stones and the closed cells

	atari  [2]set    // where groups are captured: the stones of groups with one empty neighbour
	links  []link    // by cell, where chains decide
	gone   [2]set    // from where stones of each side have been removed
	banned uint64    // hash of the cells that superko closes
	past   []uint64  // boards before, where superko looks at them
	filter [8]uint64 // which of these there may be

	hand    [2]int16 // stones still to be put, where there is a reserve
	quiet   int16    // plies since a stone was put or removed
	moved   int16    // the stone that has moved and closes a cell now, or -1
	ko      int16    // the cell closed by ko, or -1
	last    [2]int16 // cells of the last move, -1 for none
	side    int8     // whose turn it is
	passed  int8     // passes in a row before this turn
	taking  bool     // the mover has made a mill and removes a stone
	swapped bool     // side 0 is Second's
	mobile  bool     // the mover has an action other than a pass
	end     ending
	result  env.Result
}

// player returns whose stones those of a side are.
func (s *State) player(side int8) env.Player {
	if s.swapped {
		side = 1 - side
	}
	return env.Player(side)
}

// sideOf returns the side of a player.
func (s *State) sideOf(p env.Player) int8 {
	if s.swapped {
		return 1 - int8(p)
	}
	return int8(p)
}

func (s *State) ToMove() env.Player { return s.player(s.side) }

func (s *State) Result() env.Result { return s.result }

// vacant returns the cells without a stone that are not closed.
func (s *State) vacant() (t set) {
	for i := range s.game.words {
		t[i] = s.game.cells[i] &^ (s.stones[0][i] | s.stones[1][i] | s.closed[i])
	}
	return t
}

// Legal appends the actions plane by plane.
func (s *State) Legal(dst []env.Action) []env.Action {
	if s.end != ongoing {
		return dst
	}
	kind, cells, more := s.onCells()
	if dst = s.game.list(dst, s.game.plane[kind], &cells); !more {
		return dst
	}
	if s.moves() {
		dst = s.listMoves(s.side, dst, false)
	}
	return s.listGlobals(dst)
}

// onCells returns the cells on which the mover can put or take a stone or close one, which of
// these it is, and whether there may be other actions.
func (s *State) onCells() (k kind, cells set, more bool) {
	switch {
	case s.taking || s.removing():
		return takes, s.takable(), false
	case s.moved >= 0:
		return puts, s.targets(), false
	case s.puts():
		return puts, s.open, true
	}
	return puts, set{}, true
}

// listGlobals appends a pass and a swap.
func (s *State) listGlobals(dst []env.Action) []env.Action {
	if g := s.game; g.rules.Pass == "free" || g.rules.Pass == "stuck" && !s.mobile {
		dst = append(dst, g.pass)
	}
	if s.canSwap() {
		dst = append(dst, s.game.swap)
	}
	return dst
}

// Sample implements env.Sampled. Moves are listed.
func (s *State) Sample(rng *rand.Rand, room []env.Action) (env.Action, []env.Action) {
	kind, cells, more := s.onCells()
	switch r := &s.game.rules; {
	case !more || !s.mobile:
	case r.Put == "never" && r.Move == "slide" && s.game.words == 2:
		return s.sampleSlide(s.side, rng), room
	case r.Fly > 0 && s.moves() && !s.puts() && s.game.words == 1 && r.Pass != "free" && !s.canSwap():
		return s.sampleFlight(s.side, rng), room
	}
	if room = room[:0]; more {
		if s.moves() {
			room = s.listMoves(s.side, room, false)
		}
		room = s.listGlobals(room)
	}
	n := cells.count()
	i := rng.IntN(n + len(room))
	if i < n {
		return env.Action(s.game.plane[kind] + cells.nth(i)), room
	}
	return room[i-n], room
}

// list appends the actions of a plane that begins with one, on the cells of a set.
func (g *Game) list(dst []env.Action, first int, cells *set) []env.Action {
	if g.words == 1 {
		for w := cells[0]; w != 0; w &= w - 1 {
			dst = append(dst, env.Action(first+bits.TrailingZeros64(w)))
		}
		return dst
	}
	n := len(dst)
	dst = slices.Grow(dst, cells.count())[:n+cells.count()]
	for i := range g.words {
		out, base := dst[n:], env.Action(first+i<<6)
		n += bits.OnesCount64(cells[i])
		for w, j := cells[i], 0; w != 0 && j < len(out); w, j = w&(w-1), j+1 {
			out[j] = base + env.Action(bits.TrailingZeros64(w))
		}
	}
	return dst
}

// puts reports that stones may be put in this turn.
func (s *State) puts() bool {
	r := &s.game.rules
	return r.Put != "never" && (r.Reserve == 0 || s.hand[s.side] > 0)
}

// moves reports that stones may move in this turn.
func (s *State) moves() bool {
	r := &s.game.rules
	return r.Move != "none" && (r.Reserve == 0 || s.hand[s.side] == 0 || r.Early)
}

// canSwap reports that only the first stone has been put.
func (s *State) canSwap() bool {
	g := s.game
	return g.rules.Swap && !s.swapped && s.side == 1 && s.passed == 0 && s.stones[1] == g.start[1] && s.stones[0].count() == g.start[0].count()+1
}

// Play carries out an action, and looks what that decides.
func (s *State) Play(a env.Action) {
	k, c, p := s.game.act(a)
	s.ko = -1
	if k < passes {
		s.last, s.passed = [2]int16{-1, int16(c)}, 0
	}
	switch k {
	case swaps:
		s.swapped = true
		s.settle(-1)
	case passes:
		s.last = [2]int16{-1, -1}
		s.passed++
		s.tick()
		s.turn(-1)
	case puts:
		s.put(c)
	case takes:
		s.take(c)
	case moves:
		s.move(c, p)
	}
}

// put puts a stone, or closes the cell after a move.
func (s *State) put(c int) {
	if s.moved >= 0 {
		s.closed.add(c)
		s.hash ^= closedHash[c]
		s.moved = -1
		s.turn(-1)
		return
	}
	s.hand[s.side] -= int16(b2i(s.hand[s.side] > 0))
	s.quiet = 0
	s.toggle(c, s.side)
	s.arrive(c)
}

// take removes a stone: of the enemy after a mill, one's own at the start.
func (s *State) take(c int) {
	side := s.side
	if s.taking {
		side = 1 - side
	}
	s.taking, s.quiet = false, 0
	s.toggle(c, side)
	s.turn(-1)
}

// tick counts a ply in which no stone is put or removed.
func (s *State) tick() { s.quiet += int16(b2i(s.game.rules.Quiet > 0)) }

// toggle adds a stone of a side, or removes it.
func (s *State) toggle(c int, side int8) {
	s.stones[side][c>>6] ^= 1 << (c & 63)
	s.hash ^= stoneHash[side][c]
}

// turn gives the turn to the other side. at is where a stone of the side has arrived, -1 for
// nowhere.
func (s *State) turn(at int) {
	s.side = 1 - s.side
	if s.game.superko {
		s.remember()
	}
	s.settle(at)
}

// Key hashes the stones, and all else that the actions and the result depend on.
func (s *State) Key() uint64 {
	more := uint64(s.side) | uint64(s.passed)<<1 | uint64(b2i(s.swapped))<<3 | uint64(b2i(s.taking))<<4 |
		uint64(uint16(s.moved))<<5 | uint64(uint16(s.ko))<<21 | uint64(s.hand[0])<<37 | uint64(s.hand[1])<<45 | uint64(s.quiet)<<53
	return s.hash ^ seed.Mix(more) ^ s.banned
}

// stoneHash and closedHash are the numbers that are xored together for the stones (Zobrist
// 1970) and the closed cells. They are fixed for good: a key means the same tomorrow.
var stoneHash, closedHash = func() (h [2][maxCells]uint64, closed [maxCells]uint64) {
	r := seed.New(1970).At("stones", 0).Rand()
	for c := range closed {
		h[0][c], h[1][c], closed[c] = r.Uint64(), r.Uint64(), r.Uint64()
	}
	return h, closed
}()

func (s *State) Copy(dst env.State) env.State {
	d, ok := dst.(*State)
	if !ok {
		d = new(State)
	}
	past, links := d.past, d.links
	*d = *s
	d.past, d.links = append(past[:0], s.past...), append(links[:0], s.links...)
	return d
}
