package race

import (
	"fmt"
	"maps"
	"strings"
)

// slow is the second rule book: a map of men by square, moves as texts,
// everything looked up anew.
type slow struct {
	rules
	files, ranks int
	men          map[square]byte
	squares      []square
	isSquare     map[square]bool
	names        map[square]string
	named        map[string]square
	region       map[square]bool
	begun        map[square]byte
	goals        map[square]byte // what the drawing has there; nil: none was drawn
	count        map[byte]int
	distance     map[place]int
	step, jump   map[string][]square // the directions of a side
	away, worst  int
	side, binds  string
	ply          int
	seen         map[string]int
	end, wins    string
	tried        bool
}

// square is a file and a rank, both from 1; or that many of either to go.
type square [2]int8

// place is a man and where he stands.
type place struct {
	man byte
	at  square
}

func picture(text string) (rows []string) {
	for _, line := range strings.Split(text, "\n") {
		if line = strings.ReplaceAll(strings.TrimSpace(line), " ", ""); line != "" {
			rows = append(rows, line)
		}
	}
	return rows
}

func newSlow(r rules) *slow {
	b := &slow{rules: r, men: map[square]byte{}, isSquare: map[square]bool{}, names: map[square]string{}, named: map[string]square{}, region: map[square]bool{},
		count: map[byte]int{}, distance: map[place]int{}, seen: map[string]int{}, side: r.First[:1], binds: "-",
		step: map[string][]square{"s": towards(r.Steps, 1), "n": towards(r.Steps, -1)}, jump: map[string][]square{"s": towards(r.Jumps, 1), "n": towards(r.Jumps, -1)}}
	rows := picture(r.Start)
	b.ranks, b.files = len(rows), len(rows[0])
	for i, row := range rows {
		for k := range row {
			at := square{int8(k + 1), int8(b.ranks - i)}
			name := fmt.Sprintf("%c%d", 'a'+k, b.ranks-i)
			b.names[at], b.named[name] = name, at
			switch c := row[k]; {
			case c == '#':
				continue
			case c == '+':
				b.region[at] = true
			case c != '.':
				b.men[at] = c
				b.count[c]++
			}
			b.squares = append(b.squares, at)
			b.isSquare[at] = true
		}
	}
	b.begun = maps.Clone(b.men)
	if len(b.count) == 0 {
		b.count['A'], b.count['a'] = 0, 0
	}
	for c := range maps.Clone(b.count) {
		b.count[c^0x20] += 0
	}
	for c := range b.count {
		b.count[c] += r.Reserve
	}
	if drawn := picture(r.Goals); drawn != nil {
		b.goals = map[square]byte{}
		for i, row := range drawn {
			for k := range row {
				b.goals[square{int8(k + 1), int8(b.ranks - i)}] = row[k]
			}
		}
	}
	b.measure()
	b.seen[b.text()] = 1
	return b
}

func owner(man byte) string {
	if man >= 'a' {
		return "n"
	}
	return "s"
}

func enemy(side string) string { return map[string]string{"s": "n", "n": "s"}[side] }

// belongs reports whether a man belongs on a square.
func (b *slow) belongs(man byte, at square) bool {
	if b.goals == nil {
		return b.begun[at] == man^0x20
	}
	switch c := b.goals[at]; c {
	case '*':
		return true
	case '^':
		return owner(man) == "s"
	case '_':
		return owner(man) == "n"
	default:
		return c == man
	}
}

// arrows are the directions that words name, as South sees them.
var arrows = map[string][]square{
	"none": nil, "forward": {{0, 1}}, "backward": {{0, -1}}, "left": {{-1, 0}}, "right": {{1, 0}}, "sideways": {{-1, 0}, {1, 0}},
	"orthogonal": {{0, 1}, {0, -1}, {1, 0}, {-1, 0}}, "forward-left": {{-1, 1}}, "forward-right": {{1, 1}},
	"backward-left": {{-1, -1}}, "backward-right": {{1, -1}}, "forward-diagonal": {{-1, 1}, {1, 1}},
	"backward-diagonal": {{-1, -1}, {1, -1}}, "diagonal": {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
	"all": {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
}

// towards returns the directions that a text names, where forward is that many ranks up.
func towards(text string, forward int8) (all []square) {
	for _, word := range strings.Split(text, "+") {
		for _, a := range arrows[word] {
			all = append(all, square{a[0] * forward, a[1] * forward})
		}
	}
	return all
}

// beyond returns the square n squares away; ok is false if there is none or a hole on
// the way.
func (b *slow) beyond(from, a square, n int) (to square, ok bool) {
	for range n {
		from = square{from[0] + a[0], from[1] + a[1]}
		if !b.isSquare[from] {
			return from, false
		}
	}
	return from, true
}

// measure counts for each man and square the moves home, going forward from there.
func (b *slow) measure() {
	most := 0
	for man := range b.count {
		for _, from := range b.squares {
			n := b.flood(man, from)
			b.distance[place{man, from}] = n
			most = max(most, n)
		}
	}
	for k, n := range b.distance {
		if n < 0 {
			b.distance[k] = 2 * (most + 1)
		}
	}
	if b.Capture {
		b.away = 2 * (most + 1)
	}
	for at := range b.region {
		for man := range b.count {
			b.away = max(b.away, 1+b.distance[place{man, at}])
		}
	}
	for _, side := range []string{"s", "n"} {
		sum := 0
		for man, n := range b.count {
			dear := b.away
			for at := range b.within(man) {
				dear = max(dear, b.distance[place{man, at}])
			}
			if owner(man) == side {
				sum += n * dear
			}
		}
		b.worst = max(b.worst, sum)
	}
}

// within returns where a man may come from where his like begin.
func (b *slow) within(man byte) map[square]bool {
	met := map[square]bool{}
	var visit func(at square)
	visit = func(at square) {
		if met[at] {
			return
		}
		met[at] = true
		for length, ways := range [][]square{1: b.step[owner(man)], 2: b.jump[owner(man)]} {
			for _, a := range ways {
				if to, ok := b.beyond(at, a, length); ok {
					visit(to)
				}
			}
		}
	}
	for _, at := range b.squares {
		if b.begun[at] == man || b.region[at] {
			visit(at)
		}
	}
	return met
}

// flood returns how many moves bring a man home, -1 if none do.
func (b *slow) flood(man byte, from square) int {
	wave, met := []square{from}, map[square]bool{from: true}
	for n := 0; len(wave) > 0; n++ {
		var next []square
		for _, at := range wave {
			if b.belongs(man, at) {
				return n
			}
			for length, ways := range [][]square{1: b.step[owner(man)], 2: b.jump[owner(man)]} {
				if length == 2 && b.Needs == "steps" {
					continue
				}
				for _, a := range ways {
					if to, ok := b.beyond(at, a, length); ok && !met[to] {
						met[to] = true
						next = append(next, to)
					}
				}
			}
		}
		wave = next
	}
	return -1
}

// locked reports whether a man may not go from one square to another.
func (b *slow) locked(man byte, from, to square) bool {
	return b.Lock == "square" && b.belongs(man, from) || b.Lock == "goal" && b.belongs(man, from) && !b.belongs(man, to)
}
