package space_test

import (
	"math"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/envtest"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/env/space"
)

// A space keeps the laws of a game.
func TestLaws(t *testing.T) {
	for _, name := range []string{"tafl7", "cetro-any", "cetran2-any", "celta:first=*,passive=*", "cuervo@tafl7"} {
		t.Run(name, func(t *testing.T) {
			g := game(t, name)
			envtest.Run(t, g, envtest.Games(8), envtest.AsymmetricStart())
		})
	}
}

// All planes that show rules are uniform, and no other is said to be; a game of one
// setting has none.
func TestUniformPlanes(t *testing.T) {
	for name, want := range map[string]int{"tafl7": 23, "celta:first=*,passive=*": 1, "celta": 0} {
		g := game(t, name)
		rules := 0
		for _, p := range g.(env.Labelled).PlaneNames() {
			if strings.HasPrefix(p, "everywhere the rule: ") {
				rules++
			}
		}
		if got := g.Spec().Uniform; got != want || rules != want {
			t.Errorf("%s: %d uniform planes, %d planes of rules, want %d", name, got, rules, want)
		}
	}
}

func game(_ *testing.T, name string) env.Game { return games.Must(name) }

// A game of a space is the game of the setting that its seed draws, move by move: with
// the same texts of moves, the same result, and what View shows of it.
func TestSpaceIsItsMembers(t *testing.T) {
	for _, name := range []string{"tafl7", "cetro-any", "cetran2-any"} {
		g := game(t, name)
		varied := g.(env.Varied)
		met := map[string]bool{}
		for n := range uint64(60) {
			member := varied.Drawn(n)
			met[member.Spec().Name] = true
			view := env.ViewOf(g, member)
			if view.Spec != g.Spec() {
				t.Fatalf("%s is not shown as %s is", member.Spec().Name, name)
			}
			s := g.New(n)
			text := g.(env.Notated).Position(s)
			_, position, _ := strings.Cut(text, " ")
			own, err := member.(env.Notated).ParsePosition(position)
			if err != nil {
				t.Fatal(err)
			}
			follow(t, g, view, s, own, n)
		}
		if len(met) < 10 {
			t.Errorf("%s: 60 seeds draw only %d settings", name, len(met))
		}
	}
}

func follow(t *testing.T, g env.Game, view env.View, s, own env.State, n uint64) {
	t.Helper()
	rng := seed.New(n).Rand()
	saw, want := room(g), room(g)
	for ply := 0; s.Result() == env.Ongoing && ply < 120; ply++ {
		s.Observe(saw)
		view.Observe(own, want)
		for i := range want {
			if saw[i] != want[i] && ply > 0 {
				t.Fatalf("seed %d, ply %d: float %d of the observation is %v, its member's view has %v", n, ply, i, saw[i], want[i])
			}
		}
		legal, its := s.Legal(nil), own.Legal(nil)
		if len(legal) != len(its) {
			t.Fatalf("seed %d, ply %d: %d legal actions, the member has %d", n, ply, len(legal), len(its))
		}
		for i, a := range its {
			up := a
			if view.Actions != nil {
				up = view.Actions[a]
			}
			if up != legal[i] || s.Format(legal[i]) != own.Format(a) {
				t.Fatalf("seed %d, ply %d: action %d is %s, want %s", n, ply, legal[i], s.Format(legal[i]), own.Format(a))
			}
		}
		i := rng.IntN(len(legal))
		s.Play(legal[i])
		own.Play(its[i])
	}
	if s.Result() != own.Result() {
		t.Fatalf("seed %d: %v, the member says %v", n, s.Result(), own.Result())
	}
}

func room(g env.Game) []float32 {
	obs := []float32{}
	for range g.Spec().Size() {
		obs = append(obs, float32(math.NaN()))
	}
	return obs
}

// Shares are those of the draws.
func TestShares(t *testing.T) {
	const draws = 20_000
	for _, name := range []string{"celta|cuervo|wtf", "celta:first=*,passive=on|on|off", "celta|wtf+cuervo:first=*", "celta|cuervo|wtf~cuervo"} {
		g := game(t, name).(env.Varied)
		counts := map[string]int{}
		for n := range uint64(draws) {
			counts[g.Drawn(n).Spec().Name]++
		}
		left := 0.0
		for member, n := range counts {
			share := g.Share(game(t, member))
			left += share
			if strings.Contains(name, "~") {
				continue
			}
			if got := float64(n) / draws; math.Abs(got-share) > 5*math.Sqrt(share*(1-share)/draws) {
				t.Errorf("%s draws %s %.4f of the time, Share says %.4f", name, member, got, share)
			}
		}
		if !strings.Contains(name, "~") && math.Abs(left-1) > 1e-9 {
			t.Errorf("%s: the shares of what is drawn sum to %v", name, left)
		}
		if counts["cuervo"] > 0 && strings.Contains(name, "~") {
			t.Errorf("%s draws cuervo", name)
		}
	}
}

// Who was trained on a space plays its settings and no others.
func TestTeaches(t *testing.T) {
	for _, test := range []struct {
		space, game string
		want        bool
	}{
		{"tafl7", "celta", true},
		{"tafl7", "cuervo:first=attackers", true},
		{"tafl7", "magpie", true},
		{"tafl7", "celta:first=attackers,corner_hostile=ad,king_capture=two", true},
		{"tafl7", "celta:cap=400", true},
		{"cuervo@tafl7", "cuervo:first=attackers", true},
		{"cuervo@tafl7", "celta", false},
		{"tafl7", "tablut", false},
		{"tafl7", "connect4", false},
		{"tafl7", "celta:repeat=5", false},
		{"celta:passive=*", "cuervo", true},
		{"celta:passive=*~cuervo", "cuervo", false},
		{"celta:passive=*", "wtf", false},
		{"cetro-any", "cetro:demand=veto", true},
		{"cetro-any", "cetro-5x5", false},
		{"cetran2-any", "cetran2-mirror:promo=q", true},
		{"cetran2-any", "cetran1", false},
	} {
		if got := env.Teaches(game(t, test.space), game(t, test.game)); got != test.want {
			t.Errorf("%s teaches %s: got %v", test.space, test.game, got)
		}
	}
}

// What cannot be a space is reported in one line.
func TestRefusals(t *testing.T) {
	for name, want := range map[string]string{
		"celta:cap=*":            "option cap has no list of values: say which, as in cap=200|OTHER",
		"celta:first=*,first=*":  "option first is set twice",
		"celta:frist=*":          `celta has no option "frist" (did you mean "first"?)`,
		"celta|tablut":           "tablut has 9 by 9 squares, and celta 7 by 7: one network wants one board",
		"celta|cetro":            "cetro is of another family: race, not tafl",
		"celta:first=king|quee":  `option first is one of attackers, king, not "quee"`,
		"tablut@tafl7":           "tablut is played on another board",
		"celta:repeat=5@tafl7":   "celta:repeat=5 has planes or actions of its own",
		"celta@connect4":         "connect4 is of another family: lines, not tafl",
		"celta|clta":             `no game "clta" (did you mean "celta"?)`,
		"tafl7|celta":            "tafl7 is many settings already",
		"celta:capture=*":        `celta has no option "capture"`,
		"halma:capture=*":        "option capture: no value but off goes with the others",
		"chess:insufficient=-|N": "option insufficient is a text, and no number can show a network which: these can have several values: first, draw,",
		"celta|cuervo:first":     `"first" should be option=value`,
	} {
		_, err := games.Make(name)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
}

// mute is a game that does not tell its rules as numbers.
type mute struct{ env.Game }

// A game of another module need not return its rules as numbers: then they cannot be left
// open.
func TestRulesThatAreNoNumbers(t *testing.T) {
	one := space.Part{Variant: "mute", Options: []space.Choice{{Name: "rule", Values: []string{"a", "b"}}}}
	r := space.Rules{Groups: [][]space.Part{{one}}, Make: func(space.Setting) (env.Game, error) { return mute{game(t, "tictactoe")}, nil }}
	if _, err := space.New("mute:rule=*", r, r); err == nil || !strings.Contains(err.Error(), "tictactoe does not give its rules as numbers") {
		t.Errorf("got %v", err)
	}
}

// The name of a space is that of one game, wherever it is made.
func TestFingerprints(t *testing.T) {
	a, b := env.Fingerprint(game(t, "tafl7")), env.Fingerprint(game(t, "tafl7"))
	if a != b || a == env.Fingerprint(game(t, "celta")) {
		t.Errorf("fingerprints %s and %s", a, b)
	}
}
