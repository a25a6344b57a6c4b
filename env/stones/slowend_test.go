package stones

import (
	"slices"

	"ludens/env"
)

// judge finds out whether the game is over.
func (s *slow) judge(at *spot) {
	wins := func(side int) { s.result = env.WinFor(env.Player(side ^ b2i(s.swapped))) }
	last := 1 - s.turn
	for _, side := range []int{last, s.turn} {
		if s.reached(side) {
			wins(side ^ b2i(s.r.Result == "loses"))
			return
		}
	}
	for _, side := range []int{s.turn, last} {
		if s.passes < 2 && len(s.of(side+1))+s.hand[side] < s.r.Least {
			wins(1 - side)
			return
		}
	}
	if s.passes < 2 && s.r.Quiet > 0 && s.quiet >= s.r.Quiet {
		s.result = env.Drawn
		return
	}
	other := s.clone()
	other.turn, other.ko = last, ""
	can := func(s *slow) bool { m := s.moves(); delete(m, "pass"); return len(m) > 0 }
	if s.passes < 2 && (can(s) || s.r.Pass == "free" || s.r.Pass == "stuck" && can(other)) {
		return
	}
	switch {
	case s.passes < 2 && s.r.Pass == "never" && s.r.Stuck == "draws":
		s.result = env.Drawn
	case s.passes < 2 && s.r.Pass == "never" && s.r.Stuck != "counts":
		wins(s.turn ^ b2i(s.r.Stuck == "loses"))
	default:
		n := 2*(s.counted(1)-s.counted(2)) - s.r.Komi
		if s.result = env.Drawn; n != 0 {
			wins(b2i(n < 0) ^ b2i(s.r.Result == "loses"))
		}
	}
}

func (s *slow) counted(own int) int {
	n := len(s.of(own))
	if s.r.Count != "area" {
		return n
	}
	for _, p := range s.of(0) {
		met := [4]bool{}
		for _, q := range s.group(p) {
			for _, r := range s.near(q) {
				met[s.at[r]] = true
			}
		}
		n += b2i(met[own] && !met[3-own])
	}
	return n
}

// reached reports whether a side has reached the goal.
func (s *slow) reached(side int) bool {
	for _, p := range s.of(side + 1) {
		group := s.group(p)
		has := func(on func(p spot) bool) bool { return slices.ContainsFunc(group, on) }
		n, half := s.rows-1, (s.rows-1)/2
		sides := []func(p spot) bool{
			func(p spot) bool { return p.row == 0 }, func(p spot) bool { return p.row == s.rows-1 },
			func(p spot) bool { return p.col == 0 }, func(p spot) bool { return p.col == s.cols-1 },
		}
		switch s.r.Shape {
		case "triangle":
			sides = append(sides[:0], func(p spot) bool { return p.row == n }, func(p spot) bool { return p.col == n }, func(p spot) bool { return p.row+p.col == n })
		case "hexagon":
			sides = append(sides, func(p spot) bool { return p.row+p.col == half }, func(p spot) bool { return p.row+p.col == 3*half })
		}
		corner := func(p spot) bool {
			n := 0
			for _, on := range sides {
				n += b2i(on(p))
			}
			return n > 1
		}
		touched, plain, corners := 0, 0, 0
		for _, on := range sides {
			touched += b2i(has(on))
			plain += b2i(has(func(p spot) bool { return on(p) && !corner(p) }))
		}
		for _, p := range group {
			corners += b2i(corner(p))
		}
		switch s.r.Goal {
		case "sides":
			if has(sides[2*side]) && has(sides[2*side+1]) {
				return true
			}
		case "three":
			if touched >= 3 {
				return true
			}
		case "gather":
			if len(group) == len(s.of(side+1)) {
				return true
			}
		case "havannah":
			if corners >= 2 || plain >= 3 || s.rings(group) {
				return true
			}
		}
	}
	return false
}

// rings reports whether a group has a ring: a cell from which no way leads off the board
// that avoids the group, or around which all cells are of the group.
func (s *slow) rings(group []spot) bool {
	in := map[spot]bool{}
	for _, p := range group {
		in[p] = true
	}
	for p := range s.at {
		if in[p] {
			full := true
			for _, d := range s.ways() {
				full = full && in[p.plus(d, 1)]
			}
			if full {
				return true
			}
			continue
		}
		met, all, out := map[spot]bool{p: true}, []spot{p}, false
		for i := 0; i < len(all) && !out; i++ {
			for _, d := range s.ways() {
				q := all[i].plus(d, 1)
				if _, is := s.at[q]; !is {
					out = true
				} else if !met[q] && !in[q] {
					met[q], all = true, append(all, q)
				}
			}
		}
		if !out {
			return true
		}
	}
	return false
}
