package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/nn"
	"ludens/train"
)

// rehearsed trains a tiny network in the current folder and returns its last
// checkpoint.
func rehearsed(t *testing.T) (*train.Checkpoint, string) {
	t.Helper()
	must(t, "train", "tictactoe", "--rehearse", "--run", "run")
	c, hash, err := train.ReadCheckpoint(filepath.Join("run", "checkpoints", "000002.ckpt"))
	if err != nil {
		t.Fatal(err)
	}
	return c, hash
}

func TestExportONNX(t *testing.T) {
	t.Chdir(t.TempDir())
	_, hash := rehearsed(t)
	out := works(t, "", "export", "run", "-o", "net.onnx")
	has(t, out, "net.onnx: network 8x1 of tictactoe", "after iteration 2\n", "sha256     "+hash+"\n",
		"in         obs [n, ", ", 3, 3]\n", "policy_logits [n, 9], wdl [n, 3]", "planes and actions: ludens games tictactoe\n")
	file := read(t, "net.onnx")
	for _, want := range []string{"ludens", "tictactoe", hash, `"channels":8`, "policy_logits", "block0.second.weight"} {
		if !strings.Contains(file, want) {
			t.Errorf("the file does not hold %s", want)
		}
	}
	works(t, "", split("export run/checkpoints/000002.ckpt --to onnx -o again.bin")...)
	if read(t, "again.bin") != file {
		t.Error("the folder and its newest checkpoint make different files")
	}
}

func TestExportSafetensors(t *testing.T) {
	t.Chdir(t.TempDir())
	c, _ := rehearsed(t)
	has(t, works(t, "", "export", "run", "-o", "net.safetensors"), "net.safetensors: network 8x1 of tictactoe")
	file, err := os.ReadFile("net.safetensors")
	if err != nil {
		t.Fatal(err)
	}
	ts, err := nn.ReadTensors(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	net, err := nn.FromTensors(c.Network, ts)
	if err != nil {
		t.Fatal(err)
	}
	if net.Hash() != c.Net.Hash() {
		t.Error("the network has changed on the way")
	}
}

// A checkpoint that was exported plays in bytes as the run does, without being
// calibrated again.
func TestExportCalibrates(t *testing.T) {
	t.Chdir(t.TempDir())
	rehearsed(t)
	works(t, "", split("export run -o net.ckpt")...)
	c, _, err := train.ReadCheckpoint("net.ckpt")
	if err != nil || c.Ranges == nil || c.Learner != nil {
		t.Fatalf("%v; calibrated: %v; learner: %v", err, c.Ranges != nil, c.Learner != nil)
	}
	plays := func(agent string) string {
		out := works(t, "", split("match tictactoe "+agent+" random --games 20 --opening 2 --out "+strings.ReplaceAll(agent, ":", "-"))...)
		return out[strings.Index(out, "playing"):strings.Index(out, "CPU      ")]
	}
	if got, want := plays("int8:net.ckpt@4"), plays("int8:run@4"); strings.ReplaceAll(got, "net.ckpt", "run") != want {
		t.Errorf("exported\n%s\nthe run\n%s", got, want)
	}
}

func TestExportComplaints(t *testing.T) {
	t.Chdir(t.TempDir())
	rehearsed(t)
	write(t, "foreign.ckpt", "PK\x03\x04 something else")
	if err := os.Mkdir("empty", 0o755); err != nil {
		t.Fatal(err)
	}
	complaints{
		{`export`, 2, `export: too few words; want: ludens export CHECKPOINT|FOLDER -o FILE`},
		{`export run`, 2, `export: where to? Add -o FILE`},
		{`export run -o net.pb`, 2, `export: the ending of net.pb names no format: add --to onnx, safetensors, ckpt or json`},
		{`export run --to onxn -o net.onnx`, 2, `export: no format "onxn" (did you mean "onnx"?); want onnx, safetensors, ckpt or json`},
		{`export run@50 -o net.onnx`, 2, `export: @50 means simulations, and a network makes none: name the folder, or the file of an iteration as in RUN/checkpoints/000050.ckpt`},
		{`export nowhere -o net.onnx`, 1, `no checkpoint at nowhere: train one with: ludens train GAME`},
		{`export empty -o net.onnx`, 1, `the folder empty holds no checkpoint yet`},
		{`export foreign.ckpt -o net.onnx`, 1, `foreign.ckpt is not a ludens checkpoint`},
		{`export run -o nowhere/net.onnx`, 1, `write nowhere/net.onnx: no such file or directory`},
	}.check(t)
	if left, _ := filepath.Glob("*net*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
