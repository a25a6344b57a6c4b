package chess

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ludens/env"
)

// legsInWords says how a man goes, seen from his own side: "moves one square straight ahead
// without capturing; captures one square diagonally ahead". Legs that differ in what they
// allow differ in words.
func legsInWords(legs []leg) string {
	var parts []string
	for _, s := range strides(legs) {
		text := s.doing()
		if n := len(parts); n > 0 && strings.HasPrefix(text, "goes ") && strings.HasPrefix(parts[n-1], "goes ") {
			parts[n-1] += ", or " + strings.TrimPrefix(text, "goes ")
			continue
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// stride is all vectors that a man goes along in one way.
type stride struct {
	leg     leg // its vectors aside
	vectors []vector
}

// strides sorts the vectors of legs by what may be done along them.
func strides(legs []leg) (all []stride) {
	type line struct {
		leg    leg
		vector vector
	}
	var lines []line
	for _, l := range legs {
		vectors := l.vectors
		l.vectors = nil
		if l.sissa {
			vectors = []vector{{}}
		}
		for _, v := range vectors {
			i := slices.IndexFunc(lines, func(x line) bool {
				a, b := x.leg, l
				a.quiet, a.capture, a.passing, b.quiet, b.capture, b.passing = false, false, false, false, false, false
				return x.vector == v && same(a, b)
			})
			if i < 0 {
				lines = append(lines, line{l, v})
				continue
			}
			at := &lines[i].leg
			at.quiet, at.capture, at.passing = at.quiet || l.quiet, at.capture || l.capture, at.passing || l.passing
		}
	}
	for _, x := range lines {
		i := slices.IndexFunc(all, func(s stride) bool { return same(s.leg, x.leg) })
		if i < 0 {
			i, all = len(all), append(all, stride{leg: x.leg})
		}
		all[i].vectors = append(all[i].vectors, x.vector)
	}
	return all
}

// same reports whether two legs without vectors are equal.
func same(a, b leg) bool {
	return a.steps == b.steps && a.manner == b.manner && a.lame == b.lame && a.sissa == b.sissa &&
		a.is == b.is && a.quiet == b.quiet && a.capture == b.capture && a.passing == b.passing
}

// doing says what is done along a stride, and where it leads.
func (s stride) doing() string {
	l, to := s.leg, s.where()
	text := ""
	switch {
	case l.quiet && l.capture:
		text = "goes " + to
	case l.quiet:
		text = "moves " + to + " without capturing"
	case l.capture:
		text = "captures " + to
	default:
		text = "captures in passing " + to
	}
	if l.passing && (l.capture || l.quiet) {
		text += ", also to capture in passing"
	}
	if l.is {
		text = "from where it begins also " + text
	}
	return text
}

// where says where a stride leads.
func (s stride) where() string {
	if s.leg.sissa {
		return "some squares like a rook and then as many like a bishop, or the other way round, over empty squares and never on straight"
	}
	classes := map[[2]int][]vector{}
	var sizes [][2]int
	for _, v := range s.vectors {
		size := [2]int{max(abs(v.dx), abs(v.dy)), min(abs(v.dx), abs(v.dy))}
		if classes[size] == nil {
			sizes = append(sizes, size)
		}
		classes[size] = append(classes[size], v)
	}
	slices.SortStableFunc(sizes, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
	var texts []string
	for len(sizes) > 0 {
		size, straight := sizes[0], sizes[0][1] == 0
		diagonal := [2]int{size[0], size[0]}
		sizes = sizes[1:]
		vectors := classes[size]
		if i := slices.Index(sizes, diagonal); straight && i >= 0 {
			if len(vectors) == 4 && len(classes[diagonal]) == 4 {
				texts, sizes = append(texts, s.leg.along(size[0], "in any direction")), slices.Delete(sizes, i, i+1)
				continue
			}
		}
		switch {
		case straight:
			texts = append(texts, s.leg.along(size[0], straightInWords(vectors)))
		case size[0] == size[1]:
			texts = append(texts, s.leg.along(size[0], diagonalInWords(vectors)))
		default:
			texts = append(texts, s.leg.aslant(size, vectors))
		}
	}
	return or(texts)
}

// along says how far a leg leads along lines, in steps of n squares.
func (l leg) along(n int, lines string) string {
	squares := map[bool]string{true: "square", false: "squares"}[n == 1]
	far := env.Number(n) + " " + squares
	switch {
	case l.manner == hop:
		return fmt.Sprintf("any number of %s %s over exactly one man", stepsOf(n), lines)
	case l.manner == vault:
		return fmt.Sprintf("%s by %s to just behind the first man", lines, stepsOf(n))
	case l.manner == ride && l.steps == 0:
		return fmt.Sprintf("any number of %s %s", stepsOf(n), lines)
	case l.manner == ride:
		return fmt.Sprintf("up to %s %s %s", env.Number(l.steps), stepsOf(n), lines)
	case n == 1 && l.lame:
		return far + " " + lines + " (passing none)"
	case n == 1:
		return far + " " + lines
	case l.lame:
		return far + " " + lines + " if nothing stands between"
	}
	return far + " " + lines + " over whatever stands between"
}

// stepsOf returns "squares", or "leaps of two squares".
func stepsOf(n int) string {
	if n == 1 {
		return "squares"
	}
	return "leaps of " + env.Number(n) + " squares"
}

// aslant says where leaps lead that are on no line: n squares along a rank or file, then m
// to the side.
func (l leg) aslant(size [2]int, vectors []vector) string {
	n, m := env.Number(size[0]), env.Number(size[1])
	text := ""
	if len(vectors) == 8 {
		text = n + " squares along a rank or file and " + m + " to the side"
	} else {
		var texts []string
		for _, v := range []vector{{size[1], size[0]}, {size[1], -size[0]}, {size[0], size[1]}, {size[0], -size[1]}} {
			right, left := slices.Contains(vectors, v), slices.Contains(vectors, vector{-v.dx, v.dy})
			if right || left {
				texts = append(texts, leapInWords(v, right, left, n, m))
			}
		}
		text = or(texts)
	}
	switch l.manner {
	case ride:
		text = "any number of such leaps in line: " + text
		if l.steps > 0 {
			text = "up to " + env.Number(l.steps) + strings.TrimPrefix(text, "any number of")
		}
	case hop:
		text = "any number of such leaps in line, over exactly one man: " + text
	case vault:
		text = "by such leaps in line to just behind the first man: " + text
	default:
		if l.lame {
			return text + " if nothing stands between, first along the rank or file and then diagonally"
		}
		return text + " over whatever stands between"
	}
	return text
}

// leapInWords says where v leads, or its mirror image to the left, or both.
func leapInWords(v vector, right, left bool, n, m string) string {
	side, ahead := "to the side", "ahead"
	switch {
	case !left:
		side = "to the right"
	case !right:
		side = "to the left"
	}
	if v.dy < 0 {
		ahead = "back"
	}
	if abs(v.dy) > abs(v.dx) {
		return n + " squares " + ahead + " and " + m + " " + side
	}
	return n + " squares " + side + " and " + m + " " + ahead
}

// straightInWords names directions along ranks and files.
func straightInWords(vectors []vector) string {
	if len(vectors) == 4 {
		return "along a rank or file"
	}
	return directionsInWords(vectors, [][2]string{{"straight ahead", "0+"}, {"straight back", "0-"}, {"sideways", "±0"}, {"to the right", "+0"}, {"to the left", "-0"}})
}

// diagonalInWords names directions along diagonals.
func diagonalInWords(vectors []vector) string {
	if len(vectors) == 4 {
		return "diagonally"
	}
	return directionsInWords(vectors, [][2]string{{"diagonally ahead", "±+"}, {"diagonally back", "±-"},
		{"diagonally ahead to the right", "++"}, {"diagonally ahead to the left", "-+"}, {"diagonally back to the right", "+-"}, {"diagonally back to the left", "--"}})
}

// directionsInWords names directions by pairs of a name and the signs of files and ranks, ±
// being both; earlier names stand for theirs.
func directionsInWords(vectors []vector, names [][2]string) string {
	signs := func(v vector) string {
		mark := func(n int) string { return []string{"-", "0", "+"}[sign(n)+1] }
		return mark(v.dx) + mark(v.dy)
	}
	has := map[string]bool{}
	for _, v := range vectors {
		has[signs(v)] = true
	}
	var texts []string
	for _, name := range names {
		both := []string{name[1]}
		if rank, ok := strings.CutPrefix(name[1], "±"); ok {
			both = []string{"+" + rank, "-" + rank}
		}
		if !slices.ContainsFunc(both, func(s string) bool { return !has[s] }) {
			texts = append(texts, name[0])
			for _, s := range both {
				delete(has, s)
			}
		}
	}
	return or(texts)
}

// or joins texts: "a, b or c".
func or(texts []string) string {
	if n := len(texts); n > 1 {
		return strings.Join(texts[:n-1], ", ") + " or " + texts[n-1]
	}
	return strings.Join(texts, "")
}
