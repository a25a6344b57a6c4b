package tafl

import "strings"

// Rules is everything in which the games of the family differ. Each field is
// an option of every variant, with the name in snake case: king_range.
//
// Kinds of pieces are letters: a attackers, d defenders, k the king.
type Rules struct {
	// First is the side that moves first. The source of celta: "comienzan las
	// fichas negras", the king's side; most published rules: the attackers.
	First Side
	// Start is the array at the beginning, which also gives the board's size.
	Start Array

	// KingRange is how many squares the king moves at most; 0: like a rook.
	// One in celta and Magpie.
	KingRange int
	// ManRange is the same for the other pieces. One in Ludii's Ard Ri.
	ManRange int

	// Throne says that the centre square is special. If it is not, the next
	// three have no effect.
	Throne bool
	// ThroneStop is who may stop on the throne. The king begins there in any
	// case; in Nielsen's rules not even he may return.
	ThroneStop Kinds
	// ThronePass is who may pass over the empty throne.
	ThronePass Kinds
	// ThroneHostile is who can be captured against the empty throne.
	ThroneHostile Kinds

	// Corners says that the corner squares are special. If they are not, the
	// next two have no effect.
	Corners bool
	// CornerStop is who may stop on a corner.
	CornerStop Kinds
	// CornerHostile is who can be captured against a corner. In celta nobody:
	// a man is captured "entre 2 fichas", between two pieces.
	CornerHostile Kinds

	// Escape is where the king wins.
	Escape Escape

	// KingArmed says how the king takes part in captures. In celta not at all:
	// he may not "capturar fichas".
	KingArmed KingArmed
	// KingCapture is what it takes to capture the king.
	KingCapture KingCapture
	// Passive says that a piece is captured, too, if it moves in between two
	// enemies by itself. Its own captures come first. The base game of celta;
	// El Cuervo is defined by exempting it.
	Passive bool
	// PassiveOrder is the order of a piece's own captures and its fall.
	PassiveOrder PassiveOrder
	// Third says that any enemy that arrives beside a man who stands between two
	// enemies takes him, though it closes no line. El Cuervo: "pero si llega otra
	// ficha del color contrario a rodearla, entonces queda capturada".
	Third bool
	// Encirclement says that the attackers win by cutting the king's whole
	// side off from the edge (World Tafl Federation).
	Encirclement bool

	// NoMove is what becomes of a side that cannot move.
	NoMove NoMove
	// Repeat is the occurrence of a position, with the same side to move, that
	// ends the game; 0: none does.
	Repeat int
	// RepeatResult is how it ends then.
	RepeatResult RepeatResult
	// Cap is the number of plies after which a game is cut off: no result of
	// the rules.
	Cap int
}

// Side is one of the two sides.
type Side string

const (
	Attackers Side = "attackers"
	KingsSide Side = "king"
)

// Kinds is a set of kinds of pieces: letters out of "adk", or "none".
type Kinds string

const (
	Nobody    Kinds = "none"
	OnlyKing  Kinds = "k"
	AllMen    Kinds = "ad"
	Everybody Kinds = "adk"
)

// include reports whether k is in the set.
func (set Kinds) include(k kind) bool {
	return set != Nobody && strings.IndexByte(string(set), k.letter()) >= 0
}

// Escape is where the king wins.
type Escape string

const (
	ToCorner Escape = "corner"
	ToEdge   Escape = "edge"
)

// KingArmed says how the king takes part in captures.
type KingArmed string

const (
	Armed     KingArmed = "both"
	AsHammer  KingArmed = "hammer" // he captures by his own moves only
	AsAnvil   KingArmed = "anvil"  // others capture against him, he does not
	Powerless KingArmed = "none"
)

func (armed KingArmed) hammer() bool { return armed == Armed || armed == AsHammer }

func (armed KingArmed) anvil() bool { return armed == Armed || armed == AsAnvil }

// KingCapture is what it takes to capture the king.
type KingCapture string

const (
	// FromTwo: like any man, from two opposite sides. Walker 2011.
	FromTwo KingCapture = "two"
	// FourOnThrone: from four sides on the throne, elsewhere like any man.
	// World Tafl Federation.
	FourOnThrone KingCapture = "throne4"
	// FourNearThrone: from four sides on the throne; from the other three
	// beside it, unless a defender sits on it; elsewhere like any man. Nielsen.
	FourNearThrone KingCapture = "nielsen"
	// FromFour: from all four sides; an edge closes nothing. Ard Ri.
	FromFour KingCapture = "four"
	// FourOrEdge: from all sides that there are: three on an edge. Celta, Magpie.
	FourOrEdge KingCapture = "four_edge"
)

// PassiveOrder is the order in which a piece that moves in between two enemies
// captures and falls.
type PassiveOrder string

const (
	CapturesFirst PassiveOrder = "captures" // if one of the two goes by that, it lives
	AtOnce        PassiveOrder = "together" // it captures and falls, whatever goes
	FallsFirst    PassiveOrder = "fall"     // it falls and captures nothing
)

// NoMove is what becomes of a side that cannot move.
type NoMove string

const (
	StuckLoses NoMove = "loss"
	StuckDraws NoMove = "draw"
)

// RepeatResult is how a game ends by repetition.
type RepeatResult string

const (
	RepeatDraws         RepeatResult = "draw"
	RepeatDefendersLose RepeatResult = "loss_defenders"
	RepeatMoverLoses    RepeatResult = "loss_mover" // whose move brought the position about
)
