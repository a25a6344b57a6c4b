package export

import (
	"bytes"
	"encoding/base64"
	"reflect"
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"

	"ludens/env"
	ludensv1 "ludens/proto/ludens/v1"
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
		got, err := ReadGames(written(t, g, all, c.format), g, 0)
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
		if few, err := ReadGames(written(t, g, all, c.format), g, 2); err != nil || len(few) != 2 || len(got) != 3 {
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
