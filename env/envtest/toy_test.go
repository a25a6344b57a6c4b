package envtest

import (
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/lines"
	"ludens/env/variant"
	"ludens/games"
)

// toy is tic-tac-toe in which a test can break one thing at a time: a field
// that is set takes the place of the sound method.
type toy struct {
	noughts
	spec          func(env.Spec) env.Spec
	start         func(seed uint64) env.State
	symmetries    func([]env.Symmetry) []env.Symmetry
	position      func(env.State) string
	parsePosition func(string) (env.State, error)
	starts        func(rng *rand.Rand) env.State
	book          func(*env.Book)
	arrays        func(i int) string
	transcript    func(env.Transcript) env.Transcript
	state         faults
}

// noughts is tic-tac-toe, with its zero value.
type noughts struct{}

var sound = func() *lines.Game {
	text, _ := games.Text("tictactoe")
	f, err := variant.Parse("tictactoe", text, games.Text)
	if err != nil {
		panic(err)
	}
	g, err := lines.Read(f)
	if err != nil {
		panic(err)
	}
	return g.(*lines.Game)
}()

func (noughts) Spec() env.Spec                               { return sound.Spec() }
func (noughts) New(seed uint64) env.State                    { return sound.New(seed) }
func (noughts) Symmetries() []env.Symmetry                   { return sound.Symmetries() }
func (noughts) Book() env.Book                               { return sound.Book() }
func (noughts) PlaneNames() []string                         { return sound.PlaneNames() }
func (noughts) ActionNames() []string                        { return sound.ActionNames() }
func (noughts) Turned() bool                                 { return sound.Turned() }
func (noughts) Numbering() (env.Numbering, error)            { return sound.Numbering() }
func (noughts) Position(s env.State) string                  { return sound.Position(s) }
func (noughts) ParsePosition(text string) (env.State, error) { return sound.ParsePosition(text) }
func (noughts) Arrange(letters []rune, toMove env.Player) string {
	return sound.Arrange(letters, toMove)
}

// faults are the same for a toy's positions; s is the sound position.
type faults struct {
	toMove  func(s env.State) env.Player
	legal   func(s env.State, dst []env.Action) []env.Action
	play    func(s env.State, a env.Action)
	result  func(s env.State) env.Result
	observe func(s env.State, dst []float32)
	key     func(s env.State) uint64
	copy    func(t *toyState, dst env.State) env.State
	format  func(s env.State, a env.Action) string
	text    func(s env.State) string
	score   func(s env.State, p env.Player) float32
	decide  func(s env.State) []env.Action
	settle  func(alpha, beta float32) float32
	recurs  func() env.Result
	judged  func() bool
	left    func(s env.State) int
	loud    func(s env.State) []env.Action
	gain    func(s env.State, a env.Action) int
	trade   int // what quiet actions bring by an exchange
	skip    func(t *toyState) bool
	ending  func(s env.State) string
	diagram func(diagram.Diagram) diagram.Diagram
	squares func(s env.State, a env.Action) env.Squares
	owner   func(s env.State, cell int) (env.Player, bool)
	binds   func(s env.State) string
}

type toyState struct {
	env.State
	*faults
}

func (g toy) Spec() env.Spec {
	if g.spec != nil {
		return g.spec(sound.Spec())
	}
	return sound.Spec()
}

func (g toy) New(seed uint64) env.State {
	if g.start != nil {
		return &toyState{g.start(seed), &g.state}
	}
	return &toyState{sound.New(seed), &g.state}
}

func (g toy) Symmetries() []env.Symmetry {
	if g.symmetries != nil {
		return g.symmetries(sound.Symmetries())
	}
	return sound.Symmetries()
}

func (g toy) Position(s env.State) string {
	if g.position != nil {
		return g.position(s.(*toyState).State)
	}
	return sound.Position(s.(*toyState).State)
}

func (g toy) ParsePosition(text string) (env.State, error) {
	parse := sound.ParsePosition
	if g.parsePosition != nil {
		parse = g.parsePosition
	}
	s, err := parse(text)
	if err != nil {
		return nil, err
	}
	return &toyState{s, &g.state}, nil
}

func (g toy) Starts() []string { return []string{"later"} }

// Start plays one move.
func (g toy) Start(_ string, _ float64, rng *rand.Rand) env.State {
	if g.starts != nil {
		return &toyState{g.starts(rng), &g.state}
	}
	s := sound.New(0)
	s.Play(env.Action(rng.IntN(9)))
	return &toyState{s, &g.state}
}

func (g toy) Book() env.Book {
	b := sound.Book()
	if g.book != nil {
		g.book(&b)
	}
	return b
}

// The arrays of a sound toy are the first moves that may have been made.

func (g toy) ArrayOption() string { return "first" }

func (g toy) ArrayCount() int { return 9 }

func (g toy) ArrayText(i int) string {
	if g.arrays != nil {
		return g.arrays(i)
	}
	return string(rune('a' + i))
}

func (g toy) ParseArray(text string) (string, error) { return strings.ToLower(text), nil }

// The notation of a sound toy is JSON.

func (g toy) Notations() []string { return []string{"json"} }

func (g toy) WriteTranscript(w io.Writer, notation string, t env.Transcript) error {
	if notation != "json" {
		return errors.New("want json")
	}
	if g.transcript != nil {
		t = g.transcript(t)
	}
	return json.NewEncoder(w).Encode(t)
}

func (g toy) ReadTranscript(text string) (t env.Transcript, ok bool, err error) {
	if !strings.HasPrefix(text, "{") {
		return t, false, nil
	}
	return t, true, json.Unmarshal([]byte(text), &t)
}

func (t *toyState) Squares(a env.Action) env.Squares {
	if t.squares != nil {
		return t.squares(t.State, a)
	}
	return env.SquaresOf(t.State, a)
}

func (t *toyState) Owner(cell int) (env.Player, bool) {
	if t.owner != nil {
		return t.owner(t.State, cell)
	}
	return t.State.(env.Spatial).Owner(cell)
}

func (t *toyState) Constraint() string {
	if t.binds != nil {
		return t.binds(t.State)
	}
	return ""
}

func (t *toyState) Settled(alpha, beta float32) float32 {
	if t.settle != nil {
		return t.settle(alpha, beta)
	}
	return 0
}

func (t *toyState) Recurs() env.Result {
	if t.recurs != nil {
		return t.recurs()
	}
	return env.Ongoing
}

func (t *toyState) Spent() bool { return false }

func (t *toyState) Adjudged() bool { return t.judged != nil && t.judged() }

func (t *toyState) ToMove() env.Player {
	if t.toMove != nil {
		return t.toMove(t.State)
	}
	return t.State.ToMove()
}

func (t *toyState) Legal(dst []env.Action) []env.Action {
	if t.legal != nil {
		return t.legal(t.State, dst)
	}
	return t.State.Legal(dst)
}

func (t *toyState) Play(a env.Action) {
	if t.play != nil {
		t.play(t.State, a)
		return
	}
	t.State.Play(a)
}

func (t *toyState) Result() env.Result {
	if t.result != nil {
		return t.result(t.State)
	}
	return t.State.Result()
}

func (t *toyState) Observe(dst []float32) {
	if t.observe != nil {
		t.observe(t.State, dst)
		return
	}
	t.State.Observe(dst)
}

func (t *toyState) Key() uint64 {
	if t.key != nil {
		return t.key(t.State)
	}
	return t.State.Key()
}

func (t *toyState) Copy(dst env.State) env.State {
	if t.copy != nil {
		return t.copy(t, dst)
	}
	d, ok := dst.(*toyState)
	if !ok {
		d = new(toyState)
	}
	d.State, d.faults = t.State.Copy(d.State), t.faults
	return d
}

func (t *toyState) Left() int {
	if t.left != nil {
		return t.left(t.State)
	}
	return t.State.(env.Bounded).Left()
}

func (t *toyState) Format(a env.Action) string {
	if t.format != nil {
		return t.format(t.State, a)
	}
	return t.State.Format(a)
}

func (t *toyState) String() string {
	if t.text != nil {
		return t.text(t.State)
	}
	return t.State.String()
}

func (t *toyState) Score(p env.Player) float32 {
	if t.score != nil {
		return t.score(t.State, p)
	}
	return 0
}

func (t *toyState) Decisive(dst []env.Action) []env.Action {
	if t.decide != nil {
		return append(dst, t.decide(t.State)...)
	}
	return t.Legal(dst)
}

// Loud, in a sound toy, is the move to the middle.
func (t *toyState) Loud(dst []env.Action) []env.Action {
	if t.loud != nil {
		return append(dst, t.loud(t.State)...)
	}
	if slices.Contains(t.Legal(nil), 4) {
		dst = append(dst, 4)
	}
	return dst
}

func (t *toyState) Gain(a env.Action) int {
	if t.gain != nil {
		return t.gain(t.State, a)
	}
	return 1
}

func (t *toyState) Exchange(env.Action) int { return t.trade }

func (t *toyState) Pressed() bool { return false }

// Skip, in a sound toy, is refused.
func (t *toyState) Skip() bool { return t.skip != nil && t.skip(t) }

func (t *toyState) Ending() string {
	if t.ending != nil {
		return t.ending(t.State)
	}
	return t.State.(env.Explained).Ending()
}

func (t *toyState) Diagram() diagram.Diagram {
	d := t.State.(diagram.Pictured).Diagram()
	if t.diagram != nil {
		return t.diagram(d)
	}
	return d
}
