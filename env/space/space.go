// Package space makes one game of many settings of the rules: its every game draws
// its own. A network that learns it plays them all (Wu 2019, "Accelerating Self-Play
// Learning in Go", appendix A, has the rules of Go as inputs for the same reason).
//
// The positions of a [Space] are those of its members, the games with one setting
// each. They are shown with more planes: the rules of the setting, one plane for
// each of [env.Featured] that is not the same for all members, everywhere its value.
package space

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"ludens/env"
	"ludens/env/seed"
)

// Version is that of the planes and actions which the members do not have.
const Version = 1

// Space is a game whose every game has rules of its own. It is immutable but for what
// it remembers, and safe for concurrent use.
type Space struct {
	spec       env.Spec
	rules      Rules
	frame      frame
	symmetries []env.Symmetry
	members    *shelf
	book       func() env.Book // made once
}

// New returns the game of a name that draws its rules from some, and shows them as the
// game does that draws from shown: who was trained on that one can go on with this one. It makes
// every variant with each of the values once, which must have one board.
func New(name string, r, shown Rules) (*Space, error) {
	s := &Space{rules: r}
	s.members, s.book = newShelf(s.furnish), sync.OnceValue(s.write)
	if err := s.build(name, shown); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

func (g *Space) build(name string, shown Rules) error {
	all, err := shown.samples()
	if err != nil {
		return err
	}
	if g.frame, err = newFrame(all); err != nil {
		return err
	}
	g.symmetries = g.frame.symmetries(all)
	own, err := g.rules.samples()
	if err != nil {
		return err
	}
	g.spec = g.frame.spec(name, own)
	for _, o := range own {
		if _, err := g.furnish(o); err != nil {
			return err
		}
	}
	return nil
}

// Spec describes the game.
func (g *Space) Spec() env.Spec { return g.spec }

// Symmetries returns those that all members have.
func (g *Space) Symmetries() []env.Symmetry { return g.symmetries }

// New draws a setting, and then a start of that game.
func (g *Space) New(s uint64) env.State {
	m := g.draw(s)
	return m.wrap(m.game.New(s))
}

// Drawn implements env.Varied.
func (g *Space) Drawn(s uint64) env.Game { return g.draw(s).game }

// Share implements env.Varied.
func (g *Space) Share(other env.Game) float64 {
	s, err := g.rules.Of(other.Spec().Name)
	if err != nil {
		return 0
	}
	return g.rules.share(s)
}

// View implements env.Varied.
func (g *Space) View(other env.Game) (env.View, bool) {
	if !g.Teaches(other) {
		return env.View{}, false
	}
	m, err := g.furnish(other)
	if err != nil {
		return env.View{}, false
	}
	return env.View{Spec: g.spec, Observe: m.observe, Actions: m.up}, true
}

// Teaches reports whether the rules of other are among those that g draws, but for
// what a member says makes no difference.
func (g *Space) Teaches(other env.Game) bool {
	s, err := g.rules.Of(other.Spec().Name)
	if err != nil || g.rules.barred(s) {
		return false
	}
	for _, near := range g.rules.nearest(s) {
		if m, err := g.member(near); err == nil && env.Teaches(m.game, other) {
			return true
		}
	}
	return false
}

// draw returns the member of a seed.
func (g *Space) draw(s uint64) *member {
	rng := seed.New(s).At("rules", 0).Rand()
	for {
		if m, err := g.member(g.rules.draw(rng)); err == nil {
			return m
		}
		// Two values that cannot be had together: draw again. Each alone can be.
	}
}

// member returns that of a setting, or says why it cannot be had.
func (g *Space) member(s Setting) (*member, error) {
	if g.rules.barred(s) {
		return nil, errors.New("this setting is left out")
	}
	return g.members.take(s.key(), func() (env.Game, error) { return g.rules.Make(s) })
}

// Starts implements env.Startable: the kinds that all samples know.
func (g *Space) Starts() []string { return g.frame.starts }

// Start implements env.Startable.
func (g *Space) Start(kind string, level float64, rng *rand.Rand) env.State {
	m := g.draw(rng.Uint64())
	startable, _ := env.As[env.Startable](m.game)
	return m.wrap(startable.Start(kind, level, rng))
}

// Odds implements env.Uneven: those that all samples know.
func (g *Space) Odds() []env.Odds { return g.frame.odds }

// Without implements env.Uneven.
func (g *Space) Without(o env.Odds, p env.Player, seed uint64) (env.State, error) {
	if !slices.Contains(g.frame.odds, o) {
		return nil, fmt.Errorf("%s cannot begin without %q", g.spec.Name, o)
	}
	m := g.draw(seed)
	uneven, _ := env.As[env.Uneven](m.game)
	s, err := uneven.Without(o, p, seed)
	if err != nil {
		return nil, err
	}
	return m.wrap(s), nil
}

// PlaneNames implements env.Labelled.
func (g *Space) PlaneNames() []string { return slices.Concat(g.frame.planes, g.frame.featured()) }

// ActionNames implements env.Labelled.
func (g *Space) ActionNames() []string { return slices.Concat(g.frame.lanes, g.frame.globals) }

// Turned implements env.Labelled.
func (g *Space) Turned() bool { return g.frame.turned }
