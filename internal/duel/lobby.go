package duel

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"ludens/env"
	"ludens/env/record"
)

// What a lobby holds at most. A duel takes up to 64 bytes for each of its moves, and
// 4 kB beside; one that follows has a goroutine.
const (
	mostDuels   = 256
	mostOfOne   = 16   // duels that one address of another machine may have opened
	mostPlies   = 2048 // of a game
	mostMove    = 64   // bytes
	mostFollow  = 192  // connections in all
	mostWithKey = 8    // connections with one key

	leastKey = 26 // letters of rand.Text

	kept = 24 * time.Hour // since a person last did something, if no client is connected
	rest = time.Hour      // the same without a client, if room is wanted
)

// ErrFull is the error of a lobby that has no room.
var ErrFull = errors.New("too many games are played here at once: try again later")

// ErrUnknown is the error of a key that opens nothing.
var ErrUnknown = fmt.Errorf("there is no such game any more: games are kept for %d hours after the last move", int(kept.Hours()))

// Lobby keeps duels by their keys. Its zero value is empty, and it is safe for
// concurrent use.
type Lobby struct {
	Now func() time.Time // nil: time.Now

	folder string // of the duels' files; "": there are none
	mu     sync.Mutex
	duels  []*Duel // in the order in which they were opened
	places map[string]place
	follow int // connections
}

// place is what a key opens.
type place struct {
	duel *Duel
	who  Person
}

// Open opens a duel in g from a start, in which who opens it plays a side, and returns
// his key. client is his address, "" on this machine.
func (l *Lobby) Open(client string, g env.Game, start record.Record, t Time, side env.Player) (string, error) {
	start.Moves, start.Comments, start.Result, start.Ending = nil, nil, env.Ongoing, ""
	d, err := newDuel(g, start, t, side, l.now)
	if err != nil {
		return "", err
	}
	d.client = client
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.makeRoom(client) {
		return "", ErrFull
	}
	for who := range d.keys {
		d.keys[who] = rand.Text() // 128 bits and more
	}
	if l.folder != "" {
		os.MkdirAll(l.folder, 0o700) // the files hold keys; without a folder they are not stored, which the view says
	}
	l.add(d)
	d.save()
	return d.keys[Opener], nil
}

// add takes in a duel that has its keys.
func (l *Lobby) add(d *Duel) {
	if l.places == nil {
		l.places = map[string]place{}
	}
	for who, key := range d.keys {
		l.places[key] = place{d, Person(who)}
	}
	if l.folder != "" {
		d.file = filepath.Join(l.folder, d.keys[Watcher]+".json")
	}
	l.duels = append(l.duels, d)
}

func (l *Lobby) now() time.Time {
	if l.Now != nil {
		return l.Now()
	}
	return time.Now()
}

// makeRoom forgets what is too old, and reports whether there is room for one more.
func (l *Lobby) makeRoom(client string) bool {
	l.forget(func(d *Duel) bool { return d.idle() > kept })
	own := 0
	for _, d := range l.duels {
		if client != "" && d.client == client {
			own++
		}
	}
	if own >= mostOfOne {
		return false
	}
	if len(l.duels) >= mostDuels {
		l.forgetOldest()
	}
	return len(l.duels) < mostDuels
}

// forgetOldest drops the duel that has been idle longest, if that is long.
func (l *Lobby) forgetOldest() {
	oldest := slices.MaxFunc(l.duels, func(a, b *Duel) int { return cmp.Compare(a.idle(), b.idle()) })
	if oldest.idle() > rest {
		l.forget(func(d *Duel) bool { return d == oldest })
	}
}

func (l *Lobby) forget(which func(*Duel) bool) {
	l.duels = slices.DeleteFunc(l.duels, func(d *Duel) bool {
		gone := which(d)
		if gone {
			for _, key := range d.keys {
				delete(l.places, key)
			}
			if d.file != "" {
				os.Remove(d.file) // one that stays is too old for the next lobby, which tries again
			}
		}
		return gone
	})
}

// idle returns the time since the last act of a person; 0 while a client is connected.
func (d *Duel) idle() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.here != [persons]int{} {
		return 0
	}
	return d.now().Sub(d.acted)
}

// find returns what a key opens.
func (l *Lobby) find(key string) (place, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, ok := l.places[key]
	if !ok {
		return at, ErrUnknown
	}
	return at, nil
}

// Do does what the holder of a key may do.
func (l *Lobby) Do(key string, a Act) error {
	at, err := l.find(key)
	if err != nil {
		return err
	}
	return at.duel.Do(at.who, a)
}

// Follow reports to the holder of a key how the duel stands, at once and whenever that
// changes, at least every 15 seconds, until ctx ends or tell returns an error.
func (l *Lobby) Follow(ctx context.Context, key string, tell func(View) error) error {
	at, err := l.find(key)
	if err != nil {
		return err
	}
	if !l.seat(at, 1) {
		return ErrFull
	}
	defer l.seat(at, -1)
	return at.duel.follow(ctx, at.who, tell)
}

// seat counts a connection in or out, and reports whether there is room for it.
func (l *Lobby) seat(at place, by int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if by > 0 && (l.follow >= mostFollow || at.duel.connected(at.who) >= mostWithKey) {
		return false
	}
	l.follow += by
	return true
}

func (d *Duel) connected(p Person) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.here[p]
}
