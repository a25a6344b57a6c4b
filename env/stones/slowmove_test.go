package stones

import (
	"slices"

	"ludens/env"
)

// reach returns where the stone on p can move, and what that captures.
func (s *slow) reach(p spot) map[spot][]spot {
	own, enemy := s.turn+1, 2-s.turn
	all := map[spot][]spot{}
	if s.r.Fly > 0 && len(s.of(own))+s.hand[s.turn] <= s.r.Fly {
		for _, q := range s.of(0) {
			all[q] = nil
		}
		return all
	}
	if s.r.Move == "leap" {
		for _, d := range s.ways() {
			for _, e := range s.ways() {
				q := p.plus(d, 1).plus(e, 1)
				beside := slices.ContainsFunc(append(s.ways(), spot{}), func(f spot) bool { return p.plus(f, 1) == q })
				if v, is := s.at[q]; is && v == 0 && !beside {
					all[q] = nil
				}
			}
		}
		return all
	}
	for _, d := range s.ways() {
		switch q, ok := s.next(p, d); s.r.Move {
		case "step":
			if ok && s.at[q] == 0 {
				all[q] = nil
			}
		case "clobber":
			if ok && s.at[q] == enemy {
				all[q] = []spot{q}
			}
		case "slide":
			for ; ok && s.at[q] == 0; q, ok = s.next(q, d) {
				all[q] = nil
			}
		case "jump":
			var over []spot
			for ok && s.at[q] == enemy {
				over = append(over, q)
				if q, ok = s.next(q, d); !ok || s.at[q] != 0 {
					break
				}
				all[q] = slices.Clone(over)
				q, ok = s.next(q, d)
			}
		case "count":
			n := 1
			for _, d := range []spot{d, {-d.row, -d.col}} {
				for q, ok := s.next(p, d); ok; q, ok = s.next(q, d) {
					n += b2i(s.at[q] == 1 || s.at[q] == 2)
				}
			}
			for ; n > 1 && ok && s.at[q] != enemy && s.at[q] != 3; n-- {
				q, ok = s.next(q, d)
			}
			if n == 1 && ok && s.at[q] != own && s.at[q] != 3 {
				all[q] = nil
				if s.at[q] == enemy {
					all[q] = []spot{q}
				}
			}
		}
	}
	return all
}

// moves returns the texts of the legal actions.
func (s *slow) moves() map[string]bool {
	all := map[string]bool{}
	if s.result != env.Ongoing {
		return all
	}
	own := s.turn + 1
	removed := [2]bool{}
	for p, v := range s.start {
		if v > 0 && s.at[p] != v {
			removed[v-1] = true
		}
	}
	switch {
	case s.taking:
		free := slices.DeleteFunc(s.of(3-own), s.milled)
		if len(free) == 0 {
			free = s.of(3 - own)
		}
		for _, p := range free {
			all["x"+s.name(p)] = true
		}
		return all
	case s.r.Removal && !removed[s.turn]:
		for _, p := range s.of(own) {
			edge := (p.row == 0 || p.row == s.rows-1) && (p.col == 0 || p.col == s.cols-1)
			middle := (p.row == s.rows/2 || p.row == (s.rows-1)/2) && (p.col == s.cols/2 || p.col == (s.cols-1)/2)
			beside := slices.ContainsFunc(s.near(p), func(q spot) bool { return s.at[q] == 0 })
			if s.turn == 0 && (edge || middle) || s.turn == 1 && beside {
				all["x"+s.name(p)] = true
			}
		}
		return all
	case s.moved != "":
		for _, p := range s.of(own) {
			if s.name(p) == s.moved {
				for q := range s.reach(p) {
					all[s.name(q)] = true
				}
			}
		}
		return all
	}
	if s.r.Put != "never" && (s.r.Reserve == 0 || s.hand[s.turn] > 0) {
		for _, p := range s.of(0) {
			if s.mayPut(p) {
				all[s.name(p)] = true
			}
		}
	}
	if s.r.Move != "none" && (s.hand[s.turn] == 0 || s.r.Early) {
		for _, p := range s.of(own) {
			for q := range s.reach(p) {
				all[s.name(p)+"-"+s.name(q)] = true
			}
		}
	}
	if s.r.Pass == "free" || s.r.Pass == "stuck" && len(all) == 0 {
		all["pass"] = true
	}
	if s.r.Swap && !s.swapped && s.turn == 1 && len(s.of(1)) == 1 && len(s.of(2)) == 0 {
		all["swap"] = true
	}
	return all
}
