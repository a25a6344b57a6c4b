package web

import (
	"context"
	"sync"
	"time"

	"ludens/analysis"
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
