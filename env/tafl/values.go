package tafl

import "strings"

// The words that a key may be.

// Side is one of the two sides.
type Side string

const (
	Attackers Side = "attackers"
	KingsSide Side = "king"
)

// Kinds is a set of kinds of pieces: letters out of "adk", or "none".
type Kinds string

const (
	NoKind   Kinds = "none"
	OnlyKing Kinds = "k"
	AllMen   Kinds = "ad"
	AllKinds Kinds = "adk"
)

// Include reports whether the kind of a letter is in the set.
func (set Kinds) Include(letter byte) bool {
	return set != NoKind && strings.IndexByte(string(set), letter) >= 0
}

func (set Kinds) include(k kind) bool { return set.Include(k.letter()) }

// Escape is where the king wins.
type Escape string

const (
	ToCorner Escape = "corner"
	ToEdge   Escape = "edge"
)

// KingArmed says how the king, or a man of [Rules.Men], takes part in captures. Without a word he does both.
type KingArmed string

const (
	Armed     KingArmed = "both"
	AsHammer  KingArmed = "hammer" // he captures by his own moves only
	AsAnvil   KingArmed = "anvil"  // others capture against him, he does not
	Powerless KingArmed = "none"
)

func (armed KingArmed) hammer() bool { return armed != AsAnvil && armed != Powerless }

func (armed KingArmed) anvil() bool { return armed != AsHammer && armed != Powerless }

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

// Jumps is how a piece jumps. [OTN], jump-type; [Berserk]: "the king, the knight and
// the commanders may also make a short orthogonal jump over an ordinary enemy piece,
// landing on an empty square beyond"; the king "only from and to restricted squares",
// which OpenTafl reads as from or to.
type Jumps string

const (
	NoJumps    Jumps = "none"
	Restricted Jumps = "restricted"
	JumpsOver  Jumps = "over"
	Captures   Jumps = "capture"
)

// Shieldwall: [Copenhagen] 5b: "A row of two or more taflmen along the board edge may
// be captured together, by bracketing the whole group at both ends, as long as every
// member of the row has an enemy taflman directly in front of him." A corner may stand
// in at one end; the king in the row is not captured. Strong, weak: [OTN], sw.
type Shieldwall string

const (
	NoWall     Shieldwall = "none"
	WeakWall   Shieldwall = "weak"
	StrongWall Shieldwall = "strong"
)

// EdgeFort: [Copenhagen], exit forts: the king "has contact with the board edge, is
// able to move, and it is impossible for the attackers to break the fort": Safe, as
// EdgeFortEscapeTest.java in OpenTafl has it. [OTN], efe, does not ask whether it can be
// broken: Closed.
type EdgeFort string

const (
	NoFort EdgeFort = "none"
	Closed EdgeFort = "closed"
	Safe   EdgeFort = "safe"
)

// Surround is surrounding that counts although men stand at the edge; where they must
// not, there is encirclement.
type Surround string

const (
	NoSurround   Surround = "none"
	SurroundKing Surround = "king"
	SurroundAll  Surround = "all"
)

// RepeatLoser is who loses by a repetition; [OTN], tfr: l is MoverLoses, w OtherLoses.
type RepeatLoser string

const (
	NoLoser        RepeatLoser = "none"
	AttackersLose  RepeatLoser = "attackers"
	KingsSideLoses RepeatLoser = "king"
	MoverLoses     RepeatLoser = "mover"
	OtherLoses     RepeatLoser = "other"
)

// Berserk is whether a capture lets a piece move again. [OTN], ber: c is MustCapture,
// m MustMove.
type Berserk string

const (
	Calm        Berserk = "none"
	MayCapture  Berserk = "may"
	MustCapture Berserk = "capture"
	MustMove    Berserk = "any"
)

// A rules record of OpenTafl: [OTN], section 3, and RulesSerializer.java there for the
// entries ks:c, ks:m, ka:h, ka:a, spd, cenre, aforre and starti, which the text lags behind.
// These tables are read by Import and by Record.

// wordEntry is an entry whose values stand for those of a key.
type wordEntry struct {
	name, usual string // usual: what a record says without it
	key         string
	values      [][2]string // of the record, and of the key as a file writes it; the first is written
}

var (
	yesOrNo   = [][2]string{{"y", "true"}, {"n", "false"}}
	jumpWords = [][2]string{{"n", `"none"`}, {"r", `"restricted"`}, {"j", `"over"`}, {"c", `"capture"`}}
)

var wordEntries = []wordEntry{
	{"esc", "c", "escape", [][2]string{{"c", `"corner"`}, {"e", `"edge"`}}},
	{"surf", "y", "encirclement", yesOrNo},
	{"atkf", "y", "first", [][2]string{{"y", `"attackers"`}, {"n", `"king"`}}},
	{"ka", "y", "king_armed", [][2]string{{"y", `"both"`}, {"h", `"hammer"`}, {"a", `"anvil"`}, {"n", `"none"`}}},
	{"ks", "s", "king_capture", [][2]string{{"s", `"four"`}, {"c", `"nielsen"`}, {"m", `"four_edge"`}, {"w", `"two"`}, {"y", `"four"`}, {"n", `"two"`}}},
	{"kj", "n", "king_jumps", jumpWords},
	{"sw", "n", "shieldwall", [][2]string{{"n", `"none"`}, {"w", `"weak"`}, {"s", `"strong"`}}},
	{"swf", "y", "shieldwall_flank", yesOrNo},
	{"efe", "n", "edge_fort", [][2]string{{"n", `"none"`}, {"y", `"safe"`}}},
	{"ber", "n", "berserk", [][2]string{{"n", `"none"`}, {"c", `"capture"`}, {"m", `"any"`}}},
}

// squaresEntry is an entry for special squares, and those that say what pieces may do there.
type squaresEntry struct {
	name   string
	key    string // that is false if there are none; "" if usually there are none
	letter byte   // in drawings
	sets   []setEntry
}

// setEntry is an entry for a set of kinds of pieces. Those that are not in the entry anew, if
// the record has it, are left out.
type setEntry struct{ name, usual, key, anew string }

// allKinds are the letters of a record's pieces, those of the attackers first.
const allKinds = "tcnkTCNK"

var squaresEntries = []squaresEntry{
	{"cen", "throne", 'T', []setEntry{
		{"cens", "K", "throne_stop", "cenre"}, {"cenp", allKinds, "throne_pass", ""},
		{"cenhe", allKinds, "throne_hostile", ""}, {"cenh", "tcnk", "throne_always", ""}}},
	{"cor", "corners", 'X', []setEntry{
		{"cors", "K", "corner_stop", "corre"}, {"corp", "K", "corner_pass", ""}, {"corh", allKinds, "corner_hostile", ""}}},
	{"afor", "", 'A', []setEntry{
		{"afors", allKinds, "camp_stop", "aforre"}, {"aforp", allKinds, "camp_pass", "aforre"}, {"aforh", "TCNK", "camp_hostile", ""}}},
	{"dfor", "", 'D', []setEntry{
		{"dfors", "TCNK", "fort_stop", "dforre"}, {"dforp", allKinds, "fort_pass", ""}, {"dforh", "tcnk", "fort_hostile", ""}}},
}

// kindLetters are those of a set of kinds here and in a record.
var kindLetters = []struct{ own, record string }{{"a", "tcn"}, {"d", "TCN"}, {"k", "K"}}

// otherMen are the men that a record has besides the ordinary ones.
var otherMen = []struct{ letter, entry, usual, name, figure string }{
	{"c", "cj", "j", "commander", "rook"},
	{"n", "nj", "c", "knight", "knight"},
}

// speedOrder is the order of the kinds in spd, by the number of its values: GetString
// of TaflmanCodes.java, with and without mercenaries and guards.
var speedOrder = map[int]string{1: "t", 2: "tT", 8: allKinds, 10: "tcnkmTCNKM", 12: "tcnkmgTCNKMG"}
