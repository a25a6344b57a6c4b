package tafl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// winner puts a result in the words of the book.
func winner(g *Game, r env.Result) string {
	switch r {
	case env.Ongoing:
		return ""
	case env.Drawn:
		return "draw"
	case env.WinFor(g.playerOf(attackers)):
		return "a"
	}
	return "d"
}

// agree compares a position with the book: whose turn it is, the men, the
// moves and what each does, the result, what is seen.
func agree(t *testing.T, s *State, b *book) {
	t.Helper()
	g := s.game
	where := func() string { return fmt.Sprintf("%s: %s", g.spec.Name, g.Position(s)) }
	if got := newBook(b.Rules, g.Position(s)).text(); got != b.text() {
		t.Fatalf("%s: got position\n%s want\n%s", g.spec.Name, got, b.text())
	}
	if got := winner(g, s.Result()); got != b.over {
		t.Fatalf("%s: got result %q, want %q", where(), got, b.over)
	}
	legal := b.legal()
	if got := s.Legal(nil); !slices.Equal(got, legal) {
		t.Fatalf("%s: got actions %v, want %v", where(), got, legal)
	}
	for _, a := range legal {
		if got, want := s.Format(a), b.try(a); got != want {
			t.Fatalf("%s: got %s, want %s", where(), got, want)
		}
	}
	seen := make([]float32, g.spec.Size())
	if s.Observe(seen); b.over == "" && !slices.Equal(seen, b.observation()) {
		t.Fatalf("%s: got observation %v, want %v", where(), seen, b.observation())
	}
}

// anyRules returns a preset, with some options set at random.
func anyRules(t *testing.T, rng *rand.Rand) *Game {
	t.Helper()
	variants := Variants()
	v := variants[rng.IntN(len(variants))]
	var settings []env.Setting
	if rng.IntN(4) > 0 {
		for _, o := range v.Options {
			if o.Values != nil && rng.IntN(3) == 0 {
				settings = append(settings, env.Setting{Name: o.Name, Value: o.Values[rng.IntN(len(o.Values))]})
			}
		}
	}
	g, err := New(v.Name, settings)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Game)
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
		if g.possible(&b) == nil {
			return g.place(b, side(rng.IntN(2)))
		}
	}
}

func scatter(g *Game, rng *rand.Rand) (b board) {
	men := []kind{king}
	men = append(men, slices.Repeat([]kind{attacker}, rng.IntN(1+rng.IntN(2*g.size)))...)
	men = append(men, slices.Repeat([]kind{defender}, rng.IntN(g.size))...)
	for i, c := range rng.Perm(g.cells())[:len(men)] {
		b.put(men[i], cell(c))
	}
	return b
}

// ring puts attackers around a king, or around him and some men of his; there
// may be gaps, and two attackers are elsewhere.
func ring(g *Game, rng *rand.Rand) (b board) {
	c := cell(rng.IntN(g.cells()))
	b.put(king, c)
	inside := only(c)
	if rng.IntN(2) == 0 {
		inside = inside.or(g.neighbours[c])
	}
	wall := squares{}
	for rest := inside; !rest.empty(); rest = rest.rest() {
		wall = wall.or(g.neighbours[rest.first()])
	}
	for rest := wall.minus(inside).minus(g.shut[attacker]); !rest.empty(); rest = rest.rest() {
		if rng.IntN(8) > 0 {
			b.put(attacker, rest.first())
		}
	}
	for rest := inside.minus(only(c)); !rest.empty(); rest = rest.rest() {
		if rng.IntN(2) > 0 {
			b.put(defender, rest.first())
		}
	}
	for range 2 {
		if c := cell(rng.IntN(g.cells())); !inside.has(c) {
			b.put(attacker, c)
		}
	}
	return b
}

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
	m := g.moves[a]
	return env.Action(slices.Index(g.moves, move{m.to, m.from}))
}

func TestTwoRuleBooks(t *testing.T) {
	games := 1500
	if testing.Short() {
		games = 300
	}
	positions, ends := 0, map[ending]int{}
	for i := range games {
		rng := seed.New(1).At("game", i).Rand()
		g := anyRules(t, rng)
		s := anyPosition(g, rng)
		b := newBook(g.rules, g.Position(s))
		keys, met := map[uint64]string{}, map[string]uint64{}
		back, shuffles := map[env.Action]bool{}, rng.IntN(8) == 0
		for range 40 {
			agree(t, s, b)
			agreeOnKey(t, s, b, keys, met)
			if positions++; s.end != ongoing {
				break
			}
			a := choose(s, back, rng)
			back[reverse(g, a)] = shuffles
			s.Play(a)
			b.play(a)
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
	for e := kingFromTwo; e < endings; e++ {
		if ends[e] == 0 {
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
		text += fmt.Sprintf(" for the %dth time", b.count())
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
