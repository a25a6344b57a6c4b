package tafl

import "ludens/env"

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
