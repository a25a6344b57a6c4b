package hnefatafl

import (
	"ludens/env"
	"ludens/env/tafl"
)

// ending is how a game has ended.
type ending uint8

const (
	ongoing       ending = iota
	kingTaken            // nobody saw how, or in a way without a name
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
	endings = int(repeated)
)

// maxRepeat is the largest value of Repeat.
const maxRepeat = 5

// settle finds out how the game stands. fall is how the king has just been captured, or
// ongoing.
func (s *State) settle(fall ending) {
	s.end = fall
	if fall == ongoing {
		s.end = s.verdict()
	}
	s.result = s.game.outcome(s.end, s.mover)
}

// verdict returns how the game has ended in this position. Where there are several ways
// the first counts.
func (s *State) verdict() ending {
	if e := s.verdictOfBoard(); e != ongoing {
		return e
	}
	switch {
	case s.stuck():
		return stuck
	case s.seen > 0 && s.seen+1 == s.game.rules.Repeat:
		return repeated
	}
	return ongoing
}

// verdictOfBoard is verdict without what depends on whose turn it is.
func (s *State) verdictOfBoard() ending {
	g := s.game
	switch {
	case s.king == beyond:
		return kingTaken
	case g.corners.has(s.king) && g.escapes(s.king):
		return kingInCorner
	case g.escapes(s.king):
		return kingOnEdge
	case g.armyOf(&s.board, attackers) == 0:
		return noAttackers
	case g.rules.EdgeFort != NoFort && s.fortified():
		return fort
	case g.rules.Encirclement && s.cutOff(false, g.edge.has):
		return encircled
	case g.rules.Surround != NoSurround && s.cutOff(g.rules.Surround == SurroundKing, g.escapes):
		return surrounded
	}
	return ongoing
}

// escapes reports whether the king wins on c.
func (g *Game) escapes(c cell) bool {
	if g.rules.Escape == tafl.ToEdge {
		return g.edge.has(c)
	}
	return g.corners.has(c)
}

// armyOf returns how many men of a side there are, the king left out.
func (g *Game) armyOf(b *board, x side) (n int) {
	for k := range g.kinds {
		if kind(k) != nothing && kind(k) != king && g.kinds[k].side == x {
			n += int(b.count[k])
		}
	}
	return n
}

// cutOff reports whether the king, or with him all men of his side, have no way to a
// goal by squares without attackers.
func (s *State) cutOff(alone bool, goal func(cell) bool) bool {
	g := s.game
	var area set
	var queue [maxCells]cell
	n := 0
	visit := func(c cell) bool {
		area.add(c)
		queue[n] = c
		n++
		return goal(c)
	}
	for c, k := range s.men[:g.cells()] {
		if k == king || k != nothing && !alone && g.kinds[k].side == kingsSide {
			if visit(cell(c)) {
				return false
			}
		}
	}
	for i := 0; i < n; i++ {
		for d := range directions {
			c := g.next[d][queue[i]]
			if c == beyond || area.has(c) || s.men[c] != nothing && g.kinds[s.men[c]].side == attackers {
				continue
			}
			if visit(c) {
				return false
			}
		}
	}
	return true
}

// outcome turns an ending into a result. mover is the side that would be next.
func (g *Game) outcome(e ending, mover side) env.Result {
	win := func(x side) env.Result { return env.WinFor(g.playerOf(x)) }
	switch e {
	case ongoing:
		return env.Ongoing
	case kingInCorner, kingOnEdge, noAttackers, fort:
		return win(kingsSide)
	case stuck:
		if g.rules.NoMove == tafl.StuckDraws {
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
	case tafl.RepeatDefendersLose:
		return win(attackers)
	case tafl.RepeatMoverLoses:
		return win(mover)
	}
	return env.Drawn
}

// fall returns how the king on this board is captured, who is about to be taken off it.
func (g *Game) fall(b *board) ending {
	c := b.king
	beside, sides := 0, 0
	for d := range directions {
		if n := g.next[d][c]; n != beyond {
			sides++
			if g.helps(b, king, n) {
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
	case ongoing:
		return ""
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
