package env_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
)

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "no", 1: "one", 3: "three", 12: "twelve", 13: "13", -1: "-1", 100: "100"} {
		if got := env.Number(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// Words that people read.
func TestWordsOfPlayersAndResults(t *testing.T) {
	for got, want := range map[string]string{
		env.First.String(): "first", env.Second.String(): "second", env.Ongoing.String(): "ongoing", env.FirstWins.String(): "first wins",
		env.SecondWins.String(): "second wins", env.Drawn.String(): "drawn", env.Result(7).String(): "Result(7)",
		(&env.Forfeit{Reason: "it hung"}).Error(): "it hung",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A result is a number for each player: the same for both only where none has won.
func TestResultsOfPlayers(t *testing.T) {
	for _, c := range []struct {
		r             env.Result
		first, second float32
	}{{env.Ongoing, 0, 0}, {env.FirstWins, 1, -1}, {env.SecondWins, -1, 1}, {env.Drawn, 0, 0}} {
		if a, b := c.r.For(env.First), c.r.For(env.Second); a != c.first || b != c.second {
			t.Errorf("%v: %v and %v, want %v and %v", c.r, a, b, c.first, c.second)
		}
	}
	if env.WinFor(env.First) != env.FirstWins || env.WinFor(env.Second) != env.SecondWins || env.First.Other() != env.Second || env.Second.Other() != env.First {
		t.Error("the other player wins")
	}
}

// Sizes of a game of two planes of actions and three actions on no square.
func TestSizesOfASpec(t *testing.T) {
	s := env.Spec{Actions: 2*12 + 3, Shape: [3]int{5, 3, 4}}
	if s.Cells() != 12 || s.Size() != 60 || s.Planes() != 2 || s.Globals() != 3 {
		t.Errorf("%d cells, %d floats, %d planes and %d more actions, want 12, 60, 2, 3", s.Cells(), s.Size(), s.Planes(), s.Globals())
	}
	if g := games.Must("cetro"); env.Make(g).Spec() != g.Spec() || env.MakeVec(g, 3).Spec() != g.Spec() || env.MakeVec(g, 3).Len() != 3 {
		t.Error("an environment is of another game")
	}
	if f := env.Flag("x", true); f != (env.Feature{Name: "x", Value: 1}) || env.Flag("x", false) != (env.Feature{Name: "x"}) {
		t.Errorf("a rule that holds is %v, one that does not %v", f, env.Flag("x", false))
	}
	for cells, want := range map[int]int{0: 0, 1: 1, 64: 1, 65: 2, 128: 2, 129: 3} {
		if got := env.Words(cells); got != want {
			t.Errorf("%d cells: %d words, want %d", cells, got, want)
		}
	}
}

// limited is a heap that has a score, and whose moves may be used up.
type limited struct {
	heap
	spent, adjudged bool
}

func (s *limited) Spent() bool    { return s.spent }
func (s *limited) Adjudged() bool { return s.adjudged }
func (s *limited) Score(p env.Player) float32 {
	if p == env.First {
		return 0.25
	}
	return -0.25
}

// A game is cut off at its length limit, or where its moves that count are used up, but not
// once it is over. Only a State that says so was decided by a score.
func TestCutOff(t *testing.T) {
	for _, c := range []struct {
		s       env.State
		actions int
		want    bool
	}{
		{&heap{left: 1}, 9, false}, {&heap{left: 1}, 10, true}, {&heap{left: 1}, 11, true}, {&heap{left: 0}, 10, false},
		{&limited{heap: heap{left: 1}}, 9, false}, {&limited{heap: heap{left: 1}, spent: true}, 9, true},
		{&limited{heap: heap{left: 1}}, 10, true}, {&limited{heap: heap{left: 0}, spent: true}, 10, false},
	} {
		if got := env.Truncated(c.s, c.actions, 10); got != c.want {
			t.Errorf("%v after %d actions: cut off %v", c.s, c.actions, got)
		}
	}
	if env.Adjudged(&heap{}) || env.Adjudged(&limited{}) || !env.Adjudged(&limited{adjudged: true}) {
		t.Error("another game was decided by a score")
	}
	if env.Estimate(&heap{}, env.First) != 0 || env.Estimate(&limited{}, env.First) != 0.25 || env.Estimate(&limited{}, env.Second) != -0.25 {
		t.Error("another estimate than the score, or 0 where there is none")
	}
}

// drawer is a heap that draws its last action itself.
type drawer struct{ heap }

func (s *drawer) Sample(_ *rand.Rand, room []env.Action) (env.Action, []env.Action) { return 2, room }

// A random action is that of the number drawn in the list of the legal ones, unless the State
// draws it.
func TestSample(t *testing.T) {
	count := map[env.Action]int{}
	var room []env.Action
	for n := range uint64(300) {
		s := &heap{left: 3}
		var a env.Action
		a, room = env.Sample(s, seed.New(n).Rand(), room)
		if want := s.Legal(nil)[seed.New(n).Rand().IntN(3)]; a != want || len(room) != 3 {
			t.Fatalf("seed %d: action %d of %v, want %d", n, a, room, want)
		}
		count[a]++
	}
	if len(count) != 3 {
		t.Errorf("drawn are %v, want all three actions", count)
	}
	if a, _ := env.Sample(&drawer{heap{left: 3}}, seed.New(1).Rand(), nil); a != 2 {
		t.Errorf("action %d, want the one that the position draws", a)
	}
}

// A position of no board has no squares: its actions are known by their texts.
func TestSquaresOfNoBoard(t *testing.T) {
	if got := env.SquaresOf(&heap{left: 3}, 1); got.From != -1 || got.To != -1 || got.Choice != "take 2" {
		t.Errorf("%+v", got)
	}
	s := games.Must("celta").New(0)
	if got := env.SquaresOf(s, s.Legal(nil)[0]); got.From < 0 || got.To < 0 || got.Choice != "" {
		t.Errorf("on a board: %+v", got)
	}
}

// Where nothing is captured and there is no check, a text may claim neither.
func TestDenyOfNoWitness(t *testing.T) {
	s := &heap{left: 3}
	if err := env.Deny(s, 0, "a1-a2"); err != nil {
		t.Error(err)
	}
	for _, text := range []string{"a1xa2", "a1-a2#", "a1-a2+"} {
		if env.Deny(s, 0, text) == nil {
			t.Errorf("%s is believed", text)
		}
	}
	if a, err := env.ReadMove(s, "TAKE 2"); err != nil || a != 1 {
		t.Errorf("action %d, %v", a, err)
	}
	chess := games.Must("chess").New(0)
	a, err := env.ReadMove(chess, "Nf3")
	if err != nil || chess.Format(a) != "g1f3" {
		t.Errorf("Nf3 is %v, %v", chess.Format(a), err)
	}
	if err := env.Deny(chess, a, "Nxf3"); err == nil {
		t.Error("a capture of nothing is believed")
	}
	if _, err := env.ReadMove(s, "take 4"); !errors.Is(err, env.ErrIllegal) {
		t.Errorf("%v", err)
	}
}

func TestIsPGN(t *testing.T) {
	for text, want := range map[string]bool{
		"[Event \"x\"]\n\n1. e4": true, "1. e4\n [ White \"x\"]": true, "[FEN \"x\"]": true, "[Game \"celta\"]\n": false, "[Eventful \"x\"]": false, "x [Event \"x\"]": false, "": false,
	} {
		if env.IsPGN(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// A note belongs to the moves before it, is empty once it was put there, and says nothing if it
// is empty.
func TestAnnotate(t *testing.T) {
	var n env.Note
	v := env.Variation{After: 3, Moves: []string{"a", "b"}}
	if v.Annotate(&n); v.Comments != nil {
		t.Errorf("nothing is noted as %v", v.Comments)
	}
	n.Add("!? a surprise")
	v.Annotate(&n)
	v.Moves = append(v.Moves, "c")
	n.Add("late")
	v.Annotate(&n)
	if len(v.Comments) != 2 || v.Comments[5] != "!? a surprise" || v.Comments[6] != "late" || n.String() != "" {
		t.Errorf("comments %v, the note %q", v.Comments, n.String())
	}
	if got := env.Parenthesised([]string{"one"}); !slices.Equal(got, []string{"(one)"}) {
		t.Errorf("%q", got)
	}
	if got := env.Parenthesised([]string{"1...", "e5", "2. d4"}); !slices.Equal(got, []string{"(1...", "e5", "2. d4)"}) {
		t.Errorf("%q", got)
	}
}

// Files write on and off; other values stay, and those of options that are no such switch.
func TestSpelled(t *testing.T) {
	v := env.Variant{Options: []env.Option{{Name: "fifty", Values: []string{"on", "off"}}, {Name: "cap"}, {Name: "king", Values: []string{"true", "false"}}}}
	given := []env.Setting{{"fifty", "true"}, {"cap", "true"}, {"king", "false"}, {"none", "true"}}
	want := []env.Setting{{"fifty", "on"}, {"cap", "true"}, {"king", "false"}, {"none", "true"}}
	if got := v.Spelled(given); !slices.Equal(got, want) || given[0].Value != "true" {
		t.Errorf("%v, want %v; given were %v", got, want, given)
	}
	for text, spelled := range map[string]string{"false": "off", "true": "on", "on": "on", "off": "off", "odd": "odd"} {
		if got := v.Spelled([]env.Setting{{"fifty", text}}); got[0].Value != spelled {
			t.Errorf("%s: %v, want %s", text, got, spelled)
		}
	}
}

// teacher teaches the games of a name.
type teacher struct {
	nim
	name string
}

func (g teacher) Teaches(other env.Game) bool { return other.Spec().Name == g.name }

// An agent plays the game that it was trained for, and those that this one teaches.
func TestTeaches(t *testing.T) {
	celta, cetro := games.Must("celta"), games.Must("cetro")
	for _, c := range []struct {
		name    string
		trained env.Game
		other   env.Game
		want    bool
	}{
		{"the same", nim{heap: 3}, nim{heap: 4}, true}, {"another", nim{heap: 3}, celta, false},
		{"one that it teaches", teacher{nim{}, "celta"}, celta, true}, {"one that it does not", teacher{nim{}, "celta"}, cetro, false},
		{"what is taught does not teach", celta, teacher{nim{}, "celta"}, false},
	} {
		if got := env.Teaches(c.trained, c.other); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// A game shows itself, but for one whose rules are among those that the network's game draws.
func TestViewOf(t *testing.T) {
	space, plain := games.Must("celta:first=*,passive=*,cap=24"), games.Must("celta")
	member := space.(env.Varied).Drawn(3)
	for _, c := range []struct {
		name          string
		trained, game env.Game
		shows         env.Game
	}{
		{"a member", space, member, space}, {"the space itself", space, space, space},
		{"no member", space, games.Must("cetro"), games.Must("cetro")}, {"a game of one set of rules", plain, plain, plain},
	} {
		v := env.ViewOf(c.trained, c.game)
		if v.Spec != c.shows.Spec() {
			t.Errorf("%s: shown as %s, want %s", c.name, v.Spec.Name, c.shows.Spec().Name)
		}
		s, got := c.game.New(5), make([]float32, v.Spec.Size())
		v.Observe(s, got)
		if want := make([]float32, c.game.Spec().Size()); len(want) == len(got) && c.shows == c.game {
			if s.Observe(want); !slices.Equal(got, want) {
				t.Errorf("%s: it does not show itself", c.name)
			}
		}
	}
}

// keeper is an agent that sees its game pass, and holds something.
type keeper struct{ said *[]string }

func (k keeper) Act(context.Context, env.State) (env.Decision, error) { return env.Decision{}, nil }
func (k keeper) Watch(s env.State)                                    { *k.said = append(*k.said, s.String()) }
func (k keeper) Close() error                                         { return errors.New("closed") }

// dull is an agent that does neither.
type dull struct{}

func (dull) Act(context.Context, env.State) (env.Decision, error) { return env.Decision{}, nil }

func TestWatchAndClose(t *testing.T) {
	var said []string
	env.Watch(keeper{&said}, &heap{left: 3})
	env.Watch(dull{}, &heap{left: 3})
	if fmt.Sprint(said) != "[3 left]" {
		t.Errorf("seen are %q", said)
	}
	if err := env.Close(keeper{&said}); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("%v", err)
	}
	if env.Close(dull{}) != nil || env.Close(nil) != nil {
		t.Error("nothing to close is an error")
	}
}
