package cetro

import (
	"fmt"

	"ludens/env"
)

// ending is how a game ended. If several apply, the first one counts.
type ending uint8

const (
	ongoing ending = iota
	// home: all men of the player who has just moved stand on the far rows of
	// their own colours. They may have left them in between.
	home
	// stuck: neither player can move any more. Who moved last wins.
	stuck
	// repeated: the same men, turn and demand for the third time, or another one
	// with the option repeat. A draw; the source is silent on endless play.
	repeated
	// capped: the last move allowed, in a game that is then decided by the moves
	// that each player still needs (Salta's 120-move rule), then by the men at
	// home. Otherwise the cap is a truncation and no ending.
	capped
)

// Result returns how the game stands.
func (s *State) Result() env.Result { return s.result }

// outcome returns how the game stands after the last action. Nothing ends
// before a move stands: a retreat that may be refused does not, and where it was
// refused its player has yet to jump.
func (s *State) outcome() (ending, env.Result) {
	last := s.mover.Other()
	switch {
	case s.judging():
		return ongoing, env.Ongoing
	case s.sides[last].need == 0:
		return home, env.WinFor(last)
	case s.stuck():
		return stuck, env.WinFor(last)
	case s.refused():
		return ongoing, env.Ongoing
	case s.seen > 0 && s.seen+1 == s.game.repeat:
		return repeated, env.Drawn
	case s.game.scored && s.ply >= s.game.cap:
		return capped, s.verdict()
	}
	return ongoing, env.Ongoing
}

// stuck reports whether neither player can move a man.
func (s *State) stuck() bool {
	if !s.reach.none() {
		return false
	}
	you := &s.sides[s.mover.Other()]
	jl, jr, rl, rr := s.game.board.reach(you.own, you.all)
	return jl|jr|rl|rr == 0
}

// verdict returns who has won if the game stops here.
func (s *State) verdict() env.Result {
	needs, homes := s.tally()
	switch {
	case needs[env.First] < needs[env.Second]:
		return env.FirstWins
	case needs[env.First] > needs[env.Second]:
		return env.SecondWins
	case homes[env.First] > homes[env.Second]:
		return env.FirstWins
	case homes[env.First] < homes[env.Second]:
		return env.SecondWins
	}
	return env.Drawn
}

// tally returns, by player, the moves still needed and the men at home.
func (s *State) tally() (needs, homes [2]int) {
	for p := range s.sides {
		needs[p], homes[p] = s.sides[p].need, s.sides[p].home(s.game.board)
	}
	return needs, homes
}

// Spent reports that the cap is reached. It implements env.Limited: where every
// action counts, whoever counts them knows as much.
func (s *State) Spent() bool { return s.game.Uncounted() && s.ply >= s.game.cap }

// Adjudged reports that the cap has ended the game.
func (s *State) Adjudged() bool { return s.end == capped }

// Recurs returns a draw if the position has occurred before and play in circles
// is one.
func (s *State) Recurs() env.Result {
	if s.seen > 0 && s.game.repeat > 0 {
		return env.Drawn
	}
	return env.Ongoing
}

// Ending says how the game ended, or nothing while it goes on.
func (s *State) Ending() string {
	switch s.end {
	case home:
		return "all men are home"
	case stuck:
		return "neither player can move"
	case repeated:
		return s.game.repetition()
	case capped:
		return fmt.Sprintf("cut off at ply %d, %s", s.ply, s.lead())
	}
	return ""
}

// folds are what the occurrence that ends a game is called.
var folds = [...]string{2: "twofold", 3: "threefold", 4: "fourfold", 5: "fivefold"}

// repetition is the name of the ending repeated.
func (g *Game) repetition() string { return folds[g.repeat] + " repetition" }

// lead says what decides a game that is cut off.
func (s *State) lead() string {
	needs, homes := s.tally()
	south, north := s.game.south, s.game.south.Other()
	if needs[south] != needs[north] {
		return fmt.Sprintf("moves needed: south %d, north %d", needs[south], needs[north])
	}
	return fmt.Sprintf("moves needed: %d each, men home: south %d, north %d", needs[south], homes[south], homes[north])
}
