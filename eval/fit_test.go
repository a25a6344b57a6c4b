package eval

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/env/seed"
)

// planted makes positions of features whose weights are known: targets are the results of
// games, or the probabilities of them.
func planted(w []Pair, n int, certain bool, rng *rand.Rand) *Samples {
	var s Samples
	for range n {
		p := Position{Phase: rng.Int32N(Phases + 1), Score: rng.Int32N(2*Unit) - Unit, scored: 3}
		x, share := 0.0, float64(p.Phase)/Phases
		x += float64(p.Score) / Unit * (share*w[3][0] + (1-share)*w[3][1])
		for side, sign := range [2]float64{1, -1} {
			for range 1 + rng.IntN(5) {
				f := rng.IntN(len(w))
				p.Of[side] = append(p.Of[side], uint16(f))
				x += sign * (share*w[f][0] + (1-share)*w[f][1])
			}
		}
		target := sigmoid(x)
		if !certain {
			target = float64(min(1, int(rng.Float64()+target)))
		}
		s.Add(&p, target)
	}
	return &s
}

func drawn(n int, rng *rand.Rand) []Pair {
	w := make([]Pair, n)
	for i := range w {
		w[i] = Pair{rng.NormFloat64(), rng.NormFloat64()}
	}
	return w
}

// worths of n features: the first of no kind, the others of two.
func worths(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i%3 - 1
	}
	return all
}

// The slope of the loss is what the loss changes by, part by part.
func TestSlopeIsThatOfFiniteDifferences(t *testing.T) {
	for _, near := range [][]Pair{nil, drawn(12, seed.New(7).Rand())} {
		slopeIsThatOfFiniteDifferences(t, near)
	}
}

func slopeIsThatOfFiniteDifferences(t *testing.T, near []Pair) {
	rng := seed.New(1).Rand()
	s, batch := planted(drawn(10, rng), 40, true, rng), inOrder(40)
	m := newModel(drawn(10, rng), worths(10))
	m.near = near
	m.sum()
	const decay, h = 0.3, 1e-5
	m.loss(s, batch, decay)
	slope := slices.Clone(m.slope)
	if len(slope) != 12 {
		t.Fatalf("%d parts, want 10 features and 2 kinds", len(slope))
	}
	for i := range slope {
		for k := range slope[i] {
			at := func(by float64) float64 {
				m.parts[i][k] += by
				m.sum()
				defer func() { m.parts[i][k] -= by }()
				return m.loss(s, batch, decay)
			}
			want := (at(h) - at(-h)) / (2 * h)
			if got := slope[i][k]; math.Abs(got-want) > 1e-7 || math.Abs(want) < 1e-6 {
				t.Errorf("part %d, %d: slope %v, finite difference %v", i, k, got, want)
			}
		}
	}
}

// Taking weights apart and putting them together changes none.
func TestPartsMakeTheWeights(t *testing.T) {
	w := drawn(10, seed.New(2).Rand())
	m := newModel(w, worths(10))
	m.sum()
	for i := range w {
		for k := range w[i] {
			if math.Abs(m.weights[i][k]-w[i][k]) > 1e-12 {
				t.Errorf("weight %d: %v, want %v", i, m.weights[i], w[i])
			}
		}
	}
}

// The fit finds the weights that made the targets. Its control learns targets that have
// nothing to do with the positions, and finds nothing that holds elsewhere.
func TestFitFindsPlantedWeights(t *testing.T) {
	rng := seed.New(3).Rand()
	w := drawn(10, rng)
	none := make([]Pair, 10)
	c := FitConfig{Epochs: 40, Decay: 1e-6}
	got, err := Fit(planted(w, 20_000, false, rng), none, worths(10), c, seed.New(1))
	if err != nil {
		t.Fatal(err)
	}
	for i := range w {
		for k := range w[i] {
			if math.Abs(got[i][k]-w[i][k]) > 0.2 {
				t.Errorf("weight %d: %v, want %v", i, got[i], w[i])
			}
		}
	}
	unseen := planted(w, 5_000, false, rng)
	if learned, nothing := Loss(unseen, got), Loss(unseen, none); learned > nothing-0.1 || math.Abs(nothing-math.Ln2) > 1e-9 {
		t.Errorf("loss on other positions %v, without weights %v", learned, nothing)
	}
	shuffled := planted(w, 20_000, false, rng)
	rng.Shuffle(shuffled.Len(), func(i, j int) {
		shuffled.target[i], shuffled.target[j] = shuffled.target[j], shuffled.target[i]
	})
	control, err := Fit(shuffled, none, worths(10), c, seed.New(1))
	if err != nil {
		t.Fatal(err)
	}
	if l := Loss(unseen, control); l < math.Ln2-0.01 {
		t.Errorf("loss %v after learning from shuffled targets, want %v or more", l, math.Ln2)
	}
}

// Where the positions say nothing of a feature, it stays as it was; its control decays to 0. What
// began at 0 is fitted alike by both.
func TestWeightsStayNear(t *testing.T) {
	rng := seed.New(8).Rand()
	w := drawn(10, rng)
	s := planted(w, 20_000, false, rng)
	began := append(make([]Pair, 10), Pair{1.5, -1.5}) // no position has the last
	alone := func(n int) []int { return slices.Repeat([]int{-1}, n) }
	fit := func(near bool) []Pair {
		got, err := Fit(s, began, alone(11), FitConfig{Epochs: 40, Decay: 1e-3, Near: near}, seed.New(1))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	near, control := fit(true), fit(false)
	if near[10] != began[10] {
		t.Errorf("a feature of no position is %v, want %v", near[10], began[10])
	}
	if math.Abs(control[10][0]) > 0.1 {
		t.Errorf("without near it is %v, want 0", control[10])
	}
	if !slices.Equal(near[:10], control[:10]) || Loss(s, near) > Loss(s, began)-0.1 {
		t.Errorf("features that began at 0 are %v, and %v without near", near[:10], control[:10])
	}
}

// Equal arguments give equal weights, to the bit; another seed, others.
func TestFitIsRepeatable(t *testing.T) {
	rng := seed.New(4).Rand()
	w := drawn(10, rng)
	s := planted(w, 3000, false, rng)
	fit := func(n uint64) []Pair {
		got, err := Fit(s, w, worths(10), FitConfig{}, seed.New(n))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if !slices.Equal(fit(1), fit(1)) {
		t.Error("two fits of one seed differ")
	}
	if slices.Equal(fit(1), fit(2)) {
		t.Error("fits of two seeds are equal")
	}
	if _, err := Fit(new(Samples), w, worths(10), FitConfig{}, seed.New(1)); err == nil {
		t.Error("weights are learned from nothing")
	}
}
