package solve

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/env/tafl"
)

// What toys are worth follows by hand.
func TestToys(t *testing.T) {
	for _, test := range []struct{ name, toy, want string }{
		{"a win, a loss, a draw at once",
			"a1 > - + | b1 > - | c2 > = -", "won in 1, lost in 1, drawn"},
		{"the winner hurries",
			"a1 > b2 c2 | b2 > d1 | c2 > - | d1 > +", "won in 2, lost in 2, lost in 1, won in 1"},
		{"the loser does not",
			"a1 > b2 - | b2 > c1 | c1 > d2 | d2 > -", "won in 4, lost in 3, won in 2, lost in 1"},
		{"round and round is a draw, rather than lose",
			"a1 > b2 - | b2 > a1 -", "drawn, drawn"},
		{"a win is not gone round",
			"a1 > b2 | b2 > a1 c1 | c1 > b2 -", "drawn, drawn, drawn"},
		{"nor is a loss, if the way out is closed",
			"a1 > b2 | b2 > a1 + ", "lost in 2, won in 1"},
		{"nim with three matches, the last wins, or one passes back",
			"a1 > b2 c2 a2 | a2 > b1 c1 a1 | b1 > c2 + | b2 > c1 + | c1 > + | c2 > +", "drawn, drawn, won in 1, won in 1, won in 1, won in 1"},
		{"the same player moves on",
			"a1 > b1 - | b1 > c1 | c1 > +", "won in 3, won in 2, won in 1"},
		{"and is lost by himself",
			"a1 > b1 | b1 > c2 | c2 > +", "lost in 3, lost in 2, won in 1"},
		{"two moves to one position count once",
			"a1 > b2 b2 | b2 > +", "lost in 2, won in 1"},
		{"a draw at the end keeps the rest from losing",
			"a1 > b2 = | b2 > +", "drawn, won in 1"},
	} {
		g := newToy(test.toy)
		for _, cfg := range []Config{{Workers: 1, Memory: 1 << 30}, {Workers: 2, Memory: 1 << 30}} {
			var got []string
			table := solved(t, g, cfg)
			for i := range g.names {
				got = append(got, worthAt(t, table, uint64(i)).String())
			}
			if strings.Join(got, ", ") != test.want {
				t.Errorf("%s: got %s, want %s", test.name, strings.Join(got, ", "), test.want)
			}
		}
	}
}

// Tic-tac-toe is drawn. 5478 positions, of which 958 are finished, 626 + 316 +
// 16 of them won by crosses, by noughts and drawn (Schaefer 2002).
func TestTicTacToe(t *testing.T) {
	table := solved(t, made("tictactoe"), Config{Workers: 2, Memory: 1 << 30})
	got := table.Summary()
	got.LongestWon = ""
	want := Summary{
		Game: "tictactoe", Numbers: 19683, Positions: 5478, Over: 958,
		Won: 2836, Drawn: 1052, Lost: 632, Start: Verdict{Worth: "drawn"}, Longest: 5,
	}
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if n, err := Reachable(context.Background(), made("tictactoe"), nil); n != 5478 || err != nil {
		t.Errorf("%d positions can be reached, %v; want 5478", n, err)
	}
	checkPlainly(t, table, made("tictactoe").New(0), map[uint64]env.Worth{})
}

// checkPlainly compares a table with a search of all there is.
func checkPlainly(t *testing.T, table *Table, s env.State, known map[uint64]env.Worth) env.Worth {
	t.Helper()
	if s.Result() != env.Ongoing {
		return env.WorthOf(s.Result(), s.ToMove())
	}
	if w, ok := known[s.Key()]; ok {
		return w
	}
	best := env.Worth{Sign: -2}
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		if w := checkPlainly(t, table, next, known).Before(false); best.Less(w) {
			best = w
		}
	}
	if got, err := table.Solve(context.Background(), s, true); got != best || err != nil {
		t.Fatalf("got %v, %v; want %v\n%s", got, err, best, s)
	}
	known[s.Key()] = best
	return best
}

// The whole of cetro-5x5, checked by another way than it was found.
func TestCetro(t *testing.T) {
	skipUnlessLong(t)
	table := solved(t, smallCetro(t, "always"), Config{Workers: 2, Memory: 2 << 30})
	checkSample(t, table, 100_000, 50, 5)
	sum := table.Summary()
	if sum.Numbers != 14_414_400 || sum.Positions-sum.Over != sum.Won+sum.Drawn+sum.Lost {
		t.Errorf("%+v", sum)
	}
	if want := (Verdict{"lost", 26}); sum.Start != want || sum.Longest != 147 {
		t.Errorf("the start is %v and the longest win %d plies, want %v and 147", sum.Start, sum.Longest, want)
	}
}

// Endgames, in which men are taken.
func TestEndgame(t *testing.T) {
	celta, err := tafl.New("celta", nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Endgame(celta, "kd/a")
	if err != nil {
		t.Fatal(err)
	}
	table := solved(t, g, Config{Workers: 2, Memory: 1 << 30})
	checkSample(t, table, 5_000, 100, 3)
	if sum := table.Summary(); sum.Numbers != 49*(48+48*47)*2 || sum.Start != (Verdict{}) || !strings.HasSuffix(sum.Game, "celta kd/a") {
		t.Errorf("%+v", sum)
	}
	if _, err := Endgame(made("tictactoe"), "x/o"); !errors.Is(err, ErrUnnumbered) {
		t.Errorf("tic-tac-toe by men: got %v", err)
	}
}

// checkSample checks a table at that many positions: what it says is the best of
// what it says of the moves. And at one in some of them, what is won or
// lost within depth plies is so by plain search, and nothing else is.
func checkSample(t *testing.T, table *Table, positions, every, depth int) {
	t.Helper()
	rng := seed.New(1).Rand()
	for checked := 0; checked < positions; {
		s := table.positions.At(rng.Uint64N(table.positions.Len()), nil)
		if s == nil || s.Result() != env.Ongoing {
			continue
		}
		checked++
		moves, err := Moves(context.Background(), table, s, true)
		if err != nil {
			t.Fatal(err)
		}
		got, err := table.Solve(context.Background(), s, true)
		if want := Best(moves); got != want || err != nil {
			t.Fatalf("got %v, %v; its best move is %v\n%s", got, err, want, s)
		}
		if checked%every == 0 {
			checkNear(t, got, s, depth)
		}
	}
}

// checkNear compares what a position is worth with a search of some plies.
func checkNear(t *testing.T, got env.Worth, s env.State, depth int) {
	t.Helper()
	near := got
	if near.Plies > depth {
		near = env.Worth{}
	}
	if want := within(s, depth); near != want {
		t.Fatalf("got %v; within %d plies it is %v\n%s", got, depth, want, s)
	}
}

// within returns what can be forced in that many plies, by a search without
// tricks.
func within(s env.State, plies int) env.Worth {
	if plies == 0 {
		return env.Worth{}
	}
	best := env.Worth{Sign: -2}
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		w := env.WorthOf(next.Result(), s.ToMove()).Before(true)
		if next.Result() == env.Ongoing {
			w = within(next, plies-1).Before(next.ToMove() == s.ToMove())
		}
		if best.Less(w) {
			best = w
		}
	}
	return best
}

// Neither the number of goroutines nor how much memory there is changes a
// table. The memory that is left to the moves here is far less than they need.
func TestSameTable(t *testing.T) {
	for _, g := range []env.Game{made("tictactoe"), newToy("a1 > b2 c2 | b2 > d1 a1 | c2 > - a1 | d1 > + b2")} {
		want := solved(t, g, Config{Workers: 1, Memory: 1 << 30})
		if got := solved(t, g, Config{Workers: 4, Memory: 1 << 30}); !slices.Equal(got.worths, want.worths) {
			t.Errorf("%s: another table by 4 goroutines", g.Spec().Name)
		}
		if got := piecewise(t, g, 100); !slices.Equal(got.worths, want.worths) {
			t.Errorf("%s: another table by way of a file", g.Spec().Name)
		}
	}
}

// piecewise solves a game with no more than that many moves in memory.
func piecewise(t *testing.T, g env.Game, arrows uint64) *Table {
	t.Helper()
	f, err := os.Create(t.TempDir() + "/scratch")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	positions, err := Number(g)
	if err != nil {
		t.Fatal(err)
	}
	s := &solver{game: g, positions: positions, seen: func(Progress) {}, Config: Config{
		Workers: 2, Memory: bytesWithout(positions) + bytesArrow*arrows, Scratch: f,
	}}
	if err := s.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return s.table
}

func TestRefusals(t *testing.T) {
	small := smallCetro(t, "flag")
	for _, test := range []struct {
		name string
		game env.Game
		cfg  Config
		want string
	}{
		{"no numbers", made("connect4"), Config{Workers: 1, Memory: 1 << 30}, "connect4: its positions cannot be numbered: the positions of boards of at most 16 cells are numbered"},
		{"no goroutine", small, Config{Memory: 1 << 30}, "workers = 0"},
		{"too little memory", small, Config{Workers: 1, Memory: 100 << 20}, "too large for 100 MiB of memory: 28828800 positions need at least 291 MiB"},
		{"a move into nowhere", newToy("a1 > x2"), Config{Workers: 1, Memory: 1 << 30}, "x2 leads to a position without number"},
	} {
		if _, err := Game(context.Background(), test.game, test.cfg, nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Game(ctx, smallCetro(t, "flag"), Config{Workers: 2, Memory: 1 << 30}, func(Progress) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestFile(t *testing.T) {
	table := solved(t, made("tictactoe"), Config{Workers: 1, Memory: 1 << 30})
	var file bytes.Buffer
	if err := table.Write(&file); err != nil {
		t.Fatal(err)
	}
	whole := file.Bytes()
	back, err := Read(bytes.NewReader(whole), int64(len(whole)), made("tictactoe"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(back.worths, table.worths) {
		t.Error("another table comes back")
	}
	changed := bytes.Clone(whole)
	changed[len(changed)/2] ^= 1
	for _, test := range []struct {
		name string
		file []byte
		game env.Game
		want string
	}{
		{"cut short", whole[:len(whole)/2], made("tictactoe"), "damaged"},
		{"cut in the header", whole[:20], made("tictactoe"), "damaged"},
		{"without its checksum", whole[:len(whole)-32], made("tictactoe"), "damaged"},
		{"changed", changed, made("tictactoe"), "damaged"},
		{"something else", []byte("PK\x03\x04, and then some"), made("tictactoe"), "this is not a table of a solved game"},
		{"empty", nil, made("tictactoe"), "this is not a table of a solved game"},
		{"another game", whole, newToy("a1 > +"), "the table is of tictactoe, the game is toy"},
	} {
		if _, err := Read(bytes.NewReader(test.file), int64(len(test.file)), test.game); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

// skipUnlessLong skips a test that takes minutes.
func skipUnlessLong(t *testing.T) {
	t.Helper()
	if os.Getenv("LUDENS_LONG") == "" {
		t.Skip("takes long: make long runs it")
	}
}

// solved solves a game.
func solved(t testing.TB, g env.Game, cfg Config) *Table {
	t.Helper()
	table, err := Game(context.Background(), g, cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func worthAt(t *testing.T, table *Table, i uint64) env.Worth {
	t.Helper()
	w, err := table.Solve(context.Background(), table.positions.At(i, nil), true)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func smallCetro(t testing.TB, demand string) env.Game {
	t.Helper()
	g := games.Must("cetro-5x5:demand=" + demand)
	return g
}

// made returns a game that comes with ludens.
func made(name string) env.Game {
	g, err := games.Make(name)
	if err != nil {
		panic(err)
	}
	return g
}
