package arena

import (
	"math"
	"math/rand/v2"
	"testing"

	"ludens/env"
)

// Numbers computed by hand.
func TestEntropyByHand(t *testing.T) {
	ln, inf := math.Log, math.Inf(1)
	// Three of four alike: the variance of -ln p is that of ln 3 times a coin of 1/4.
	uneven, se := 0.75*ln(4.0/3)+0.25*ln(4), ln(3)*math.Sqrt(3.0/16/4)
	for _, tt := range []struct {
		name  string
		sizes []int
		want  Measure
	}{
		{"nothing played", nil, Measure{0, 0, inf}},
		{"all alike", []int{8}, Measure{0, 0, 0}},
		{"two and two", []int{2, 2}, Measure{ln(2) + 1.0/8, ln(2) + 1.0/8, ln(2) + 1.0/8}},
		{"three of four alike", []int{1, 3}, Measure{uneven + 1.0/8, uneven + 1.0/8 - z95*se, uneven + 1.0/8 + z95*se}},
		{"half of the games met once", []int{1, 1, 2}, Measure{1.5*ln(2) + 2.0/8, 1.5*ln(2) + 2.0/8 - z95*ln(2)/4, 1.5*ln(2) + 2.0/8 + z95*ln(2)/4}},
		{"most met once", []int{1, 1}, Measure{ln(2) + 1.0/4, ln(2) + 1.0/4, inf}},
	} {
		got := entropyOf(tt.sizes)
		if !alike(got.Value, tt.want.Value) || !alike(got.Low, max(0, tt.want.Low)) || !alike(got.High, tt.want.High) {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

func alike(a, b float64) bool { return a == b || math.Abs(a-b) < 1e-9 }

// Samples from a distribution of known entropy: on average the estimate is right
// to a tenth of what few games miss of it, and the interval holds the truth about
// as often as it says.
func TestEntropyOfSamples(t *testing.T) {
	const kinds, games, samples = 6, 60, 4000
	rng := rand.New(rand.NewPCG(1, 2))
	truth, share := 0.0, [kinds]float64{}
	for k := range share {
		share[k] = float64(k+1) / 21
		truth -= share[k] * math.Log(share[k])
	}
	mean, held := 0.0, 0
	for range samples {
		var sizes [kinds]int
		for range games {
			k, x := 0, rng.Float64()
			for x -= share[0]; x > 0; x -= share[k] {
				k++
			}
			sizes[k]++
		}
		var met []int
		for _, n := range sizes {
			if n > 0 {
				met = append(met, n)
			}
		}
		m := entropyOf(met)
		mean += m.Value / samples
		if m.Low <= truth && truth <= m.High {
			held++
		}
	}
	if missed := (kinds - 1) / (2.0 * games); math.Abs(mean-truth) > missed/10 {
		t.Errorf("mean estimate %.4f, truth %.4f; a sample alone misses %.4f", mean, truth, missed)
	}
	if held < samples*88/100 || held > samples*99/100 {
		t.Errorf("the interval held the truth in %d of %d samples", held, samples)
	}
}

// As if from that many equally likely beginnings.
func TestDiversityIsLikeSoMany(t *testing.T) {
	d := Diversity{Entropy: Measure{math.Log(8), math.Log(4), math.Log(16)}}
	if got := d.Like(); !alike(got.Value, 8) || !alike(got.Low, 4) || !alike(got.High, 16) {
		t.Errorf("got %v, want 8 of 4 to 16", got)
	}
}

// Beginnings are what is played in the first four plies, and where.
func TestDiversityOfTraces(t *testing.T) {
	at := func(start uint64, opening int, actions ...int) trace {
		tr := trace{start: start, Game: Game{Opening: opening}}
		for _, a := range actions {
			tr.Actions = append(tr.Actions, env.Action(a))
		}
		return tr
	}
	d := diversityOf([]trace{at(7, 2, 1, 2, 3, 4, 5), at(7, 6, 1, 2, 3, 4, 6), at(8, 3, 1, 2, 3, 4), at(8, 0, 1, 2, 3)})
	if d.Random != 4 {
		t.Errorf("at most %d plies at random, want 4", d.Random)
	}
	if want := entropyOf([]int{1, 1, 2}); d.Entropy != want {
		t.Errorf("entropy %v, want %v: three beginnings, one of them twice", d.Entropy, want)
	}
}
