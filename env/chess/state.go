package chess

import (
	"fmt"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/seed"
)

// State is a position with the history that the rules look at.
type State struct {
	game  *Game
	board board
	progress
	past   []uint64 // the earlier positions that can come back, oldest first
	checks []bool   // with Keys.PerpetualCheck: in which of them the mover was in check

	work  *work        // on boards of one word, once moves have been asked for
	found findings     // elsewhere: which moves and actions have been found out
	moves []move       // in the order of actions
	acts  []env.Action // in increasing order
}

// findings are the moves of a position that have been found out.
type findings uint8

const (
	unfound findings = iota
	foundLoud
	foundAll
)

// progress is how a game has gone, and what has been found out of its position.
type progress struct {
	clock  int // plies since the last capture or move of clock_men
	passes int // how many moves up to now were none
	counting
	series [2]bool // with Keys.MateChecks: whether a check of the unbroken ones of each side counts
	number int     // of the move, as in FEN
	seen   int     // how often this position has occurred before
	last   [2]square
	walled square // the man who has just moved, whose side closes a square now; or nowhere
	over   square // with an army of Cetran: what a man has just passed, captured there or not; or nowhere

	judged bool // end and result have been found out
	end    ending
	result env.Result

	settled float32 // exactly: Settled(-1, 1)
	weighed bool    // settled has been found out
}

// beginning is the progress of a game that begins.
var beginning = progress{number: 1, last: [2]square{nowhere, nowhere}, walled: nowhere, over: nowhere}

// ToMove returns whose turn it is.
func (s *State) ToMove() env.Player { return s.board.toMove }

// judge finds out how the game stands.
func (s *State) judge() {
	if !s.judged {
		s.judged = true
		s.end, s.result = s.outcome()
	}
}

// tools returns the room in which moves are found.
func (s *State) tools() *work {
	if s.work == nil {
		s.work = new(work)
	}
	return s.work
}

// Legal appends the legal actions in increasing order.
func (s *State) Legal(dst []env.Action) []env.Action {
	if s.ending() != ongoing {
		return dst
	}
	if s.game.masks != nil {
		w := s.tools()
		w.find(s.game, &s.board, ^uint64(0))
		return w.appendTo(dst, s.game, &s.board)
	}
	s.find()
	return append(dst, s.acts...)
}

// Play makes a legal move. It panics at an action that no man of the mover could make, and
// goes astray at other illegal ones.
func (s *State) Play(a env.Action) {
	m, ok := s.moveOf(a)
	if !ok {
		panic(fmt.Sprintf("chess: action %d is illegal in %s", a, s.game.Position(s)))
	}
	if m.what == walled {
		s.close(m.to)
		return
	}
	before := s.board.hash
	if s.board.toMove == env.Second && !s.game.walling {
		s.number++
	}
	s.last = [2]square{m.from, m.to}
	if m.what == dropped {
		s.last[0] = nowhere
	}
	s.over = nowhere
	if m.what == passant && s.game.cetran != nil {
		s.over = s.game.overOf(s.game.passed(s.board.toMove, kindOf(s.board.at[m.from]), m))
	}
	if m.what == passed {
		s.passes++
	} else {
		s.passes = 0
	}
	captured, pawn := s.board.captured(m), false
	if captured != nowhere {
		pawn = len(s.game.kinds[kindOf(s.board.at[captured])].promotes) > 0
	}
	checked := s.game.keys.PerpetualCheck && s.game.inCheck(&s.board, s.board.toMove)
	zero, final := s.game.play(&s.board, m, s.moves[:0])
	if s.game.keys.Counting != "no" {
		s.game.count(&s.counting, &s.board, captured != nowhere, pawn, m.becomes != noKind)
	}
	s.goOnChecking()
	s.clock++
	if zero {
		s.clock = 0
	}
	if final {
		s.past, s.checks = s.past[:0], s.checks[:0]
	} else if s.game.keys.Repetition > 0 {
		s.past = append(s.past, before)
		if s.game.keys.PerpetualCheck {
			s.checks = append(s.checks, checked)
		}
	}
	if s.game.walling {
		s.goOn(m)
	} else {
		s.recall()
	}
	s.judged, s.found, s.weighed = false, unfound, false
	s.work.forget()
}

// recall counts how often the position has occurred before.
func (s *State) recall() {
	s.seen = 0
	for i := len(s.past) - 4; i >= 0; i -= 2 { // turns alternate, and no man comes back in one move
		if s.past[i] == s.board.hash {
			s.seen++
		}
	}
}

// Result is how the game stands.
func (s *State) Result() env.Result {
	s.judge()
	return s.result
}

func (s *State) ending() ending {
	s.judge()
	return s.end
}

// Ending says how the game ended, or nothing while it goes on.
func (s *State) Ending() string { return s.game.endingText(s.ending()) }

// Recurs implements env.Recurrent.
func (s *State) Recurs() env.Result {
	if s.seen == 0 || s.game.keys.Repetition == 0 {
		return env.Ongoing
	}
	return s.repetitionResult()
}

// clockSteps is in how many steps observations and keys see the clock run: finer ones
// would keep equal positions apart that are the same to any player.
const clockSteps = 10

// clockStep returns the steps of the clock that are over; the last one ends the game.
func (s *State) clockStep() int {
	if s.game.keys.Clock == 0 {
		return 0
	}
	return min(s.clock*clockSteps/s.game.keys.Clock, clockSteps)
}

// repeats is how often the position has occurred before, as far as the rules care.
func (s *State) repeats() int { return min(s.seen, max(0, s.game.keys.Repetition-1)) }

// Key hashes the men, hands, rights, the turn, what can be captured in passing, checks
// given, how often the position has occurred and, in steps, the clock.
func (s *State) Key() uint64 {
	h := s.board.hashes
	hash := s.board.hash ^ s.board.castles.key(s.board.rights)
	return hash ^ h.seen[s.repeats()] ^ h.clock[s.clockStep()] ^
		hashOf(hashPasses, 0, uint64(s.passes)) ^ hashOf(hashCounted, uint64(s.plies), uint64(s.limit)) ^
		hashOf(hashSeries, 0, uint64(btoi(s.series[0])+2*btoi(s.series[1]))) ^
		hashOf(hashWalled, 0, uint64(s.walled+1))
}

// Copy returns an equal position; it reuses dst if that is a *State.
func (s *State) Copy(dst env.State) env.State {
	d, ok := dst.(*State)
	if !ok || d == nil {
		d = &State{}
	}
	if d.game != s.game {
		past, checks, moves, acts, work := d.past[:0], d.checks[:0], d.moves[:0], d.acts[:0], d.work
		*d = State{game: s.game, past: past, checks: checks, moves: moves, acts: acts, work: work}
	}
	d.checks = append(d.checks[:0], s.checks...)
	d.past, d.progress, d.found = append(d.past[:0], s.past...), s.progress, unfound
	s.game.become(&d.board, &s.board)
	d.work.forget()
	return d
}

// Format returns a move as UCI engines write it: "e2e4", "e7e8q", "N@f3".
func (s *State) Format(a env.Action) string {
	m, ok := s.moveOf(a)
	if !ok {
		return fmt.Sprintf("action %d", a)
	}
	g := s.game
	switch {
	case m.what == dropped:
		text := g.order[m.from:m.from+1] + "@" + g.name(m.to)
		if m.becomes != noKind {
			text = "+" + text
		}
		return text
	case m.what == passed:
		return pass
	case m.what == walled:
		return "@" + g.name(m.to)
	case m.what >= castled:
		return g.castlingText(&s.board.castles.list[m.what-castled])
	case m.becomes != noKind:
		return g.name(m.from) + g.name(m.to) + strings.ToLower(g.order[m.becomes:m.becomes+1])
	}
	return g.name(m.from) + g.name(m.to)
}

// castlingText is the king's move, or that to the rook's square where the king can also
// just make that move, and in games such as Chess960, where UCI has it so.
func (g *Game) castlingText(c *castling) string {
	if g.castlesDrawn() {
		return g.name(c.king) + g.name(c.rook)
	}
	for _, w := range g.ways[c.owner][kindOf(c.kingPiece)][c.king] {
		for i, q := range w.squares {
			if q == c.kingTo && w.lands(i) {
				return g.name(c.king) + g.name(c.rook)
			}
		}
	}
	return g.name(c.king) + g.name(c.kingTo)
}

// zobrist are the numbers that are xored together into a position's key (Zobrist 1970).
// They are fixed for good: a key means the same tomorrow.
type zobrist struct {
	man    [2 + 2*mostKinds][mostCells]uint64 // by piece
	turn   uint64
	passed [mostCells]uint64 // squares where a man can be captured in passing
	victim [mostCells]uint64 // and where he stands
	rights [256]uint64
	seen   [mostRepetitions]uint64
	clock  [clockSteps + 1]uint64
}

// mostRepetitions is how often a position may occur at most (Keys.Repetition).
const mostRepetitions = 20

// generalKeys are those of all games that have none of their own: see cetranKeys.
var generalKeys = sync.OnceValue(func() *zobrist {
	z := new(zobrist)
	r := seed.New(1475).At("chess", 0).Rand()
	fill := func(numbers []uint64) {
		for i := range numbers {
			numbers[i] = r.Uint64()
		}
	}
	z.turn = r.Uint64()
	fill(z.passed[:])
	z.victim = z.passed
	fill(z.rights[1:])
	for x := range z.man {
		fill(z.man[x][:])
	}
	z.count()
	return z
})

// count fills in the numbers of counts from their ordinals.
func (z *zobrist) count() {
	for n := range z.seen {
		z.seen[n] = hashOf(hashSeen, 0, uint64(n))
	}
	for n := range z.clock {
		z.clock[n] = hashOf(hashClock, 0, uint64(n))
	}
}

// What else is part of a key, by number.
const (
	hashHand uint64 = iota + 1
	hashGiven
	hashSeen
	hashClock
	hashPasses
	hashCounted
	hashCastles
	hashSeries
	hashWalled
)

// hashOf returns the number of a count of something, 0 for none.
func hashOf(what, index, count uint64) uint64 {
	if count == 0 {
		return 0
	}
	return seed.Mix(what<<32 | index<<16 | count)
}
