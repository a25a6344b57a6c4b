package tafl

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

// preset is a variant: a name, a line about it, its rules.
type preset struct {
	name, summary string
	rules         Rules
}

// presets are the variants, the two games of the source first.
var presets = []preset{
	{
		name:    "celta",
		summary: "Juego Celta: one-step unarmed king, taken from four sides or three at an edge; moving in between is fatal",
		rules:   vary(celta),
	},
	{
		name:    "cuervo",
		summary: "El Cuervo (Raven): celta, but a piece may move in between two enemies",
		rules:   vary(celta, func(r *Rules) { r.Passive = false }),
	},
	{
		// Brandubh rules of the World Tafl Federation: aagenielsen.dk/brandubh2_rules_en.pdf
		name:    "wtf",
		summary: "Brandubh of the World Tafl Federation: strong king on the throne only; encirclement and repetition lose for the king",
		rules: vary(brandubh, func(r *Rules) {
			r.KingCapture = FourOnThrone
			r.RepeatResult = RepeatDefendersLose
			r.Encirclement = true
		}),
	},
	{
		// Nielsen's reconstruction: tafl.cyningstan.com/page/171; also Ludii's Brandub.
		name:    "nielsen",
		summary: "Brandubh as reconstructed by Nielsen: nobody may return to the throne",
		rules:   vary(brandubh, func(r *Rules) { r.ThroneStop, r.NoMove = Nobody, StuckDraws }),
	},
	{
		// Walker 2011; dragonheelslair.com, Brandubh version 1.
		name:    "walker",
		summary: "Brandubh by Walker: the king falls to two anywhere, the throne is hostile to nobody",
		rules: vary(brandubh, func(r *Rules) {
			r.KingCapture = FromTwo
			r.ThroneHostile, r.NoMove = Nobody, StuckDraws
		}),
	},
	{
		// N. Suckling, The Leprechaun Companion, 1999; aagenielsen.dk/magpie_rules.php
		name:    "magpie",
		summary: "Magpie: one-step armed king, taken from four sides or three at an edge or beside the throne",
		rules: vary(brandubh, func(r *Rules) {
			r.Start, r.KingRange, r.ThronePass = Magpie, 1, OnlyKing
			r.ThroneHostile, r.KingCapture = Everybody, FourOrEdge
		}),
	},
	{
		// aagenielsen.dk; Ludii plays it with one-step men.
		name:    "ardri",
		summary: "Ard Ri: sixteen against eight, no special squares, escape by the edge",
		rules: vary(brandubh, func(r *Rules) {
			r.Start, r.Escape, r.KingCapture = ArdRi, ToEdge, FromFour
			r.Throne, r.ThroneHostile = false, Nobody
			r.Corners, r.CornerHostile = false, Nobody
		}),
	},
	{
		// The historical rules of aagenielsen.dk (Linnaeus 1732).
		name:    "tablut",
		summary: "Tablut on 9x9: sixteen against eight, escape by the edge",
		rules: vary(brandubh, func(r *Rules) {
			r.Start, r.Escape = Tablut, ToEdge
			r.ThroneHostile = Everybody
			r.Corners, r.CornerHostile = false, Nobody
		}),
	},
}

// brandubh are the rules that the published 7x7 games have in common.
func brandubh(r *Rules) {
	*r = Rules{
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

// celta are those of the base game of reglasxjuegos.blogspot.com/2013/01/brandubh.html.
func celta(r *Rules) {
	brandubh(r)
	r.First = KingsSide
	r.KingRange = 1
	r.ThronePass, r.ThroneHostile = OnlyKing, OnlyKing
	r.CornerHostile = Nobody
	r.KingArmed = Powerless
	r.KingCapture = FourOrEdge
	r.Passive = true
}

// vary returns the rules that changes make, one after the other.
func vary(changes ...func(*Rules)) (r Rules) {
	for _, change := range changes {
		change(&r)
	}
	return r
}
