package env

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
)

// Indexed is a Game whose positions can be numbered, so that all of them can be
// solved. The error says why not, with these rules.
type Indexed interface {
	Numbering() (Numbering, error)
}

// Numbering gives numbers to the positions of a game, history left out. It is
// immutable and safe for concurrent use.
//
// Law: Of(At(i)) = i. What a legal move makes of a numbered position has a
// number, too, unless the game is over then. Endless play is a draw.
//
// Positions that symmetries carry into each other may share a number: each is
// worth to its mover what At is to its own. Law: what a move makes of At has
// the same player to move as the position whose number it gets.
type Numbering interface {
	// Len is above all numbers.
	Len() uint64
	// At returns position i without history, or nil if no position has that
	// number. It reuses dst if dst is a State of the same game.
	At(i uint64, dst State) State
	// Of returns the number of s, if it has one.
	Of(s State) (i uint64, ok bool)
}

// Clocked is a Numbering of a game that is drawn after a number of plies without a
// zeroing move: one that starts the count again, as a capture does in chess.
type Clocked interface {
	// Limit returns after how many plies, below 255; 0: never.
	Limit() int
	// Stage returns where in the course of the game position i is. A move between
	// numbered positions is zeroing exactly if it changes the stage, and no play
	// leads back to a stage that was left.
	Stage(i uint64) uint64
}

// Ticking is a State that knows how many plies its clock has left.
type Ticking interface {
	// Left returns after how many plies the game will be drawn, if none of them is
	// zeroing. A game without a clock has ok = false.
	Left() (plies int, ok bool)
}

// Endgames is a Game too large to be solved whose endgames can be numbered.
type Endgames interface {
	// Endgame numbers the positions with no more than the given men, in the
	// game's own way of naming endgames: "kd/aa", "kq-kr". The error says what
	// would be right.
	Endgame(men string) (Endgame, error)
	// EndgameNames lists the endgames of that many men that are worth a look, as
	// Endgame takes them.
	EndgameNames(men int) []string
}

// Endgame is the numbering of an endgame: of the positions with all its men, and
// of those that play makes of them.
type Endgame interface {
	Numbering
	// Share returns how many positions with all the men have number i, which at
	// least one position must have; 0 if it has fewer men.
	Share(i uint64) int
	// Draw draws a position with all the men, either side to move. All positions
	// are equally likely. It returns nil if the draw hits none, and may reuse dst.
	Draw(r *rand.Rand, dst State) State
}

// Paired is a Game whose positions are pairs of placements, so that they can be
// solved by whole rows. The error says why not, with these rules.
type Paired interface {
	Pairing() (Pairing, error)
}

// Pairing gives the rules of a game by placements: where all pieces of a player
// stand, as he sees the board. Both players have the same ones. It is immutable
// and safe for concurrent use.
//
// Laws. A position is a Pair, with either player to move: they are worth the
// same. A move changes the mover's placement, and then it is his opponent's turn,
// who is bound. Who has no move passes. The game is over, and who moved last has
// won, if his placement is a goal, or if neither player has a move. Endless play
// is a draw.
type Pairing interface {
	// Bound returns the game in which the mover is always bound. Its positions
	// are the pairs that are not Free.
	Bound() Game
	// Free reports whether pairs that are Free occur in this game.
	Free() bool
	// Len is above the numbers of all placements.
	Len() int
	// Squares returns the squares of a placement, as its owner sees them and as
	// his opponent does.
	Squares(placement int) (own, facing uint64)
	// Goal reports whether a player with this placement has won by his move.
	Goal(placement int) bool
	// Steps appends the moves from a placement that its other pieces allow.
	Steps(placement int, dst []Step) []Step
	// At returns a position without history in which First is to move. The two
	// placements have no square in common.
	At(p Pair) State
	// Of returns the pair that s is, if it is one.
	Of(s State) (p Pair, ok bool)
}

// Pair is a position: the placements of the mover and of his opponent.
type Pair struct {
	Mover, Other int
	Free         bool // the mover is not bound
}

// Step is a move of one piece. Squares are as the mover sees them.
type Step struct {
	To     int  // his placement afterwards
	Into   int  // it is legal only if no piece of the opponent's is here
	Over   int  // and one is here; -1: wherever
	Yields bool // a mover who is bound may make it only if he has no move that does not yield
}

// Worth is what a position is worth to its mover if both sides play best, with
// no limit of length: who neither wins nor loses draws, if need be by playing on
// for ever.
type Worth struct {
	Sign  int // +1 won, 0 drawn, -1 lost
	Plies int // to the end, if who wins hurries and who loses does not; 0 of a draw, or if it was not asked for
}

// WorthOf returns what a game that is over is worth to p.
func WorthOf(r Result, p Player) Worth { return Worth{Sign: int(r.For(p))} }

// Before returns what the position before is worth to the player who chose the
// move that led to one of worth w. same says whether the turn stayed with him.
func (w Worth) Before(same bool) Worth {
	if w.Sign == 0 {
		return w
	}
	if !same {
		w.Sign = -w.Sign
	}
	w.Plies++
	return w
}

// Less reports whether v is better than w: in its sign, then by a sooner win or
// a later loss.
func (w Worth) Less(v Worth) bool {
	if w.Sign != v.Sign {
		return w.Sign < v.Sign
	}
	return w.Sign*(w.Plies-v.Plies) > 0
}

// String returns "won in 5", "drawn", "lost in 12", or "won" and "lost" if the
// plies are not known.
func (w Worth) String() string {
	word := [...]string{"lost", "drawn", "won"}[w.Sign+1]
	if w.Plies == 0 {
		return word
	}
	return fmt.Sprintf("%s in %d", word, w.Plies)
}

// Proof is what is certain of a legal move.
type Proof struct {
	Action Action
	Result Result   // that best play reaches then; Ongoing: nothing is certain
	Plies  int      // from the position behind the move to the end, at most
	Line   []Action // how the game may go on, the move itself first
}

// Solvable is a Game that finds out by search what its positions are worth.
type Solvable interface {
	NewSolver() Solver
}

// Solver searches positions of one game to the end. It is used by one goroutine
// at a time.
type Solver interface {
	// Solve returns what an unfinished position is worth. Without plies it may
	// leave Worth.Plies out and be quicker. When ctx ends, it returns its error.
	Solve(ctx context.Context, s State, plies bool) (Worth, error)
}

// Prompt is a Solver that takes long for some positions.
type Prompt interface {
	// Soon reports whether a position, and each that a move leads to, is solved in about
	// a second of a core. It does not depend on what was solved before.
	Soon(s State) bool
}

// Choices numbers the sets of k squares among n: the combinatorial number system (Lehmer
// 1964). Choices[n][k] is how many there are; the greatest number stands for more.
type Choices [][]uint64

// NewChoices returns the numbers for up to n squares and k of them.
func NewChoices(n, k int) Choices {
	c := make(Choices, n+1)
	for i := range c {
		c[i] = make([]uint64, k+1)
		c[i][0] = 1
		for j := 1; i > 0 && j <= k; j++ {
			sum, over := bits.Add64(c[i-1][j-1], c[i-1][j], 0)
			if over > 0 {
				sum = math.MaxUint64
			}
			c[i][j] = sum
		}
	}
	return c
}

// Rank numbers a set among those of as many squares of free, and takes it out of free.
//
//	set, free: words of 64 squares, the same number of both
func (c Choices) Rank(set, free []uint64) (r uint64) {
	k, below := 1, 0
	for w, word := range set {
		for rest := word; rest != 0; rest &= rest - 1 {
			at := below + bits.OnesCount64(free[w]&(rest&-rest-1))
			r += c[at][k]
			k++
		}
		below += bits.OnesCount64(free[w])
		free[w] &^= word
	}
	return r
}

// Unrank is the inverse of Rank for k squares, which it adds to set and takes out of free.
func (c Choices) Unrank(r uint64, k int, set, free []uint64) {
	at := 0
	for _, word := range free {
		at += bits.OnesCount64(word)
	}
	for w := len(free) - 1; w >= 0; w-- {
		for rest := free[w]; rest != 0 && k > 0; {
			top := uint64(1) << (63 - bits.LeadingZeros64(rest))
			rest &^= top
			at--
			if n := c[at][k]; n <= r {
				r -= n
				k--
				set[w] |= top
				free[w] &^= top
			}
		}
	}
}
