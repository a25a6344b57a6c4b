package protocol

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
)

// stable counts the programs of a test: those that were started and those that run.
type stable struct{ started, running atomic.Int32 }

// horse stands for another's program: it plays the first legal move, and falls at a ply.
type horse struct {
	of    *stable
	falls int
	plies []int // that it was asked at
}

func (h *horse) Act(_ context.Context, s env.State) (env.Decision, error) {
	ply := 9 - len(s.Legal(nil))
	if h.plies = append(h.plies, ply); ply == h.falls {
		return env.Decision{}, fmt.Errorf("wrapped: %w", &env.Forfeit{Reason: "it crashed: fell"})
	}
	return env.Decision{Action: s.Legal(nil)[0]}, nil
}

func (h *horse) Close() error { h.of.running.Add(-1); return nil }

// riding returns a learner whose agents are programs: "7" falls at ply 7, "lame" does not
// start.
func riding(t *testing.T) (*learner, *stable) {
	g := games.Must("tictactoe")
	s := &stable{}
	return &learner{t, NewEpisodes(g, Doors{Player: func(text string, _ env.Game) (Player, error) {
		falls := -1
		fmt.Sscan(text, &falls)
		return Player{Program: true, Agent: func(seed.Seed) (env.Agent, error) {
			if text == "lame" {
				return nil, fmt.Errorf("lame: %w", &env.Forfeit{Reason: "it cannot be started: lame"})
			}
			s.started.Add(1)
			s.running.Add(1)
			return &horse{of: s, falls: falls}, nil
		}}, nil
	}})}, s
}

func (s *stable) hold(t *testing.T, what string, started, running int32) {
	t.Helper()
	if s.started.Load() != started || s.running.Load() != running {
		t.Errorf("%s: %d were started and %d run; want %d and %d", what, s.started.Load(), s.running.Load(), started, running)
	}
}

// A program is started once in an episode of a row, and ends with it: when the row begins
// anew, is put elsewhere, or is gone. Who goes on in the same episode keeps it.
func TestEnginesLastAnEpisode(t *testing.T) {
	l, s := riding(t)
	l.view(`{"do":"reset","seeds":[1,2]}`)
	if got := l.ask(`{"do":"act","agent":"9","rows":[0,1]}`, nil); got != `{"actions":[0,0]}` {
		t.Error(got)
	}
	l.view(`{"do":"step","actions":[0,1]}`)
	l.ask(`{"do":"act","agent":"9","rows":[1,0]}`, nil)
	s.hold(t, "two moves in two rows", 2, 2)
	l.view(`{"do":"restore","row":0,"seed":1,"actions":[0,4,2]}`)
	l.ask(`{"do":"act","agent":"9"}`, nil)
	s.hold(t, "further on", 2, 2)
	if asked := l.episodes.rows[0].engines["9"].(*horse).plies; !slices.Equal(asked, []int{0, 1, 3}) {
		t.Errorf("asked at plies %v", asked)
	}
	for what, order := range map[string]string{
		"another move": `{"do":"restore","row":0,"seed":1,"actions":[0,5,2]}`,
		"a move less":  `{"do":"restore","row":0,"seed":1,"actions":[0,4]}`,
		"another seed": `{"do":"restore","row":0,"seed":2,"actions":[0,4,2]}`,
		"a position":   `{"do":"restore","row":0,"seed":1,"position":".../.../...","actions":[0,4,2]}`,
		"a new one":    `{"do":"reset","seeds":[1],"rows":[0]}`,
	} {
		l, s := riding(t)
		l.view(`{"do":"reset","seeds":[1]}`)
		l.view(`{"do":"restore","row":0,"seed":1,"actions":[0,4,2]}`)
		l.ask(`{"do":"act","agent":"9"}`, nil)
		if got := l.ask(order, nil); strings.Contains(got, "error") {
			t.Fatal(got)
		}
		s.hold(t, what, 1, 0)
	}
	l.view(`{"do":"reset","seeds":[1,2,3]}`)
	s.hold(t, "other rows", 2, 0)
	l.ask(`{"do":"act","agent":"9","rows":[2]}`, nil)
	if err := l.episodes.Close(); err != nil {
		t.Error(err)
	}
	s.hold(t, "closed", 3, 0)
}

// A program that fails has lost its row, and no other; asked again, it is started anew.
func TestEnginesForfeitTheirRow(t *testing.T) {
	l, s := riding(t)
	l.view(`{"do":"reset","seeds":[1,2,3]}`)
	l.view(`{"do":"step","rows":[1],"actions":[4]}`)
	for range 2 {
		if got := l.ask(`{"do":"act","agent":"1","rows":[0,1,2]}`, nil); got != `{"actions":[0,-1,0],"forfeits":["","it crashed: fell",""]}` {
			t.Error(got)
		}
	}
	s.hold(t, "one fell, twice", 4, 2)
	if got := l.ask(`{"do":"act","agent":"lame"}`, nil); got != `{"error":"lame: it cannot be started: lame","forfeit":true}` {
		t.Error(got)
	}
}

// There are that many programs at most, and a refused order starts none.
func TestEnginesAreBounded(t *testing.T) {
	l, s := riding(t)
	rows, seeds := make([]string, maxEngines+1), make([]string, maxEngines+1)
	for i := range rows {
		rows[i], seeds[i] = fmt.Sprint(i), "1"
	}
	l.view(`{"do":"reset","seeds":[` + strings.Join(seeds, ",") + `]}`)
	for order, want := range map[string]string{
		`{"do":"act","agent":"9","rows":[` + strings.Join(rows, ",") + `]}`: "65 programs at the same time; want at most 64 rows",
		`{"do":"act","agent":"9","rows":[1,1]}`:                             "rows: 1 is there twice",
		`{"do":"act","agent":"9","rows":[65]}`:                              "rows: 65; there are 65",
	} {
		if got := l.ask(order, nil); !strings.Contains(got, want) {
			t.Errorf("%s is answered by %s; want %s", order, got, want)
		}
	}
	s.hold(t, "refused", 0, 0)
	l.ask(`{"do":"act","agent":"9","rows":[`+strings.Join(rows[:maxEngines], ",")+`]}`, nil)
	l.ask(`{"do":"act","agent":"9","rows":[`+strings.Join(rows[:maxEngines], ",")+`]}`, nil)
	s.hold(t, "as many as there may be, asked twice", maxEngines, maxEngines)
}
