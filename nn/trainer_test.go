package nn

import (
	"bytes"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// learner is a network large enough to learn eight rows by heart, with logits
// of both kinds.
var learner = Spec{Planes: 3, Rows: 5, Cols: 5, Channels: 8, Blocks: 1,
	PolicyChannels: 8, PolicyPlanes: 2, Globals: 3, ValueChannels: 2, ValueHidden: 8, Score: true}

// ways are all settings of a Trainer.
var ways = map[string]func(*Config){
	"fast":      func(c *Config) {},
	"fast bf16": func(c *Config) { c.Precision = "bf16" },
	"fast clip": func(c *Config) { c.ClipNorm = 0.1 },
}

// config returns the configuration of a way.
func config(way string, batch int) Config {
	c := DefaultConfig()
	c.Batch = batch
	ways[way](&c)
	return c
}

// needWay skips a test where a Trainer cannot do that.
func needWay(t *testing.T, way string) {
	t.Helper()
	if config(way, 8).Precision == "bf16" {
		needTiles16(t)
	}
}

// TestMemorise: a batch seen often enough is known. The entropy of its policy
// targets, 3/4 and 1/4, is 0.562.
func TestMemorise(t *testing.T) {
	for _, way := range []string{"fast", "fast bf16"} {
		t.Run(way, func(t *testing.T) {
			needWay(t, way)
			tr, b := newTrainer(t, newNet(t, learner, 0), config(way, 8)), randomBatch(learner, 8, 0)
			var loss Loss
			for range 300 {
				loss = step(t, tr, b, 0.05)
			}
			if loss.Policy > 0.58 {
				t.Errorf("policy loss %.3f, want at most 0.58", loss.Policy)
			}
			if loss.Value > 0.05 {
				t.Errorf("value loss %.3f, want at most 0.05", loss.Value)
			}
		})
	}
}

// TestResume: ten steps are five steps, a file, and five more.
func TestResume(t *testing.T) {
	for way := range ways {
		t.Run(way, func(t *testing.T) {
			needWay(t, way)
			c := config(way, 8)
			whole := newTrainer(t, newNet(t, learner, 0), c)
			run(t, whole, 0, 10)

			first := newTrainer(t, newNet(t, learner, 0), c)
			run(t, first, 0, 5)
			net, err := FromTensors(learner, throughFile(t, first.Net().Tensors()))
			if err != nil {
				t.Fatal(err)
			}
			second := newTrainer(t, net, c)
			if err := second.SetState(throughFile(t, first.State())); err != nil {
				t.Fatal(err)
			}
			run(t, second, 5, 10)
			if got, want := second.Net().Hash(), whole.Net().Hash(); got != want {
				t.Error("another network after resuming")
			}
			if !slices.EqualFunc(second.State(), whole.State(), sameTensor) {
				t.Error("another state of the solver after resuming")
			}
		})
	}
}

// TestDeterminism: any number of processors gives the same bits.
func TestDeterminism(t *testing.T) {
	for way := range ways {
		t.Run(way, func(t *testing.T) {
			needWay(t, way)
			var hashes []string
			for _, procs := range []int{1, 2, 5} {
				was := runtime.GOMAXPROCS(procs)
				tr := newTrainer(t, newNet(t, learner, 0), config(way, 16))
				run(t, tr, 0, 3)
				runtime.GOMAXPROCS(was)
				hashes = append(hashes, tr.Net().Hash())
			}
			if hashes[1] != hashes[0] || hashes[2] != hashes[0] {
				t.Errorf("1, 2 and 5 processors gave networks %.8s", hashes)
			}
		})
	}
}

// run takes the steps from one number to another, each with a batch of its own.
func run(t *testing.T, tr *Trainer, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		step(t, tr, randomBatch(learner, tr.config.Batch, i), 0.05)
	}
}

// throughFile writes tensors and reads them back.
func throughFile(t *testing.T, ts []Tensor) []Tensor {
	t.Helper()
	var file bytes.Buffer
	if err := WriteTensors(&file, ts); err != nil {
		t.Fatal(err)
	}
	out, err := ReadTensors(&file, int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func sameTensor(a, b Tensor) bool {
	return a.Name == b.Name && slices.Equal(a.Shape, b.Shape) && slices.Equal(a.Data, b.Data)
}

// TestWeightDecay: without any target the weights shrink by lr*decay, and
// nothing else moves.
func TestWeightDecay(t *testing.T) {
	c := config("fast", 4)
	c.WeightDecay, c.Momentum = 0.1, 0
	net := newNet(t, learner, 0)
	tr, b := newTrainer(t, net, c), randomBatch(learner, 4, 0)
	clear(b.PolicyWeight)
	clear(b.ValueWeight)
	clear(b.ScoreWeight)
	loss := step(t, tr, b, 0.5)
	if loss.GradNorm != 0 || loss.L2 == 0 || loss.Total != loss.L2 {
		t.Errorf("without targets: %+v, want L2 only", loss)
	}
	for i, was := range net.Tensors() {
		now := tr.Net().tensors[i]
		switch factor := float32(1); {
		case strings.HasSuffix(was.Name, ".mean"), strings.HasSuffix(was.Name, ".variance"):
		case strings.HasSuffix(was.Name, ".weight"):
			factor -= 0.05
			fallthrough
		default:
			scale(was.Data, factor)
			checkNear(t, was.Name, now.Data, was.Data, 1e-6)
		}
	}
}

// TestClipNorm: a long gradient moves the weights as far as ClipNorm, a short one
// as it is.
func TestClipNorm(t *testing.T) {
	moved := func(clip float32) float64 {
		c := config("fast", 8)
		c.ClipNorm, c.WeightDecay, c.Momentum = clip, 0, 0
		net := newNet(t, learner, 0)
		tr := newTrainer(t, net, c)
		step(t, tr, randomBatch(learner, 8, 0), 1)
		sum := 0.0
		for i, p := range tr.Net().tensors {
			if strings.HasSuffix(p.Name, ".mean") || strings.HasSuffix(p.Name, ".variance") {
				continue
			}
			for k, v := range p.Data {
				sum += math.Pow(float64(v-net.tensors[i].Data[k]), 2)
			}
		}
		return math.Sqrt(sum)
	}
	if got := moved(0.01); math.Abs(got-0.01) > 1e-5 {
		t.Errorf("moved by %v, want 0.01", got)
	}
	if free, loose := moved(0), moved(1000); free != loose || free <= 0.01 {
		t.Errorf("moved by %v without a limit, by %v with a far one", free, loose)
	}
}

// TestStepAllocatesLittle: what a step allocates does not grow with the batch.
func TestStepAllocatesLittle(t *testing.T) {
	const most = 1 << 20
	for _, s := range []Spec{benchSpec(9, 64, 6), learner} {
		for _, way := range []string{"fast", "fast bf16", "fast clip"} {
			t.Run(fmt.Sprintf("%s, %d channels", way, s.Channels), func(t *testing.T) {
				needWay(t, way)
				tr, b := newTrainer(t, newNet(t, s, 0), config(way, 32)), randomBatch(s, 32, 0)
				step(t, tr, b, 0.01)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				step(t, tr, b, 0.01)
				runtime.ReadMemStats(&after)
				if got := after.TotalAlloc - before.TotalAlloc; got > most {
					t.Errorf("a step allocates %d bytes, want at most %d", got, most)
				} else {
					t.Logf("a step allocates %d bytes", got)
				}
			})
		}
	}
}

func TestNetIsASnapshot(t *testing.T) {
	tr := newTrainer(t, newNet(t, learner, 0), config("fast", 8))
	net := tr.Net()
	was := net.Hash()
	run(t, tr, 0, 1)
	if net.Hash() != was {
		t.Error("a step changed a network handed out before it")
	}
	if tr.Net().Hash() == was {
		t.Error("a step changed nothing")
	}
}

func TestStepRefuses(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct {
		name   string
		damage func(b *Batch, lr *float32)
		want   string
	}{
		{"learning rate", func(b *Batch, lr *float32) { *lr = nan }, "learning rate NaN"},
		{"rows", func(b *Batch, lr *float32) { *b = NewBatch(learner, 3) }, "Obs has 225 elements, want 300"},
		{"mask", func(b *Batch, lr *float32) { b.Legal = b.Legal[1:] }, "Legal has 211 elements, want 212"},
		{"observation", func(b *Batch, lr *float32) { b.Obs[80] = nan }, "row 1: observation of NaN"},
		{"weight", func(b *Batch, lr *float32) { b.ValueWeight[2] = -1 }, "row 2: weight -1"},
		{"illegal target", func(b *Batch, lr *float32) { clear(b.Legal) }, "which is not legal"},
		{"policy sum", func(b *Batch, lr *float32) { scale(b.Policy, 0.5) }, "row 0: policy target sums to 0.5, want 1"},
		{"value sum", func(b *Batch, lr *float32) { b.WDL[0], b.WDL[1], b.WDL[2] = 1, 1, 0 }, "row 0: value target sums to 2, want 1"},
		{"score", func(b *Batch, lr *float32) { b.Score[0], b.ScoreWeight[0] = 2, 1 }, "row 0: score target 2, want -1 to 1"},
		{"negative", func(b *Batch, lr *float32) { b.WDL[0], b.WDL[1], b.WDL[2] = 2, -1, 0 }, "row 0: value target 1 is -1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr, b, lr := newTrainer(t, newNet(t, learner, 0), config("fast", 4)), randomBatch(learner, 4, 0), float32(0.1)
			b.PolicyWeight, b.ValueWeight = []float32{1, 1, 1, 1}, []float32{1, 1, 1, 1}
			was := tr.Net().Hash()
			c.damage(&b, &lr)
			_, err := tr.Step(b, lr)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			if tr.Net().Hash() != was {
				t.Error("the network changed")
			}
		})
	}
}

// TestExplosion: a loss that is not a number is an error, not a network.
func TestExplosion(t *testing.T) {
	tr := newTrainer(t, newNet(t, learner, 0), config("fast", 8))
	for i := range 50 {
		if _, err := tr.Step(randomBatch(learner, 8, i), 1e30); err != nil {
			if !strings.Contains(err.Error(), "the learning rate is too high") {
				t.Errorf("error %v", err)
			}
			return
		}
	}
	t.Error("no error at learning rate 1e30")
}
