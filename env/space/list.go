package space

import (
	"container/list"
	"sync"

	"ludens/env"
	"ludens/env/seed"
)

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
