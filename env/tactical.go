package env

// Tactical is a Scored State that knows of exchanges. Its Score counts what loud moves
// change, captures and promotions, and nothing else: while there are loud moves Score is
// not to be trusted, and a search plays them out before it judges (quiescence); the
// others, which are quiet, it may search less deeply.
//
// Law: no quiet move adds to the Score of its mover.
type Tactical interface {
	Scored
	// Loud appends the loud legal actions in increasing order; none once the game
	// is over.
	Loud(dst []Action) []Action
	// Gain returns how promising the loud action a is: the greater what it captures
	// the more, and then the smaller what captures. It is negative where a is
	// likely to cost more than it brings.
	Gain(a Action) int
	// Pressed reports that the mover must answer a threat, as a check: what the
	// position is worth shows only after a move, loud or quiet.
	Pressed() bool
	// Skip gives the turn to the other player, though no rule allows it, and forgets
	// what could recur: a search that is well off even then need not look for the
	// mover's best move (the null move). It changes nothing and returns false where the
	// mover is pressed, or where to move may be worse than not to (zugzwang), or where it
	// leads to no position.
	Skip() bool
	// Settled returns Score(ToMove()) of an unfinished position once neither side
	// gains by going on: the result of a search over captures and the like, in
	// which a player may always stop. It is for the player to move, in [-1, 1].
	//
	// Law: with the window (-1, 1) the value is exact, equal for positions with
	// equal keys, and carried along by the symmetries of the game. With a narrower
	// one it is a bound on that value wherever it lies outside the window.
	Settled(alpha, beta float32) float32
}

// Exchanging is a State that knows what exchanges on one square bring (static exchange
// evaluation).
type Exchanging interface {
	// Exchange returns by how many pawns the mover's balance rises by a legal action and the
	// captures that may follow where it leads, each side stopping when that is best for it.
	//
	// Law: a quiet action (Tactical) brings nothing, or loses something.
	Exchange(a Action) int
}

// Recurrent is a State that can report that play repeats a position.
type Recurrent interface {
	// Recurs returns the result to which repeating this position leads, if it has
	// occurred before in this game, and Ongoing if it is new. A side that can bring a
	// position back once can do so again: a search may count the second
	// occurrence as it would the last.
	Recurs() Result
}

// Placing is a Game that lists the pieces of a position fast enough for an evaluation at
// every leaf of a search.
type Placing interface {
	// PieceKinds returns the kinds of pieces: at most MaxPieceKinds.
	PieceKinds() []PieceKind
	// Seen returns the cell of an observation by p that shows a cell of the diagram.
	Seen(cell int, p Player) int
	// Pieces appends the pieces of a position of the game.
	//
	// Law: those on the board are the pieces of its diagram, each at its cell with its
	// owner; pieces of one player and kind are drawn alike. Those off it are InHand.
	Pieces(s State, dst []Piece) []Piece
}

// Attacking is a Placing game that knows what pieces attack.
type Attacking interface {
	Placing
	// Attacks sets Words of dst for each of the pieces, those of the position, to the cells on
	// which it captures what stands there or defends it, the safety of its own king aside:
	// bit c%64 of word c/64 is cell c of the diagram.
	//
	// Law: an action that captures on the cell that it enters enters an attacked one, but for
	// a capture in passing.
	Attacks(s State, pieces []Piece, dst []uint64)
	// AttacksFrom sets Words of dst to the cells that a piece like x, one of the position, would
	// attack from a cell, were it p's, whatever stands there.
	//
	// Law: for x's own cell and player they are those of Attacks.
	AttacksFrom(s State, x Piece, p Player, cell int, dst []uint64)
}

// Words returns how many words a set of cells has, a bit each.
func Words(cells int) int { return (cells + 63) / 64 }

// MaxPieceKinds bounds the kinds of pieces of a game.
const MaxPieceKinds = 64

// InHand is the cell of a piece that can be put on the board.
const InHand = -1

// PieceKind is a kind of pieces.
type PieceKind struct {
	Name    string
	Royal   bool // a king: the game turns on what happens to it
	Forward bool // a pawn: it never goes back, nor aside
}

// Piece is a piece of a position.
type Piece struct {
	Cell  int16 // of the diagram, or InHand
	Kind  uint8 // an index of PieceKinds
	Owner Player
}
