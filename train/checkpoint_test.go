package train

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
)

// sample is a small checkpoint for tic-tac-toe.
func sample(t testing.TB) *Checkpoint {
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
	want.Ranges = &reach
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
	if got.Net.Hash() != want.Net.Hash() || !reflect.DeepEqual(got.Learner, want.Learner) || !reflect.DeepEqual(got.Ranges, want.Ranges) {
		t.Error("the network, the learner's state or the activation ranges have changed")
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

// The sizes that the beginning of a file claims are read up to their limits, which no file of
// a test has, and fit the file's size.
func TestClaimedSizes(t *testing.T) {
	for _, c := range []struct {
		name            string
		header, tensors int64
		more            int64 // that the file is longer than they say
		refused         bool
	}{
		{"no tensors", 2, 0, 0, false}, // of a learned evaluation
		{"less than none", 2, -1, 0, true},
		{"the most tensors", 2, maxTensors, 0, false},
		{"more tensors", 2, maxTensors + 1, 0, true},
		{"the largest header", maxHeader, 8, 0, false},
		{"a larger header", maxHeader + 1, 8, 0, true},
		{"a byte more", 2, 8, 1, true},
		{"a byte less", 2, 8, -1, true},
	} {
		begins := append([]byte(ckptMagic), ckptNewest)
		begins = binary.LittleEndian.AppendUint32(begins, uint32(c.header))
		begins = append(append(begins, "{}"...), bytes.Repeat([]byte(" "), int(c.header)-2)...)
		begins = binary.LittleEndian.AppendUint64(begins, uint64(c.tensors))
		n, err := new(Header).read(bytes.NewReader(begins), int64(len(begins))+c.tensors+sha256.Size+c.more)
		if c.refused != errors.Is(err, ErrCorrupt) || !c.refused && (err != nil || n != c.tensors) {
			t.Errorf("%s: %d bytes of tensors, %v", c.name, n, err)
		}
	}
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
	other := games.Must("connect4")
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
		g := games.Must(name)
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

// A bad writer is distinguished from damage: where the checksum is right, the tensor is at
// fault, and named; where it is wrong, too, the file is damaged, whatever a tensor
// says. Both with the fault in the first tensor, so that much of the file follows.
func TestBadTensorIsToldFromDamage(t *testing.T) {
	path, file := written(t)
	body := len(file) - sha256.Size
	head := 12 + int(binary.LittleEndian.Uint32(file[8:]))
	numbers := head + 8 + 8 + int(binary.LittleEndian.Uint64(file[head+8:]))
	nan := bytes.Clone(file)
	binary.LittleEndian.PutUint32(nan[numbers:], math.Float32bits(float32(math.NaN())))
	refuses(t, "NaN and a wrong checksum", path, nan, ErrCorrupt)

	sum := sha256.Sum256(nan[:body])
	copy(nan[body:], sum[:])
	refuses(t, "NaN", path, nan, nil)
	_, _, err := ReadCheckpoint(path)
	if errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "tensor net.") {
		t.Errorf("NaN under a right checksum: %v, want the tensor's name and no word of damage", err)
	}
	if _, _, err := DecodeCheckpoint(file); err != nil {
		t.Errorf("the file as it was: %v", err)
	}
}

// sealed is a checkpoint file of a header and tensors with right lengths and the
// right checksum.
func sealed(header, tensors []byte) []byte {
	file := append([]byte(ckptMagic), ckptFormat)
	file = append(binary.LittleEndian.AppendUint32(file, uint32(len(header))), header...)
	file = append(binary.LittleEndian.AppendUint64(file, uint64(len(tensors))), tensors...)
	sum := sha256.Sum256(file)
	return append(file, sum[:]...)
}

// unsealed is what sealed makes a file of.
func unsealed(file []byte) (header, tensors []byte) {
	rest := file[len(ckptMagic)+1:]
	n := binary.LittleEndian.Uint32(rest)
	return rest[4:][:n], rest[4+n+8 : len(rest)-sha256.Size]
}

func TestSealedIsAFile(t *testing.T) {
	_, file := written(t)
	if !bytes.Equal(sealed(unsealed(file)), file) {
		t.Error("another file")
	}
}

// A small file that claims much is refused before it takes memory, with a right
// checksum, too.
func TestBombsAreRefused(t *testing.T) {
	path, file := written(t)
	header, tensors := unsealed(file)
	var wide, absurd Header
	for _, h := range []*Header{&wide, &absurd} {
		if err := json.Unmarshal(header, h); err != nil {
			t.Fatal(err)
		}
	}
	wide.Network.Channels, wide.Network.Blocks = 512, 7 // 33 million parameters
	absurd.Network.Channels, absurd.Network.Blocks = 4096, 128
	claim := func(shape string, end int) []byte {
		head := fmt.Sprintf(`{"a":{"dtype":"F32","shape":%s,"data_offsets":[0,%d]}}`, shape, end)
		return append(binary.LittleEndian.AppendUint64(nil, uint64(len(head))), head...)
	}
	for _, c := range []struct {
		name            string
		header, tensors []byte
		want            string
	}{
		{"a wide network", jsonOf(t, wide), tensors, "it holds"},
		{"an absurd network", jsonOf(t, absurd), tensors, "make 38656897088 parameters"},
		{"a long tensor", header, claim("[1000000000]", 4_000_000_000), "want them from 0 and within"},
		{"a long shape", header, claim("[65536,65536,65536,65536]", 0), "shape"},
		{"a long header of tensors", header, []byte("\xff\xff\xff\x7f\x00\x00\x00\x00"), "bytes"},
	} {
		file := sealed(c.header, append(c.tensors, make([]byte, max(0, len(tensors)-len(c.tensors)))...))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		refuses(t, c.name, path, file, nil)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 8<<20 {
			t.Errorf("%s: %d bytes of file, %d allocated", c.name, len(file), took)
		}
		if _, _, err := ReadCheckpoint(path); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

func jsonOf(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A network that sees another board, or answers with other actions, cannot play
// the game whose name its checkpoint has.
func TestNetworkMustFitItsGame(t *testing.T) {
	g := ticTacToe(t)
	for _, change := range []func(s *nn.Spec){
		func(s *nn.Spec) { s.Rows, s.Cols = 2, 2 },
		func(s *nn.Spec) { s.Rows = 4 },
		func(s *nn.Spec) { s.Planes++ },
		func(s *nn.Spec) { s.PolicyPlanes++ },
		func(s *nn.Spec) { s.Globals++ },
	} {
		c := sample(t)
		change(&c.Network)
		err := c.Fits(g)
		if err == nil || !strings.Contains(err.Error(), "network does not fit tictactoe") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: got %v", c.Network, err)
		}
	}
	c := sample(t)
	c.Network.Rows, c.Network.Cols = 2, 2
	want := "the checkpoint's network does not fit tictactoe: it is for 2 planes of 2x2 and 4+0 actions, the game has 2 planes of 3x3 and 9+0 actions"
	if err := c.Fits(g); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// FuzzReadCheckpoint reads files with right lengths and checksums. What is
// accepted as a checkpoint of the game plays, and is written and read back.
func FuzzReadCheckpoint(f *testing.F) {
	path := filepath.Join(f.TempDir(), "a.ckpt")
	c := sample(f)
	if _, err := c.Write(path); err != nil {
		f.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	header, tensors := unsealed(file)
	f.Add(header, tensors)
	reach, err := nn.Calibrate(c.Net, make([]float32, c.Network.Size()), 1)
	if err != nil {
		f.Fatal(err)
	}
	c.Ranges, c.Learner = &reach, nil
	var quantised bytes.Buffer
	if _, err := c.Encode(&quantised); err != nil {
		f.Fatal(err)
	}
	header, tensors = unsealed(quantised.Bytes())
	f.Add(header, tensors)
	g := ticTacToe(f)
	f.Fuzz(func(t *testing.T, header, tensors []byte) {
		c, hash, err := DecodeCheckpoint(sealed(header, tensors))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of more lines: %q", err)
			}
			return
		}
		var again bytes.Buffer
		if _, err := c.Encode(&again); err != nil {
			t.Fatal(err)
		}
		if _, _, err := DecodeCheckpoint(again.Bytes()); err != nil {
			t.Fatalf("checkpoint %s does not survive writing: %v", hash, err)
		}
		if c.Fits(g) != nil {
			return
		}
		s := g.New(0)
		legal := s.Legal(nil)
		leaf := []mcts.Leaf{{State: s, Legal: legal, Prior: make([]float32, len(legal))}}
		player := selfplay.Network(g.Spec(), selfplay.Net{Inferer: nn.NewEngine(c.Net)})
		if err := player.Evaluate(t.Context(), leaf); err != nil {
			t.Logf("refused to evaluate: %v", err)
		}
		learnerOf(c, small(), func(net *nn.Net, state []nn.Tensor) (Learner, error) {
			l, err := nn.NewTrainer(net, small().Optimiser)
			if err == nil {
				err = l.SetState(state)
			}
			return l, err
		})
	})
}

// The header alone is read as the whole is, and a file without one is refused by its name.
func TestReadHeader(t *testing.T) {
	want, path := sample(t), filepath.Join(t.TempDir(), "a.ckpt")
	if _, err := want.Write(path); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadHeader(path); err != nil || !reflect.DeepEqual(got, want.Header) {
		t.Errorf("%+v, %v, want %+v", got, err, want.Header)
	}
	if err := os.Truncate(path, 40); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{path, path + ".none"} {
		if _, err := ReadHeader(bad); err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
