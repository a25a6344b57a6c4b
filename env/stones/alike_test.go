package stones

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// each calls f with positions of random games, up to that many plies of each.
func each(g *Game, games, plies int, f func(s *State, rng *rand.Rand)) {
	for n := range games {
		rng := seed.New(11).At(g.name, n).Rand()
		s := g.New(0).(*State)
		for ply := 0; s.end == ongoing && ply < plies; ply++ {
			f(s, rng)
			all := s.Legal(nil)
			s.Play(all[rng.IntN(len(all))])
		}
		f(s, rng)
	}
}

// wide are games on boards of more than 64 cells, whose sets have two words and more.
var wide = map[string]string{
	"amazons 10":       "board='''\n...x..x...\n..........\n..........\nx........x\n..........\n..........\no........o\n..........\n..........\n...o..o...'''\nneighbours=8\nput='never'\nmove='slide'\nshoot=true\nstuck='loses'",
	"slides of rows":   "board='''\nx.x.x.x.x.\n..........\n....##....\n..........\n..........\n..........\n.o.o.o.o.o'''\nput='never'\nmove='slide'\nstuck='loses'\nquiet=50",
	"amazons 13":       "board='''\n...x.....x...\n.............\n.............\n.............\n.............\n.............\n.............\n.............\n.............\n.............\n.............\n.............\n...o.....o...'''\nneighbours=8\nput='never'\nmove='slide'\nshoot=true\nstuck='loses'",
	"leaps that shoot": "board='''\n.x.....x.\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.o.....o.'''\nneighbours=8\nput='never'\nmove='leap'\nshoot=true\nstuck='loses'",
	"ataxx 9":          "rows=9\ncols=9\nneighbours=8\nstart='corners'\nput='beside'\nmove='leap'\nflip='neighbours'\npass='stuck'\nleast=1",
	"reversi 10":       "rows=10\ncols=10\nneighbours=8\nstart='centre'\nput='flanking'\nflip='lines'\npass='stuck'",
}

// The conformance kit's games with wide boards: by the reference as well.
func TestWideBoards(t *testing.T) {
	for name, text := range wide {
		g := game(t, text)
		if g.words < 2 {
			t.Fatalf("%s has %d words", name, g.words)
		}
		t.Run(name, func(t *testing.T) { against(t, g, 1) })
	}
}

// An action is drawn as often as any other, and none that is not legal.
func TestSamplesAreEven(t *testing.T) {
	const times = 60
	all := map[string]string{}
	for name := range wide {
		all[name] = wide[name]
	}
	for _, name := range []string{"hex", "go 5", "mills", "amazons", "konane", "reversi 4", "ataxx", "clobber"} {
		all[name] = rulesOf[name]
	}
	for name, text := range all {
		var room []env.Action
		ply := 0
		each(game(t, text), 1, 24, func(s *State, rng *rand.Rand) {
			if ply++; ply%4 != 1 || s.end != ongoing {
				return
			}
			drawn := map[env.Action]int{}
			legal := s.Legal(nil)
			for range times * len(legal) {
				var a env.Action
				a, room = s.Sample(rng, room)
				drawn[a]++
			}
			for _, a := range legal {
				if n := drawn[a]; n < times/4 || n > 3*times {
					t.Fatalf("%s: of %d draws %d are %s, want about %d\n%s", name, times*len(legal), n, s.Format(a), times, s)
				}
			}
			if len(drawn) != len(legal) {
				t.Fatalf("%s: %d actions are drawn, %d are legal\n%s", name, len(drawn), len(legal), s)
			}
		})
	}
}

// Rows without a cell above the board change nothing, however many words its sets need then:
// the same moves are legal, and games end alike.
func TestDeadRowsChangeNothing(t *testing.T) {
	for name, rules := range map[string]string{
		"ataxx":       "neighbours=8\nput='beside'\nmove='leap'\nflip='neighbours'\npass='stuck'\nleast=1\nboard='''\nx....o\n......\n......\n......\no....x",
		"reversi":     "neighbours=8\nput='flanking'\nflip='lines'\npass='stuck'\nboard='''\n......\n......\n..ox..\n..xo..\n......\n......",
		"go":          "capture=true\nko='positional'\npass='free'\ncount='area'\ncap=200\nboard='''\n.....\n.....\n.....\n.....",
		"amazons":     "neighbours=8\nput='never'\nmove='slide'\nshoot=true\nstuck='loses'\nboard='''\n..x..x\n......\n......\n......\no..o..",
		"mills":       "reserve=6\nmove='step'\nfly=3\nmill=3\nleast=3\nstuck='loses'\nquiet=30\nboard='''\n.-.-.\n|...|\n..#..\n|...|\n.-.-.",
		"clobber":     "put='never'\nmove='clobber'\nstuck='loses'\nboard='''\nxoxox\noxoxo\nxoxox\noxoxo",
		"jumps":       "put='never'\nmove='jump'\nstuck='loses'\nboard='''\nxoxox\nox.xo\nxo.ox\noxoxo",
		"lines":       "neighbours=8\nput='never'\nmove='count'\ngoal='gather'\nstuck='loses'\nquiet=30\nboard='''\n.xxx.\no...o\no...o\no...o\n.xxx.",
		"grow by one": "neighbours=4\nput='beside'\nflip='neighbours'\npass='stuck'\nboard='''\nx....\n.....\n.....\n....o",
	} {
		rows := strings.Fields(rules[strings.Index(rules, "'''"):])[1:]
		small := game(t, "ranks='up'\n"+rules+"'''")
		for dead := 3; len(rows)+dead <= maxSide; dead += 5 {
			empty := "\n" + strings.Repeat("#", small.cols)
			large := game(t, "ranks='up'\n"+strings.Replace(rules, "'''", "'''"+strings.Repeat(empty, dead), 1)+"'''")
			for n := range 3 {
				rng := seed.New(12).At(name, n).Rand()
				a, b := small.New(0).(*State), large.New(0).(*State)
				for ply := 0; ; ply++ {
					if legal(a) != legal(b) || a.Result() != b.Result() || a.Ending() != b.Ending() || a.Score(env.First) != b.Score(env.First) {
						t.Fatalf("%s, game %d, ply %d: with %d dead rows\n%s\nhas %s and ends by %q; without\n%s\n%s, %q", name, n, ply, dead, b, legal(b), b.Ending(), a, legal(a), a.Ending())
					}
					if a.end != ongoing || ply == 80 {
						break
					}
					all := strings.Fields(legal(a))
					move := all[rng.IntN(len(all))]
					line(t, a, move)
					line(t, b, move)
				}
			}
		}
	}
}

// A board with rows and columns exchanged has as many games.
func TestRowsAndColumnsAreAlike(t *testing.T) {
	for name, rules := range map[string]string{
		"go":      "capture=true\nko='simple'\npass='free'\ncount='area'",
		"clobber": "start='full'\nput='never'\nmove='clobber'\nstuck='loses'",
		"ataxx":   "neighbours=8\nstart='corners'\nput='beside'\nmove='leap'\nflip='neighbours'\npass='stuck'\nleast=1",
		"reversi": "neighbours=8\nstart='centre'\nput='flanking'\nflip='lines'\npass='stuck'",
	} {
		for _, size := range [][2]int{{4, 6}, {2, 6}, {6, 12}} {
			of := func(rows, cols int) []uint64 {
				g := game(t, fmt.Sprintf("rows=%d\ncols=%d\n%s", rows, cols, rules))
				return []uint64{env.Perft(g.New(0), 1), env.Perft(g.New(0), 2), env.Perft(g.New(0), 3)}
			}
			if a, b := of(size[0], size[1]), of(size[1], size[0]); !slices.Equal(a, b) {
				t.Errorf("%s on %d by %d: %v, exchanged %v", name, size[0], size[1], a, b)
			}
		}
	}
}

// Misère is the same game with the other winner.
func TestMisereIsTheOtherResult(t *testing.T) {
	for _, name := range []string{"hex 9", "y", "reversi 4", "reversi holes", "go 5", "havannah"} {
		a, b := game(t, rulesOf[name]), game(t, rulesOf[name]+"\nresult='loses'")
		for n := range 5 {
			s, m, rng := a.New(0).(*State), b.New(0).(*State), seed.New(13).At(name, n).Rand()
			for s.end == ongoing {
				all := s.Legal(nil)
				move := all[rng.IntN(len(all))]
				s.Play(move)
				m.Play(move)
			}
			if s.Result().For(env.First) != m.Result().For(env.Second) || s.Score(env.First) != m.Score(env.Second) {
				t.Errorf("%s\nends by %v, misère by %v", s, s.Result(), m.Result())
			}
		}
	}
}

// How many symmetries a board has with its start and what each side is to join.
func TestSymmetriesAreCounted(t *testing.T) {
	for name, want := range map[string]int{
		"hex": 2, "y": 6, "havannah": 12, "hexxagon": 6, "othello": 4, "ataxx": 4, "go-9x9": 8, "mills": 8, "twelve-mens-morris": 8, "amazons": 2, "lines-of-action": 4, "clobber": 2,
	} {
		var names []string
		for _, s := range with(t, name).Symmetries() {
			names = append(names, s.Name)
		}
		if len(names) != want || names[0] != "identity" {
			t.Errorf("%s: %v, want %d", name, names, want)
		}
	}
}

// The name of an action says where its stone goes.
func TestActionNamesSayWhere(t *testing.T) {
	steps := map[string][2]int{"right": {0, 1}, "down right": {1, 1}, "down": {1, 0}, "down left": {1, -1}, "left": {0, -1}, "up left": {-1, -1}, "up": {-1, 0}, "up right": {-1, 1}}
	for _, name := range []string{"amazons", "lines-of-action", "konane", "clobber"} {
		g := with(t, name)
		names := g.ActionNames()
		if sorted := slices.Sorted(slices.Values(names)); len(slices.Compact(sorted)) != len(names) {
			t.Errorf("%s: two actions have one name of %v", name, names)
		}
		each(g, 1, 20, func(s *State, _ *rand.Rand) {
			for _, a := range s.Legal(nil) {
				kind, from, p := g.act(a)
				if kind != moves {
					continue
				}
				said := names[int(a)/(g.rows*g.cols)]
				var n int
				way, ok := strings.CutPrefix(said, "move ")
				at := strings.LastIndexByte(way, ' ')
				if _, err := fmt.Sscan(way[at+1:], &n); err != nil || !ok {
					t.Fatalf("%s: an action is named %q", name, said)
				}
				d := steps[way[:at]]
				if to := from + n*(d[0]*g.cols+d[1]); to != int(p.to[from]) || d == [2]int{} {
					t.Fatalf("%s: %s is named %q", name, s.Format(a), said)
				}
			}
		})
	}
}

// A board that rules do not fit is refused with what would fit.
func TestBoardsThatDoNotFit(t *testing.T) {
	for rules, want := range map[string]string{
		"start='full'\nput='never'\nmove='clobber'\nstuck='loses'\nboard='''\nxo\nox'''":                                 `stones are drawn on the board: want start = "drawn"`,
		"cells='hexagons'\nboard='''\n.-.\n|.|\n.-.'''":                                                                  `want cells = "squares"`,
		"links='a3-b3'\nneighbours=8\nboard='''\n...\n...\n...'''":                                                       "links and neighbours = 8: want one of them",
		"move='slide'\nput='never'\nstuck='loses'\nboard='''\nx-.\n|.|\n.-o'''":                                          `want neighbours = 4, move = "none" or "step"`,
		"rows=5\ncols=5\ncells='hexagons'\ngoal='havannah'":                                                              `goal = "havannah": want shape = "hexagon"`,
		"rows=5\ncols=5\ncells='hexagons'\nshape='triangle'\ngoal='sides'":                                               `want a board with four sides, shape = "full"`,
		"rows=4\ncols=5\nneighbours=8\nstart='centre'\nput='flanking'\nflip='lines'\npass='stuck'":                       "want even numbers",
		"neighbours=8\nstart='centre'\nput='flanking'\nflip='lines'\npass='stuck'\nboard='''\n....\n.##.\n....\n....'''": "four cells in the middle",
	} {
		_, err := read(file(t, rules))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got %v, want a line with %q", rules, err, want)
		}
	}
}

// A symmetry keeps what cells are neighbours: a line more on one side leaves fewer of them.
func TestLinesBreakSymmetries(t *testing.T) {
	const rest = "\ncapture=true\nko='positional'\npass='free'\ncount='area'\ncap=200\nboard='''\n...\n...\n...'''\nlinks='"
	const grid = "a1-b1 b1-c1 a2-b2 b2-c2 a3-b3 b3-c3 a1-a2 a2-a3 b1-b2 b2-b3 c1-c2 c2-c3"
	for _, tt := range []struct {
		more string
		want int
	}{
		{"", 8},
		{" a1-b2", 2},
		{" a1-b2 b2-c3", 4},
		{" a1-b2 b2-c3 a3-b2 b2-c1", 8},
		{" a1-b2 a3-b2", 2},
		{" a1-b2 b2-c3 a3-b2", 2},
		{" a2-b1", 2},
		{" a2-b1 b3-c2", 4},
	} {
		var names []string
		for _, s := range game(t, rest[1:]+grid+tt.more+"'").Symmetries() {
			names = append(names, s.Name)
		}
		if len(names) != tt.want {
			t.Errorf("lines%s: %v, want %d", tt.more, names, tt.want)
		}
	}
}

// Half points for Second never help First, and change nothing but the result.
func TestKomiHelpsSecond(t *testing.T) {
	const rules = "rows=4\ncols=4\ncapture=true\nko='positional'\npass='free'\ncount='area'\ncap=60\nkomi="
	rank := map[env.Result]int{env.FirstWins: 2, env.Drawn: 1, env.SecondWins: 0}
	met := map[env.Result]int{}
	for n := range 8 {
		before := 2
		var moves []env.Action
		s, rng := game(t, rules+"0").New(0).(*State), seed.New(14).At("komi", n).Rand()
		for s.end == ongoing {
			all := s.Legal(nil)
			moves = append(moves, all[rng.IntN(len(all))])
			s.Play(moves[len(moves)-1])
		}
		for komi := 0; komi <= 34; komi++ {
			k := game(t, fmt.Sprint(rules, komi)).New(0).(*State)
			for _, a := range moves {
				if k.end != ongoing || !slices.Contains(k.Legal(nil), a) {
					t.Fatalf("komi %d: another game after %v", komi, moves)
				}
				k.Play(a)
			}
			if now := rank[k.Result()]; now > before || k.stones != s.stones {
				t.Errorf("komi %d: %v after half a point less for Second\n%s", komi, k.Result(), k)
			} else {
				before = now
			}
			met[k.Result()]++
		}
	}
	if len(met) != 3 {
		t.Errorf("results %v, want each of the three", met)
	}
}
