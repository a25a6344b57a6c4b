package cetro

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// match is a game in both rule books.
type match struct {
	testing.TB
	game  *Game
	state env.State
	book  *book
	moves []string
}

// newMatch begins a game of a variant with settings like "demand=none".
func newMatch(t testing.TB, name string) *match {
	g := game(t, name)
	b := newBook(g.board.cols, g.board.rows, demands[g.demand], g.spec.Roles[0][:1], g.cap, g.scored, g.repeat)
	return &match{TB: t, game: g, state: g.New(0), book: b}
}

// game returns the game of a name like "cetro:demand=none,first=north".
func game(t testing.TB, name string) *Game {
	t.Helper()
	variant, options, _ := strings.Cut(name, ":")
	var settings []env.Setting
	for _, o := range strings.FieldsFunc(options, func(r rune) bool { return r == ',' }) {
		option, value, _ := strings.Cut(o, "=")
		settings = append(settings, env.Setting{Name: option, Value: value})
	}
	g, err := New(variant, settings)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Game)
}

// play makes a move in both books.
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
	m.Fatalf("%s: %s\n%safter %v", m.game.spec.Name, fmt.Sprintf(format, args...), m.state, m.moves)
}

// agree compares the position in both books.
func (m *match) agree() {
	m.Helper()
	s, b := m.state, m.book
	if got, want := m.game.Position(s), b.text(); got != want {
		m.fail("position: got %s, want %s", got, want)
	}
	if got, want := legalTexts(s), b.legal(); !slices.Equal(got, want) {
		m.fail("legal: got %v, want %v", got, want)
	}
	if got, want := s.(*State).end, endings[b.end]; got != want {
		m.fail("ending: got %d, want %d", got, want)
	}
	over := m.game.demand == byVeto && b.ply >= b.cap
	if got, want := s.(*State).Spent(), over; got != want {
		m.fail("the cap is reached: got %v, want %v", got, want)
	}
	if got, want := s.Result(), b.result(); got != want {
		m.fail("result: got %v, want %v", got, want)
	}
	first, second := b.needs(b.first), b.needs(opponent(b.first))
	lead, worst := float64(second-first), float64(m.game.board.worst)
	if got, want := s.(env.Scored).Score(env.First), float32(4*lead/(4*max(lead, -lead)+worst)); got != want {
		m.fail("score: got %v, want %v", got, want)
	}
	if b.end != "" {
		return
	}
	if got, want := s.ToMove() == env.First, b.side == b.first; got != want {
		m.fail("First to move: got %v, want %v", got, want)
	}
	seen, names, cells := make([]float32, m.game.spec.Size()), m.game.PlaneNames(), m.game.spec.Cells()
	s.Observe(seen)
	for i, want := range b.observe(names) {
		if got := seen[i]; got != want {
			m.fail("%s, cell %d: got %v, want %v", names[i/cells], i%cells, got, want)
		}
	}
}

var endings = map[string]ending{"": ongoing, "home": home, "stuck": stuck, "repeated": repeated, "capped": capped}

// legalTexts returns the legal moves, sorted.
func legalTexts(s env.State) (texts []string) {
	for _, a := range s.Legal(nil) {
		texts = append(texts, s.Format(a))
	}
	slices.Sort(texts)
	return texts
}

func (b *book) result() env.Result {
	switch {
	case b.end == "":
		return env.Ongoing
	case b.wins == "":
		return env.Drawn
	case b.wins == b.first:
		return env.FirstWins
	}
	return env.SecondWins
}

// observe fills the planes of such names, square by square.
func (b *book) observe(names []string) (planes []float32) {
	for _, name := range names {
		shows := b.plane(name)
		for row := range b.ranks {
			for col := range b.files {
				at := named(col, b.ranks-1-row)
				if b.side == "n" {
					at = named(b.files-1-col, row)
				}
				planes = append(planes, shows(at, row))
			}
		}
	}
	return planes
}

// plane returns what a plane shows on a square, which the mover sees in a row
// counted from the far side.
func (b *book) plane(name string) (shows func(at string, row int) float32) {
	words, whole := strings.Fields(name), 1
	if fmt.Sscan(words[len(words)-1], &whole); words[len(words)-1] == "cap" {
		whole = b.cap
	}
	everywhere := func(n int) func(string, int) float32 {
		return func(string, int) float32 { return float32(n) / float32(whole) }
	}
	where := func(claim func(at string, row int) bool) func(string, int) float32 {
		return func(at string, row int) float32 {
			if claim(at, row) {
				return 1
			}
			return 0
		}
	}
	men := func(side, colour string) func(string, int) float32 {
		return where(func(at string, _ int) bool {
			man, ok := b.men[at]
			return ok && sideOf(man) == side && colour[0] == man|0x20
		})
	}
	one := map[bool]int{true: 1}
	from, to, _ := strings.Cut(b.binds, "-")
	switch {
	case words[0] == "own":
		return men(b.side, words[1])
	case words[0] == "enemy":
		return men(opponent(b.side), words[1])
	case words[0] == "squares":
		return where(func(at string, row int) bool {
			light := int(at[0]-'a'+at[1]-'1') % 2
			return light == 0 && row < len(b.colours()) && b.colours()[row]|0x20 == words[3][0]
		})
	case name == "where the retreat to be judged began":
		return where(func(at string, _ int) bool { return at == from })
	case name == "where the retreat to be judged ended":
		return where(func(at string, _ int) bool { return at == to })
	case name == "everywhere 1 if the mover must jump":
		return everywhere(one[b.binds == "d"])
	case name == "everywhere 1 if the position occurred before":
		return everywhere(one[b.seen[b.text()] > 1])
	case strings.HasPrefix(name, "everywhere the moves the mover"):
		return everywhere(b.needs(b.side))
	case strings.HasPrefix(name, "everywhere the moves the enemy"):
		return everywhere(b.needs(opponent(b.side)))
	}
	return everywhere(b.ply)
}

// keys holds the keys of one game against what they are to tell apart.
type keys struct {
	key  map[string]uint64
	name map[uint64]string
}

func (k keys) add(m *match) {
	key, name := m.state.Key(), m.book.key()
	if known, ok := k.key[name]; ok && known != key {
		m.fail("%s has the keys %#x and %#x", name, known, key)
	}
	if known, ok := k.name[key]; ok && known != name {
		m.fail("%s and %s have the key %#x", name, known, key)
	}
	k.key[name], k.name[key] = key, name
}

// Both books agree at every position of random games by all rules.
func TestTwoRuleBooks(t *testing.T) {
	games, want := 8, 12_000
	if testing.Short() {
		games, want = 5, 8_000
	}
	positions, met := 0, [capped + 1]int{}
	for i := range games {
		for _, name := range everyGame(i) {
			k := keys{map[string]uint64{}, map[uint64]string{}}
			m, rng := newMatch(t, name), seed.New(uint64(i)).At(name, 0).Rand()
			for m.agree(); m.book.end == "" && len(m.moves) < 150 && !env.Truncated(m.state, len(m.moves), m.game.spec.MaxPly); m.agree() {
				k.add(m)
				m.play(m.book.legal()[rng.IntN(len(m.book.legal()))])
				positions++
			}
			met[m.state.(*State).end]++
		}
	}
	t.Logf("%d positions; endings %v", positions, met)
	if positions < want || slices.Contains(met[:], 0) {
		t.Errorf("%d positions, want %d; endings %v, want each", positions, want, met)
	}
}

// everyGame lists all combinations of options, but for the cap, which is
// different for each i.
func everyGame(i int) (names []string) {
	for _, v := range Variants() {
		caps := []string{"", "cap=40,repeat=2,", "repeat=5,", "cap=9,repeat=0,"}
		if v.Name == "cetro" {
			caps = []string{"", "cap=40,repeat=4,", "cap_result=draw,repeat=2,", "cap=7,"}
		}
		for _, demand := range demands {
			for _, first := range []string{"south", "north"} {
				names = append(names, fmt.Sprintf("%s:%sdemand=%s,first=%s", v.Name, caps[i%len(caps)], demand, first))
			}
		}
	}
	return names
}

// Any sequence of moves is played alike: each byte picks one of the legal ones.
func FuzzMoves(f *testing.F) {
	f.Add(uint8(0), []byte("012345678"))
	f.Add(uint8(3), []byte("a retreat, a veto, a jump"))
	f.Add(uint8(21), []byte("\x00\x00\x00\x01\x01\x01"))
	f.Fuzz(func(t *testing.T, which uint8, moves []byte) {
		games := everyGame(int(which) / 24)
		m := newMatch(t, games[int(which)%len(games)])
		for _, b := range moves {
			legal := m.book.legal()
			if len(legal) == 0 {
				return
			}
			m.play(legal[int(b)%len(legal)])
			m.agree()
		}
	})
}
