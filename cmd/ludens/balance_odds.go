package main

import (
	"cmp"

	"ludens/internal/exit"
	"ludens/internal/study"
)

const (
	allOdds    = "all"  // of --odds
	noOpponent = "none" // of --opponent
)

// checkOdds refuses what does not go with --odds, and settles the arrays.
func (b *balancing) checkOdds(given func(string) bool) error {
	for _, name := range []string{"goal", "control", "sweep", "array", "games", "confirm", "opening", "openings"} {
		if given(name) {
			return exit.Usagef("balance: --odds does not go with --%s: each of --arrays is played from its start, with either side at odds", name)
		}
	}
	if !given("arrays") {
		b.arrays = 24
	}
	switch {
	case b.odds == "":
		return exit.Usagef("--odds: what is missing? --odds alone is all there is, --odds=queen,pawn some of it")
	case len(b.study.Records) > 0 && !b.study.Pieces:
		return exit.Usagef("balance: --records are for --pieces")
	}
	return cmp.Or(inRange(b.ranked()), b.checkMinutes(given("minutes")))
}

// readOdds reads what --odds asks for.
func (b *balancing) readOdds() (x study.Odds, err error) {
	if err := b.oneStrength("odds", "odds are played"); err != nil {
		return x, err
	}
	if b.odds == allOdds {
		b.odds = ""
	}
	x.Arrays = b.arrays
	if b.opponent != noOpponent {
		x.Opponent = b.opponent
	}
	x.Missing, err = study.ParseOdds(b.Game, b.odds)
	return x, err
}
