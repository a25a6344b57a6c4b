// Package envtest is the conformance kit: every game must pass it.
//
//	func TestLaws(t *testing.T) { envtest.Run(t, tictactoe.Game{}) }
//
// It plays random games from several seeds and checks at every position the
// laws that the comments of package env state.
package envtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/env/variant"
	"ludens/games"
)

// Run checks every law on g, each in a subtest of its own.
func Run(t *testing.T, g env.Game, opts ...Option) {
	t.Helper()
	k := newKit(g, opts)
	for _, l := range laws {
		t.Run(l.name, func(t *testing.T) {
			if err := l.check(k); err != nil {
				t.Error(err)
			}
		})
	}
}

// Option adapts the kit to a game.
type Option struct{ adapt func(*kit) }

// Games sets how many random games are played for each law instead of 6.
func Games(n int) Option { return Option{func(k *kit) { k.games = n }} }

// AsymmetricStart is for a game whose start position need not be its own image
// under the game's symmetries. The kit then checks that the symmetries are
// permutations and closed, and leaves it to the game's own tests that they
// respect the rules.
func AsymmetricStart() Option { return Option{func(k *kit) { k.asymmetric = true }} }

// law is one thing that all games keep. check returns the first breach it finds.
type law struct {
	name  string
	check func(*kit) error
}

var laws = []law{
	{"spec", checkSpec},
	{"sizes", checkSizes},
	{"legal actions", checkLegal},
	{"text of actions", checkText},
	{"observation", checkObservation},
	{"uniform planes", checkUniform},
	{"replay", checkReplay},
	{"copy", checkCopy},
	{"no allocation", checkAllocation},
	{"key", checkKey},
	{"gym", checkGym},
	{"symmetry", checkSymmetry},
	{"score", checkScore},
	{"decisive actions", checkDecisive},
	{"drawn actions", checkSampled},
	{"settled score", checkSettled},
	{"recurrence", checkRecurs},
	{"adjudication", checkAdjudged},
	{"starts", checkStarts},
	{"plies left", checkBounded},
	{"no history", checkMarkovian},
	{"loud actions", checkLoud},
	{"skipped turns", checkSkip},
	{"ending", checkEnding},
	{"position text", checkNotation},
	{"arranged positions", checkArranged},
	{"diagram", checkDiagram},
	{"squares of actions", checkSquares},
	{"owner of a piece", checkOwner},
	{"pieces", checkPieces},
	{"gauges", checkGauges},
	{"constraint", checkConstraint},
	{"shelf", checkShelf},
	{"dress", checkDress},
	{"arrays", checkArrays},
	{"transcript", checkTranscript},
	{"short notation", checkSAN},
	{"concurrent games", checkConcurrent},
}

// kit is a game under test.
type kit struct {
	game       env.Game
	spec       env.Spec
	games      int
	asymmetric bool
}

func newKit(g env.Game, opts []Option) *kit {
	k := &kit{game: g, spec: g.Spec(), games: 6}
	for _, o := range opts {
		o.adapt(k)
	}
	return k
}

// position is a State and how it came about.
type position struct {
	env.State
	seed    uint64
	actions []env.Action
}

// breach says what is wrong with p, and how to get there.
func (p position) breach(format string, args ...any) error {
	return fmt.Errorf("seed %d, ply %d: %s\n%s\nafter actions %v",
		p.seed, len(p.actions), fmt.Sprintf(format, args...), p.State, p.actions)
}

// each plays k.games random games and calls visit at each position, the start
// and the end among them, until it returns an error.
func (k *kit) each(visit func(position) error) error {
	for i := range uint64(k.games) {
		if err := k.walk(i, uniform, visit); err != nil {
			return err
		}
	}
	return nil
}

// walk plays one game by choose and calls visit at each position.
func (k *kit) walk(n uint64, choose chooser, visit func(position) error) error {
	rng := seed.New(n).Rand()
	p := position{State: k.game.New(n), seed: n}
	for {
		if err := visit(p); err != nil {
			return err
		}
		legal := p.Legal(nil)
		if len(legal) == 0 || env.Truncated(p.State, len(p.actions), k.spec.MaxPly) {
			return nil
		}
		if err := k.inRange(p, legal); err != nil {
			return err
		}
		a := choose(p, legal, rng)
		p.Play(a)
		p.actions = append(p.actions, a)
	}
}

// inRange returns an error if an action lies outside the game's range.
func (k *kit) inRange(p position, legal []env.Action) error {
	for _, a := range legal {
		if a < 0 || int(a) >= k.spec.Actions {
			return p.breach("Legal: %d is not in [0, %d)", a, k.spec.Actions)
		}
	}
	return nil
}

// chooser picks one of the legal actions of p.
type chooser func(p position, legal []env.Action, rng *rand.Rand) env.Action

func uniform(_ position, legal []env.Action, rng *rand.Rand) env.Action {
	return legal[rng.IntN(len(legal))]
}

// shuffler returns a chooser that likes to go back to where the game has been,
// so that the rules on repetition come into play. Only where the legal actions have been
// met are pictures compared, which takes longer.
func shuffler() chooser {
	met, seen := map[string]bool{}, map[uint64]bool{}
	var next env.State
	var there []env.Action
	sum := func(s env.State) (h uint64) {
		there = s.Legal(there[:0])
		for _, a := range there {
			h = (h ^ uint64(a)) * 0x100000001b3 // as FNV-1a does
		}
		return h
	}
	return func(p position, legal []env.Action, rng *rand.Rand) env.Action {
		met[p.String()], seen[sum(p)] = true, true
		a := uniform(p, legal, rng)
		for _, back := range legal {
			next = p.Copy(next)
			next.Play(back)
			if seen[sum(next)] && met[next.String()] && rng.IntN(2) == 0 {
				a = back
			}
		}
		return a
	}
}

// view is all that can be seen of a position.
type view struct {
	mover       env.Player
	result      env.Result
	legal       []env.Action
	observation []float32
	key         uint64
	text        string
}

func (k *kit) view(s env.State) view {
	v := view{
		mover:       s.ToMove(),
		result:      s.Result(),
		legal:       s.Legal(nil),
		observation: make([]float32, k.spec.Size()),
		key:         s.Key(),
		text:        s.String(),
	}
	s.Observe(v.observation)
	return v
}

// differs returns nil if v is w, or else an error that names what differs. The
// mover and the observation after the end are not compared.
func (v view) differs(w view) error {
	over := v.result != env.Ongoing
	switch {
	case v.result != w.result:
		return fmt.Errorf("the Result is %v and %v", v.result, w.result)
	case !over && v.mover != w.mover:
		return fmt.Errorf("the side ToMove is %v and %v", v.mover, w.mover)
	case !slices.Equal(v.legal, w.legal):
		return fmt.Errorf("the Legal actions are %v and %v", v.legal, w.legal)
	case !over && !slices.Equal(v.observation, w.observation):
		return errors.New("what they Observe differs")
	case v.key != w.key:
		return fmt.Errorf("the Key is %#x and %#x", v.key, w.key)
	case v.text != w.text:
		return fmt.Errorf("the String is\n%s\nand\n%s", v.text, w.text)
	}
	return nil
}

// File returns the file of a game that comes with ludens, for the tests of its family. settings
// are names and values of rules, by turns; rules are what the family's files may say.
func File(t testing.TB, name string, rules func() any, settings ...string) *variant.File {
	t.Helper()
	text, ok := games.Text(name)
	if !ok {
		t.Fatalf("no game %s", name)
	}
	f, err := variant.Parse(name, text, games.Text)
	if err != nil {
		t.Fatal(err)
	}
	var all []env.Setting
	for i := 0; i+1 < len(settings); i += 2 {
		all = append(all, env.Setting{Name: settings[i], Value: settings[i+1]})
	}
	if len(all) == 0 {
		return f
	}
	if f, err = f.With(all, rules); err != nil {
		t.Fatal(err)
	}
	return f
}
