package space_test

import (
	"math"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/env/space"
)

// A space names each of its planes and actions, no two alike, and its rules behind the others.
func TestNamesOfPlanes(t *testing.T) {
	for _, g := range known(t) {
		spec := g.Spec()
		planes, actions := g.PlaneNames(), g.ActionNames()
		if len(planes) != spec.Shape[0] {
			t.Errorf("%s: %d names of %d planes", spec.Name, len(planes), spec.Shape[0])
		}
		if len(actions) != spec.Planes()+spec.Globals() {
			t.Errorf("%s: %d names of %d planes of actions and %d global ones", spec.Name, len(actions), spec.Planes(), spec.Globals())
		}
		for _, names := range [][]string{planes, actions} {
			met := map[string]bool{}
			for _, name := range names {
				if met[name] || strings.TrimSpace(name) == "" {
					t.Errorf("%s: %q names two, or nothing", spec.Name, name)
				}
				met[name] = true
			}
		}
		rules := 0
		for i, name := range planes {
			if strings.HasPrefix(name, "everywhere the rule: ") {
				rules++
			} else if rules > 0 {
				t.Errorf("%s: plane %d, %q, stands behind those of rules", spec.Name, i, name)
			}
		}
		if rules == 0 || rules != spec.Uniform {
			t.Errorf("%s: %d planes of rules, %d are uniform", spec.Name, rules, spec.Uniform)
		}
	}
}

// The share of a member is the chance that a game is one of its: those of all members that many
// games draw are met about as often, and a game outside of the space has none.
func TestShareIsTheChance(t *testing.T) {
	g := games.Must("celta:first=*,passive=*").(*space.Space)
	const n = 2000
	met := map[string]int{}
	for s := range uint64(n) {
		met[g.Drawn(s).Spec().Name]++
	}
	sum := 0.0
	for name, times := range met {
		share := g.Share(games.Must(name))
		if sum += share; math.Abs(float64(times)/n-share) > 4*math.Sqrt(share/n) {
			t.Errorf("%s: %d of %d games, and a share of %.3f", name, times, n, share)
		}
	}
	if math.Abs(sum-1) > 1e-9 || len(met) < 4 {
		t.Errorf("%d members have %.6f of the games", len(met), sum)
	}
	for _, other := range []string{"tictactoe", "celta:escape=edge"} {
		if share := g.Share(games.Must(other)); share != 0 {
			t.Errorf("%s has a share of %v", other, share)
		}
	}
}

// A position is read with its rules in front; a text without them, of other rules or of no game is
// refused with what is wrong.
func TestMistakesInPositions(t *testing.T) {
	for _, g := range known(t) {
		text := g.Position(g.New(3))
		if s, err := g.ParsePosition("  " + text + " "); err != nil || g.Position(s) != text {
			t.Errorf("%s: %v", text, err)
		}
		_, position, _ := strings.Cut(text, " ")
		for wrong, want := range map[string]string{
			"":                      "want the rules and then the position, as in ",
			"nogame " + position:    "nogame",
			"tictactoe " + position: "tictactoe",
			strings.TrimSuffix(text, position) + "rubbish!": "",
		} {
			if s, err := g.ParsePosition(wrong); err == nil || s != nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q is read: %v, want %q", g.Spec().Name, wrong, err, want)
			}
		}
	}
}

// A setting that is left out, or has no part in the draw, has no positions there.
func TestPositionsOfOtherSettings(t *testing.T) {
	for name, other := range map[string]string{"celta:first=*,passive=*~celta": "celta", "celta:first=king|king|attackers+celta": "celta:passive=off"} {
		g, member := games.Must(name).(*space.Space), games.Must(other)
		text := member.Spec().Name + " " + member.(env.Notated).Position(member.New(0))
		if s, err := g.ParsePosition(text); err == nil || s != nil || g.Share(member) != 0 {
			t.Errorf("%s: %q is read: %v", name, text, err)
		}
	}
}

// Odds that not all members know are refused; those that they know are pieces less on that side.
func TestOddsOfAllMembers(t *testing.T) {
	g := games.Must("cetran2-any").(*space.Space)
	if len(g.Odds()) == 0 {
		t.Fatal("there are no odds")
	}
	for _, o := range g.Odds() {
		for p := range env.Player(2) {
			s, err := g.Without(o, p, 5)
			if err != nil {
				t.Fatalf("%v: %v", o, err)
			}
			for q := range env.Player(2) {
				less := pieces(g.New(5), q) - pieces(s, q)
				if want := map[bool]int{true: o.Count, false: 0}[p == q]; less != want {
					t.Errorf("%v less for %v: %v has %d pieces less, want %d", o, p, q, less, want)
				}
			}
		}
	}
	if _, err := g.Without(env.Odds{Men: env.Men{Kind: "dragon", Count: 1}}, env.First, 5); err == nil || !strings.HasPrefix(err.Error(), "cetran2-any cannot begin without ") {
		t.Errorf("got %v", err)
	}
}

// pieces counts what p has on the board.
func pieces(s env.State, p env.Player) (n int) {
	for _, m := range s.(env.Countable).Material(p) {
		n += m.Count
	}
	return n
}

// What a text of a move claims is denied as the member denies it.
func TestClaimsAreTheMembers(t *testing.T) {
	g := games.Must("cetran2-any").(*space.Space)
	denied := 0
	for n := range uint64(4) {
		rng, s := seed.New(n).Rand(), g.New(n)
		for range 12 {
			_, member := own(t, g, s)
			for _, a := range s.Legal(nil) {
				b, err := env.Parse(member, s.Format(a))
				if err != nil {
					t.Fatal(err)
				}
				for _, claim := range []string{"x", "+", "#", ""} {
					got, want := env.Deny(s, a, s.Format(a)+claim), env.Deny(member, b, member.Format(b)+claim)
					if (got == nil) != (want == nil) {
						t.Errorf("%s%s: %v, want %v", s.Format(a), claim, got, want)
					}
					if got != nil {
						denied++
					}
				}
			}
			legal := s.Legal(nil)
			if s.Play(legal[rng.IntN(len(legal))]); s.Result() != env.Ongoing {
				break
			}
		}
	}
	if denied == 0 {
		t.Error("nothing was denied")
	}
}
