package eval

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/selfplay"
)

// few is a configuration that is played in a second.
var few = Teacher{Games: 70, Epochs: 1, Nodes: 50, Handicap: 0.8, Rounds: 2, RoundGames: 20}

func play(t *testing.T, name string, c Teacher, s seed.Seed, workers int) []*selfplay.Record {
	t.Helper()
	g, err := games.Make(name)
	if err != nil {
		t.Fatal(err)
	}
	reported := 0
	all, err := Teach(context.Background(), g, c, s, workers, func(done, of int) {
		if reported++; done != reported || of != c.All() {
			t.Errorf("reported game %d of %d, want %d of %d", done, of, reported, c.All())
		}
	})
	if err != nil || len(all) != c.Games || reported != c.All() {
		t.Fatalf("%d games, %d reported, %v; want %d and %d", len(all), reported, err, c.Games, c.All())
	}
	for i, r := range all {
		if err := r.Check(g); err != nil {
			t.Fatalf("game %d: %v", i, err)
		}
	}
	return all
}

func wire(all []*selfplay.Record) (b []byte) {
	for _, r := range all {
		b = append(b, r.Marshal()...)
	}
	return b
}

// Any number of workers plays the same games; another seed plays others.
func TestSameGames(t *testing.T) {
	for _, name := range []string{"celta", "cetro-5x5"} {
		one := wire(play(t, name, few, seed.New(1), 1))
		if !bytes.Equal(one, wire(play(t, name, few, seed.New(1), 3))) {
			t.Errorf("%s: three workers play other games than one", name)
		}
		if bytes.Equal(one, wire(play(t, name, few, seed.New(2), 1))) {
			t.Errorf("%s: another seed plays the same games", name)
		}
	}
}

// The side with a handicap makes random moves, which are no targets, and loses; the other
// makes none after the opening.
func TestHandicaps(t *testing.T) {
	count := func(c Teacher) (games, lost, random int) {
		for _, r := range play(t, "celta", c, seed.New(1), 2) {
			weak := env.First
			if r.Handicap[env.Second] > 0 {
				weak = env.Second
			}
			for i, p := range r.Plies {
				if i < openingPlies || p.Policy != nil {
					continue
				}
				if random++; env.Player(i%2) != weak {
					t.Fatalf("ply %d: the side without a handicap moves at random", i+1)
				}
			}
			if r.Handicap[weak] > 0.5 {
				if games++; r.Result.For(weak) < 0 {
					lost++
				}
			}
		}
		return games, lost, random
	}
	if games, lost, random := count(few); games < 20 || lost < 3*games/4 || random == 0 {
		t.Errorf("of %d games with a handicap it lost %d, with %d random moves; want three quarters of at least 20", games, lost, random)
	}
	even := few
	even.Handicap = 0
	if games, _, random := count(even); games != 0 || random != 0 {
		t.Errorf("without handicaps %d games with one, %d random moves", games, random)
	}
}

// The more a side wins, the more often it has the handicap.
func TestFirstShare(t *testing.T) {
	record := func(first, second, drawn int) (all []*selfplay.Record) {
		for result, n := range map[env.Result]int{env.FirstWins: first, env.SecondWins: second, env.Drawn: drawn} {
			for range n {
				all = append(all, &selfplay.Record{Result: result})
			}
		}
		return all
	}
	for _, row := range []struct {
		first, second, drawn int
		want                 float64
	}{{0, 0, 3, 0.5}, {3, 1, 9, 0.75}, {9, 0, 0, 0.9}, {0, 9, 0, 0.1}} {
		if got := firstShare(record(row.first, row.second, row.drawn)); got != row.want {
			t.Errorf("%+v: %v", row, got)
		}
	}
}

// Games that are stopped are none.
func TestStop(t *testing.T) {
	g, err := games.Make("celta")
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []int{5, 45} { // in the rounds, and in the games after them
		ctx, cancel := context.WithCancel(context.Background())
		all, err := Teach(ctx, g, few, seed.New(1), 2, func(done, _ int) {
			if done == after {
				cancel()
			}
		})
		if cancel(); !errors.Is(err, context.Canceled) || all != nil {
			t.Errorf("stopped after %d games: %d games, %v", after, len(all), err)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, row := range []struct {
		change func(*Teacher)
		want   string
	}{
		{func(c *Teacher) {}, ""},
		{func(c *Teacher) { *c = Teacher{} }, ""},
		{func(c *Teacher) { c.Games = -1 }, "games = -1, want 0 to 1000000"},
		{func(c *Teacher) { c.Nodes = 1 << 31 }, "nodes = 2147483648, want 1 to 1073741824"},
		{func(c *Teacher) { c.Rounds = 101 }, "rounds = 101, want 1 to 100"},
		{func(c *Teacher) { c.RoundGames = -5 }, "round_games = -5, want 1 to 1000000"},
		{func(c *Teacher) { c.Epochs = -1 }, "epochs = -1, want more than 0, and at most 1000"},
		{func(c *Teacher) { c.Handicap = 1.5 }, "handicap = 1.5, want 0 to 1"},
	} {
		c := Teacher{Games: 10}.Settled()
		row.change(&c)
		got := ""
		if err := c.Validate(); err != nil {
			got = err.Error()
		}
		if got != row.want {
			t.Errorf("%+v: %q, want %q", c, got, row.want)
		}
	}
	if c := (Teacher{Nodes: 7}).Settled(); c != (Teacher{Nodes: 7}) || c.Validate() != nil {
		t.Errorf("without games %+v, %v", c, c.Validate())
	}
}
