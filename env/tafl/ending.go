package tafl

import (
	"math/bits"

	"ludens/env"
)

// ending is how a game has ended.
type ending uint8

const (
	ongoing       ending = iota
	kingTaken            // the position was read, or it happened in a way without a name
	kingFromTwo          // between two opposite sides, like a man
	kingFromThree        // any three sides
	kingFromFour         // the ways to complete a siege
	kingAtEdge
	kingAtThrone
	kingAtCorner
	kingInCorner
	kingOnEdge
	noAttackers
	fort
	encircled
	surrounded
	stuck
	repeated
	endings = repeated // the last
)

// maxRepeat is the largest value of Rules.Repeat.
const maxRepeat = 5

// check is a rule by which a board ends the game.
type check struct {
	ending
	met func(*State) bool
}

// checks returns those that the rules have, in the order in which they count.
func (r *Rules) checks() (all []check) {
	if r.EdgeFort != NoFort {
		all = append(all, check{fort, (*State).fortified})
	}
	if r.Encirclement {
		all = append(all, check{encircled, func(s *State) bool { return s.cutOff(false, &s.game.edge) }})
	}
	switch r.Surround {
	case SurroundKing:
		all = append(all, check{surrounded, func(s *State) bool { return s.cutOff(true, &s.game.escapes) }})
	case SurroundAll:
		all = append(all, check{surrounded, func(s *State) bool { return s.cutOff(false, &s.game.escapes) }})
	}
	return all
}

// verdict returns how the game has ended in this position. Where there are several ways
// the first counts.
func (s *State) verdict() ending {
	if e := s.verdictOfBoard(); e != ongoing {
		return e
	}
	switch {
	case s.wild == s.game.beyond && s.game.stuck(s.board, s.mover):
		return stuck
	case s.seen > 0 && s.seen+1 == s.game.law.repeat:
		return repeated
	}
	return ongoing
}

// verdictOfBoard is verdict without what depends on whose turn it is.
func (s *State) verdictOfBoard() ending {
	g := s.game
	switch {
	case s.king == g.beyond:
		return kingTaken
	case g.escapes.has(s.king):
		if g.corners.has(s.king) {
			return kingInCorner
		}
		return kingOnEdge
	case g.bare(s.board):
		return noAttackers
	}
	for i := range g.checks {
		if c := &g.checks[i]; c.met(s) {
			return c.ending
		}
	}
	return ongoing
}

// bare reports whether there is no attacker.
func (g *Game) bare(b board) bool {
	for w := range g.words {
		if g.sideWord(b, attackers, w) != 0 {
			return false
		}
	}
	return true
}

// cutOff reports whether the king, or with him all men of his side, have no way to a
// goal by squares without attackers.
func (s *State) cutOff(alone bool, goal *set) bool {
	g := s.game
	if g.words == 1 {
		area := g.sideWord(s.board, kingsSide, 0)
		if alone {
			area = 1 << s.king
		}
		return !g.connectedWord(area, g.all[0]&^g.sideWord(s.board, attackers, 0), goal[0])
	}
	var area set
	if alone {
		area.add(s.king)
	} else {
		area = g.of(s.board, kingsSide)
	}
	open := g.open(s.board)
	return !g.connected(&area, &open, goal)
}

// open returns the squares without attackers.
func (g *Game) open(b board) set {
	open := g.all
	for w := range g.words {
		open[w] &^= g.sideWord(b, attackers, w)
	}
	return open
}

// decide fills in what each ending means, by the side that would be next.
func (g *Game) decide() {
	for e := kingTaken; e <= endings; e++ {
		for _, mover := range []side{attackers, kingsSide} {
			g.outcomes[e][mover] = g.outcome(e, mover)
		}
	}
}

// outcome turns an ending into a result. mover is the side that would be next.
func (g *Game) outcome(e ending, mover side) env.Result {
	win := func(x side) env.Result { return env.WinFor(g.playerOf(x)) }
	switch e {
	case kingInCorner, kingOnEdge, noAttackers, fort:
		return win(kingsSide)
	case stuck:
		if g.rules.NoMove == StuckDraws {
			return env.Drawn
		}
		return win(mover.other())
	case repeated:
		return g.repetition(mover)
	}
	return win(attackers)
}

// repetition returns the result of one, brought about by the other side than mover.
func (g *Game) repetition(mover side) env.Result {
	win := func(x side) env.Result { return env.WinFor(g.playerOf(x)) }
	switch g.rules.RepeatLoser {
	case AttackersLose:
		return win(kingsSide)
	case KingsSideLoses:
		return win(attackers)
	case MoverLoses:
		return win(mover)
	case OtherLoses:
		return win(mover.other())
	}
	switch g.rules.RepeatResult {
	case RepeatDefendersLose:
		return win(attackers)
	case RepeatMoverLoses:
		return win(mover)
	}
	return env.Drawn
}

// fall returns how the king on c is captured, who is about to be taken off the board.
func (g *Game) fall(b board, c cell) ending {
	beside, sides := 0, 0
	for d := range directions {
		if n := g.next[d][c]; n != g.beyond {
			sides++
			if g.helps(b, kingsSide, n) {
				beside++
			}
		}
	}
	switch strength := g.strength[c]; {
	case strength == 2:
		return kingFromTwo
	case strength == 3:
		return kingFromThree
	case beside == 4:
		return kingFromFour
	case beside == 3 && sides == 3:
		return kingAtEdge
	case beside == 3 && g.rules.Throne && g.beside(c, &g.thrones):
		return kingAtThrone
	case beside == 2 && sides == 3 && g.rules.Corners && g.beside(c, &g.corners):
		return kingAtCorner
	}
	return kingTaken
}

// Ending implements env.Explained.
func (s *State) Ending() string {
	switch s.end {
	case stuck:
		return "no legal move for the " + s.mover.String()
	case repeated:
		return env.Ordinal(s.game.rules.Repeat) + " occurrence of the position"
	}
	return endingWords[s.end]
}

var endingWords = [endings + 1]string{
	kingTaken:     "the king is captured",
	kingFromTwo:   "the king is captured between two",
	kingFromThree: "the king is captured from three sides",
	kingFromFour:  "the king is surrounded by four",
	kingAtEdge:    "three attackers and the edge: the king is captured",
	kingAtThrone:  "three attackers and the throne: the king is captured",
	kingAtCorner:  "two attackers, the edge and the corner: the king is captured",
	kingInCorner:  "the king reached a corner",
	kingOnEdge:    "the king reached the edge",
	noAttackers:   "all attackers are captured",
	fort:          "a fort at the edge: the attackers cannot get to the king",
	encircled:     "encirclement: the king's side is cut off from the edge",
	surrounded:    "surrounded: no way is left to where the king escapes",
}

// Score returns how far p has come, in [-1, 1]. For the king's side it is
//
//	(M + E - T) / 2
//
//	M  in [-1, 1]  the share of its men still there minus that of the attackers
//	E  in [0, 1]   1/n if the king needs n moves to escape while no other piece
//	               moves, 0 if he has no way out, 1 if he has escaped
//	T  in [0, 1]   the share of four sides on which an attacker stands beside
//	               the king, 1 if he is captured
//
// and for the attackers the opposite.
func (s *State) Score(p env.Player) float32 {
	score := (s.share(kingsSide) - s.share(attackers) + s.escape() - s.threat()) / 2
	if p == s.game.playerOf(attackers) {
		return -score
	}
	return score
}

// share returns how much of the army of side x is left.
func (s *State) share(x side) float32 {
	if s.game.men[x] == 0 {
		return 0
	}
	return float32(s.game.menOf(s.board, x)) / float32(s.game.men[x])
}

// threat is T.
func (s *State) threat() float32 {
	g, n := s.game, 0
	if s.king == g.beyond {
		return 1
	}
	for w, near := range g.near[int(s.king)*g.words : (int(s.king)+1)*g.words] {
		n += bits.OnesCount64(near & g.sideWord(s.board, attackers, w))
	}
	return float32(n) / 4
}

// escape is E. The king's reach grows by one move at a time.
func (s *State) escape() float32 {
	g := s.game
	if s.king == g.beyond {
		return 0
	}
	if g.escapes.has(s.king) {
		return 1
	}
	if g.fast == byPair {
		f := g.field(s.board)
		if n := g.wayOut(f.king, f.empty); n > 0 {
			return 1 / float32(n)
		}
		return 0
	}
	var reached set
	reached.add(s.king)
	empty := g.empties(s.board)
	for n := 1; ; n++ {
		if !g.kingReach(&reached, &empty) {
			return 0
		}
		if reached.meets(&g.escapes) {
			return 1 / float32(n)
		}
	}
}

// kingReach adds to some squares those where a king gets from there in one move. It
// reports whether there are any.
func (g *Game) kingReach(reached, empty *set) (grown bool) {
	if g.words == 1 {
		w := reached[0]
		reached[0] = g.kingReachWord(w, empty[0])
		return reached[0] != w
	}
	from := *reached
	for d := range directions {
		way, live := from, true
		for n := 0; n < g.kinds[king].reach && live; n++ {
			g.step(&way, d)
			live = false
			for w := range g.words {
				way[w] &= empty[w]
				reached[w] |= way[w] & g.stop[king][w]
				way[w] &= g.pass[king][w]
				live = live || way[w] != 0
			}
		}
	}
	for w := range g.words {
		grown = grown || reached[w] != from[w]
	}
	return grown
}

// kingReachWord is kingReach on boards of one word.
func (g *Game) kingReachWord(from, empty uint64) uint64 {
	reached, n := from, uint8(g.cols)
	shifts := [len(directions)]struct{ forward, backward uint8 }{
		up: {backward: n}, right: {forward: 1}, down: {forward: n}, left: {backward: 1},
	}
	stop, pass, reach := g.stop[king][0], g.pass[king][0], g.kinds[king].reach
	for d, by := range shifts {
		way, ways := from, g.ways[d][0]
		for i := 0; i < reach && way != 0; i++ {
			way = way & ways << (by.forward & 63) >> (by.backward & 63) & empty
			reached |= way & stop
			way &= pass
		}
	}
	return reached
}
