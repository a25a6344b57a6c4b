package arena

import (
	"context"
	"fmt"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
)

// Trial is odds as an agent sees them and as they turn out. Expected points and
// scores are shares of a game's points.
type Trial struct {
	Odds    env.Odds
	Network *Measure // expected without the pieces by the agent's network alone; nil: it has none
	Search  Measure  // the same by the agent when it chooses the first move
	Self    [2]Score // the agent against itself: of First where First lacks them, of Second where Second does
	Against [2]Score // of the agent against another: where the agent lacks them, where the other does
}

// Try returns what games from openings of AtOdds show: those of an agent against
// itself and, if there are any, those against another, each list from its first
// game on. network are expected points, see Expect; none: there is no network.
func Try(g env.Game, o env.Odds, self, against []Game, network []float64) (Trial, error) {
	t := Trial{Odds: o}
	var searched []float64
	for _, game := range self {
		p := lacking(game.Index / 2)
		v, err := game.expected(g, p)
		if err != nil {
			return t, err
		}
		searched = append(searched, v)
		game.Role = p
		t.Self[p].Add(game)
	}
	for _, game := range against {
		who := 0
		if lacking(game.Index/2) != game.Role {
			who = 1
		}
		t.Against[who].Add(game)
	}
	t.Search = byStart(searched)
	if len(network) > 0 {
		m := byStart(network)
		t.Network = &m
	}
	return t, nil
}

// Score returns that of the side that lacks the pieces, the agent against itself.
func (t Trial) Score() Score { return t.Self[0].Plus(t.Self[1]) }

// Sees compares what the agent expects with its score, and NetworkSees what its
// network does alone.
func (t Trial) Sees() Sight { return See(t.Search, t.Score()) }

func (t Trial) NetworkSees() Sight {
	if t.Network == nil {
		return Unshown
	}
	return See(*t.Network, t.Score())
}

// expected returns the points of p that the mover of the first ply expected.
func (g Game) expected(game env.Game, p env.Player) (float64, error) {
	s, err := (Opening{Seed: g.Seed, Start: g.Start}).State(game)
	if err != nil || len(g.Values) == 0 {
		return 0.5, err
	}
	return pointsOf(float64(g.Values[0])/1000, s.ToMove() == p), nil
}

// pointsOf turns the value v of a mover into points, his or the other's.
func pointsOf(v float64, his bool) float64 {
	if !his {
		v = -v
	}
	return (1 + v) / 2
}

// Expect returns the points that an agent expects for the side that lacks
// something, in the openings of that many pairs of AtOdds.
func Expect(ctx context.Context, g env.Game, e agent.Entrant, o Openings, pairs int, s seed.Seed) (points []float64, err error) {
	for i := range pairs {
		state, err := o.Opening(i).State(g)
		if err != nil {
			return nil, err
		}
		agent, err := e.New(g, s.At("pair", i))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		d, err := agent.Act(ctx, state)
		env.Close(agent)
		if err != nil {
			return nil, err
		}
		points = append(points, pointsOf(float64(d.Value), state.ToMove() == lacking(i)))
	}
	return points, nil
}

// byStart returns the mean of points, two of each start position, whose own mean
// is one number: what moving first is worth is in neither it nor its error.
func byStart(points []float64) Measure {
	var means []float64
	for i := 0; i+1 < len(points); i += 2 {
		means = append(means, (points[i]+points[i+1])/2)
	}
	if len(means) == 0 {
		return Measure{0.5, 0, 1}
	}
	m := meanOf(means)
	return Measure{m.Value, max(0, m.Low), min(1, m.High)}
}

// Sight is how what was expected of odds agrees with what they did.
type Sight int8

const (
	Unshown Sight = iota // the games do not show a loss, or not how it compares
	Agrees
	Blind // less than a quarter of the loss is expected
	Under // less than half of it
	Over  // more than twice as much, or something where little can be
)

// See compares the expected points of a side that lacks something with its
// score (E55).
func See(expected Measure, s Score) Sight {
	low, high := s.Interval()
	loss, score := lossOf(expected), lossOf(Measure{s.Mean(), low, high})
	alike := loss.Low <= score.High && score.Low <= loss.High
	switch ratio := loss.Value / score.Value; {
	case score.Low <= 0 && loss.Low > score.High:
		return Over
	case score.Low <= 0:
		return Unshown
	case ratio < 0.25 && loss.High < score.Value:
		return Blind
	case ratio < 0.25:
		return Unshown
	case ratio >= 0.5 && ratio <= 2 || alike:
		return Agrees
	case ratio < 0.5:
		return Under
	}
	return Over
}

// lossOf returns how far points are below one half.
func lossOf(m Measure) Measure { return Measure{0.5 - m.Value, 0.5 - m.High, 0.5 - m.Low} }
