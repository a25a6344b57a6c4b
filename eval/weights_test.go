package eval

import (
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
)

// random returns weights of all sizes, the largest among them.
func random(t testing.TB, g env.Game, n uint64) (*Features, *Weights) {
	t.Helper()
	f, rng := features(t, g), seed.New(n).Rand()
	pairs := make([]Pair, f.Count())
	for i := range pairs {
		scale := math.Ldexp(1, rng.IntN(10)-3)
		pairs[i] = Pair{scale * rng.NormFloat64(), scale * rng.NormFloat64()}
	}
	pairs[turn] = Pair{1e9, -1e9}
	return f, NewWeights(g, f, pairs, 3)
}

// A file reads back as the weights that were written.
func TestWeightsReadBack(t *testing.T) {
	g := games.Must("celta")
	_, w := random(t, g, 1)
	got, err := Decode(w.Encode(), g)
	if err != nil || !reflect.DeepEqual(got, w) {
		t.Fatalf("%v, %v", got, err)
	}
	if w.Pairs[turn] != [2]int32{maxWeight, -maxWeight} {
		t.Errorf("a weight of 1e9 logits is %v", w.Pairs[turn])
	}
	if !slices.Equal(NewWeights(g, features(t, g), w.Floats(), 3).Pairs, w.Pairs) {
		t.Error("weights in logits are others")
	}
}

// A file that does not fit is refused in one line.
func TestWeightsThatDoNotFit(t *testing.T) {
	g := games.Must("celta")
	_, sound := random(t, g, 1)
	other := func(change func(w *Weights)) string {
		w := *sound
		w.Pairs = slices.Clone(w.Pairs)
		change(&w)
		return string(w.Encode())
	}
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "", "no learned evaluation"},
		{"no JSON", "weights", "no learned evaluation"},
		{"another thing", `{"game":"celta","seed":1}`, "no learned evaluation"},
		{"something behind it", string(sound.Encode()) + "{}", "no learned evaluation"},
		{"another format", other(func(w *Weights) { w.Format = "ludens evaluation 9" }), "ludens evaluation 9"},
		{"another game", other(func(w *Weights) { w.Game = "cuervo" }), "cuervo"},
		{"other rules", other(func(w *Weights) { w.Rules = "x" }), "other rules"},
		{"other features", other(func(w *Weights) { w.Features = "x" }), "other features"},
		{"a weight short", other(func(w *Weights) { w.Pairs = w.Pairs[1:] }), "other features"},
		{"a large weight", other(func(w *Weights) { w.Pairs[5][1] = maxWeight + 1 }), "weight 5"},
		{"a round below 0", other(func(w *Weights) { w.Round = -1 }), "round -1"},
		{"no whole number", strings.Replace(string(sound.Encode()), "[[", "[[0.5,1],[", 1), "no learned evaluation"},
		{"too long", strings.Repeat(" ", MaxFile+1), "bytes"},
	} {
		_, err := Decode([]byte(test.text), g)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want one line with %q", test.name, err, test.want)
		}
	}
}

// No text makes the reader panic, and what it takes is sound.
func FuzzDecode(f *testing.F) {
	g := games.Must("tictactoe")
	_, w := random(f, g, 1)
	f.Add(w.Encode())
	f.Add([]byte(`{"weights":[[1e99,1]]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if w, err := Decode(text, g); err == nil {
			if again, err := Decode(w.Encode(), g); err != nil || !reflect.DeepEqual(again, w) {
				t.Errorf("%v, %v", again, err)
			}
		}
	})
}

// What is remembered of a position is what its features come to, in every game: the sum
// over them, feature by feature, in large numbers.
func TestEvaluationIsTheSumOfItsFeatures(t *testing.T) {
	for _, name := range seeds {
		g := games.Must(name)
		f, w := random(t, g, 2)
		e := New(f, w)
		differ := map[float32]bool{}
		walk(t, g, 20, 300, func(s env.State) {
			var p Position
			f.Find(s, &p)
			var sum [2]int64
			for side, sign := range [2]int64{1, -1} {
				for _, i := range p.Of[side] {
					for k := range sum {
						sum[k] += sign * int64(w.Pairs[i][k])
					}
				}
			}
			for k := range sum {
				sum[k] += int64(w.Pairs[p.scored][k]) * int64(p.Score) / Unit
			}
			logit := (sum[0]*int64(p.Phase) + sum[1]*int64(Phases-p.Phase)) / Phases
			if s.ToMove() == env.Second {
				logit = -logit
			}
			for range 2 { // the second time from memory
				got := e.Evaluate(s)
				if math.Abs(float64(got)*Unit-float64(logit)) > coarse/2 || math.Mod(float64(got)*Unit, coarse) != 0 {
					t.Fatalf("%s: %v, want %v in\n%s", name, got*Unit, logit, s)
				}
				differ[got] = true
			}
		})
		if len(differ) < 10 {
			t.Errorf("%s: %d values: the test shows nothing", name, len(differ))
		}
	}
}

// Between bounds an evaluation is what it is without them. What lies outside stays there but
// for one position in a hundred, by the weights that come with ludens, and most are not
// evaluated to the end.
func TestWithin(t *testing.T) {
	for _, name := range []string{"chess", "cetran2"} {
		g := games.Must(name)
		text, err := os.ReadFile("../configs/champions/" + name + ".eval.json")
		if err != nil {
			t.Fatal(err)
		}
		w, err := Decode(text, g)
		if err != nil {
			t.Fatal(err)
		}
		f := features(t, g)
		e := New(f, w)
		asked, bounds, wrong := 0, 0, 0
		walk(t, g, 20, 60, func(s env.State) {
			want := New(f, w).Evaluate(s)
			for _, by := range []float32{-4, -0.5, 0, 0.5, 4} {
				e.known[s.Key()%remembered].key++ // is forgotten
				low, high := want+by-0.1, want+by+0.1
				got := e.Within(s, low, high)
				asked++
				if got != want {
					bounds++
				}
				if got > low && got < high && got != want {
					t.Errorf("%s: %v between %v and %v, want %v", name, got, low, high, want)
				}
				if (got >= high) != (want >= high) || (got <= low) != (want <= low) {
					wrong++
				}
			}
		})
		if bounds < asked*2/5*9/10 || bounds > asked/2 || wrong*100 > asked {
			t.Errorf("%s: %d of %d are bounds, %d of them wrong", name, bounds, asked, wrong)
		}
	}
}

// Rounding is the same on both sides of 0.
func TestRounded(t *testing.T) {
	for v, want := range map[int64]int64{0: 0, 3: 0, 4: 8, 11: 8, 12: 16, -3: 0, -4: -8, -12: -16} {
		if got := rounded(v); got != want {
			t.Errorf("%d: %d, want %d", v, got, want)
		}
	}
}

// BenchmarkEvaluate evaluates positions that were not met before.
func BenchmarkEvaluate(b *testing.B) {
	for _, name := range []string{"cetran2", "chess", "celta", "cetro", "connect4", "copenhagen"} {
		b.Run(name, func(b *testing.B) {
			g := games.Must(name)
			e := New(random(b, g, 1))
			var positions []env.State
			walk(b, g, 8, 40, func(s env.State) { positions = append(positions, s.Copy(nil)) })
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				s := positions[i%len(positions)]
				e.known[s.Key()%remembered].key++ // is forgotten
				e.Evaluate(s)
				i++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "evals/s")
		})
	}
}

// Weights of a version that did not know the last groups of features are read as if these
// weighed nothing, and such weights evaluate alike whether the features are found or not.
func TestWeightsOfEarlierVersions(t *testing.T) {
	for _, name := range []string{"chess", "capablanca", "copenhagen", "celta"} {
		g := games.Must(name)
		if f, err := ungauged(g); err != nil || len(f.earlier) != len(features(t, g).earlier) {
			t.Errorf("%s: %d earlier versions for games to teach (%v)", name, len(f.earlier), err)
		}
		differ := 0
		for n, v := range features(t, g).earlier {
			f, w := random(t, g, 1)
			all := New(f, w)
			clear(w.Pairs[v.count:])
			old := *w
			old.Features, old.Pairs = f.digest(v.notation), w.Pairs[:v.count]
			got, err := Decode(old.Encode(), g)
			if err != nil || !reflect.DeepEqual(got, &old) {
				t.Fatalf("%s: weights of %d features are read as %v: %v", name, v.count, got, err)
			}
			old.Pairs = w.Pairs[:v.count-1]
			if _, err := Decode(old.Encode(), g); err == nil {
				t.Errorf("%s: one weight too few is accepted", name)
			}
			left, found := New(f, got), New(f, w)
			if left.at.plain != (n == 0) || !left.at.calm || all.at.plain {
				t.Errorf("%s: of version %d, structure is left out: %v, danger: %v", name, n, left.at.plain, left.at.calm)
			}
			found.at.plain, found.at.calm = false, false
			walk(t, g, 3, 80, func(s env.State) {
				a, b := left.Evaluate(s), found.Evaluate(s)
				if a != b {
					t.Fatalf("%s: %v without the features of later versions, %v with them", name, a, b)
				}
				if n == 0 && a != all.Evaluate(s) {
					differ++
				}
			})
		}
		if differ == 0 {
			t.Errorf("%s: the features change nothing where they weigh something", name)
		}
	}
}
