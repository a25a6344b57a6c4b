package tafl

import "strings"

// Rules is everything in which the games of the family differ. Each field is a key
// of the files in games and an option of every variant: its tags are what package
// variant wants, and say all that a value may be.
//
// Kinds of pieces are letters: a attackers, d defenders, k the king.
type Rules struct {
	// First is the side that moves first. The source of celta: "comienzan las
	// fichas negras", the king's side; most published rules: the attackers.
	First Side `toml:"first" values:"attackers king" help:"who moves first"`
	// Start is the array at the beginning, which also gives the board's size.
	Start Array `toml:"start" values:"brandubh magpie ardri tablut" help:"the array at the beginning"`

	// KingRange is how many squares the king moves at most; 0: like a rook.
	// One in celta and Magpie.
	KingRange int `toml:"king_range" unit:"squares" min:"0" max:"8" help:"how far the king moves at most; 0: like a rook"`
	// ManRange is the same for the other pieces. One in Ludii's Ard Ri.
	ManRange int `toml:"man_range" unit:"squares" min:"0" max:"8" help:"how far the others move at most; 0: like rooks"`

	// Throne says that the centre square is special. If it is not, the next
	// three have no effect.
	Throne bool `toml:"throne" help:"the centre square is special"`
	// ThroneStop is who may stop on the throne. The king begins there in any
	// case; in Nielsen's rules not even he may return.
	ThroneStop Kinds `toml:"throne_stop" values:"none a d k ad ak dk adk" help:"who may stop on the throne: attackers, defenders, king"`
	// ThronePass is who may pass over the empty throne.
	ThronePass Kinds `toml:"throne_pass" values:"none a d k ad ak dk adk" help:"who may pass over the empty throne"`
	// ThroneHostile is who can be captured against the empty throne.
	ThroneHostile Kinds `toml:"throne_hostile" values:"none a d k ad ak dk adk" help:"who can be captured against the empty throne"`

	// Corners says that the corner squares are special. If they are not, the
	// next two have no effect.
	Corners bool `toml:"corners" help:"the corner squares are special"`
	// CornerStop is who may stop on a corner.
	CornerStop Kinds `toml:"corner_stop" values:"none a d k ad ak dk adk" help:"who may stop on a corner"`
	// CornerHostile is who can be captured against a corner. In celta nobody:
	// a man is captured "entre 2 fichas", between two pieces.
	CornerHostile Kinds `toml:"corner_hostile" values:"none a d k ad ak dk adk" help:"who can be captured against a corner"`

	// Escape is where the king wins.
	Escape Escape `toml:"escape" values:"corner edge" help:"where the king wins"`

	// KingArmed says how the king takes part in captures. In celta not at all:
	// he may not "capturar fichas".
	KingArmed KingArmed `toml:"king_armed" values:"both hammer anvil none" help:"how the king takes part in captures: by his moves, as the one who waits, both"`
	// KingCapture is what it takes to capture the king.
	KingCapture KingCapture `toml:"king_capture" values:"two throne4 nielsen four four_edge" help:"what it takes to capture the king"`
	// Passive says that a piece is captured, too, if it moves in between two
	// enemies by itself. Its own captures come first. The base game of celta;
	// El Cuervo is defined by exempting it.
	Passive bool `toml:"passive" help:"a piece that moves in between two enemies is captured, too"`
	// PassiveOrder is the order of a piece's own captures and its fall.
	PassiveOrder PassiveOrder `toml:"passive_order" values:"captures together fall" help:"what comes first of a piece that moves in between: its captures, its fall, or both together"`
	// Third says that any enemy that arrives beside a man who stands between two
	// enemies takes him, though it closes no line. El Cuervo: "pero si llega otra
	// ficha del color contrario a rodearla, entonces queda capturada".
	Third bool `toml:"third" help:"any enemy that arrives beside a man who stands between two enemies takes him"`
	// Encirclement says that the attackers win by cutting the king's whole
	// side off from the edge (World Tafl Federation).
	Encirclement bool `toml:"encirclement" help:"the attackers win by cutting the king's whole side off from the edge"`

	// NoMove is what becomes of a side that cannot move.
	NoMove NoMove `toml:"no_move" values:"loss draw" help:"what becomes of a side that cannot move"`
	// Repeat is the occurrence of a position, with the same side to move, that
	// ends the game; 0: none does.
	Repeat int `toml:"repeat" values:"0 2 3 4 5" help:"the occurrence of a position that ends the game; 0: none"`
	// RepeatResult is how it ends then.
	RepeatResult RepeatResult `toml:"repeat_result" values:"draw loss_defenders loss_mover" help:"how it ends then"`
	// Cap is the number of plies after which a game is cut off: no result of
	// the rules.
	Cap int `toml:"cap" unit:"plies" min:"1" max:"100000" help:"the ply after which a game is cut off, 1 to 100000"`
}

// Defaults returns what a file need not say: the rules that the published 7x7 games
// have in common.
func Defaults() Rules {
	return Rules{
		First:         Attackers,
		Start:         Cross,
		Throne:        true,
		ThroneStop:    OnlyKing,
		ThronePass:    Everybody,
		ThroneHostile: AllMen,
		Corners:       true,
		CornerStop:    OnlyKing,
		CornerHostile: Everybody,
		Escape:        ToCorner,
		KingArmed:     Armed,
		KingCapture:   FourNearThrone,
		PassiveOrder:  CapturesFirst,
		NoMove:        StuckLoses,
		Repeat:        3,
		RepeatResult:  RepeatDraws,
		Cap:           200,
	}
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

// Include reports whether the kind of a letter is in the set.
func (set Kinds) Include(letter byte) bool {
	return set != Nobody && strings.IndexByte(string(set), letter) >= 0
}

func (set Kinds) include(k kind) bool { return set.Include(k.letter()) }

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
