package draughts

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/envtest"
	"ludens/env/seed"
	"ludens/env/variant"
	"ludens/games"
)

func game(t testing.TB, name string, settings ...string) *Game {
	t.Helper()
	g, err := Read(envtest.File(t, name, Rules, settings...))
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Game)
}

// tests are games for the conformance kit and the slow reference.
func tests(t testing.TB) map[string]*Game {
	return map[string]*Game{
		"russian":                game(t, "russian-draughts"),
		"international":          game(t, "international-draughts"),
		"checkers":               game(t, "checkers"),
		"pool":                   game(t, "pool-checkers"),
		"giveaway":               game(t, "giveaway-checkers", "side", "6", "ranks", "2"),
		"most without flying":    game(t, "russian-draughts", "flying", "off", "most", "on", "promote", "stays"),
		"forward with flying":    game(t, "russian-draughts", "backward", "off", "promote", "stops", "quiet", "0", "side", "6", "ranks", "1"),
		"most, continues":        game(t, "russian-draughts", "most", "on", "side", "6", "ranks", "2"),
		"international to kings": game(t, "international-draughts", "ranks", "1", "side", "8"),
	}
}

func TestLaws(t *testing.T) {
	for name, g := range tests(t) {
		t.Run(name, func(t *testing.T) { envtest.Run(t, g, envtest.Games(2)) })
	}
}

// after returns the positions to which a turn leads, each once.
func after(s env.State) map[uint64]env.State {
	all := map[uint64]env.State{}
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		if next.(*State).chain < 0 {
			all[next.Key()] = next
			continue
		}
		maps.Copy(all, after(next))
	}
	return all
}

// perft counts the sequences of turns. Captures that differ only in their order are counted each,
// as in the published numbers.
func perft(s env.State, depth int) (n int) {
	if depth == 0 {
		return 1
	}
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		if next.Play(a); next.(*State).chain >= 0 {
			n += perft(next, depth) // the turn goes on
		} else {
			n += perft(next, depth-1)
		}
	}
	return n
}

// Published: R. Halbersma, Perft for all recognized draughts variants, 2010,
// http://laatste.info/bb3/viewtopic.php?f=53&t=2822 (Brazilian); Kodra, an engine, in its perft.c
// (Russian); https://aartbik.blogspot.com/search/label/perft (international); https://oeis.org/A133046 (English).
func TestPerft(t *testing.T) {
	for name, want := range map[string][]int{
		"international-draughts": {9, 81, 658, 4265, 27117, 167140, 1049442},
		"russian-draughts":       {7, 49, 302, 1469, 7482, 37986, 190146, 929905},
		"brazilian-draughts":     {7, 49, 302, 1469, 7473, 37628, 187302},
		"checkers":               {7, 49, 302, 1469, 7361, 36768, 179740, 845931},
	} {
		g := game(t, name)
		for i, n := range want {
			if n > 40000 && os.Getenv("LUDENS_LONG") == "" {
				break
			}
			if got := perft(g.New(0), i+1); got != n {
				t.Errorf("%s, perft %d: got %d, want %d", name, i+1, got, n)
			}
		}
	}
}

// board is a position as text, row by row from the top, spaces for light squares.
type board map[[2]int]byte

// slow finds the boards to which turns of a player lead, by the rules as they are written.
type slow struct {
	r     rules
	p     env.Player
	turns map[string]int // by board: how many pieces are captured
}

func (s *slow) text(b board) (text string) {
	for row := range s.r.Side {
		for col := range s.r.Side {
			text += string(max(b[[2]int{row, col}], ' '))
		}
	}
	return text
}

func (s *slow) on(at [2]int) bool { return min(at[0], at[1]) >= 0 && max(at[0], at[1]) < s.r.Side }

// men are the letters of men and kings: first, then Second's.
func (s *slow) is(b board, at [2]int, p env.Player) bool {
	return b[at] != 0 && strings.IndexByte([]string{"mk", "nq"}[p], b[at]) >= 0
}

func (s *slow) last(at [2]int) bool { return at[0] == []int{0, s.r.Side - 1}[s.p] }

var corners = [4][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}

func beyond(at, d [2]int, n int) [2]int { return [2]int{at[0] + n*d[0], at[1] + n*d[1]} }

// finish ends a turn of a piece at a square, after captures.
func (s *slow) finish(b board, at [2]int, king bool, dead map[[2]int]bool) {
	end := maps.Clone(b)
	for q := range dead {
		delete(end, q)
	}
	end[at] = "mn"[s.p]
	if king || s.last(at) {
		end[at] = "kq"[s.p]
	}
	s.turns[s.text(end)] = len(dead)
}

// capture goes on capturing with a piece that is off the board b for the time being.
func (s *slow) capture(b board, at [2]int, king bool, dead map[[2]int]bool) (can bool) {
	for _, d := range corners {
		if !king && !s.r.Backward && (d[0] < 0) != (s.p == env.First) {
			continue
		}
		n := 1
		for king && s.r.Flying && s.on(beyond(at, d, n)) && b[beyond(at, d, n)] == 0 {
			n++
		}
		hit := beyond(at, d, n)
		if !s.is(b, hit, s.p.Other()) || dead[hit] {
			continue
		}
		gone := maps.Clone(dead)
		gone[hit] = true
		var landings, on [][2]int
		for n++; s.on(beyond(at, d, n)) && b[beyond(at, d, n)] == 0; n++ {
			landings = append(landings, beyond(at, d, n))
			if !king || !s.r.Flying {
				break
			}
		}
		for _, to := range landings {
			try := &slow{s.r, s.p, map[string]int{}}
			if try.capture(b, to, king, gone) {
				on = append(on, to)
			}
		}
		if len(on) > 0 && king && s.r.Flying {
			landings = on
		}
		for _, to := range landings {
			can = true
			crowned := king || s.last(to) && s.r.Promote != "stays"
			if !king && crowned && s.r.Promote == "stops" || !s.capture(b, to, crowned, gone) {
				s.finish(b, to, crowned, gone)
			}
		}
	}
	return can
}

// play returns the boards after each turn of the player.
func (s *slow) play(b board) []string {
	s.turns = map[string]int{}
	for at := range b {
		if s.is(b, at, s.p) {
			rest := maps.Clone(b)
			delete(rest, at)
			s.capture(rest, at, b[at] == "kq"[s.p], map[[2]int]bool{})
		}
	}
	if s.r.Most {
		most := slices.Max(append(slices.Collect(maps.Values(s.turns)), 0))
		maps.DeleteFunc(s.turns, func(_ string, n int) bool { return n < most })
	}
	if len(s.turns) == 0 {
		for at := range b {
			if s.is(b, at, s.p) {
				s.quiet(b, at)
			}
		}
	}
	return slices.Sorted(maps.Keys(s.turns))
}

func (s *slow) quiet(b board, at [2]int) {
	king := b[at] == "kq"[s.p]
	rest := maps.Clone(b)
	delete(rest, at)
	for _, d := range corners {
		if !king && (d[0] < 0) != (s.p == env.First) {
			continue
		}
		for n := 1; s.on(beyond(at, d, n)) && b[beyond(at, d, n)] == 0; n++ {
			s.finish(rest, beyond(at, d, n), king, nil)
			if !king || !s.r.Flying {
				break
			}
		}
	}
}

// boardOf draws a position for the reference.
func boardOf(s *State) board {
	b, g := board{}, s.game
	for c := range g.side * g.side {
		if p, ok := s.Owner(c); ok {
			b[[2]int{c / g.side, c % g.side}] = []string{"mk", "nq"}[p][s.kings>>g.square[c]&1]
		}
	}
	return b
}

func TestDifferential(t *testing.T) {
	for name, g := range tests(t) {
		for n := range 8 {
			rng := seed.New(36).At(name, n).Rand()
			s := g.New(0).(*State)
			for turn := 0; turn < 60 && s.end != byQuiet; turn++ {
				b := slow{r: g.rules, p: s.mover}
				want := b.play(boardOf(s))
				var got []string
				turns := after(s)
				for _, next := range turns {
					got = append(got, b.text(boardOf(next.(*State))))
				}
				slices.Sort(got)
				if !slices.Equal(slices.Compact(got), want) {
					t.Fatalf("%s, game %d, turn %d:\n%s\n%d turns, want %d", name, n, turn, s, len(got), len(want))
				}
				if len(turns) == 0 {
					break
				}
				keys := slices.Sorted(maps.Keys(turns))
				s = turns[keys[rng.IntN(len(keys))]].(*State)
			}
		}
	}
}

func ExampleRead() {
	text, _ := games.Text("checkers")
	f, err := variant.Parse("checkers", text, games.Text)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := Read(f)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := g.New(0)
	for _, move := range []string{"c3-d4", "b6-c5", "d4xb6"} {
		a, err := env.Parse(s, move)
		if err != nil {
			fmt.Println(err)
			return
		}
		s.Play(a)
	}
	fmt.Print(s)
	// Output:
	// 8  . w . w . w . w
	// 7  w . w . w . w .
	// 6  . b . w . w . w
	// 5  . . . . . . . .
	// 4  . . . . . . . .
	// 3  b . . . b . b .
	// 2  . b . b . b . b
	// 1  b . b . b . b .
	//    a b c d e f g h
	// white to move
}
