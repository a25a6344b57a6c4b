package export

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"ludens/env"
	"ludens/selfplay"
)

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
		got, err := ReadGames(written(t, g, all, c.format), g, 0, false)
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
		if few, err := ReadGames(written(t, g, all, c.format), g, 2, false); err != nil || len(few) != 2 || len(got) != 3 {
			t.Errorf("%v: %d games of at most 2, %d of all: %v", c, len(few), len(got), err)
		}
	}
}

// described returns proto/ludens/v1/games.proto, compiled.
func described(t *testing.T) protoreflect.FileDescriptor {
	c := protocompile.Compiler{Resolver: &protocompile.SourceResolver{ImportPaths: []string{"../../proto"}}}
	files, err := c.Compile(t.Context(), "ludens/v1/games.proto")
	if err != nil {
		t.Fatal(err)
	}
	return files[0]
}

// asJSON decodes a message as the .proto describes it, and writes it as JSON with the .proto's
// names. A field that it has not fails.
func asJSON(t *testing.T, name protoreflect.Name, wire []byte) (text []byte, m *dynamicpb.Message) {
	t.Helper()
	m = dynamicpb.NewMessage(described(t).Messages().ByName(name))
	if err := proto.Unmarshal(wire, m); err != nil {
		t.Fatal(err)
	}
	text, err := protojson.MarshalOptions{UseProtoNames: true}.Marshal(m)
	if unknown := m.GetUnknown(); err != nil || len(unknown) > 0 {
		t.Errorf("%s of the .proto knows nothing of %x, %v", name, unknown, err)
	}
	return text, m
}

// The messages of the .proto are those of a segment's frames, field by field.
func TestMessagesAreFrames(t *testing.T) {
	r := selfPlayed(t, game(t, "celta"), 1)[0]
	r.Lows, r.Handicap, r.Past = [2]float32{-0.5, -0.25}, [2]float32{0, 0.5}, [2]bool{true, false}
	r.Start = selfplay.Start{Kind: "late", Level: 0.5, Position: "somewhere"}
	r.Resigned, r.Checked, r.Truncated, r.Seed, r.Result, r.Evaluations = true, false, true, 7, env.Drawn, 9
	var got struct {
		Seed, Evaluations   string
		Result              string
		Truncated, Resigned bool
		Checked             bool
		Lows, Handicap      []float32
		Past                []bool
		Start               selfplay.Start
		Plies               []struct {
			Action env.Action
			Value  float32
		}
	}
	text, m := asJSON(t, "Record", r.Marshal())
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if got.Seed != "7" || got.Evaluations != "9" || got.Result != "RESULT_DRAWN" || !got.Truncated || !got.Resigned || got.Checked || got.Start != r.Start ||
		!slices.Equal(got.Lows, r.Lows[:]) || !slices.Equal(got.Handicap, r.Handicap[:]) || !slices.Equal(got.Past, r.Past[:]) ||
		len(got.Plies) != len(r.Plies) || got.Plies[1].Action != r.Plies[1].Action || got.Plies[1].Value != r.Plies[1].Value {
		t.Errorf("the message says %s", text)
	}
	wire, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	back, err := selfplay.UnmarshalRecord(wire)
	if err != nil || !reflect.DeepEqual(back, r) {
		t.Errorf("there and back it is another record, %v", err)
	}
}

// A file of messages is what the .proto says: About, then a Game with its words.
func TestMessagesAreDescribed(t *testing.T) {
	g := game(t, "celta")
	all := selfPlayed(t, g, 1)
	file, err := os.ReadFile(written(t, g, all, "proto"))
	if err != nil {
		t.Fatal(err)
	}
	first, n := protowire.ConsumeBytes(file)
	second, _ := protowire.ConsumeBytes(file[n:])
	var about struct {
		Format, Game, Rules string
		Version, Actions    int
		Shape               []int
		Roles               [2]string
	}
	text, _ := asJSON(t, "About", first)
	if err := json.Unmarshal(text, &about); err != nil {
		t.Fatal(err)
	}
	spec := g.Spec()
	if about.Format != messagesFormat || about.Game != spec.Name || about.Version != spec.Version || about.Actions != spec.Actions ||
		about.Roles != spec.Roles || !slices.Equal(about.Shape, spec.Shape[:]) || about.Rules != headerOf(g).Rules {
		t.Errorf("About is %s", text)
	}
	var one struct {
		Iteration int
		Record    struct{ Plies []any }
		Text      struct {
			Ending string
			Moves  []string
		}
	}
	text, _ = asJSON(t, "Game", second)
	if err := json.Unmarshal(text, &one); err != nil {
		t.Fatal(err)
	}
	if one.Iteration != 1 || len(one.Record.Plies) != len(all[0].Plies) || len(one.Text.Moves) != len(all[0].Plies) || one.Text.Ending == "" {
		t.Errorf("Game is %.300s", text)
	}
}

// Python reads messages by the descriptor alone, as what protoc makes of the .proto
// does.
func TestPythonReadsMessages(t *testing.T) {
	g := game(t, "celta")
	all := selfPlayed(t, g, 2)
	file, err := proto.Marshal(protodesc.ToFileDescriptorProto(described(t)))
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
