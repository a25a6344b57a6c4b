package nn

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"ludens/nn/internal/kernel"
)

var update = flag.Bool("update", false, "rewrite testdata")

// TestWeightsStayTheSame: 50 steps of training end in the weights that stand in
// testdata, bit for bit, on every instruction set. Who changes the graph, the
// kernels or the order of a sum on purpose says so by -update:
//
//	go test ./nn -run WeightsStayTheSame -update
func TestWeightsStayTheSame(t *testing.T) {
	if !slices.Contains(kernel.Paths(), kernel.AVX2) {
		t.Skip("math.Exp has other last bits on a CPU without FMA")
	}
	file := filepath.Join("testdata", "weights.txt")
	if *update && !slices.Contains(kernel.Paths(), kernel.AVX512) {
		t.Fatal("-update wants a machine with AVX512")
	}
	golden, err := os.ReadFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, path := range []string{kernel.AVX512, kernel.AVX2, kernel.Portable} {
		for _, c := range []struct {
			name, way string
			spec      Spec
		}{
			{"learner", "fast", learner},
			{"wide", "fast clip", wide},
		} {
			name := fmt.Sprintf("%s, %s, %s", path, c.name, c.way)
			t.Run(name, func(t *testing.T) {
				usePath(t, path)
				line := name + ": " + weightsAfter(t, c.spec, config(c.way, 12), 50) + "\n"
				all.WriteString(line)
				if !*update && !strings.Contains(string(golden), line) {
					t.Errorf("got %s not in %s:\n%s", line, file, golden)
				}
			})
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// wide has heads as wide as its trunk, whose layers then share buffers with the
// trunk's.
var wide = Spec{Planes: 5, Rows: 6, Cols: 7, Channels: 20, Blocks: 2,
	PolicyChannels: 20, PolicyPlanes: 3, Globals: 2, ValueChannels: 20, ValueHidden: 16, Score: true}

// weightsAfter returns the hash of the network after that many steps.
func weightsAfter(t *testing.T, s Spec, c Config, steps int) string {
	t.Helper()
	tr := newTrainer(t, newNet(t, s, 0), c)
	for i := range steps {
		step(t, tr, randomBatch(s, c.Batch, i), 0.02)
	}
	return tr.Net().Hash()
}

// usePath has what t makes take a path of the kernels.
func usePath(t testing.TB, path string) {
	t.Helper()
	was := kernel.Chosen()
	if err := kernel.Use(path); err != nil {
		t.Skip(runtime.GOARCH, err)
	}
	t.Cleanup(func() {
		if err := kernel.Use(was); err != nil {
			t.Fatal(err)
		}
	})
}
