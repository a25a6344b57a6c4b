package mcts

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"ludens/env"
)

// ask evaluates positions in one call and returns the answers.
func ask(t testing.TB, e Evaluator, states ...env.State) []Leaf {
	t.Helper()
	leaves := questions(states...)
	if err := e.Evaluate(context.Background(), leaves); err != nil {
		t.Fatal(err)
	}
	return leaves
}

func questions(states ...env.State) []Leaf {
	leaves := make([]Leaf, len(states))
	for i, s := range states {
		legal := s.Legal(nil)
		leaves[i] = Leaf{State: s, Legal: legal, Prior: make([]float32, len(legal))}
	}
	return leaves
}

// equal reports whether two answers are the same, bit for bit.
func equal(a, b Leaf) bool {
	if a.Value != b.Value || len(a.Prior) != len(b.Prior) {
		return false
	}
	for i := range a.Prior {
		if a.Prior[i] != b.Prior[i] {
			return false
		}
	}
	return true
}

func mazes(n int) []env.State {
	var list []env.State
	for i := range n {
		list = append(list, maze{moves: 8, length: 20, ends: 9}.New(uint64(i)))
	}
	return list
}

// TestAnswersDoNotDependOnNeighbours holds for every evaluator of the package,
// asked by several goroutines at once.
func TestAnswersDoNotDependOnNeighbours(t *testing.T) {
	states := mazes(40)
	rollout := NewRollout(maze{moves: 8, length: 20, ends: 9}, 5, 42)
	for _, e := range []Evaluator{
		Uniform{},
		rollout,
		NewCache(rollout, 16),
		NewCache(oracle{}, 1),
	} {
		alone := make([]Leaf, len(states))
		for i, s := range states {
			alone[i] = ask(t, e, s)[0]
		}
		var group sync.WaitGroup
		for worker := range 4 {
			group.Go(func() {
				leaves := questions(states[worker:]...)
				if err := e.Evaluate(context.Background(), leaves); err != nil {
					t.Error(err)
				}
				for i := range leaves {
					if !equal(leaves[i], alone[worker+i]) {
						t.Errorf("%T: position %d: %+v among others, %+v alone", e, worker+i, leaves[i], alone[worker+i])
					}
				}
			})
		}
		group.Wait()
	}
}

func TestPriorsSumToOne(t *testing.T) {
	for _, e := range []Evaluator{Uniform{}, oracle{}, NewRollout(noughts{}, 1, 1)} {
		for _, l := range ask(t, e, mazes(40)...) {
			sum := 0.0
			for _, p := range l.Prior {
				sum += float64(p)
			}
			if math.Abs(sum-1) > 1e-6 {
				t.Errorf("%T: priors sum to %v", e, sum)
			}
		}
	}
}

func TestRolloutValues(t *testing.T) {
	for _, test := range []struct {
		name, board string
		mover       env.Player
		want        float32
		within      float64
	}{
		{name: "the last cell wins", board: "xx. oox oxo", mover: env.First, want: 1},
		{name: "the last cell draws", board: "xo. oxx oxo", mover: env.Second, want: 0},
		{name: "half the games won, half drawn", board: "xx. oo. xox", mover: env.First, want: 0.5, within: 0.05},
		{name: "the same for Second", board: "oo. xx. oxo", mover: env.Second, want: 0.5, within: 0.05},
	} {
		got := ask(t, NewRollout(noughts{}, 2000, 9), draw3(t, test.board, test.mover))[0].Value
		if math.Abs(float64(got-test.want)) > test.within {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

// endless is a maze that leads nowhere within its length.
type endless struct{ maze }

func (endless) Spec() env.Spec { return env.Spec{Name: "endless", Actions: 2, MaxPly: 3} }

func TestTruncatedRolloutCountsZero(t *testing.T) {
	g := endless{maze{moves: 2, length: 1000, ends: 1 << 40}}
	if got := ask(t, NewRollout(g, 50, 1), g.New(0))[0].Value; got != 0 {
		t.Errorf("got %v, want 0", got)
	}
}

func TestRolloutDependsOnItsSeed(t *testing.T) {
	s := mazes(1)[0]
	g := maze{moves: 8, length: 20, ends: 9}
	different := false
	for seed := range uint64(5) {
		a := ask(t, NewRollout(g, 10, seed), s)[0]
		b := ask(t, NewRollout(g, 10, seed+1), s)[0]
		different = different || a.Value != b.Value
	}
	if !different {
		t.Error("six seeds gave one value")
	}
}

// counter counts the leaves that reach it.
type counter struct {
	Evaluator
	leaves int
}

func (c *counter) Evaluate(ctx context.Context, leaves []Leaf) error {
	c.leaves += len(leaves)
	return c.Evaluator.Evaluate(ctx, leaves)
}

func TestCacheAnswersFromMemory(t *testing.T) {
	c := &counter{Evaluator: oracle{}}
	cache, states := NewCache(c, 1000), mazes(10)
	first := ask(t, cache, states[:6]...)
	second := ask(t, cache, states...)
	for i := range first {
		if !equal(first[i], second[i]) {
			t.Errorf("position %d: %+v from memory, %+v at first", i, second[i], first[i])
		}
	}
	if hits, misses := cache.Counts(); c.leaves != 10 || hits != 6 || misses != 10 {
		t.Errorf("%d leaves evaluated, %d hits, %d misses; want 10, 6, 10", c.leaves, hits, misses)
	}
}

// twin is a room that has the key of another but not its moves.
type twin struct {
	*room
	moves []env.Action
}

func (r twin) Legal(dst []env.Action) []env.Action { return append(dst, r.moves...) }

// reader answers by the moves.
type reader struct{}

func (reader) Evaluate(_ context.Context, leaves []Leaf) error {
	for i := range leaves {
		uniform(leaves[i].Prior)
		leaves[i].Value = float32(leaves[i].Legal[0]) / 16
	}
	return nil
}

func TestCacheSeesThroughEqualKeys(t *testing.T) {
	s := &room{key: stir(8)}
	cache := NewCache(reader{}, 1)
	for _, moves := range [][]env.Action{{1, 2}, {3, 4}, {5, 4}, {5}} {
		if got, want := ask(t, cache, twin{s, moves})[0].Value, float32(moves[0])/16; got != want {
			t.Errorf("moves %v: value %v, want %v", moves, got, want)
		}
	}
	if hits, _ := cache.Counts(); hits != 0 {
		t.Errorf("%d hits, want none", hits)
	}
}

func TestSearchIsTheSameWithACache(t *testing.T) {
	g := maze{moves: 5, length: 12, ends: 9}
	for _, positions := range []int{1, 7, 10_000} {
		cache := NewCache(oracle{}, positions)
		for seed := range uint64(30) {
			plain := search(t, g, g.New(seed%10), sims(80), oracle{}, rng(seed))
			cached := search(t, g, g.New(seed%10), sims(80), cache, rng(seed))
			if dump(plain) != dump(cached) {
				t.Fatalf("seed %d, %d positions: the trees differ", seed, positions)
			}
		}
		if hits, _ := cache.Counts(); hits == 0 && positions == 10_000 {
			t.Errorf("%d positions: no hits", positions)
		}
	}
}

var errBroken = errors.New("out of order")

// broken is an evaluator that fails.
type broken struct{ err error }

func (b broken) Evaluate(context.Context, []Leaf) error { return b.err }

// A cache passes an error on, and remembers nothing of that call.
func TestCachePassesErrorsOn(t *testing.T) {
	wrong, states := errors.New("wrong"), mazes(3)
	b := &counter{Evaluator: broken{wrong}}
	cache := NewCache(b, 10)
	leaves := questions(states...)
	if err := cache.Evaluate(t.Context(), leaves); !errors.Is(err, wrong) {
		t.Errorf("%v", err)
	}
	b.Evaluator = oracle{}
	if err := cache.Evaluate(t.Context(), leaves); err != nil || b.leaves != 6 {
		t.Errorf("%d leaves are evaluated, %v; want all of both calls", b.leaves, err)
	}
	if cache.Evaluate(t.Context(), leaves) != nil || b.leaves != 6 {
		t.Errorf("%d leaves are evaluated, want them from memory", b.leaves)
	}
	defer func() {
		if recover() == nil {
			t.Error("a cache of no positions")
		}
	}()
	NewCache(oracle{}, 0)
}

// A tree takes memory by its simulations and moves, twice, and by its leaves; a cache by its
// positions, and the priors of those that are remembered.
func TestBytes(t *testing.T) {
	bytes := func(simulations, leaves int, moves float64) float64 {
		c := Defaults()
		c.Simulations, c.Leaves = simulations, leaves
		return c.TreeBytes(moves)
	}
	perNode := bytes(1001, 1, 0) - bytes(1, 1, 0)
	if want := 2000 * nodeBytes; perNode != want {
		t.Errorf("1,000 simulations: %v bytes, want %v", perNode, want)
	}
	if got, want := bytes(100, 1, 30)-bytes(100, 1, 0), 30*(200*(edgeBytes+8)+8); got != want {
		t.Errorf("30 moves: %v bytes, want %v", got, want)
	}
	if got, want := bytes(10, 5, 10)-bytes(10, 0, 10), 4*(flightBytes+80); got != want || bytes(10, 0, 10) != bytes(10, 1, 10) {
		t.Errorf("four leaves more: %v bytes, want %v", got, want)
	}
	for _, c := range []struct{ positions, remembered, moves, want float64 }{
		{1000, 0, 30, 1000 * answerBytes}, {1000, 200, 30, 1000*answerBytes + 200*30*4}, {1000, 5000, 30, 1000*answerBytes + 1000*30*4},
	} {
		if got := CacheBytes(c.positions, c.remembered, c.moves); got != c.want {
			t.Errorf("%+v: %v bytes", c, got)
		}
	}
	if nodeBytes < 16 || edgeBytes < 16 || flightBytes < 16 || answerBytes < 48 {
		t.Errorf("a node has %v bytes, a move %v, a leaf %v, an answer %v", nodeBytes, edgeBytes, flightBytes, answerBytes)
	}
}

// A position is drawn in one line of 400 letters at most.
func TestPositionsInOneLine(t *testing.T) {
	for _, n := range []int{1, 399, 400, 401, 1000} {
		got := []rune(inOneLine(tall{text: strings.Repeat("ä", n)}))
		if len(got) != min(n, 401) || (got[len(got)-1] == '…') != (n > 400) {
			t.Errorf("%d letters are drawn as %d", n, len(got))
		}
	}
	if got := inOneLine(tall{text: "a b\n c\n"}); got != "a b c" {
		t.Errorf("%q", got)
	}
}

// tall is a position with a drawing.
type tall struct {
	env.State
	text string
}

func (s tall) String() string { return s.text }
