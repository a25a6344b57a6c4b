package proof_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"ludens/env"
)

// wander is a game on a graph drawn at random: the token goes along an arrow,
// places are some First's and some Second's turn, and some end the game. Who
// comes back to a place once too often ends it, too: as the rule on repetition
// says. It is all history, and nothing of that is in Key but how often the place
// was visited before.
type wander struct {
	arrows  [][]int
	mover   []env.Player
	ends    []env.Result // by place; Ongoing: it goes on
	repeat  int8         // visits that end the game
	decides repeatRule
}

type repeatRule int

const (
	draws repeatRule = iota
	winsForFirst
	losesForMover
	repeatRules
)

func newWander(places int, rng *rand.Rand) *wander {
	w := &wander{repeat: int8(2 + rng.IntN(2)), decides: repeatRule(rng.IntN(int(repeatRules)))}
	for i := range places {
		w.mover = append(w.mover, env.Player(rng.IntN(2)))
		end := env.Ongoing
		if i > 0 && rng.IntN(4) == 0 {
			end = env.FirstWins + env.Result(rng.IntN(3))
		}
		w.ends = append(w.ends, end)
		var to []int
		for range 1 + rng.IntN(3) {
			if p := rng.IntN(places); !slices.Contains(to, p) {
				to = append(to, p)
			}
		}
		slices.Sort(to)
		w.arrows = append(w.arrows, to)
	}
	return w
}

func (w *wander) Spec() env.Spec {
	n := len(w.arrows)
	return env.Spec{Name: "wander", Version: 1, Actions: n, Shape: [3]int{1, 1, n}, MaxPly: 1000}
}

func (w *wander) New(uint64) env.State {
	return &walk{wander: w, visits: make([]int8, len(w.arrows))}
}

type walk struct {
	*wander
	at     int
	visits []int8 // before this one
	result env.Result
}

func (s *walk) ToMove() env.Player { return s.mover[s.at] }

func (s *walk) Legal(dst []env.Action) []env.Action {
	if s.result == env.Ongoing {
		for _, to := range s.arrows[s.at] {
			dst = append(dst, env.Action(to))
		}
	}
	return dst
}

func (s *walk) Play(a env.Action) {
	mover := s.ToMove()
	s.visits[s.at]++
	s.at = int(a)
	if s.result = s.ends[s.at]; s.result != env.Ongoing || s.visits[s.at]+1 < s.repeat {
		return
	}
	s.result = [repeatRules]env.Result{draws: env.Drawn, winsForFirst: env.FirstWins, losesForMover: env.WinFor(mover.Other())}[s.decides]
}

func (s *walk) Result() env.Result { return s.result }
func (s *walk) Observe([]float32)  {}
func (s *walk) Key() uint64        { return uint64(s.at)<<16 | uint64(s.visits[s.at])<<8 | uint64(s.result) }

func (s *walk) Copy(dst env.State) env.State {
	d, ok := dst.(*walk)
	if !ok {
		d = new(walk)
	}
	visits := append(d.visits[:0], s.visits...)
	*d = *s
	d.visits = visits
	return d
}

func (s *walk) Format(a env.Action) string { return fmt.Sprint(a) }
func (s *walk) String() string             { return fmt.Sprintf("place %d after %v", s.at, s.visits) }

// minimax returns the result of best play from s, by trying everything, or false
// if that takes more than that many positions.
func minimax(s env.State, left *int) (env.Result, bool) {
	if r := s.Result(); r != env.Ongoing {
		return r, true
	}
	me := s.ToMove()
	best := env.WinFor(me.Other())
	for _, a := range s.Legal(nil) {
		if *left--; *left < 0 {
			return env.Ongoing, false
		}
		next := s.Copy(nil)
		next.Play(a)
		r, ok := minimax(next, left)
		if !ok {
			return env.Ongoing, false
		}
		if r.For(me) > best.For(me) {
			best = r
		}
		if best == env.WinFor(me) {
			break
		}
	}
	return best, true
}

// mates reports whether attacker can force a win within that many of his own moves,
// by trying everything.
func mates(s env.State, attacker env.Player, moves int) bool {
	if r := s.Result(); r != env.Ongoing {
		return r == env.WinFor(attacker)
	}
	mine := s.ToMove() == attacker
	if mine && moves == 0 {
		return false
	}
	actions := s.Legal(nil)
	if d, ok := s.(env.Decisive); ok && mine && moves == 1 {
		actions = d.Decisive(nil)
	}
	next := s.Copy(nil)
	for _, a := range actions {
		next = s.Copy(next)
		next.Play(a)
		left := moves
		if mine {
			left--
		}
		if mates(next, attacker, left) == mine {
			return mine
		}
	}
	return !mine
}
