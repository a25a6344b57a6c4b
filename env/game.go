// Package env says what a game is: its positions, its actions, who moves and
// who has won. Everything above (search, self-play, matches, the page) knows a
// game only through the interfaces of this file.
//
// [Game] is the rules, [State] one position with the history the rules look
// at, [Env] the gym derived from any Game, [Agent] what chooses actions.
package env

import (
	"fmt"
	"math/rand/v2"
)

// Action is an index in [0, Spec.Actions). What it means is fixed within one
// Spec.Version: plane*cells + from-square where a move starts on a square,
// followed by the few global actions (a pass, a column).
type Action int32

// Player is one of the two sides.
type Player int8

const (
	First  Player = iota // who moves first in the usual start position
	Second               // the other
)

// Other returns the opponent of p.
func (p Player) Other() Player { return 1 - p }

// String returns "first" or "second".
func (p Player) String() string {
	if p == First {
		return "first"
	}
	return "second"
}

// Result is how a game stands by its rules. A game cut off at Spec.MaxPly is
// still Ongoing: a truncation is not a result.
type Result int8

const (
	Ongoing Result = iota
	FirstWins
	SecondWins
	Drawn
)

// WinFor returns the Result in which p has won.
func WinFor(p Player) Result {
	if p == First {
		return FirstWins
	}
	return SecondWins
}

// For returns +1 if p has won, -1 if p has lost and 0 otherwise. It is the
// only place where a result becomes a number.
func (r Result) For(p Player) float32 {
	switch r {
	case WinFor(p):
		return 1
	case WinFor(p.Other()):
		return -1
	}
	return 0
}

// String returns "ongoing", "first wins", "second wins" or "drawn".
func (r Result) String() string {
	switch r {
	case Ongoing:
		return "ongoing"
	case FirstWins:
		return "first wins"
	case SecondWins:
		return "second wins"
	case Drawn:
		return "drawn"
	}
	return fmt.Sprintf("Result(%d)", int8(r))
}

// Spec describes a game to those who know nothing of its rules. Its sizes are within
// those of Validate.
type Spec struct {
	Name    string    // as games.Make takes it: "celta", "cuervo:first=attackers"
	Version int       // grows whenever Action or Observe changes meaning
	Actions int       // number of actions: Planes()*Cells() + Globals(); Planes() at most MaxPlanes
	Shape   [3]int    // observation: planes, rows, columns; row 0 is the top of the board; at most MaxPlanes, MaxSide, MaxSide
	MaxPly  int       // actions, at most MaxPlies; reaching it is a truncation, not a draw by the rules: see Truncated
	Roles   [2]string // "king's side", "attackers": what First and Second are called

	// Uncounted says that not every action counts towards the length limit, as a move that
	// is taken back does not. MaxPly is then the most actions that a game can have, most
	// games are over or cut off earlier, and States are Limited.
	Uncounted bool
	// Markovian says that the rules look at no history: what can follow from a position
	// depends on its Key alone.
	Markovian bool
	// Uniform is how many of the last planes of an observation show one number on all
	// squares, in every position; another position may have other numbers. At least one
	// plane is not among them.
	Uniform int
}

// Cells returns rows*columns, the squares of one observation plane.
func (s Spec) Cells() int { return s.Shape[1] * s.Shape[2] }

// Size returns the number of floats of one observation.
func (s Spec) Size() int { return s.Shape[0] * s.Cells() }

// Planes returns how many whole planes of cells the actions fill: the output
// planes of a convolutional policy head.
func (s Spec) Planes() int { return s.Actions / s.Cells() }

// Globals returns how many actions follow the planes: those that start on no square.
func (s Spec) Globals() int { return s.Actions % s.Cells() }

// Game is a rule book. It is immutable and safe for concurrent use.
type Game interface {
	Spec() Spec
	// New returns a start position. Equal seeds give equal positions; a game
	// with one start position ignores the seed.
	New(seed uint64) State
}

// As returns g as a T, an optional ability of a Game: g itself, or the game that it wraps.
// A wrapper has a method Unwrap, by which it passes on all that the inner game can do and
// it cannot itself; one whose actions or positions mean something else has none. Abilities
// of a State are asked for by a plain assertion, since searches ask at every leaf.
func As[T any](g Game) (ability T, ok bool) {
	for g != nil {
		if ability, ok = g.(T); ok {
			return ability, true
		}
		w, wraps := g.(interface{ Unwrap() Game })
		if !wraps {
			break
		}
		g = w.Unwrap()
	}
	return ability, false
}

// State is one position and all the history that the rules look at. A State is
// used by one goroutine at a time.
type State interface {
	// ToMove returns whose turn it is. Turns need not alternate: a player
	// without a move may be skipped. It is undefined once the game is over.
	ToMove() Player
	// Legal appends the legal actions in increasing order; none exactly when
	// the game is over.
	Legal(dst []Action) []Action
	// Play makes a legal move. An illegal action is a broken promise of the
	// caller and may panic: untrusted input goes through Env.Step or Parse.
	Play(a Action)
	// Result is Ongoing exactly while Legal is not empty.
	Result() Result
	// Observe overwrites the Spec.Size() floats of dst with the position seen
	// from ToMove's side: planes, then rows, then columns; values in [0, 1].
	Observe(dst []float32)
	// Key hashes all that Legal, Result and Observe depend on: equal positions
	// have equal keys, and different ones differ but for hash collisions.
	Key() uint64
	// Copy returns a position equal to this one that shares nothing mutable
	// with it. It reuses dst if dst is a State of the same game; dst may be nil.
	Copy(dst State) State
	// Format returns the text of a legal action, distinct from those of the
	// other legal actions here.
	Format(a Action) string
	// String draws the position as plain text, one line a row.
	fmt.Stringer
}

// Symmetry is one symmetry of a game, as data. It acts on what the mover sees:
//
//	observation: image[p*cells + Cells[c]] = original[p*cells + c] in each plane p
//	policy:      image[Actions[a]]         = original[a]
//
// Law: the image of a game's every position is a position of the game with the
// same side to move, the same result and the image's legal actions.
type Symmetry struct {
	Name    string   // "mirror", "rotate 90"
	Cells   []int    // permutation of [0, cells)
	Actions []Action // permutation of [0, Spec.Actions)
}

// Symmetric is a Game with symmetries. The identity comes first.
type Symmetric interface {
	Symmetries() []Symmetry
}

// Labelled is a Game that can say what its numbers mean. All names of a list
// differ.
type Labelled interface {
	// PlaneNames returns what each plane of an observation shows: Spec.Shape[0]
	// names.
	PlaneNames() []string
	// ActionNames returns what each plane of actions does on the square where it
	// starts, and then what each global action does: Spec.Planes() and
	// Spec.Globals() names. Rows of planes that differ in a number end in it:
	// "up 1", "up 2".
	ActionNames() []string
	// Turned reports whether squares and directions are as the mover sees them,
	// his own side at the bottom, and not those of the board.
	Turned() bool
}

// Scored is a State that can say how far a player has come, in [-1, 1] with
// Score(First) = -Score(Second): an auxiliary target and what a greedy player
// looks at, never the result.
type Scored interface {
	Score(p Player) float32
}

// Estimate returns what an unfinished position is worth to p at a glance: its
// Score if it has one (each family documents its formula), else 0.
func Estimate(s State, p Player) float32 {
	if scored, ok := s.(Scored); ok {
		return scored.Score(p)
	}
	return 0
}

// Decisive is a State that can say cheaply where a win at once may lie.
type Decisive interface {
	// Decisive appends legal actions in increasing order. Law: each action that
	// wins for the mover at once is among them. The fewer the others, the less a
	// search has to try.
	Decisive(dst []Action) []Action
}

// Sampled is a State that can draw a legal action without a list of all.
type Sampled interface {
	// Sample returns a legal action, each equally likely. Law: it is Legal(nil)[rng.IntN(n)] of
	// n actions, and takes nothing else from rng. The game is not over. room is space for a list
	// where one is needed; what has become of it is returned.
	Sample(rng *rand.Rand, room []Action) (Action, []Action)
}

// Sample returns a legal action of a position that is not over, each equally likely, and
// its room for lists.
func Sample(s State, rng *rand.Rand, room []Action) (Action, []Action) {
	if x, ok := s.(Sampled); ok {
		return x.Sample(rng, room)
	}
	room = s.Legal(room[:0])
	return room[rng.IntN(len(room))], room
}

// Bounded is a State that can say how long the game can last: Left plies at
// most, by its rules. It is at least 1 while the game goes on, and every move
// lowers it.
type Bounded interface {
	Left() int
}

// Explained is a State that can say in a few plain words how the game ended:
// "the king is in the corner", "threefold repetition".
type Explained interface {
	Ending() string
}

// Constrained is a State whose mover may be bound by what went before: by a
// demand of the other player, a veto, a turn that was skipped.
type Constrained interface {
	// Constraint says so in one plain sentence, with the roles of Spec, and
	// without a full stop; "" if nothing binds the mover or the game is over. A
	// check, or that there is only one legal move, is not for it to say.
	Constraint() string
}

// Notated is a Game whose positions have a text.
type Notated interface {
	// ParsePosition reads a position without history; the error says what is
	// wrong and where.
	ParsePosition(text string) (State, error)
	// Position writes what ParsePosition reads back as an equal position, up
	// to history.
	Position(s State) string
}
