package lines

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/env/variant"
)

// slow is a second rule book, written from the help of the keys: cells by name in a map,
// and every question answered by looking at the whole board.
type slow struct {
	said       rules
	rows, cols int
	stones     map[spot]string // "beginner" or "other"; "" where a cell is empty; no entry where none is
	turn       []string        // whose stones are still to be put, in order, for two turns
	turns      int             // begun, the present one among them
	captured   map[string]int
	swapped    bool
	over       string // "", "beginner", "other" or "draw"
	last       string
}

type spot struct{ file, rank int } // from 1, at the lower left

// enemy is the other side.
var enemy = map[string]string{"beginner": "other", "other": "beginner"}

// newSlow reads a file for itself.
func newSlow(f *variant.File) *slow {
	b := &slow{said: *Rules().(*rules), stones: map[spot]string{}, captured: map[string]int{}}
	if err := f.Decode(&b.said); err != nil {
		panic(err)
	}
	b.rows, b.cols = b.said.Rows, b.said.Cols
	drawing := strings.Fields(strings.ReplaceAll(b.said.Board, " ", ""))
	if b.said.Board != "" {
		b.rows, b.cols = len(drawing), len(drawing[0])
	}
	for file := 1; file <= b.cols; file++ {
		for rank := 1; rank <= b.rows; rank++ {
			if b.said.Board == "" || drawing[b.rows-rank][file-1] == '.' {
				b.stones[spot{file, rank}] = ""
			}
		}
	}
	b.begin("beginner", b.said.FirstStones)
	b.stuck()
	return b
}

func (b *slow) begin(side string, stones int) {
	b.turns++
	b.turn = slices.Repeat([]string{side}, stones)
}

// name is how a move to a cell is written.
func (b *slow) name(at spot) string {
	if b.said.Gravity {
		return fmt.Sprint(at.file)
	}
	return fmt.Sprintf("%c%d", 'a'+at.file-1, at.rank)
}

// moves returns the moves by their texts.
func (b *slow) moves() map[string]spot {
	all := map[string]spot{}
	if b.over != "" {
		return all
	}
	for at, stone := range b.stones {
		if stone == "" && b.supported(at) && b.welcome(at) {
			all[b.name(at)] = at
		}
	}
	if b.said.Swap && !b.swapped && b.turns == 2 && len(b.turn) == b.said.Stones {
		all["swap"] = spot{}
	}
	return all
}

// supported reports whether a stone stays where it is.
func (b *slow) supported(at spot) bool {
	below, there := b.stones[spot{at.file, at.rank - 1}]
	return !b.said.Gravity || !there || below != ""
}

// welcome reports whether the opening allows a cell.
func (b *slow) welcome(at spot) bool {
	far := b.far(at)
	switch {
	case b.turns == 1 && b.said.Centre == "only":
		return far < 1
	case b.turns == 1 && b.said.Centre == "never":
		return far >= 1
	case b.turns == 3:
		return far >= float64(b.said.Away)
	}
	return true
}

// far returns how far from the nearest middle cell one is.
func (b *slow) far(at spot) float64 {
	off := func(n, size int) float64 {
		d := float64(n) - float64(size+1)/2
		return max(d, -d)
	}
	d := off(at.file, b.cols)
	if !b.said.Gravity {
		d = max(d, off(at.rank, b.rows))
	}
	if d != float64(int(d)) {
		d -= 0.5
	}
	return d
}

func (b *slow) play(text string) {
	at := b.moves()[text]
	if text == "swap" {
		b.swapped = true
		b.stuck()
		return
	}
	side := b.turn[0]
	b.turn = b.turn[1:]
	b.stones[at], b.last = side, side
	b.takeFrom(at, side)
	if len(b.turn) == 0 {
		b.begin(enemy[side], b.said.Stones)
	}
	b.judge(side)
}

// takeFrom captures what the stone just put encloses.
func (b *slow) takeFrom(at spot, side string) {
	longest := map[string]int{"none": 0, "pairs": 2, "pairs_and_triples": 3}[b.said.Capture]
	for _, d := range b.compass() {
		for n := 2; n <= longest; n++ {
			between := ""
			for i := 1; i <= n+1; i++ {
				switch b.stones[spot{at.file + i*d[0], at.rank + i*d[1]}] {
				case side:
					between += "o"
				case enemy[side]:
					between += "x"
				default:
					between += "-"
				}
			}
			if between != strings.Repeat("x", n)+"o" {
				continue
			}
			for i := 1; i <= n; i++ {
				b.stones[spot{at.file + i*d[0], at.rank + i*d[1]}] = ""
				b.captured[side]++
			}
		}
	}
}

// compass returns all directions.
func (b *slow) compass() (all [][2]int) {
	for files := -1; files <= 1; files++ {
		for ranks := -1; ranks <= 1; ranks++ {
			if (files != 0 || ranks != 0) && (b.said.Diagonals || files*ranks == 0) {
				all = append(all, [2]int{files, ranks})
			}
		}
	}
	return all
}

// judge looks at all rows of the side that moved, then at those of the other.
func (b *slow) judge(side string) {
	for _, side := range []string{side, enemy[side]} {
		wins, loses := b.rowsOf(side)
		if b.said.Capture != "none" && b.captured[side] >= b.said.CaptureWins {
			wins = true
		}
		switch {
		case wins:
			b.over = side
		case loses:
			b.over = enemy[side]
		}
		if b.over != "" {
			return
		}
	}
	b.stuck()
}

// rowsOf reports whether a row of a side wins, and whether one loses.
func (b *slow) rowsOf(side string) (winning, losing bool) {
	for at := range b.stones {
		for _, d := range b.compass() {
			before := spot{at.file - d[0], at.rank - d[1]}
			if b.stones[at] != side || b.stones[before] == side {
				continue
			}
			n := 0
			for b.stones[spot{at.file + n*d[0], at.rank + n*d[1]}] == side {
				n++
			}
			what := b.said.Line
			if n > b.said.Length && b.said.Longer != "same" {
				what = b.said.Longer
			}
			winning = winning || n >= b.said.Length && what == "wins"
			losing = losing || n >= b.said.Length && what == "loses"
		}
	}
	return winning, losing
}

// stuck ends the game if neither side can move.
func (b *slow) stuck() {
	if b.over == "" && len(b.moves()) == 0 {
		b.over = map[string]string{"draw": "draw", "first": "beginner", "second": "other", "last": b.last, "next": enemy[b.last]}[b.said.Full]
	}
}

// player returns who has the stones of a side.
func (b *slow) player(side string) env.Player {
	if (side == "beginner") != b.swapped {
		return env.First
	}
	return env.Second
}

func (b *slow) result() env.Result {
	switch b.over {
	case "":
		return env.Ongoing
	case "draw":
		return env.Drawn
	}
	return env.WinFor(b.player(b.over))
}

// agree compares a position with the slow book.
func agree(t *testing.T, s *State, b *slow) {
	t.Helper()
	if got, want := s.Result(), b.result(); got != want {
		t.Fatalf("result: got %v, want %v\n%+v\n%s", got, want, b.said, s)
	}
	var got, want []string
	for _, a := range s.Legal(nil) {
		got = append(got, s.Format(a))
	}
	for text := range b.moves() {
		want = append(want, text)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("legal: got %v, want %v\n%+v\n%s", got, want, b.said, s)
	}
	for cell := range b.rows * b.cols {
		who, there := s.Owner(cell)
		stone := b.stones[spot{cell%b.cols + 1, b.rows - cell/b.cols}]
		if there != (stone != "") || there && who != b.player(stone) {
			t.Fatalf("cell %d: got %v, %v, want %q\n%+v\n%s", cell, who, there, stone, b.said, s)
		}
	}
	if b.over == "" && s.ToMove() != b.player(b.turn[0]) {
		t.Fatalf("to move: got %v, want %s\n%+v\n%s", s.ToMove(), b.turn[0], b.said, s)
	}
	for side, name := range []string{"beginner", "other"} {
		if got, want := int(s.captured[side]), b.captured[name]; got != want {
			t.Fatalf("captured by the %s: got %d, want %d\n%+v\n%s", name, got, want, b.said, s)
		}
	}
}

// randomFile returns the text of a random game; not every one is possible.
func randomFile(at seed.Seed) string {
	r := at.Rand()
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	of := func(words ...string) string { return words[r.IntN(len(words))] }
	rows, cols := 1+r.IntN(8), 1+r.IntN(8)
	if r.IntN(12) == 0 {
		rows, cols = 9+r.IntN(11), 9+r.IntN(11)
	}
	if r.IntN(3) > 0 {
		say("rows = %d\ncols = %d", rows, cols)
	} else {
		say("board = '''\n%s'''", randomBoard(r, rows, cols))
	}
	say("length = %d", 2+r.IntN(4))
	say("line = %q\nlonger = %q", of(wins, wins, loses), of(same, same, nothing, wins, loses))
	say("diagonals = %v\nswap = %v", r.IntN(4) > 0, r.IntN(4) == 0)
	say("first_stones = %d\nstones = %d", 1+r.IntN(2)*r.IntN(3), 1+r.IntN(2)*r.IntN(3))
	if r.IntN(4) == 0 {
		say("gravity = true")
	} else {
		say("capture = %q\ncapture_wins = %d", of("none", "pairs", "pairs", "pairs_and_triples"), 1+r.IntN(12))
	}
	say("centre = %q\naway = %d", of("free", "free", "only", "never"), r.IntN(2)*r.IntN(4))
	say("full = %q", of("draw", "draw", "first", "second", "last", "next"))
	return b.String()
}

// randomBoard draws a board with some holes.
func randomBoard(r *rand.Rand, rows, cols int) string {
	var b strings.Builder
	for range rows {
		for range cols {
			b.WriteByte(".....#"[r.IntN(6)])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

var (
	fileCount = flag.Int("files", 300, "random files that the differential test plays")
	gameCount = flag.Int("games", 3, "random games of each of them")
)

// Random games of random files are played alike by the engine and the slow book. A
// million plies over a thousand files:
//
//	go test ./env/lines -run Differential -files 3000 -games 25 -v -timeout 30m
func TestDifferential(t *testing.T) {
	possible, plies := 0, 0
	endings := map[ending]int{}
	for i := range *fileCount {
		f := file(t, randomFile(seed.New(19).At("file", i)))
		g, err := read(f)
		if err != nil {
			continue
		}
		possible++
		for n := range *gameCount {
			rng := seed.New(20).At("file", i).At("game", n).Rand()
			s, b := general(g).New(0).(*State), newSlow(f)
			for agree(t, s, b); s.Result() == env.Ongoing; agree(t, s, b) {
				legal := s.Legal(nil)
				a := legal[rng.IntN(len(legal))]
				text := s.Format(a)
				s.Play(a)
				b.play(text)
				plies++
			}
			endings[s.end]++
		}
	}
	t.Logf("%d files, %d of them possible, %d plies; endings %v", *fileCount, possible, plies, endings)
	if 2*possible < *fileCount {
		t.Errorf("%d of %d files are possible, want more than half", possible, *fileCount)
	}
	for by := byLine; by <= byStuck; by++ {
		if endings[by] == 0 {
			t.Errorf("no game ended by %d", by)
		}
	}
}
