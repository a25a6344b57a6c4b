package env

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"ludens/env/diagram"
)

var (
	// ErrIllegal is wrapped where an action is not legal in a position.
	ErrIllegal = errors.New("illegal action")
	// ErrOver is wrapped where an action comes after the end of an episode.
	ErrOver = errors.New("the game is over")
)

// Observation is a position as its mover sees it: Spec.Size() floats, planes,
// then rows, then columns. It is valid until the next Step or Reset.
type Observation []float32

// Info is what else there is to know about a position.
type Info struct {
	ToMove Player // undefined once the episode is over
	Ply    int    // actions played
	Legal  int    // number of legal actions; 0 once the episode is over
	Key    uint64 // State.Key
	Result Result // Ongoing after a truncation
	Ending string // how the episode ended; "" before that, or if the game cannot say
}

// Env is the gym: one episode of any Game, with the method names of Gymnasium.
// It is used by one goroutine at a time.
type Env struct {
	game  Game
	spec  Spec
	state State
	ply   int
	legal []Action // none once the episode is over
	obs   Observation
}

// Make returns an environment at the start position of seed 0.
func Make(g Game) *Env {
	e := &Env{game: g, spec: g.Spec()}
	e.obs = make(Observation, e.spec.Size())
	e.Reset(0)
	return e
}

// Spec describes the game.
func (e *Env) Spec() Spec { return e.spec }

// State returns the position. It must not be changed, and is valid until the
// next Step or Reset.
func (e *Env) State() State { return e.state }

// Legal returns the legal actions in increasing order; none once the episode
// is over. It must not be changed, and is valid until the next Step or Reset.
func (e *Env) Legal() []Action { return e.legal }

// Reset begins an episode. Equal seeds begin equal episodes.
func (e *Env) Reset(seed uint64) (Observation, Info) {
	e.state = e.game.New(seed)
	e.ply = 0
	e.look()
	return e.obs, e.info()
}

// Step plays a for the side to move. reward is that of First and of Second:
// 0 until a player has won. terminated says that the game has ended by its
// rules, truncated that it was cut off at its length limit. The error wraps
// ErrIllegal or ErrOver; then nothing has changed and nothing is rewarded.
func (e *Env) Step(a Action) (obs Observation, reward [2]float32, terminated, truncated bool, info Info, err error) {
	if err = e.check(a); err == nil {
		e.state.Play(a)
		e.ply++
		e.look()
		result := e.state.Result()
		reward = [2]float32{result.For(First), result.For(Second)}
	}
	return e.obs, reward, e.state.Result() != Ongoing, e.truncated(), e.info(), err
}

// ActionMask appends Spec.Actions booleans to dst: true for the legal actions.
func (e *Env) ActionMask(dst []bool) []bool {
	n := len(dst)
	dst = slices.Grow(dst, e.spec.Actions)[:n+e.spec.Actions]
	mask(dst[n:], e.legal)
	return dst
}

// check returns the error of playing a, if it is one.
func (e *Env) check(a Action) error {
	if len(e.legal) == 0 {
		return fmt.Errorf("env: %w after %d plies", ErrOver, e.ply)
	}
	if _, ok := slices.BinarySearch(e.legal, a); !ok {
		return fmt.Errorf("env: %w %d at ply %d", ErrIllegal, a, e.ply)
	}
	return nil
}

// look takes down what the new position shows.
func (e *Env) look() {
	e.state.Observe(e.obs)
	e.legal = e.legal[:0]
	if !e.truncated() {
		e.legal = e.state.Legal(e.legal)
	}
}

func (e *Env) truncated() bool {
	return Truncated(e.state, e.ply, e.spec.MaxPly)
}

func (e *Env) info() Info {
	i := Info{
		ToMove: e.state.ToMove(),
		Ply:    e.ply,
		Legal:  len(e.legal),
		Key:    e.state.Key(),
		Result: e.state.Result(),
	}
	if x, ok := e.state.(Explained); ok && i.Result != Ongoing {
		i.Ending = x.Ending()
	}
	if e.truncated() {
		i.Ending = fmt.Sprintf("cut off after %d plies", e.ply)
	}
	return i
}

// mask sets dst to true at the legal actions and to false elsewhere.
func mask(dst []bool, legal []Action) {
	clear(dst)
	for _, a := range legal {
		dst[a] = true
	}
}

// RenderMode is a way to show a position.
type RenderMode uint8

const (
	RenderText RenderMode = iota // State.String
	RenderANSI                   // for a terminal of 256 colours
	RenderSVG
	RenderPNG
)

// Render shows the position of the episode.
func (e *Env) Render(w io.Writer, mode RenderMode) error { return Render(w, e.game, e.state, mode) }

// Render shows a position of g. Modes other than RenderText need a State that is
// diagram.Pictured; package diagram has them in other themes and sizes.
func Render(w io.Writer, g Game, s State, mode RenderMode) error {
	if mode == RenderText {
		_, err := io.WriteString(w, s.String())
		return err
	}
	p, ok := s.(diagram.Pictured)
	if !ok {
		return fmt.Errorf("env: %s has no picture", g.Spec().Name)
	}
	switch mode {
	case RenderANSI:
		_, err := io.WriteString(w, diagram.ANSI(p.Diagram()))
		return err
	case RenderSVG:
		return diagram.SVG(w, p.Diagram(), diagram.Light)
	case RenderPNG:
		const square = 60
		return diagram.PNG(w, p.Diagram(), diagram.Light, square)
	}
	return fmt.Errorf("env: no render mode %d", mode)
}

// The sizes that a game may have. Every package works for all of them, and reserves
// no less: who wants more changes them here and sees what breaks.
const (
	MaxSide   = 64        // rows, and columns
	MaxPlanes = 4096      // of an observation, and whole planes of actions
	MaxPlies  = 1<<16 - 1 // of a game
)

// Validate says in one line why no package has room for a game of this size, or returns
// nil. A network takes two rows and two columns at least; all else works with one.
func (s Spec) Validate() error {
	for _, f := range []struct {
		name    string
		v, most int
	}{
		{"observation planes", s.Shape[0], MaxPlanes},
		{"rows", s.Shape[1], MaxSide},
		{"columns", s.Shape[2], MaxSide},
		{"plies at most", s.MaxPly, MaxPlies},
	} {
		if f.v < 1 || f.v > f.most {
			return fmt.Errorf("env: %s has %d %s, want 1 to %d", s.Name, f.v, f.name, f.most)
		}
	}
	if most := (MaxPlanes+1)*s.Cells() - 1; s.Actions < 1 || s.Actions > most {
		return fmt.Errorf("env: %s has %d actions, want 1 to %d: at most %d planes of %d cells, and those that start on none",
			s.Name, s.Actions, most, MaxPlanes, s.Cells())
	}
	return nil
}

// Limited is a State that knows when its game has reached the length limit, and what
// follows from that.
type Limited interface {
	// Spent reports that the moves that count are used up. Law: it is final, and
	// false before the first action and in games whose Spec is not Uncounted.
	Spent() bool
	// Adjudged reports that the game is over and that its winner was found by a
	// score at the length limit: he has not won as the rules of the game mean it.
	Adjudged() bool
}

// Adjudged reports whether the winner of a game that ended at s was found by a score at
// the length limit.
func Adjudged(s State) bool {
	l, ok := s.(Limited)
	return ok && l.Adjudged()
}

// Truncated reports whether a game that stands at s after that many actions is cut
// off at its length limit: by its rules it goes on. maxPly is Spec.MaxPly.
func Truncated(s State, actions, maxPly int) bool {
	if s.Result() != Ongoing {
		return false
	}
	l, ok := s.(Limited)
	return actions >= maxPly || ok && l.Spent()
}

// Agent plays one side of one game; a new game takes a new Agent, so there is
// no reset to forget. It is used by one goroutine at a time.
type Agent interface {
	// Act chooses an action for s.ToMove(). The game is not over. s is neither
	// changed nor kept. When ctx ends, Act returns its error; an error that wraps
	// *Forfeit has lost the game.
	Act(ctx context.Context, s State) (Decision, error)
}

// Decision is an action and what the agent thought of it. Only Action must be
// set; the rest is for people, records and training.
type Decision struct {
	Action      Action
	Value       float32     // expected result for the mover, in [-1, 1]
	Simulations int         // positions looked at
	Depth       int         // plies of its deepest finished search; 0 if it does not search by depth
	Moves       []MoveStats // every move the agent considered, the best first
	Line        []Action    // the play it expects, its own action first
}

// MoveStats is what a search found out about one move of the mover.
type MoveStats struct {
	Action Action
	Visits int
	Prior  float32 // before the search, in [0, 1]
	Policy float32 // after it: the move's share of the agent's policy, in [0, 1]; 0 of all: it has none
	Value  float32 // expected result for the mover, in [-1, 1]
}

// Forfeit is the error of an agent that is itself at fault: another's program that
// crashed, hung or moved against the rules. It has lost its game, for the reason; nothing
// is wrong with other games.
type Forfeit struct{ Reason string } // a few words on one line: "it hung: no answer in 10s"

func (f *Forfeit) Error() string { return f.Reason }

// Watch shows an agent a position that its game passes through before the agent's first
// move. Those that need the moves, not only the position, have a method Watch.
func Watch(a Agent, s State) {
	if w, ok := a.(interface{ Watch(s State) }); ok {
		w.Watch(s)
	}
}

// Close ends an agent whose game is over. Those that hold something beyond memory have a
// method Close; the maker of an agent closes it.
func Close(a Agent) error {
	if c, ok := a.(io.Closer); ok { // a nil Agent has none
		return c.Close()
	}
	return nil
}
