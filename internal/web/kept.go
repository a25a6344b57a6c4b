package web

import (
	"context"
	"fmt"
	"sync"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
)

// Trees of analyses that are not running wait for the next position this long, and there
// are no more of them: each may take 300 MB.
const (
	keptFor  = 30 * time.Second
	mostIdle = 2
	handOver = time.Second // that an analysis waits for the one before it to stop
)

// trees keeps the trees of analyses, by the words that pages chose for themselves.
type trees struct {
	mu   sync.Mutex
	free []keptTree // the one that was used last at the end
	used map[string]chan struct{}
}

type keptTree struct {
	name string
	tree *analysis.Kept
	gone *time.Timer
}

// take returns the tree of that name, a new one if there is none, and what gives it back;
// nil if the one before does not stop.
func (t *trees) take(ctx context.Context, name string) (tree *analysis.Kept, give func()) {
	if name == "" {
		return nil, func() {}
	}
	late := time.NewTimer(handOver)
	defer late.Stop()
	for {
		t.mu.Lock()
		busy := t.used[name]
		if busy == nil {
			break
		}
		t.mu.Unlock()
		select {
		case <-busy:
		case <-ctx.Done():
			return nil, func() {}
		case <-late.C:
			return nil, func() {}
		}
	}
	defer t.mu.Unlock()
	tree = new(analysis.Kept)
	for i, k := range t.free {
		if k.name == name {
			k.gone.Stop()
			tree, t.free = k.tree, append(t.free[:i:i], t.free[i+1:]...)
			break
		}
	}
	done := make(chan struct{})
	if t.used == nil {
		t.used = map[string]chan struct{}{}
	}
	t.used[name] = done
	return tree, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.used, name)
		close(done)
		if len(t.free) == mostIdle {
			t.free[0].gone.Stop()
			t.free = append(t.free[:0:0], t.free[1:]...)
		}
		k := keptTree{name: name, tree: tree}
		k.gone = time.AfterFunc(keptFor, func() { t.drop(tree) })
		t.free = append(t.free, k)
	}
}

// drop forgets a tree that waits.
func (t *trees) drop(tree *analysis.Kept) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, k := range t.free {
		if k.tree == tree {
			t.free = append(t.free[:i:i], t.free[i+1:]...)
			return
		}
	}
}

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
