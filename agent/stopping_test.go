package agent

import (
	"context"
	"fmt"
	"testing"
	"time"

	"ludens/alphabeta"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
	"ludens/proof"
)

// field is a game with that many moves in each position, which counts the positions that
// are made. Nothing in it can be won before the last ply.
type field struct {
	moves int
	hints int // of them: may win at once, as the game says
	made  *int
}

func (f field) Spec() env.Spec {
	return env.Spec{Name: "field", Version: 1, Actions: f.moves, Shape: [3]int{1, 1, f.moves}, MaxPly: 40}
}

func (f field) New(uint64) env.State { return &plot{field: f} }

type plot struct {
	field
	ply int
	key uint64
}

func (p *plot) ToMove() env.Player { return env.Player(p.ply % 2) }

func (p *plot) Legal(dst []env.Action) []env.Action {
	for a := range env.Action(p.moves) {
		dst = append(dst, a)
	}
	return dst
}

func (p *plot) Play(a env.Action) {
	*p.made++
	p.ply++
	p.key = (p.key+uint64(a)+1)*0x9e3779b97f4a7c15 ^ p.key>>29
}

func (p *plot) Result() env.Result {
	if p.ply < 40 {
		return env.Ongoing
	}
	return env.Drawn
}

func (p *plot) Observe([]float32)          {}
func (p *plot) Key() uint64                { return p.key }
func (p *plot) Format(a env.Action) string { return fmt.Sprint(a) }
func (p *plot) String() string             { return fmt.Sprintf("plot %x", p.key) }

func (p *plot) Copy(dst env.State) env.State {
	d, ok := dst.(*plot)
	if !ok {
		d = new(plot)
	}
	*d = *p
	return d
}

// Score is arbitrary, so that windows are narrow and cut little.
func (p *plot) Score(of env.Player) float32 {
	x := float32(p.key>>40)/(1<<24) - 0.5
	if of == env.Second {
		return -x
	}
	return x
}

func (p *plot) Decisive(dst []env.Action) []env.Action { return p.Legal(dst)[:len(dst)+p.hints] }
func (p *plot) Loud(dst []env.Action) []env.Action     { return p.Legal(dst) }
func (p *plot) Gain(env.Action) int                    { return 1 }
func (p *plot) Pressed() bool                          { return false }

// watch is a context that ends once that many positions have been made, and notes how many
// were made between two looks at it.
type watch struct {
	context.Context
	made       *int
	ends       int
	last, most int
	ended      bool
}

func (w *watch) Err() error {
	w.most = max(w.most, *w.made-w.last)
	w.last = *w.made
	if *w.made < w.ends {
		return nil
	}
	w.ended = true
	return context.DeadlineExceeded
}

// At no moment does a search make many positions without a look at its time, however many
// moves there are, nor many after its end.
func TestSearchesLookAtTheirTime(t *testing.T) {
	const between, after = 300, 600 // positions
	made := new(int)
	for _, hints := range []int{2, 2000} {
		f := field{2000, hints, made}
		searcher, err := Searcher(f, mcts.Uniform{}, analysis.Config{Search: mcts.Defaults().Of(2000), Proofs: true})
		if err != nil {
			t.Fatal(err)
		}
		deep, err := AlphaBeta(f, alphabeta.Config{Depth: 20}, seed.New(1))
		if err != nil {
			t.Fatal(err)
		}
		act := func(a env.Agent) func(context.Context, env.State) error {
			return func(w context.Context, s env.State) error {
				_, err := a.(hurried).ActWithin(context.Background(), w, s)
				return err
			}
		}
		for name, search := range map[string]func(context.Context, env.State) error{
			"tree search": act(searcher),
			"alpha-beta":  act(deep),
			"proofs": func(w context.Context, s env.State) error {
				proof.New(f, proof.For(2000)).Root(w, s)
				return nil
			},
		} {
			for _, ends := range []int{0, 100, 1000, 4000, 100_000} {
				if ends > 4000 && hints == 2 || ends > 1000 && name == "proofs" {
					continue // the search needs fewer
				}
				*made = 0
				w := &watch{Context: context.Background(), made: made, ends: ends}
				if err := search(w, f.New(0)); err != nil {
					t.Fatal(err)
				}
				if over := *made - max(ends, w.last); !w.ended || w.most > between || over > after {
					t.Errorf("%s with %d hints, %d positions: ended %v, %d between two looks, %d after the last",
						name, hints, ends, w.ended, w.most, over)
				}
			}
		}
	}
}

// slow is a solver that takes its time.
type slow struct{}

func (slow) Solve(ctx context.Context, _ env.State, _ bool) (env.Worth, error) {
	<-ctx.Done()
	return env.Worth{}, ctx.Err()
}

// An agent with exact values answers in time by its search, if its solver is late.
func TestExactInTime(t *testing.T) {
	e, err := Parse("exact", solving(func() env.Solver { return slow{} }))
	if err != nil {
		t.Fatal(err)
	}
	g := game(t, "tictactoe")
	a, err := e.MoveTime(time.Millisecond).New(g, seed.New(1))
	if err != nil {
		t.Fatal(err)
	}
	defer env.Close(a)
	if d, err := a.Act(context.Background(), g.New(0)); err != nil || d.Depth < 1 {
		t.Errorf("%+v, %v; want a move of the search", d, err)
	}
	ctx, stop := context.WithTimeout(context.Background(), time.Millisecond)
	defer stop()
	if _, err := a.Act(ctx, g.New(0)); err == nil {
		t.Error("no error when its context has ended")
	}
}
