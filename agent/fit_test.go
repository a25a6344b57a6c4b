package agent

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"ludens/alphabeta"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
)

// measuring is a Loader of fits, and of an evaluation; there is no network.
func measuring(all ...Fit) Loader {
	return func(from Source, g env.Game) (Trained, error) {
		switch from.Kind {
		case fits:
			return Trained{Fits: all}, nil
		case "alphabeta":
			return Trained{Evaluation: func() alphabeta.Evaluation { return nil }}, nil
		}
		return Trained{}, errors.New("no network")
	}
}

func spec(t *testing.T, text string) Spec {
	t.Helper()
	s, err := ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A champion that has a time, and no other settings, is the agent that measured best with
// about that time; with other matches it is another. Where none was measured, it is itself
// and claims nothing.
func TestFitted(t *testing.T) {
	g := game(t, "connect4")
	quick := Fit{16 * time.Millisecond, spec(t, "alphabeta:cpu=16ms+eval=champion"), "by 7 to 3"}
	slow := Fit{time.Second, spec(t, "champion:cpu=1s+search=trained"), "by 9 to 1"}
	exact := Fit{time.Second, spec(t, "exact:cpu=1s"), "always"}
	for _, c := range []struct {
		text, want, why string
		all             []Fit
	}{
		{"champion:cpu=16ms", "alphabeta:cpu=16ms+eval=champion", "by 7 to 3", []Fit{quick, slow}},
		{"champion:100ms", "alphabeta:100ms+eval=champion", "by 7 to 3", []Fit{quick, slow}},
		{"champion:cpu=200ms", "champion:cpu=200ms+search=trained", "by 9 to 1", []Fit{quick, slow}},
		{"champion:3s", "exact:3s", "always", []Fit{quick, exact}},
		{"champion:3s", "champion:3s+search=trained", "by 9 to 1", []Fit{quick, slow}},
		{"champion:cpu=16ms", "champion:cpu=16ms", "", nil},
		{"champion:9s", "champion:9s", "", []Fit{quick, slow}},                               // too far from both
		{"champion:100", "champion:100", "", []Fit{quick, slow}},                             // a number of simulations
		{"champion", "champion", "", []Fit{quick, slow}},                                     // the usual one
		{"champion:16ms+root=puct", "champion:16ms+root=puct", "", []Fit{quick, slow}},       // a tree's setting
		{"champion:16ms+of=celta", "champion:16ms+of=celta", "", []Fit{quick, slow}},         // of another game
		{"ckpt:runs/a@cpu=16ms", "ckpt:runs/a@cpu=16ms", "", []Fit{quick, slow}},             // a run, by its own method
		{"alphabeta:16ms+eval=runs/a", "alphabeta:16ms+eval=runs/a", "", []Fit{quick, slow}}, // the same
	} {
		who, why, err := spec(t, c.text).Fitted(g, measuring(c.all...))
		if err != nil || who.String() != c.want || why != c.why {
			t.Errorf("%s: %s, %q, %v, want %s, %q", c.text, who, why, err, c.want, c.why)
		}
		if again := spec(t, who.String()); who.with("") != again.with("") || who.Time != again.Time {
			t.Errorf("%s: %+v reads back as %+v", c.text, who, again)
		}
	}
	broken := errors.New("broken")
	if _, _, err := spec(t, "champion:5ms").Fitted(g, func(Source, env.Game) (Trained, error) { return Trained{}, broken }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// An agent that is fitted plays, and says in its reports who thought: of a question with
// another time it is the agent for that, of one without any time the network's search.
func TestFittedPlays(t *testing.T) {
	g := game(t, "connect4")
	quick := Fit{16 * time.Millisecond, spec(t, "alphabeta:cpu=16ms+eval=champion"), "by 7 to 3"}
	slow := Fit{time.Minute, spec(t, "alphabeta:cpu=1m"), "by 9 to 1"}
	load := measuring(quick, slow)
	a, err := spec(t, "champion:cpu=5ms").Entrant(load).New(g, seed.New(1))
	if err != nil {
		t.Fatal(err)
	}
	if d, err := a.Act(context.Background(), g.New(0)); err != nil || d.Depth == 0 {
		t.Errorf("%+v, %v", d, err)
	}
	if _, err := spec(t, "champion:cpu=5ms").Entrant(measuring()).New(g, seed.New(1)); err == nil || err.Error() != "no network" {
		t.Errorf("nothing measured: %v", err)
	}
	exactly, err := spec(t, "champion:cpu=5ms").Exactly(g, load)
	if err != nil || exactly.String() != "alphabeta:cpu=5ms+eval=champion" {
		t.Errorf("exactly %s, %v", exactly, err)
	}
	think := func(text string, load Loader, l analysis.Limits) string {
		t.Helper()
		a, err := spec(t, text).Given(1, 9).Analyst(g, load, seed.New(1))
		if err != nil {
			return err.Error()
		}
		var way string
		r, err := a.Analyse(context.Background(), g.New(0), l, func(r analysis.Report) { way = r.By })
		if err != nil || way != "" && way != r.By {
			t.Errorf("%q, then %q, %v", way, r.By, err)
		}
		by, _, _ := strings.Cut(r.By, ":")
		return by
	}
	for _, c := range []struct {
		text, want string
		load       Loader
		l          analysis.Limits
	}{
		{"champion:cpu=5ms", "alphabeta+eval=champion", load, analysis.Limits{}},
		{"champion:cpu=20s", "alphabeta+eval=champion", load, analysis.Limits{Time: 3 * time.Millisecond}},
		{"champion:cpu=20s", "alphabeta", load, analysis.Limits{Depth: 2}}, // there is no network to ask instead
		{"champion", "no network", load, analysis.Limits{Time: 3 * time.Millisecond}},
		{"champion:5ms", "no network", measuring(), analysis.Limits{}},
	} {
		if got := think(c.text, c.load, c.l); got != c.want {
			t.Errorf("%s with %+v: by %q, want %q", c.text, c.l, got, c.want)
		}
	}
}
