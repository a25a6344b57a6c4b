package dataset

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"

	"ludens/arena"
	"ludens/env"
	gamelist "ludens/env/games"
	"ludens/env/record"
	"ludens/mcts"
	ludensv1 "ludens/proto/ludens/v1"
	"ludens/selfplay"
)

func game(t testing.TB, name string) env.Game {
	t.Helper()
	g, err := gamelist.Make(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// selfPlayed returns some games of self-play by an evaluator that knows nothing, some
// of whose moves are not searched to learn from.
func selfPlayed(t testing.TB, g env.Game, n int) []*selfplay.Record {
	t.Helper()
	cfg := selfplay.Config{Games: n, Lockstep: n, Temperature: 1, TemperaturePly: 999, Search: mcts.Defaults(), OpeningPlies: 1}
	cfg.Search.Simulations, cfg.Search.Considered = 2, 2
	plan := selfplay.NewPlan(g, cfg, 1)
	all, keep := selfplay.Collect(plan)
	if err := selfplay.Play(context.Background(), plan, selfplay.Resources{Game: g, Now: mcts.Uniform{}}, 1, keep); err != nil {
		t.Fatal(err)
	}
	return all
}

// halves are games as those of two iterations.
func halves(all []*selfplay.Record) Games {
	return func(visit func(int, *selfplay.Record) error) error {
		for i, r := range all {
			if err := visit(1+2*i/len(all), r); err != nil {
				return err
			}
		}
		return nil
	}
}

// written writes games into a file of a format.
func written(t testing.TB, g env.Game, all []*selfplay.Record, format string) string {
	t.Helper()
	for _, f := range formats {
		if f.name == format {
			path := filepath.Join(t.TempDir(), "games"+f.ending)
			n, err := Write(path, format, g, halves(all))
			if err != nil {
				t.Fatal(err)
			}
			want := Count{Games: len(all)}
			for _, r := range all {
				want.Positions += len(r.Plies)
			}
			if n != want {
				t.Errorf("%s: %+v were written, want %+v", format, n, want)
			}
			return path
		}
	}
	t.Fatal(format)
	return ""
}

// python runs a script by the interpreter that PYTHON names, else python3, with a
// question on its standard input; it skips the test where modules are missing.
func python(t *testing.T, modules, script string, question any) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts Python")
	}
	path := cmp.Or(os.Getenv("PYTHON"), "python3")
	if exec.Command(path, "-c", "import "+modules).Run() != nil {
		t.Skip("wants Python with " + modules + ": as python3, or named by PYTHON")
	}
	text, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, "-c", script)
	c.Stdin = bytes.NewReader(text)
	if out, err := c.CombinedOutput(); err != nil || string(out) != "ok\n" {
		t.Errorf("Python says %v:\n%s", err, out)
	}
}

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

func actionsOf(all []*selfplay.Record) (actions []env.Action) {
	for _, r := range all {
		for _, p := range r.Plies {
			actions = append(actions, p.Action)
		}
	}
	return actions
}

// What is written as games is read again: the same moves and results.
func TestGamesAreReadAgain(t *testing.T) {
	for _, c := range []struct{ game, format string }{
		{"tictactoe", "jsonl"}, {"celta", "jsonl"}, {"cetran2", "pgn"}, {"cetran2", "jsonl"}, {"celta", "proto"}, {"cetran2", "proto"},
	} {
		g := game(t, c.game)
		all := selfPlayed(t, g, 3)
		got, err := Read(written(t, g, all, c.format), g, 0)
		if err != nil {
			t.Errorf("%v: %v", c, err)
			continue
		}
		for i, r := range got {
			w := all[i]
			if r.Result != w.Result || r.Truncated != w.Truncated || !reflect.DeepEqual(actionsOf(got[i:i+1]), actionsOf(all[i:i+1])) {
				t.Errorf("%v: game %d is not what was written", c, i+1)
			}
			if c.format == "proto" && !bytes.Equal(r.Marshal(), w.Marshal()) {
				t.Errorf("%v: game %d differs", c, i+1)
			}
			if c.format != "proto" && (len(r.Plies[0].Policy) != 1 || r.Plies[0].Policy[0] != selfplay.Share{Action: r.Plies[0].Action, Probability: 1}) {
				t.Errorf("%v: the policy target of the first move is %v", c, r.Plies[0].Policy)
			}
		}
		if few, err := Read(written(t, g, all, c.format), g, 2); err != nil || len(few) != 2 || len(got) != 3 {
			t.Errorf("%v: %d games of at most 2, %d of all: %v", c, len(few), len(got), err)
		}
	}
}

// The messages of the .proto are those of a segment's frames, field by field.
func TestMessagesAreFrames(t *testing.T) {
	r := selfPlayed(t, game(t, "celta"), 1)[0]
	r.Lows, r.Handicap, r.Past = [2]float32{-0.5, -0.25}, [2]float32{0, 0.5}, [2]bool{true, false}
	r.Start = selfplay.Start{Kind: "late", Level: 0.5, Position: "somewhere"}
	r.Resigned, r.Checked, r.Truncated, r.Seed = true, true, true, 7
	var m ludensv1.Record
	if err := proto.Unmarshal(r.Marshal(), &m); err != nil {
		t.Fatal(err)
	}
	if unknown := m.ProtoReflect().GetUnknown(); len(unknown) > 0 {
		t.Errorf("the .proto knows nothing of %x", unknown)
	}
	if m.Seed != 7 || !m.Truncated || !m.Resigned || !m.Checked || m.Start.Kind != "late" || m.Start.Level != 0.5 || m.Start.Position != "somewhere" ||
		!slices.Equal(m.Lows, r.Lows[:]) || !slices.Equal(m.Handicap, r.Handicap[:]) || !slices.Equal(m.Past, r.Past[:]) ||
		m.Evaluations != uint64(r.Evaluations) || len(m.Plies) != len(r.Plies) || int(m.Result) != int(r.Result) {
		t.Errorf("the message says %v", &m)
	}
	wire, err := proto.Marshal(&m)
	if err != nil {
		t.Fatal(err)
	}
	back, err := selfplay.UnmarshalRecord(wire)
	if err != nil || !reflect.DeepEqual(back, r) {
		t.Errorf("there and back it is another record, %v", err)
	}
}

// Python reads messages by the descriptor alone, as what protoc makes of the .proto
// does.
func TestPythonReadsMessages(t *testing.T) {
	g := game(t, "celta")
	all := selfPlayed(t, g, 2)
	file, err := proto.Marshal(protodesc.ToFileDescriptorProto(ludensv1.File_ludens_v1_games_proto))
	if err != nil {
		t.Fatal(err)
	}
	python(t, "google.protobuf", `
import base64, json, sys
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
q = json.load(sys.stdin)
file = descriptor_pb2.FileDescriptorProto.FromString(base64.b64decode(q["file"]))
kinds = message_factory.GetMessages([file])
About, Game = kinds["ludens.v1.About"], kinds["ludens.v1.Game"]

def messages(b):
    at = 0
    while at < len(b):
        n = shift = 0
        while True:
            n |= (b[at] & 127) << shift
            shift, at = shift + 7, at + 1
            if b[at - 1] < 128:
                break
        yield b[at:at + n]
        at += n

first, *rest = messages(open(q["path"], "rb").read())
about, games = About.FromString(first), [Game.FromString(b) for b in rest]
assert about.game == "celta" and list(about.shape) == q["shape"], about
assert [p.action for g in games for p in g.record.plies] == q["actions"]
assert all(len(g.text.moves) == len(g.record.plies) for g in games)
assert all(abs(sum(p.shares) - 1) < 1e-5 for g in games for p in g.record.plies if p.shares)
print("ok")
`, map[string]any{"path": written(t, g, all, "proto"), "file": base64.StdEncoding.EncodeToString(file), "actions": actionsOf(all), "shape": g.Spec().Shape})
}

// Resigned games, drawn ones and those that nobody finished are trained on as what
// they are.
func TestResultsOfRecordedGames(t *testing.T) {
	g := game(t, "tictactoe")
	const moves = "1. b2 a1 2. a2 c3"
	for _, c := range []struct {
		text                string
		result              env.Result
		truncated, resigned bool
	}{
		{moves + " 3. c2", env.FirstWins, false, false},
		{`[Result "second wins"]` + "\n" + moves, env.SecondWins, false, true},
		{moves + " 1/2-1/2", env.Drawn, false, false},
		{moves, env.Ongoing, true, false},
	} {
		path := filepath.Join(t.TempDir(), "game.txt")
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		all, err := Read(path, g, 0)
		if err != nil || len(all) != 1 {
			t.Errorf("%s: %d games, %v", c.text, len(all), err)
			continue
		}
		if r := all[0]; r.Result != c.result || r.Truncated != c.truncated || r.Resigned != c.resigned {
			t.Errorf("%s: %+v", c.text, r)
		}
	}
}

// A folder of a match gives its games, but for the moves of random openings.
func TestMatchesAreRead(t *testing.T) {
	g, dir := game(t, "tictactoe"), t.TempDir()
	folder, _, err := arena.Open(dir, map[string]string{"game": "tictactoe"})
	if err != nil {
		t.Fatal(err)
	}
	won := arena.Game{Opening: 2, Actions: []env.Action{0, 3, 1, 4, 2}, Result: env.FirstWins}
	if err := errors.Join(folder.Append(arena.Entry{Game: &won}), folder.Close()); err != nil {
		t.Fatal(err)
	}
	all, err := Read(dir, g, 0)
	if err != nil || len(all) != 1 || all[0].Result != env.FirstWins || !slices.Equal(actionsOf(all), won.Actions) {
		t.Fatalf("%v, %v", all, err)
	}
	for i, p := range all[0].Plies {
		if (p.Policy == nil) != (i < 2) {
			t.Errorf("ply %d has the policy target %v", i+1, p.Policy)
		}
	}
	if _, err := Read(dir, game(t, "celta"), 0); err == nil || !strings.Contains(err.Error(), `is a game of "tictactoe", want celta`) {
		t.Errorf("as games of celta: %v", err)
	}
}

// What cannot be trained on is told in one line, with its place.
func TestReadRefuses(t *testing.T) {
	g, dir := game(t, "tictactoe"), t.TempDir()
	good := `{"game":"tictactoe","result":"first wins","moves":["b2","a1","a2","c3","c2"]}` + "\n"
	for name, c := range map[string]struct{ text, want string }{
		"empty.txt":   {"\n\n", "empty.txt: holds no game"},
		"illegal.txt": {"1. b2 b2", `game 1, from line 1: record: move 1...: illegal action "b2"`},
		"second.txt":  {"[Game \"tictactoe\"]\n\n1. b2\n\n[Game \"tictactoe\"]\n1. z9", "game 2, from line 5: record: move 1: illegal"},
		"other.txt":   {"[Game \"connect4\"]\n\n1. a", `game 1, from line 1: is a game of "connect4", want tictactoe`},
		"no.jsonl":    {good + "{", "line 2: record: unexpected EOF"},
		"more.jsonl":  {good + good[:len(good)-2] + `,"wat":1}`, `line 2: record: json: unknown field "wat"`},
		"claim.jsonl": {strings.Replace(good, "first", "second", 1), `line 1: record: false claim after move 3: result "second wins", but by the rules it is "first wins"`},
		"long.txt":    {strings.Repeat("x", 1<<20+1), "too long"},
		"no.pb":       {"hello", "is no file of games"},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Read(path, g, 0)
		if err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	file := written(t, g, selfPlayed(t, g, 2), "proto")
	if _, err := Read(file, game(t, "celta"), 0); err == nil || !strings.Contains(err.Error(), `holds games of "tictactoe"`) {
		t.Errorf("messages of another game: %v", err)
	}
	b, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, b[:len(b)-3], 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Read(file, g, 0); err == nil || !strings.Contains(err.Error(), "game 2: unexpected EOF") {
		t.Errorf("cut short: %v", err)
	}
}

// A game without PGN is refused, and what was there stays.
func TestWriteRefuses(t *testing.T) {
	g, path := game(t, "tictactoe"), filepath.Join(t.TempDir(), "games.pgn")
	if _, err := Write(path, "pgn", g, halves(nil)); !errors.As(err, new(record.NotationError)) {
		t.Errorf("PGN of tic-tac-toe: %v", err)
	}
	if _, err := Write(path, "xls", g, halves(nil)); err == nil || !strings.Contains(err.Error(), `no format "xls"; want one of npz, parquet, pgn, jsonl, proto`) {
		t.Errorf("another format: %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a file: %v", err)
	}
}

// FuzzRead reads files of any kind: whatever is read can be trained on.
func FuzzRead(f *testing.F) {
	dir := f.TempDir()
	for _, format := range []string{"proto", "jsonl", "pgn"} {
		name := map[bool]string{true: "cetran2", false: "tictactoe"}[format == "pgn"]
		g := game(f, name)
		b, err := os.ReadFile(written(f, g, selfPlayed(f, g, 2), format))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b[:min(len(b), 4000)], FormatOf("."+format) == "pgn", format)
	}
	f.Add([]byte("[Game \"tictactoe\"]\n\n1. b2 {[x} a1\n\n[Game \"tictactoe\"]\n1. a1"), false, "txt")
	f.Fuzz(func(t *testing.T, text []byte, chess bool, format string) {
		g := game(t, map[bool]string{true: "cetran2", false: "tictactoe"}[chess])
		ending := map[string]string{"proto": ".pb", "jsonl": ".jsonl"}[format]
		path := filepath.Join(dir, "fuzz"+ending)
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		all, err := Read(path, g, 0)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %q", err)
			}
			return
		}
		for _, r := range all {
			s, err := r.Begin(g)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range r.Plies {
				if !slices.Contains(s.Legal(nil), p.Action) {
					t.Fatalf("action %d is not legal", p.Action)
				}
				s.Play(p.Action)
			}
		}
	})
}
