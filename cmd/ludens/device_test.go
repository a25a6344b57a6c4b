package main

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// dying is onnxruntime until it has evaluated as many batches as $LUDENS_TEST_BATCHES; then
// the process is killed in the middle of one.
const dying = `
import importlib.util, os, signal, sys
here = os.path.dirname(os.path.abspath(__file__))
sys.path.remove(here)
del sys.modules["onnxruntime"]
import onnxruntime
left = int(os.environ["LUDENS_TEST_BATCHES"])
class InferenceSession(onnxruntime.InferenceSession):
    def run_with_iobinding(self, *more):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().run_with_iobinding(*more)
sys.modules["onnxruntime"].InferenceSession = InferenceSession
`

// A run on a device is the run of its plan: the ledger has the device, the games are played
// again bit for bit there and not compared elsewhere, and each iteration's network plays.
// When the process is killed in the middle of a batch, the run says how to go on, and does
// so on the CPU.
func TestRunOnADevice(t *testing.T) {
	binary := program(t)
	python := cmp.Or(os.Getenv("PYTHON"), "python3")
	if exec.Command(python, "-c", "import numpy, gymnasium, pettingzoo, onnxruntime").Run() != nil {
		t.Skip("wants Python with numpy, gymnasium, pettingzoo and onnxruntime: as python3, or named by PYTHON")
	}
	packages, err := filepath.Abs(filepath.Join("..", "..", "python"))
	if err != nil {
		t.Fatal(err)
	}
	dir, stubs := t.TempDir(), t.TempDir()
	write(t, filepath.Join(stubs, "onnxruntime.py"), dying)
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	says := func(path, line string, fails bool, wants ...string) {
		t.Helper()
		c, out := command(dir, binary, strings.Fields(line)...)
		c.Env = append(os.Environ(), "PYTHONPATH="+path, "LUDENS_TEST_BATCHES=150")
		if err := c.Run(); (err != nil) != fails {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
		for _, want := range wants {
			if !strings.Contains(strings.Join(strings.Fields(out.String()), " "), want) {
				t.Errorf("%s: want %q in\n%s", line, want, out)
			}
		}
	}
	const device, small = " --device ort:cpu", " --set train.iterations=4 --set train.past_every=1 --set selfplay.games=24 --set search.simulations=8 --set search.considered=8 --set evaluation.every=0 --set evaluation.final_games=1 --set evaluation.baselines=[\"random\"]"
	says(packages, "train tictactoe --run whole"+device+small, false, "self-play in the device's precision; kernels", "with ort:cpu fp32 onnxruntime", "beside FP32 of this program the same first choice in 64 of 64 positions")
	says(packages, "verify whole --replay 100%"+device, false, "replayed 96 games", "nothing is wrong")
	says(packages, "verify whole --replay 100%", false, "replayed 0 games", "(see --kernels and --device)")

	killed := stubs + string(os.PathListSeparator) + packages
	says(killed, "train tictactoe --run cut"+device+small, true, "device ort:cpu fp32: it crashed: signal: killed", "of 4 iterations are saved; go on with: ", "resume cut, with --device as before, or without it by the kernels ")
	says(packages, "resume cut", false, "kernels: ", "until then: the outcome is that of neither alone; the ledger has it", "checkpoints/000004.ckpt")
	says(packages, "verify cut", false, "nothing is wrong")
}
