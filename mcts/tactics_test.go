package mcts_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/mcts"
)

// A hundred simulations miss no win in one, and leave no loss in one where it
// can be avoided: 1,000 positions of each kind and family (10,000 by make long), none
// twice, whatever the evaluator thinks, with noise and without, in a new tree and in a
// kept one.
func TestNothingInOneIsMissed(t *testing.T) {
	want := 1_000
	switch {
	case testing.Short():
		want = 200
	case os.Getenv("LUDENS_LONG") != "":
		want = 10_000
	}
	for _, row := range []struct {
		family string
		games  []string
	}{
		{"connect4", []string{"connect4"}},
		{"tafl", []string{"celta", "cuervo", "wtf", "nielsen", "walker", "magpie", "ardri", "tablut"}},
		{"cetro", []string{"cetro-5x5"}}, // on 9 by 9 squares hasty players never bring all men home
		{"cetran", []string{"cetran2", "cetran1"}},
	} {
		t.Run(row.family, func(t *testing.T) {
			t.Parallel()
			for i, name := range row.games {
				g := games.Must(name)
				d, share := newDrill(g), want/len(row.games)
				for n := 0; d.asked[win] < share || d.asked[loss] < share; n++ {
					if n == 10*want {
						t.Fatalf("%s: only %d wins and %d losses in one in %d games, want %d of both", name, d.asked[win], d.asked[loss], n, share)
					}
					for _, p := range problems(g, seed.New(uint64(i)).At(name, n).Rand()) {
						if d.asked[p.kind] < share {
							d.ask(t, p)
						}
					}
				}
				t.Logf("%s: %d wins and %d losses in one; in %d and %d most moves are wrong",
					name, d.asked[win], d.asked[loss], d.hard[win], d.hard[loss])
			}
		})
	}
}

// kind is what can go wrong.
type kind int

const (
	win  kind = iota // a win in one is missed
	loss             // a loss in one is allowed, where there is no win in one
	kinds
)

func (k kind) String() string { return [kinds]string{"misses a win", "allows a loss"}[k] }

// problem is a position in which some moves are right and others are not.
type problem struct {
	kind
	before env.State  // the position a ply earlier
	played env.Action // what led from there
	state  env.State
	right  map[env.Action]bool
}

// line is a game on the way.
type line struct {
	states []env.State
	played []env.Action
	care   [2]int    // by player: the best of that many random moves is played
	next   env.State // scratch: a position a move further
}

// problems plays a game between players who are hasty or careful, and returns
// what they met. If a player won, its end is played in other ways, too: in some
// games hasty players win once in a hundred.
func problems(g env.Game, rng *rand.Rand) []problem {
	const again, back, on = 40, 10, 16
	l := line{states: []env.State{g.New(rng.Uint64())}, care: [2]int{1 << rng.IntN(6), 1 << rng.IntN(6)}}
	met := l.play(g.Spec().MaxPly, rng)
	last := len(l.states) - 1
	if end := l.states[last]; end.Result() == env.Drawn || end.Result() == env.Ongoing || cutOff(end) {
		return met
	}
	for range again {
		at := max(0, last-1-rng.IntN(back))
		other := line{states: l.states[: at+1 : at+1], played: l.played[:at:at], care: [2]int{1 + rng.IntN(4), 1 + rng.IntN(4)}}
		met = append(met, other.play(on, rng)...)
	}
	return met
}

// play adds plies. A position in which a loss in one can be allowed is looked
// for where it has just been.
func (l *line) play(plies int, rng *rand.Rand) (met []problem) {
	won := false // the position before has a win in one
	for range plies {
		n := len(l.played)
		s := l.states[n]
		if s.Result() != env.Ongoing {
			break
		}
		right := l.wins(s)
		if n > 0 && len(right) > 0 {
			met = append(met, problem{win, l.states[n-1], l.played[n-1], s, right})
		}
		if n > 1 && len(right) > 0 && !won && l.states[n-1].ToMove() != s.ToMove() {
			met = append(met, problem{loss, l.states[n-2], l.played[n-2], l.states[n-1], l.safe(l.states[n-1])})
		}
		won = len(right) > 0
		a := l.best(s, rng)
		l.played, l.states = append(l.played, a), append(l.states, after(nil, s, a))
	}
	return met
}

// after returns the position behind a move, made in dst.
func after(dst, s env.State, a env.Action) env.State {
	dst = s.Copy(dst)
	dst.Play(a)
	return dst
}

// best returns the best of some random moves by the game's score.
func (l *line) best(s env.State, rng *rand.Rand) (choice env.Action) {
	legal, top := s.Legal(nil), float32(-2)
	for range l.care[s.ToMove()] {
		a, score := legal[rng.IntN(len(legal))], float32(0)
		l.next = after(l.next, s, a)
		if scored, ok := l.next.(env.Scored); ok {
			score = scored.Score(s.ToMove())
		}
		if score > top {
			choice, top = a, score
		}
	}
	return choice
}

// wins returns the moves that win at once, other than by the length limit. Where
// a game says which may, they are among these: TestDecisive of env/games.
func (l *line) wins(s env.State) map[env.Action]bool {
	found := map[env.Action]bool{}
	ask := s.Legal
	if d, ok := s.(env.Decisive); ok {
		ask = d.Decisive
	}
	for _, a := range ask(nil) {
		if l.next = after(l.next, s, a); l.next.Result() == env.WinFor(s.ToMove()) && !cutOff(l.next) {
			found[a] = true
		}
	}
	return found
}

// cutOff reports that a game was decided at its length limit, as in Cetro.
func cutOff(s env.State) bool {
	e, ok := s.(env.Explained)
	return ok && strings.HasPrefix(e.Ending(), "cut off")
}

// safe returns the moves that neither lose at once nor let the other side win
// at once.
func (l *line) safe(s env.State) map[env.Action]bool {
	found := map[env.Action]bool{}
	var next env.State
	for _, a := range s.Legal(nil) {
		next = after(next, s, a)
		switch {
		case next.Result() == env.WinFor(s.ToMove().Other()):
		case next.Result() == env.Ongoing && next.ToMove() != s.ToMove() && len(l.wins(next)) > 0:
		default:
			found[a] = true
		}
	}
	return found
}

// drill asks the searches of a game, and counts.
type drill struct {
	game  env.Game
	trees []*mcts.Tree // by root rule
	met   map[uint64]bool
	asked [kinds]int
	hard  [kinds]int // of them: fewer moves are right than wrong
}

func newDrill(g env.Game) *drill {
	d := &drill{game: g, met: map[uint64]bool{}}
	for _, root := range []string{mcts.PUCT, mcts.Gumbel} {
		cfg := mcts.Defaults()
		cfg.Root = root
		d.trees = append(d.trees, mcts.NewTree(g, cfg))
	}
	return d
}

// ask has each search answer a problem that is new.
func (d *drill) ask(t *testing.T, p problem) {
	legal := p.state.Legal(nil)
	if d.met[p.state.Key()] || len(p.right) == 0 || len(p.right) == len(legal) {
		return
	}
	d.met[p.state.Key()] = true
	d.asked[p.kind]++
	if 2*len(p.right) < len(legal) {
		d.hard[p.kind]++
	}
	for _, tree := range d.trees {
		d.search(t, tree, p)
		for i, share := range tree.Policy(nil) {
			if share > 0 && !p.right[legal[i]] {
				t.Fatalf("%s: %s has a share of %.3f, and %v in one:\n%s", d.game.Spec().Name, p.state.Format(legal[i]), share, p.kind, p.state)
			}
		}
		if a := tree.Pick(0, nil); !p.right[a] {
			t.Fatalf("%s: %s is played, and %v in one:\n%s", d.game.Spec().Name, p.state.Format(a), p.kind, p.state)
		}
	}
}

// search searches a problem in one of eight ways.
func (d *drill) search(t *testing.T, tree *mcts.Tree, p problem) {
	n := d.asked[p.kind]
	ev := []mcts.Evaluator{mcts.Uniform{}, wilful{}}[n%2]
	var rng *rand.Rand
	if n/2%2 == 0 {
		rng = rand.New(rand.NewPCG(p.state.Key(), 0))
	}
	think := func() {
		tree.Begin(context.Background(), mcts.Defaults().Simulations, rng)
		if err := mcts.Search(context.Background(), tree, ev); err != nil {
			t.Fatal(err)
		}
	}
	if n/4%2 == 0 {
		tree.Reset(p.state)
	} else {
		tree.Reset(p.before)
		think()
		tree.Advance(p.played)
	}
	think()
}

// wilful is sure of itself, and mostly wrong: its answers are drawn from the
// position's key.
type wilful struct{}

func (wilful) Evaluate(_ context.Context, leaves []mcts.Leaf) error {
	for i := range leaves {
		l := &leaves[i]
		rng, sum := rand.New(rand.NewPCG(l.State.Key(), 1)), float32(0)
		for j := range l.Prior {
			x := float32(rng.ExpFloat64())
			l.Prior[j] = x * x * x
			sum += l.Prior[j]
		}
		for j := range l.Prior {
			l.Prior[j] /= sum
		}
		l.Value = float32(2*rng.Float64() - 1)
	}
	return nil
}
