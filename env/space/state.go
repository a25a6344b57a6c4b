package space

import (
	"fmt"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
)

// state is a position of a member.
type state struct {
	member *member
	inner  env.State
	plies  int // played since the game began
}

// counted is a position of a member whose pieces can be counted.
type counted struct {
	state
	env.Countable // inner
}

// tactical is a position of a member that knows of exchanges.
type tactical struct {
	counted
	env.Tactical // inner
}

// wrap returns a position of the member as one of the space.
func (m *member) wrap(s env.State) env.State {
	c, counts := s.(env.Countable)
	t, knows := s.(env.Tactical)
	switch {
	case counts && knows:
		return &tactical{counted{state{member: m, inner: s}, c}, t}
	case counts:
		return &counted{state{member: m, inner: s}, c}
	}
	return &state{member: m, inner: s}
}

func (s *state) ToMove() env.Player { return s.inner.ToMove() }
func (s *state) Result() env.Result { return s.inner.Result() }
func (s *state) String() string     { return s.inner.String() }
func (s *state) Key() uint64        { return s.inner.Key() ^ s.member.mark }

func (s *state) Legal(dst []env.Action) []env.Action { return s.raised(dst, s.inner.Legal) }

// raised appends actions that the member lists.
func (s *state) raised(dst []env.Action, list func([]env.Action) []env.Action) []env.Action {
	from := len(dst)
	dst = list(dst)
	if s.member.up != nil {
		for i, a := range dst[from:] {
			dst[from+i] = s.member.up[a]
		}
		if !s.member.ordered {
			slices.Sort(dst[from:])
		}
	}
	return dst
}

func (s *state) Play(a env.Action) {
	s.inner.Play(s.member.lower(a))
	s.plies++
}

func (s *state) Observe(dst []float32) { s.member.observe(s.inner, dst) }

func (s *state) Format(a env.Action) string { return s.inner.Format(s.member.lower(a)) }

// Copy implements env.State.
func (s *state) Copy(dst env.State) env.State {
	d, ok := dst.(*state)
	if !ok || d == nil {
		d = new(state)
	}
	s.onto(d)
	return d
}

// onto makes d equal to s.
func (s *state) onto(d *state) { *d = state{s.member, s.inner.Copy(d.inner), s.plies} }

// Copy implements env.State.
func (s *counted) Copy(dst env.State) env.State {
	d, ok := dst.(*counted)
	if !ok || d == nil {
		d = new(counted)
	}
	s.onto(&d.state)
	d.Countable = d.inner.(env.Countable)
	return d
}

// Copy implements env.State.
func (s *tactical) Copy(dst env.State) env.State {
	d, ok := dst.(*tactical)
	if !ok || d == nil {
		d = new(tactical)
	}
	s.onto(&d.state)
	d.Countable, d.Tactical = d.inner.(env.Countable), d.inner.(env.Tactical)
	return d
}

// ParsePosition reads the name of a member's game and a position of it, as Position
// writes them.
func (g *Space) ParsePosition(text string) (env.State, error) {
	name, position, ok := strings.Cut(strings.TrimSpace(text), " ")
	if !ok {
		return nil, fmt.Errorf("position %q: want the rules and then the position, as in %q", text, g.Position(g.New(0)))
	}
	m, err := g.named(name)
	if err != nil {
		return nil, err
	}
	n, ok := env.As[env.Notated](m.game)
	if !ok {
		return nil, fmt.Errorf("positions of %s have no text", name)
	}
	s, err := n.ParsePosition(position)
	if err != nil {
		return nil, err
	}
	return m.wrap(s), nil
}

// named returns the member of a game's name.
func (g *Space) named(name string) (*member, error) {
	s, err := g.rules.Of(name)
	if err != nil {
		return nil, err
	}
	if g.rules.share(s) == 0 {
		return nil, fmt.Errorf("the rules of %s are not among those of %s", name, g.spec.Name)
	}
	return g.member(s)
}

// Position implements env.Notated.
func (g *Space) Position(s env.State) string {
	inner := unwrap(s)
	n, ok := env.As[env.Notated](inner.member.game)
	if !ok {
		return ""
	}
	return inner.member.game.Spec().Name + " " + n.Position(inner.inner)
}

// unwrap returns the parts of a position of a space.
func unwrap(s env.State) *state {
	switch s := s.(type) {
	case *tactical:
		return &s.state
	case *counted:
		return &s.state
	}
	return s.(*state)
}

// Score implements env.Scored.
func (s *state) Score(p env.Player) float32 { return env.Estimate(s.inner, p) }

// Decisive implements env.Decisive: all legal actions if the member does not implement it.
func (s *state) Decisive(dst []env.Action) []env.Action {
	if d, ok := s.inner.(env.Decisive); ok {
		return s.raised(dst, d.Decisive)
	}
	return s.Legal(dst)
}

// Ending implements env.Explained.
func (s *state) Ending() string {
	if e, ok := s.inner.(env.Explained); ok {
		return e.Ending()
	}
	if r := s.inner.Result(); r != env.Ongoing {
		return r.String()
	}
	return ""
}

// Recurs implements env.Recurrent.
func (s *state) Recurs() env.Result {
	if r, ok := s.inner.(env.Recurrent); ok {
		return r.Recurs()
	}
	return env.Ongoing
}

// Spent implements env.Limited: members have limits of their own.
func (s *state) Spent() bool {
	if l, ok := s.inner.(env.Limited); ok && l.Spent() {
		return true
	}
	return s.member.space.frame.uncounted && s.member.maxPly > 0 && s.plies >= s.member.maxPly
}

// Adjudged implements env.Limited.
func (s *state) Adjudged() bool { return env.Adjudged(s.inner) }

// Diagram implements diagram.Pictured.
func (s *state) Diagram() diagram.Diagram { return diagram.Of(s.inner) }

// Squares implements env.Spatial.
func (s *state) Squares(a env.Action) env.Squares {
	return env.SquaresOf(s.inner, s.member.lower(a))
}

// Owner implements env.Spatial.
func (s *state) Owner(cell int) (env.Player, bool) { return env.OwnerOf(s.inner, s.Diagram(), cell) }

// Constraint implements env.Constrained.
func (s *state) Constraint() string {
	if c, ok := s.inner.(env.Constrained); ok {
		return c.Constraint()
	}
	return ""
}

// Left implements env.Ticking.
func (s *state) Left() (plies int, ok bool) {
	if t, ticks := s.inner.(env.Ticking); ticks {
		return t.Left()
	}
	return 0, false
}

// SAN implements env.SANWriter: the member's own text where it has no shorter one.
func (s *state) SAN(a env.Action) string {
	if w, ok := s.inner.(env.SANWriter); ok {
		return w.SAN(s.member.lower(a))
	}
	return s.Format(a)
}

// ParseMove implements env.SANWriter.
func (s *state) ParseMove(text string) (env.Action, error) {
	a, err := env.ReadMove(s.inner, text)
	if err == nil && s.member.up != nil {
		a = s.member.up[a]
	}
	return a, err
}

// Deny implements env.Witness.
func (s *state) Deny(a env.Action, text string) error {
	return env.Deny(s.inner, s.member.lower(a), text)
}

// Loud implements env.Tactical.
func (s *tactical) Loud(dst []env.Action) []env.Action {
	return s.raised(dst, s.Tactical.Loud)
}

// Gain implements env.Tactical.
func (s *tactical) Gain(a env.Action) int { return s.Tactical.Gain(s.member.lower(a)) }

// Exchange implements env.Exchanging: in games that do not know it nothing is lost.
func (s *tactical) Exchange(a env.Action) int {
	if x, ok := s.inner.(env.Exchanging); ok {
		return x.Exchange(s.member.lower(a))
	}
	return 0
}
