package train

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"ludens/arena"
	"ludens/env"
	"ludens/selfplay"
	"ludens/stat"
)

// Diagnosis is what the games and losses of an iteration say about the health of
// the run. docs/method.md defines each number.
type Diagnosis struct {
	Quartiles [3]int   `json:"plies_quartiles"` // of the lengths of the games
	Endings   []Ending `json:"endings"`         // the most frequent first
	Capped    int      `json:"capped"`          // games that reached the length limit, cut off or adjudicated there

	// OpeningEntropy is that of the games' first OpeningPlies moves taken
	// together, nats: 0 if all begin alike, ln(games) if no two do.
	OpeningEntropy float64 `json:"opening_entropy"`

	Policy Policy      `json:"policy"`
	Value  Calibration `json:"value"`

	// Age is how many iterations old the window's positions are on average, if
	// each iteration brought as many as this one.
	Age float64 `json:"age"`

	Advice []Advice `json:"advice,omitempty"`
}

// Ending is a way in which games end.
type Ending struct {
	By     string `json:"by"`     // in the words of the game's book, "resigned", CutOff; "" if it has none
	Result string `json:"result"` // env.Result's words, or CutOff
	Games  int    `json:"games"`
}

// CutOff is the ending of a game at the length limit.
const CutOff = arena.CutOff

// Policy compares policies, nats.
type Policy struct {
	Positions int     `json:"positions"` // of the iteration's games that are trained on
	Target    float64 `json:"target"`    // mean entropy of the search's policies there
	Even      float64 `json:"even"`      // the same if all legal moves were equally likely
	Window    float64 `json:"window"`    // mean entropy of the search's policies in the window

	// Gap is the mean KL divergence of the network's policy, as it was when it met
	// a position in learning, from the search's: what search has over the raw
	// network, and what is left to learn.
	Gap float64 `json:"gap"`
}

// Learned is how much of the way from an even guess to the search's policy the
// network has come: 0 not at all, 1 all of it. It is below 0 where an even guess
// would be better. Loss and target are means of other samples, so that their difference
// may come out below 0 where little is left: that is 1, too.
func (p Policy) Learned() float64 {
	if p.Even <= p.Target {
		return 1
	}
	return min(1, 1-p.Gap/(p.Even-p.Target))
}

// OpeningPlies is how many first moves make the opening of a game.
const OpeningPlies = 4

// Diagnose examines an iteration with its games and the window trained on.
func Diagnose(g env.Game, c Config, it Iteration, games, window []*selfplay.Record) Diagnosis {
	x := examination{game: g, utility: float64(c.Weights(it.At.Iteration - 1).Utility), endings: arena.NewEndings(g), openings: map[string]int{}}
	for _, r := range games {
		x.add(r)
	}
	d := Diagnosis{
		Quartiles: stat.Quartiles(x.lengths), Endings: x.ranking(), Capped: x.endings.AtLimit(),
		OpeningEntropy: stat.Entropy(slices.Collect(maps.Values(x.openings))),
		Policy:         x.policy, Value: x.calibration(),
	}
	if c.Method == AlphaBeta {
		d.Policy = Policy{Positions: d.Policy.Positions} // it has no policies but the moves
	} else {
		d.Policy.Window = meanEntropy(window)
		d.Policy.Gap = it.Losses.Policy - d.Policy.Window
	}
	if d.Policy.Positions > 0 {
		d.Age = max(0, float64(it.Window)/float64(d.Policy.Positions)-1) / 2
	}
	it.Diagnosis = d
	d.Advice = advise(it, c, g.Spec())
	return d
}

// examination gathers what games show.
type examination struct {
	game     env.Game
	utility  float64 // share of the final score in the search's value
	lengths  []int
	endings  *arena.Endings
	openings map[string]int
	policy   Policy
	forecasts
}

// add plays a game once more. The game was made by the rules, so that they take
// its moves.
func (x *examination) add(r *selfplay.Record) {
	x.lengths = append(x.lengths, len(r.Plies))
	x.openings[moves(&selfplay.Record{Plies: r.Plies[:min(OpeningPlies, len(r.Plies))]})]++
	s, err := r.Begin(x.game)
	if err != nil {
		panic(err) // it was made by the rules
	}
	var legal []env.Action
	var said [2][]float64 // the search's values, by who moved
	for _, p := range r.Plies {
		if p.Policy != nil {
			legal = s.Legal(legal[:0])
			x.see(p, len(legal))
			said[s.ToMove()] = append(said[s.ToMove()], float64(p.Value))
		}
		s.Play(p.Action)
	}
	x.endings.Add(ending(s, r), r.Result)
	if r.Truncated || r.Resigned || r.Adjudicated || r.Handicapped() {
		return // no result, or one that rests on the values themselves, or on chance
	}
	x.games++
	for _, mover := range []env.Player{env.First, env.Second} {
		x.judge(said[mover], x.outcome(s, r, mover))
	}
}

// see counts a position that is trained on.
func (x *examination) see(p selfplay.Ply, legal int) {
	x.policy.Positions++
	n := float64(x.policy.Positions)
	x.policy.Target += (entropy(p.Policy) - x.policy.Target) / n
	x.policy.Even += (math.Log(float64(legal)) - x.policy.Even) / n
}

// outcome is what the search's value of the mover forecasts (E5): the result
// with the share of the score that the search strives for.
func (x *examination) outcome(end env.State, r *selfplay.Record, mover env.Player) float64 {
	z := float64(r.Result.For(mover))
	if scored, ok := end.(env.Scored); ok && !endedByTheRules(x.game, r) {
		z = (1-x.utility)*z + x.utility*float64(scored.Score(mover))
	}
	return z
}

// ending says how a game ended whose last position is s.
func ending(s env.State, r *selfplay.Record) string {
	switch explained, ok := s.(env.Explained); {
	case r.Truncated:
		return CutOff
	case r.Resigned:
		return "resigned"
	case r.Adjudicated:
		return arena.Adjudicated
	case ok:
		return explained.Ending()
	}
	return ""
}

// ranking returns the endings, the most frequent first.
func (x *examination) ranking() (all []Ending) {
	for _, e := range x.endings.Ranking() {
		result := e.Result.String()
		if e.Result == env.Ongoing {
			result = CutOff
		}
		all = append(all, Ending{By: e.Words, Result: result, Games: e.Games})
	}
	slices.SortStableFunc(all, func(a, b Ending) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Result, b.Result))
	})
	return all
}

// entropy returns that of a policy, nats.
func entropy(policy []selfplay.Share) float64 {
	h := 0.0
	for _, s := range policy {
		if p := float64(s.Probability); p > 0 {
			h -= p * math.Log(p)
		}
	}
	return h
}

// meanEntropy returns the mean entropy of the policies in games, or of an even
// sample of them where they are very many.
func meanEntropy(games []*selfplay.Record) (mean float64) {
	const enough = 20_000
	total := 0
	for _, g := range games {
		total += learnable(g)
	}
	every, at, n := max(1, total/enough), 0, 0.0
	for _, g := range games {
		for i := range g.Plies {
			if g.Plies[i].Policy == nil {
				continue
			}
			if at%every == 0 {
				n++
				mean += (entropy(g.Plies[i].Policy) - mean) / n
			}
			at++
		}
	}
	return mean
}
