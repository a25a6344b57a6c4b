package chess

import (
	"math/bits"

	"ludens/env"
)

// ending is how a game ended.
type ending uint8

const (
	ongoing ending = iota
	reached
	bothReached
	checked
	extinct
	checkmate
	stalemate
	insufficient
	tooSlow
	repeated
	perpetual
	connected
	passedTwice
	countedOut
	niol
)

// endings are their words, with which the book's begin.
var endings = [...]string{
	ongoing:      "",
	reached:      "the goal is reached",
	bothReached:  "both have reached their goal",
	checked:      "the last check that counts",
	extinct:      "too few men left",
	checkmate:    "checkmate",
	stalemate:    "stalemate",
	insufficient: "too few men to mate",
	tooSlow:      "too long without a capture",
	repeated:     "the position has occurred too often",
	perpetual:    "perpetual check",
	connected:    "men are connected",
	passedTwice:  "both have passed",
	countedOut:   "the count has reached its end",
	niol:         "checkmate without a check that counts",
}

// value returns the result of what is said to be a loss, a draw or a win of p.
func value(word string, p env.Player) env.Result {
	switch word {
	case "loss":
		return env.WinFor(p.Other())
	case "win":
		return env.WinFor(p)
	}
	return env.Drawn
}

// outcome finds out how the game stands, and the legal moves if it goes on.
func (s *State) outcome() (ending, env.Result) {
	e, r := s.verdict()
	if r == env.Drawn && s.game.keys.DrawOdds != "no" {
		return e, map[string]env.Result{"first": env.FirstWins, "second": env.SecondWins}[s.game.keys.DrawOdds]
	}
	return e, r
}

// verdict is outcome without Keys.DrawOdds.
func (s *State) verdict() (ending, env.Result) {
	g, b := s.game, &s.board
	if s.walled != nowhere {
		return ongoing, env.Ongoing // a turn counts when it is over
	}
	if e, r := s.decided(); e != ongoing {
		return e, r
	}
	us := b.toMove
	if !s.canMove() {
		if g.inCheck(b, us) {
			return s.mate()
		}
		return stalemate, g.stalemate(b)
	}
	switch {
	case s.passes > 1:
		return passedTwice, env.Drawn
	case g.keys.Insufficient != "" && g.barren(b):
		return insufficient, env.Drawn
	case g.keys.Clock > 0 && s.clock >= g.keys.Clock:
		return tooSlow, env.Drawn
	case g.keys.Repetition > 0 && s.seen+1 >= g.keys.Repetition:
		if s.perpetual() != env.Ongoing {
			return perpetual, s.perpetual()
		}
		return repeated, s.repetitionResult()
	case s.counting.over():
		return countedOut, env.Drawn
	}
	return ongoing, env.Ongoing
}

// stalemate returns the result for the mover, who has no move.
func (g *Game) stalemate(b *board) env.Result {
	us := b.toMove
	ahead := b.own[us].count() - b.own[us.Other()].count()
	if g.keys.Stalemate == "fewer" {
		ahead = -ahead
	}
	switch word := g.keys.Stalemate; {
	case word != "fewer" && word != "more":
		return value(word, us)
	case ahead == 0:
		return env.Drawn
	case ahead > 0:
		return env.WinFor(us)
	}
	return env.WinFor(us.Other())
}

// repetitionResult returns the result of a repetition that the mover's opponent caused.
func (s *State) repetitionResult() env.Result {
	switch r := s.perpetual(); {
	case r != env.Ongoing:
		return r
	case s.game.keys.RepetitionResult == "first":
		return env.FirstWins
	case s.game.keys.RepetitionResult == "second":
		return env.SecondWins
	}
	return value(s.game.keys.RepetitionResult, s.board.toMove.Other())
}

// perpetual returns the result where since the first of the occurrences that count one side
// was in check at each of its turns: the other has lost. Where both were it is a draw.
func (s *State) perpetual() env.Result {
	k := &s.game.keys
	if !k.PerpetualCheck || s.seen == 0 {
		return env.Ongoing
	}
	us := s.board.toMove
	own, others, met := s.game.inCheck(&s.board, us), true, min(s.seen, k.Repetition-1)
	for i := len(s.past) - 1; met > 0; i-- {
		ago := len(s.past) - i
		if ago%2 == 1 {
			others = others && s.checks[i]
			continue
		}
		own = own && s.checks[i]
		met -= btoi(ago >= 4 && s.past[i] == s.board.hash)
	}
	switch {
	case !own && !others:
		return env.Ongoing
	case own && others:
		return env.Drawn
	case own:
		return env.WinFor(us)
	}
	return env.WinFor(us.Other())
}

// canMove reports whether the mover has a legal move.
func (s *State) canMove() bool {
	if s.work != nil {
		return s.work.canMove(s.game, &s.board)
	}
	return s.game.canMove(&s.board, s.moves)
}

// decided reports what ends a game whatever moves there are.
func (s *State) decided() (ending, env.Result) {
	g, b := s.game, &s.board
	if !g.decides {
		return ongoing, env.Ongoing
	}
	us := b.toMove
	if g.keys.Extinction != "no" {
		for _, p := range [2]env.Player{us.Other(), us} {
			if g.isExtinct(b, p) {
				return extinct, value(g.keys.Extinction, p)
			}
		}
	}
	if e, r := s.arrived(); e != ongoing {
		return e, r
	}
	for _, p := range [2]env.Player{us.Other(), us} {
		if g.keys.Checks > 0 && int(b.given[p]) >= g.keys.Checks {
			return checked, env.WinFor(p)
		}
	}
	if g.connects != 0 && (g.keys.Connect > 0 || g.keys.ConnectSquare > 0) && g.connected(b, us.Other()) {
		return connected, value(g.keys.ConnectResult, us.Other())
	}
	return ongoing, env.Ongoing
}

// arrived reports who has reached his goal.
func (s *State) arrived() (ending, env.Result) {
	g, b := s.game, &s.board
	us := b.toMove
	now, before := g.hasReached(b, us), g.hasReached(b, us.Other())
	safe, reply := g.keys.GoalSafe, g.keys.GoalReply
	if safe && before && !g.goalIsSafe(b, us.Other()) {
		before = false
	}
	if safe && now && !reply && !g.goalIsSafe(b, us) {
		now = false
	}
	switch {
	case now && before && (reply && us == env.First && g.kingly(env.Second) || safe && !reply):
		return bothReached, env.Drawn
	case now && (reply || safe):
		return reached, env.WinFor(us)
	case before && reply && !safe && !g.kingly(us):
		return ongoing, env.Ongoing
	case before && reply && us == env.Second && g.kingly(us) && !g.inCheck(b, us) && s.canReach():
		return ongoing, env.Ongoing
	case before:
		return reached, env.WinFor(us.Other())
	}
	return ongoing, env.Ongoing
}

// kingly reports whether only royal men of p's count on his goal.
func (g *Game) kingly(p env.Player) bool {
	for _, k := range g.in(g.goalMen[p]) {
		if !g.kinds[k].royal {
			return false
		}
	}
	return g.royals == eachRoyal && g.keys.RoyalMost == 0
}

// goalIsSafe reports whether none of p's men on his goal is attacked, if he has no more of
// them there than he needs.
func (g *Game) goalIsSafe(b *board, p env.Player) bool {
	n, safe := 0, true
	g.goal[p].each(func(q square) {
		if x := b.at[q]; x != 0 && ownerOf(x) == p && g.goalMen[p].has(g.kinds[kindOf(x)].base) {
			n++
			safe = safe && !g.attacked(b, q, p.Other())
		}
	})
	return safe || n != g.keys.GoalCount
}

// canReach reports whether the mover can reach his goal at once.
func (s *State) canReach() bool {
	g, b := s.game, &s.board
	s.moves = g.legal(b, s.moves[:0])
	for _, m := range s.moves {
		after := *b
		g.shift(&after, m)
		if g.hasReached(&after, b.toMove) {
			return true
		}
	}
	return false
}

// hasReached reports whether enough of p's men are on his goal.
func (g *Game) hasReached(b *board, p env.Player) bool {
	n, full := 0, true
	g.goal[p].each(func(q square) {
		x := b.at[q]
		full = full && x != 0
		if x != 0 && ownerOf(x) == p && g.goalMen[p].has(g.kinds[kindOf(x)].base) {
			n++
		}
	})
	return n >= g.keys.GoalCount || n > 0 && full && g.keys.GoalBlocked
}

// isExtinct reports whether p has too few men of a kind, and the other enough.
func (g *Game) isExtinct(b *board, p env.Player) bool {
	k := &g.keys
	need := k.ExtinctionOpponent
	if k.ExtinctionReply && p == b.toMove {
		need++
	}
	own, others := g.census(b, p), g.census(b, p.Other())
	if k.ExtinctionMen == "*" {
		return sum(own) <= k.ExtinctionCount && sum(others) >= need
	}
	for i := range kind(g.letters) {
		if g.extinct.has(i) && own[i] <= k.ExtinctionCount && others[i] >= need {
			return true
		}
	}
	return false
}

// census counts p's men of each kind, those in hand, too.
func (g *Game) census(b *board, p env.Player) (n [mostLetters]int) {
	for _, x := range b.at[:g.cells] {
		if x != 0 && ownerOf(x) == p && kindOf(x) != g.wall {
			n[g.kinds[kindOf(x)].base]++
		}
	}
	for k := range g.letters {
		n[k] += int(b.hand[p][k])
	}
	return n
}

func sum(n [mostLetters]int) (all int) {
	for _, x := range n {
		all += x
	}
	return all
}

// barren reports whether besides royal men no more is left than one man of those that
// cannot mate.
func (g *Game) barren(b *board) bool {
	if g.masks != nil && bits.OnesCount64((b.own[0][0]|b.own[1][0])&^(b.royals[0][0]|b.royals[1][0])) > 1 {
		return false
	}
	if b.own[0].count()+b.own[1].count()-b.royals[0].count()-b.royals[1].count() > 1 || b.holds(env.First) || b.holds(env.Second) {
		return false
	}
	for _, x := range b.at[:g.cells] {
		if x != 0 && kindOf(x) != g.wall && !g.kinds[kindOf(x)].royal && !g.minor.has(g.kinds[kindOf(x)].base) {
			return false
		}
	}
	return true
}
