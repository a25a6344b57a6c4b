package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// looked plays one study of most games and says whether it calls the game unfair, whether
// it calls it fair before the end, and after how many games. early decides at the looks.
func looked(p outcomes, rng *rand.Rand, most int, looks []int, early func(Counts) bool) (unfair, fair bool, games int) {
	c := make(Counts, len(p))
	for _, n := range append(looks, most) {
		for c.N() < n {
			c[p.draw(rng)]++
		}
		if n < most && early(c) {
			break
		}
	}
	unfair = rejects(c)
	return unfair, !unfair && c.N() < most, c.N()
}

// rejects reports whether the 95 % interval does not hold one half.
func rejects(c Counts) bool { return math.Abs(c.surprise(0.5)) > z95 }

// The rule errs as often as it says: 5 % at the last look and 0.1 % at each before. The
// control is to look as often and to stop at the first interval without one half.
func TestLooksErrAsTheySay(t *testing.T) {
	const studies, most = 2000, 400
	rule := UsualLooks
	stop := func(c Counts) bool { return rule.Decided(c, 1) }
	naive := rejects
	often := []int{}
	for n := 10; n < most; n += 10 {
		often = append(often, n)
	}
	for _, test := range []struct {
		name        string
		p           outcomes // loss, draw, win
		looks       []int
		early       func(Counts) bool
		least, most float64 // share of the studies that call it unfair
	}{
		{"fair, decisive", outcomes{0.5, 0, 0.5}, rule.Before(most), stop, 0.03, 0.063},
		{"fair, drawish", outcomes{0.2, 0.6, 0.2}, rule.Before(most), stop, 0.03, 0.063},
		{"control: naive at the same looks", outcomes{0.4, 0.2, 0.4}, rule.Before(most), naive, 0.09, 0.2},
		{"control: naive after every ten games", outcomes{0.4, 0.2, 0.4}, often, naive, 0.2, 0.5},
		{"unfair by ten points", outcomes{0.35, 0.1, 0.55}, rule.Before(most), stop, 0.97, 1},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		unfair, games := 0, 0
		for range studies {
			u, _, n := looked(test.p, rng, most, test.looks, test.early)
			if u {
				unfair++
			}
			games += n
		}
		share := float64(unfair) / studies
		t.Logf("%s: %.1f %% unfair, %d games on average", test.name, 100*share, games/studies)
		if share < test.least || share > test.most {
			t.Errorf("%s: %.3f of the studies call it unfair, want %v to %v", test.name, share, test.least, test.most)
		}
	}
}

// What is unfair by more than Within is hardly ever called fair before the end, and what
// is always drawn soon is.
func TestLooksCallFairWhatIs(t *testing.T) {
	const studies, most = 1000, 3200
	stop := func(c Counts) bool { return UsualLooks.Decided(c, 1) }
	rng, fair := rand.New(rand.NewPCG(3, 4)), 0
	for range studies {
		if _, f, _ := looked(outcomes{0.19, 0.52, 0.29}, rng, most, UsualLooks.Before(most), stop); f {
			fair++
		}
	}
	if share := float64(fair) / studies; share > 10*UsualLooks.Early {
		t.Errorf("%.4f of the studies of a score of 55 %% call it fair", share)
	}
	if _, f, n := looked(outcomes{0, 1, 0}, rng, most, UsualLooks.Before(most), stop); !f || n > 100 {
		t.Errorf("draws alone: fair %v after %d games", f, n)
	}
	if UsualLooks.Decided(Counts{0, 0, 0}, 1) || UsualLooks.Decided(Counts{1, 0, 3}, 1) {
		t.Error("nothing is decided by so few games")
	}
	if c := (Counts{10, 0, 40}); !UsualLooks.Decided(c, 1) || UsualLooks.Decided(c, 1000) {
		t.Error("more questions want more evidence")
	}
}
