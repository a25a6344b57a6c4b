package device

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// champion returns the network of a game's champion and the game.
func champion(t testing.TB, name string) (env.Game, *nn.Net) {
	t.Helper()
	b, ok := configs.Champion(name)
	if !ok {
		t.Fatalf("no champion of %s", name)
	}
	c, _, err := train.DecodeCheckpoint(b)
	if err != nil {
		t.Fatal(err)
	}
	return games.Must(name), c.Net
}

// observed returns the observations of positions.
func observed(g env.Game, states []env.State) (obs []float32) {
	for _, s := range states {
		row := make([]float32, g.Spec().Size())
		s.Observe(row)
		obs = append(obs, row...)
	}
	return obs
}

// inferred returns what a network answers to observations.
func inferred(t testing.TB, e selfplay.Inferer, s nn.Spec, obs []float32) nn.Outputs {
	t.Helper()
	n := len(obs) / s.Size()
	out := s.NewOutputs(n)
	if err := e.Infer(obs, n, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// equal reports whether two answers have the same bits.
func equal(a, b nn.Outputs) bool {
	return slices.Equal(a.Logits, b.Logits) && slices.Equal(a.WDL, b.WDL) && slices.Equal(a.Score, b.Score)
}

// changed returns a network with another value of one weight.
func changed(t testing.TB, n *nn.Net) *nn.Net {
	t.Helper()
	ts := n.Tensors()
	ts[0].Data[4] += 0.25
	other, err := nn.FromTensors(n.Spec(), ts)
	if err != nil {
		t.Fatal(err)
	}
	return other
}

func engine(t testing.TB, d *Device, g env.Game, n *nn.Net) selfplay.Inferer {
	t.Helper()
	e, err := d.Engine(g, n)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

var patient = Patience{time.Minute, time.Minute, time.Minute}

// The answers are those of the network, row by row, for batches below, at and above a
// frame, and for callers side by side. A double computes with the kernels of this program,
// so that equal means equal bits; a changed weight gives others.
func TestAnswersAreTheNetworks(t *testing.T) {
	g, net := champion(t, "celta")
	d, err := doubled(t, sound, 16, patient)
	if err != nil {
		t.Fatal(err)
	}
	if want := "ort:cpu fp32 double 1.0 on paper"; d.Name() != want {
		t.Errorf("it is called %q, want %q", d.Name(), want)
	}
	states := positions(g, 50)
	e, own := engine(t, d, g, net), selfplay.EngineFor(g, net, nil)
	other := engine(t, d, g, changed(t, net))
	for _, n := range []int{1, 15, 16, 17, 50} {
		obs := observed(g, states[:n])
		want := inferred(t, own, net.Spec(), obs)
		if !equal(inferred(t, e, net.Spec(), obs), want) {
			t.Errorf("%d rows: other answers than the network's", n)
		}
		if equal(inferred(t, other, net.Spec(), obs), want) {
			t.Errorf("%d rows: a changed weight changes no answer", n)
		}
	}
	var wait sync.WaitGroup
	for i := range states {
		wait.Go(func() {
			obs := observed(g, states[i:min(i+1+i%5, len(states))])
			if !equal(inferred(t, e, net.Spec(), obs), inferred(t, own, net.Spec(), obs)) {
				t.Errorf("position %d: a caller among others gets other answers", i)
			}
		})
	}
	wait.Wait()
}

// More networks than the process holds at a time are all answered, each by its own weights.
func TestNetworksComeAndGo(t *testing.T) {
	g, net := champion(t, "celta")
	d, err := doubled(t, sound, 16, patient)
	if err != nil {
		t.Fatal(err)
	}
	obs := observed(g, positions(g, 3))
	var engines []selfplay.Inferer
	var wants []nn.Outputs
	for range maxLoaded + 2 {
		engines, wants = append(engines, engine(t, d, g, net)), append(wants, inferred(t, selfplay.EngineFor(g, net, nil), net.Spec(), obs))
		net = changed(t, net)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 30 {
		i := r.IntN(len(engines))
		if !equal(inferred(t, engines[i], net.Spec(), obs), wants[i]) {
			t.Fatalf("network %d answers with other weights", i)
		}
		if len(d.loaded) > maxLoaded {
			t.Fatalf("%d networks are loaded, want %d at most", len(d.loaded), maxLoaded)
		}
		if last := d.loaded[len(d.loaded)-1]; selfplay.Inferer(last) != engines[i] {
			t.Fatal("the network that was used last is not the last to go")
		}
	}
	if i := len(d.loaded) - 1; engine(t, d, g, d.loaded[i].net) != selfplay.Inferer(d.loaded[i]) {
		t.Error("a network that is loaded is loaded again")
	}
}

// Each fault of the process is one line, and stays: what it says later is not believed.
func TestFaultsOfTheProcess(t *testing.T) {
	g, net := champion(t, "celta")
	hasty := Patience{time.Minute, time.Minute, time.Second}
	for _, test := range []struct{ fault, want string }{
		{sound, ""},
		{"crash at open", "device ort:cpu fp32: it crashed: exit status 1: Segmentation fault in open"},
		{"crash at load", "device ort:cpu fp32: it crashed: exit status 1: Segmentation fault in load"},
		{"crash at run", "device ort:cpu fp32: it crashed: exit status 1: Segmentation fault in run"},
		{"silence at run", "device ort:cpu fp32: it hung: no answer in 1s"},
		{"babble at open", `device ort:cpu fp32: its answer to "open" is no JSON: "Loading model..."`},
		{"babble at run", `device ort:cpu fp32: its answer to "run" is no JSON: "Loading model..."`},
		{"other protocol", "speaks version 2 of this protocol, want 1: pip install --upgrade 'ludens[ort]'"},
		{"no memory", "device ort:cpu fp32: shared memory: "},
		{"out of memory", "device ort:cpu fp32: out of memory: cuMemAlloc of 2 GiB; a smaller batch=N in --device needs less"},
		{"too few rows", "device ort:cpu fp32: it answered 63 rows, want 64"},
		{"nothing written", "device ort:cpu fp32: nn: the network answers with logit 0 of NaN"},
		{"NaN", "device ort:cpu fp32: nn: the network answers with chance 191 of NaN"},
		{"another network", "device ort:cpu fp32: its answers are not those of the network: "},
	} {
		t.Run(test.fault, func(t *testing.T) {
			p := patient
			if test.fault == "silence at run" {
				p = hasty
			}
			d, err := doubled(t, test.fault, 64, p)
			var e selfplay.Inferer
			if err == nil {
				e, err = d.Engine(g, net)
			}
			switch {
			case test.want == "" && err != nil:
				t.Fatal(err)
			case test.want == "":
				out := net.Spec().NewOutputs(1)
				if err := e.Infer(make([]float32, net.Spec().Size()), 1, out); err != nil {
					t.Error(err)
				}
				return
			case err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n"):
				t.Fatalf("%v\nwant one line with: %s", err, test.want)
			}
			if d == nil {
				return
			}
			if _, again := d.Engine(g, net); again == nil || again.Error() != err.Error() {
				t.Errorf("then it says %v, want %v again", again, err)
			}
		})
	}
}

// A process that is killed after some batches fails all who wait, and none waits for ever;
// another one that is started answers as the first did.
func TestKilledUnderWay(t *testing.T) {
	kills := 10
	if os.Getenv("LUDENS_LONG") != "" {
		kills = 300
	}
	g, net := champion(t, "celta")
	obs := observed(g, positions(g, 16))
	want := inferred(t, selfplay.EngineFor(g, net, nil), net.Spec(), obs)
	for kill := range kills {
		d, err := doubled(t, sound, 16, patient)
		if err != nil {
			t.Fatal(err)
		}
		e := engine(t, d, g, net)
		var wait sync.WaitGroup
		left := atomic.Int32{}
		left.Store(int32(kill % 17))
		for range 4 {
			wait.Go(func() {
				out := net.Spec().NewOutputs(16)
				for {
					if err := e.Infer(obs, 16, out); err != nil {
						if want := "device ort:cpu fp32: it crashed: signal: killed"; err.Error() != want {
							t.Errorf("kill %d: %v, want %s", kill, err, want)
						}
						return
					}
					if !equal(out, want) {
						t.Errorf("kill %d: other answers than the network's", kill)
					}
					if left.Add(-1) == -1 {
						d.child.Kill()
					}
				}
			})
		}
		wait.Wait()
	}
}

// A device that is closed says so.
func TestClosed(t *testing.T) {
	g, net := champion(t, "celta")
	d, err := doubled(t, sound, 16, patient)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	d.tell = func(line string) { said = append(said, line) }
	e := engine(t, d, g, net)
	inferred(t, e, net.Spec(), observed(g, positions(g, 31)))
	d.Close()
	d.Close()
	// 64 positions that are compared, in frames of 16, then 16 and 15.
	if last := "device ort:cpu fp32 double 1.0 on paper: 95 positions, 16 in a frame of 16 on average"; len(said) != 2 || said[1] != last {
		t.Errorf("it says %q, want at last %q", said, last)
	}
	if err := e.Infer(make([]float32, net.Spec().Size()), 1, net.Spec().NewOutputs(1)); err == nil || err.Error() != "device ort:cpu fp32: it is closed" {
		t.Error(err)
	}
	if err := e.Infer(nil, 1, net.Spec().NewOutputs(1)); err == nil {
		t.Error("observations of no rows are taken for one")
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]Kind{
		"ort:cpu":                            {ort, "cpu", fp32, 256},
		"ort:cuda":                           {ort, "cuda", fp16, 256},
		"ort:tensorrt,precision=fp32":        {ort, "tensorrt", fp32, 256},
		"torch:cuda,batch=1024":              {torch, "cuda", fp16, 1024},
		"torch:mps,precision=fp16,batch=512": {torch, "mps", fp16, 512},
	} {
		if got, err := parse(text); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                       `device ""; want LIBRARY:PROVIDER, as in ort:cpu, ort:cuda, torch:cuda`,
		"cuda":                   `device "cuda"; want LIBRARY:PROVIDER, as in ort:cpu, ort:cuda, torch:cuda`,
		"jax:cpu":                `device "jax:cpu": no library "jax"; want ort or torch`,
		"ort:cuba":               `device "ort:cuba": ort has no provider "cuba" (did you mean "cuda"?); want one of cpu, cuda, tensorrt, coreml, directml, openvino`,
		"ort:cpu,precision=int8": `device "ort:cpu,precision=int8": precision = "int8"; want fp32 or fp16`,
		"ort:cpu,batch=0":        `device "ort:cpu,batch=0": batch = "0"; want 1 to 4096`,
		"ort:cpu,threads=2":      `device "ort:cpu,threads=2": no option "threads"; want precision or batch`,
	} {
		if _, err := parse(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", text, err, want)
		}
	}
}
