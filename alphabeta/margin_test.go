package alphabeta

import (
	"context"
	"math"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// fine is an evaluation in small steps: the game's score and a term that changes with every
// move.
type fine struct{ noise float32 }

func (f fine) Evaluate(s env.State) float32 {
	x := Logit(env.Estimate(s, s.ToMove()))
	return x + f.noise*float32(int64(seed.Mix(s.Key())%2001)-1000)/1000
}

// The value of a plain search with an evaluation is that of minimax with it.
func TestValueWithAnEvaluationIsMinimax(t *testing.T) {
	e := fine{0.3}
	for _, tt := range []struct {
		game         string
		depth, plies int
	}{{"cetran2", 2, 8}, {"celta", 2, 4}, {"connect4", 4, 6}} {
		g := game(t, tt.game)
		for i := range 4 {
			s := scramble(g, tt.plies+i, seed.New(uint64(i)))
			got := act(t, agent(t, g, Config{Depth: tt.depth, Evaluation: e}, 1), s).Value
			want := minimax(s, tt.depth, 0, func(s env.State, _ int) float32 { return ofLogit(e.Evaluate(s)) })
			if got != want {
				t.Errorf("%s: value %v, minimax says %v in\n%s", tt.game, got, want, s)
			}
		}
	}
}

// Margins need an evaluation, and a game that knows its loud moves; without both they change
// nothing. With both they spare positions, and smaller ones, by which agents play, more.
func TestMarginsSparePositions(t *testing.T) {
	for _, tt := range []struct {
		game   string
		depth  int
		e      Evaluation
		spares bool
	}{{"cetran2", 4, nil, false}, {"celta", 3, fine{0.1}, false}, {"cetran2", 5, fine{0.3}, true}} {
		g := game(t, tt.game)
		var nodes [3]int
		for n := range uint64(4) {
			s := scramble(g, 20, seed.New(n))
			for i := range nodes {
				cfg := Strong(tt.depth)
				cfg.Evaluation, cfg.Margins = tt.e, []float32{0, Learned(1, tt.e).Margins, Played(1, tt.e).Margins}[i]
				nodes[i] += act(t, agent(t, g, cfg, n), s).Simulations
			}
		}
		switch without, with := nodes[0], nodes[1]; {
		case tt.spares && with > without*3/4:
			t.Errorf("%s: %d positions with margins, %d without: want a quarter less", tt.game, with, without)
		case !tt.spares && (with != without || nodes[2] != without):
			t.Errorf("%s, %v: %d positions with margins, %d without: want the same", tt.game, tt.e, nodes[1:], without)
		case tt.spares && nodes[2] >= with:
			t.Errorf("%s: %d positions with the margins of play, %d with those of training: want fewer", tt.game, nodes[2], with)
		}
	}
}

// bounding is an evaluation that answers by bounds where it can, off by some logits.
type bounding struct {
	fine
	off   float32
	asked *int
}

func (b bounding) Within(s env.State, low, high float32) float32 {
	*b.asked++
	switch x := b.Evaluate(s) + b.off; {
	case x >= high:
		return high
	case x <= low:
		return low
	default:
		return x
	}
}

// The quiescence is the same with bounds of an evaluation as with the evaluation itself, and
// another one where they are wrong.
func TestBoundsAreEnough(t *testing.T) {
	g, e := game(t, "cetran2"), fine{0.3}
	asked, differ := 0, 0
	for i := range 8 {
		s := scramble(g, 40+i, seed.New(uint64(i)))
		value := func(e Evaluation) float32 {
			return act(t, agent(t, g, Config{Depth: 1, Quiescence: true, Margins: 1, Evaluation: e}, 1), s).Value
		}
		want := value(e)
		if got := value(bounding{e, 0, &asked}); got != want {
			t.Errorf("by bounds %v, want %v in\n%s", got, want, s)
		}
		if value(bounding{e, 0.5, &asked}) != want {
			differ++
		}
	}
	if asked == 0 || differ == 0 {
		t.Errorf("%d bounds were asked for, %d wrong ones change a value: the test shows nothing", asked, differ)
	}
}

// Whatever value is expected of a root, it is found.
func TestExpectedValues(t *testing.T) {
	for _, tt := range []struct {
		game  string
		plies int
	}{{"cetran2", 8}, {"connect4", 20}} {
		g := game(t, tt.game)
		for i := range 3 {
			s := scramble(g, tt.plies+i, seed.New(uint64(i)))
			search := func(expected, by float32) float32 {
				ab := agent(t, g, Config{Depth: 3, Evaluation: fine{0.3}}, 1)
				ab.begin(s)
				ab.ctx = context.Background()
				return ab.searchWithin(3, expected, by)
			}
			want := search(0, 2*farthest)
			for _, expected := range []float32{-0.9, want, 0.3, 0.9} {
				if got := search(expected, near); got != want {
					t.Errorf("%s: %v where %v is expected, want %v in\n%s", tt.game, got, expected, want, s)
				}
			}
			if got := act(t, agent(t, g, Config{Depth: 3, Evaluation: fine{0.3}}, 1), s).Value; got != want {
				t.Errorf("%s: %v without bounds, want %v in\n%s", tt.game, got, want, s)
			}
		}
	}
}

// Logit is the inverse of the value of a logit, and raised adds to it.
func TestLogit(t *testing.T) {
	for _, x := range []float32{-30, -2, -0.1, 0, 0.1, 1, 5, 100} {
		if got := Logit(ofLogit(x)); math.Abs(float64(got-x)) > 1e-3*(1+math.Abs(float64(x))) {
			t.Errorf("the logit of the value of %v is %v", x, got)
		}
		if got, want := raised(ofLogit(x), 0.5), ofLogit(x+0.5); math.Abs(float64(got-want)) > 1e-4 {
			t.Errorf("%v raised by 0.5: %v, want %v", x, got, want)
		}
		if decided(ofLogit(x)) {
			t.Errorf("the estimate %v is a win", x)
		}
	}
	if v := ofLogit(0.01) / glance; math.Abs(float64(v)-math.Tanh(0.005)) > 1e-4 {
		t.Errorf("a logit of 0.01 is worth %v of an estimate, want tanh(0.005)", v)
	}
}

// A limit of positions ends the search between two depths, the same way each time.
func TestNodes(t *testing.T) {
	g := game(t, "cetran2")
	s := scramble(g, 10, seed.New(1))
	cfg := Strong(MaxDepth)
	for _, most := range []int{1, 500, 5000} {
		cfg.Nodes = most
		d, again := act(t, agent(t, g, cfg, 1), s), act(t, agent(t, g, cfg, 1), s)
		if d.Action != again.Action || d.Value != again.Value || d.Simulations != again.Simulations {
			t.Errorf("%d nodes: %+v, and once more %+v", most, d, again)
		}
		if d.Depth > 1 && d.Simulations > most+1 || d.Depth == 1 && most > 1 {
			t.Errorf("%d nodes: depth %d, %d positions", most, d.Depth, d.Simulations)
		}
		if want := act(t, agent(t, g, Strong(d.Depth), 1), s); d.Value != want.Value || d.Action != want.Action {
			t.Errorf("%d nodes: %+v, a search to depth %d says %+v", most, d, d.Depth, want)
		}
	}
	cfg.Nodes = -1
	if _, err := New(g, cfg, seed.New(1).Rand()); err == nil {
		t.Error("-1 nodes are accepted")
	}
	cfg.Nodes = 1 << 20
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := agent(t, g, cfg, 1).Act(ctx, s); err == nil {
		t.Error("an ended context is no error")
	}
}
