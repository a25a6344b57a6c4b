package chess

import "testing"

// Names of a variant as people write them.
func TestSameTitle(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"King of the Hill", "king-of-the-hill", true},
		{"kingOfTheHill", "King of the Hill", true},
		{"Gothic", "Gothic Chess", true},
		{"chess", "Chess", true},
		{"chess", "", false},
		{"Gothic", "Grand Chess", false},
	} {
		if got := SameTitle(tt.a, tt.b); got != tt.want {
			t.Errorf("%q and %q: %v", tt.a, tt.b, got)
		}
	}
	for tag, want := range map[string]bool{"": true, "Standard": true, "From Position": true, "Chess": true, "Chess960": false, "Atomic": false} {
		if got := MeansChess(tag); got != want {
			t.Errorf("%q is usual: %v", tag, got)
		}
	}
}

// What distinguishes men of one letter.
func TestDistinction(t *testing.T) {
	move := func(letter byte, from, to string, captures bool) noted {
		return noted{Letter: letter, From: from, To: to, Captures: captures}
	}
	for _, tt := range []struct {
		name string
		m    noted
		all  []noted
		want string
	}{
		{"no other piece", move('N', "b1", "c3", false), nil, "Nc3"},
		{"by file", move('N', "b1", "c3", false), []noted{move('N', "e2", "c3", false)}, "Nbc3"},
		{"by rank", move('N', "b1", "c3", false), []noted{move('N', "b5", "c3", false)}, "N1c3"},
		{"by rank of two digits", move('N', "b12", "c10", false), []noted{move('N', "b8", "c10", false)}, "N12c10"},
		{"by both", move('N', "b1", "c3", true), []noted{move('N', "b5", "c3", true), move('N', "d1", "c3", true)}, "Nb1xc3"},
		{"drops need none", move('N', "b1", "c3", false), []noted{{Letter: 'N', To: "c3"}}, "Nc3"},
		{"nor does castling", move('K', "e1", "g1", false), []noted{{Castles: 'K', To: "g1"}}, "Kg1"},
		{"a pawn", move('P', "e2", "e4", false), nil, "e4"},
		{"a pawn that captures", move('P', "e4", "d5", true), nil, "exd5"},
		{"two pawns that go aslant", move('P', "d2", "e3", false), []noted{move('P', "f2", "e3", false)}, "de3"},
		{"two pawns of a file that capture", move('P', "e4", "e6", true), []noted{move('P', "e5", "e6", true)}, "e4xe6"},
		{"dropped", noted{Letter: 'P', To: "f7"}, nil, "P@f7"},
		{"castled", noted{Castles: 'Q'}, nil, "O-O-O"},
		{"promoted", noted{Letter: 'P', From: "e7", To: "e8", Becomes: 'Q'}, nil, "e8=Q"},
	} {
		if got := tt.m.text(append(tt.all, tt.m)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
