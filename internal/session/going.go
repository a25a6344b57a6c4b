package session

import (
	"errors"
	"fmt"
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

// maxMinutes is what a time limit may be, nearly two years.
const maxMinutes = 1e6

// Minutes is the flag of a time limit; zero: there is none.
type Minutes struct{ time.Duration }

// Set reads a number of minutes.
func (m *Minutes) Set(text string) error {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n > 0 && n <= maxMinutes) {
		return fmt.Errorf("want more than 0, and at most %d", int(maxMinutes))
	}
	m.Duration = time.Duration(n * float64(time.Minute))
	return nil
}

func (m *Minutes) String() string {
	if m.Duration == 0 {
		return ""
	}
	return strconv.FormatFloat(m.Duration.Minutes(), 'g', -1, 64)
}

// Type is what help calls it.
func (*Minutes) Type() string { return "float" }

// Until is when the time is over; zero: never.
func (m *Minutes) Until() time.Time {
	if m.Duration == 0 {
		return time.Time{}
	}
	return time.Now().Add(m.Duration)
}
