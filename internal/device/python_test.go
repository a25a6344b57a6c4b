package device

import (
	"cmp"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludens/env"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
)

// python has tests use the Python package of this repository, and skips where the
// interpreter lacks modules.
func python(t testing.TB, modules string) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts Python")
	}
	path := cmp.Or(os.Getenv("PYTHON"), pythonName())
	if exec.Command(path, "-c", "import numpy, gymnasium, pettingzoo, "+modules).Run() != nil {
		t.Skipf("wants Python with the package's dependencies and %s: as python3, or named by PYTHON", modules)
	}
	t.Setenv("PYTHONPATH", packages(t))
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
}

// packages is where the Python package of this repository lies.
func packages(t testing.TB) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "python"))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// started returns a device by the Python package.
func started(t testing.TB, text string) *Device {
	t.Helper()
	k, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	d, err := start(context.Background(), k, command(), usualPatience, func(line string) { t.Log(line) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// kinds are devices that any machine has with the libraries, by the module that each wants.
var kinds = map[string]string{"ort:cpu": "onnxruntime", "torch:cpu": "torch"}

// A search with the device chooses the moves that it chooses with this program's FP32, in
// 200 positions. A changed weight, or the network of another training, chooses others.
func TestSameMoves(t *testing.T) {
	for text, module := range kinds {
		t.Run(text, func(t *testing.T) {
			python(t, module)
			g, net := champion(t, "celta")
			d := started(t, text)
			states := positions(g, 200)
			want := searched(t, g, selfplay.EngineFor(g, net, nil), states)
			if n := different(searched(t, g, engine(t, d, g, net), states), want); n > 0 {
				t.Errorf("other moves in %d of %d positions", n, len(states))
			}
			if n := different(searched(t, g, engine(t, d, g, changed(t, net)), states), want); n == 0 {
				t.Error("a changed weight changes no move")
			}
			untrained, err := nn.New(net.Spec(), rand.New(rand.NewPCG(1, 2)))
			if err != nil {
				t.Fatal(err)
			}
			if n := different(searched(t, g, engine(t, d, g, untrained), states), want); n < len(states)/4 {
				t.Errorf("an untrained network plays other moves in %d of %d positions only", n, len(states))
			}
		})
	}
}

// searched returns the moves that searches choose, all side by side.
func searched(t *testing.T, g env.Game, net selfplay.Inferer, states []env.State) (moves []env.Action) {
	t.Helper()
	cfg := mcts.Defaults().Of(8)
	ev := selfplay.Network(g.Spec(), selfplay.Net{Inferer: net})
	var trees []*mcts.Tree
	for _, s := range states {
		tree := mcts.NewTree(g, cfg)
		tree.Reset(s)
		tree.Begin(t.Context(), cfg.Simulations, nil)
		trees = append(trees, tree)
	}
	for {
		var leaves []mcts.Leaf
		for _, tree := range trees {
			leaves = tree.Gather(leaves)
		}
		if len(leaves) == 0 {
			break
		}
		if err := mcts.Ask(t.Context(), ev, leaves); err != nil {
			t.Fatal(err)
		}
		for _, tree := range trees {
			leaves = tree.Apply(leaves)
		}
	}
	for _, tree := range trees {
		moves = append(moves, tree.Pick(0, nil))
	}
	return moves
}

func different(a, b []env.Action) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// Steady devices answer a row with the same bits alone, among others and in another place.
func TestSteady(t *testing.T) {
	g, net := champion(t, "celta")
	own := selfplay.EngineFor(g, net, nil)
	if !steady(t, own, g, net.Spec()) || steady(t, crowded{own}, g, net.Spec()) {
		t.Error("the test does not see the difference between steady answers and others")
	}
	for text, module := range kinds {
		t.Run(text, func(t *testing.T) {
			python(t, module)
			for _, name := range []string{"celta", "cetran2", "cetro"} {
				g, net := champion(t, name)
				d := started(t, text)
				switch is := steady(t, engine(t, d, g, net), g, net.Spec()); {
				case d.Steady() && !is:
					t.Errorf("%s: positions have other bits by themselves", name)
				case is != d.Steady():
					t.Logf("%s: positions have the same bits by themselves, which is not promised", name)
				}
			}
		})
	}
}

// steady reports whether positions have the same bits by themselves as among others.
func steady(t *testing.T, e selfplay.Inferer, g env.Game, s nn.Spec) bool {
	states := positions(g, 100)
	all := inferred(t, e, s, observed(g, states))
	for _, from := range []int{0, 7, 64, 99} {
		for _, n := range []int{1, 3, 36} {
			to := min(from+n, len(states))
			if !equal(inferred(t, e, s, observed(g, states[from:to])), rows(s, all, from, to)) {
				return false
			}
		}
	}
	return true
}

// crowded answers otherwise where a batch is larger.
type crowded struct{ selfplay.Inferer }

func (c crowded) Infer(obs []float32, n int, out nn.Outputs) error {
	err := c.Inferer.Infer(obs, n, out)
	for i := range out.WDL {
		out.WDL[i] += float32(n) * 1e-6
	}
	return err
}

// rows returns some rows of answers.
func rows(s nn.Spec, o nn.Outputs, from, to int) nn.Outputs {
	return nn.Outputs{Logits: o.Logits[from*s.Actions() : to*s.Actions()], WDL: o.WDL[3*from : 3*to], Score: o.Score[from:to]}
}

// Half precision stays near FP32, and is not FP32.
func TestHalfPrecision(t *testing.T) {
	for text, module := range kinds {
		t.Run(text, func(t *testing.T) {
			python(t, module)
			g, net := champion(t, "cetro")
			e := engine(t, started(t, text+",precision=fp16"), g, net)
			states := positions(g, 32)
			got, err := asked(g, e, states)
			if err != nil {
				t.Fatal(err)
			}
			want, err := asked(g, selfplay.EngineFor(g, net, nil), states)
			if err != nil {
				t.Fatal(err)
			}
			most := float32(0)
			for i := range got {
				most = max(most, got[i].Value-want[i].Value, want[i].Value-got[i].Value)
			}
			if most > 0.02 || most < 1e-6 {
				t.Errorf("values differ by up to %v, want what half precision comes to", most)
			}
		})
	}
}

// shapes are networks with each kind of head.
var shapes = map[string]nn.Spec{
	"planes":             {Planes: 2, Rows: 3, Cols: 4, Channels: 5, Blocks: 1, PolicyChannels: 2, PolicyPlanes: 3, ValueChannels: 1, ValueHidden: 4},
	"globals":            {Planes: 3, Rows: 5, Cols: 3, Channels: 4, Blocks: 2, PolicyChannels: 2, Globals: 7, ValueChannels: 2, ValueHidden: 5, Score: true},
	"planes and globals": {Planes: 4, Rows: 7, Cols: 7, Channels: 6, Blocks: 2, PolicyChannels: 3, PolicyPlanes: 2, Globals: 1, ValueChannels: 2, ValueHidden: 4},
	"no blocks":          {Planes: 1, Rows: 9, Cols: 9, Channels: 3, PolicyChannels: 1, PolicyPlanes: 1, Globals: 2, ValueChannels: 1, ValueHidden: 3, Score: true},
}

// Every shape of network is evaluated, in both precisions.
func TestShapes(t *testing.T) {
	for text, module := range kinds {
		for precision, most := range map[string]float64{fp32: 1e-5, fp16: 1e-2} {
			t.Run(text+" "+precision, func(t *testing.T) {
				python(t, module)
				d := started(t, text+",batch=4,precision="+precision)
				for name, spec := range shapes {
					r := rand.New(rand.NewPCG(1, 2))
					net, err := nn.New(spec, r)
					if err != nil {
						t.Fatal(err)
					}
					e, _, err := d.engine(net)
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					obs := make([]float32, 9*spec.Size())
					for i := range obs {
						obs[i] = float32(r.IntN(2))
					}
					got, want := inferred(t, e, spec, obs), inferred(t, nn.NewEngine(net), spec, obs)
					for what, pair := range map[string][2][]float32{"logits": {got.Logits, want.Logits}, "chances": {got.WDL, want.WDL}, "scores": {got.Score, want.Score}} {
						if far := farthest(pair[0], pair[1]); !(far <= most) {
							t.Errorf("%s: %s differ by %v, want %v at most", name, what, far, most)
						}
					}
				}
			})
		}
	}
	if far := farthest([]float32{1, 2}, []float32{1, 2.5}); far != 0.5 {
		t.Errorf("numbers that differ by 0.5 differ by %v", far)
	}
}

// farthest returns the largest difference of two lists.
func farthest(a, b []float32) (most float64) {
	for i := range a {
		most = max(most, math.Abs(float64(a[i])-float64(b[i])))
	}
	return most
}

// stubs are libraries that fail, as modules of Python.
var stubs = []struct{ name, text, module, stub, want string }{
	{"no onnxruntime", "ort:cpu", "onnxruntime", `raise ImportError("libonnxruntime.so: no such file")`, "cannot import onnxruntime (libonnxruntime.so: no such file): pip install 'ludens[ort]'"},
	{"an old one", "ort:cpu", "onnxruntime", `__version__ = "1.9.0"`, "onnxruntime 1.9.0 is too old, want 1.17 or later: pip install --upgrade onnxruntime"},
	{"no provider", "ort:cuda", "onnxruntime", "__version__ = '1.30.1'\nget_available_providers = lambda: ['CPUExecutionProvider']", "onnxruntime 1.30.1 has no CUDAExecutionProvider here, only CPUExecutionProvider: pip install onnxruntime-gpu"},
	{"no driver", "ort:cuda", "onnxruntime", session + "        return ['CPUExecutionProvider']", "CUDAExecutionProvider does not start here: its device, driver or libraries are missing"},
	{"no memory on the device", "ort:cuda", "onnxruntime", session + "        raise RuntimeError('Failed to allocate memory for requested buffer of size 2147483648')", "out of memory: Failed to allocate memory for requested buffer of size 2147483648; a smaller batch=N in --device needs less"},
	{"no torch", "torch:cpu", "torch", `raise ImportError("no libtorch")`, "cannot import torch (no libtorch): pip install 'ludens[torch]'"},
	{"no card", "torch:cuda", "torch", "__version__ = '2.9.1'\nclass cuda:\n    is_available = lambda: False", "torch 2.9.1 finds no CUDA device here: its card, driver or CUDA build is missing"},
}

// session is a library whose sessions tell of their providers.
const session = `__version__ = '1.30.1'
get_available_providers = lambda: ['CUDAExecutionProvider', 'CPUExecutionProvider']
class SessionOptions:
    def add_session_config_entry(self, key, value): pass
class InferenceSession:
    def __init__(self, network, options, providers): print('noise on standard output')
    def get_providers(self):
`

// What is missing or fails in Python is said in one line, with what can be done.
func TestFaultsInPython(t *testing.T) {
	for _, test := range stubs {
		t.Run(test.name, func(t *testing.T) {
			python(t, "numpy")
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, test.module+".py"), []byte(test.stub+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PYTHONPATH", dir+string(os.PathListSeparator)+packages(t))
			k, err := parse(test.text)
			if err != nil {
				t.Fatal(err)
			}
			d, err := start(t.Context(), k, command(), patient, nil)
			if err == nil {
				defer d.Close()
				g, net := champion(t, "celta")
				_, err = d.Engine(g, net)
			}
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v\nwant one line with: %s", err, test.want)
			}
		})
	}
}

// Without Python, or without the package, the error says how to get it.
func TestNoPython(t *testing.T) {
	k, _ := parse("ort:cpu")
	if _, err := start(t.Context(), k, []string{filepath.Join(t.TempDir(), "python3")}, patient, nil); err == nil || !strings.Contains(err.Error(), "it cannot be started: ") || !strings.HasSuffix(err.Error(), "; PYTHON names another") {
		t.Error(err)
	}
	python(t, "numpy")
	t.Setenv("PYTHONPATH", t.TempDir())
	if _, err := start(t.Context(), k, command(), patient, nil); err == nil || !strings.Contains(err.Error(), "has no package ludens with a device in it: pip install --upgrade 'ludens[ort]'") {
		t.Error(err)
	}
}

// No module of the current folder is imported.
func TestFolderIsNotImported(t *testing.T) {
	python(t, "numpy")
	t.Chdir(t.TempDir())
	if err := os.WriteFile("numpy.py", []byte("raise SystemExit('hostile')\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	k, _ := parse("ort:cpu")
	for _, c := range [][]string{command(), {command()[0], "-c", "import ludens.device"}} {
		_, err := start(t.Context(), k, c, patient, nil)
		if is, control := err != nil && strings.Contains(err.Error(), "hostile"), c[2] != program; is != control {
			t.Errorf("%q: %v", c[2], err)
		}
	}
}

// The process ends when its standard input does, as it does when this program is killed.
func TestProcessEndsWithItsParent(t *testing.T) {
	python(t, "numpy")
	command := command()
	c := exec.Command(command[0], command[1:]...)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, `{"do":"open","protocol":0,"library":"","provider":"","precision":""}`+"\n"); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, len(`{"protocol": 1}`))
	if _, err := io.ReadFull(out, answer); err != nil || string(answer) != `{"protocol": 1}` {
		t.Errorf("%s, %v", answer, err)
	}
	in.Close()
	late := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
	defer late.Stop()
	if err := c.Wait(); err != nil {
		t.Errorf("it goes on without its parent, or fails: %v", err)
	}
}
