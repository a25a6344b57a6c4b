package duel

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/record"
)

// crowd opens duels in a lobby whose clock stands until it is turned.
type crowd struct {
	*testing.T
	Lobby
	time time.Time
	game env.Game
}

func newCrowd(t *testing.T) *crowd {
	c := &crowd{T: t, time: time.Unix(1e9, 0), game: mustMake(t, "tictactoe")}
	c.Now = func() time.Time { return c.time }
	return c
}

func (c *crowd) open(client string) (keys, error) {
	key, err := c.Open(client, c.game, record.Record{Game: "tictactoe"}, Time{}, env.First)
	if err != nil {
		return keys{}, err
	}
	return keysOf(&c.Lobby, key), nil
}

// A lobby is bounded: in all and for each address; who has been idle for an hour
// makes room, who is at it does not.
func TestLobbyIsBounded(t *testing.T) {
	c := newCrowd(t)
	for range mostOfOne {
		if _, err := c.open("10.0.0.1"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.open("10.0.0.1"); !errors.Is(err, ErrFull) {
		t.Errorf("one more of the same address: %v, want ErrFull", err)
	}
	var all []keys
	for len(c.duels) < mostDuels {
		k, err := c.open("")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, k)
	}
	if _, err := c.open(""); !errors.Is(err, ErrFull) {
		t.Errorf("one more: %v, want ErrFull", err)
	}
	c.time = c.time.Add(rest)
	if err := c.Do(all[0].Opener, Act{Kind: Move, Move: "a1"}); err != nil {
		t.Fatal(err)
	}
	c.time = c.time.Add(time.Second)
	if _, err := c.open(""); err != nil || len(c.duels) != mostDuels || len(c.places) != int(persons)*mostDuels {
		t.Errorf("after an hour: %v, %d duels and %d keys", err, len(c.duels), len(c.places))
	}
	if _, err := c.find(all[0].Other); err != nil {
		t.Errorf("one that is played made room: %v", err)
	}
}

// A duel without a client is kept for a day.
func TestOldDuelsAreForgotten(t *testing.T) {
	c := newCrowd(t)
	old, _ := c.open("")
	seen, _ := c.open("")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	there := make(chan View, 8)
	go c.Follow(ctx, seen.Watcher, func(v View) error { there <- v; return nil })
	<-there
	c.time = c.time.Add(kept + 1)
	if _, err := c.open(""); err != nil {
		t.Fatal(err)
	}
	if _, err := c.find(old.Opener); !errors.Is(err, ErrUnknown) {
		t.Errorf("after a day: %v, want ErrUnknown", err)
	}
	if _, err := c.find(seen.Opener); err != nil {
		t.Errorf("with somebody watching: %v", err)
	}
}

// Keys are all different, and long.
func TestKeys(t *testing.T) {
	c := newCrowd(t)
	seen := map[string]bool{}
	for range 50 {
		k, err := c.open("")
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{k.Opener, k.Other, k.Watcher} {
			if len(key) < 26 || seen[key] {
				t.Fatalf("key %q", key)
			}
			seen[key] = true
		}
	}
	if _, err := c.find(""); !errors.Is(err, ErrUnknown) {
		t.Errorf("no key: %v", err)
	}
}

// Who follows sees each move at once, who is there, and a flag that falls though
// no player acts.
func TestFollow(t *testing.T) {
	l := new(Lobby)
	g := mustMake(t, "celta")
	key, err := l.Open("", g, record.Record{Game: "celta"}, Time{Main: 60 * time.Millisecond}, env.First)
	if err != nil {
		t.Fatal(err)
	}
	k := keysOf(l, key)
	ctx, stop := context.WithCancel(t.Context())
	seen := make(chan View)
	ended := make(chan error)
	go func() {
		ended <- l.Follow(ctx, k.Other, func(v View) error {
			select {
			case seen <- v:
			case <-ctx.Done():
			}
			return nil
		})
	}()
	until := func(what string, is func(View) bool) {
		t.Helper()
		for end := time.After(time.Minute); ; {
			select {
			case v := <-seen:
				if is(v) {
					return
				}
			case <-end:
				t.Fatalf("never seen: %s", what)
			}
		}
	}
	until("who follows", func(v View) bool { return v.Here == [2]bool{false, true} })
	for i, m := range []string{"d5c5", "a4a5"} {
		if err := l.Do([]string{k.Opener, k.Other}[i], Act{Kind: Move, Ply: i, Move: m}); err != nil {
			t.Fatal(err)
		}
		until(m, func(v View) bool { return len(v.Moves) == i+1 })
	}
	until("the flag", func(v View) bool { return v.Ending == "king's side ran out of time" })
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
	at, _ := l.find(k.Other)
	if at.duel.connected(Other) != 0 || l.follow != 0 {
		t.Error("a connection is counted that is gone")
	}
}

// That many may follow with one key.
func TestFollowersAreBounded(t *testing.T) {
	c := newCrowd(t)
	k, _ := c.open("")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	there := make(chan View, 64)
	for range mostWithKey {
		go c.Follow(ctx, k.Watcher, func(v View) error {
			there <- v
			return nil
		})
	}
	for v := range there {
		if v.Watchers == mostWithKey {
			break
		}
	}
	if err := c.Follow(ctx, k.Watcher, func(View) error { return nil }); !errors.Is(err, ErrFull) {
		t.Errorf("one more: %v, want ErrFull", err)
	}
	gone := fmt.Errorf("gone")
	if err := c.Follow(ctx, k.Opener, func(View) error { return gone }); err != gone {
		t.Errorf("with another key: %v", err)
	}
}
