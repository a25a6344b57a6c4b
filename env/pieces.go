package env

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
}

// Words returns how many words a set of cells has, a bit each.
func Words(cells int) int { return (cells + 63) / 64 }

// MaxPieceKinds bounds the kinds of pieces of a game.
const MaxPieceKinds = 64

// InHand is the cell of a piece that can be put on the board.
const InHand = -1

// PieceKind is a kind of pieces.
type PieceKind struct {
	Name  string
	Royal bool // a king: the game turns on what happens to it
}

// Piece is a piece of a position.
type Piece struct {
	Cell  int16 // of the diagram, or InHand
	Kind  uint8 // an index of PieceKinds
	Owner Player
}
