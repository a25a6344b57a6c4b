package traversal

import (
	"fmt"

	"ludens/env"
)

// ending is how a game ended. If several apply, the first one counts.
type ending uint8

const (
	ongoing ending = iota
	// home: all men of the side that has just moved stand where they belong. They may
	// have left in between.
	home
	// filled: all squares where men of the side that has just moved belong are taken, at
	// least one of them by its own (Parlett, Oxford History of Board Games 1999).
	filled
	// bare: the side to move has no men left.
	bare
	// stayed: the side that has just moved did not leave in time where it began.
	stayed
	// stuck: neither side has a move.
	stuck
	// blocked: the side to move has none, and may not pass.
	blocked
	// repeated: the same men, turn and demand once too often.
	repeated
	// capped: the last move allowed, in a game that is then decided. Otherwise the cap
	// is a truncation and no ending.
	capped
)

// settle finds out what follows from the position.
func (s *State) settle() {
	s.hash = s.identity()
	s.seen = s.occurrences()
	s.list()
	s.end, s.result = s.outcome()
	if s.end != ongoing {
		s.legal = s.legal[:0]
	}
}

// occurrences counts the earlier positions that are the same.
func (s *State) occurrences() (n int) {
	for _, hash := range s.past {
		if hash == s.hash {
			n++
		}
	}
	return n
}

// Result returns how the game stands.
func (s *State) Result() env.Result { return s.result }

// outcome returns how the game stands after the last action. Nothing ends before a move
// stands: a step that may be refused does not, and where it was refused its player has
// yet to jump.
func (s *State) outcome() (ending, env.Result) {
	g, last := s.game, s.mover.other()
	won, lost := env.WinFor(g.player(last)), env.WinFor(g.player(s.mover))
	switch {
	case s.judging():
		return ongoing, env.Ongoing
	case s.home(last):
		return home, won
	case g.rules.Win == "filled" && s.filled(last):
		return filled, won
	case len(s.men[s.mover]) == 0 && s.hand(s.mover) == 0:
		return bare, won
	case s.overdue(last):
		return stayed, lost
	case !s.moves && g.rules.NoMove == "loses":
		return blocked, won
	case !s.moves && g.rules.NoMove == "draw":
		return blocked, env.Drawn
	case !s.moves && !s.able(last):
		return stuck, s.deadlock()
	case s.refused():
		return ongoing, env.Ongoing
	case s.seen > 0 && s.seen+1 == g.rules.Repeat:
		if g.rules.RepeatResult == "loses" {
			return repeated, lost
		}
		return repeated, env.Drawn
	case g.scored() && s.ply >= g.rules.Cap:
		return capped, s.verdict(g.rules.CapResult)
	}
	return ongoing, env.Ongoing
}

// home reports whether all men of a side are where they belong.
func (s *State) home(x side) bool { return s.need[x] == 0 && len(s.men[x]) > 0 }

// filled reports whether all squares where men of a side belong are taken, at least one
// of them by such a man.
func (s *State) filled(x side) bool {
	b, own := s.game.board, false
	for _, at := range b.far[x] {
		m := s.cells[at]
		if m == nobody {
			return false
		}
		own = own || m.side() == x && b.goal[x][m.kind()][at]
	}
	return own
}

// overdue reports whether a side has made too many moves to still have men where it
// began.
func (s *State) overdue(x side) bool {
	moved := (s.ply + 1) / 2 // by x, who has just moved
	if s.game.rules.Vacate == 0 || moved <= s.game.rules.Vacate {
		return false
	}
	for _, at := range s.men[x] {
		if s.game.board.origin[x][at] {
			return true
		}
	}
	return false
}

// deadlock returns who has won if neither side has a move.
func (s *State) deadlock() env.Result {
	switch rule := s.game.rules.Stuck; rule {
	case "mover":
		return env.WinFor(s.game.player(s.mover.other()))
	case "draw":
		return env.Drawn
	default:
		return s.verdict(rule)
	}
}

// verdict returns who has won if the game stops here: by the moves needed, then by the
// men at home (score), or by the latter alone (home).
func (s *State) verdict(rule string) env.Result {
	lead := s.athome(south) - s.athome(north)
	if d := s.need[north] - s.need[south]; rule == "score" && d != 0 {
		lead = d
	}
	switch {
	case lead > 0:
		return env.WinFor(s.game.player(south))
	case lead < 0:
		return env.WinFor(s.game.player(north))
	}
	return env.Drawn
}

// athome counts the men of a side that stand where they belong.
func (s *State) athome(x side) (n int) {
	for _, at := range s.men[x] {
		if s.game.board.goal[x][s.cells[at].kind()][at] {
			n++
		}
	}
	return n
}

// Adjudged reports that the cap has ended the game.
func (s *State) Adjudged() bool { return s.end == capped }

// Recurs returns what repetition leads to if the position has occurred before.
func (s *State) Recurs() env.Result {
	switch {
	case s.seen == 0 || s.game.rules.Repeat == 0:
		return env.Ongoing
	case s.game.rules.RepeatResult == "loses":
		return env.WinFor(s.game.player(s.mover))
	}
	return env.Drawn
}

// Ending says how the game ended, or nothing while it goes on.
func (s *State) Ending() string {
	switch s.end {
	case ongoing:
		return ""
	case stuck:
		return endings[stuck] + s.lead(s.game.rules.Stuck)
	case repeated:
		return s.game.repetition()
	case capped:
		return fmt.Sprintf("cut off at ply %d", s.ply) + s.lead(s.game.rules.CapResult)
	}
	return endings[s.end]
}

// endings are what the endings without a number in them are called.
var endings = [...]string{
	home: "all men are home", filled: "the far side is full", bare: "no men are left",
	stayed: "men have stayed too long", stuck: "neither side can move", blocked: "no move is left",
}

// folds are what the occurrence that ends a game is called.
var folds = [...]string{2: "twofold", 3: "threefold", 4: "fourfold", 5: "fivefold"}

// repetition is the name of the ending repeated.
func (g *Game) repetition() string { return folds[g.rules.Repeat] + " repetition" }

// lead says what decides a game that stops by a rule.
func (s *State) lead(rule string) string {
	men := fmt.Sprintf("men home: south %d, north %d", s.athome(south), s.athome(north))
	switch {
	case rule == "home":
		return ", " + men
	case rule == "score" && s.need[south] == s.need[north]:
		return fmt.Sprintf(", moves needed: %d each, %s", s.need[south], men)
	case rule == "score":
		return fmt.Sprintf(", moves needed: south %d, north %d", s.need[south], s.need[north])
	}
	return ""
}
