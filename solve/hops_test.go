package solve

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"ludens/env"
)

// hops is a game of random rules that is both numbered and paired. Each player
// has some pieces in a row of squares, which the other sees from its other end.
// Which piece goes where, and over what, was drawn for each placement.
type hops struct {
	size       int // squares
	bound      bool
	placements []uint64
	goal       []bool
	steps      [][]env.Step
	number     map[uint64]int // of a placement
}

func newHops(rng *rand.Rand, size, pieces int) *hops {
	h := &hops{size: size, number: map[uint64]int{}}
	for set := range uint64(1) << size {
		if bits.OnesCount64(set) == pieces {
			h.number[set] = len(h.placements)
			h.placements = append(h.placements, set)
		}
	}
	yielding := rng.IntN(3) > 0
	for i, own := range h.placements {
		h.goal = append(h.goal, rng.IntN(12) == 0)
		h.steps = append(h.steps, nil)
		for range rng.IntN(6) {
			from, into, over := rng.IntN(size), rng.IntN(size), rng.IntN(2*size)-size
			if own>>from&1 == 0 || own>>into&1 == 1 || over >= 0 && own>>over&1 == 1 {
				continue
			}
			h.steps[i] = append(h.steps[i], env.Step{
				To: h.number[own^1<<from^1<<into], Into: into, Over: max(-1, over), Yields: yielding && rng.IntN(2) == 0,
			})
		}
	}
	return h
}

func (h *hops) Spec() env.Spec {
	name := "hops"
	if h.bound {
		name = "hops:bound"
	}
	return env.Spec{Name: name, Actions: 8, Shape: [3]int{1, 1, 1}, MaxPly: 40, Roles: [2]string{"1", "2"}}
}

func (h *hops) New(uint64) env.State { return h.At(env.Pair{Mover: 0, Other: 0}) }

// The game as pairs.
func (h *hops) Pairing() (env.Pairing, error) { return h, nil }
func (h *hops) Bound() env.Game               { b := *h; b.bound = true; return &b }
func (h *hops) Free() bool                    { return !h.bound }
func (h *hops) Len() int                      { return len(h.placements) }
func (h *hops) Goal(i int) bool               { return h.goal[i] }

func (h *hops) Squares(i int) (own, facing uint64) {
	return h.placements[i], bits.Reverse64(h.placements[i]) >> (64 - h.size)
}

func (h *hops) Steps(i int, dst []env.Step) []env.Step { return append(dst, h.steps[i]...) }

func (h *hops) At(p env.Pair) env.State {
	s := &hopsState{hops: h, placed: [2]int{p.Mover, p.Other}, bound: !p.Free}
	s.settle()
	return s
}

func (h *hops) Of(state env.State) (env.Pair, bool) {
	s := state.(*hopsState)
	return env.Pair{Mover: s.placed[s.mover], Other: s.placed[s.mover.Other()], Free: h.Free() && !s.bound}, true
}

// numberedHops is the same game, solved position by position. Who moves leaves
// the other bound.
type numberedHops struct{ *hops }

func (h numberedHops) Numbering() (env.Numbering, error) { return hopsNumbers(h), nil }

type hopsNumbers struct{ *hops }

func (h hopsNumbers) Len() uint64 { return uint64(len(h.placements)*len(h.placements)) * 4 }

func (h hopsNumbers) At(i uint64, _ env.State) env.State {
	n := uint64(len(h.placements))
	free, mover := i%2 == 1, env.Player(i/2%2)
	pair := env.Pair{Mover: int(i / 4 / n), Other: int(i / 4 % n), Free: free && !h.bound}
	_, facing := h.Squares(pair.Other)
	if facing&h.placements[pair.Mover] != 0 || h.goal[pair.Mover] || h.bound && free {
		return nil
	}
	s := h.hops.At(pair).(*hopsState)
	if mover == env.Second {
		s.mover, s.placed[0], s.placed[1] = mover, s.placed[1], s.placed[0]
		s.settle()
	}
	return s
}

func (h hopsNumbers) Of(s env.State) (uint64, bool) {
	p, _ := h.hops.Of(s)
	i := uint64(p.Mover*len(h.placements)+p.Other)*4 + 2*uint64(s.ToMove())
	if p.Free {
		i++
	}
	return i, true
}

type hopsState struct {
	*hops
	placed [2]int
	mover  env.Player
	bound  bool
	result env.Result
}

func (s *hopsState) ToMove() env.Player { return s.mover }
func (s *hopsState) Result() env.Result { return s.result }

// legal returns the moves of p.
func (s *hopsState) legal(p env.Player) (all []env.Step) {
	_, facing := s.Squares(s.placed[p.Other()])
	stays := false
	for _, step := range s.steps[s.placed[p]] {
		if facing>>step.Into&1 == 0 && (step.Over < 0 || facing>>step.Over&1 == 1) {
			all = append(all, step)
			stays = stays || !step.Yields
		}
	}
	if s.bound && stays {
		for i := len(all) - 1; i >= 0; i-- {
			if all[i].Yields {
				all = append(all[:i], all[i+1:]...)
			}
		}
	}
	return all
}

func (s *hopsState) Legal(dst []env.Action) []env.Action {
	if s.result != env.Ongoing {
		return dst
	}
	for a := range max(1, len(s.legal(s.mover))) {
		dst = append(dst, env.Action(a))
	}
	return dst
}

func (s *hopsState) Play(a env.Action) {
	if all := s.legal(s.mover); len(all) > 0 {
		s.placed[s.mover] = all[a].To
	}
	s.mover, s.bound = s.mover.Other(), true
	s.settle()
}

func (s *hopsState) settle() {
	last := s.mover.Other()
	if s.result = env.Ongoing; s.goal[s.placed[last]] || len(s.legal(s.mover))+len(s.legal(last)) == 0 {
		s.result = env.WinFor(last)
	}
}

func (s *hopsState) Observe(dst []float32) { dst[0] = float32(s.placed[0]) }

func (s *hopsState) Key() uint64 { i, _ := hopsNumbers{s.hops}.Of(s); return i }

func (s *hopsState) Copy(env.State) env.State { c := *s; return &c }

func (s *hopsState) Format(a env.Action) string { return fmt.Sprint(a) }

func (s *hopsState) String() string {
	return fmt.Sprintf("%v, %v to move, bound: %v\n", s.placed, s.mover, s.bound)
}
