package games

import (
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/space"
)

// wrapped returns the space of one game.
func wrapped(t *testing.T, g env.Game) env.Game {
	t.Helper()
	part := space.Part{Variant: g.Spec().Name}
	r := space.Rules{
		Groups: [][]space.Part{{part}},
		Make:   func(space.Setting) (env.Game, error) { return g, nil },
		Of:     func(string) (space.Setting, error) { return space.Setting{Variant: part.Variant}, nil },
	}
	s, err := space.New("one", r, r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The abilities that were lost say in a space what the game says.
func TestAbilitiesOfASpace(t *testing.T) {
	for _, name := range []string{"celta", "cetran2", "cetro"} {
		g, err := Make(name)
		if err != nil {
			t.Fatal(err)
		}
		one := wrapped(t, g)
		s, outer := g.New(3), one.New(3)
		for range 30 {
			for p := range env.Player(2) {
				if c, ok := s.(env.Countable); ok && !slices.Equal(c.Material(p), outer.(env.Countable).Material(p)) {
					t.Fatalf("%s: %v has %v in a space, %v without", name, p, outer.(env.Countable).Material(p), c.Material(p))
				}
			}
			if x, ok := s.(env.Ticking); ok {
				plies, runs := x.Left()
				if a, b := outer.(env.Ticking).Left(); a != plies || b != runs {
					t.Fatalf("%s: the clock has %d %v left in a space, %d %v without", name, a, b, plies, runs)
				}
			}
			a := s.Legal(nil)[0]
			text := outer.Format(a)
			if w, ok := s.(env.SANWriter); ok {
				text = w.SAN(a)
			}
			if got := outer.(env.SANWriter).SAN(a); got != text {
				t.Fatalf("%s: %s is %s in a space", name, text, got)
			}
			if got, err := outer.(env.SANWriter).ParseMove(text); err != nil || got != a {
				t.Fatalf("%s: %s is read as %v in a space, %v", name, text, got, err)
			}
			if err := outer.(env.Witness).Deny(a, outer.Format(a)+"#"); err == nil {
				t.Fatalf("%s: %s# is no false claim in a space", name, outer.Format(a))
			}
			s.Play(a)
			outer.Play(a)
		}
		u, ok := g.(env.Uneven)
		if !ok {
			continue
		}
		for _, o := range u.Odds() {
			want, err := u.Without(o, env.Second, 5)
			if err != nil {
				t.Fatal(err)
			}
			got, err := one.(env.Uneven).Without(o, env.Second, 5)
			if err != nil || got.String() != want.String() {
				t.Errorf("%s without %v: got\n%v\nwant\n%v, %v", name, o, got, want, err)
			}
		}
		if _, err := one.(env.Uneven).Without(env.Odds{}, env.First, 0); err == nil {
			t.Errorf("%s has odds of nothing", name)
		}
	}
}
