package arena

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// yates is the second computation for whole grids: the contrast of cell means in which
// all combinations of the other factors weigh alike, and the variance of it.
func yates(g Grid, scores []Score, terms []Term) (change, variance float64) {
	cells := float64(g.Len())
	for _, t := range terms {
		cells /= float64(len(g[t.Factor].Levels))
	}
	for cell, s := range scores {
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
		change += sign * s.Mean() / cells
		variance += sign * sign * s.variance() / float64(s.Games()) / (cells * cells)
	}
	return change, variance
}

func TestEffectsOfAWholeGridAreContrasts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	grids := []Grid{
		ruleGrid,
		{twoLevels("a"), twoLevels("b"), twoLevels("c"), twoLevels("d"), {"agent", []string{"one"}}},
		{{"a", []string{"0", "1", "2", "3"}}, {"b", []string{"0", "1", "2"}}, {"agent", []string{"x", "y", "z"}}},
	}
	for _, g := range grids {
		scores := make([]Score, g.Len())
		for i := range scores {
			scores[i] = tossed(rng, 0.2+0.6*rng.Float64(), 0.3, 1+rng.IntN(200))
		}
		effects := g.Whole().Effects(scores)
		mains, pairs := 0, 0
		for _, e := range effects {
			change, variance := yates(g, scores, e.Terms)
			want := normal(change, math.Sqrt(variance))
			if off := math.Abs(e.Change.Value-want.Value) + math.Abs(e.Change.Low-want.Low) + math.Abs(e.Change.High-want.High); off > 1e-9 || e.Mixed != nil {
				t.Errorf("%v: %+v mixed with %v, want %+v and nothing", e.Terms, e.Change, e.Mixed, want)
			}
			if len(e.Terms) == 1 {
				mains++
			} else {
				pairs++
			}
		}
		if mains != g.Mains() || pairs == 0 {
			t.Errorf("%d main effects and %d interactions, want %d and some", mains, pairs, g.Mains())
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
	// interactions are, in pairs, of which one is told.
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

// planted is a true score of each cell: main effects, interactions of two of rules with
// some spread, and what the agent does.
func planted(g Grid, rng *rand.Rand, interactions float64) []float64 {
	mains, pairs := make([][]float64, len(g)), map[[4]int]float64{}
	for i, f := range g {
		for range f.Levels {
			mains[i] = append(mains[i], 0.04*rng.NormFloat64())
		}
	}
	truth := make([]float64, g.Len())
	for cell := range truth {
		l := g.Levels(cell)
		truth[cell] = 0.5
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
		truth[cell] = min(0.82, max(0.18, truth[cell]))
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
		least, most  float64
	}{
		{"16 of 2^6, main effects alone", doubles.Fraction(16), 0, 0.93, 0.985},
		{"32 of 2^6, everything in the model", doubles.Fraction(32), 0.02, 0.93, 0.97},
		{"12 of 2^6, main effects alone", doubles.Fraction(12), 0, 0.93, 0.985},
		{"24 of 144, main effects alone", mixedLevels.Fraction(24), 0, 0.93, 0.985},
		{"24 of 144, interactions that the model lacks", mixedLevels.Fraction(24), 0.015, 0.92, 0.99},
		{"40 of 144, interactions that the model lacks", mixedLevels.Fraction(40), 0.015, 0.92, 0.99},
	} {
		t.Run(test.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, 3))
			covered, all := 0, 0
			for range 60 {
				truth := planted(test.design.Grid, rng, test.interactions)
				exact := make([]Score, len(truth)) // as good as without noise
				for i, p := range truth {
					exact[i] = Score{Wins: int(1e12 * p), Losses: int(1e12 * (1 - p))}
				}
				scores := make([]Score, len(test.design.Cells))
				for i, cell := range test.design.Cells {
					scores[i] = tossed(rng, truth[cell], 0.3, 150)
				}
				for _, e := range test.design.Effects(scores) {
					if len(e.Terms) == 2 && e.Mixed != nil {
						continue // it is told to be another's, too
					}
					want, _ := yates(test.design.Grid, exact, e.Terms)
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
