package envtest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// spoken is a toy whose moves have short texts, and which draws one of its moves by itself and sets
// up what stands on a board. A field that is set takes the place of the sound method.
type spoken struct {
	toy
	arrange func(letters []rune, toMove env.Player) string
	speech  speech
}

// speech are the faults of its positions; s is the sound position.
type speech struct {
	sample func(s env.State, rng *rand.Rand) env.Action
	san    func(s env.State, a env.Action) string
	read   func(s env.State, text string) (env.Action, error)
}

type spokenState struct {
	*toyState
	*speech
}

func (g spoken) wrap(s env.State) env.State { return &spokenState{s.(*toyState), &g.speech} }

func (g spoken) New(seed uint64) env.State { return g.wrap(g.toy.New(seed)) }

func (g spoken) Start(kind string, level float64, rng *rand.Rand) env.State {
	return g.wrap(g.toy.Start(kind, level, rng))
}

func (g spoken) Position(s env.State) string { return g.toy.Position(s.(*spokenState).toyState) }

func (g spoken) ParsePosition(text string) (env.State, error) {
	s, err := g.toy.ParsePosition(text)
	if err != nil {
		return nil, err
	}
	return g.wrap(s), nil
}

func (g spoken) Arrange(letters []rune, toMove env.Player) string {
	if g.arrange != nil {
		return g.arrange(letters, toMove)
	}
	return g.toy.Arrange(letters, toMove)
}

func (s *spokenState) Copy(dst env.State) env.State {
	d, ok := dst.(*spokenState)
	if !ok {
		d = &spokenState{new(toyState), nil}
	}
	d.speech = s.speech
	s.toyState.Copy(d.toyState)
	return d
}

func (s *spokenState) Sample(rng *rand.Rand, room []env.Action) (env.Action, []env.Action) {
	if s.sample != nil {
		return s.sample(s.toyState, rng), room
	}
	legal := s.Legal(room[:0])
	return legal[rng.IntN(len(legal))], legal
}

// SAN of a sound toy is the text of the move in capitals.
func (s *spokenState) SAN(a env.Action) string {
	if s.san != nil {
		return s.san(s.toyState, a)
	}
	return strings.ToUpper(s.Format(a))
}

func (s *spokenState) ParseMove(text string) (env.Action, error) {
	if s.read != nil {
		return s.read(s.toyState, text)
	}
	return env.Parse(s.toyState, strings.ToLower(text))
}

// spokenBreaches are of laws that a toy without words cannot break.
func spokenBreaches() []breach {
	other := func(s env.State, text string) (env.Action, error) { // the next of those that are legal
		a, err := env.Parse(s, strings.ToLower(text))
		legal := s.Legal(nil)
		return legal[(slices.Index(legal, a)+1)%len(legal)], err
	}
	return []breach{
		{"drawn actions", "always the first", spoken{speech: speech{sample: func(s env.State, rng *rand.Rand) env.Action {
			rng.IntN(len(s.Legal(nil)))
			return s.Legal(nil)[0]
		}}}, "Sample is action 0, want"},
		{"drawn actions", "takes more from chance", spoken{speech: speech{sample: func(s env.State, rng *rand.Rand) env.Action {
			legal := s.Legal(nil)
			a := legal[rng.IntN(len(legal))]
			rng.Uint64()
			return a
		}}}, "Sample is action"},
		{"short notation", "one text for all", spoken{speech: speech{
			san:  func(env.State, env.Action) string { return "X" },
			read: func(s env.State, _ string) (env.Action, error) { return s.Legal(nil)[0], nil },
		}}, `SAN is "X" for`},
		{"short notation", "read as another move", spoken{speech: speech{read: other}}, "which is read as action"},
		{"short notation", "not read", spoken{speech: speech{san: func(s env.State, a env.Action) string { return s.Format(a) + "!" }}}, "which is read as action"},
		{"arranged positions", "another board", spoken{arrange: func(letters []rune, p env.Player) string {
			return noughts{}.Arrange(slices.Repeat([]rune{'.'}, len(letters)), p)
		}}, "which is another board"},
		{"arranged positions", "no position", spoken{arrange: func([]rune, env.Player) string { return "?" }}, `Arrange writes "?"`},
	}
}

// A sound game with words passes, as does one whose positions are only copied.
func TestSoundWordsPass(t *testing.T) {
	Run(t, spoken{}, Games(2))
}

// Each law of the kit has a game that breaks it: a law that finds nothing would hold nothing.
func TestEveryLawIsBroken(t *testing.T) {
	broken := map[string]int{"pieces": 1, "gauges": 1} // TestPiecesFaultsAreFound, TestGaugeFaultsAreFound
	for _, b := range append(breaches(), spokenBreaches()...) {
		broken[b.law]++
	}
	for _, l := range laws {
		if broken[l.name] == 0 {
			t.Errorf("no game breaks the law %q", l.name)
		}
		delete(broken, l.name)
	}
	for name := range broken {
		t.Errorf("%q is no law", name)
	}
}

// A breach names the game that led there, so that it can be played again: its seed and its moves.
func TestBreachNamesTheGame(t *testing.T) {
	g := toy{state: faults{legal: decreasing}}
	for _, l := range laws {
		if l.name != "legal actions" {
			continue
		}
		err := l.check(newKit(g, nil))
		if err == nil || !strings.Contains(err.Error(), "seed 0") {
			t.Errorf("got %v, want the seed in it", err)
		}
	}
}
