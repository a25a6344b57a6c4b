package selfplay

import (
	"reflect"
	"strings"
	"testing"

	"ludens/env"
)

func sample() *Record {
	return &Record{
		Seed: 1 << 60,
		Plies: []Ply{
			{Action: 4},
			{Action: 0, Policy: []Share{{0, 0.75}, {8, 0.25}}, Value: -0.5},
		},
		Result:    env.SecondWins,
		Truncated: true, Resigned: true, Checked: true, Lows: [2]float32{-0.5, 0},
		Handicap: [2]float32{0, 0.25}, Past: [2]bool{true, false}, Evaluations: 300,
	}
}

func TestRecordRoundTrip(t *testing.T) {
	want := sample()
	got, err := UnmarshalRecord(want.Marshal())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// A record of before handicaps, earlier networks and evaluations were noted.
func TestOldRecordIsRead(t *testing.T) {
	const old = "\t\a\x00\x00\x00\x00\x00\x00\x00\x10\x02\x18\x00(\x000\x01:\b\x00\x00\x00\xbf\x00\x00\x00\x00\"\a\b\x04\x15\x00\x00\x00\x00"
	got, err := UnmarshalRecord([]byte(old))
	if err != nil {
		t.Fatal(err)
	}
	want := &Record{Seed: 7, Result: env.SecondWins, Checked: true, Lows: [2]float32{-0.5, 0}, Plies: []Ply{{Action: 4}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got.Handicapped() || got.AgainstPast() {
		t.Error("a record that tells nothing of it has a handicap or an earlier network")
	}
}

func TestReplayHoldsRecordsToTheRules(t *testing.T) {
	g := game(t, "tictactoe")
	row := &Record{Result: env.FirstWins}
	for _, a := range []env.Action{0, 3, 1, 4, 2} {
		row.Plies = append(row.Plies, Ply{Action: a})
	}
	seen := 0
	if err := row.Replay(g, func(env.State, int) { seen++ }); err != nil || seen != 5 {
		t.Errorf("%d plies seen, error %v; want 5 and none", seen, err)
	}
	wrong := *row
	wrong.Result = env.Drawn
	if err := wrong.Replay(g, nil); err == nil || !strings.Contains(err.Error(), "first wins") {
		t.Errorf("wrong result: error %v", err)
	}
	wrong = *row
	wrong.Plies = append([]Ply{{Action: 3}}, row.Plies...)
	if err := wrong.Replay(g, nil); err == nil || !strings.Contains(err.Error(), "ply 3") {
		t.Errorf("square taken twice: error %v, want one that names ply 3", err)
	}
}

func FuzzUnmarshalRecord(f *testing.F) {
	f.Add(sample().Marshal())
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := UnmarshalRecord(b)
		if err != nil {
			return
		}
		again, err := UnmarshalRecord(r.Marshal())
		if err != nil {
			t.Fatalf("what was read does not survive writing: %v", err)
		}
		if len(again.Plies) != len(r.Plies) {
			t.Fatalf("%d plies after writing, %d before", len(again.Plies), len(r.Plies))
		}
	})
}

// TestWideActionsAreKept: an action of the largest board comes back, one that no
// Action can hold is an error.
func TestWideActionsAreKept(t *testing.T) {
	const wide = 4096*64*64 - 1
	want := &Record{Plies: []Ply{{Action: wide, Policy: []Share{{wide, 1}}}}}
	got, err := UnmarshalRecord(want.Marshal())
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, error %v, want %+v", got, err, want)
	}
	for _, p := range []Ply{{Action: -1}, {Policy: []Share{{-1, 1}}}} {
		_, err := UnmarshalRecord((&Record{Plies: []Ply{p}}).Marshal())
		if err == nil || !strings.Contains(err.Error(), "want at most 2147483647") {
			t.Errorf("%+v: error %v", p, err)
		}
	}
}
