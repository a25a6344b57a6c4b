package selfplay

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"ludens/env"
	"ludens/internal/disk"
)

// opening plays the plies that a game begins with and that are not trained on: those
// of an earlier game, a head, a few random ones; the first may begin from
// another start than the game's own. One that ends the game
// is drawn again.
func (s *seat) opening() env.State {
	cfg, archive, own := &s.batch.cfg, s.batch.archive, s.record.Seed
	restart := len(archive) > 0 && s.happens(cfg.Restart)
	head := s.happens(cfg.Head)
	for {
		s.record.Seed, s.record.Plies, s.record.Start = own, s.record.Plies[:0], Start{}
		var state env.State
		if restart {
			state = s.revisit(archive[s.rng.IntN(len(archive))])
		} else {
			state = s.begin()
		}
		if head {
			s.hurry(state, s.rng.IntN(cfg.HeadPlies+1))
		}
		s.stray(state, s.rng.IntN(s.strays()+1))
		if state.Result() == env.Ongoing && !env.Truncated(state, len(s.record.Plies), s.batch.game.Spec().MaxPly) {
			return state
		}
	}
}

// revisit plays an earlier game up to a random ply.
func (s *seat) revisit(r *Record) env.State {
	s.record.Seed, s.record.Start = r.Seed, r.Start
	state, err := r.Begin(s.batch.game)
	if err != nil {
		panic(err) // the archive was played by this game's rules
	}
	for _, p := range r.Plies[:s.rng.IntN(len(r.Plies)+1)] {
		s.open(state, p.Action)
	}
	return state
}

// hurry plays plies that are the better of two random moves by the game's
// score; in a game without one, random moves.
func (s *seat) hurry(state env.State, plies int) {
	var tried env.State
	score := func(a env.Action) float32 {
		tried = state.Copy(tried)
		tried.Play(a)
		scored, ok := tried.(env.Scored)
		if !ok {
			return 0
		}
		return scored.Score(state.ToMove())
	}
	for ; plies > 0 && state.Result() == env.Ongoing; plies-- {
		s.legal = state.Legal(s.legal[:0])
		a, b := s.legal[s.rng.IntN(len(s.legal))], s.legal[s.rng.IntN(len(s.legal))]
		if score(b) > score(a) {
			a = b
		}
		s.open(state, a)
	}
}

// strays returns how many random moves there are at most: fewer where the start is
// an easy one, which they would spoil.
func (s *seat) strays() int {
	plies := s.batch.cfg.OpeningPlies
	if s.record.Start.Kind == "" {
		return plies
	}
	return int(s.record.Start.Level * float32(plies))
}

// stray plays random moves.
func (s *seat) stray(state env.State, plies int) {
	for ; plies > 0 && state.Result() == env.Ongoing; plies-- {
		s.legal = state.Legal(s.legal[:0])
		s.open(state, s.legal[s.rng.IntN(len(s.legal))])
	}
}

func (s *seat) open(state env.State, a env.Action) {
	s.record.Plies = append(s.record.Plies, Ply{Action: a})
	state.Play(a)
}

// handicap makes one side of a game play some of its moves at random.
type handicap struct {
	weak  env.Player
	often float64 // 0: never
}

// drawHandicap gives a share of games a handicap, first of which First's.
func drawHandicap(share, first float32, rng *rand.Rand) (h handicap) {
	if rng.Float64() >= float64(share) {
		return h
	}
	h = handicap{env.Second, max(rng.Float64(), rng.Float64())}
	if rng.Float64() < float64(first) {
		h.weak = env.First
	}
	return h
}

// errs draws whether the mover plays at random now.
func (h handicap) errs(mover env.Player, rng *rand.Rand) bool {
	return h.often > 0 && mover == h.weak && rng.Float64() < h.often
}

// handicapFirst returns how often the side with a handicap is First in a game whose
// start has a seed.
func (p *Plan) handicapFirst(g env.Game, start uint64) float32 {
	if v, ok := env.As[env.Varied](g); ok && len(p.HandicapRole) > 0 {
		if share, ok := p.HandicapRole[v.Drawn(start).Spec().Roles[env.First]]; ok {
			return share
		}
	}
	return p.HandicapFirst
}

// Start is a position that a game began with instead of its own.
type Start struct {
	Kind     string  // of env.Startable; "": the game's own start position
	Level    float32 // how hard positions of this kind were
	Position string  // its text (env.Notated)
}

// Begin returns the position that the game began with. It fails only where
// Check does.
func (r *Record) Begin(g env.Game) (env.State, error) {
	if r.Start.Kind == "" {
		return g.New(r.Seed), nil
	}
	n, ok := env.As[env.Notated](g)
	if !ok {
		return nil, fmt.Errorf("selfplay: a game that began from %q, but positions of %s have no text", r.Start.Position, g.Spec().Name)
	}
	return n.ParsePosition(r.Start.Position)
}

// begin returns the position that a new game begins with, and notes which.
func (s *seat) begin() env.State {
	cfg, game := &s.batch.cfg, s.batch.game
	if kind := cfg.drawKind(s.rng.Float64); kind != "" {
		g, _ := env.As[env.Startable](game)
		state := g.Start(kind, float64(cfg.level()), s.rng)
		s.record.Start = Start{Kind: kind, Level: cfg.level(), Position: g.Position(state)}
		s.record.Checked = true
		return state
	}
	return game.New(s.record.Seed)
}

// drawKind draws the kind of a game's start; "": the game's own.
func (c *Config) drawKind(draw func() float64) string {
	if len(c.Starts) == 0 {
		return ""
	}
	x := draw()
	for _, kind := range slices.Sorted(maps.Keys(c.Starts)) {
		if x -= float64(c.Starts[kind]); x < 0 {
			return kind
		}
	}
	return ""
}

// Fits says which of the starts g does not know, or nil.
func (c *Config) Fits(g env.Game) error {
	var known []string
	if s, ok := env.As[env.Startable](g); ok {
		known = s.Starts()
	}
	for _, kind := range slices.Sorted(maps.Keys(c.Starts)) {
		if !slices.Contains(known, kind) {
			return fmt.Errorf("starts.%s = %v, but %s knows %v", kind, c.Starts[kind], g.Spec().Name, known)
		}
	}
	return nil
}

// level returns how hard starts are.
func (c *Config) level() float32 {
	return cmp.Or(c.StartLevel, 1)
}

// The fields of message Start: see record.go.
const fieldKind, fieldLevel, fieldPosition = 1, 2, 3

func (s Start) marshal() (m disk.Message) {
	m.Text(fieldKind, s.Kind)
	m.Float(fieldLevel, s.Level)
	m.Text(fieldPosition, s.Position)
	return m
}

func unmarshalStart(b []byte) (s Start, err error) {
	err = disk.Fields(b, func(f disk.Field) error {
		switch f.Number {
		case fieldKind:
			s.Kind = string(f.Bytes)
		case fieldLevel:
			s.Level = f.Float()
		case fieldPosition:
			s.Position = string(f.Bytes)
		}
		return nil
	})
	return s, err
}
