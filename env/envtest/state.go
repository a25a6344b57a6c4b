package envtest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"ludens/env"
)

// Observe overwrites exactly Spec.Size() floats with values in [0, 1].
func checkObservation(k *kit) error {
	const guard = -99
	size := k.spec.Size()
	return k.each(func(p position) error {
		if p.Result() != env.Ongoing {
			return nil // the game is over: no mover, no observation
		}
		dst := make([]float32, size+1)
		for i := range dst {
			dst[i] = float32(math.NaN())
		}
		dst[size] = guard
		p.Observe(dst[:size])
		if dst[size] != guard {
			return p.breach("Observe writes beyond its %d floats", size)
		}
		for i, x := range dst[:size] {
			if !(x >= 0 && x <= 1) { // NaN: it was not overwritten
				plane, cell := i/k.spec.Cells(), i%k.spec.Cells()
				return p.breach("Observe: plane %d, cell %d is %v, want a value in [0, 1]", plane, cell, x)
			}
		}
		again := make([]float32, size)
		p.Observe(again)
		if !slices.Equal(again, dst[:size]) {
			return p.breach("Observe gives something else the second time")
		}
		return nil
	})
}

// Two games with one seed and the same actions are equal at each ply.
func checkReplay(k *kit) error {
	for i := range uint64(k.games) {
		other := k.game.New(i)
		err := k.walk(i, shuffler(), func(p position) error {
			if n := len(p.actions); n > 0 {
				other.Play(p.actions[n-1])
			}
			if err := k.view(p.State).differs(k.view(other)); err != nil {
				return p.breach("the same game played twice: %v", err)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// A copy is equal, whether fresh or made over a used State, stays equal when
// both play the same on, and stays as it was when the original plays on.
func checkCopy(k *kit) error {
	used := k.game.New(0) // has been anywhere, and is copied over
	for i := range uint64(k.games) {
		follower := k.game.New(i).Copy(nil) // plays on a copy of a copy of a copy
		var left env.State                  // a copy left behind at the last ply
		var leftView view
		err := k.walk(i, shuffler(), func(p position) error {
			now := k.view(p.State)
			if left != nil {
				if err := leftView.differs(k.view(left)); err != nil {
					return p.breach("a copy changes when its original plays on: %v", err)
				}
			}
			if n := len(p.actions); n > 0 {
				follower.Play(p.actions[n-1])
			}
			for _, c := range []struct {
				name  string
				state env.State
			}{
				{"a copy of a copy that plays on", follower},
				{"Copy(nil)", p.Copy(nil)},
				{"Copy over the State of another game", p.Copy(foreign{})},
				{"Copy over a used State", p.Copy(used)},
			} {
				if err := now.differs(k.view(c.state)); err != nil {
					return p.breach("%s is not equal: %v", c.name, err)
				}
			}
			used = p.Copy(used)
			scramble(used, len(p.actions))
			if err := now.differs(k.view(p.State)); err != nil {
				return p.breach("playing on a copy changes its original: %v", err)
			}
			follower, left = follower.Copy(left), p.Copy(nil)
			leftView = now
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// foreign is the State of some other game.
type foreign struct{ env.State }

// scramble plays up to three moves on s, which ones depending on n.
func scramble(s env.State, n int) {
	for range 3 {
		legal := s.Legal(nil)
		if len(legal) == 0 {
			return
		}
		s.Play(legal[n%len(legal)])
	}
}

// Once its buffers have grown, a search that copies, asks, plays and observes
// allocates nothing.
func checkAllocation(k *kit) error {
	var actions []env.Action
	err := k.walk(0, uniform, func(p position) error {
		actions = p.actions
		return nil
	})
	if err != nil {
		return err
	}
	start := k.game.New(0)
	var playing, copied env.State
	legal := make([]env.Action, 0, k.spec.Actions)
	observation := make([]float32, k.spec.Size())
	search := func() {
		playing = start.Copy(playing)
		for _, a := range actions {
			legal = playing.Legal(legal[:0])
			playing.Observe(observation)
			playing.Play(a)
			playing.Key()
			copied = playing.Copy(copied)
		}
	}
	if n := testing.AllocsPerRun(2, search); n > 0 {
		return fmt.Errorf("a game of %d plies allocates %v times in Copy, Legal, Observe, Play and Key, want 0", len(actions), n)
	}
	return nil
}

// Equal keys mean equal positions: what Legal, Result, Observe, ToMove and
// String show depends on nothing that Key leaves out.
func checkKey(k *kit) error {
	met := map[uint64]view{}
	same := func(p position) error {
		v := k.view(p.State)
		w, ok := met[v.key]
		if !ok {
			met[v.key] = v
			return nil
		}
		if err := v.differs(w); err != nil {
			return p.breach("another position has the key %#x, but %v", v.key, err)
		}
		return nil
	}
	if err := k.each(same); err != nil {
		return err
	}
	for i := range uint64(k.games) {
		if err := k.walk(i, shuffler(), same); err != nil {
			return err
		}
	}
	return k.openings(same)
}

// openings visits the first plies of many games, where positions meet again by
// another order of moves.
func (k *kit) openings(visit func(position) error) error {
	const games, plies = 200, 5
	enough := errors.New("enough plies")
	for i := range uint64(games) {
		err := k.walk(i, uniform, func(p position) error {
			if len(p.actions) == plies {
				return enough
			}
			return visit(p)
		})
		if err != nil && err != enough {
			return err
		}
	}
	return nil
}

// A Game may be used by many goroutines, each with a State of its own. The
// race detector sees what this test does not.
func checkConcurrent(k *kit) error {
	const players = 8
	keys := make([]uint64, players)
	var group sync.WaitGroup
	for i := range players {
		group.Go(func() {
			k.walk(uint64(i%2), uniform, func(p position) error {
				keys[i] = p.Key()
				return nil
			})
		})
	}
	group.Wait()
	for i, key := range keys {
		if key != keys[i%2] {
			return fmt.Errorf("goroutines that play the game of seed %d end at keys %#x and %#x", i%2, keys[i%2], key)
		}
	}
	return nil
}
