package stones

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
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
	case s.r.Neighbours == 8:
		return []spot{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}, {1, 1}, {-1, -1}}
	}
	return []spot{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
}

// next returns the neighbour of p in a direction, past drawn lines.
func (s *slow) next(p, d spot) (spot, bool) {
	for q := p.plus(d, 1); ; q = q.plus(d, 1) {
		if _, is := s.at[q]; is {
			return q, true
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

// reach returns where the stone on p can move, and what that captures.
func (s *slow) reach(p spot) map[spot][]spot {
	own, enemy := s.turn+1, 2-s.turn
	all := map[spot][]spot{}
	if s.r.Fly > 0 && len(s.of(own)) <= s.r.Fly {
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
	if s.r.Move != "none" && s.hand[s.turn] == 0 {
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

// Random games by State and by the reference: equal actions, boards and results.
func TestDifferential(t *testing.T) {
	for name, text := range rulesOf {
		t.Run(name, func(t *testing.T) {
			g := game(t, text)
			for n := range 4 {
				against(t, g, n)
			}
		})
	}
}

func against(t *testing.T, g *Game, n int) {
	t.Helper()
	s, b, rng := g.New(0), newSlow(g), seed.New(36).At("game", n).Rand()
	for ply := 0; ply < 80; ply++ {
		want := slices.Sorted(maps.Keys(b.moves()))
		got := slices.Sorted(slices.Values(env.Texts(s, s.Legal(nil))))
		if !slices.Equal(got, want) || s.Result() != b.result {
			t.Fatalf("game %d, ply %d:\n%s\ngot  %v %v\nwant %v %v", n, ply, s, got, s.Result(), want, b.result)
		}
		if len(got) == 0 {
			return
		}
		if !b.taking && b.moved == "" && s.ToMove() != env.Player(b.turn^b2i(b.swapped)) {
			t.Fatalf("game %d, ply %d: it is the turn of %v", n, ply, s.ToMove())
		}
		text := got[rng.IntN(len(got))]
		if text == "pass" && rng.IntN(4) > 0 {
			text = got[0]
		}
		a, err := env.Parse(s, text)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(a)
		b.play(text)
		board := ""
		for c := range g.rows * g.cols {
			v := b2i(s.(*State).stones[0].has(c)) + 2*b2i(s.(*State).stones[1].has(c)) + 3*b2i(s.(*State).closed.has(c))
			board += fmt.Sprint(v)
		}
		if board != b.board() {
			t.Fatalf("game %d, ply %d, after %s:\n%s\nwant %s", n, ply, text, s, b.board())
		}
	}
}
