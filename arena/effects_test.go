package arena

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/stat"
)

// yates is the second computation for whole grids: the contrast of values by cell in which
// all combinations of the other factors weigh alike.
func yates(g Grid, values []float64, terms []Term) (change float64) {
	cells := float64(g.Len())
	for _, t := range terms {
		cells /= float64(len(g[t.Factor].Levels))
	}
	for cell, v := range values {
		sign, levels := 1.0, g.Levels(cell)
		for _, t := range terms {
			switch levels[t.Factor] {
			case t.Level:
			case 0:
				sign = -sign
			default:
				sign = 0
			}
		}
		change += sign * v / cells
	}
	return change
}

// Where the model has as many columns as there are cells an effect is the contrast of the
// cells' log-odds with half a win and half a loss more, and its variance the sum of theirs.
func TestEffectsOfAFullModelAreContrasts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, g := range []Grid{
		{twoLevels("a"), {"agent", []string{"one"}}},
		{twoLevels("a"), twoLevels("agent")},
		{{"a", []string{"0", "1", "2", "3"}}, {"agent", []string{"x", "y", "z"}}},
		{twoLevels("a"), {"b", []string{"0", "1", "2"}}, {"agent", []string{"one"}}},
	} {
		scores, odds, noise := make([]Score, g.Len()), make([]float64, g.Len()), make([]float64, g.Len())
		for i := range scores {
			scores[i] = tossed(rng, rng.Float64(), 0, 1+rng.IntN(200)) // without draws
			w, l := float64(scores[i].Wins)+0.5, float64(scores[i].Losses)+0.5
			odds[i] = math.Log(w / l)
			noise[i] = (w + l) * (w + l) / (w * l) / float64(scores[i].Games())
		}
		effects := g.Whole().Effects(scores)
		pairs := 0
		for _, e := range effects {
			variance := 0.0
			for i, v := range noise {
				w := yates(g, unit(len(noise), i), e.Terms)
				variance += w * w * v
			}
			want := normal(yates(g, odds, e.Terms), math.Sqrt(variance))
			if off := math.Abs(e.Change.Value-want.Value) + math.Abs(e.Change.Low-want.Low) + math.Abs(e.Change.High-want.High); off > 1e-6 || e.Mixed != nil {
				t.Errorf("%v: %+v mixed with %v, want %+v and nothing", e.Terms, e.Change, e.Mixed, want)
			}
			if len(e.Terms) == 2 {
				pairs++
			}
		}
		if mains := len(effects) - pairs; mains != g.Mains() || pairs != g.Len()-1-mains {
			t.Errorf("%d main effects and %d interactions of %d cells", mains, pairs, g.Len())
		}
	}
}

func unit(n, at int) []float64 {
	u := make([]float64, n)
	u[at] = 1
	return u
}

// onPercent is the control: whether an interaction of the first two factors is claimed
// when effects are added on the scale of scores.
func onPercent(g Grid, scores []Score) bool {
	means, variance := make([]float64, len(scores)), 0.0
	terms := []Term{{0, 1}, {1, 1}}
	for i, s := range scores {
		means[i] = s.Mean()
		w := yates(g, unit(len(scores), i), terms)
		variance += w * w * s.variance() / float64(s.Games())
	}
	return math.Abs(yates(g, means, terms)) > z95*math.Sqrt(variance)
}

// Two rules that add up on the logit scale, one of which leaves a side hardly a win: they
// do not depend on one another, and are said to in 5 of 100 sweeps at most. On the percent
// scale nearly every sweep says they do, since nothing can go below 0 %. Rules that do
// depend on one another are found out.
func TestFloorIsNoInteraction(t *testing.T) {
	g := Grid{twoLevels("a"), twoLevels("b"), {"agent", []string{"weak", "strong"}}}
	const sweeps = 500
	count := func(joint, draws float64) (claimed, percent float64) {
		rng := rand.New(rand.NewPCG(6, 4))
		for range sweeps {
			scores := make([]Score, g.Len())
			for i := range scores {
				l := g.Levels(i)
				odds := 0.2 - 3*float64(l[0]) - 2*float64(l[1]) + 0.3*float64(l[2]) + joint*float64(l[0]*l[1])
				m := stat.Sigmoid(odds) // of both rules 0.8 %
				scores[i] = tossed(rng, m, min(draws, 1.8*min(m, 1-m)), 200)
			}
			for _, e := range g.Whole().Effects(scores) {
				if len(e.Terms) == 2 && e.Terms[0].Factor == 0 && e.Terms[1].Factor == 1 && e.P < 0.05 {
					claimed++
				}
			}
			if onPercent(g, scores) {
				percent++
			}
		}
		return claimed / sweeps, percent / sweeps
	}
	for _, draws := range []float64{0, 0.3} {
		claimed, percent := count(0, draws)
		t.Logf("draws %v: claimed in %.3f of the sweeps, on the percent scale in %.3f", draws, claimed, percent)
		if claimed > 0.05+3*math.Sqrt(0.05*0.95/sweeps) {
			t.Errorf("draws %v: an interaction is claimed in %.3f of the sweeps where there is none", draws, claimed)
		}
		if percent < 0.95 {
			t.Errorf("draws %v: on the percent scale one is claimed in %.3f: the control shows nothing", draws, percent)
		}
		if found, _ := count(3, draws); found < 0.95 {
			t.Errorf("draws %v: a real interaction is found in %.3f of the sweeps", draws, found)
		}
	}
}

func twoLevels(name string) Factor { return Factor{name, []string{"no", "yes"}} }

// half is A, B and C = A xor B: each main effect is the interaction of the two others.
func TestWhatIsMixedIsTold(t *testing.T) {
	g := Grid{twoLevels("a"), twoLevels("b"), twoLevels("c"), {"agent", []string{"one"}}}
	d := g.Fraction(4)
	scores := make([]Score, 4)
	for i := range scores {
		scores[i] = Score{Wins: 10, Losses: 10}
	}
	effects := d.Effects(scores)
	want := []string{"[{0 1}] [{[1 2] 1}]", "[{1 1}] [{[0 2] 1}]", "[{2 1}] [{[0 1] 1}]"}
	var got []string
	for _, e := range effects {
		for i := range e.Mixed {
			e.Mixed[i].Part = math.Round(1e9*e.Mixed[i].Part) / 1e9
		}
		got = append(got, fmt.Sprint(e.Terms, " ", e.Mixed))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	// Of four factors in eight settings no main effect is mixed with an interaction of two;
	// interactions are, in pairs, of which one is reported.
	g = Grid{twoLevels("a"), twoLevels("b"), twoLevels("c"), twoLevels("d"), {"agent", []string{"one"}}}
	effects = g.Fraction(8).Effects(slices.Repeat([]Score{{Wins: 9, Losses: 9}}, 8))
	if len(effects) != 4+3 {
		t.Fatalf("%d effects, want 4 and 3 interactions", len(effects))
	}
	for i, e := range effects {
		if pairs := i / 4; len(e.Mixed) != pairs {
			t.Errorf("%v is mixed with %v", e.Terms, e.Mixed)
		}
	}
	// In as many settings as it takes, nothing is mixed.
	g = g.grown()
	for _, e := range g.Fraction(16).Effects(slices.Repeat([]Score{{Wins: 9, Losses: 9}}, 16)) {
		if e.Mixed != nil {
			t.Errorf("%v is mixed with %v", e.Terms, e.Mixed)
		}
	}
}

// grown returns the grid with one more factor of two levels in front.
func (g Grid) grown() Grid { return append(Grid{twoLevels("more")}, g...) }

// planted is the true log-odds of each cell: main effects, interactions of two of rules
// with some spread, what the agent does, and what no sum of two explains.
func planted(g Grid, rng *rand.Rand, interactions, rest float64) []float64 {
	mains, pairs := make([][]float64, len(g)), map[[4]int]float64{}
	for i, f := range g {
		for range f.Levels {
			mains[i] = append(mains[i], 0.3*rng.NormFloat64())
		}
	}
	truth := make([]float64, g.Len())
	for cell := range truth {
		l := g.Levels(cell)
		for i := range g {
			truth[cell] += mains[i][l[i]]
			for j := range i {
				at := [4]int{i, l[i], j, l[j]}
				if _, ok := pairs[at]; !ok {
					pairs[at] = interactions * rng.NormFloat64()
				}
				truth[cell] += pairs[at]
			}
		}
		truth[cell] = min(3, max(-3, truth[cell]+rest*rng.NormFloat64()))
	}
	return truth
}

// The intervals of a part of the grid cover what the whole grid has: where there are
// no interactions that the model lacks, and where there are.
func TestEffectsOfAPartCover(t *testing.T) {
	mixedLevels := Grid{twoLevels("a"), {"b", []string{"0", "1", "2"}}, twoLevels("c"), {"d", []string{"0", "1", "2"}}, twoLevels("e"), twoLevels("f"), {"agent", []string{"x", "y"}}}
	doubles := Grid{twoLevels("a"), twoLevels("b"), twoLevels("c"), twoLevels("d"), twoLevels("e"), twoLevels("f"), {"agent", []string{"x"}}}
	for _, test := range []struct {
		name         string
		design       Design
		interactions float64
		rest         float64
		least, most  float64
	}{
		{"16 of 2^6, main effects alone", doubles.Fraction(16), 0, 0, 0.93, 0.985},
		{"32 of 2^6, everything in the model", doubles.Fraction(32), 0.1, 0, 0.93, 0.97},
		{"12 of 2^6, main effects alone", doubles.Fraction(12), 0, 0, 0.93, 0.985},
		{"24 of 144, main effects alone", mixedLevels.Fraction(24), 0, 0, 0.93, 0.985},
		{"24 of 144, interactions that the model lacks", mixedLevels.Fraction(24), 0.1, 0, 0.92, 1},
		{"40 of 144, interactions that the model lacks", mixedLevels.Fraction(40), 0.1, 0, 0.92, 0.99},
		{"all of 24, and what no two rules explain", ruleGrid.grown().Whole(), 0.1, 0.3, 0.93, 0.985},
	} {
		t.Run(test.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, 3))
			covered, all := 0, 0
			for range 60 {
				truth := planted(test.design.Grid, rng, test.interactions, test.rest)
				scores := make([]Score, len(test.design.Cells))
				for i, cell := range test.design.Cells {
					scores[i] = tossed(rng, stat.Sigmoid(truth[cell]), 0.05, 150)
				}
				for _, e := range test.design.Effects(scores) {
					if len(e.Terms) == 2 && e.Mixed != nil {
						continue // it is named as another's, too
					}
					want := yates(test.design.Grid, truth, e.Terms)
					if all++; e.Change.Low <= want && want <= e.Change.High {
						covered++
					}
				}
			}
			if rate := float64(covered) / float64(all); rate < test.least || rate > test.most {
				t.Errorf("the intervals cover %.3f of %d effects, want %v to %v", rate, all, test.least, test.most)
			}
			t.Logf("%d settings: %.3f of %d", len(test.design.Cells), float64(covered)/float64(all), all)
		})
	}
}

// An effect that needs a cell without games is not known.
func TestEffectsOfAPartWithoutGames(t *testing.T) {
	g := Grid{twoLevels("a"), twoLevels("b"), twoLevels("c"), {"agent", []string{"one"}}}
	for _, e := range g.Fraction(4).Effects([]Score{{Wins: 3, Losses: 4}, {}, {Wins: 4}, {Losses: 3}}) {
		if e.P != 1 || !math.IsInf(e.Change.High, 1) {
			t.Errorf("%+v", e)
		}
	}
}

// A score belongs to First, and is turned round for the role of Second.
func TestScoresOfRoles(t *testing.T) {
	s, roles := Score{Wins: 5, Draws: 2, Losses: 1, Truncated: 1}, [2]string{"attackers", "king"}
	for role, want := range map[string]Score{"attackers": s, "king": {Wins: 1, Draws: 2, Losses: 5, Truncated: 1}} {
		if got := ScoreOf(s, roles, role); got != want {
			t.Errorf("%s: %+v, want %+v", role, got, want)
		}
	}
}

// Log-odds of 0 change nothing, those of ln 3 make three quarters of one half, and an
// interval turns with its value.
func TestPointsOfOdds(t *testing.T) {
	third := math.Log(3)
	for _, points := range []func(Measure) Measure{Points, func(m Measure) Measure { return Effect{Change: m}.Points() }} {
		got := points(Measure{third, -third, 2 * third})
		for i, pair := range [][2]float64{{got.Value, 0.25}, {got.Low, -0.25}, {got.High, 0.4}} {
			if !alike(pair[0], pair[1]) {
				t.Errorf("%d: %v points, want %v", i, pair[0], pair[1])
			}
		}
		if zero := points(Measure{}); zero != (Measure{}) {
			t.Errorf("of no change: %v", zero)
		}
	}
	whole := Design{Grid: Grid{twoLevels("a"), twoLevels("b")}, Cells: []int{0, 1, 2, 3}}
	if part := (Design{Grid: whole.Grid, Cells: []int{0, 3}}); whole.Part() || !part.Part() {
		t.Errorf("a whole grid is a part: %v, half of it: %v", whole.Part(), part.Part())
	}
}
