package train

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"ludens/env/seed"
	"ludens/nn"
)

// reader reads a checkpoint with nothing of ours, as docs/checkpoint.md tells it, and
// computes what its network answers with numpy alone.
const reader = `
import hashlib, json, struct, sys
import numpy as np

question = json.load(sys.stdin)
b = open(question["file"], "rb").read()
assert b[:7] == b"LUDCKPT" and b[7:8] in b"12", b[:8]
assert hashlib.sha256(b[:-32]).digest() == b[-32:]
(n,) = struct.unpack("<I", b[8:12])
header = json.loads(b[12:12 + n])
(m,) = struct.unpack("<Q", b[12 + n:20 + n])
body = b[20 + n:20 + n + m]
assert len(b) == 20 + n + m + 32
(h,) = struct.unpack("<Q", body[:8])
tensors = {}
for name, t in json.loads(body[8:8 + h]).items():
    assert t["dtype"] == "F32"
    start, end = t["data_offsets"]
    tensors[name] = np.frombuffer(body[8 + h + start:8 + h + end], "<f4").astype(np.float64).reshape(t["shape"])

def get(layer, part):
    return tensors[f"net.{layer}.{part}"]

def conv(layer, x):
    w = get(layer, "weight")
    pad = w.shape[2] // 2
    rows, cols = x.shape[2:]
    x = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    out = 0
    for i in range(w.shape[2]):
        for j in range(w.shape[3]):
            out = out + np.einsum("oc,ncrk->nork", w[:, :, i, j], x[:, :, i:i + rows, j:j + cols])
    return out

def column(v):
    return v[None, :, None, None]

def norm(layer, x):
    gamma, beta, mean, variance = (column(get(layer, p)) for p in ("gamma", "beta", "mean", "variance"))
    return gamma * (conv(layer, x) - mean) / np.sqrt(variance + 1e-5) + beta

def relu(x):
    return np.maximum(x, 0)

def dense(layer, x):
    return x @ get(layer, "weight") + get(layer, "bias")

def softmax(x):
    e = np.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)

s = header["network"]
x = np.array(question["obs"]).reshape(-1, s["planes"], s["rows"], s["cols"])
n = len(x)
x = relu(norm("stem", x))
for i in range(s["blocks"]):
    x = relu(norm(f"block{i}.second", relu(norm(f"block{i}.first", x))) + x)
features = relu(norm("policy.features", x))
logits = []
if s["policy_planes"]:
    logits.append((conv("policy.planes", features) + column(get("policy.planes", "bias"))).reshape(n, -1))
if s["globals"]:
    logits.append(dense("policy.globals", features.reshape(n, -1)))
hidden = relu(dense("value.hidden", relu(norm("value.features", x)).reshape(n, -1)))
score = np.zeros(n)
if s.get("score"):
    parts = softmax(dense("value.score", hidden))
    score = parts[:, 0] - parts[:, 1]
print(json.dumps({"game": header["game"], "logits": np.concatenate(logits, 1).ravel().tolist(),
                  "wdl": softmax(dense("value.wdl", hidden)).ravel().tolist(), "score": score.tolist()}))
`

// A checkpoint is read by others from its page alone, docs/checkpoint.md, and answers
// them as it does us.
func TestCheckpointInPython(t *testing.T) {
	python := cmp.Or(os.Getenv("PYTHON"), "python3")
	if testing.Short() || exec.Command(python, "-c", "import numpy").Run() != nil {
		t.Skip("wants Python with numpy: as python3, or named by PYTHON")
	}
	for _, s := range []nn.Spec{
		sample(t).Network,
		{Planes: 3, Rows: 5, Cols: 4, Channels: 6, Blocks: 2, PolicyChannels: 3, PolicyPlanes: 2, Globals: 3, ValueChannels: 2, ValueHidden: 5, Score: true},
		{Planes: 2, Rows: 6, Cols: 7, Channels: 5, Blocks: 0, PolicyChannels: 2, Globals: 7, ValueChannels: 1, ValueHidden: 4},
	} {
		c, path := checkpointOf(t, s), filepath.Join(t.TempDir(), "a.ckpt")
		if _, err := c.Write(path); err != nil {
			t.Fatal(err)
		}
		const rows = 3
		obs := make([]float32, rows*s.Size())
		for i := range obs {
			obs[i] = float32(i*7%5) / 4
		}
		want := s.NewOutputs(rows)
		if err := nn.NewEngine(c.Net).Infer(obs, rows, want); err != nil {
			t.Fatal(err)
		}
		var got struct {
			Game               string
			Logits, WDL, Score []float64
		}
		askPython(t, python, map[string]any{"file": path, "obs": obs}, &got)
		if got.Game != c.Game {
			t.Errorf("game %q, want %q", got.Game, c.Game)
		}
		alike(t, "logits", got.Logits, want.Logits)
		alike(t, "WDL", got.WDL, want.WDL)
		alike(t, "score", got.Score, want.Score)
	}
}

// checkpointOf returns sample with another network, whose batch norm does something.
func checkpointOf(t *testing.T, s nn.Spec) *Checkpoint {
	t.Helper()
	c := sample(t)
	net, err := nn.New(s, seed.New(4).Rand())
	if err != nil {
		t.Fatal(err)
	}
	ts := net.Tensors()
	for _, x := range ts {
		if len(x.Shape) == 1 {
			for i := range x.Data {
				x.Data[i] += 0.25 + float32(i%3)/8
			}
		}
	}
	if net, err = nn.FromTensors(s, ts); err != nil {
		t.Fatal(err)
	}
	c.Network, c.Net, c.Learner = s, net, nil
	return c
}

func askPython(t *testing.T, python string, question, answer any) {
	t.Helper()
	in, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	p := exec.Command(python, "-c", reader)
	p.Stdin, p.Stderr = bytes.NewReader(in), &errs
	out, err := p.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &errs)
	}
	if err := json.Unmarshal(out, answer); err != nil {
		t.Fatal(err)
	}
}

// alike complains unless got is want to 1e-4.
func alike(t *testing.T, what string, got []float64, want []float32) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d numbers, want %d", what, len(got), len(want))
		return
	}
	for i, v := range got {
		if !(math.Abs(v-float64(want[i])) <= 1e-4) {
			t.Errorf("%s: number %d is %v, want %v", what, i, v, want[i])
			return
		}
	}
}
