package chess

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// directions are the words for each of a leap's eight vectors, by which Betza's small
// letters choose: files to the right, ranks ahead, a the longer of the two.
func directions(a, b int) map[[2]int]string {
	t := map[[2]int]string{}
	add := func(x, y int, words string) { t[[2]int{x, y}] += " " + words + " " }
	add(b, a, "ff vv rf rv fh rh hr")
	add(-b, -a, "bb vv lb lv bh lh hr")
	add(a, -b, "rr ss br bs bh rh hr")
	add(-a, b, "ll ss fl fs fh lh hr")
	add(a, b, "rr ss fr fs fh rh hl")
	add(-a, -b, "ll ss bl bs bh lh hl")
	add(b, -a, "bb vv rb rv bh rh hl")
	add(-b, a, "ff vv lf lv fh lh hl")
	return t
}

var slowAtoms = map[rune][][2]int{
	'W': {{1, 0}}, 'F': {{1, 1}}, 'D': {{2, 0}}, 'N': {{2, 1}}, 'A': {{2, 2}}, 'H': {{3, 0}}, 'C': {{3, 1}},
	'Z': {{3, 2}}, 'G': {{3, 3}}, 'K': {{1, 0}, {1, 1}}, 'R': {{1, 0}}, 'B': {{1, 1}}, 'Q': {{1, 0}, {1, 1}},
}

// slowLeg is a vector, how often it may be made, and the letters before the atom.
type slowLeg struct {
	v       [2]int
	steps   int
	letters string
}

// legsOf reads a text of moves.
func legsOf(rest string) (all []slowLeg) {
	for rest != "" {
		if strings.HasPrefix(rest, "Sissa") {
			all, rest = append(all, slowLeg{letters: "Sissa"}), rest[5:]
			continue
		}
		n := strings.IndexFunc(rest, unicode.IsUpper)
		letters, atom := rest[:n], rune(rest[n])
		rest = rest[n+1:]
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		steps, rides := 0, strings.ContainsRune("RBQ", atom)
		if digits > 0 {
			steps, _ = strconv.Atoi(rest[:digits])
			rides, rest = true, rest[digits:]
		} else if rest != "" && rune(rest[0]) == atom {
			rides, rest = true, rest[1:]
		}
		if steps == 0 {
			steps = 99
		}
		if !rides {
			steps = 1
		}
		for _, size := range slowAtoms[atom] {
			for v, words := range directions(size[0], size[1]) {
				if chosen(letters, words, size[1] == 0) {
					all = append(all, slowLeg{v, steps, letters})
				}
			}
		}
	}
	return all
}

// goes calls visit for each square where a man on q may come to by his moves, whatever
// the mode: to, the letters before the atom, and the squares passed.
func (s *slow) goes(q at, m slowMan, visit func(to at, letters string, passed []at)) {
	for _, l := range s.legs[m.is] {
		if l.letters == "Sissa" {
			s.goesSissa(q, visit)
		} else {
			s.along(q, m, l.v, l.steps, l.letters, visit)
		}
	}
}

// chosen reports whether the small letters before an atom choose a vector by its words.
func chosen(letters, words string, straight bool) bool {
	var of []string
	for i := 0; i < len(letters); i++ {
		if !strings.ContainsRune("fblrvsh", rune(letters[i])) {
			continue
		}
		pair := letters[i:i+1] + letters[i:i+1]
		if i+1 < len(letters) {
			next := letters[i : i+2]
			upright, level := strings.ContainsAny(next[:1], "fbvh"), strings.ContainsAny(next[:1], "rlsh")
			if next[0] == next[1] || upright && strings.ContainsAny(next[1:], "rlsh") || level && strings.ContainsAny(next[1:], "fbvh") {
				pair = next
				i++
			}
		}
		of = append(of, pair)
	}
	if of == nil {
		return true
	}
	for _, pair := range of {
		if straight && pair[0] != pair[1] {
			for _, c := range pair {
				if strings.Contains(words, " "+string(c)+string(c)+" ") || c == 'h' {
					return true
				}
			}
		} else if strings.Contains(words, " "+pair+" ") || pair == "hh" {
			return true
		}
	}
	return false
}

// along walks a vector.
func (s *slow) along(q at, m slowMan, v [2]int, steps int, letters string, visit func(at, string, []at)) {
	if m.side == 1 {
		v = [2]int{-v[0], -v[1]}
	}
	if strings.Contains(letters, "n") {
		s.lame(q, v, letters, visit)
		return
	}
	var passed []at
	mounts := 0
	for i := 1; i <= steps; i++ {
		to := at{q.x + i*v[0], q.y + i*v[1]}
		if !s.there[to] {
			return
		}
		_, full := s.men[to]
		hops, vaults := strings.Contains(letters, "p"), strings.Contains(letters, "g")
		switch {
		case !hops && !vaults, mounts == 1:
			visit(to, letters, slices.Clone(passed))
			if vaults || full {
				return
			}
		case full:
			mounts++
		}
		passed = append(passed, to)
	}
}

// lame leaps over empty squares only: straight ones first, then diagonal ones.
func (s *slow) lame(q at, v [2]int, letters string, visit func(at, string, []at)) {
	to := at{q.x + v[0], q.y + v[1]}
	var passed []at
	here := q
	for here != to {
		dx, dy := to.x-here.x, to.y-here.y
		switch {
		case max(dx, -dx) > max(dy, -dy):
			here.x += dx / max(dx, -dx)
		case max(dx, -dx) < max(dy, -dy):
			here.y += dy / max(dy, -dy)
		default:
			here.x += dx / max(dx, -dx)
			here.y += dy / max(dy, -dy)
		}
		if !s.there[here] {
			return
		}
		if _, full := s.men[here]; full && here != to {
			return
		}
		if here != to {
			passed = append(passed, here)
		}
	}
	visit(to, letters, passed)
}

func (s *slow) goesSissa(q at, visit func(at, string, []at)) {
	straight, diagonal := [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}, [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	for turn := range 2 {
		for _, v := range straight {
			for _, w := range diagonal {
				first, second := v, w
				if turn == 1 {
					first, second = w, v
				}
				for n := 1; n < 12; n++ {
					here, open := q, true
					for i := 1; i <= 2*n && open; i++ {
						d := first
						if i > n {
							d = second
						}
						here = at{here.x + d[0], here.y + d[1]}
						_, full := s.men[here]
						open = s.there[here] && (!full || i == 2*n)
					}
					if open {
						visit(here, "", nil)
					}
				}
			}
		}
	}
}
