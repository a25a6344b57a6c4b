package roster

import (
	"context"
	"math"
	"strings"
	"testing"

	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// A network that begins with many rules thinks of those that it was trained on as before.
func TestBegunThinksAsBefore(t *testing.T) {
	for _, row := range []struct{ trained, many string }{{"celta", "tafl7"}, {"cetro", "cetro-any"}, {"celta", "celta:shieldwall=*,king_strength=0|4,passive=*"}} {
		trained, many := row.trained, row.many
		b, _ := configs.Champion(trained)
		c, _, err := train.DecodeCheckpoint(b)
		if err != nil {
			t.Fatal(err)
		}
		g, own := gameOf(t, many), gameOf(t, c.Game)
		want := c.Network
		want.Planes, want.PolicyPlanes, want.Globals = g.Spec().Shape[0], g.Spec().Planes(), g.Spec().Globals()
		net, err := begun("x", c, g, want)
		if err != nil {
			t.Fatal(err)
		}
		view, ok := g.(env.Varied).View(own)
		if !ok {
			t.Fatalf("%s is no setting of %s", c.Game, many)
		}
		before := selfplay.Network(own.Spec(), selfplay.Net{Inferer: nn.NewEngine(c.Net)})
		after := selfplay.Network(own.Spec(), selfplay.Net{Inferer: nn.NewEngine(net), View: view})
		s := own.New(0)
		for range 20 {
			was, is := leafOf(t, before, s), leafOf(t, after, s)
			if math.Abs(float64(was.Value-is.Value)) > 1e-4 {
				t.Fatalf("%s: value %v, was %v, in\n%s", many, is.Value, was.Value, s)
			}
			best := 0
			for i := range was.Prior {
				if math.Abs(float64(was.Prior[i]-is.Prior[i])) > 1e-4 {
					t.Fatalf("%s: prior of %s %v, was %v", many, s.Format(was.Legal[i]), is.Prior[i], was.Prior[i])
				}
				if was.Prior[i] > was.Prior[best] {
					best = i
				}
			}
			if s.Play(was.Legal[best]); s.Result() != env.Ongoing {
				break
			}
		}
	}
}

// What cannot begin is reported why not.
func TestBegunRefuses(t *testing.T) {
	b, _ := configs.Champion("cetro")
	c, _, err := train.DecodeCheckpoint(b)
	if err != nil {
		t.Fatal(err)
	}
	g := gameOf(t, "tafl7")
	want := c.Network
	want.Planes = g.Spec().Shape[0]
	if _, err := begun("x", c, g, want); err == nil || !strings.Contains(err.Error(), "its network is of") && !strings.Contains(err.Error(), "things are seen or done") {
		t.Errorf("got %v", err)
	}
}

func gameOf(_ *testing.T, name string) env.Game { return games.Must(name) }

func leafOf(t *testing.T, ev mcts.Evaluator, s env.State) mcts.Leaf {
	t.Helper()
	l := mcts.Leaf{State: s, Legal: s.Legal(nil)}
	l.Prior = make([]float32, len(l.Legal))
	all := []mcts.Leaf{l}
	if err := ev.Evaluate(context.Background(), all); err != nil {
		t.Fatal(err)
	}
	return all[0]
}

// A network for one game begins another of the same board by rarer rules, and thinks of
// the start as before: what is new it does not see.
func TestBegunWithRarerRules(t *testing.T) {
	b, _ := configs.Champion("celta")
	c, _, err := train.DecodeCheckpoint(b)
	if err != nil {
		t.Fatal(err)
	}
	own := gameOf(t, c.Game)
	for name, begins := range map[string]bool{"celta:shieldwall=weak": true, "wtf:king_strength=4,edge_fort=safe": true, "celta:berserk=may": true, "tablut": false} {
		g := gameOf(t, name)
		want := c.Network
		want.Planes, want.PolicyPlanes, want.Globals = g.Spec().Shape[0], g.Spec().Planes(), g.Spec().Globals()
		want.Rows, want.Cols = g.Spec().Shape[1], g.Spec().Shape[2]
		net, err := begun("x", c, g, want)
		if (err == nil) != begins {
			t.Errorf("%s begins from the champion of celta: %v", name, err)
		}
		if err != nil || name != "celta:shieldwall=weak" {
			continue
		}
		was := leafOf(t, selfplay.Network(own.Spec(), selfplay.Net{Inferer: nn.NewEngine(c.Net)}), own.New(0))
		is := leafOf(t, selfplay.Network(g.Spec(), selfplay.Net{Inferer: nn.NewEngine(net)}), g.New(0))
		if math.Abs(float64(was.Value-is.Value)) > 1e-4 {
			t.Errorf("%s: value %v, was %v", name, is.Value, was.Value)
		}
	}
}
