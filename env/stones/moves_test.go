package stones

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// legal returns the moves of a position as text, in alphabetical order.
func legal(s env.State) string {
	var all []string
	for _, a := range s.Legal(nil) {
		all = append(all, s.Format(a))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// at returns the position of a text.
func at(t *testing.T, g *Game, position string) *State {
	t.Helper()
	s, err := g.ParsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*State)
}

// line plays moves.
func line(t *testing.T, s *State, moves string) *State {
	t.Helper()
	for _, move := range strings.Fields(moves) {
		a, err := env.Parse(s, move)
		if err != nil {
			t.Fatalf("%s: %v", moves, err)
		}
		s.Play(a)
	}
	return s
}

// What may be done in a position, by each value of the keys put, move, flip, mill and pass.
func TestMoves(t *testing.T) {
	const (
		amazon = "neighbours=8\nput='never'\nshoot=true\nstuck='loses'\nboard='''\no.x\n...\n...'''\nmove="
		four   = "board='''\nxo..\n....\n....\n..ox'''\nput='never'\nstuck='loses'\nmove="
		mill   = "board='''\n...\n...\n...'''\nreserve=3\nmove='step'\nmill=3\nleast=3\nstuck='loses'\nquiet=30"
		flying = mill + "\nfly=3"
		flank  = "board='''\nxo.\n...\n...'''\nput='flanking'\nflip='lines'\npass='stuck'\nneighbours="
		jump   = "board='''\nxo.o.\n.....'''\nput='never'\nstuck='loses'\nmove='jump'"
	)
	for _, tt := range []struct{ name, rules, position, want string }{
		{"a stone is put on any empty cell", "rows=2\ncols=2", "b1/2 w", "a1 b1 b2"},
		{"flanking: only where it flips", flank + "8", "bw1/3/1w1 b", "c3"},
		{"flanking along diagonals", flank + "8", "b2/bw1/3 b", "c1 c2"},
		{"flanking along rows and columns only", flank + "4", "b2/bw1/3 b", "c2"},
		{"beside: next to a stone of one's own", "board='''\nx..\n...\n..o'''\nneighbours=8\nput='beside'\nflip='neighbours'\npass='stuck'", "b1w/3/3 b", "a2 b2 b3"},
		{"a step to a neighbour", four + "'step'", "bw2/4/4/2wb b", "a4-a3 d1-d2"},
		{"a slide along a line", four + "'slide'", "bw2/4/4/2wb b", "a4-a1 a4-a2 a4-a3 d1-d2 d1-d3 d1-d4"},
		{"a leap to distance two", four + "'leap'", "b3/4/4/3w b", "a4-a2 a4-b3 a4-c4"},
		{"a jump over an enemy", four + "'jump'", "bw2/4/4/2wb b", "a4-c4 d1-b1"},
		{"jumps over two enemies, one after the other", jump, "bw1w1/5 b", "a2-c2 a2-e2"},
		{"no jump over two in a row", jump, "bww2/5 b", ""},
		{"clobber: onto an enemy neighbour", four + "'clobber'", "bw2/b3/4/2wb b", "a4-b4 d1-c1"},
		{"count: as far as the line has stones, onto an enemy, not over him", four + "'count'", "bw2/4/4/b2b b", "a1-a3 a1-c1 a4-a2 d1-b1 d1-d2"},
		{"the stone that has moved shoots", amazon + "'slide'", "w2/1b1/3 b moved=b2", "a1 a2 b1 b3 c1 c2 c3"},
		{"shots do not pass", amazon + "'slide'", "w2/1b1/1*1 b moved=b2", "a1 a2 b3 c1 c2 c3"},
		{"stones in hand are put first", mill, "b2/1w1/3 b hand=2-2", "a1 a2 b1 b3 c1 c2 c3"},
		{"after them stones move", mill, "bb1/1w1/bww b", "a1-a2 a3-a2 b3-c3"},
		{"three stones fly", flying, "bb1/1w1/bww b", "a1-a2 a1-c2 a1-c3 a3-a2 a3-c2 a3-c3 b3-a2 b3-c2 b3-c3"},
		{"a mill removes a stone that is in no mill", mill, "bbb/1w1/www b mill", "xb2"},
		{"or any if all are in mills", mill, "bbb/3/www b mill", "xa1 xb1 xc1"},
		{"a pass where there is nothing else", "rows=4\ncols=4\nneighbours=8\nstart='centre'\nput='flanking'\nflip='lines'\npass='stuck'", "bbbb/bbbb/bbbw/4 w", "pass"},
		{"a free pass", "rows=2\ncols=2\ncapture=true\nko='simple'\npass='free'\ncount='area'", "b1/2 w", "a1 b1 b2 pass"},
		{"no stone without a liberty", "rows=3\ncols=3\ncapture=true\nko='simple'\npass='free'\ncount='area'", "1b1/b2/3 w", "a1 b1 b2 c1 c2 c3 pass"},
		{"but where it captures", "rows=3\ncols=3\ncapture=true\nko='simple'\npass='free'\ncount='area'", "1bw/bw1/w2 w", "a3 b1 c1 c2 pass"},
		{"and with suicide anywhere", "rows=3\ncols=3\ncapture=true\nsuicide=true\nko='none'\npass='free'\ncount='area'", "1b1/b2/3 w", "a1 a3 b1 b2 c1 c2 c3 pass"},
		{"the pie is cut, or taken", "rows=2\ncols=2\ncells='hexagons'\ngoal='sides'\nswap=true", "b1/2 w", "a1 b1 b2 swap"},
		{"konane begins with two removals: the middle or a corner", "rows=4\ncols=4\nstart='full'\nput='never'\nmove='jump'\nremoval=true\nstuck='loses'", "bwbw/wbwb/bwbw/wbwb b", "xa4 xb3 xc2 xd1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := legal(at(t, game(t, tt.rules), tt.position)); got != tt.want {
				t.Errorf("%s: got %s, want %s", tt.position, got, tt.want)
			}
		})
	}
}

// What moves do to the board, and how a game ends.
func TestEffects(t *testing.T) {
	const (
		go3     = "rows=3\ncols=3\ncapture=true\nko='simple'\npass='free'\ncount='area'\nkomi="
		reversi = "rows=4\ncols=4\nneighbours=8\nstart='centre'\nput='flanking'\nflip='lines'\npass='stuck'"
		ataxx   = "rows=3\ncols=3\nneighbours=8\nstart='corners'\nput='beside'\nmove='leap'\nflip='neighbours'\npass='stuck'\nleast=1"
		mill    = "board='''\n...\n...\n...'''\nreserve=3\nmove='step'\nmill=3\nleast=3\nstuck='loses'\nquiet=4"
		chain   = "rows=3\ncols=3\ncells='hexagons'\ngoal='sides'\nswap=true"
		amazon  = "neighbours=8\nput='never'\nshoot=true\nstuck='loses'\nboard='''\nx.o\n###'''\nmove='slide'"
	)
	for _, tt := range []struct {
		name, rules, position, moves, want, ending string
		result                                     env.Result
	}{
		{"a line between two stones is flipped, in all directions", reversi, "4/1bw1/1wb1/4 b", "d3", "4/1bbb/1wb1/4 w", "", env.Ongoing},
		{"a leap leaves its cell and turns its new neighbours", ataxx, "b1w/3/w1b b", "a3-b1", "2w/3/bbb w", "", env.Ongoing},
		{"a growing stone stays", ataxx, "b1w/3/w1b b", "b3", "bbb/3/w1b w", "", env.Ongoing},
		{"a side without a stone has lost", ataxx, "b1w/3/3 b", "b3", "bbb/3/3 w", "fewer than one stone", env.FirstWins},
		{"captured stones leave", go3 + "0", "wb1/3/3 b", "a2", "1b1/b2/3 w", "", env.Ongoing},
		{"two passes end the game by the area", go3 + "0", "1b1/1bw/1b1 b", "pass pass", "1b1/1bw/1b1 b pass pass", "", env.FirstWins},
		{"the komi is Second's", go3 + "18", "1b1/1bw/1b1 b", "pass pass", "1b1/1bw/1b1 b pass pass", "", env.SecondWins},
		{"half points decide, whole ones may not", go3 + "10", "1b1/1b1/1bw b", "pass pass", "1b1/1b1/1bw b pass pass", "", env.Drawn},
		{"a mill takes a stone, and a side of two has lost", mill, "bb1/2b/www b", "c2-c3 xa1", "bbb/3/1ww w", "fewer than three stones", env.FirstWins},
		{"plies without a stone put or removed draw", mill, "bb1/2b/www b quiet=3", "b3-b2", "b2/1bb/www w quiet=4", "4 plies", env.Drawn},
		{"a chain from top to bottom is First's", chain, "b2/b2/3 b", "a1", "b2/b2/b2 w", "joined", env.FirstWins},
		{"and none from left to right is", chain, "bb1/3/3 b", "c3", "bbb/3/3 w", "", env.Ongoing},
		{"a stone taken over by the pie changes its owner", chain, "3/3/3 b", "a1 swap", "3/3/w2 b swapped", "", env.Ongoing},
		{"who cannot move has lost", amazon, "b1w/3 b", "a2-b2 a2", "*bw/3 w", "no move", env.FirstWins},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := game(t, tt.rules)
			s := line(t, at(t, g, tt.position), tt.moves)
			if got := g.Position(s); got != tt.want {
				t.Errorf("%s %s: got %s, want %s", tt.position, tt.moves, got, tt.want)
			}
			if s.Result() != tt.result || !strings.Contains(s.Ending(), tt.ending) {
				t.Errorf("%s %s: %v, %q; want %v, %q", tt.position, tt.moves, s.Result(), s.Ending(), tt.result, tt.ending)
			}
		})
	}
}

// exchanged returns a position with the stones, what is in hand and the turn of the sides exchanged.
func exchanged(s *State) *State {
	d := s.Copy(nil).(*State)
	d.stones[0], d.stones[1] = s.stones[1], s.stones[0]
	d.hand[0], d.hand[1] = s.hand[1], s.hand[0]
	d.side, d.atari = 1-s.side, [2]set{}
	d.links = append([]link(nil), s.game.unlinked()...)
	if s.end == ongoing {
		d.stand()
	}
	return d
}

// The stones of one side are worth as much as those of the other: with exchanged stones the same
// moves are legal, and a game that goes the same way ends for the other side. Left out are
// games with edges of each side's own, and with what only one side has: the pie, komi, the first removal.
func TestColoursAreAlike(t *testing.T) {
	for name, rules := range rulesOf {
		g := game(t, rules)
		if g.rules.Goal == "sides" || g.rules.Swap || g.rules.Komi != 0 || g.rules.Removal || g.superko {
			continue
		}
		rng := seed.New(5).At(name, 0).Rand()
		s := g.New(0).(*State)
		for ply := 0; s.end == ongoing && ply < 60; ply++ {
			u, all := exchanged(s), s.Legal(nil)
			if got := u.Legal(nil); !slices.Equal(got, all) {
				t.Fatalf("%s: with exchanged stones\n%s\nhas %s, want %s", name, s, legal(u), legal(s))
			}
			if a, b := s.Score(env.First), u.Score(env.Second); a != b {
				t.Fatalf("%s: with exchanged stones\n%s\nscores %v, want %v", name, s, b, a)
			}
			a := all[rng.IntN(len(all))]
			s.Play(a)
			if u.Play(a); u.end != s.end || u.Result().For(env.First) != s.Result().For(env.Second) {
				t.Fatalf("%s: with exchanged stones\n%s\nends by %v, want %v", name, s, u.Result(), s.Result())
			}
		}
	}
}

// A turn takes as many plies as the rules say, and the mover stays the same until it is over.
func TestTurnsOfSeveralPlies(t *testing.T) {
	for _, tt := range []struct{ rules, position, moves, movers string }{
		{"board='''\nx..\n...\n..o'''\nneighbours=8\nput='never'\nmove='slide'\nshoot=true\nstuck='loses'", "b2/3/2w b", "a3-a2 a3 c1-b1 c1", "bbwwb"},
		{"board='''\n...\n...\n...'''\nreserve=3\nmove='step'\nmill=3\nleast=3\nstuck='loses'\nquiet=30", "bb1/3/ww1 b hand=1-1", "c3 xa1", "bbw"},
	} {
		g := game(t, tt.rules)
		s := at(t, g, tt.position)
		movers := string(g.look.letter(s.ToMove()))
		for _, move := range strings.Fields(tt.moves) {
			line(t, s, move)
			movers += string(g.look.letter(s.ToMove()))
		}
		if movers != tt.movers {
			t.Errorf("%s %s: %s to move, want %s", tt.position, tt.moves, movers, tt.movers)
		}
	}
}

// Rules that do not go together are refused in a line that says what would.
func TestRulesThatDoNotFit(t *testing.T) {
	for rules, want := range map[string]string{
		"rows=3\ncols=3\nput='never'":                                                 "no side can do anything; want one of them",
		"rows=3\ncols=3\nput='flanking'\nstart='centre'":                              `want flip = "lines" or "neighbours"`,
		"rows=3\ncols=3\nput='never'\nmove='step'\nreserve=2\nstart='full'":           "a reserve of stones that are never put",
		"rows=3\ncols=3\nearly=true":                                                  "want a reserve of stones that move",
		"rows=3\ncols=3\nshoot=true":                                                  `shoot = true: want move = "slide", "step" or "leap"`,
		"rows=3\ncols=3\nshoot=true\nmove='step'\nfly=3":                              "shoot = true and fly > 0: want one of them",
		"rows=3\ncols=3\nmove='slide'\nfly=3":                                         `fly > 0: want move = "step"`,
		"rows=3\ncols=3\nmill=2":                                                      "mill > 0: want 3 or more",
		"rows=3\ncols=3\nremoval=true":                                                `removal = true: want put = "never"`,
		"rows=3\ncols=3\ncapture=true\nmove='step'":                                   `capture = true: want put = "anywhere"`,
		"rows=3\ncols=3\nsuicide=true":                                                "suicide = true: want capture = true",
		"rows=3\ncols=3\nko='simple'":                                                 "ko is of captures",
		"rows=3\ncols=3\ncapture=true\nko='positional'":                               `want pass = "free"`,
		"rows=3\ncols=3\nswap=true\nmove='step'":                                      `swap = true: want put = "anywhere"`,
		"rows=3\ncols=3\ngoal='three'":                                                `want cells = "hexagons"`,
		"rows=3\ncols=3\ncells='hexagons'\nneighbours=8":                              "neighbours = 8 on hexagons, which have six",
		"rows=3\ncols=3\nneighbours=5":                                                "neighbours = 5",
		"rows=30\ncols=3":                                                             "rows = 30",
		"board='''\nxo\nox'''\nput='never'\nmove='step'\nstuck='loses'":               "over at its start",
		"board='''\nx.\n.z'''":                                                        "z",
		"board='''\nxo.\n...'''\nrows=3\ncols=3":                                      "rows",
		"board='''\nox.\nx..\n...'''\ncapture=true\nko='simple'\npass='free'":         "a group of stones at the start has no empty neighbour",
		"rows=3\ncols=3\ncolour='red'":                                                "colour",
		"board='''\n.\n'''":                                                           `the board has 1 cells in 1 rows and 1 columns, want two of each or more`,
		"rows=3\ncols=4\ncells='hexagons'\nshape='triangle'\ngoal='three'":            `shape = "triangle" with 3 rows and 4 columns: want equal numbers`,
		"rows=4\ncols=4\ncells='hexagons'\nshape='hexagon'\ngoal='havannah'":          `want an odd number, 2n - 1 for a side of n cells`,
		"rows=5\ncols=5\nneighbours=4\nput='flanking'\nflip='lines'\nstart='centre'":  `start = "centre" on a board of 5 by 5: want even numbers`,
		"rows=2\ncols=2\nneighbours=8\nput='never'\nmove='leap'\nstart='full'\ncap=9": `the game is over at its start: the count`,
	} {
		_, err := read(file(t, rules))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "mine.toml") {
			t.Errorf("%q: got %v, want a line of mine.toml with %q", rules, err, want)
		}
	}
}

func TestWrongPositions(t *testing.T) {
	const (
		ko      = "rows=3\ncols=3\ncapture=true\nko='simple'\npass='free'\ncount='area'"
		superko = "rows=3\ncols=3\ncapture=true\nko='positional'\npass='free'\ncount='area'"
		mill    = "board='''\n...\n.#.\n...'''\nreserve=3\nmove='step'\nmill=3\nleast=3\nstuck='loses'\nquiet=4"
		amazon  = "neighbours=8\nput='never'\nshoot=true\nstuck='loses'\nboard='''\nx.o\n###'''\nmove='slide'"
	)
	for _, tt := range []struct{ rules, position, want string }{
		{ko, "3/3/3", "want the rows and whose turn it is, as in"},
		{ko, "3/3 b", "2 rows, want 3"},
		{ko, "3/3/4 b", "4"},
		{ko, "3/x2/3 b", `"x" stands for no stone: want b or w`},
		{ko, "3/*2/3 b", `"*" stands for no stone`},
		{ko, "3/3/3 x", `it is the turn of "x", want b or w`},
		{ko, "bw1/w2/3 b", "the stones of a3 have no empty neighbour"},
		{ko, "b2/3/3 b ko=a3", "ko where a stone is, or after a pass"},
		{ko, "3/3/3 b pass ko=a3", "ko where a stone is, or after a pass"},
		{ko, "3/3/3 b barred=a3", "no stone can be put there in any case, or the game has no superko"},
		{superko, "b2/3/3 b barred=a3", "no stone can be put there in any case"},
		{ko, "3/3/3 b swapped", "sides are not swapped in this game"},
		{ko, "3/3/3 b ko=z9", "z9"},
		{mill, "3/1b1/3 b", "a stone where the board has no cell"},
		{mill, "3/3/3 b hand=4-3", "4 and 3 stones in hand, want at most 3"},
		{mill, "bbb/3/www b quiet=5", "5 plies without a stone put or removed, want at most 4"},
		{mill, "bbb/3/3 b mill hand=0-3", "there is nothing to remove for a mill"},
		{amazon, "b1w/3 b moved=c2", "the stone that has moved is not the mover's"},
		{amazon, "*bw/3 b moved=b2", "the stone that has moved can close no cell"},
		{ko, strings.Repeat("3/", 4000) + " b", "rows"},
	} {
		_, err := game(t, tt.rules).ParsePosition(tt.position)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") || len(err.Error()) > 400 {
			t.Errorf("%.60s: got %v, want a line with %q", tt.position, err, tt.want)
		}
	}
}

// A network of one game plays another only if it sees the same board, the same planes and the
// same actions.
func TestTeaches(t *testing.T) {
	for _, tt := range []struct {
		settings []string
		want     bool
	}{
		{[]string{"komi", "3"}, true}, {[]string{"cap", "100"}, true}, {[]string{"look", "white_black"}, true},
		{[]string{"rows", "10"}, false}, {[]string{"ko", "simple"}, false}, {[]string{"suicide", "on"}, false}, {[]string{"result", "loses"}, false},
	} {
		if got := env.Teaches(with(t, "go-9x9"), with(t, "go-9x9", tt.settings...)); got != tt.want {
			t.Errorf("%v: %v, want %v", tt.settings, got, tt.want)
		}
	}
	if env.Teaches(with(t, "hex"), with(t, "rex")) || !env.Teaches(with(t, "othello"), with(t, "othello")) {
		t.Error("hex teaches rex, or othello not itself")
	}
}
