// Package cetran is Cetran Chess 2 (Carlos Cetina): chess without castling on
// 8x8 with eight different officers in random order, among them the sissa.
//
// [New] makes the game of a variant, [Arrays] numbers its start positions,
// [Game] reads and writes positions (FEN) and whole games (PGN), [State] moves
// (UCI, Game Courier's notation, SAN). White is env.First.
//
// The officers, with their letters:
//
//	K king     Q queen    R rook     N knight
//	C chancellor    rook + knight
//	A archbishop    bishop + knight
//	H dragon horse  bishop + one step like a rook
//	S sissa         n steps like a rook, then n like a bishop, or the other way round
//
// Pawns promote to any officer but the king. All else is FIDE chess, with the
// draws by repetition, by fifty moves and by bare kings automatic.
//
// Cetran 1, also known as Cetina Random Chess, has two bishops instead of A and
// H, and a rule that keeps them from sharing a colour: see conversion.go.
package cetran

import (
	"slices"

	"ludens/env"
	"ludens/env/seed"
)

// Version is that of the actions and planes: see action.go and observe.go.
//
// Version 2 shows what is attacked and the material, now and settled.
const Version = 2

// MaxPly is where a game is cut off unless the option cap says otherwise: a
// truncation, not a draw. Of random games
// one in five gets there (mean 276 plies over 2000 games); games between players
// last about as long as those of chess.
const MaxPly = 400

// Game is the rule book of one variant. It is immutable and safe for
// concurrent use.
type Game struct {
	spec       env.Spec
	base       string // the variant's name without options
	army       *army
	arrays     Arrays
	array      Array // of every game; none if it is drawn
	asymmetric bool  // no mirror or central array is drawn
	cap        int   // plies after which a game is cut off

	promotion  [kinds]int // place in army.promotions
	promotions []kind     // what a pawn may become, in that order
	crown      kind       // the one of them that counts most

	fifty, threefold, insufficient bool // the automatic draws

	symmetries []env.Symmetry
}

// Spec describes the variant.
func (g *Game) Spec() env.Spec { return g.spec }

// Shelf implements env.Shelved.
func (g *Game) Shelf() env.Shelf { return env.Shelf{Title: "Chess with new officers", Order: 30} }

// New returns the start position of the variant's array, or one that is drawn
// from the seed.
func (g *Game) New(n uint64) env.State {
	array := g.array
	if array == (Array{}) {
		array = g.arrays.random(seed.New(n).At("array", 0).Rand().IntN, g.asymmetric)
	}
	return g.begin(array)
}

// Symmetries returns the identity and the left-right mirror: exact, since there
// is no castling. The mirror image of an array is another one.
func (g *Game) Symmetries() []env.Symmetry { return g.symmetries }

// begin returns the start position of an array.
func (g *Game) begin(array Array) *State {
	s := g.blank()
	for i := range square(8) {
		white, _ := kindOf(array.White[i])
		black, _ := kindOf(array.Black[i])
		s.board.put(white, env.First, i)
		s.board.put(pawn, env.First, i+8)
		s.board.put(pawn, env.Second, i+48)
		s.board.put(black, env.Second, i+56)
	}
	if g.army.conversion {
		s.board.unconverted(s.board.kind[bishop] & rank1)
		s.board.unconverted(s.board.kind[bishop] & rank8)
	}
	return s
}

// Arrays numbers the arrays of the variant.
func (g *Game) Arrays() Arrays { return g.arrays }

// blank returns an empty board with White to move.
func (g *Game) blank() *State {
	s := &State{game: g, number: 1, last: move{nowhere, nowhere, none}, past: make([]uint64, 0, longestPast)}
	s.board.skipped, s.board.passant = nowhere, nowhere
	return s
}

// furnish fills in all that follows from the army and the options.
func (g *Game) furnish() *Game {
	for i, k := range g.army.promotions {
		g.promotion[k] = i
	}
	g.crown = slices.MaxFunc(g.promotions, func(a, b kind) int { return worth[a] - worth[b] })
	g.spec.Version = Version
	g.spec.Actions = 64 * (promotionPlane + 3*len(g.army.promotions))
	g.spec.Shape = [3]int{len(g.PlaneNames()), 8, 8}
	g.spec.MaxPly = g.cap
	g.spec.Roles = [2]string{"White", "Black"}
	g.symmetries = []env.Symmetry{g.identity(), g.mirror()}
	return g
}

// Teaches reports whether other is the same chess from some of the arrays that g
// draws from: mirrored or central ones, or a single one.
func (g *Game) Teaches(other env.Game) bool {
	o, ok := other.(*Game)
	return ok && g.array == (Array{}) && g.arrays.Draw == Independent && !g.asymmetric &&
		o.army == g.army && slices.Equal(o.promotions, g.promotions) &&
		o.fifty == g.fifty && o.threefold == g.threefold && o.insufficient == g.insufficient
}
