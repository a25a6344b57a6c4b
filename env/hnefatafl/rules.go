package hnefatafl

import "ludens/env/tafl"

// Ruleset is all that a file of the family may say. What boards up to 9x9 share with
// those beyond stands in tafl.Rules; the kinds of pieces in a set such as "adk" are
// the attackers, all men of the king's side, and the king.
type Ruleset struct {
	tafl.Rules

	// Board is the start position; without it, that of Start.
	Board string `toml:"board" fixed:"yes" help:"the start, a line for each row from the top, 3 to 19 squares each way: a attackers, d defenders, k the king, the letters of [men], a dot for an empty square; T an empty throne, X a corner, A and D fortresses of attackers and defenders, K the king on a throne. Without T, K and X the throne is the centre and the corners are the four of the board"`
	// Ground is for special squares under men.
	Ground string `toml:"ground" fixed:"yes" help:"the special squares once more, without the men on them: T, X, A, D and dots, as in board"`

	// CornerPass: [OTN], corp. It matters where corners are not at the ends of lines,
	// as the citadels of Alea Evangelii.
	CornerPass tafl.Kinds `toml:"corner_pass" values:"none a d k ad ak dk adk" help:"who may pass over a corner"`
	// ThroneAlways: [OTN], cenh. [Copenhagen]: "The throne is always hostile to the
	// attackers, but only hostile to the defenders when it is empty."
	ThroneAlways tafl.Kinds `toml:"throne_always" values:"none a d k ad ak dk adk" help:"who can be captured against the throne even while somebody stands on it"`
	// Fortresses: [OTN], afor and dfor with their letters s, p and h.
	CampStop    tafl.Kinds `toml:"camp_stop" values:"none a d k ad ak dk adk" help:"who may stop on a fortress of the attackers (A); who begins on one may stay"`
	CampPass    tafl.Kinds `toml:"camp_pass" values:"none a d k ad ak dk adk" help:"who may pass over it"`
	CampHostile tafl.Kinds `toml:"camp_hostile" values:"none a d k ad ak dk adk" help:"who can be captured against it while it is empty"`
	// CampWithin: FotevikenTablut.java in the source of OpenTafl: nobody "who isn't
	// already in an attacker fort can stop on an attacker fort".
	CampWithin  bool       `toml:"camp_within" help:"who stands on a fortress of the attackers may move on from one to another, whatever camp_stop and camp_pass say"`
	FortStop    tafl.Kinds `toml:"fort_stop" values:"none a d k ad ak dk adk" help:"who may stop on a fortress of the defenders (D)"`
	FortPass    tafl.Kinds `toml:"fort_pass" values:"none a d k ad ak dk adk" help:"who may pass over it"`
	FortHostile tafl.Kinds `toml:"fort_hostile" values:"none a d k ad ak dk adk" help:"who can be captured against it while it is empty"`

	// The king's strength by square goes before king_capture; the later before the
	// earlier. 2: between two opposite sides; 3: any three of his four sides; 4: all
	// sides that there are; 5: he cannot be captured.
	Strength       int `toml:"king_strength" unit:"sides" values:"0 2 3 4 5" help:"how many sides of the king must be closed to capture him: 2 opposite ones, any 3, 4 all that there are, 5 never; 0: as king_capture says"`
	StrengthEdge   int `toml:"king_strength_edge" unit:"sides" values:"0 2 3 4 5" help:"the same at the edge of the board; 0: as elsewhere"`
	StrengthBeside int `toml:"king_strength_beside" unit:"sides" values:"0 2 3 4 5" help:"the same beside a throne; 0: as elsewhere"`
	StrengthThrone int `toml:"king_strength_throne" unit:"sides" values:"0 2 3 4 5" help:"the same on a throne; 0: as elsewhere"`

	KingJumps Jumps `toml:"king_jumps" values:"none restricted over capture" help:"whether the king may jump over an ordinary man of the other side who stands beside him, to the empty square behind: not at all, only from or to a special square, anywhere, anywhere and capture him"`
	ManJumps  Jumps `toml:"man_jumps" values:"none restricted over capture" help:"the same for ordinary men"`

	Shieldwall      Shieldwall `toml:"shieldwall" values:"none weak strong" help:"whether two or more men in a row at the edge fall together when each has an enemy in front and the row has one at both ends; strong: an empty corner will do at an end"`
	ShieldwallFlank bool       `toml:"shieldwall_flank" help:"only a piece that arrives at an end of the row captures so"`

	EdgeFort EdgeFort `toml:"edge_fort" values:"none closed safe" help:"whether the king's side wins when he can move within walls of his men at the edge, with no attacker inside: not at all, at once, only if the attackers could never break the walls"`
	Surround Surround `toml:"surround" values:"none king all" help:"whether the attackers win when every way to where the king escapes leads over one of them: the ways of the king, or of all men of his side"`

	RepeatLoser RepeatLoser `toml:"repeat_loser" values:"none attackers king mover other" help:"who loses by a repetition, the mover being whose move brought it about; none: as repeat_result says"`

	Berserk Berserk `toml:"berserk" values:"none may capture any" help:"whether a piece that has captured moves again: as long as it captures if it likes, as long as it can capture, as long as its last move captured"`

	Men map[string]Man `toml:"men" help:"other men by their small letter on the board"`
}

// Man is a kind of men besides the two ordinary ones.
type Man struct {
	Side     tafl.Side      `toml:"side" values:"attackers king" help:"whose men they are"`
	Name     string         `toml:"name" help:"what people call one: small letters and spaces"`
	Range    int            `toml:"range" unit:"squares" min:"0" max:"18" help:"how far one moves at most; 0: like a rook"`
	Jumps    Jumps          `toml:"jumps" values:"none restricted over capture" help:"as king_jumps"`
	Strength int            `toml:"strength" unit:"sides" values:"0 2 3 4 5" help:"how many sides must be closed to capture one, as king_strength; 0: 2"`
	Armed    tafl.KingArmed `toml:"armed" values:"both hammer anvil none" help:"how one takes part in captures, as king_armed; both if it is not said"`
	Figure   string         `toml:"figure" values:"knight bishop rook queen chancellor archbishop dragonhorse sissa" help:"how one is drawn"`
	Outline  string         `toml:"outline" help:"a drawing of its own instead: what the d of an SVG's path says, in a square of 45 by 45, without arcs"`
}

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

// Defaults returns what a file need not say.
func Defaults() Ruleset {
	return Ruleset{
		Rules:           tafl.Defaults(),
		CornerPass:      tafl.OnlyKing,
		ThroneAlways:    tafl.Nobody,
		CampStop:        "a",
		CampPass:        "a",
		CampHostile:     "dk",
		FortStop:        "dk",
		FortPass:        "dk",
		FortHostile:     "a",
		KingJumps:       NoJumps,
		ManJumps:        NoJumps,
		Shieldwall:      NoWall,
		ShieldwallFlank: true,
		EdgeFort:        NoFort,
		Surround:        NoSurround,
		RepeatLoser:     NoLoser,
		Berserk:         Calm,
	}
}
