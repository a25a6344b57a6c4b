package export_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/export"
	"ludens/nn"
	"ludens/train"
)

// checkpoint returns one of a new, small network of tic-tac-toe.
func checkpoint(t testing.TB) *train.Checkpoint {
	t.Helper()
	g := games.Must("tictactoe")
	s := g.Spec()
	spec := nn.Spec{
		Planes: s.Shape[0], Rows: s.Shape[1], Cols: s.Shape[2], PolicyPlanes: 1,
		Channels: 8, Blocks: 1, PolicyChannels: 2, ValueChannels: 1, ValueHidden: 4,
	}
	net, err := nn.New(spec, seed.New(1).Rand())
	if err != nil {
		t.Fatal(err)
	}
	learner, err := nn.NewTrainer(net, nn.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	h := train.Header{Game: s.Name, Version: s.Version, Rules: env.Fingerprint(g), Network: spec}
	return &train.Checkpoint{Header: h, Net: net, Learner: learner.State()}
}

// In each format the weights arrive as they were, and the checkpoint is as before.
func TestWrite(t *testing.T) {
	dir, c := t.TempDir(), checkpoint(t)
	learner := len(c.Learner)
	at := func(format string) string {
		file := filepath.Join(dir, "net."+format)
		if err := export.Write(c, strings.Repeat("ab", 32), format, file); err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		return file
	}
	text, err := os.ReadFile(at("safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	tensors, err := nn.ReadTensors(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	if net, err := nn.FromTensors(c.Network, tensors); err != nil || net.Hash() != c.Net.Hash() {
		t.Errorf("other weights: %v", err)
	}
	if text, err = os.ReadFile(at("onnx")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"tictactoe", strings.Repeat("ab", 32), c.Rules, `"channels":8`, "wdl"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the ONNX file does not hold %s", want)
		}
	}
	light, _, err := train.ReadCheckpoint(at("ckpt"))
	if err != nil || light.Learner != nil || light.Ranges == nil || light.Parent != strings.Repeat("ab", 32) || light.Net.Hash() != c.Net.Hash() {
		t.Errorf("to play with: %+v, %v", light.Header, err)
	}
	if len(c.Learner) != learner || learner == 0 || c.Parent != "" || c.Ranges != nil {
		t.Error("the checkpoint was changed")
	}
}

// Nothing is written where the format is unknown, or the rules are others.
func TestWriteRefuses(t *testing.T) {
	c, file := checkpoint(t), filepath.Join(t.TempDir(), "net")
	if err := export.Write(c, "", "pb", file); err == nil || !strings.Contains(err.Error(), "want one of onnx, safetensors, ckpt") {
		t.Errorf("got %v", err)
	}
	c.Rules = "others"
	if err := export.Write(c, "", "ckpt", file); err == nil {
		t.Error("a network of other rules is calibrated")
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a file is left behind")
	}
}

// What is written comes back: the weights as they were, a configuration to train on
// with, and activation ranges.
func TestReadWhatWasWritten(t *testing.T) {
	dir, c := t.TempDir(), checkpoint(t)
	g := games.Must("tictactoe")
	for _, format := range export.Weights {
		file := filepath.Join(dir, "net."+format)
		if err := export.Write(c, "", format, file); err != nil {
			t.Fatal(err)
		}
		got, err := export.Read(g, file)
		if err != nil {
			t.Errorf("%s: %v", format, err)
			continue
		}
		if got.Net.Hash() != c.Net.Hash() || got.Network != c.Network || got.Ranges == nil || got.Fits(g) != nil {
			t.Errorf("%s: another network: %+v", format, got.Header)
		}
		run, err := configs.Load(configs.Layer{Name: "config", Text: got.Config})
		if err != nil || run.Spec(g.Spec()) != c.Network {
			t.Errorf("%s: its configuration has a network of %+v, %v", format, run.Network, err)
		}
	}
}

// A file that is no network of the game is refused in one line that names the file.
func TestReadRefuses(t *testing.T) {
	dir, c := t.TempDir(), checkpoint(t)
	file := filepath.Join(dir, "net.onnx")
	if err := export.Write(c, "", "onnx", file); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ game, want string }{
		{"connect4", "its network was trained on the rules of tictactoe, want those of connect4"},
		{"misere-tictactoe", "its network was trained on the rules of tictactoe, want those of misere-tictactoe"},
	} {
		g := games.Must(tt.game)
		if _, err := export.Read(g, file); err == nil || err.Error() != file+": "+tt.want {
			t.Errorf("%s: error %v, want %s: %s", tt.game, err, file, tt.want)
		}
	}
}

// FuzzRead reads weights of any kind: what becomes of them can be written, read and played
// with, and what is refused is reported on one line.
func FuzzRead(f *testing.F) {
	dir, c := f.TempDir(), checkpoint(f)
	g, err := games.Make("tictactoe")
	if err != nil {
		f.Fatal(err)
	}
	for _, format := range export.Weights {
		file := filepath.Join(dir, "seed."+format)
		if err := export.Write(c, "", format, file); err != nil {
			f.Fatal(err)
		}
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	file := filepath.Join(dir, "fuzz.safetensors")
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(file, b, 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := export.Read(g, file)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %q", err)
			}
			return
		}
		var again bytes.Buffer
		if _, err := got.Encode(&again); err != nil {
			t.Fatal(err)
		}
		same, _, err := train.DecodeCheckpoint(again.Bytes())
		if err != nil || same.Net.Hash() != got.Net.Hash() || got.Fits(g) != nil {
			t.Errorf("its checkpoint cannot be written and read: %v", err)
		}
	})
}
