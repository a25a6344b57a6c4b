package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludens/internal/exit"
	"ludens/nn"
	"ludens/train"
)

// A run that diverges exits with 1 and one line: what diverged, in which iteration,
// what to do, and the last good checkpoint, which is still good.
func TestDivergedRunStops(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, "train", "tictactoe", "--rehearse", "--run", "good")
	for _, tt := range []struct{ args, last string }{
		{"train tictactoe --run a --set train.learning_rate=10", "no checkpoint was saved"},
		{"train tictactoe --run b --set train.learning_rate=10 --from good", "from the last good checkpoint: --from " + filepath.Join("b", "checkpoints", "000000.ckpt")},
	} {
		_, errs, code := speak(t, "", strings.Fields(tt.args)...)
		line := lastLine(errs)
		for _, want := range []string{"training diverged in iteration 1: ", "lower train.learning_rate (it was 10 there)", tt.last} {
			if code != exit.CodeError || !strings.Contains(line, want) {
				t.Errorf("ludens %s: exit code %d, %q; want %d and a line with %q", tt.args, code, line, exit.CodeError, want)
			}
		}
	}
	// The control: the checkpoint that was named plays.
	must(t, "match", "tictactoe", filepath.Join("b", "checkpoints", "000000.ckpt")+"@8", "random", "--games", "2")
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// A network whose weights are finite and whose answers are not ends each verb with one
// line that names the agent and the position; the same verbs work with the network as it
// was. Weights that no training can have come to are refused when they are read.
func TestOverflowingNetworkIsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, "train", "connect4", "--rehearse", "--run", "good")
	good := filepath.Join("good", "checkpoints", "000002.ckpt")
	spoil(t, good, "overflows.ckpt", nn.MaxWeight)
	for _, words := range []string{
		"match connect4 CKPT@16 random --games 2",
		"match connect4 CKPT@16+root=puct random --games 2",
		"match connect4 CKPT@16+root=puct+threads=2 random --games 2",
		"match connect4 CKPT@0 random --games 2",
		"eval connect4 CKPT@16 --baselines random --games 2",
		"balance connect4 --agent CKPT@16 --games 2 --out b",
		"play connect4 --agent CKPT@16 --as second",
	} {
		for _, path := range []string{good, "overflows.ckpt"} {
			began := time.Now()
			_, errs, code := speak(t, "d1\nquit\n", strings.Fields(strings.Replace(words, "CKPT", path, 1))...)
			if took := time.Since(began); took > 2*time.Minute {
				t.Errorf("ludens %s: took %v", words, took)
			}
			switch {
			case path == good && code != 0:
				t.Errorf("ludens %s: exit code %d with a good network: %s", words, code, errs)
			case path == good:
			case code == 0 || strings.Count(strings.TrimSpace(errs), "\n") > 0:
				t.Errorf("ludens %s: exit code %d, %q, want one line", words, code, errs)
			case !strings.Contains(errs, "agent ckpt:"+path) || !strings.Contains(errs, "not a usable evaluation") || !strings.Contains(errs, "in the position "):
				t.Errorf("ludens %s: %q, want the agent, what is wrong and the position", words, errs)
			}
		}
	}
	out, errs, code := speak(t, `{"id":"1","do":"play"}`+"\n", "engine", "connect4", "overflows.ckpt@16")
	if !strings.Contains(out+errs, "not a usable evaluation") {
		t.Errorf("ludens engine: exit code %d, %q, %q: want the error", code, out, errs)
	}

	spoil(t, good, "absurd.ckpt", 1e30)
	_, errs, code = speak(t, "", "match", "connect4", "absurd.ckpt@16", "random", "--games", "2")
	if code == 0 || !strings.Contains(errs, "is 1e+30, want -1e+06 to 1e+06") || strings.Count(strings.TrimSpace(errs), "\n") > 0 {
		t.Errorf("absurd weights: exit code %d, %q", code, errs)
	}
}

// spoil writes a checkpoint all of whose weights have one size, whatever a network may
// have, with the checksum that belongs to it.
func spoil(t *testing.T, from, to string, size float32) {
	t.Helper()
	c, _, err := train.ReadCheckpoint(from)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, tensor := range c.Net.Tensors() {
		if strings.HasSuffix(tensor.Name, ".mean") || strings.HasSuffix(tensor.Name, ".variance") {
			continue
		}
		var was, is []byte
		for _, v := range tensor.Data {
			was = binary.LittleEndian.AppendUint32(was, math.Float32bits(v))
			is = binary.LittleEndian.AppendUint32(is, math.Float32bits(float32(math.Copysign(float64(size), float64(v)))))
		}
		at := bytes.Index(file, was)
		if at < 0 {
			t.Fatalf("the numbers of %s are not in %s", tensor.Name, from)
		}
		copy(file[at:], is)
	}
	body := file[:len(file)-sha256.Size]
	sum := sha256.Sum256(body)
	if err := os.WriteFile(to, append(body, sum[:]...), 0o644); err != nil {
		t.Fatal(err)
	}
}
