package cetro

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/internal/nearest"
)

// family is the variants, each with its board.
var family = []struct {
	env.Variant
	cols, rows, colours int
}{
	{env.Variant{Name: "cetro", Summary: "Cetro: a race of 14 men a side, on 9 by 9 squares",
		Options: options("240", capResult)}, 9, 9, 3},
	{env.Variant{Name: "cetro-5x5", Summary: "Cetro with 5 men a side on 5 by 5 squares, small enough to be solved",
		Options: options("200")}, 5, 5, 2},
	{env.Variant{Name: "cetro-5x7", Summary: "Cetro with 5 men a side on 5 files and 7 ranks, small enough to be solved with 6 GB of memory",
		Options: options("200")}, 5, 7, 2},
	{env.Variant{Name: "cetro-7x7", Summary: "Cetro with 7 men a side on 7 by 7 squares, between the solved boards and the whole one",
		Options: options("200")}, 7, 7, 2},
}

// options returns those of a variant, in the order of its canonical name.
func options(plies string, ofCap ...env.Option) []env.Option {
	return slices.Concat([]env.Option{
		{Name: "demand", Default: demands[onMove], Values: demands,
			Help: "a jump is demanded along with one's own move (flag), never (none), all the time (always), or by vetoing a retreat (veto)"},
		{Name: "first", Default: "south", Values: []string{"south", "north"}, Help: "who moves first"},
		{Name: "cap", Default: plies, Help: fmt.Sprintf("plies after which a game is cut off, 1 to %d", longest)},
	}, ofCap, []env.Option{
		{Name: "repeat", Default: "3", Values: []string{"0", "2", "3", "4", "5"}, Help: "the occurrence of a position that is a draw; 0: none"},
	})
}

const (
	longest    = 1000 // the highest cap
	mostRepeat = 5    // the highest repeat
	// actionsATurn is how many actions a turn can have with demand=veto: a retreat,
	// its veto and the jump.
	actionsATurn = 3
)

var capResult = env.Option{Name: "cap_result", Default: "score", Values: []string{"score", "draw"},
	Help: "a game that is cut off is won by who needs fewer moves, or else has more men home (score), or has no winner (draw)"}

// Variants lists what New can make.
func Variants() (list []env.Variant) {
	for _, v := range family {
		list = append(list, v.Variant)
	}
	return list
}

// New returns the game of a variant with some of its options set.
func New(variant string, settings []env.Setting) (env.Game, error) {
	g, err := assemble(variant, settings)
	if err != nil {
		return nil, fmt.Errorf("cetro: %w", err)
	}
	return g, nil
}

// Named is New for a game that is called otherwise: one of a file that says the same
// rules.
func Named(name, variant string, settings []env.Setting) (env.Game, error) {
	g, err := assemble(variant, settings)
	if err != nil {
		return nil, fmt.Errorf("cetro: %w", err)
	}
	g.spec.Name = name
	return g, nil
}

func assemble(variant string, settings []env.Setting) (*Game, error) {
	var names []string
	for _, v := range family {
		if v.Name == variant {
			g := &Game{variant: v.Name, board: newBoard(v.cols, v.rows, v.colours)}
			return g, g.configure(v.Variant, settings)
		}
		names = append(names, v.Name)
	}
	return nil, fmt.Errorf("no variant %q%s; there are %s", variant, nearest.Hint(variant, names), strings.Join(names, ", "))
}

// configure sets the options and all that follows from them.
func (g *Game) configure(v env.Variant, settings []env.Setting) error {
	settings, err := tidy(settings)
	if err != nil {
		return fmt.Errorf("%s: %w", v.Name, err)
	}
	name, all, err := v.Settle(settings)
	if err != nil {
		return err
	}
	g.spec = env.Spec{Name: name, Version: Version, Roles: [2]string{"south", "north"}}
	for _, s := range all {
		g.choose(s)
	}
	g.spec.MaxPly = g.cap
	if g.demand == byVeto {
		g.spec.Version, g.spec.MaxPly = vetoVersion, g.cap*actionsATurn
	}
	g.moves = moveTable(g.board, g.demand)
	g.spec.Actions = len(g.moves)
	g.spec.Shape = [3]int{len(g.PlaneNames()), g.board.rows, g.board.cols}
	return nil
}

// tidy returns the settings with numbers checked and spelt the one way that
// canonical names have.
func tidy(settings []env.Setting) ([]env.Setting, error) {
	tidied := slices.Clone(settings)
	for i, s := range settings {
		if s.Name != "cap" {
			continue
		}
		plies, err := strconv.Atoi(s.Value)
		if err != nil || plies < 1 || plies > longest {
			return nil, fmt.Errorf("option cap is a whole number from 1 to %d, not %q", longest, s.Value)
		}
		tidied[i].Value = strconv.Itoa(plies)
	}
	return tidied, nil
}

// choose sets one option to a value that has been checked.
func (g *Game) choose(s env.Setting) {
	switch s.Name {
	case "demand":
		g.demand = demand(slices.Index(demands, s.Value))
	case "first":
		if s.Value == "north" {
			g.south = env.Second
			g.spec.Roles = [2]string{"north", "south"}
		}
	case "cap":
		g.cap, _ = strconv.Atoi(s.Value)
	case "cap_result":
		g.scored = s.Value == "score"
	case "repeat":
		g.repeat, _ = strconv.Atoi(s.Value)
	}
}
