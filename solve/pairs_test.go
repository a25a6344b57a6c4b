package solve

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
)

// Games of random rules are worth by pairs what they are worth position by
// position.
func TestPairsOfHops(t *testing.T) {
	rng := seed.New(1).Rand()
	for range 60 {
		h := newHops(rng, 7, 2)
		comparePairs(t, h, solved(t, numberedHops{h}, Config{Workers: 1, Memory: 1 << 30}), 1)
	}
}

// So is Cetro with two and with three men a side.
func TestPairsOfCetro(t *testing.T) {
	for men, demands := range map[string][]string{"two": {"flag", "always", "none"}, "three": {"flag", "none"}} {
		for _, demand := range demands {
			if men == "three" && testing.Short() {
				continue // takes minutes where races are looked for
			}
			g := tinyCetro(t, men, demand)
			table := solved(t, g, Config{Workers: 2, Memory: 1 << 30})
			comparePairs(t, g, table, 1)
			checkSample(t, table, 2000, 100, 4)
		}
	}
}

// The small Cetro without demands is checked by the rule book, and by what the other
// solver once said.
func TestPairsOfSmallCetro(t *testing.T) {
	if testing.Short() {
		t.Skip("solves 14 million positions")
	}
	g := smallCetro(t, "none")
	none := pairTable(t, g, solvedFile(t, newWork(t, g, 2)))
	if err := none.Verify(context.Background(), 5_000, seed.New(1)); err != nil {
		t.Error(err)
	}
	sum := none.Summary()
	checkLongest(t, none, sum)
	want := Summary{
		Game: "cetro-5x5:demand=none", Numbers: 14_414_400, Positions: 14_413_280, Over: 79_318,
		Won: 6_161_814, Drawn: 4_612_196, Lost: 3_559_952, Start: Verdict{"lost", 134}, Longest: 179, LongestWon: sum.LongestWon,
	}
	if sum != want {
		t.Errorf("got  %+v\nwant %+v", sum, want)
	}
}

// The long test compares all of the small Cetro with demands.
func TestPairsOfSmallCetroWithDemands(t *testing.T) {
	skipUnlessLong(t)
	g := smallCetro(t, "flag")
	comparePairs(t, g, solved(t, g, Config{Workers: 2, Memory: 4 << 30}), 31)
}

// tinyCetro is the small Cetro with so few men a side.
func tinyCetro(t testing.TB, men, demand string) env.Game {
	t.Helper()
	start := map[string]string{"two": "..b..|.g...|.....|...G.|..B..", "three": "..b..|.g.g.|.....|.G.G.|..B.."}[men]
	text := "family = \"race\"\nname = \"tiny-" + men + "\"\nlike = \"cetro\"\ncap = 200\ncap_result = \"draw\"\nstart = \"\"\"\n" + strings.ReplaceAll(start, "|", "\n") + "\n\"\"\"\n"
	if _, err := games.Read("tiny.toml", text); err != nil {
		t.Fatal(err)
	}
	return made("tiny-" + men + ":demand=" + demand)
}

// comparePairs compares every that many-th number of a table, and what it says as a
// whole, with what the pairs say.
func comparePairs(t *testing.T, g env.Game, table *Table, every uint64) {
	t.Helper()
	pairs := pairTable(t, g, solvedFile(t, newWork(t, g, 2)))
	var s env.State
	for i := uint64(0); i < table.positions.Len(); i += every {
		if next := table.positions.At(i, s); next == nil {
			continue
		} else if s = next; s.Result() != env.Ongoing {
			continue
		}
		want, err := table.Solve(context.Background(), s, true)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := pairs.Solve(context.Background(), s, true); got != want || err != nil {
			t.Fatalf("%s: got %v, %v; want %v\n%s", g.Spec().Name, got, err, want, s)
		}
	}
	got, want := pairs.Summary(), table.Summary()
	if got.Longest > 0 {
		checkLongest(t, pairs, got)
	}
	got.LongestWon, want.LongestWon = "", ""
	got.Numbers, want.Numbers = 0, 0 // that of a table counts pairs of placements that share squares
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// checkLongest checks that the position that is said to take longest does.
func checkLongest(t *testing.T, pairs *PairTable, sum Summary) {
	t.Helper()
	n, ok := pairs.game.(env.Notated)
	if !ok {
		return
	}
	s, err := n.ParsePosition(sum.LongestWon)
	if err != nil {
		t.Fatal(err)
	}
	if w, err := pairs.Solve(context.Background(), s, true); w != (env.Worth{Sign: 1, Plies: sum.Longest}) || err != nil {
		t.Errorf("%s is %v, %v, want won in %d", sum.LongestWon, w, err, sum.Longest)
	}
}

// Work that was written after any level and read again comes to the same file, by
// any number of goroutines.
func TestPairsGoOn(t *testing.T) {
	rng := seed.New(2).Rand()
	for range 20 {
		h := newHops(rng, 8, 3)
		want := solvedFile(t, newWork(t, h, 1))
		work := newWork(t, h, 3)
		for done := false; !done; done = work.Next() == 0 {
			var kept bytes.Buffer
			if err := work.Write(&kept); err != nil {
				t.Fatal(err)
			}
			again, err := ReadPairs(&kept, int64(kept.Len()), h, 2, 1<<30)
			if err != nil {
				t.Fatal(err)
			}
			if again.Progress() != work.Progress() {
				t.Fatalf("got %+v, want %+v", again.Progress(), work.Progress())
			}
			if !bytes.Equal(solvedFile(t, again), want) {
				t.Fatalf("another file after going on from level %d", work.Progress().Level)
			}
		}
	}
}

func TestVerify(t *testing.T) {
	h := newHops(seed.New(3).Rand(), 8, 3)
	file := solvedFile(t, newWork(t, h, 1))
	table := pairTable(t, h, file)
	if err := table.Verify(context.Background(), 2000, seed.New(1)); err != nil {
		t.Error(err)
	}
	for i := range int(table.pairs()) { // each win one ply later
		if at := int(table.begin) + 2*i; file[at+1] < 0x40 && file[at]|file[at+1] > 0 {
			file[at] += 2
		}
	}
	if err := table.Verify(context.Background(), 2000, seed.New(1)); err == nil || !strings.Contains(err.Error(), "and its best move") {
		t.Errorf("a wrong table: got %v", err)
	}
}

func TestPairRefusals(t *testing.T) {
	h := newHops(seed.New(1).Rand(), 7, 2)
	for _, test := range []struct {
		name    string
		game    env.Game
		workers int
		memory  uint64
		want    string
	}{
		{"no pairs", made("tictactoe"), 1, 1 << 30, "solve: tictactoe: its positions cannot be numbered"},
		{"not by pairs", smallCetro(t, "veto"), 1, 1 << 30, "a turn is not over with a move"},
		{"no goroutine", h, 0, 1 << 30, "workers = 0"},
		{"too little memory", h, 1, 1 << 20, "too large for 1 MiB of memory: 210 pairs of placements need 65 MiB"},
	} {
		if _, err := NewPairs(test.game, test.workers, test.memory); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

func TestPairFile(t *testing.T) {
	h := newHops(seed.New(1).Rand(), 7, 2)
	whole := solvedFile(t, newWork(t, h, 1))
	changed := bytes.Clone(whole)
	changed[len(changed)/2] ^= 1
	var begun bytes.Buffer
	if err := newWork(t, h, 1).Write(&begun); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		file []byte
		game env.Game
		want string
	}{
		{"cut short", whole[:len(whole)/2], h, "damaged"},
		{"cut in the header", whole[:20], h, "damaged"},
		{"without its checksum", whole[:len(whole)-32], h, "damaged"},
		{"changed", changed, h, "damaged"},
		{"levels that are not counted", bytes.Replace(whole, []byte(`"level":`), []byte(`"level":1`), 1), h, "damaged"},
		{"something else", []byte("PK\x03\x04, and then some"), h, "this is not a table of a solved game"},
		{"another game", whole, smallCetro(t, "none"), "the table is of hops:bound, the game is cetro-5x5:demand=none"},
		{"other rules", whole, newHops(seed.New(9).Rand(), 7, 2), "other rules of hops:bound"},
		{"not finished", begun.Bytes(), h, "the table is not finished: it has 0 levels"},
	} {
		if _, err := OpenPairs(bytes.NewReader(test.file), test.game); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

func newWork(t testing.TB, g env.Game, workers int) *Pairs {
	t.Helper()
	s, err := NewPairs(g, workers, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// solvedFile does all the work and returns the file.
func solvedFile(t testing.TB, s *Pairs) []byte {
	t.Helper()
	for !s.Progress().Done {
		s.Next()
	}
	var file bytes.Buffer
	if err := s.Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func pairTable(t testing.TB, g env.Game, file []byte) *PairTable {
	t.Helper()
	table, err := OpenPairs(bytes.NewReader(file), g)
	if err != nil {
		t.Fatal(err)
	}
	return table
}
