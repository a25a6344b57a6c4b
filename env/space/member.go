package space

import (
	"fmt"
	"hash/fnv"
	"slices"

	"ludens/env"
)

// member is a game of the space, and how it stands in the frame.
type member struct {
	game   env.Game
	space  *Space
	maxPly int // plies after which it is cut off, if the states do not know it themselves; else 0

	planes  []int        // the frame's plane by the member's, increasing
	rest    []float32    // of the planes that show rules
	up      []env.Action // the frame's action by the member's; nil: the same
	ordered bool         // up is increasing
	down    []env.Action // the member's action by the frame's, -1 for those it lacks
	mark    uint64       // its part of a position's key
}

// furnish returns the member of a game, or says what of it is not in the frame.
func (g *Space) furnish(of env.Game) (*member, error) {
	f, spec := &g.frame, of.Spec()
	labelled, ok := env.As[env.Labelled](of)
	featured, both := env.As[env.Featured](of)
	if !ok || !both || spec.Shape[1] != f.rows || spec.Shape[2] != f.cols {
		return nil, fmt.Errorf("%s is played on another board", spec.Name)
	}
	m := &member{game: of, space: g}
	for _, name := range labelled.PlaneNames() {
		m.planes = append(m.planes, slices.Index(f.planes, name))
	}
	names := labelled.ActionNames()
	missing := slices.ContainsFunc(names[:spec.Planes()], func(n string) bool { return !slices.Contains(f.lanes, n) }) ||
		slices.ContainsFunc(names[spec.Planes():], func(n string) bool { return !slices.Contains(f.globals, n) })
	if missing || slices.Contains(m.planes, -1) {
		return nil, fmt.Errorf("%s has planes or actions of its own", spec.Name)
	}
	m.number(f)
	if !slices.IsSorted(m.planes) {
		return nil, fmt.Errorf("%s has its planes in another order", spec.Name)
	}
	m.ordered = slices.IsSorted(m.up)
	rules := featured.Features()
	for _, i := range f.features {
		m.rest = append(m.rest, rules[i].Value)
	}
	if !spec.Uncounted {
		m.maxPly = spec.MaxPly
	}
	h := fnv.New64a()
	h.Write([]byte(spec.Name))
	m.mark = h.Sum64()
	return m, nil
}

// number fills in up and down.
func (m *member) number(f *frame) {
	m.up = f.up(m.game)
	actions := len(f.lanes)*f.cells() + len(f.globals)
	same := len(m.up) == actions
	for a, to := range m.up {
		same = same && env.Action(a) == to
	}
	if same {
		m.up = nil
		return
	}
	m.down = make([]env.Action, actions)
	for i := range m.down {
		m.down[i] = -1
	}
	for a, to := range m.up {
		m.down[to] = env.Action(a)
	}
}

// lower turns an action of the frame into the member's.
func (m *member) lower(a env.Action) env.Action {
	if m.down == nil {
		return a
	}
	return m.down[a]
}

// observe shows a position of the member in the frame. The member's planes come
// first, as it writes them, and then move back to where the frame has them.
func (m *member) observe(s env.State, dst []float32) {
	cells := m.space.frame.cells()
	s.Observe(dst)
	end := len(m.space.frame.planes)
	for p := len(m.planes) - 1; p >= 0; p-- {
		to := m.planes[p]
		clear(dst[(to+1)*cells : end*cells])
		if to != p {
			copy(dst[to*cells:(to+1)*cells], dst[p*cells:(p+1)*cells])
		}
		end = to
	}
	clear(dst[:end*cells])
	at := len(m.space.frame.planes)
	for i, v := range m.rest {
		plane := dst[(at+i)*cells : (at+i+1)*cells]
		for c := range plane {
			plane[c] = v
		}
	}
}
