package record_test

import (
	"testing"

	"ludens/env/diagram"
	"ludens/env/record"
)

// A film begins with the start, or of a long game with the position that leaves MostFrames.
func TestFilm(t *testing.T) {
	var asked []int
	at := func(ply int) (diagram.Diagram, error) {
		asked = append(asked, ply)
		return diagram.Diagram{}, nil
	}
	s := open(t, record.Record{})
	play(s, 1, 2, 3)
	if f := s.Film(2, at); f.N != 3 {
		t.Errorf("%d pictures of two moves, want 3", f.N)
	}
	long := s.Film(record.MostFrames+6, at)
	long.Frame(0)
	long.Frame(long.N - 1)
	if long.N != record.MostFrames || asked[0] != 7 || asked[1] != record.MostFrames+6 {
		t.Errorf("%d pictures, from ply %d to %d", long.N, asked[0], asked[1])
	}
	if s.Move(0) != "" || s.Move(1) == s.Move(2) || s.Move(3)[:3] != "2. " {
		t.Errorf("moves %q, %q, %q", s.Move(1), s.Move(2), s.Move(3))
	}
}
