package nn

import (
	"maps"
	"math"
	"testing"

	"ludens/nn/internal/kernel"
)

// operationsNamed returns our operations, or "stock", Gorgonia's.
func operationsNamed[T kernel.Float](name string, s Spec, batch int) operations[T] {
	if name == "stock" {
		return stock[T]{s, batch}
	}
	return newFast[T](s, batch, false)
}

// trainerOn returns a trainer of a network on such operations.
func trainerOn(t testing.TB, ops string, net *Net, c Config) *Trainer {
	t.Helper()
	tr, err := newTrainerOf(net, c, operationsNamed[float32](ops, net.spec, c.Batch))
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// newTestProgram compiles net for training on ops.
func newTestProgram[T kernel.Float](t testing.TB, ops string, net *Net, batch int) *program[T] {
	t.Helper()
	g, err := newGraph(net.spec, batch, operationsNamed[T](ops, net.spec, batch))
	if err != nil {
		t.Fatal(err)
	}
	p, err := newProgram(g, net, T(1), T(1))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestFastEqualsStock: our operations give the loss, the gradients and the
// running statistics that Gorgonia's give.
func TestFastEqualsStock(t *testing.T) {
	specs := maps.Clone(tinySpecs)
	specs["64x64"] = Spec{Planes: 2, Rows: 64, Cols: 64, Channels: 2, Blocks: 1, PolicyChannels: 1, PolicyPlanes: 2, ValueChannels: 1, ValueHidden: 2}
	for name, s := range specs {
		t.Run(name, func(t *testing.T) {
			const n = 8
			net, b := newNet(t, s, 0), randomBatch(s, n, 0)
			stock, fast := newTestProgram[float64](t, "stock", net, n), newTestProgram[float64](t, "fast", net, n)
			want, err := stock.run(b)
			if err != nil {
				t.Fatal(err)
			}
			got, err := fast.run(b)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got.Total-want.Total) > 1e-9 {
				t.Errorf("loss %v, want %v", got.Total, want.Total)
			}
			for i, p := range stock.params {
				checkNear(t, "gradient of "+p.Name(), fast.gradient(i), stock.gradient(i), 1e-9)
			}
			for name := range stock.values {
				checkNear(t, name, fast.values[name], stock.values[name], 1e-9)
			}
		})
	}
}

// TestFastLearnsAsStock: from the same weights and on the same batches, the
// losses stay together for 150 steps. Gradients, of norm about 1, differ by some
// 1e-6 for rounding; with momentum a step moves the weights by a tenth of that,
// and 150 steps at most by 2e-5, which is then the bound of the loss as well. On
// arm64, where Go fuses, rounding has another ReLU open in one of the two from step
// 181 on, and that counts for more.
//
// At twice the rate these batches are known by heart after 120 steps, with
// gradients of norm 9 that throw the weights about: there rounding grows tenfold
// every few steps, and the two part.
func TestFastLearnsAsStock(t *testing.T) {
	const bound = 2e-5
	s := learner
	stock := trainerOn(t, "stock", newNet(t, s, 0), config("fast", 16))
	fast := newTrainer(t, newNet(t, s, 0), config("fast", 16))
	worst := 0.0
	for i := range 150 {
		b := randomBatch(s, 16, i%8)
		want, got := step(t, stock, b, 0.01), step(t, fast, b, 0.01)
		if worst = max(worst, math.Abs(got.Total-want.Total)); !(worst <= bound) {
			t.Fatalf("step %d: %+v, want %+v", i, got, want)
		}
	}
	t.Logf("the losses of 150 steps differ by at most %.2g", worst)
}

func checkNear[T kernel.Float](t *testing.T, what string, got, want []T, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range want {
		if math.Abs(float64(got[i]-want[i])) > tolerance {
			t.Errorf("%s[%d] = %v, want %v", what, i, got[i], want[i])
			return
		}
	}
}
