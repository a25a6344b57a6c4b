package tafl

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

var (
	manyFiles = flag.Int("files", 140, "random files on which the engine is held against the slow reader")
	fromFile  = flag.Int("from", 0, "the first of them")
	manyPlies = flag.Int("plies", 80, "plies of the games of each file together, at most")
)

// The engine plays what the slow reader reads, over random files:
//
//	go test ./env/tafl -run Differential -files 1000 -plies 1000 -timeout 2h
func TestDifferential(t *testing.T) {
	files := *manyFiles
	if testing.Short() {
		files = min(files, 50)
	}
	total, ends := 0, map[string]int{}
	for i := *fromFile; i < *fromFile+files; i++ {
		text := randomFile(seed.New(11).At("file", i).Rand())
		f := file(t, text)
		r, d, err := decode(f)
		if err != nil {
			t.Fatalf("file %d: %v\n%s", i, err, text)
		}
		g := compile(f, r, d)
		rng := seed.New(11).At("game", i).Rand()
		for plies := 0; plies < *manyPlies; {
			n := playBoth(t, fmt.Sprintf("file %d\n%s", i, text), g, r, rng, min(*manyPlies-plies, 100), ends)
			total += n
			if plies += n; n == 0 {
				break // over before it begins
			}
		}
	}
	t.Logf("%d plies over %d files, endings %v", total, files, ends)
}

// playBoth plays a random game with both and returns its plies.
func playBoth(t *testing.T, where string, g *Game, r Rules, rng *rand.Rand, plies int, ends map[string]int) int {
	t.Helper()
	s, b := g.New(0).(*State), newBook(r)
	met := map[string]uint64{}
	for ply := range plies {
		compare(t, where, g, s, b)
		if s.Result() != env.Ongoing {
			ends[b.how]++
			return ply
		}
		if key, ok := met[b.text()+fmt.Sprint(b.met[b.text()])]; ok && key != s.Key() {
			t.Fatalf("%s: two keys of one position %s", where, b.text())
		}
		met[b.text()+fmt.Sprint(b.met[b.text()])] = s.Key()
		a := wild(s, rng)
		b.play(s.Format(a))
		s.Play(a)
	}
	return plies
}

// wild likes to capture, and puts the end of the game off.
func wild(s *State, rng *rand.Rand) env.Action {
	legal := s.Legal(nil)
	a := legal[rng.IntN(len(legal))]
	for range 8 {
		b := legal[rng.IntN(len(legal))]
		after := s.Copy(nil)
		after.Play(b)
		if after.Result() != env.Ongoing && rng.IntN(12) > 0 {
			continue
		}
		if a = b; len(s.Squares(b).Captured) > 0 {
			break
		}
	}
	return a
}

// randomFile returns the text of a random variant.
func randomFile(rng *rand.Rand) string {
	rows, cols := 3+rng.IntN(9), 3+rng.IntN(9)
	if rng.IntN(8) == 0 {
		rows, cols = 3+rng.IntN(17), 3+rng.IntN(17)
	}
	if rng.IntN(3) == 0 {
		cols = rows
	}
	var text strings.Builder
	fmt.Fprintf(&text, "family = \"tafl\"\nname = \"r\"\nboard = \"\"\"\n")
	others := []string{"", "c", "cn"}[rng.IntN(3)]
	drawBoard(&text, rng, rows, cols, others)
	text.WriteString("\"\"\"\n")
	if rng.IntN(3) == 0 {
		text.WriteString("ground = \"\"\"\n")
		for range rows {
			for range cols {
				text.WriteByte("...........TXAD"[rng.IntN(15)])
			}
			text.WriteByte('\n')
		}
		text.WriteString("\"\"\"\n")
	}
	beside := slices.DeleteFunc(variant.Keys(NewRules()), func(k variant.Key) bool { return k.Name == "start" }) // the board
	setOptions(&text, rng, beside, "", 4)
	for _, letter := range others {
		fmt.Fprintf(&text, "[men.%c]\nside = %q\nname = \"kind %c\"\n", letter, []string{"attackers", "king"}[rng.IntN(2)], letter)
		setOptions(&text, rng, variant.Keys(NewRules()), "men.*.", 2)
	}
	return text.String()
}

// drawBoard puts men anywhere, the king's near the middle; or a ring of attackers around
// some of them; or the king with men of his at an edge.
func drawBoard(text *strings.Builder, rng *rand.Rand, rows, cols int, others string) {
	men := slices.Repeat([]byte{'.'}, rows*cols)
	put := func(row, col int, among string) {
		men[row*cols+col] = (among + others)[rng.IntN(len(among)+len(others))]
	}
	for range 1 + rng.IntN(max(rows*cols/4, 2)) {
		put(rng.IntN(rows), rng.IntN(cols), "aaa")
	}
	row, col := rows/4+rng.IntN(rows-2*(rows/4)), cols/4+rng.IntN(cols-2*(cols/4))
	switch rng.IntN(3) {
	case 0:
		for range rng.IntN(max(rows*cols/8, 2)) {
			put(rows/4+rng.IntN(rows-2*(rows/4)), cols/4+rng.IntN(cols-2*(cols/4)), "ddd")
		}
	case 1:
		around(rows, cols, row, col, func(r, c, far int) {
			switch {
			case far == 2 && rng.IntN(12) > 0:
				men[r*cols+c] = 'a'
			case far < 2:
				men[r*cols+c] = ".d"[rng.IntN(2)]
			}
		})
	case 2:
		row = 0
		around(rows, cols, row, col, func(r, c, far int) {
			switch {
			case far == 2 && rng.IntN(12) > 0:
				men[r*cols+c] = 'd'
			case far < 2:
				men[r*cols+c] = "..d"[rng.IntN(3)]
			}
		})
	}
	men[row*cols+col] = "kkK"[rng.IntN(3)]
	for r := range rows {
		text.Write(men[r*cols : (r+1)*cols])
		text.WriteByte('\n')
	}
}

// around visits the squares up to three steps from one, with their distances.
func around(rows, cols, row, col int, visit func(r, c, far int)) {
	for r := range rows {
		for c := range cols {
			if far := max(r-row, row-r) + max(c-col, col-c); far <= 3 {
				visit(r, c, far)
			}
		}
	}
}

// setOptions sets one key in that many, those of a table or those outside.
func setOptions(text *strings.Builder, rng *rand.Rand, keys []variant.Key, table string, one int) {
	for _, k := range keys {
		name, inside := strings.CutPrefix(k.Name, table)
		if !inside || strings.Contains(name, ".") || rng.IntN(one) > 0 || name == "side" {
			continue
		}
		switch {
		case k.Values != nil:
			fmt.Fprintf(text, "%s = %s\n", name, value(k.Values[rng.IntN(len(k.Values))]))
		case k.Kind == "true or false":
			fmt.Fprintf(text, "%s = %v\n", name, rng.IntN(2) == 0)
		case strings.HasSuffix(name, "range"):
			fmt.Fprintf(text, "%s = %d\n", name, rng.IntN(4))
		}
	}
}

// value writes the value of an option as TOML.
func value(text string) string {
	switch {
	case text == "on":
		return "true"
	case text == "off":
		return "false"
	case '0' <= text[0] && text[0] <= '9':
		return text
	}
	return fmt.Sprintf("%q", text)
}
