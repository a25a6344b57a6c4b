package race

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
	"ludens/games"
)

var (
	manyFiles = flag.Int("files", 100, "random files of TestDifferential")
	manyPlies = flag.Int("plies", 40, "plies of TestDifferential in each, over several games")
)

// match is a game in both rule books.
type match struct {
	testing.TB
	file  string
	game  *Game
	state env.State
	book  *slow
	moves []string
}

func newMatch(t testing.TB, text string, g *Game) *match {
	return &match{TB: t, file: text, game: g, state: g.New(0), book: newSlow(g.rules)}
}

func (m *match) play(move string) {
	m.Helper()
	a, err := env.Parse(m.state, move)
	if err != nil {
		m.fail("%v", err)
	}
	m.state.Play(a)
	m.book.play(move)
	m.moves = append(m.moves, move)
}

func (m *match) fail(format string, args ...any) {
	m.Helper()
	m.Fatalf("%s\n%s\n%safter %v", m.file, fmt.Sprintf(format, args...), m.state, m.moves)
}

// agree compares the position in both books, and returns the legal moves.
func (m *match) agree() (legal []string) {
	m.Helper()
	s, b := m.state.(*State), m.book
	legal = b.legal()
	if got, want := m.game.Position(s), b.text(); got != want {
		m.fail("position: got %s, want %s", got, want)
	}
	if got, want := legalTexts(s), legal; !slices.Equal(got, want) {
		m.fail("legal: got %v, want %v", got, want)
	}
	if got, want := strings.Replace(s.Ending(), "player", "side", 1), b.end; !strings.HasPrefix(got, want) || want == "" && got != "" {
		m.fail("ending: got %s, want %s", got, want)
	}
	if got, want := s.Result(), b.result(); got != want {
		m.fail("result: got %v, want %v", got, want)
	}
	if got, want := s.Spent(), b.Demand == "veto" && b.ply >= b.Cap; got != want {
		m.fail("the cap is reached: got %v, want %v", got, want)
	}
	for x, side := range []string{"s", "n"} {
		if got, want := s.need[x], b.needs(side); got != want {
			m.fail("moves needed by %s: got %d, want %d", side, got, want)
		}
		if got, want := s.Score(m.game.player(sideOfText(side))), b.score(side); got != want {
			m.fail("score of %s: got %v, want %v", side, got, want)
		}
	}
	if b.end == "" && (s.ToMove() == env.First) != (b.side == b.First[:1]) {
		m.fail("%v is to move, want %s", s.ToMove(), b.side)
	}
	if b.end == "" && len(m.moves)%seenEvery == 0 {
		m.seesAlike()
	}
	return legal
}

// seenEvery is how many plies go by until observations are compared again.
const seenEvery = 7

// seesAlike compares what the mover sees with the second book's planes of such names.
func (m *match) seesAlike() {
	m.Helper()
	spec, names := m.game.spec, m.game.PlaneNames()
	seen := make([]float32, spec.Size())
	m.state.Observe(seen)
	for p, name := range names {
		shows := m.book.plane(name)
		for cell := range spec.Cells() {
			at := square{int8(cell%spec.Shape[2] + 1), int8(spec.Shape[1] - cell/spec.Shape[2])}
			if m.book.side == "n" {
				at = square{int8(spec.Shape[2]) + 1 - at[0], int8(spec.Shape[1]) + 1 - at[1]}
			}
			if got, want := seen[p*spec.Cells()+cell], shows(at); got != want {
				m.fail("%s, %s: got %v, want %v", name, m.book.names[at], got, want)
			}
		}
	}
}

func sideOfText(text string) side { return side(strings.Index("sn", text)) }

// legalTexts returns the legal moves, sorted.
func legalTexts(s env.State) (texts []string) {
	for _, a := range s.Legal(nil) {
		texts = append(texts, s.Format(a))
	}
	slices.Sort(texts)
	return texts
}

// rngOf returns a stream of random numbers.
func rngOf(i int) *rand.Rand { return seed.New(uint64(i)).At("file", 0).Rand() }

// pick returns one of some words.
func pick(rng *rand.Rand, words ...string) string { return words[rng.IntN(len(words))] }

// chance returns a or, n times in a hundred, b.
func chance[T any](rng *rand.Rand, n int, a, b T) T {
	if rng.IntN(100) < n {
		return b
	}
	return a
}

// randomFile writes a file of this family. Not all of them are games.
func randomFile(rng *rand.Rand) string {
	rows, cols, kinds := 2+rng.IntN(6), 2+rng.IntN(6), 1+rng.IntN(3)
	if rng.IntN(12) == 0 {
		rows, cols = 9+rng.IntN(4), 8+rng.IntN(5)
	}
	reserve := chance(rng, 12, 0, 1+rng.IntN(3))
	if reserve > 0 {
		kinds = 1
	}
	start := slices.Repeat([]byte("."), rows*cols)
	goals := slices.Clone(start)
	deep, dense := 1+rng.IntN(max(1, rows/2)), 30+rng.IntN(60)
	for i := range cols * deep {
		if rng.IntN(100) < dense {
			man := byte('A' + rng.IntN(kinds))
			mirror := chance(rng, 50, len(start)-1-i, (rows-1-i/cols)*cols+i%cols)
			start[len(start)-1-mirror], start[mirror] = '.', man
			start[len(start)-1-mirror] = man | 0x20
		}
	}
	for i := range start {
		switch {
		case rng.IntN(25) == 0 && start[i] == '.':
			start[i], goals[i] = '#', '#'
		case start[i] == '.' && reserve > 0 && rng.IntN(2) == 0:
			start[i] = '+'
		}
		if start[i] != '#' && rng.IntN(3) == 0 {
			goals[i] = "ABCabc^_**"[rng.IntN(10)]
		}
	}
	draw := func(cells []byte) string {
		var text strings.Builder
		for i := range rows {
			text.WriteString(string(cells[i*cols:(i+1)*cols]) + "\n")
		}
		return "'''\n" + text.String() + "'''"
	}
	var text strings.Builder
	set := func(key string, value any) { fmt.Fprintf(&text, "%s = %v\n", key, value) }
	quoted := func(key string, words ...string) { set(key, `"`+pick(rng, words...)+`"`) }
	quoted("family", "race")
	quoted("name", "random")
	set("start", draw(start))
	if rng.IntN(2) == 0 {
		set("goals", draw(goals))
	}
	ways := []string{"all", "all", "all", "orthogonal", "diagonal", "none", "forward+sideways", "backward-diagonal", "forward-diagonal", "backward+forward-left", "left+forward+backward-right"}
	quoted("steps", ways...)
	quoted("jumps", ways...)
	quoted("over", "any", "any", "own", "enemy")
	chain := rng.IntN(2) == 0
	set("chain", chain)
	set("capture", !chain && reserve == 0 && rng.IntN(3) == 0)
	quoted("lock", "none", "none", "goal", "square")
	set("reserve", reserve)
	quoted("demand", "none", "flag", "always", "veto")
	set("blocking", rng.IntN(4) > 0)
	quoted("first", "south", "north")
	quoted("win", "all", "filled")
	set("vacate", chance(rng, 25, 0, 1+rng.IntN(20)))
	quoted("no_move", "pass", "pass", "pass", "pass", "loses", "draw")
	quoted("stuck", "mover", "draw", "score", "home")
	quoted("needs", "jumps", "jumps", "steps")
	set("cap", 1+rng.IntN(60))
	quoted("cap_result", "score", "draw", "home")
	set("repeat", chance(rng, 70, 0, 2+rng.IntN(4)))
	quoted("repeat_result", "draw", "loses")
	return text.String()
}

// readText reads a file without a library.
func readText(text string) (env.Game, error) {
	f, err := variant.Parse("random.toml", text, games.Text)
	if err != nil {
		return nil, err
	}
	return Read(f)
}

// randomGame returns the first game of a stream of random files.
func randomGame(t testing.TB, rng *rand.Rand) (text string, g *Game) {
	for {
		text = randomFile(rng)
		g, err := readText(text)
		if err == nil {
			return text, g.(*Game)
		}
		if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "random.toml") {
			t.Fatalf("%s\nthe error is %v", text, err)
		}
	}
}

// The engine and the second rule book agree at every position of random games of Cetro, with
// all its options, and with one rule more.
func TestCetroTwice(t *testing.T) {
	plies := 0
	for i := range 4 {
		for _, name := range cetros {
			for _, text := range append(everyCetro(name, i), "vacate=12,demand=veto", "over=enemy,lock=goal,steps=all", "chain=on,blocking=off,demand=flag") {
				g := general(t, file(t, name, text))
				rng := seed.New(uint64(i)).At(g.spec.Name, 0).Rand()
				m := newMatch(t, name+":"+text, g)
				for legal := m.agree(); len(legal) > 0 && len(m.moves) < 120 && !env.Truncated(m.state, len(m.moves), g.spec.MaxPly); legal = m.agree() {
					m.play(legal[rng.IntN(len(legal))])
					plies++
				}
			}
		}
	}
	if plies < 5000 {
		t.Errorf("%d plies, want 5000", plies)
	}
}

// The engine and the second rule book agree at every position of random games by random
// files. 1,000,000 plies over 1,000 files:
//
//	go test ./env/race -run Differential -timeout 2h -args -files 1000 -plies 1000
func TestDifferential(t *testing.T) {
	met, plies := map[string]int{}, 0
	for i := range *manyFiles {
		rng := rngOf(i)
		text, g := randomGame(t, rng)
		for n := 0; n < *manyPlies; {
			m := newMatch(t, text, g)
			for legal := m.agree(); len(legal) > 0 && !env.Truncated(m.state, len(m.moves), g.spec.MaxPly); n++ {
				m.play(legal[rng.IntN(len(legal))])
				legal = m.agree()
				plies++
			}
			met[m.book.end]++
		}
	}
	t.Logf("%d files, %d plies; endings %v", *manyFiles, plies, met)
	for _, words := range endings[home:] {
		if words != "" && met[words] == 0 && *manyFiles >= 100 {
			t.Errorf("no game ended with %q", words)
		}
	}
}
