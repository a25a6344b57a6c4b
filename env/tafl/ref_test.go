package tafl

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// compare holds a position against the book: the pieces, whose turn it is, the moves,
// their numbers and what each does, the result, and what is seen.
func compare(t *testing.T, where string, g *Game, s *State, b *book) {
	t.Helper()
	if got := g.Position(s); s.king != g.beyond && got != b.text() {
		t.Fatalf("%s\ngot  %s\nwant %s", where, got, b.text())
	}
	winner := map[env.Result]string{env.Drawn: "draw", env.WinFor(g.playerOf(attackers)): "a", env.WinFor(g.playerOf(kingsSide)): "d"}[s.Result()]
	told := strings.Contains(s.Ending(), b.how) || b.how == endingWords[kingTaken] && s.end >= kingTaken && s.end <= kingAtCorner
	if winner != b.winner || !told {
		t.Fatalf("%s\n%s: got %q, %q, want %q, %q", where, b.text(), winner, s.Ending(), b.winner, b.how)
	}
	want := map[env.Action]string{}
	for text, m := range b.legal() {
		want[b.action(text, m)] = text
	}
	legal := s.Legal(nil)
	if numbers := slices.Sorted(maps.Keys(want)); !slices.Equal(legal, numbers) {
		t.Fatalf("%s\n%s: got %v\nwant %v", where, b.text(), env.Texts(s, legal), env.Texts(s, numbers))
	}
	for _, a := range legal {
		if got := s.Format(a); got != want[a] {
			t.Fatalf("%s\n%s: got %s, want %s", where, b.text(), got, want[a])
		}
	}
	seen := make([]float32, g.spec.Size())
	if s.Observe(seen); b.winner == "" && !slices.Equal(seen, b.observation(g.classic)) {
		t.Fatalf("%s\n%s: got observation %v, want %v", where, b.text(), seen, b.observation(g.classic))
	}
}

// anyRules returns a preset, with some options set at random.
func anyRules(t *testing.T, rng *rand.Rand) *Game {
	t.Helper()
	v := variantOf(t, presets[rng.IntN(len(presets))])
	options := v.Options
	if rng.IntN(2) == 0 {
		options = options[:usualKeys]
	}
	var settings []env.Setting
	if rng.IntN(4) > 0 {
		for _, o := range options {
			if o.Values != nil && rng.IntN(3) == 0 {
				settings = append(settings, env.Setting{Name: o.Name, Value: o.Values[rng.IntN(len(o.Values))]})
			}
		}
	}
	g, err := New(v.Name, settings)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// anyPosition returns the start position, a few men anywhere, or a ring of
// attackers around the king's side.
func anyPosition(g *Game, rng *rand.Rand) *State {
	for {
		var b board
		switch rng.IntN(8) {
		case 0, 1:
			return g.New(0).(*State)
		case 2, 3:
			b = ring(g, rng)
		default:
			b = scatter(g, rng)
		}
		if g.possible(b) == nil {
			return g.place(b, side(rng.IntN(2)), g.beyond)
		}
	}
}

func scatter(g *Game, rng *rand.Rand) board {
	b := g.empty()
	men := []kind{king}
	men = append(men, slices.Repeat([]kind{attacker}, rng.IntN(1+rng.IntN(2*g.rows)))...)
	men = append(men, slices.Repeat([]kind{defender}, rng.IntN(g.rows))...)
	for i, c := range rng.Perm(g.cells())[:len(men)] {
		g.put(b, men[i], cell(c))
	}
	return b
}

// ring puts attackers around a king, or around him and some men of his; there
// may be gaps, and two attackers are elsewhere.
func ring(g *Game, rng *rand.Rand) board {
	b, c := g.empty(), cell(rng.IntN(g.cells()))
	g.put(b, king, c)
	var inside set
	inside.add(c)
	if rng.IntN(2) == 0 {
		g.grow(&inside, &g.all)
	}
	wall := inside
	g.grow(&wall, &g.all)
	for _, at := range g.cellsOf(&wall) {
		switch {
		case at == c:
		case inside.has(at):
			if rng.IntN(2) > 0 {
				g.put(b, defender, at)
			}
		case g.stop[attacker].has(at) && rng.IntN(8) > 0:
			g.put(b, attacker, at)
		}
	}
	for range 2 {
		if at := cell(rng.IntN(g.cells())); !inside.has(at) {
			g.put(b, attacker, at)
		}
	}
	return b
}

// empty returns a board without pieces.
func (g *Game) empty() board { return make(board, len(g.kinds)*g.words) }

// choose likes to capture, and in a shuffling game to go back where it came from.
func choose(s *State, back map[env.Action]bool, rng *rand.Rand) env.Action {
	legal := s.Legal(nil)
	a := legal[rng.IntN(len(legal))]
	for _, other := range legal {
		if strings.Contains(s.Format(other), "x") && rng.IntN(2) == 0 || back[other] && rng.IntN(2) == 0 {
			a = other
		}
	}
	return a
}

// reverse returns the action that takes a back.
func reverse(g *Game, a env.Action) env.Action {
	m := g.moveOf(a)
	return env.Action(slices.Index(g.moves, move{m.to, m.from}))
}

func TestTwoRuleBooks(t *testing.T) {
	games := 1000
	if testing.Short() {
		games = 300
	}
	positions, ends := 0, map[ending]int{}
	for i := range games {
		rng := seed.New(1).At("game", i).Rand()
		g := anyRules(t, rng)
		s := anyPosition(g, rng)
		b := newBook(g.rules).at(g.Position(s))
		keys, met := map[uint64]string{}, map[string]uint64{}
		back, shuffles := map[env.Action]bool{}, rng.IntN(8) == 0
		for range 40 {
			compare(t, g.spec.Name, g, s, b)
			agreeOnKey(t, s, b, keys, met)
			if positions++; s.end != ongoing {
				break
			}
			a := choose(s, back, rng)
			back[reverse(g, a)] = shuffles
			text := s.Format(a)
			s.Play(a)
			b.play(text)
		}
		ends[s.end]++
	}
	t.Logf("%d positions, endings %v", positions, ends)
	if testing.Short() {
		return
	}
	if positions < 10_000 {
		t.Errorf("only %d positions", positions)
	}
	for e := kingFromTwo; e <= endings; e++ {
		if ends[e] == 0 && e != fort { // forts are of TestDifferential
			t.Errorf("ending %d was never met: %v", e, ends)
		}
	}
}

// agreeOnKey checks that keys are equal exactly where a game's board, turn and
// number of occurrences are.
func agreeOnKey(t *testing.T, s *State, b *book, keys map[uint64]string, met map[string]uint64) {
	t.Helper()
	text := b.text()
	if b.Repeat > 0 {
		text += fmt.Sprintf(" for the %dth time", b.met[b.text()]+1)
	}
	key, ok := met[text]
	if ok && key != s.Key() {
		t.Fatalf("%s: two keys: %#x and %#x", text, key, s.Key())
	}
	other, ok := keys[s.Key()]
	if ok && other != text {
		t.Fatalf("one key %#x: %s and %s", s.Key(), text, other)
	}
	keys[s.Key()], met[text] = text, s.Key()
}
