package space

import (
	"container/list"
	"sync"

	"ludens/env"
)

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
