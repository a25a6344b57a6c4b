package tafl

import "ludens/env"

// ending is how a game has ended.
type ending uint8

const (
	ongoing      ending = iota
	kingTaken           // the position was read: nobody saw how
	kingFromTwo         // between two opposite sides, like a man
	kingFromFour        // the ways to complete a siege
	kingAtEdge
	kingAtThrone
	kingAtCorner
	kingInCorner
	kingOnEdge
	noAttackers
	encircled
	stuck
	repeated
	endings = iota
)

// maxRepeat is the largest value of Rules.Repeat.
const maxRepeat = 5

// settle finds out how the game stands. fall is how the king has just been
// captured, or ongoing.
func (s *State) settle(fall ending) {
	s.end = fall
	if fall == ongoing {
		s.end = s.verdict()
	}
	s.result = s.game.outcome(s.end, s.mover)
}

// verdict returns how the game has ended in this position. Where there are
// several ways the first counts.
func (s *State) verdict() ending {
	g, b := s.game, &s.board
	switch {
	case b[king].empty():
		return kingTaken
	case b[king].meets(g.escapes) && b[king].meets(g.corners):
		return kingInCorner
	case b[king].meets(g.escapes):
		return kingOnEdge
	case b[attacker].empty():
		return noAttackers
	case g.rules.Encirclement && g.encircled(b):
		return encircled
	case g.stuck(b, s.mover):
		return stuck
	case s.seen > 0 && s.seen+1 == g.rules.Repeat:
		return repeated
	}
	return ongoing
}

// outcome turns an ending into a result. mover is the side that would be next.
func (g *Game) outcome(e ending, mover side) env.Result {
	attackersWin, kingWins := env.WinFor(g.playerOf(attackers)), env.WinFor(g.playerOf(kingsSide))
	switch e {
	case ongoing:
		return env.Ongoing
	case kingInCorner, kingOnEdge, noAttackers:
		return kingWins
	case stuck:
		if g.rules.NoMove == StuckDraws {
			return env.Drawn
		}
		return env.WinFor(g.playerOf(mover.other()))
	case repeated:
		switch g.rules.RepeatResult {
		case RepeatDefendersLose:
			return attackersWin
		case RepeatMoverLoses:
			return env.WinFor(g.playerOf(mover))
		}
		return env.Drawn
	}
	return attackersWin
}

// fall returns how the king on this board is captured, who is about to be
// taken off it.
func (g *Game) fall(b *board) ending {
	c := b[king].first()
	if g.siege[c].empty() {
		return kingFromTwo
	}
	switch beside := b[attacker].and(g.neighbours[c]).count(); {
	case beside == 4:
		return kingFromFour
	case beside == 3 && g.edge.has(c):
		return kingAtEdge
	case beside == 3:
		return kingAtThrone
	}
	return kingAtCorner
}

// encircled reports whether no piece of the king's side is connected with the
// edge by squares without attackers.
func (g *Game) encircled(b *board) bool {
	open := g.all.minus(b[attacker])
	for area := b.of(kingsSide); !area.meets(g.edge); {
		grown := area
		for d := range directions {
			grown = grown.or(g.shift(area, d))
		}
		grown = grown.and(open)
		if grown == area {
			return true
		}
		area = grown
	}
	return false
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
	return [endings]string{
		kingTaken:    "the king is captured",
		kingFromTwo:  "the king is captured between two",
		kingFromFour: "the king is surrounded by four",
		kingAtEdge:   "three attackers and the edge: the king is captured",
		kingAtThrone: "three attackers and the throne: the king is captured",
		kingAtCorner: "two attackers, the edge and the corner: the king is captured",
		kingInCorner: "the king reached a corner",
		kingOnEdge:   "the king reached the edge",
		noAttackers:  "all attackers are captured",
		encircled:    "encirclement: the king's side is cut off from the edge",
	}[s.end]
}
