package web

import (
	"fmt"
	"sync"

	"ludens/env"
	"ludens/env/games"
)

// title is the name of a game and the text of the file that it is read from, if it is: one
// name may be read again with other rules, once the first is forgotten.
type title struct{ name, text string }

func titleOf(name string) title { return title{name, games.Text(name)} }

// shelfRoom is of how many games something is kept.
const shelfRoom = 32

// latest is what was made for games, each of which takes a while: that of the last ones.
type latest[V any] struct {
	mu    sync.Mutex
	names []title // the newest last
	of    map[title]V
}

// get returns what was made for a game; ok is false if that is not kept.
func (k *latest[V]) get(t title) (v V, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	v, ok = k.of[t]
	return v, ok
}

// put keeps what was made for a game, and forgets the oldest if there are too many.
func (k *latest[V]) put(t title, v V) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of == nil {
		k.of = map[title]V{}
	}
	if _, there := k.of[t]; there {
		return
	}
	if len(k.names) == shelfRoom {
		delete(k.of, k.names[0])
		k.names = k.names[1:]
	}
	k.names, k.of[t] = append(k.names, t), v
}

// shelf keeps the rule books that were asked for last.
type shelf struct {
	making sync.Mutex
	books  latest[env.Game]
}

func (s *shelf) game(name string) (env.Game, error) {
	if len(name) > maxName {
		return nil, fmt.Errorf("a game's name of %d bytes: want at most %d", len(name), maxName)
	}
	s.making.Lock()
	defer s.making.Unlock()
	of := titleOf(name)
	if g, ok := s.books.get(of); ok {
		return g, nil
	}
	g, err := games.Make(name)
	if err == nil {
		s.books.put(of, g)
	}
	return g, err
}
