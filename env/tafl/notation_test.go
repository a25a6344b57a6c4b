package tafl

import (
	"strings"
	"testing"

	"ludens/env"
)

func TestPositionText(t *testing.T) {
	g := game(t, "celta")
	for _, row := range []struct{ text, want string }{
		{"3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 d", "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 d"},
		{"3A3/3a3/3D3/AADKDAA/3D3/3A3/3A3 D", "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 d"},
		{"  7/7/7/7/3a3/4k2/7   attackers ", "7/7/7/7/3a3/4k2/7 a"},
		{"7/7/7/7/3a3/4k2/7 King's side", "7/7/7/7/3a3/4k2/7 d"},
		{"7/7/7/7/12a3/4k2/1111111 defenders", "7/7/7/7/3a3/4k2/7 d"},
		{"7/7/7/7/3a3/7/7 d", "7/7/7/7/3a3/7/7 d"}, // the king has been captured
		{"7/7/7/7/7/7/k6 a", "7/7/7/7/7/7/k6 a"},   // and here he has escaped
		{"/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 d"},
		{" /7/7/7/3K3/7/2T4/1t5  attackers", "1a5/2d4/7/3k3/7/7/7 a"}, // rank 1 comes first
	} {
		s, err := g.ParsePosition(row.text)
		if err != nil {
			t.Errorf("%q: %v", row.text, err)
		} else if got := g.Position(s); got != row.want {
			t.Errorf("%q: got %q, want %q", row.text, got, row.want)
		}
	}
}

func TestImpossiblePositions(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"celta", "", "there are 1 rows, want 7"},
		{"celta", "7/7/7/3k3/3a3/7 a", "there are 6 rows, want 7"},
		{"celta", "7/7/7/3k3/4a3/7/7 a", `rank 3 "4a3": has 8 squares, want 7`},
		{"celta", "7/7/7/3k3/a5/7/7 a", `rank 3 "a5": has 6 squares, want 7`},
		{"celta", "7/7/7/3k3/9/7/7 a", `rank 3 "9": has 9 squares, want 7`},
		{"celta", "7/7/7/3k3/2x4/7/7 a", `rank 3 "2x4": 'x' in column 3 is none of a (attacker), d (defender), k (king) or 1 to 9`},
		{"celta", "7/7/7/3k3/0a6/7/7 a", `rank 3 "0a6": '0' in column 1 is none of`},
		{"celta", "7/7/7/3k3/a6/7/7", "whose turn it is: a (attackers) or d (king's side)"},
		{"celta", "7/7/7/3k3/a6/7/7 b", `the turn "b" should be a (attackers) or d (king's side)`},
		{"celta", "7/7/7/3k3/a6/7/7 a 5", `the turn "a 5" should be`},
		{"celta", "7/7/7/3k3/a6/k6/7 a", "there are kings on a2,d4, want one"},
		{"celta", "7/a2a3/a2d3/aadkdaa/3d3/3a3/3a3 a", "there are 9 attackers, want at most 8"},
		{"celta", "3a3/3a3/2dd3/aadkdaa/3d3/3a3/3a3 a", "there are 5 defenders, want at most 4"},
		{"celta", "/7/7/7/3K3/7/8/1t5/", `rank 6 "8": has 8 squares, want 7`},
		{"celta", "/7/7/7/3K3/7/7/1t5/ b", `the turn "b" should be a (attackers) or d (king's side)`},
		{"celta", "7/7/7/7/d6/7/7 a", "there is no king, and no attacker who could have captured him"},
		{"celta", "a6/7/7/3k3/7/7/7 a", "an attacker may not stand on a7"},
		{"celta", "6d/7/7/3k3/7/7/a6 a", "an attacker may not stand on a1"},
		{"celta", "6d/7/7/3k3/7/7/7 a", "a defender may not stand on g7"},
		{"celta", "7/7/7/3a3/7/7/3k3 a", "an attacker may not stand on d4"},
		{"wtf:corner_stop=none", "7/7/7/3a3/7/7/k6 a", "an attacker may not stand on d4"},
		{"wtf:corner_stop=none", "7/7/7/a6/7/7/k6 a", "the king may not stand on a1"},
		{"tablut", "7/7/7/3k3/a6/7/7 a", "there are 7 rows, want 9"},
	} {
		_, err := game(t, row.name).ParsePosition(row.text)
		if err == nil || !strings.Contains(err.Error(), row.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s %q: got error %v, want one line with %q", row.name, row.text, err, row.want)
		}
	}
}

// Who may not return to the throne begins there all the same.
func TestKingOnForbiddenThrone(t *testing.T) {
	position(t, game(t, "nielsen"), "7/7/7/3k3/a6/7/7 a")
}

// The ways people write a move.
func TestForgivingMoves(t *testing.T) {
	s := position(t, game(t, "celta"), "7/2d4/5k1/7/1a1ad2/7/7 d")
	for _, text := range []string{"c6c3xd3", "c6c3", "C6-C3", "c6-c3xd3", "c6 - c3 x d3", "c6xc3"} {
		if a, err := env.Parse(s, text); err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := s.Format(a); got != "c6c3xd3" {
			t.Errorf("%q is read as %s", text, got)
		}
	}
}

func TestOTN(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"celta", "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 d", "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"},
		{"magpie", "3a3/1a3a1/3d3/a1dkd1a/3d3/1a3a1/3a3 a", "/3t3/1t3t1/3T3/t1TKT1t/3T3/1t3t1/3t3/"},
		{"celta", "1a5/2d4/7/3k3/7/7/7 a", "/7/7/7/3K3/7/2T4/1t5/"}, // rank 1 comes first
	} {
		g := game(t, row.name)
		s := position(t, g, row.text)
		if got := g.OTN(s); got != row.want {
			t.Errorf("%s: got %s, want %s", row.text, got, row.want)
		}
		for _, record := range []string{row.want, strings.Trim(row.want, "/")} {
			again, err := g.ParseOTN(record, s.ToMove())
			if err != nil {
				t.Errorf("%s: %v", record, err)
			} else if got := g.Position(again); got != row.text {
				t.Errorf("%s: got %s, want %s", record, got, row.text)
			}
		}
	}
}

func TestNoOTN(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"", "there are 1 rows, want 7"},
		{"/7/7/7/3k3/7/7/t6/", `'k' in column 4 is none of t (attacker), T (defender), K (king) or 1 to 9`},
		{"/7/7/7/3K3/7/N6/1t5/", `'N' in column 1 is none of`}, // knights are of other games
		{"/7/7/7/3K3/7/8/1t5/", "has 8 squares, want 7"},
		{"/7/7/7/3K3/7/7/t6/", "an attacker may not stand on a7"},
	} {
		_, err := game(t, "celta").ParseOTN(row.text, env.First)
		if err == nil || !strings.Contains(err.Error(), row.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got error %v, want one line with %q", row.text, err, row.want)
		}
	}
}

func TestDrawing(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"celta", "1a5/7/3d3/4k2/7/7/7 d", `
7  + a . . . . +
6  . . . . . . .
5  . . . d . . .
4  . . . + k . .
3  . . . . . . .
2  . . . . . . .
1  + . . . . . +
   a b c d e f g
king's side to move
`},
		{"ardri", "7/7/7/7/3a3/1k5/7 a", `
7  . . . . . . .
6  . . . . . . .
5  . . . . . . .
4  . . . . . . .
3  . . . a . . .
2  . k . . . . .
1  . . . . . . .
   a b c d e f g
attackers to move
`},
	} {
		if got := position(t, game(t, row.name), row.text).String(); got != row.want[1:] {
			t.Errorf("%s: got\n%s\nwant%s", row.name, got, row.want)
		}
	}
}

func TestDiagramPointsAtTheLastMove(t *testing.T) {
	s := game(t, "celta").New(0).(*State)
	if last := s.Diagram().Last; last != nil {
		t.Errorf("before the first move: got %v", last)
	}
	play(t, s, "d5b5")
	if last := s.Diagram().Last; len(last) != 2 || last[0] != 2*7+3 || last[1] != 2*7+1 {
		t.Errorf("after d5b5: got %v, want [17 15]", last)
	}
}
