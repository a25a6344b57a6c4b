package alphabeta

import (
	"math"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// skewed is a fine evaluation that thinks by some logits too well of First when he is to move, in
// positions that are all of one shape.
type skewed struct {
	fine
	by float32
}

func (e skewed) Evaluate(s env.State) float32 {
	if s.ToMove() == env.First {
		return e.fine.Evaluate(s) + e.by
	}
	return e.fine.Evaluate(s)
}

func (skewed) Shapes(env.State) Shapes { return Shapes{1 << 15, 2 << 14, 3 << 14} }

// What an evaluation is found to be wrong by is learned for its shapes and its mover, and for no
// others, and never more than a logit each.
func TestCorrectionsLearn(t *testing.T) {
	c := &corrections{Shaping: skewed{}}
	s := game(t, "chess").New(0)
	_, at := c.of(s)
	for range 200 {
		c.learn(env.First, at, 0.4, 8)
	}
	if sum, _ := c.of(s); math.Abs(float64(sum)-0.4*shapes*correctedShare) > 1e-2 {
		t.Errorf("after 200 values that differ by 0.4 logits it adds %v", sum)
	}
	for range 500 {
		c.learn(env.First, at, 40, 8)
	}
	if sum, _ := c.of(s); sum > mostWrong*shapes*correctedShare {
		t.Errorf("it adds %v logits", sum)
	}
	for i, row := range c.wrong[env.First] {
		for x, wrong := range row {
			if wrong != 0 && x != int(at[i]>>(16-shapeBits)) {
				t.Fatalf("shape %d of part %d has learned %v", x, i, wrong)
			}
		}
	}
	s.Play(s.Legal(nil)[0])
	if sum, _ := c.of(s); sum != 0 {
		t.Errorf("the other player has learned %v", sum)
	}
}

// A search finds that an evaluation thinks too well of its mover, and does not find it of one that
// does not. Without Corrected, and in games that do not know their loud moves, nothing is learned.
func TestSearchFindsWhatIsWrong(t *testing.T) {
	wrong := func(name string, by float32, corrected bool) (least float32, learns bool) {
		g, cfg := game(t, name), Played(5, skewed{fine{0.1}, by})
		cfg.Corrected = corrected
		ab := agent(t, g, cfg, 1)
		for n := range uint64(4) {
			act(t, ab, scramble(g, 12, seed.New(n)))
		}
		if ab.corrections == nil {
			return 0, false
		}
		least, _ = ab.corrections.of(g.New(0))
		return least, true
	}
	skew, _ := wrong("chess", 0.8, true)
	if sound, _ := wrong("chess", 0, true); skew > -0.1 || sound < -0.1 || skew > sound-0.1 {
		t.Errorf("it adds %v where the evaluation thinks too well of the mover, %v where it does not", skew, sound)
	}
	if _, learns := wrong("chess", 0.8, false); learns {
		t.Error("it learns without being asked to")
	}
	if _, learns := wrong("celta", 0.8, true); learns {
		t.Error("it learns in a game without loud moves")
	}
}

// lazy is a skewed evaluation that answers by the nearer bound wherever it lies outside.
type lazy struct{ skewed }

func (e lazy) Within(s env.State, low, high float32) float32 {
	return min(max(e.Evaluate(s), low), high)
}

// The bounds that an evaluation may answer by are those of the corrected one: what lies between
// them is exact with its correction, whichever side that is of.
func TestBoundsAreCorrected(t *testing.T) {
	g := game(t, "chess")
	ab, s := agent(t, g, Played(1, lazy{}), 1), g.New(0)
	_, at := ab.corrections.of(s)
	exact := lazy{}.Evaluate(s)
	for _, wrong := range []float32{0.5, -0.5} {
		for range 500 {
			ab.corrections.learn(env.First, at, wrong, 8)
		}
		more, _ := ab.corrections.of(s)
		if logit, raw, _ := ab.within(s, exact+more-0.1, exact+more+0.1); logit != exact+more || raw != exact {
			t.Errorf("an evaluation of %v that is corrected by %v is %v, %v without", exact, more, logit, raw)
		}
		if logit, _, _ := ab.within(s, exact+more+0.1, exact+more+0.2); logit == exact+more {
			t.Error("it is exact outside of its bounds, too: the test shows nothing")
		}
	}
}
