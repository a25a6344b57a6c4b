package nn

import (
	"math"
	"testing"

	"ludens/nn/internal/kernel"
)

// newTestProgram compiles net for training on ops.
func newTestProgram[T kernel.Float](t testing.TB, ops string, net *Net, batch int) *program[T] {
	t.Helper()
	g, err := newGraph(net, batch, newOperations[T](ops, net.spec, batch))
	if err != nil {
		t.Fatal(err)
	}
	p, err := newProgram(g, net, T(1))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestFastGradients: our operations give the gradients, the losses and the
// running statistics that Gorgonia's give.
func TestFastGradients(t *testing.T) {
	for name, s := range tinySpecs {
		t.Run(name, func(t *testing.T) {
			const n = 8
			net, b := newNet(t, s, 0), randomBatch(s, n, 0)
			stock := newTestProgram[float64](t, "stock", net, n)
			fast := newTestProgram[float64](t, "fast", net, n)
			want, err := stock.run(b)
			if err != nil {
				t.Fatal(err)
			}
			got, err := fast.run(b)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got.Total-want.Total) > 1e-6 {
				t.Errorf("loss %v, want %v", got.Total, want.Total)
			}
			for i, p := range stock.params {
				w, g := stock.gradient(i), fast.gradient(i)
				for k := range w {
					if math.Abs(w[k]-g[k]) > 1e-6 {
						t.Errorf("gradient of %s[%d] is %v, want %v", p.Name(), k, g[k], w[k])
						break
					}
				}
			}
		})
	}
}
