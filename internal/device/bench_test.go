package device

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ludens/internal/machine"
	"ludens/nn"
	"ludens/nn/onnx"
)

// direct evaluates the same file in ONNX Runtime without this package: the floor of what a
// device costs. It answers a number of batches with seconds on the wall and of CPU.
const direct = `
import json, sys, time
import numpy, onnxruntime
options = onnxruntime.SessionOptions()
options.add_session_config_entry("session.intra_op.allow_spinning", "0")
session = onnxruntime.InferenceSession(sys.argv[1], options, providers=["CPUExecutionProvider"])
shape = [int(n) for n in sys.argv[2].split("x")]
obs = numpy.random.default_rng(1).integers(0, 2, shape).astype(numpy.float32)
session.run(None, {"obs": obs})
for line in sys.stdin:
    wall, cpu = time.perf_counter(), time.process_time()
    for _ in range(int(line)):
        session.run(None, {"obs": obs})
    print(json.dumps([time.perf_counter() - wall, time.process_time() - cpu]), flush=True)
`

// What the process costs beside ONNX Runtime called directly, at batches of 256: five
// rounds, each of both, one after the other; the median of their ratios. CPU time is that
// of both processes.
//
//	LUDENS_LONG=1 go test ./internal/device -run '^$' -bench Overhead -benchtime 1x -v
func BenchmarkOverhead(b *testing.B) {
	if os.Getenv("LUDENS_LONG") == "" {
		b.Skip("a minute of two cores: LUDENS_LONG=1")
	}
	python(b, "onnxruntime")
	const rows, rounds = 256, 5
	for name, spec := range map[string]nn.Spec{"champion of celta": {}, "64x6 on 9x9": {
		Planes: 12, Rows: 9, Cols: 9, Channels: 64, Blocks: 6, PolicyChannels: 16, PolicyPlanes: 32, ValueChannels: 4, ValueHidden: 64,
	}} {
		b.Run(name, func(b *testing.B) {
			g, net := champion(b, "celta")
			d := started(b, "ort:cpu")
			e := engine(b, d, g, net)
			if spec.Planes > 0 {
				var err error
				if net, err = nn.New(spec, rand.New(rand.NewPCG(1, 1))); err != nil {
					b.Fatal(err)
				}
				if e, _, err = d.engine(net); err != nil {
					b.Fatal(err)
				}
			}
			base := begun(b, net, rows)
			obs, out := make([]float32, rows*net.Spec().Size()), net.Spec().NewOutputs(rows)
			for i := range obs {
				obs[i] = float32(i % 3 % 2)
			}
			batches := max(4, int(100e9/float64(net.Spec().MulAdds()*rows)))
			for b.Loop() {
				var walls, cpus []float64
				for range rounds {
					wall, cpu := base.round(b, batches)
					began, used := time.Now(), spent(b)
					for range batches {
						if err := e.Infer(obs, rows, out); err != nil {
							b.Fatal(err)
						}
					}
					walls = append(walls, time.Since(began).Seconds()/wall)
					cpus = append(cpus, (spent(b)-used).Seconds()/cpu)
					b.Logf("%d batches: directly %.3f s, %.3f CPU; wall %.3f, CPU %.3f times", batches, wall, cpu, walls[len(walls)-1], cpus[len(cpus)-1])
				}
				slices.Sort(walls)
				slices.Sort(cpus)
				b.ReportMetric(walls[rounds/2], "wall-ratio")
				b.ReportMetric(cpus[rounds/2], "cpu-ratio")
			}
		})
	}
}

// spent is the CPU time of this process and its children, of which the one beside the
// device waits.
func spent(b *testing.B) time.Duration {
	b.Helper()
	own, err := machine.ProcessTime(os.Getpid())
	if err != nil {
		b.Fatal(err)
	}
	return own
}

// base is a process that calls ONNX Runtime directly.
type base struct {
	in  *bufio.Writer
	out *bufio.Reader
}

func begun(b *testing.B, net *nn.Net, rows int) base {
	b.Helper()
	path := filepath.Join(b.TempDir(), "net.onnx")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if err := onnx.Write(f, net, nil); err != nil {
		b.Fatal(err)
	}
	s := net.Spec()
	c := exec.Command(command()[0], "-c", direct, path, fmt.Sprintf("%dx%dx%dx%d", rows, s.Planes, s.Rows, s.Cols))
	in, err := c.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { in.Close(); c.Wait() })
	return base{bufio.NewWriter(in), bufio.NewReader(out)}
}

func (p base) round(b *testing.B, batches int) (wall, cpu float64) {
	b.Helper()
	fmt.Fprintln(p.in, batches)
	p.in.Flush()
	line, err := p.out.ReadBytes('\n')
	var seconds [2]float64
	if err == nil {
		err = json.Unmarshal(line, &seconds)
	}
	if err != nil {
		b.Fatal(err)
	}
	return seconds[0], seconds[1]
}
