package record_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/record"
)

// open returns the sheet of a game of heap from eight matches.
func open(t *testing.T, r record.Record) *record.Sheet {
	t.Helper()
	s, err := record.NewSheet(heap{}, r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// play makes moves, numbers of matches.
func play(s *record.Sheet, takes ...int) {
	for _, n := range takes {
		s.Play(env.Action(n - 1))
	}
}

func TestSheetEndings(t *testing.T) {
	for _, test := range []struct {
		name   string
		end    func(s *record.Sheet)
		over   bool
		result env.Result
		ending string
	}{
		{"not yet", func(s *record.Sheet) { play(s, 3, 3) }, false, env.Ongoing, ""},
		{"by the rules", func(s *record.Sheet) { play(s, 3, 3, 2) }, true, env.FirstWins, "no match is left"},
		{"by resignation", func(s *record.Sheet) { play(s, 3); s.Resign(env.Second) }, true, env.FirstWins, "tortoise resigned"},
		{"cut off", func(s *record.Sheet) { play(s, 1, 1, 1, 1, 1, 1) }, true, env.Ongoing, "cut off after 6 plies"},
		{"at the cap, but by the rules", func(s *record.Sheet) { play(s, 1, 1, 1, 1, 1, 3) }, true, env.SecondWins, "no match is left"},
	} {
		s := open(t, record.Record{})
		test.end(s)
		r := s.Record()
		if s.Over() != test.over || r.Result != test.result || r.Ending != test.ending {
			t.Errorf("%s: got over %v, %v, %q, want %v, %v, %q", test.name, s.Over(), r.Result, r.Ending, test.over, test.result, test.ending)
		}
		again := open(t, r)
		if a := again.Record(); again.Over() != test.over || a.Result != test.result || a.Ending != test.ending {
			t.Errorf("%s: opened again: got over %v, %v, %q", test.name, again.Over(), a.Result, a.Ending)
		}
	}
}

func TestTakeBack(t *testing.T) {
	comments := map[int]string{0: "a", 1: "b", 2: "c", 3: "d"}
	s := open(t, record.Record{Moves: []string{"3", "3", "2"}, Comments: comments})
	s.TakeBack(1)
	r := s.Record()
	if s.Over() || s.Ply() != 1 || r.Result != env.Ongoing || r.Ending != "" || !slices.Equal(r.Moves, []string{"3"}) {
		t.Errorf("got over %v at ply %d, %+v", s.Over(), s.Ply(), r)
	}
	if got := s.State().String(); got != "5 left\n" || s.At(0).String() != "8 left\n" {
		t.Errorf("now %q, at first %q", got, s.At(0))
	}
	if want := map[int]string{0: "a", 1: "b"}; !maps.Equal(r.Comments, want) || len(comments) != 4 {
		t.Errorf("comments are %v, want %v; those of the caller %v", r.Comments, want, comments)
	}
	play(s, 1)
	if got := s.Record().Moves; !slices.Equal(got, []string{"3", "1"}) {
		t.Errorf("then played: %v", got)
	}
}

// Moves that are written loosely come out as the game writes them.
func TestNewSheet(t *testing.T) {
	s, err := record.NewSheet(one(t, "tictactoe"), record.Record{Moves: []string{"B2", "a1"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(s.Record().Moves, " "); got != "b2 a1" {
		t.Errorf("moves are %q", got)
	}
	if _, err := record.NewSheet(one(t, "tictactoe"), record.Record{Moves: []string{"b2", "b2"}}); err == nil {
		t.Error("a square was taken twice, and nobody minded")
	}
}
