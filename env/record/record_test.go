package record_test

import (
	"errors"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/record"
)

func TestReplayErrors(t *testing.T) {
	for _, test := range []struct {
		name  string
		r     record.Record
		want  string
		wraps error
		plies int // played before the error
	}{
		{"no such move", record.Record{Moves: []string{"b2", "b9"}},
			`record: move 1...: illegal action "b9" (nearest: b3, b1)`, env.ErrIllegal, 1},
		{"taken", record.Record{Moves: []string{"b2", "a1", "b2"}},
			`record: move 2: illegal action "b2" (nearest: b3, a2, c2)`, env.ErrIllegal, 2},
		{"after the end", record.Record{Moves: []string{"a1", "b1", "a2", "b2", "a3", "b3"}},
			`record: move 3...: the game is over: "b3" comes too late`, env.ErrOver, 5},
		{"another winner", record.Record{Result: env.Drawn, Moves: []string{"a1", "b1", "a2", "b2", "a3"}},
			`record: false claim after move 3: result "drawn", but by the rules it is "first wins"`, nil, 5},
		{"no such start", record.Record{Start: "xxx/..."},
			`record: start: lines: position xxx/...: 2 rows, want 3`, nil, 0},
	} {
		plies := 0
		_, err := test.r.Replay(one(t, "tictactoe"), func(ply int, _ env.State, _ env.Action) error {
			plies = ply + 1
			return nil
		})
		if err == nil || err.Error() != test.want || test.wraps != nil && !errors.Is(err, test.wraps) {
			t.Errorf("%s:\ngot  %v\nwant %s", test.name, err, test.want)
		}
		if plies != test.plies {
			t.Errorf("%s: %d plies were visited, want %d", test.name, plies, test.plies)
		}
	}
}

// A game may be won before the rules say so, and a result may be left out.
func TestReplayResults(t *testing.T) {
	won := []string{"a1", "b1", "a2", "b2", "a3"}
	for _, r := range []record.Record{
		{Result: env.SecondWins, Ending: "crosses resigned", Moves: won[:4]},
		{Result: env.FirstWins, Moves: won},
		{Moves: won},
	} {
		if _, err := r.Replay(one(t, "tictactoe"), nil); err != nil {
			t.Errorf("%v %v: %v", r.Result, r.Moves, err)
		}
	}
}

func TestReplayVisits(t *testing.T) {
	r := record.Record{
		Start: "......./......./......./......./......./...r...",
		Moves: []string{"4", "4", "1"},
	}
	var seen []string
	last, err := r.Replay(one(t, "connect4"), func(ply int, s env.State, a env.Action) error {
		seen = append(seen, record.Number(ply)+s.ToMove().String()+" "+s.Format(a))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"1.second 4", "1...first 4", "2.second 1"}; !slices.Equal(seen, want) {
		t.Errorf("visited %q, want %q", seen, want)
	}
	if got, want := one(t, "connect4").(env.Notated).Position(last), "......./......./......./...r.../...y.../y..r..."; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	stop := errors.New("enough")
	_, err = r.Replay(one(t, "connect4"), func(int, env.State, env.Action) error { return stop })
	if err != stop {
		t.Errorf("got %v, want what visit returned", err)
	}
}

func TestNew(t *testing.T) {
	if got := record.New(one(t, "tictactoe"), 5); got.Game != "tictactoe" || got.Start != "" || got.Seed != 0 {
		t.Errorf("one start position: got %+v, want nothing but the game", got)
	}
	r := record.New(heap{}, 5)
	if r.Start != "" || r.Seed != 5 {
		t.Errorf("drawn, without a text for positions: got %+v, want seed 5", r)
	}
	s, err := r.Begin(heap{})
	if err != nil || s.Key() != (heap{}).New(5).Key() {
		t.Errorf("the record begins at %v, %v", s, err)
	}
	r.Start = "8"
	if _, err := r.Begin(heap{}); err == nil || err.Error() != "record: heap cannot start from a position: it has no text for one" {
		t.Errorf("got %v", err)
	}
	r = record.New(tableau{}, 3)
	if r.Start != "11 left" || r.Seed != 0 {
		t.Errorf("drawn, with a text for positions: got %+v, want the position", r)
	}
}
