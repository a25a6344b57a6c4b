package arena

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/env"
	"ludens/env/record"
	"ludens/env/seed"
)

// frail plays the first legal move that many times, and then forfeits.
type frail struct {
	moves  int
	closed *int
}

func (f *frail) Act(_ context.Context, s env.State) (env.Decision, error) {
	if f.moves--; f.moves < 0 {
		return env.Decision{}, fmt.Errorf("wrapped: %w", &env.Forfeit{Reason: "it crashed: exit status 3"})
	}
	return env.Decision{Action: s.Legal(nil)[0]}, nil
}

func (f *frail) Close() error { *f.closed++; return nil }

// An agent at fault loses its games, each by itself, and is closed; the match goes on, and
// the games read back from the folder.
func TestForfeit(t *testing.T) {
	g, closed := game(t, "tictactoe"), 0
	weak := agent.Entrant{Name: "weak", New: func(env.Game, seed.Seed) (env.Agent, error) { return &frail{1, &closed}, nil }}
	absent := agent.Entrant{Name: "absent", New: func(env.Game, seed.Seed) (env.Agent, error) {
		return nil, &env.Forfeit{Reason: "it cannot be started"}
	}}
	for _, c := range []struct {
		who  agent.Entrant
		ends string
	}{{weak, "crosses forfeit: it crashed: exit status 3"}, {absent, "crosses forfeit: it cannot be started"}} {
		games, err := Match(context.Background(), g, c.who, entrant(t, "random"), Config{Pairs: 3, OpeningPlies: 2, Workers: 1}, seed.New(1), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, game := range games {
			if !game.Forfeit || game.Score() != 0 || game.Truncated {
				t.Fatalf("%s: got %+v, want a forfeit", c.who.Name, game)
			}
			if game.Role == env.First && game.Ending != c.ends {
				t.Errorf("%s: ending %q, want %q", c.who.Name, game.Ending, c.ends)
			}
			if err := game.Verify(g); err != nil {
				t.Errorf("%s: %v", c.who.Name, err)
			}
			checkKept(t, g, game)
		}
	}
	if closed != 6 {
		t.Errorf("%d agents were closed, want 6", closed)
	}
}

// checkKept writes a game and reads it.
func checkKept(t *testing.T, g env.Game, game Game) {
	t.Helper()
	text, err := Entry{Game: &game}.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var back Entry
	if err := back.UnmarshalJSON(text); err != nil || !reflect.DeepEqual(*back.Game, game) {
		t.Errorf("%s comes back as %+v, %v", text, back.Game, err)
	}
	r, err := game.Record(g)
	if err != nil || r.Ending != game.Ending || r.Result != game.Result {
		t.Errorf("recorded as %+v, %v", r, err)
	}
	var b strings.Builder
	if err := record.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	again, err := record.Parse(strings.NewReader(b.String()))
	if err == nil {
		_, err = again.Replay(g, nil)
	}
	if err != nil || again.Ending != game.Ending {
		t.Errorf("the record\n%s\nreads back as %+v, %v", b.String(), again, err)
	}
}

// No worker can claim a forfeit that the rules contradict, or one from elsewhere.
func TestForfeitIsVerified(t *testing.T) {
	g := game(t, "tictactoe")
	for want, f := range map[string]Game{
		"":                        {Forfeit: true, Result: env.SecondWins, Ending: "x"},
		"a forfeit of first":      {Forfeit: true, Result: env.FirstWins},
		"a forfeit of second":     {Forfeit: true, Result: env.Drawn, Actions: []env.Action{4}},
		"it says second wins, th": {Result: env.SecondWins},
	} {
		if err := f.Verify(g); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: got %v, want %q", f, err, want)
		}
	}
	c := &Contest{Game: g, Openings: Random(g, 0, seed.New(1))}
	if err := c.Check(0, Game{Forfeit: true, Result: env.SecondWins}); err == nil || !strings.Contains(err.Error(), "forfeited") {
		t.Errorf("got %v", err)
	}
}

// An error that is not an agent's fault still ends the match.
func TestOtherErrorsEndTheMatch(t *testing.T) {
	g := game(t, "tictactoe")
	broken := agent.Entrant{Name: "broken", New: func(env.Game, seed.Seed) (env.Agent, error) { return nil, errors.New("no disk") }}
	_, err := Match(context.Background(), g, broken, entrant(t, "random"), Config{Pairs: 1, Workers: 1}, seed.New(1), nil)
	if err == nil || !strings.Contains(err.Error(), "broken: no disk") {
		t.Errorf("got %v", err)
	}
}
