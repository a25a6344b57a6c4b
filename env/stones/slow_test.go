package stones

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ludens/env"
)

// slow plays the rules as they are written in docs/variants.md, with maps and texts: the
// reference for State.
type slow struct {
	r          rules
	rows, cols int
	signs      map[spot]byte // of the drawing, where there is no cell
	at         map[spot]int  // cells: 0 empty, 1 and 2 stones of side 0 and 1, 3 closed
	start      map[spot]int
	turn       int
	hand       [2]int
	quiet      int
	passes     int
	past       []string
	ko, moved  string
	taking     bool
	swapped    bool
	result     env.Result
}

type spot struct{ row, col int }

func (p spot) plus(d spot, n int) spot { return spot{p.row + n*d.row, p.col + n*d.col} }

// newSlow takes the board of a game, but not its tables.
func newSlow(g *Game) *slow {
	s := &slow{r: g.rules, rows: g.rows, cols: g.cols, signs: map[spot]byte{}, at: map[spot]int{}, hand: [2]int{g.rules.Reserve, g.rules.Reserve}}
	for row, line := range strings.Fields(s.r.Board) {
		for col := range line {
			s.signs[spot{row, col}] = line[col]
		}
	}
	for c := range g.rows * g.cols {
		if g.cells.has(c) {
			s.at[spot{c / g.cols, c % g.cols}] = b2i(g.start[0].has(c)) + 2*b2i(g.start[1].has(c))
		}
	}
	s.start = maps.Clone(s.at)
	s.past = []string{s.board()}
	s.judge(nil)
	return s
}

func (s *slow) clone() *slow {
	t := *s
	t.at, t.past = maps.Clone(s.at), slices.Clone(s.past)
	return &t
}

func (s *slow) name(p spot) string {
	if s.r.Ranks == "down" {
		return fmt.Sprintf("%c%d", 'a'+p.col, p.row+1)
	}
	return fmt.Sprintf("%c%d", 'a'+p.col, s.rows-p.row)
}

func (s *slow) board() (text string) {
	for row := range s.rows {
		for col := range s.cols {
			text += fmt.Sprint(s.at[spot{row, col}])
		}
	}
	return text
}

func (s *slow) ways() []spot {
	switch {
	case s.r.Cells == "hexagons":
		return []spot{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}}
	case s.r.Neighbours == 8, s.r.Links != "":
		return []spot{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}, {1, 1}, {-1, -1}}
	}
	return []spot{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
}

// linked reports whether the file lists a pair of cells, where it lists neighbours.
func (s *slow) linked(p, q spot) bool {
	pairs := " " + s.r.Links + " "
	return s.r.Links == "" || strings.Contains(pairs, " "+s.name(p)+"-"+s.name(q)+" ") || strings.Contains(pairs, " "+s.name(q)+"-"+s.name(p)+" ")
}

// next returns the neighbour of p in a direction, past drawn lines.
func (s *slow) next(p, d spot) (spot, bool) {
	for q := p.plus(d, 1); ; q = q.plus(d, 1) {
		if _, is := s.at[q]; is {
			return q, s.linked(p, q)
		}
		if q.row < 0 || q.col < 0 || q.row >= s.rows || q.col >= s.cols {
			return q, false
		}
		if s.r.Links != "" {
			continue
		}
		if sign := s.signs[q]; !(sign == '-' && d.row == 0 || sign == '|' && d.col == 0) {
			return q, false
		}
	}
}

func (s *slow) near(p spot) (all []spot) {
	for _, d := range s.ways() {
		if q, ok := s.next(p, d); ok {
			all = append(all, q)
		}
	}
	return all
}

func (s *slow) of(what int) (all []spot) {
	for row := range s.rows {
		for col := range s.cols {
			if v, is := s.at[spot{row, col}]; is && v == what {
				all = append(all, spot{row, col})
			}
		}
	}
	return all
}

// group returns the cells like p that are joined to it.
func (s *slow) group(p spot) []spot {
	met, all := map[spot]bool{p: true}, []spot{p}
	for i := 0; i < len(all); i++ {
		for _, q := range s.near(all[i]) {
			if !met[q] && s.at[q] == s.at[p] {
				met[q], all = true, append(all, q)
			}
		}
	}
	return all
}

func (s *slow) breathes(p spot) bool {
	for _, q := range s.group(p) {
		for _, n := range s.near(q) {
			if s.at[n] == 0 {
				return true
			}
		}
	}
	return false
}

// flips returns what a stone of the mover on p flips.
func (s *slow) flips(p spot) (all []spot) {
	own, enemy := s.turn+1, 2-s.turn
	for _, d := range s.ways() {
		q, ok := s.next(p, d)
		if s.r.Flip == "neighbours" && ok && s.at[q] == enemy {
			all = append(all, q)
		}
		if s.r.Flip != "lines" {
			continue
		}
		var line []spot
		for ok && s.at[q] == enemy {
			line = append(line, q)
			q, ok = s.next(q, d)
		}
		if ok && s.at[q] == own {
			all = append(all, line...)
		}
	}
	return all
}

func (s *slow) milled(p spot) bool {
	for _, d := range s.ways() {
		n := 1
		for _, d := range []spot{d, {-d.row, -d.col}} {
			for q, ok := s.next(p, d); ok && s.at[q] == s.at[p]; q, ok = s.next(q, d) {
				n++
			}
		}
		if n >= s.r.Mill {
			return true
		}
	}
	return false
}

// place puts a stone of the mover on p with all that follows, but for the end of the turn.
func (s *slow) place(p spot) {
	own, enemy := s.turn+1, 2-s.turn
	flipped := s.flips(p)
	s.at[p] = own
	for _, q := range flipped {
		s.at[q] = own
	}
	if !s.r.Capture {
		return
	}
	var dead []spot
	for _, q := range s.near(p) {
		if s.at[q] == enemy && !s.breathes(q) {
			dead = append(dead, s.group(q)...)
		}
	}
	for _, q := range dead {
		s.at[q] = 0
	}
	if !s.breathes(p) {
		for _, q := range s.group(p) {
			s.at[q] = 0
		}
		return
	}
	free := 0
	for _, q := range s.near(p) {
		free += b2i(s.at[q] == 0)
	}
	if unique := len(dead) > 0 && !slices.ContainsFunc(dead, func(q spot) bool { return q != dead[0] }); unique && len(s.group(p)) == 1 && free == 1 {
		s.ko = s.name(dead[0])
	}
}

// mayPut reports whether the mover may put a stone on p.
func (s *slow) mayPut(p spot) bool {
	switch s.r.Put {
	case "flanking":
		if len(s.flips(p)) == 0 {
			return false
		}
	case "beside":
		if !slices.ContainsFunc(s.near(p), func(q spot) bool { return s.at[q] == s.turn+1 }) {
			return false
		}
	}
	if !s.r.Capture {
		return true
	}
	t := s.clone()
	t.place(p)
	return (t.at[p] != 0 || s.r.Suicide) && !(s.r.Ko == "simple" && s.ko == s.name(p)) && !(s.r.Ko == "positional" && slices.Contains(s.past, t.board()))
}

func (s *slow) spotOf(name string) spot {
	for p := range s.at {
		if s.name(p) == name {
			return p
		}
	}
	panic(name)
}

// play carries out a legal action.
func (s *slow) play(text string) {
	own := s.turn + 1
	if text == "swap" {
		s.swapped = true
		s.judge(nil)
		return
	}
	s.ko = ""
	if text == "pass" {
		s.passes++
		s.quiet++
		s.turned(nil)
		return
	}
	s.passes = 0
	from, to, moves := strings.Cut(text, "-")
	switch {
	case strings.HasPrefix(text, "x"):
		s.at[s.spotOf(text[1:])] = 0
		s.taking, s.quiet = false, 0
		s.turned(nil)
		return
	case s.moved != "":
		s.at[s.spotOf(text)] = 3
		s.moved = ""
		s.turned(nil)
		return
	case moves:
		p, q := s.spotOf(from), s.spotOf(to)
		captured := s.reach(p)[q]
		s.quiet++
		s.at[p] = 0
		for _, c := range captured {
			s.at[c], s.quiet = 0, 0
		}
		s.at[q] = own
		if s.r.Shoot {
			s.moved = to
			return
		}
		s.place(q)
		s.after(q)
	default:
		s.hand[s.turn] = max(0, s.hand[s.turn]-1)
		s.quiet = 0
		p := s.spotOf(text)
		s.place(p)
		s.after(p)
	}
}

func (s *slow) after(p spot) {
	if s.r.Mill > 0 && s.milled(p) && len(s.of(2-s.turn)) > 0 {
		s.taking = true
		return
	}
	s.turned(&p)
}

// turned gives the turn to the other side.
func (s *slow) turned(at *spot) {
	s.turn = 1 - s.turn
	s.past = append(s.past, s.board())
	s.judge(at)
}
