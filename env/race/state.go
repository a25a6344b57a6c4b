package race

import (
	"fmt"

	"ludens/env"
)

// State is a position with the history that the rules look at.
type State struct {
	game   *Game
	board  []uint64 // in room, if that is large enough
	need   [2]int   // moves that a side's men still need: the sum of half.cost, absent men with them
	mover  side
	must   bool       // the mover must jump if he can
	judged env.Action // the opponent's step on which the mover decides, or none
	last   env.Action // what led here, by the side that is not to move, or none; for drawings
	ply    int        // moves that stand: neither a step that may be vetoed nor one that was
	lap    int        // a position can only recur after a multiple of this number of plies
	sum    uint64     // hash of the men
	past   []uint64   // the hashes of all positions before this one

	// What follows from all that: settle.
	moves  bool // the mover can do something but pass
	jumps  bool // he can jump
	end    ending
	result env.Result
	hash   uint64       // of men, turn, demand and judged step
	seen   int          // how often that has occurred before
	strict bool         // some moves would leave the other side without any, and are forbidden:
	narrow []env.Action // the others

	room [16]uint64
}

// The words of State.board are sets: for each side, as it sees the board, its own men, all
// men, and its men of each kind; then, where a set is one word, by lane the squares from
// which the mover may go.

// own, all and men return sets of x's view: its men, all men, its men of a kind.
func (s *State) own(x side) []uint64 { return s.part(x, 0) }

func (s *State) all(x side) []uint64 { return s.part(x, 1) }

func (s *State) men(x side, kind int) []uint64 { return s.part(x, 2+kind) }

func (s *State) part(x side, i int) []uint64 {
	w := s.game.board.words
	at := int(x)*s.game.stride + i*w
	return s.board[at : at+w]
}

// reach returns by lane the squares from which the mover may go; nothing on a board of
// several words.
func (s *State) reach() []uint64 { return s.board[2*s.game.stride:] }

// kindAt returns the kind of x's man on q. There are no branches, since which man moves
// cannot be foretold.
func (s *State) kindAt(x side, q int) (kind int) {
	w, n := s.game.board.words, s.game.stride
	men := s.board[int(x)*n:][2*w : n]
	for i, k := q>>6+w, 1; i < len(men); i, k = i+w, k+1 {
		kind += k * int(men[i]>>(q&63)&1)
	}
	return kind
}

// ToMove returns whose turn it is: to move, or to judge a step.
func (s *State) ToMove() env.Player { return s.game.player(s.mover) }

// Legal appends the legal actions in increasing order.
func (s *State) Legal(dst []env.Action) []env.Action {
	g, n := s.game, len(dst)
	switch {
	case s.end != ongoing:
		return dst
	case s.judging():
		return append(dst, g.sheet.extra(acceptAction), g.sheet.extra(vetoAction))
	case !s.moves:
		dst = append(dst, g.sheet.extra(passAction))
	case s.strict:
		dst = append(dst, s.narrow...)
	default:
		dst = s.list(dst, s.jumpsOnly())
	}
	if g.law.flagged {
		dst = s.appendDemands(dst, dst[n:])
	}
	return dst
}

// Play makes a legal move. It panics at any that is not, but for a demand where none
// matters, which is void.
func (s *State) Play(a env.Action) {
	m := &s.game.moves[a]
	if !s.allows(a, m) {
		panic(fmt.Sprintf("race: action %d is illegal in %s", a, s.game.Position(s)))
	}
	s.past = append(s.past, s.hash)
	switch m.verb {
	case step, jump:
		s.move(a, m)
	case put:
		s.add(s.mover, 0, int(m.to))
		s.handOver(a, m.demand)
	case pass:
		s.lap = min(s.lap, s.game.turns())
		s.handOver(a, m.demand)
	case accept:
		s.judged = none
	case veto:
		s.takeBack()
	}
	if !s.judging() && m.verb != veto {
		s.ply++
	}
	s.settle()
}

// judging reports whether the mover has to decide on his opponent's step.
func (s *State) judging() bool { return s.judged != none }

// refused reports that the mover's step was vetoed: he is yet to jump.
func (s *State) refused() bool { return s.must && s.game.law.veto }

// move plays a step or a jump of the mover.
func (s *State) move(a env.Action, m *move) {
	if s.game.law.veto && m.verb == step && s.jumps {
		s.judged = a
	}
	if s.captures(m) {
		s.take(s.mover.other(), s.game.board.across(int(m.over)))
	}
	s.carry(s.mover, int(m.from), int(m.to))
	s.handOver(a, m.demand)
}

// captures reports whether the mover's m takes a man off the board.
func (s *State) captures(m *move) bool {
	return s.game.law.capture && m.verb == jump && !has(s.own(s.mover), int(m.over))
}

// takeBack undoes the step that the mover has judged. Its player is to move again and
// must jump.
func (s *State) takeBack() {
	m := &s.game.moves[s.judged]
	s.judged = none
	s.handOver(none, false)
	s.carry(s.mover, int(m.to), int(m.from))
	s.must = true
}

// handOver gives the turn to the other side after a.
func (s *State) handOver(a env.Action, demand bool) {
	s.mover = s.mover.other()
	s.must = demand
	s.last = a
}

// carry brings a man of x from one square to another.
func (s *State) carry(x side, from, to int) {
	g, b := s.game, s.game.board
	kind := s.kindAt(x, from)
	if b.words == 1 {
		n := g.stride
		me, step := s.board[int(x)*n:][:n], uint64(1)<<(from&63)|1<<(to&63)
		me[2+kind] ^= step
		me[0] ^= step
		me[1] ^= step
		s.board[int(1-x)*n+1] ^= 1<<(b.across(from)&63) | 1<<(b.across(to)&63)
	} else {
		s.flip(x, kind, from)
		s.flip(x, kind, to)
	}
	cost, keys := b.halves[x].cost[kind*b.squares:], g.keys.men[x][kind*b.squares:]
	s.need[x] += int(cost[to]) - int(cost[from])
	s.sum ^= keys[from] ^ keys[to]
}

// flip puts a man of x on a square, or takes him off.
func (s *State) flip(x side, kind, q int) {
	across := s.game.board.across(q)
	for _, part := range [][]uint64{s.own(x), s.all(x), s.men(x, kind)} {
		part[q>>6] ^= 1 << (q & 63)
	}
	s.all(x.other())[across>>6] ^= 1 << (across & 63)
}

// add puts a man of x on the board.
func (s *State) add(x side, kind, q int) { s.turnUp(x, kind, q, 1) }

// take removes x's man from a square.
func (s *State) take(x side, q int) { s.turnUp(x, s.kindAt(x, q), q, -1) }

func (s *State) turnUp(x side, kind, q, sign int) {
	b := s.game.board
	s.flip(x, kind, q)
	i := kind*b.squares + q
	s.need[x] += sign * (int(b.halves[x].cost[i]) - b.absent)
	s.sum ^= s.game.keys.men[x][i]
}

// hand returns how many men of the reserve a side has not put on the board yet.
func (s *State) hand(x side) int {
	if s.game.rules.Reserve == 0 {
		return 0
	}
	return s.game.board.total(x) - count(s.own(x))
}

// settle finds out what follows from the position.
func (s *State) settle() {
	s.survey()
	s.hash = s.identity()
	s.seen = s.occurrences()
	s.end, s.result = s.outcome()
}

// occurrences counts the earlier positions that are the same.
func (s *State) occurrences() (n int) {
	past, hash, lap := s.past, s.hash, s.lap
	for i := len(past) - lap; uint(i) < uint(len(past)); i -= lap { // until i is negative
		if past[i] == hash {
			n++
		}
	}
	return n
}

// turns is after how many plies the same side is to move again, whatever they are.
func (g *Game) turns() int {
	if g.law.veto {
		return 1
	}
	return 2
}

// lapse returns the least number of plies, or a divisor of it, after which a position may
// recur while no turn is passed. Where all ways change a man's row by the same number
// modulo m, a side that is back where it was has made a multiple of m moves, or of a
// divisor: on Cetro's boards, by two rows forward or one back, a multiple of 3.
func (g *Game) lapse() int {
	if g.law.veto || len(g.sheet.vectors) == 0 {
		return g.turns()
	}
	m, first := 0, g.sheet.vectors[0].down
	for _, v := range g.sheet.vectors {
		m = gcd(m, v.down-first)
	}
	if m == 0 {
		return g.turns()
	}
	return g.turns() * m / gcd(m, first)
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// Copy returns an equal position; it reuses dst if that is a *State.
func (s *State) Copy(dst env.State) env.State {
	d, ok := dst.(*State)
	if !ok || d == nil {
		d = &State{past: make([]uint64, 0, s.game.spec.MaxPly)}
	}
	past, board, narrow := append(d.past[:0], s.past...), d.board, append(d.narrow[:0], s.narrow...)
	*d = *s
	d.past, d.narrow = past, narrow
	if len(s.board) <= len(d.room) {
		d.board = d.room[:len(s.board)]
	} else {
		d.board = append(board[:0], s.board...)
	}
	return d
}

// clear takes everything from the board of a game, and all history away.
func (s *State) clear(g *Game) {
	n := 2 * g.stride
	if g.board.words == 1 {
		n += len(g.lanes[south])
	}
	*s = State{game: g, past: s.past[:0], narrow: s.narrow[:0], judged: none, last: none, mover: g.side(env.First), lap: g.lap}
	s.board = s.room[:min(n, len(s.room))]
	if n > len(s.room) {
		s.board = make([]uint64, n)
	}
	for x := range s.need {
		s.need[x] = g.board.total(side(x)) * g.board.absent
	}
}

// Score returns how many moves fewer p still needs than his opponent, d, as
// d/(|d|+w/4), where w is the most that one can need: a quarter of that ahead is a half.
// It ignores whether the game is over.
func (s *State) Score(p env.Player) float32 {
	me := s.game.side(p)
	d := s.need[me.other()] - s.need[me]
	return float32(4*d) / float32(4*max(d, -d)+s.game.board.worst)
}
