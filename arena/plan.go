package arena

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"ludens/agent"
	"ludens/env"
	"ludens/env/record"
	"ludens/env/seed"
)

// Plan says everything that the games of some contests depend on, as plain data: it
// can be sent. Equal plans are equal games on any machine, but for agents whose
// limit is a time. Game Index of Contests[k] has the number Index*len(Contests)+k.
type Plan struct {
	Contests []Meeting `json:"contests"`
}

// Meeting is a [Contest] as plain data.
type Meeting struct {
	Game     string    `json:"game"`              // env.Spec.Name
	Rules    string    `json:"rules"`             // env.Fingerprint of the game
	Variant  string    `json:"variant,omitempty"` // the game's file, if it is one that a worker cannot know
	A        string    `json:"a"`                 // agents by their texts, as agent.ParseSpec reads them
	B        string    `json:"b"`
	Openings Drawn     `json:"openings"`
	Seed     seed.Seed `json:"seed,string"`
	Values   bool      `json:"values,omitempty"`
	Varied   int       `json:"varied,omitempty"` // plies in which the agents vary their openings
}

// Drawn is [Openings] as plain data.
type Drawn struct {
	Kind  string    `json:"kind"`            // random, balanced, odds, book
	Plies int       `json:"plies,omitempty"` // of random and balanced
	Odds  string    `json:"odds,omitempty"`  // of odds, as env.Odds.String writes them
	Seed  seed.Seed `json:"seed,string"`     // of all but a book
	Book  Book      `json:"book,omitempty"`
}

// NewPlan returns the plan of some contests. name returns an agent's text as it is to
// be sent.
func NewPlan(contests []*Contest, name func(agent.Entrant) (string, error)) (p Plan, err error) {
	for _, c := range contests {
		m := Meeting{Game: c.Game.Spec().Name, Rules: env.Fingerprint(c.Game), Seed: c.Seed, Values: c.Values, Varied: c.Varied}
		if m.A, err = name(c.A); err != nil {
			return p, err
		}
		if m.B, err = name(c.B); err != nil {
			return p, err
		}
		if m.Openings, err = drawnAs(c.Openings); err != nil {
			return p, err
		}
		p.Contests = append(p.Contests, m)
	}
	return p, nil
}

// drawnAs returns openings of this package as data.
func drawnAs(o Openings) (Drawn, error) {
	switch o := o.(type) {
	case random:
		return Drawn{Kind: "random", Plies: o.plies, Seed: o.seed}, nil
	case *balanced:
		return Drawn{Kind: "balanced", Plies: o.plies, Seed: o.seed}, nil
	case atOdds:
		return Drawn{Kind: "odds", Odds: o.odds.String(), Seed: o.seed}, nil
	case Book:
		return Drawn{Kind: "book", Book: o}, nil
	}
	return Drawn{}, fmt.Errorf("arena: openings of type %T cannot be sent", o)
}

// Text returns the plan as JSON, the same text for equal plans. ReadPlan reads it.
func (p Plan) Text() []byte {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // a plan is numbers and strings
	}
	return text
}

// Hash returns the SHA-256 of the plan's text, in hexadecimal.
func (p Plan) Hash() string {
	sum := sha256.Sum256(p.Text())
	return hex.EncodeToString(sum[:])
}

// maxPlan bounds the text of a plan, bytes: a study of 100,000 arrays has 30 MB.
const maxPlan = 64 << 20

// ReadPlan reads what Text wrote. A name that it does not know is an error: what it
// asks for would be other games.
func ReadPlan(text []byte) (p Plan, err error) {
	if len(text) > maxPlan {
		return p, fmt.Errorf("arena: a plan of %d bytes, want at most %d", len(text), maxPlan)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err = d.Decode(&p); err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something follows its end")
		}
	}
	if err == nil && len(p.Contests) == 0 {
		err = errors.New("it is of no contest")
	}
	if err != nil {
		return Plan{}, fmt.Errorf("arena: plan: %w", err)
	}
	return p, nil
}

// Number returns that of a game of contest k.
func (p Plan) Number(k, index int) int { return index*len(p.Contests) + k }

// Numbered returns the contest and the index of a game by its number.
func (p Plan) Numbered(n int) (k, index int) { return n % len(p.Contests), n / len(p.Contests) }

// Contest returns the contest of a meeting in its game, with agents as enter makes
// them of their texts.
func (m Meeting) Contest(g env.Game, enter func(text string) (agent.Entrant, error)) (*Contest, error) {
	c := &Contest{Game: g, Seed: m.Seed, Values: m.Values, Varied: m.Varied}
	if is := env.Fingerprint(g); is != m.Rules {
		return nil, fmt.Errorf("arena: other rules of %s: %.12s, here they are %.12s", m.Game, m.Rules, is)
	}
	if m.Varied < 0 || m.Varied > MaxOpening {
		return nil, fmt.Errorf("arena: openings varied in %d plies, want 0 to %d", m.Varied, MaxOpening)
	}
	var err error
	if c.A, err = enter(m.A); err != nil {
		return nil, err
	}
	if c.B, err = enter(m.B); err != nil {
		return nil, err
	}
	c.Openings, err = m.Openings.open(g)
	return c, err
}

// open returns the openings of a game.
func (d Drawn) open(g env.Game) (Openings, error) {
	if d.Plies < 0 || d.Plies > MaxOpening {
		return nil, fmt.Errorf("arena: openings of %d plies, want 0 to %d", d.Plies, MaxOpening)
	}
	switch d.Kind {
	case "random":
		return Random(g, d.Plies, d.Seed), nil
	case "balanced":
		return Balanced(g, d.Plies, d.Seed), nil
	case "odds":
		return d.atOdds(g)
	case "book":
		if len(d.Book) == 0 {
			return nil, errors.New("arena: a book without openings")
		}
		for i, o := range d.Book {
			if err := o.verify(g); err != nil {
				return nil, fmt.Errorf("arena: opening %d: %w", i+1, err)
			}
		}
		return d.Book, nil
	}
	return nil, fmt.Errorf("arena: openings of kind %q", d.Kind)
}

func (d Drawn) atOdds(g env.Game) (Openings, error) {
	u, ok := env.As[env.Uneven](g)
	if !ok || len(u.Odds()) == 0 {
		return nil, fmt.Errorf("%s: %w", g.Spec().Name, ErrEven)
	}
	all := u.Odds()
	i := slices.IndexFunc(all, func(o env.Odds) bool { return o.String() == d.Odds })
	if i < 0 {
		return nil, fmt.Errorf("arena: %s has no odds %q", g.Spec().Name, d.Odds)
	}
	return AtOdds(g, all[i], d.Seed)
}

// verify returns an error if the rules do not allow an opening.
func (o Opening) verify(g env.Game) error {
	s, err := (&record.Record{Start: o.Start, Seed: o.Seed}).Begin(g)
	if err != nil {
		return err
	}
	for ply, a := range o.Actions {
		if !slices.Contains(s.Legal(nil), a) {
			return fmt.Errorf("ply %d: action %d is not legal", ply+1, a)
		}
		s.Play(a)
	}
	return nil
}

// Check returns an error unless the rules allow a game that another machine has played,
// it begins as game i of the contest does, and it says of itself what Play would. What
// agents would have chosen is not asked.
func (c *Contest) Check(i int, g Game) error {
	o := c.Openings.Opening(i / 2)
	switch {
	case g.Forfeit:
		return errors.New("it was forfeited: agents that can do that play where they were named")
	case g.Index != i || g.Role != env.Player(i%2):
		return fmt.Errorf("it is game %d, want %d", g.Index, i)
	case g.Seed != o.Seed || g.Start != o.Start || g.Opening != len(o.Actions) ||
		len(g.Actions) < len(o.Actions) || !slices.Equal(g.Actions[:len(o.Actions)], o.Actions):
		return errors.New("it begins with another opening")
	}
	values := 0
	if c.Values {
		values = len(g.Actions) - g.Opening
	}
	if len(g.Values) != values {
		return fmt.Errorf("%d values, want %d", len(g.Values), values)
	}
	if err := g.Verify(c.Game); err != nil {
		return err
	}
	s, err := (Opening{Seed: g.Seed, Start: g.Start, Actions: g.Actions}).State(c.Game)
	if err != nil {
		return err
	}
	ending := ""
	if x, ok := s.(env.Explained); ok {
		ending = x.Ending()
	}
	if g.Ending != ending {
		return fmt.Errorf("it says that it ended by %.40q, the rules say %.40q", g.Ending, ending)
	}
	return nil
}
