package session

import (
	"errors"
	"strconv"
	"time"
)

// Going is how a run goes on.
type Going struct {
	Accept     bool      // with changed files
	Back       Given     // iteration to go back to first
	Iterations int       // in all; 0: as many as its configuration says
	KeepGames  Given     // train.keep_games, of how many iterations games are kept
	Until      time.Time // when it pauses again; zero: at its end
}

// Given is a flag's number from 0; nil where the flag is not given.
type Given struct{ N *int }

// Set reads a number.
func (g *Given) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return errors.New("want a number from 0")
	}
	g.N = &n
	return nil
}

func (g *Given) String() string {
	if g.N == nil {
		return ""
	}
	return strconv.Itoa(*g.N)
}

// Type is what help calls it.
func (*Given) Type() string { return "int" }
