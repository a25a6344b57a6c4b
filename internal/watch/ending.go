package watch

import (
	"strings"

	"ludens/env"
	"ludens/train"
)

// endingName returns who won and how, in the game's words: "attackers: the king
// is taken".
func endingName(roles [2]string, e train.Ending) string {
	switch e.Result {
	case env.FirstWins.String():
		return strings.TrimSuffix(roles[env.First]+": "+e.By, ": ")
	case env.SecondWins.String():
		return strings.TrimSuffix(roles[env.Second]+": "+e.By, ": ")
	case env.Drawn.String():
		return strings.TrimSuffix("drawn: "+e.By, ": ")
	}
	return e.By
}
