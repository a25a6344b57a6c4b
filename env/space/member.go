package space

import (
	"container/list"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"

	"ludens/env"
	"ludens/env/seed"
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

// Games returns every game that can be drawn, each once, in the order of the rules;
// false if they are more than most.
func (g *Space) Games(most int) (games []env.Game, all bool) {
	seen, tried := map[string]bool{}, 0
	for _, group := range g.rules.Groups {
		for _, p := range group {
			for s := range p.settings {
				if tried++; tried > 64*most+1024 { // of most nothing can be made, or they are one game
					return nil, false
				}
				if games = g.collect(games, seen, s); len(games) > most {
					return nil, false
				}
			}
		}
	}
	return games, true
}

// Sample returns n different games, drawn as often as the rules say, or fewer
// where more are hard to find.
func (g *Space) Sample(n int, from seed.Seed) (games []env.Game) {
	seen := map[string]bool{}
	for i := 0; len(games) < n && i < 64*n+1024; i++ {
		games = g.collect(games, seen, g.rules.draw(from.At("setting", i).Rand()))
	}
	return games
}

// collect appends the game of a setting, if it can be had and is new.
func (g *Space) collect(games []env.Game, seen map[string]bool, s Setting) []env.Game {
	m, err := g.member(s)
	if err != nil || seen[m.game.Spec().Name] {
		return games
	}
	seen[m.game.Spec().Name] = true
	return append(games, m.game)
}

// settings goes through the settings of a part; the last option runs fastest.
func (p Part) settings(yield func(Setting) bool) {
	levels := make([]int, len(p.Options))
	for {
		i := -1
		s := p.pick(func(c Choice) string { i++; return c.Values[levels[i]] })
		if !yield(s) || !p.next(levels) {
			return
		}
	}
}

// next steps to the next levels; false after the last.
func (p Part) next(levels []int) bool {
	for i := len(levels) - 1; i >= 0; i-- {
		if levels[i]++; levels[i] < len(p.Options[i].Values) {
			return true
		}
		levels[i] = 0
	}
	return false
}

// mostMembers is how many members are kept at hand: some tens of kilobytes each.
const mostMembers = 512

// shelf keeps the members that were asked for last.
type shelf struct {
	furnish func(env.Game) (*member, error)

	mu    sync.Mutex
	byKey map[string]*list.Element
	order *list.List // of kept, the last asked for in front
}

type kept struct {
	key    string
	member *member
	err    error
}

func newShelf(furnish func(env.Game) (*member, error)) *shelf {
	return &shelf{furnish: furnish, byKey: map[string]*list.Element{}, order: list.New()}
}

// take returns the member of a key, which it makes if it is not among those kept.
func (s *shelf) take(key string, game func() (env.Game, error)) (*member, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.byKey[key]; ok {
		s.order.MoveToFront(e)
		k := e.Value.(*kept)
		return k.member, k.err
	}
	k := &kept{key: key}
	g, err := game()
	if err == nil {
		k.member, err = s.furnish(g)
	}
	k.err = err
	s.byKey[key] = s.order.PushFront(k)
	if s.order.Len() > mostMembers {
		last := s.order.Back()
		delete(s.byKey, last.Value.(*kept).key)
		s.order.Remove(last)
	}
	return k.member, k.err
}
