package train

import (
	"math"
	"slices"

	"ludens/env"
	"ludens/nn"
	"ludens/selfplay"
)

// Unseen is what a network answers, without search, to positions of games that it has
// not learned from: those of the iteration, asked of the network that played them.
// What was cut off, resigned or played with a handicap says nothing of its values.
type Unseen struct {
	Positions int `json:"positions"` // asked about
	Games     int `json:"games"`     // of them with a result to compare with

	// Agreement is the share of positions where the network's favourite is the move
	// that the search preferred, Even that of a random move.
	Agreement float64 `json:"agreement"`
	Even      float64 `json:"even"`

	// Value is the cross-entropy of its win, draw and loss with the results, nats, and
	// Guess that of always forecasting their shares here.
	Value float64 `json:"value"`
	Guess float64 `json:"guess"`
	// Correlation is that of its values with the results, by the rules of the game;
	// 0 if one of them never varies.
	Correlation float64 `json:"correlation"`

	// PolicySpread and ValueSpread are by how much its answers differ from position to
	// position: the largest standard deviation of a logit, and of the chance of a win,
	// a draw or a loss. 0: it answers every position alike.
	PolicySpread float64 `json:"policy_spread"`
	ValueSpread  float64 `json:"value_spread"`
}

// unseenPositions is about how many positions are asked about, evenly spread over the
// games.
const unseenPositions = 512

// examine asks a network about that many positions of games, roughly. The error is of an
// answer that is not finite.
func examine(g env.Game, net *nn.Net, games []*selfplay.Record, positions int) (Unseen, error) {
	x := newExam(g, net)
	total := 0
	for _, r := range games {
		total += learnable(r)
	}
	every, at := max(1, total/positions), 0
	for _, r := range games {
		if err := x.take(r, func() bool { at++; return (at-1)%every == 0 }); err != nil {
			return Unseen{}, err
		}
	}
	return x.marks(), nil
}

// exam holds a network against games, position by position.
type exam struct {
	game   env.Game
	engine *nn.Engine
	obs    []float32
	out    nn.Outputs
	legal  []env.Action

	u           Unseen
	logits, wdl []spread
	said, came  []float64 // values and results of the positions that have one
	results     [3]int
}

func newExam(g env.Game, net *nn.Net) *exam {
	spec := g.Spec()
	return &exam{
		game: g, engine: selfplay.EngineFor(g, net, nil), obs: make([]float32, spec.Size()), out: net.Spec().NewOutputs(1),
		logits: make([]spread, spec.Actions), wdl: make([]spread, 3),
	}
}

// take plays a game and asks about those of its positions that are trained on and
// picked.
func (x *exam) take(r *selfplay.Record, picked func() bool) error {
	s, err := r.Begin(x.game)
	if err != nil {
		return err
	}
	var movers []env.Player
	var wdl [][3]float64
	for _, p := range r.Plies {
		if p.Policy != nil && picked() {
			if err := x.ask(s, p); err != nil {
				return err
			}
			movers = append(movers, s.ToMove())
			wdl = append(wdl, [3]float64{float64(x.out.WDL[0]), float64(x.out.WDL[1]), float64(x.out.WDL[2])})
		}
		s.Play(p.Action)
	}
	if r.Truncated || r.Resigned || r.Adjudicated || r.Handicapped() || len(movers) == 0 {
		return nil
	}
	x.u.Games++
	for i, mover := range movers {
		x.judge(wdl[i], float64(s.Result().For(mover)))
	}
	return nil
}

// ask has the network answer s, and compares its policy with what the search made of
// it. Its chances stay in x.out.
func (x *exam) ask(s env.State, p selfplay.Ply) error {
	s.Observe(x.obs)
	if err := x.engine.Infer(x.obs, 1, x.out); err != nil {
		return err
	}
	if err := x.out.Finite(); err != nil {
		return err
	}
	for i, v := range x.out.WDL {
		x.wdl[i].add(float64(v))
	}
	x.legal = s.Legal(x.legal[:0])
	favourite := x.legal[0]
	for _, a := range x.legal {
		v := x.out.Logits[a]
		x.logits[a].add(float64(v))
		if v > x.out.Logits[favourite] {
			favourite = a
		}
	}
	x.u.Positions++
	x.u.Even += 1 / float64(len(x.legal))
	best := slices.MaxFunc(p.Policy, func(a, b selfplay.Share) int {
		return int(math.Copysign(1, float64(a.Probability-b.Probability)))
	})
	if best.Action == favourite {
		x.u.Agreement++
	}
	return nil
}

// judge compares chances with the result of the game, both the mover's.
func (x *exam) judge(wdl [3]float64, came float64) {
	const least = 1e-12 // of a chance, so that a certainty that fails costs no more than 28 nats
	x.u.Value -= math.Log(max(least, wdl[1-int(came)]))
	x.said, x.came = append(x.said, wdl[0]-wdl[2]), append(x.came, came)
	x.results[1-int(came)]++
}

// marks returns the means.
func (x *exam) marks() Unseen {
	u := x.u
	if u.Positions == 0 {
		return u
	}
	u.Agreement /= float64(u.Positions)
	u.Even /= float64(u.Positions)
	u.PolicySpread, u.ValueSpread = widest(x.logits), widest(x.wdl)
	if n := float64(len(x.came)); n > 0 {
		u.Value /= n
		for _, r := range x.results {
			if p := float64(r) / n; p > 0 {
				u.Guess -= p * math.Log(p)
			}
		}
		u.Correlation = correlation(x.said, x.came)
	}
	return u
}

// spread gathers how much a number varies (Welford 1962).
type spread struct{ n, mean, square float64 }

func (s *spread) add(v float64) {
	s.n++
	d := v - s.mean
	s.mean += d / s.n
	s.square += float64(d * (v - s.mean))
}

// widest returns the largest standard deviation.
func widest(all []spread) (sd float64) {
	for _, s := range all {
		if s.n > 1 {
			sd = max(sd, math.Sqrt(s.square/s.n))
		}
	}
	return sd
}

// correlation returns Pearson's coefficient; 0 if a or b never varies.
func correlation(a, b []float64) float64 {
	var x, y spread
	for i := range a {
		x.add(a[i])
		y.add(b[i])
	}
	sum := 0.0
	for i := range a {
		sum += float64((a[i] - x.mean) * (b[i] - y.mean))
	}
	if d := math.Sqrt(float64(x.square * y.square)); d > 1e-12 {
		return sum / d
	}
	return 0
}
