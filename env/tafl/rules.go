package tafl

import (
	"strings"

	"ludens/env"
)

// Rules is everything in which the games of the family differ. Each field is a key of
// the files in games and, unless it is fixed, an option of every variant; its tags are
// what package variant wants, and say all that a value may be. [compile] turns the
// keys into tables: no key is read while a game is played.
//
// Kinds of pieces are letters: a attackers, d all men of the king's side, k the king.
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
	// CornerHostile is who can be captured against a corner. In celta no piece:
	// a man is captured "entre 2 fichas", between two pieces.
	CornerHostile Kinds `toml:"corner_hostile" values:"none a d k ad ak dk adk" help:"who can be captured against a corner"`

	// Escape is where the king wins.
	Escape Escape `toml:"escape" values:"corner edge" help:"where the king wins"`

	// KingArmed says how the king takes part in captures. In celta not at all:
	// he may not "capturar fichas".
	KingArmed KingArmed `toml:"king_armed" values:"both hammer anvil none" help:"the king's part in captures: by moving (hammer), by standing still (anvil), both, none"`
	// KingCapture is what it takes to capture the king.
	KingCapture KingCapture `toml:"king_capture" values:"two throne4 nielsen four four_edge" help:"condition for the capture of the king"`
	// Passive says that a piece is captured, too, if it moves in between two
	// enemies by itself. Its own captures come first. The base game of celta;
	// El Cuervo is defined by exempting it.
	Passive bool `toml:"passive" help:"a piece that moves in between two enemies is captured, too"`
	// PassiveOrder is the order of a piece's own captures and its fall.
	PassiveOrder PassiveOrder `toml:"passive_order" values:"captures together fall" help:"for a piece that moves in between: whether its captures come first, its own capture, or both at once"`
	// Third says that any enemy that arrives beside a man who stands between two
	// enemies takes him, though it closes no line. El Cuervo: "pero si llega otra
	// ficha del color contrario a rodearla, entonces queda capturada".
	Third bool `toml:"third" help:"a man who stands between two enemies is captured when a third enemy arrives beside him"`
	// Encirclement says that the attackers win by cutting the king's whole
	// side off from the edge (World Tafl Federation).
	Encirclement bool `toml:"encirclement" help:"the attackers win by cutting off the king's whole side from the edge"`

	// NoMove is what becomes of a side that cannot move.
	NoMove NoMove `toml:"no_move" values:"loss draw" help:"result for a side that cannot move"`
	// Repeat is the occurrence of a position, with the same side to move, that
	// ends the game; 0: none does.
	Repeat int `toml:"repeat" values:"0 2 3 4 5" help:"the occurrence of a position that ends the game; 0: none"`
	// RepeatResult is how it ends then.
	RepeatResult RepeatResult `toml:"repeat_result" values:"draw loss_defenders loss_mover" help:"result of the repetition"`
	// Cap is the number of plies after which a game is cut off: no result of
	// the rules.
	Cap int `toml:"cap" unit:"plies" min:"1" max:"65535" help:"the ply after which a game is cut off, 1 to 65535"`

	// Board is the start position; without it, that of Start.
	Board string `toml:"board" fixed:"yes" help:"the start, a line for each row from the top, 3 to 19 squares each way: a attackers, d defenders, k the king, the letters of [men], a dot for an empty square; T an empty throne, X a corner, A and D fortresses of attackers and defenders, K the king on a throne. Without T, K and X the throne is the centre and the corners are the four of the board"`
	// Ground is for special squares under men.
	Ground string `toml:"ground" fixed:"yes" help:"the special squares once more, without the men on them: T, X, A, D and dots, as in board"`

	// CornerPass: [OTN], corp. It matters where corners are not at the ends of lines,
	// as the citadels of Alea Evangelii.
	CornerPass Kinds `toml:"corner_pass" values:"none a d k ad ak dk adk" help:"who may pass over a corner"`
	// ThroneAlways: [OTN], cenh. [Copenhagen]: "The throne is always hostile to the
	// attackers, but only hostile to the defenders when it is empty."
	ThroneAlways Kinds `toml:"throne_always" values:"none a d k ad ak dk adk" help:"who can be captured against the throne even while it is occupied"`
	// Fortresses: [OTN], afor and dfor with their letters s, p and h.
	CampStop    Kinds `toml:"camp_stop" values:"none a d k ad ak dk adk" help:"who may stop on a fortress of the attackers (A); a piece that begins on one may stay"`
	CampPass    Kinds `toml:"camp_pass" values:"none a d k ad ak dk adk" help:"who may pass over it"`
	CampHostile Kinds `toml:"camp_hostile" values:"none a d k ad ak dk adk" help:"who can be captured against it while it is empty"`
	// CampWithin: FotevikenTablut.java in the source of OpenTafl: no taflman "who isn't
	// already in an attacker fort can stop on an attacker fort".
	CampWithin  bool  `toml:"camp_within" help:"a piece on a fortress of the attackers may move to another, regardless of camp_stop and camp_pass"`
	FortStop    Kinds `toml:"fort_stop" values:"none a d k ad ak dk adk" help:"who may stop on a fortress of the defenders (D)"`
	FortPass    Kinds `toml:"fort_pass" values:"none a d k ad ak dk adk" help:"who may pass over it"`
	FortHostile Kinds `toml:"fort_hostile" values:"none a d k ad ak dk adk" help:"who can be captured against it while it is empty"`

	// The king's strength by square goes before king_capture; the later before the
	// earlier. 2: between two opposite sides; 3: any three of his four sides; 4: all
	// sides that there are; 5: he cannot be captured.
	Strength       int `toml:"king_strength" unit:"sides" values:"0 2 3 4 5" help:"how many sides of the king must be closed to capture him: 2 opposite ones, any 3, 4 all that there are, 5 never; 0: as in king_capture"`
	StrengthEdge   int `toml:"king_strength_edge" unit:"sides" values:"0 2 3 4 5" help:"the same at the edge of the board; 0: as elsewhere"`
	StrengthBeside int `toml:"king_strength_beside" unit:"sides" values:"0 2 3 4 5" help:"the same beside a throne; 0: as elsewhere"`
	StrengthThrone int `toml:"king_strength_throne" unit:"sides" values:"0 2 3 4 5" help:"the same on a throne; 0: as elsewhere"`

	KingJumps Jumps `toml:"king_jumps" values:"none restricted over capture" help:"whether the king may jump over an ordinary man of the other side who stands beside him, to the empty square behind: not at all, only from or to a special square, anywhere, anywhere and capture him"`
	ManJumps  Jumps `toml:"man_jumps" values:"none restricted over capture" help:"the same for ordinary men"`

	Shieldwall      Shieldwall `toml:"shieldwall" values:"none weak strong" help:"whether two or more men in a row at the edge fall together when each has an enemy in front and the row has one at both ends; strong: an empty corner also counts as an end"`
	ShieldwallFlank bool       `toml:"shieldwall_flank" help:"only a piece that arrives at an end of the row captures so"`

	EdgeFort EdgeFort `toml:"edge_fort" values:"none closed safe" help:"whether the king's side wins when he can move within walls of his men at the edge, with no attacker inside: not at all, at once, only if the attackers could never break the walls"`
	Surround Surround `toml:"surround" values:"none king all" help:"whether the attackers win when every way to where the king escapes leads over one of them: the ways of the king, or of all men of his side"`

	RepeatLoser RepeatLoser `toml:"repeat_loser" values:"none attackers king mover other" help:"the side that loses by a repetition; mover: the side whose move caused it; none: as in repeat_result"`

	Berserk Berserk `toml:"berserk" values:"none may capture any" help:"whether a piece that has captured moves again: it may while it captures (may), it must while it can capture (capture), it may make any move after a capture (any)"`

	Men map[string]Man `toml:"men" help:"other men by their small letter on the board"`
}

// Man is a kind of men besides the two ordinary ones.
type Man struct {
	Side     Side      `toml:"side" values:"attackers king" help:"side of the men"`
	Name     string    `toml:"name" help:"name of one: small letters and spaces"`
	Range    int       `toml:"range" unit:"squares" min:"0" max:"18" help:"how far one moves at most; 0: like a rook"`
	Jumps    Jumps     `toml:"jumps" values:"none restricted over capture" help:"as king_jumps"`
	Strength int       `toml:"strength" unit:"sides" values:"0 2 3 4 5" help:"how many sides must be closed to capture one, as king_strength; 0: 2"`
	Armed    KingArmed `toml:"armed" values:"both hammer anvil none" help:"how one takes part in captures, as king_armed; default both"`
	Figure   string    `toml:"figure" values:"knight bishop rook queen chancellor archbishop dragonhorse sissa" help:"how one is drawn"`
	Outline  string    `toml:"outline" help:"a drawing instead: the d attribute of an SVG path, in a square of 45 by 45, without arcs"`
}

// Defaults returns what a file need not say: the rules that the published 7x7 games
// have in common, and none of the others.
func Defaults() Rules {
	return Rules{
		First:           Attackers,
		Start:           Cross,
		Throne:          true,
		ThroneStop:      OnlyKing,
		ThronePass:      AllKinds,
		ThroneHostile:   AllMen,
		Corners:         true,
		CornerStop:      OnlyKing,
		CornerHostile:   AllKinds,
		Escape:          ToCorner,
		KingArmed:       Armed,
		KingCapture:     FourNearThrone,
		PassiveOrder:    CapturesFirst,
		NoMove:          StuckLoses,
		Repeat:          3,
		RepeatResult:    RepeatDraws,
		Cap:             200,
		CornerPass:      OnlyKing,
		ThroneAlways:    NoKind,
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

// law is the keys that are asked for while a game is played, as numbers.
type law struct {
	passive       bool // a piece that moves in between two enemies falls
	capturesFirst bool // ... unless its own captures save it
	fallsFirst    bool // ... and captures nothing
	third         bool
	berserk       bool // a piece that has captured moves again,
	mustMove      bool // ... whether it captures or not
	mayStop       bool // ... or stops
	encloses      bool // the attackers win by cutting the king off
	repeat        int  // the occurrence that ends the game; 0: none does
	wallEnds      set  // corners that stand in at one end of a row
}

func (g *Game) lawOf(r *Rules) law {
	l := law{
		passive:       r.Passive,
		capturesFirst: r.PassiveOrder == CapturesFirst,
		fallsFirst:    r.PassiveOrder == FallsFirst,
		third:         r.Third,
		berserk:       r.Berserk != Calm,
		mustMove:      r.Berserk == MustMove,
		mayStop:       r.Berserk == MayCapture,
		encloses:      r.Encirclement || r.Surround != NoSurround,
		repeat:        r.Repeat,
	}
	if r.Shieldwall == StrongWall && r.Corners {
		l.wallEnds = g.corners
	}
	return l
}

// Array is the name of a start position.
type Array string

const (
	Cross  Array = "brandubh" // 7x7, 8 attackers, 4 defenders
	Magpie Array = "magpie"   // the same army, four attackers drawn in
	ArdRi  Array = "ardri"    // 7x7, 16 attackers, 8 defenders
	Tablut Array = "tablut"   // 9x9, 16 attackers, 8 defenders
)

// arrays are the start positions, top row first.
var arrays = map[Array]string{
	Cross:  "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3",
	Magpie: "3a3/1a3a1/3d3/a1dkd1a/3d3/1a3a1/3a3",
	ArdRi:  "2aaa2/3a3/a1ddd1a/aadkdaa/a1ddd1a/3a3/2aaa2",
	Tablut: "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3",
}

// Layout returns the start position of an array as rows, the top row first, with a
// dot for each empty square.
func (a Array) Layout() []string {
	text := arrays[a]
	for n := 1; n <= 9; n++ {
		text = strings.ReplaceAll(text, string(rune('0'+n)), strings.Repeat(".", n))
	}
	return strings.Split(text, "/")
}

// Features implements env.Featured: all rules but who moves first, the start and the cap,
// which the board shows or which show on no board. Those of other men are not among them.
func (g *Game) Features() []env.Feature {
	r, side := &g.rules, max(g.rows, g.cols)
	var all features
	all.reach("how far the king may move: 1 like a rook", r.KingRange, side)
	all.reach("how far a man may move: 1 like a rook", r.ManRange, side)
	all.flag("the centre is a throne", r.Throne)
	all.kinds("may stop on the throne", r.ThroneStop)
	all.kinds("may pass over the throne", r.ThronePass)
	all.kinds("can be captured against the throne", r.ThroneHostile)
	all.flag("the corners are special", r.Corners)
	all.kinds("may stop on a corner", r.CornerStop)
	all.kinds("can be captured against a corner", r.CornerHostile)
	all.flag("the king wins anywhere on the edge", r.Escape == ToEdge)
	all.flag("the king captures by his moves", r.KingArmed.hammer())
	all.flag("others capture against the king", r.KingArmed.anvil())
	for _, c := range [...]struct {
		name string
		KingCapture
	}{
		{"the king is captured from two sides", FromTwo},
		{"the king is captured from four sides on the throne", FourOnThrone},
		{"the king is captured from four sides on the throne and beside it", FourNearThrone},
		{"the king is captured from four sides only", FromFour},
		{"the king is captured from all sides that there are", FourOrEdge},
	} {
		all.flag(c.name, r.KingCapture == c.KingCapture)
	}
	all.flag("moving in between is fatal", r.Passive)
	all.flag("who moves in between falls, whatever he captures", r.Passive && r.PassiveOrder == AtOnce)
	all.flag("who moves in between falls and captures nothing", r.Passive && r.PassiveOrder == FallsFirst)
	all.flag("a third enemy captures between two", r.Third)
	all.flag("encirclement wins", r.Encirclement)
	all.flag("who cannot move draws", r.NoMove == StuckDraws)
	all.add("how often a position may occur, in parts of 5", float32(r.Repeat)/5)
	all.flag("repetition loses for the defenders", r.RepeatResult == RepeatDefendersLose)
	all.flag("repetition loses for who repeats", r.RepeatResult == RepeatMoverLoses)
	return all.rarer(r)
}

// rarer adds the rules beyond those above. They come last, so that games that differ in
// none of them are shown as they were without them.
func (f features) rarer(r *Rules) []env.Feature {
	f.kinds("may pass over a corner", r.CornerPass)
	f.kinds("can be captured against a throne that is taken", r.ThroneAlways)
	f.kinds("may stop on a camp", r.CampStop)
	f.kinds("may pass over a camp", r.CampPass)
	f.kinds("can be captured against a camp", r.CampHostile)
	f.flag("pieces move on within camps", r.CampWithin)
	f.kinds("may stop on a fort", r.FortStop)
	f.kinds("may pass over a fort", r.FortPass)
	f.kinds("can be captured against a fort", r.FortHostile)
	f.add("sides to be closed around the king, in parts of 5", float32(r.Strength)/5)
	f.add("sides to be closed around the king at the edge, in parts of 5", float32(r.StrengthEdge)/5)
	f.add("sides to be closed around the king beside the throne, in parts of 5", float32(r.StrengthBeside)/5)
	f.add("sides to be closed around the king on the throne, in parts of 5", float32(r.StrengthThrone)/5)
	for _, j := range []Jumps{Restricted, JumpsOver, Captures} {
		f.flag("the king jumps: "+string(j), r.KingJumps == j)
		f.flag("men jump: "+string(j), r.ManJumps == j)
	}
	f.flag("rows fall at the edge", r.Shieldwall != NoWall)
	f.flag("rows fall against a corner", r.Shieldwall == StrongWall)
	f.flag("rows fall to a piece that arrives at an end alone", r.Shieldwall != NoWall && r.ShieldwallFlank)
	f.flag("a fort at the edge wins", r.EdgeFort != NoFort)
	f.flag("a fort at the edge wins if it lasts", r.EdgeFort == Safe)
	f.flag("the king wins no more when he is surrounded", r.Surround == SurroundKing)
	f.flag("his side wins no more when it is surrounded", r.Surround == SurroundAll)
	for _, l := range []RepeatLoser{AttackersLose, KingsSideLoses, MoverLoses, OtherLoses} {
		f.flag("loses by a repetition: "+string(l), r.RepeatLoser == l)
	}
	for _, b := range []Berserk{MayCapture, MustCapture, MustMove} {
		f.flag("moves again after a capture: "+string(b), r.Berserk == b)
	}
	return f
}

type features []env.Feature

func (f *features) add(name string, v float32) { *f = append(*f, env.Feature{Name: name, Value: v}) }

func (f *features) flag(name string, on bool) { *f = append(*f, env.Flag(name, on)) }

// kinds reports for each kind of piece whether it is in a set.
func (f *features) kinds(what string, set Kinds) {
	f.flag("attackers "+what, set.include(attacker))
	f.flag("defenders "+what, set.include(defender))
	f.flag("the king "+what, set.include(king))
}

// reach says how far a piece moves, in parts of the board's side less one.
func (f *features) reach(name string, squares, side int) {
	if squares == 0 || squares > side-1 {
		squares = side - 1
	}
	f.add(name, float32(squares)/float32(side-1))
}
