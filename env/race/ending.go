package race

import (
	"fmt"
	"math/bits"
	"slices"

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
	// blockade: the side to move has none, and may not pass.
	blockade
	// repeated: the same men, turn and demand once too often.
	repeated
	// capped: the last move allowed, in a game that is then decided. Otherwise the cap
	// is a truncation and no ending.
	capped
)

// Result returns how the game stands.
func (s *State) Result() env.Result { return s.result }

// outcome returns how the game stands after the last action. Nothing ends before a move
// stands: a step that may be refused does not, and where it was refused its player has
// yet to jump.
func (s *State) outcome() (ending, env.Result) {
	g, r, last := s.game, &s.game.law, s.mover.other()
	switch {
	case s.judging():
		return ongoing, env.Ongoing
	case s.need[last] == 0 && s.home(last):
		return home, g.won(last)
	case r.rarer:
		if end, result := s.rarer(last); end != ongoing {
			return end, result
		}
	}
	switch {
	case !s.moves && !s.free(last):
		return stuck, s.deadlock()
	case s.refused():
		return ongoing, env.Ongoing
	case s.seen > 0 && s.seen+1 == r.repeat:
		if r.repeatLoses {
			return repeated, g.won(s.mover)
		}
		return repeated, env.Drawn
	case r.scored && s.ply >= r.cap:
		return capped, s.verdict(g.rules.CapResult)
	}
	return ongoing, env.Ongoing
}

// won is the result that side x has won.
func (g *Game) won(x side) env.Result { return env.WinFor(g.player(x)) }

// rarer is outcome by the rules that few games have, after an action of side last.
func (s *State) rarer(last side) (ending, env.Result) {
	switch g, r := s.game, &s.game.law; {
	case r.filled && s.filled(last):
		return filled, g.won(last)
	case r.capture && count(s.own(s.mover)) == 0:
		return bare, g.won(last)
	case r.vacate > 0 && s.overdue(last):
		return stayed, g.won(s.mover)
	case !s.moves && r.blocked == loses:
		return blockade, g.won(last)
	case !s.moves && r.blocked == draws:
		return blockade, env.Drawn
	}
	return ongoing, env.Ongoing
}

// home reports whether all men of a side are where they belong.
func (s *State) home(x side) bool { return s.need[x] == 0 && count(s.own(x)) > 0 }

// filled reports whether all squares where men of a side belong are taken, at least one
// of them by such a man.
func (s *State) filled(x side) bool {
	far := &s.game.board.halves[x].far
	for w, all := range s.all(x) {
		if far[w]&^all != 0 {
			return false
		}
	}
	return s.athome(x) > 0
}

// overdue reports whether a side has made too many moves to still have men where it
// began.
func (s *State) overdue(x side) bool {
	if (s.ply+1)/2 <= s.game.law.vacate { // moves of x, who has just moved
		return false
	}
	for w, own := range s.own(x) {
		if own&s.game.board.halves[x].origin[w] != 0 {
			return true
		}
	}
	return false
}

// deadlock returns who has won if neither side has a move.
func (s *State) deadlock() env.Result {
	switch rule := s.game.rules.Stuck; rule {
	case "mover":
		return s.game.won(s.mover.other())
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
		return s.game.won(south)
	case lead < 0:
		return s.game.won(north)
	}
	return env.Drawn
}

// athome counts the men of a side that stand where they belong.
func (s *State) athome(x side) (n int) {
	for kind := range s.game.board.letters {
		for w, men := range s.men(x, kind) {
			n += bits.OnesCount64(men & s.game.board.halves[x].goal[kind][w])
		}
	}
	return n
}

// Spent reports that the cap is reached. It implements env.Limited: if every action
// counts, their number is enough.
func (s *State) Spent() bool { return s.game.law.veto && s.ply >= s.game.law.cap }

// Adjudged reports that the cap has ended the game.
func (s *State) Adjudged() bool { return s.end == capped }

// Recurs returns what repetition leads to if the position has occurred before.
func (s *State) Recurs() env.Result {
	switch {
	case s.seen == 0 || s.game.law.repeat == 0:
		return env.Ongoing
	case s.game.law.repeatLoses:
		return s.game.won(s.mover)
	}
	return env.Drawn
}

// Ending says how the game ended, or nothing while it goes on.
func (s *State) Ending() string {
	switch s.end {
	case ongoing:
		return ""
	case stuck:
		return s.game.stuckInWords() + s.lead(s.game.rules.Stuck)
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
	stayed: "men have stayed too long", stuck: "neither side can move", blockade: "no move is left",
}

// stuckInWords is the name of the ending stuck.
func (g *Game) stuckInWords() string {
	if g.coloured {
		return "neither player can move"
	}
	return endings[stuck]
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

// Decisive appends the moves that bring the mover's last man home. Where the game might
// end in another way it appends all actions.
func (s *State) Decisive(dst []env.Action) []env.Action {
	n := len(dst)
	dst = s.Legal(dst)
	if s.end != ongoing || s.judging() || s.endsOtherwise() {
		return dst
	}
	idle := func(a env.Action) bool { return s.needAfter(a) != 0 }
	return append(dst[:n], slices.DeleteFunc(dst[n:], idle)...)
}

// needAfter returns the moves that the mover's men still need after a.
func (s *State) needAfter(a env.Action) int {
	m, b := &s.game.moves[a], s.game.board
	cost := b.halves[s.mover].cost
	switch m.verb {
	case step, jump:
		i := s.kindAt(s.mover, int(m.from)) * b.squares
		return s.need[s.mover] + int(cost[i+int(m.to)]) - int(cost[i+int(m.from)])
	case put:
		return s.need[s.mover] + int(cost[m.to]) - b.absent
	}
	return s.need[s.mover]
}

// endsOtherwise reports that the next action might win by another ending.
func (s *State) endsOtherwise() bool {
	r, you := &s.game.law, s.mover.other()
	switch {
	case r.filled, r.scored && s.ply+1 >= r.cap, r.capture && count(s.own(you)) == 1:
		return true
	case !s.game.stuckWins() || s.hand(you) > 0:
		return false
	case s.game.pair != nil && r.blocked == passes:
		return s.bothNearlyStuck()
	}
	return s.nearlyStuck()
}

// stuckWins reports whether a side may win because there is no move.
func (g *Game) stuckWins() bool {
	return g.law.blocked == loses || g.law.blocked == passes && g.rules.Stuck != "draw"
}

// nearlyStuck reports that one move of the mover might leave the other side without any.
// A move takes away at most a step to its target from each direction, a jump to it, and
// a jump over the square that it leaves; a capture, the man's own and jumps over him.
func (s *State) nearlyStuck() bool {
	steps, jumps := len(s.game.board.steps), len(s.game.board.jumps)
	most := steps + 2*jumps
	if s.game.law.capture {
		most += steps + 2*jumps
	}
	return s.ways(s.mover.other(), most) <= most
}

// bothNearlyStuck reports that after one move neither side might have another. A move takes away at
// most those of its own man (4), those to its target (4 jumps and 4 steps) and jumps over
// the square it leaves (4): no two sides share one.
func (s *State) bothNearlyStuck() bool {
	const most = 4 + 4 + 4 + 4
	return s.ways(south, most)+s.ways(north, most) <= most
}
