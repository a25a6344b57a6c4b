package export

import (
	"archive/zip"
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"ludens/env"
	"ludens/selfplay"
)

// row is what an npz must say of a position, found by playing the game again.
type row struct {
	Obs                                         []float32
	Legal                                       []bool
	Policy                                      []float32
	PolicyWeight, ValueWeight, SearchValue      float32
	Value, Action, ToMove, Game, Iteration, Ply int
}

func rowsOf(t *testing.T, g env.Game, all []*selfplay.Record) (rows []row) {
	t.Helper()
	spec := g.Spec()
	for i, r := range all {
		err := r.Replay(g, func(s env.State, ply int) {
			p := r.Plies[ply]
			x := row{
				Obs: make([]float32, spec.Size()), Legal: make([]bool, spec.Actions), Policy: make([]float32, spec.Actions),
				SearchValue: p.Value, Action: int(p.Action), ToMove: int(s.ToMove()), Game: i, Iteration: 1 + 2*i/len(all), Ply: ply,
				Value: int(r.Result.For(s.ToMove())), ValueWeight: 1,
			}
			if r.Truncated {
				x.ValueWeight = 0
			}
			s.Observe(x.Obs)
			for _, a := range s.Legal(nil) {
				x.Legal[a] = true
			}
			for _, share := range p.Policy {
				x.Policy[share.Action], x.PolicyWeight = share.Probability, 1
			}
			rows = append(rows, x)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return rows
}

const loadNPZ = `
import json, sys, numpy
q = json.load(sys.stdin)
f = numpy.load(q["path"])
about = json.loads(str(f["about"]))
assert about["game"] == q["game"] and about["format"] == "ludens positions 1", about
names = dict(obs="Obs", legal="Legal", policy="Policy", policy_weight="PolicyWeight", value="Value", value_weight="ValueWeight",
  search_value="SearchValue", action="Action", to_move="ToMove", game="Game", iteration="Iteration", ply="Ply")
assert sorted(f.files) == sorted(list(names) + ["about"]), f.files
for name, field in names.items():
    got = f[name]
    want = numpy.array([r[field] for r in q["rows"]], dtype=numpy.float32).reshape(got.shape)
    assert (got.astype(numpy.float32) == want).all(), name
assert f["obs"].shape[1:] == tuple(q["shape"]) and f["legal"].dtype == bool and f["policy"].dtype == numpy.float32
assert f["obs"].dtype == q["dtype"], f["obs"].dtype
assert (f["legal"].sum(1) > 0).all() and abs(f["policy"].sum(1) - f["policy_weight"]).max() < 1e-5
print("ok")
`

// NumPy, written by others, loads what playing the games again shows.
func TestNumPyLoads(t *testing.T) {
	for name, dtype := range map[string]string{"tictactoe": "uint8", "celta": "uint8"} {
		g := game(t, name)
		all := selfPlayed(t, g, 3)
		python(t, "numpy", loadNPZ, map[string]any{
			"path": written(t, g, all, "npz"), "game": name, "rows": rowsOf(t, g, all), "shape": g.Spec().Shape, "dtype": dtype,
		})
	}
}

// Without Python: the archive holds these arrays, each as long as its header says.
func TestNPZ(t *testing.T) {
	g := game(t, "tictactoe")
	all := selfPlayed(t, g, 4)
	file, err := zip.OpenReader(written(t, g, all, "npz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n := len(rowsOf(t, g, all))
	size := map[string]int{"obs": 2 * 9, "legal": 9, "policy": 4 * 9, "policy_weight": 4, "value": 1, "value_weight": 4,
		"search_value": 4, "action": 4, "to_move": 1, "game": 4, "iteration": 4, "ply": 4}
	for _, f := range file.File {
		name := strings.TrimSuffix(f.Name, ".npy")
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if _, err := text.ReadFrom(in); err != nil {
			t.Fatal(err)
		}
		head := 10 + int(text.Bytes()[8]) + int(text.Bytes()[9])<<8
		if head%64 != 0 || name != "about" && text.Len() != head+n*size[name] {
			t.Errorf("%s: %d bytes with a head of %d, want %d behind it", name, text.Len(), head, n*size[name])
		}
		delete(size, name)
	}
	if len(size) > 0 {
		t.Errorf("no arrays %v", size)
	}
}

// The smallest type is one that loses nothing.
func TestNarrow(t *testing.T) {
	for _, c := range []struct {
		x    []float32
		want string
	}{
		{[]float32{0, 1}, "|u1"}, {[]float32{255}, "|u1"}, {[]float32{256}, "<f2"}, {[]float32{0, 1, 0.5, -0.25}, "<f2"}, {[]float32{1.0 / 3}, "<f4"},
		{[]float32{1e-5}, "<f4"}, {[]float32{1 << 20}, "<f4"}, {[]float32{-1}, "<f2"},
	} {
		var n narrow
		for _, x := range c.x {
			n.see(x)
		}
		if n.kind() != c.want {
			t.Errorf("%v: %s, want %s", c.x, n.kind(), c.want)
		}
	}
	for x, want := range map[float32]uint16{0: 0, 1: 0x3c00, 0.5: 0x3800, -2: 0xc000, 65504: 0x7bff, 0.333251953125: 0x3555, 6.103515625e-05: 0x0400} {
		if b := floats(x); !isHalf(x) || (&narrow{notByte: true}).convert(nil, b)[0] != byte(want) || (&narrow{notByte: true}).convert(nil, b)[1] != byte(want>>8) {
			t.Errorf("%v is not %#04x", x, want)
		}
	}
}

// A table read back says what playing the games again shows.
func TestParquet(t *testing.T) {
	g := game(t, "celta")
	all := selfPlayed(t, g, 3)
	path := written(t, g, all, "parquet")
	got, err := parquet.ReadFile[position](path)
	if err != nil {
		t.Fatal(err)
	}
	want := rowsOf(t, g, all)
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i, r := range got {
		w := want[i]
		dense := make([]float32, len(w.Policy))
		for j, a := range r.PolicyTo {
			dense[a] = r.Policy[j]
		}
		legal := make([]bool, len(w.Legal))
		for _, a := range r.Legal {
			legal[a] = true
		}
		back := row{w.Obs, legal, dense, w.PolicyWeight, r.ValueWeight, r.SearchValue, int(r.Value), int(r.Action), w.ToMove, int(r.Game), int(r.Iteration), int(r.Ply)}
		s, err := g.(env.Notated).ParsePosition(r.Position)
		if !reflect.DeepEqual(back, w) || err != nil || r.ToMove != env.Player(w.ToMove).String() || !slices.ContainsFunc(s.Legal(nil), func(a env.Action) bool { return s.Format(a) == r.Move }) {
			t.Fatalf("row %d: %+v", i, r)
		}
	}
	python(t, "pandas, pyarrow", `
import json, sys, pandas
q = json.load(sys.stdin)
t = pandas.read_parquet(q["path"])
assert list(t["action"]) == q["actions"] and t["policy"].map(sum).max() < 1.001 and t["ending"].iloc[0] in ("rules", "cut off")
print("ok")
`, map[string]any{"path": path, "actions": actionsOf(all)})
}
