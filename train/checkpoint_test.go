package train

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/seed"
	"ludens/nn"
)

// sample is a small checkpoint for tic-tac-toe.
func sample(t *testing.T) *Checkpoint {
	t.Helper()
	g := ticTacToe(t)
	shape := nn.Spec{Planes: g.Spec().Shape[0], Rows: 3, Cols: 3, Channels: 4, Blocks: 1, PolicyChannels: 2,
		PolicyPlanes: 1, ValueChannels: 1, ValueHidden: 4}
	net, err := nn.New(shape, seed.New(3).Rand())
	if err != nil {
		t.Fatal(err)
	}
	trainer, err := nn.NewTrainer(net, small().Optimiser)
	if err != nil {
		t.Fatal(err)
	}
	return &Checkpoint{
		Header: Header{Game: g.Spec().Name, Version: g.Spec().Version, Rules: env.Fingerprint(g), Network: shape,
			Config: "seed = 3\n", Seed: 3, At: Progress{Iteration: 2, Steps: 9, Games: 12, Positions: 80},
			Strength: []arena.Standing{{Opponent: "random", Roles: [2]arena.Score{{Wins: 3}, {Draws: 1, Losses: 2}}}}, Parent: "abc"},
		Net: net, Learner: trainer.State(),
	}
}

func written(t *testing.T) (path string, file []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "a.ckpt")
	if _, err := sample(t).Write(path); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, file
}

func TestCheckpointRoundTrip(t *testing.T) {
	want, path := sample(t), filepath.Join(t.TempDir(), "a.ckpt")
	reach, err := nn.Calibrate(want.Net, make([]float32, want.Network.Size()), 1)
	if err != nil {
		t.Fatal(err)
	}
	want.Reach = &reach
	hash, err := want.Write(path)
	if err != nil {
		t.Fatal(err)
	}
	got, again, err := ReadCheckpoint(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if whole := fmt.Sprintf("%x", sha256.Sum256(file)); hash != whole || again != whole {
		t.Errorf("hash %s when written, %s when read, %s of the file", hash, again, whole)
	}
	if end := hex.EncodeToString(file[len(file)-sha256.Size:]); got.Digest != end {
		t.Errorf("digest %s, the file ends with %s", got.Digest, end)
	}
	if !reflect.DeepEqual(got.Header, want.Header) {
		t.Errorf("header %+v, want %+v", got.Header, want.Header)
	}
	if got.Net.Hash() != want.Net.Hash() || !reflect.DeepEqual(got.Learner, want.Learner) || !reflect.DeepEqual(got.Reach, want.Reach) {
		t.Error("the network, the learner's state or the reach in bytes has changed")
	}
	obs := make([]float32, want.Network.Size())
	obs[0], obs[5] = 1, 1
	a, b := want.Network.NewOutputs(1), want.Network.NewOutputs(1)
	if err := errors.Join(nn.NewEngine(want.Net).Infer(obs, 1, a), nn.NewEngine(got.Net).Infer(obs, 1, b)); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a, b) {
		t.Error("outputs are not bit-identical")
	}
}

func refuses(t *testing.T, what, path string, file []byte, want error) {
	t.Helper()
	if err := os.WriteFile(path, file, 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, err := ReadCheckpoint(path)
	if err == nil {
		t.Errorf("%s: read without an error", what)
		return
	}
	if want != nil && !errors.Is(err, want) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), path) {
		t.Errorf("%s: error %q, want %v in one line that names the file", what, err, want)
	}
}

func TestCutCheckpointIsRefused(t *testing.T) {
	path, file := written(t)
	for _, n := range []int{0, 3, 7, 8, 11, 12, 40, len(file) / 2, len(file) - 33, len(file) - 32, len(file) - 1} {
		refuses(t, "cut", path, file[:n], nil)
	}
	refuses(t, "one byte more", path, append(bytes.Clone(file), 0), ErrCorrupt)
}

func TestFlippedBitIsRefused(t *testing.T) {
	path, file := written(t)
	for i := 0; i < len(file); i += 97 {
		bad := bytes.Clone(file)
		bad[i] ^= 0x10
		refuses(t, "flipped bit", path, bad, nil)
	}
}

func TestForeignAndOlderFilesAreRefused(t *testing.T) {
	path, file := written(t)
	refuses(t, "text", path, []byte("a file of another kind altogether"), ErrForeign)
	older := bytes.Clone(file)
	older[7] = '0'
	refuses(t, "older format", path, older, ErrFormat)
	first := bytes.Clone(file[:len(file)-sha256.Size])
	first[7] = '1' // reads as it did
	sum := sha256.Sum256(first)
	if _, _, err := DecodeCheckpoint(append(first, sum[:]...)); err != nil {
		t.Errorf("format 1: error %v", err)
	}
	if _, _, err := ReadCheckpoint(t.TempDir()); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("folder: error %v", err)
	}
}

func TestFitsSaysWhatDiffers(t *testing.T) {
	c := sample(t)
	if err := c.Fits(ticTacToe(t)); err != nil {
		t.Errorf("its own game: %v", err)
	}
	other, err := games.Make("connect4")
	if err != nil {
		t.Fatal(err)
	}
	version, rules := *c, *c
	version.Version++
	rules.Rules = "0"
	for _, tt := range []struct {
		name string
		err  error
		want string
	}{
		{"another game", c.Fits(other), "for tictactoe, the game is connect4"},
		{"another version", version.Fits(ticTacToe(t)), "version"},
		{"other rules", rules.Fits(ticTacToe(t)), "other rules"},
	} {
		if tt.err == nil || !strings.Contains(tt.err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one with %q", tt.name, tt.err, tt.want)
		}
	}
}

// A variant's rules show in its fingerprint, its name alone does not.
func TestFingerprintTellsRules(t *testing.T) {
	print := func(name string) string {
		g, err := games.Make(name)
		if err != nil {
			t.Fatal(err)
		}
		return env.Fingerprint(g)
	}
	once, again := print("celta"), print("celta")
	if once != again {
		t.Errorf("a fingerprint changes from call to call: %s, %s", once, again)
	}
	for _, other := range []string{"cuervo", "celta:first=attackers", "celta:corner_hostile=adk", "wtf"} {
		if print(other) == print("celta") {
			t.Errorf("%s has celta's fingerprint", other)
		}
	}
}

func TestUnwritableFolderKeepsTheOldFile(t *testing.T) {
	path, file := written(t)
	dir := filepath.Dir(path)
	// A folder in the way of the rename fails for root, too.
	blocked := filepath.Join(dir, "blocked.ckpt")
	if err := os.MkdirAll(filepath.Join(blocked, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := sample(t).Write(blocked); err == nil {
		t.Error("wrote over a folder")
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, file) {
		t.Error("the checkpoint beside it has changed")
	}
	left, _ := filepath.Glob(filepath.Join(dir, ".*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func FuzzReadCheckpoint(f *testing.F) {
	f.Add([]byte(ckptMagic + "1"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if c, _, err := decode(bytes.NewReader(file), int64(len(file))); err == nil && c.Net == nil {
			t.Error("a checkpoint without a network")
		}
	})
}
