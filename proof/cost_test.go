package proof_test

import (
	"context"
	"fmt"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/proof"
)

// maze is a game of three moves a turn in which nothing is near: it ends after a number
// of plies, in a draw. It counts the moves that are made in it.
type maze struct {
	plies int
	made  *int
}

type corner struct {
	maze
	path uint64 // the moves since the start, in base 4
	ply  int
}

func (m maze) Spec() env.Spec {
	return env.Spec{Name: "maze", Version: 1, Actions: 3, Shape: [3]int{1, 1, 1}, MaxPly: 1000}
}
func (m maze) New(uint64) env.State        { return &corner{maze: m, path: 1} }
func (s *corner) ToMove() env.Player       { return env.Player(s.ply % 2) }
func (s *corner) Observe([]float32)        {}
func (s *corner) Key() uint64              { return s.path }
func (s *corner) String() string           { return fmt.Sprint(s.path) }
func (s *corner) Format(env.Action) string { return "on" }
func (s *corner) Legal(dst []env.Action) []env.Action {
	if s.Result() != env.Ongoing {
		return dst
	}
	return append(dst, 0, 1, 2)
}
func (s *corner) Play(a env.Action) {
	*s.made++
	s.ply++
	s.path = s.path*4 + uint64(a) + 1
}
func (s *corner) Result() env.Result {
	if s.ply >= s.plies {
		return env.Drawn
	}
	return env.Ongoing
}
func (s *corner) Copy(dst env.State) env.State {
	d, ok := dst.(*corner)
	if !ok {
		d = new(corner)
	}
	*d = *s
	return d
}

// Where no answer is near a question costs little more than a glance; whatever
// happens, no more than the nodes that are allowed.
func TestCostIsBounded(t *testing.T) {
	for _, cfg := range []proof.Config{
		{Glance: 50, Nodes: 50, Endgame: 50, Entries: 1 << 11},
		{Glance: 50, Nodes: 4000, Endgame: 4000, Entries: 1 << 11},
		{Glance: 1000, Nodes: 4000, Endgame: 4000, Entries: 1 << 11},
	} {
		made := 0
		g := maze{plies: 40, made: &made}
		if found := proof.New(g, cfg).Root(ctx, g.New(0)); len(found) > 0 {
			t.Errorf("%+v: found %v", cfg, found)
		}
		if made > 2*cfg.Glance+100 {
			t.Errorf("%+v: %d moves were made, want about a glance", cfg, made)
		}
	}
}

// Without time nothing is found, and next to nothing is done.
func TestEndedContext(t *testing.T) {
	over, stop := context.WithCancel(context.Background())
	stop()
	made := 0
	g := maze{plies: 3, made: &made}
	if found := proof.New(g, generous()).Root(over, g.New(0)); len(found) > 0 || made > 20 {
		t.Errorf("found %v, made %d moves", found, made)
	}
}

// All of a small game is looked through: no move wins, and each draws.
func TestDrawsAreProven(t *testing.T) {
	for plies := 1; plies <= 5; plies++ {
		made := 0
		g := maze{plies: plies, made: &made}
		found := proof.New(g, generous()).Root(ctx, g.New(0))
		if len(found) != 3 {
			t.Fatalf("%d plies to go: %d moves proven, want 3", plies, len(found))
		}
		for _, f := range found {
			if f.Result != env.Drawn || f.Plies != plies-1 || len(f.Line) != plies {
				t.Errorf("%d plies to go: %+v", plies, f)
			}
		}
	}
}

// A mate at once takes no search: the smallest budget finds it.
func TestMateAtOnceIsCheap(t *testing.T) {
	g := games.Must("cetran2")
	s, err := g.(env.Notated).ParsePosition("7k/5K2/8/8/8/8/8/R7 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	found := proof.New(g, proof.Config{Glance: 1, Nodes: 1, Endgame: 1, Entries: 1 << 11}).Root(ctx, s)
	if len(found) != 1 || found[0].Result != env.FirstWins {
		t.Fatalf("found %+v, want a win", found)
	}
	checkLine(t, s, found[0])
}

func TestConfig(t *testing.T) {
	for _, tt := range []struct {
		cfg  proof.Config
		good bool
	}{
		{proof.Defaults(), true},
		{proof.For(0), true},
		{proof.For(1 << 30), true},
		{proof.Config{Glance: 1, Nodes: 1, Endgame: 1, Entries: 2048}, true},
		{proof.Config{Glance: 0, Nodes: 1, Endgame: 1, Entries: 2048}, false},
		{proof.Config{Glance: 2, Nodes: 1, Endgame: 2, Entries: 2048}, false},
		{proof.Config{Glance: 2, Nodes: 2, Endgame: 1, Entries: 2048}, false},
		{proof.Config{Glance: 1, Nodes: 1, Endgame: 1, Entries: 1024}, false},
		{proof.Config{Glance: 1, Nodes: 1, Endgame: 1, Entries: 3072}, false},
		{proof.Config{Glance: 1, Nodes: 1, Endgame: 1}, false},
	} {
		if err := tt.cfg.Validate(); (err == nil) != tt.good {
			t.Errorf("%+v: error %v", tt.cfg, err)
		}
	}
	for simulations, times := range map[int]int{1: 1, 100: 1, 250: 2, 800: 8, 1600: 16, 5000: 16} {
		got, want := proof.For(simulations), proof.Defaults()
		want.Glance *= times
		want.Nodes *= times
		if got != want {
			t.Errorf("%d simulations: %+v, want %+v", simulations, got, want)
		}
	}
}

// counted is a game that counts the moves that are made in it.
type counted struct {
	env.Game
	made *int
}

// tally is a position of counted. It knows what the game's own does.
type tally struct {
	env.State
	made *int
}

func (g counted) New(n uint64) env.State { return tally{g.Game.New(n), g.made} }
func (s tally) Play(a env.Action)        { *s.made++; s.State.Play(a) }
func (s tally) Copy(dst env.State) env.State {
	d, _ := dst.(tally)
	return tally{s.State.Copy(d.State), s.made}
}
func (s tally) Decisive(dst []env.Action) []env.Action { return s.State.(env.Decisive).Decisive(dst) }

// What a search makes of moves is its signature: a change of what it looks at
// first, or for how long, shows here, and the commit says so with the new
// figures. That proofs are true does not depend on it.
func TestSignature(t *testing.T) {
	for _, tt := range []struct {
		game        string
		proven      int // moves
		made, after int // moves made by Root, and by Move after it
	}{{"cetran2", 4, 28004, 45202}, {"celta", 4, 2653, 15818}, {"wtf", 38, 4476, 21672}} {
		g := games.Must(tt.game)
		made, proven := [2]int{}, 0
		n := 0
		p := proof.New(counted{g, &n}, proof.Defaults())
		for _, s := range met(g, 20) {
			n = 0
			proven += len(p.Root(ctx, tally{s, &n}))
			made[0] += n
			n = 0
			legal := s.Legal(nil)
			for _, a := range legal[:min(3, len(legal))] {
				if p.Move(ctx, tally{s, &n}, a).Result != env.Ongoing {
					proven++
				}
			}
			made[1] += n
		}
		if proven != tt.proven || made != [2]int{tt.made, tt.after} {
			t.Errorf("%s: %d proven, %v moves made, want %d and %v", tt.game, proven, made, tt.proven, [2]int{tt.made, tt.after})
		}
	}
}
