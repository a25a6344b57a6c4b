package space

import (
	"fmt"
	"slices"

	"ludens/env"
)

// frame is what positions of all members are shown in: every plane and every action
// that one of them has, and the rules in which they differ.
type frame struct {
	rows, cols     int
	planes         []string // names of the members' planes
	lanes, globals []string // names of planes of actions, and of the actions after them
	features       []int    // of a member's: those that differ
	names          []string // of all features
	turned         bool
	uncounted      bool
	starts         []string
	odds           []env.Odds // that all members know
}

// newFrame returns the frame of some members, or says which does not fit in.
func newFrame(games []env.Game) (frame, error) {
	first := games[0].Spec()
	f := frame{rows: first.Shape[1], cols: first.Shape[2]}
	f.starts, f.odds = startsOf(games[0]), oddsOf(games[0])
	for _, g := range games {
		spec := g.Spec()
		labelled, ok := env.As[env.Labelled](g)
		if _, featured := env.As[env.Featured](g); !ok || !featured {
			return f, fmt.Errorf("%s does not give its rules as numbers, so no network can read them", spec.Name)
		}
		if spec.Shape[1] != f.rows || spec.Shape[2] != f.cols {
			return f, fmt.Errorf("%s has %d by %d squares, and %s %d by %d: one network wants one board",
				spec.Name, spec.Shape[1], spec.Shape[2], first.Name, f.rows, f.cols)
		}
		names := labelled.ActionNames()
		f.planes = merge(f.planes, labelled.PlaneNames())
		f.lanes = merge(f.lanes, names[:spec.Planes()])
		f.globals = merge(f.globals, names[spec.Planes():])
		f.turned = labelled.Turned()
		f.uncounted = f.uncounted || spec.Uncounted || spec.MaxPly != first.MaxPly
		f.starts = slices.DeleteFunc(f.starts, func(kind string) bool { return !slices.Contains(startsOf(g), kind) })
		f.odds = slices.DeleteFunc(f.odds, func(o env.Odds) bool { return !slices.Contains(oddsOf(g), o) })
	}
	f.differ(games)
	return f, nil
}

func startsOf(g env.Game) []string {
	if s, ok := env.As[env.Startable](g); ok {
		return slices.Clone(s.Starts())
	}
	return nil
}

func oddsOf(g env.Game) []env.Odds {
	if u, ok := env.As[env.Uneven](g); ok {
		return slices.Clone(u.Odds())
	}
	return nil
}

// merge returns all names of two lists, each in its order: one that is new comes
// after the one before it.
func merge(all, more []string) []string {
	at := 0
	for _, name := range more {
		if i := slices.Index(all, name); i >= 0 {
			at = i + 1
			continue
		}
		all = slices.Insert(all, at, name)
		at++
	}
	return all
}

// differ finds the features in which members differ; of those that always agree with
// each other the first.
func (f *frame) differ(games []env.Game) {
	columns := map[string]bool{}
	for i, feature := range features(games[0]) {
		f.names = append(f.names, feature.Name)
		column, same := "", true
		for _, g := range games {
			v := features(g)[i].Value
			column += fmt.Sprint(v, " ")
			same = same && v == feature.Value
		}
		if !same && !columns[column] {
			f.features = append(f.features, i)
			columns[column] = true
		}
	}
}

// features returns the rules of a member as numbers.
func features(g env.Game) []env.Feature {
	f, _ := env.As[env.Featured](g)
	return f.Features()
}

// featured returns the names of the planes that show rules.
func (f *frame) featured() (names []string) {
	for _, i := range f.features {
		names = append(names, "everywhere the rule: "+f.names[i])
	}
	return names
}

func (f *frame) cells() int { return f.rows * f.cols }

// spec returns that of the space.
func (f *frame) spec(name string, games []env.Game) env.Spec {
	s := env.Spec{
		Name: name, Version: Version,
		Actions: len(f.lanes)*f.cells() + len(f.globals),
		Shape:   [3]int{len(f.planes) + len(f.features), f.rows, f.cols},
		Roles:   games[0].Spec().Roles,

		Uncounted: f.uncounted, Uniform: len(f.features),
	}
	for _, g := range games {
		member := g.Spec()
		s.Version = max(s.Version, member.Version)
		s.MaxPly = max(s.MaxPly, member.MaxPly)
		if member.Roles != s.Roles {
			s.Roles = [2]string{"first", "second"}
		}
	}
	return s
}

// symmetries returns those that all members have, by name. An action is carried as
// by the first member that has it.
func (f *frame) symmetries(games []env.Game) (all []env.Symmetry) {
	first, ok := env.As[env.Symmetric](games[0])
	if !ok {
		return nil
	}
	for _, s := range first.Symmetries() {
		image := env.Symmetry{Name: s.Name, Cells: s.Cells, Actions: make([]env.Action, len(f.lanes)*f.cells()+len(f.globals))}
		for i := range image.Actions {
			image.Actions[i] = -1
		}
		shared := true
		for _, g := range games {
			shared = shared && f.carry(image.Actions, g, s.Name)
		}
		if shared {
			all = append(all, image)
		}
	}
	return all
}

// carry fills in where a member's symmetry carries its actions, if it has that one.
func (f *frame) carry(actions []env.Action, g env.Game, name string) bool {
	symmetric, ok := env.As[env.Symmetric](g)
	if !ok {
		return false
	}
	own := symmetric.Symmetries()
	i := slices.IndexFunc(own, func(s env.Symmetry) bool { return s.Name == name })
	if i < 0 {
		return false
	}
	up := f.up(g)
	for a, to := range own[i].Actions {
		if actions[up[a]] < 0 {
			actions[up[a]] = up[to]
		}
	}
	return true
}

// up returns the frame's actions by a member's, whose names are all in the frame.
func (f *frame) up(g env.Game) (up []env.Action) {
	labelled, _ := env.As[env.Labelled](g)
	spec, names, cells := g.Spec(), labelled.ActionNames(), f.cells()
	for _, name := range names[:spec.Planes()] {
		lane := slices.Index(f.lanes, name)
		for cell := range cells {
			up = append(up, env.Action(lane*cells+cell))
		}
	}
	for _, name := range names[spec.Planes():] {
		up = append(up, env.Action(len(f.lanes)*cells+slices.Index(f.globals, name)))
	}
	return up
}
