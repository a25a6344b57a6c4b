package duel

import (
	"context"
	"time"

	"ludens/env"
)

// View is how a duel stands, as one of those sees it who follow it. Players are 0 and
// 1, and -1 for none.
type View struct {
	Round    int      `json:"round"` // of the games between the two, from 0
	Game     string   `json:"game"`
	Seed     uint64   `json:"seed,omitempty"`
	Position string   `json:"position,omitempty"` // that it began with
	Moves    []string `json:"moves"`
	Side     int      `json:"side"` // of who sees it
	Here     [2]bool  `json:"here"` // by player: a client with his key is connected
	Watchers int      `json:"watchers"`
	Draw     int      `json:"draw"` // who offers
	TakeBack int      `json:"takeback"`
	Rematch  int      `json:"rematch"`
	Clock    *Left    `json:"clock,omitempty"`
	Other    string   `json:"other,omitempty"`  // the other's key, for who opened the duel
	Watch    string   `json:"watch,omitempty"`  // the key to watch, for both
	Claim    bool     `json:"claim,omitempty"`  // who sees it may claim the win: the other has gone
	Stored   bool     `json:"stored,omitempty"` // the game survives the server
	Result   string   `json:"result,omitempty"` // of a game that is over; "ongoing" if it was cut off
	Ending   string   `json:"ending,omitempty"`
}

// Left is a clock as it stands, in seconds.
type Left struct {
	Main      float64    `json:"main"`
	Increment float64    `json:"increment"`
	Left      [2]float64 `json:"left"`
	Running   int        `json:"running"` // whose
}

// view returns how the game stands for p, and what is closed when that changes.
func (d *Duel) view(p Person) (View, <-chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.settle()
	v := View{
		Round: d.round, Game: d.start.Game, Seed: d.start.Seed, Position: d.start.Start, Moves: append([]string{}, d.moves...), Side: -1,
		Watchers: d.here[Watcher], Draw: int(d.offers[draw]), TakeBack: int(d.offers[takeBack]), Rematch: int(d.offers[rematch]), Clock: d.left(),
	}
	for i, side := range d.sides {
		v.Here[side] = d.here[i] > 0
	}
	v.Claim, v.Stored = d.abandoned(p), d.stored
	if p != Watcher {
		v.Side, v.Watch = int(d.sides[p]), d.keys[Watcher]
	}
	if p == Opener {
		v.Other = d.keys[Other]
	}
	if d.over {
		v.Result, v.Ending = d.result.String(), d.ending
	}
	return v, d.news
}

func (d *Duel) left() *Left {
	if d.clock.Main == 0 {
		return nil
	}
	l := &Left{Main: d.clock.Main.Seconds(), Increment: d.clock.Increment.Seconds(), Running: -1}
	if !d.over && d.clock.runs(len(d.moves)) {
		l.Running = int(d.mover)
	}
	for p := range l.Left {
		left := d.clock.left[p]
		if p == l.Running {
			left = d.clock.leftOf(env.Player(p), d.mover, len(d.moves), d.now())
		}
		l.Left[p] = max(0, left.Seconds())
	}
	return l
}

// heartbeat is how often a follower gets a sign that the duel is still there.
const heartbeat = 15 * time.Second

// follow reports how the game stands, at once and whenever that changes, until ctx ends
// or tell returns an error.
func (d *Duel) follow(ctx context.Context, p Person, tell func(View) error) error {
	d.come(p, 1)
	defer d.come(p, -1)
	for {
		v, news := d.view(p)
		if err := tell(v); err != nil {
			return err
		}
		if err := wait(ctx, news, d.quiet(v)); err != nil {
			return err
		}
	}
}

// come notes that a client with a key has come or gone.
func (d *Duel) come(p Person, by int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.here[p] += by
	d.seen[p] = d.now()
	d.tell()
}

// quiet returns for how long nothing will happen of itself.
func (d *Duel) quiet(v View) time.Duration {
	if v.Clock == nil || v.Clock.Running < 0 {
		return heartbeat
	}
	left := time.Duration(v.Clock.Left[v.Clock.Running] * float64(time.Second))
	return min(heartbeat, left+time.Millisecond)
}

// wait waits for news, or so long.
func wait(ctx context.Context, news <-chan struct{}, most time.Duration) error {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-news:
	case <-timer.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}
