package solve

import (
	"fmt"
	"strings"

	"ludens/env"
)

// toy is a game whose positions and moves are written down:
//
//	a1 > b2 c1 | b2 > + | c1 > a1
//
// A position is a letter and whose turn it is, 1 or 2. A move leads to another
// one, or ends the game: + the mover wins, - he loses, = a draw. The first
// position is the start.
type toy struct {
	names []string
	moves [][]string
}

func newToy(text string) *toy {
	g := &toy{}
	for line := range strings.SplitSeq(text, "|") {
		name, moves, _ := strings.Cut(strings.TrimSpace(line), " > ")
		g.names = append(g.names, name)
		g.moves = append(g.moves, strings.Fields(moves))
	}
	return g
}

// toyState is a position, or the end of the game: at is then no index.
type toyState struct {
	toy    *toy
	at     int
	result env.Result
}

func (g *toy) Spec() env.Spec {
	return env.Spec{Name: "toy", Actions: 8, Shape: [3]int{1, 1, 1}, MaxPly: 50, Roles: [2]string{"1", "2"}}
}

func (g *toy) New(uint64) env.State { return &toyState{toy: g} }

func (g *toy) Numbering() (env.Numbering, error) { return g, nil }

// Len leaves a hole at the end: a number without position.
func (g *toy) Len() uint64 { return uint64(len(g.names)) + 1 }

func (g *toy) At(i uint64, _ env.State) env.State {
	if i >= uint64(len(g.names)) {
		return nil
	}
	return &toyState{toy: g, at: int(i)}
}

func (g *toy) Of(s env.State) (uint64, bool) {
	t := s.(*toyState)
	return uint64(t.at), t.at >= 0
}

// find returns the index of a name, or -1.
func (g *toy) find(name string) int {
	for i, n := range g.names {
		if n == name {
			return i
		}
	}
	return -1
}

func (s *toyState) ToMove() env.Player {
	if s.at >= 0 && s.toy.names[s.at][1] == '2' {
		return env.Second
	}
	return env.First
}

func (s *toyState) Legal(dst []env.Action) []env.Action {
	if s.result == env.Ongoing {
		for a := range s.toy.moves[s.at] {
			dst = append(dst, env.Action(a))
		}
	}
	return dst
}

func (s *toyState) Play(a env.Action) {
	me := s.ToMove()
	switch move := s.toy.moves[s.at][a]; move {
	case "+":
		s.result = env.WinFor(me)
	case "-":
		s.result = env.WinFor(me.Other())
	case "=":
		s.result = env.Drawn
	default:
		s.at = s.toy.find(move)
		return
	}
	s.at = -1
}

func (s *toyState) Result() env.Result { return s.result }

func (s *toyState) Observe(dst []float32) { dst[0] = float32(s.at) }

func (s *toyState) Key() uint64 { return uint64(s.at)<<2 | uint64(s.result) }

func (s *toyState) Copy(env.State) env.State {
	c := *s
	return &c
}

func (s *toyState) Format(a env.Action) string { return s.toy.moves[s.at][a] }

func (s *toyState) String() string { return fmt.Sprintf("%s\n", s.toy.names[max(s.at, 0)]) }
