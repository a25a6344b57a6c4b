package traversal

import (
	"slices"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/env/cetro"
	"ludens/env/variant"
)

// asCetro returns the game of package cetro that a file says, if it says one.
func asCetro(f *variant.File, r *rules, l *layout) (g env.Game, ok bool, err error) {
	for _, v := range cetro.Variants() {
		if !r.cetro(f, v) || !l.cetro(v.Name) {
			continue
		}
		settings := []env.Setting{
			{Name: "demand", Value: r.Demand},
			{Name: "first", Value: r.First},
			{Name: "cap", Value: strconv.Itoa(r.Cap)},
			{Name: "repeat", Value: strconv.Itoa(r.Repeat)},
		}
		if hasOption(v, "cap_result") {
			settings = append(settings, env.Setting{Name: "cap_result", Value: r.CapResult})
		}
		g, err := cetro.Named(f.GameName(), v.Name, settings)
		return g, true, err
	}
	return nil, false, nil
}

func hasOption(v env.Variant, name string) bool {
	return slices.ContainsFunc(v.Options, func(o env.Option) bool { return o.Name == name })
}

// cetro reports whether the rules but for the drawings are those of a variant of Cetro.
func (r *rules) cetro(f *variant.File, v env.Variant) bool {
	own := rules{
		Start: r.Start, Goals: r.Goals, Demand: r.Demand, First: r.First, Cap: r.Cap, CapResult: r.CapResult, Repeat: r.Repeat,
		Over: "any", Lock: "none", Blocking: true, Win: "all", NoMove: "pass", Stuck: "mover", Needs: "jumps", RepeatResult: "draw",
		Steps: r.Steps, Jumps: r.Jumps,
	}
	steps, jumps, err := r.ways(f)
	switch {
	case *r != own || err != nil:
		return false
	case !slices.Equal(steps, ways{backwardRight, backwardLeft}) || !slices.Equal(jumps, ways{forwardRight, forwardLeft}):
		return false
	}
	return r.CapResult == "draw" || r.CapResult == "score" && hasOption(v, "cap_result")
}

// cetro reports whether the drawings are those of a variant of Cetro.
func (l *layout) cetro(name string) bool {
	g, err := cetro.New(name, nil)
	if err != nil {
		return false
	}
	start, err := parseStart(drawing(g.(*cetro.Game)), 0)
	if err != nil || start.parseGoals("") != nil {
		return false
	}
	return l.rows == start.rows && l.cols == start.cols && slices.Equal(l.square, start.square) && slices.Equal(l.start, start.start) &&
		slices.Equal(l.letters, start.letters) && slices.EqualFunc(l.goal[south], start.goal[south], slices.Equal[[]bool]) &&
		slices.EqualFunc(l.goal[north], start.goal[north], slices.Equal[[]bool])
}

// drawing returns the start of a game of Cetro as a file draws it.
func drawing(g *cetro.Game) string {
	rows, _, _ := strings.Cut(g.Position(g.New(0)), " ")
	for n := range 10 {
		rows = strings.ReplaceAll(rows, strconv.Itoa(n), strings.Repeat(".", n))
	}
	return strings.ReplaceAll(rows, "/", "\n")
}
