package tafl

import (
	"fmt"
	"slices"
	"strconv"

	"ludens/env"
	"ludens/internal/nearest"
)

// Variants lists the presets, each with every rule as an option.
func Variants() []env.Variant {
	var all []env.Variant
	for i := range presets {
		all = append(all, presets[i].variant())
	}
	return all
}

// New returns the game of a variant with some of its options set.
func New(variant string, settings []env.Setting) (env.Game, error) {
	g, err := assemble(variant, settings)
	if err != nil {
		return nil, fmt.Errorf("tafl: %w", err)
	}
	return g, nil
}

func assemble(variant string, settings []env.Setting) (*Game, error) {
	i := slices.IndexFunc(presets, func(p preset) bool { return p.name == variant })
	if i < 0 {
		return nil, fmt.Errorf("no variant %q%s", variant, nearest.Hint(variant, names()))
	}
	name, all, err := presets[i].variant().Settle(settings)
	if err != nil {
		return nil, err
	}
	rules := presets[i].rules
	for j, s := range all {
		if err := options[j].set(&rules, s.Value); err != nil {
			return nil, fmt.Errorf("%s: option %s: %w", variant, s.Name, err)
		}
	}
	return newGame(name, rules), nil
}

func names() (all []string) {
	for _, p := range presets {
		all = append(all, p.name)
	}
	return all
}

func (p preset) variant() env.Variant {
	v := env.Variant{Name: p.name, Summary: p.summary, Rulebook: presets[0].name}
	for _, o := range options {
		v.Options = append(v.Options, env.Option{Name: o.name, Help: o.help, Default: o.get(&p.rules), Values: o.values})
	}
	return v
}

// option is a field of Rules as text.
type option struct {
	name, help string
	values     []string // nil: set checks
	get        func(*Rules) string
	set        func(*Rules, string) error
}

// options are the fields of Rules in the order of a canonical name.
var options = []option{
	word("first", "who moves first",
		func(r *Rules) *Side { return &r.First }, Attackers, KingsSide),
	word("start", "the array at the beginning",
		func(r *Rules) *Array { return &r.Start }, Cross, Magpie, ArdRi, Tablut),
	number("king_range", "how far the king moves at most; 0: like a rook",
		func(r *Rules) *int { return &r.KingRange }, 0, 1, 2, 3, 4, 5, 6, 7, 8),
	number("man_range", "how far the others move at most; 0: like rooks",
		func(r *Rules) *int { return &r.ManRange }, 0, 1, 2, 3, 4, 5, 6, 7, 8),
	flag("throne", "the centre square is special",
		func(r *Rules) *bool { return &r.Throne }),
	kindSet("throne_stop", "who may stop on the throne: attackers, defenders, king",
		func(r *Rules) *Kinds { return &r.ThroneStop }),
	kindSet("throne_pass", "who may pass over the empty throne",
		func(r *Rules) *Kinds { return &r.ThronePass }),
	kindSet("throne_hostile", "who can be captured against the empty throne",
		func(r *Rules) *Kinds { return &r.ThroneHostile }),
	flag("corners", "the corner squares are special",
		func(r *Rules) *bool { return &r.Corners }),
	kindSet("corner_stop", "who may stop on a corner",
		func(r *Rules) *Kinds { return &r.CornerStop }),
	kindSet("corner_hostile", "who can be captured against a corner",
		func(r *Rules) *Kinds { return &r.CornerHostile }),
	word("escape", "where the king wins",
		func(r *Rules) *Escape { return &r.Escape }, ToCorner, ToEdge),
	word("king_armed", "how the king takes part in captures: by his moves, as the one who waits, both",
		func(r *Rules) *KingArmed { return &r.KingArmed }, Armed, AsHammer, AsAnvil, Powerless),
	word("king_capture", "what it takes to capture the king",
		func(r *Rules) *KingCapture { return &r.KingCapture }, FromTwo, FourOnThrone, FourNearThrone, FromFour, FourOrEdge),
	flag("passive", "a piece that moves in between two enemies is captured, too",
		func(r *Rules) *bool { return &r.Passive }),
	word("passive_order", "what comes first of a piece that moves in between: its captures, its fall, or both together",
		func(r *Rules) *PassiveOrder { return &r.PassiveOrder }, CapturesFirst, AtOnce, FallsFirst),
	flag("third", "any enemy that arrives beside a man who stands between two enemies takes him",
		func(r *Rules) *bool { return &r.Third }),
	flag("encirclement", "the attackers win by cutting the king's whole side off from the edge",
		func(r *Rules) *bool { return &r.Encirclement }),
	word("no_move", "what becomes of a side that cannot move",
		func(r *Rules) *NoMove { return &r.NoMove }, StuckLoses, StuckDraws),
	number("repeat", "the occurrence of a position that ends the game; 0: none",
		func(r *Rules) *int { return &r.Repeat }, 0, 2, 3, 4, 5),
	word("repeat_result", "how it ends then",
		func(r *Rules) *RepeatResult { return &r.RepeatResult }, RepeatDraws, RepeatDefendersLose, RepeatMoverLoses),
	{
		name: "cap",
		help: fmt.Sprintf("the ply after which a game is cut off, 1 to %d", maxCap),
		get:  func(r *Rules) string { return strconv.Itoa(r.Cap) },
		set:  setCap,
	},
}

const maxCap = 100_000

// setCap takes a number as Go would write it, so that one game has one name.
func setCap(r *Rules, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > maxCap || strconv.Itoa(n) != value {
		return fmt.Errorf("want a whole number from 1 to %d, not %q", maxCap, value)
	}
	r.Cap = n
	return nil
}

// word is an option that is one of some words.
func word[T ~string](name, help string, field func(*Rules) *T, values ...T) option {
	o := option{name: name, help: help}
	for _, v := range values {
		o.values = append(o.values, string(v))
	}
	o.get = func(r *Rules) string { return string(*field(r)) }
	o.set = func(r *Rules, value string) error {
		*field(r) = T(value)
		return nil
	}
	return o
}

// kindSet is an option that is a set of kinds of pieces.
func kindSet(name, help string, field func(*Rules) *Kinds) option {
	return word(name, help, field, Nobody, "a", "d", OnlyKing, AllMen, "ak", "dk", Everybody)
}

// number is an option that is one of some numbers.
func number(name, help string, field func(*Rules) *int, values ...int) option {
	o := option{name: name, help: help}
	for _, v := range values {
		o.values = append(o.values, strconv.Itoa(v))
	}
	o.get = func(r *Rules) string { return strconv.Itoa(*field(r)) }
	o.set = func(r *Rules, value string) (err error) {
		*field(r), err = strconv.Atoi(value)
		return err
	}
	return o
}

// flag is an option that is on or off.
func flag(name, help string, field func(*Rules) *bool) option {
	o := option{name: name, help: help, values: []string{"on", "off"}}
	o.get = func(r *Rules) string {
		if *field(r) {
			return "on"
		}
		return "off"
	}
	o.set = func(r *Rules, value string) error {
		*field(r) = value == "on"
		return nil
	}
	return o
}
