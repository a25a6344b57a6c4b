package chess

import (
	"errors"
	"testing"

	"ludens/env"
)

// The same move in all notations.
func TestNotations(t *testing.T) {
	for _, tt := range []struct{ name, fen, uci, courier, san string }{
		{"pawn", "qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w", "e2e4", "P e2-e4", "e4"},
		{"Black's pawn", "qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH b", "e7e5", "p e7-e5", "e5"},
		{"officer", "qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w", "f1g3", "A f1-g3", "Ag3"},
		{"capture", "7k/8/8/3p4/8/4N3/8/K7 w", "e3d5", "N e3-d5", "Nxd5"},
		{"capture by a pawn", "7k/8/8/3p4/4P3/8/8/K7 w", "e4d5", "P e4-d5", "exd5"},
		{"capture in passing", "7k/8/8/3pP3/8/8/8/K7 w d6", "e5d6", "P e5-d6; d5-", "exd6"},
		{"Black captures in passing", "7k/8/8/8/3Pp3/8/8/K7 b d3", "e4d3", "p e4-d3; d4-", "exd3"},
		{"promotion", "8/4P2k/8/8/8/8/8/K7 w", "e7e8s", "P e7-e8; S-e8", "e8=S"},
		{"Black promotes", "7k/8/8/8/8/8/4p3/K7 b", "e2e1q", "p e2-e1; q-e1", "e1=Q+"},
		{"promotion by capture", "3r4/4P2k/8/8/8/8/8/K7 w", "e7d8c", "P e7-d8; C-d8", "exd8=C"},
		{"check", "7k/8/8/8/8/8/8/K1R5 w", "c1c8", "R c1-c8", "Rc8+"},
		{"mate", "7k/8/6K1/8/8/8/8/1Q6 w", "b1b8", "Q b1-b8", "Qb8#"},
		{"two knights: by file", "7k/8/8/8/8/N3N3/8/K7 w", "a3c4", "N a3-c4", "Nac4"},
		{"two knights: by rank", "7k/8/N7/8/N7/8/8/K7 w", "a4c5", "N a4-c5", "N4c5"},
		{"three knights: by both", "7k/8/N7/8/N3N3/8/8/K7 w", "a4c5", "N a4-c5", "Na4c5"},
		{"a pinned knight is none to tell apart", "4r2k/8/8/8/8/N3N3/8/4K3 w", "a3c4", "N a3-c4", "Nc4"},
		{"sissas", "7k/8/8/8/8/S3S3/8/K7 w", "a3c3", "S a3-c3", "Sac3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := position(t, cetran2Game(t), tt.fen)
			a, err := env.Parse(s, tt.uci)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Courier(a); got != tt.courier {
				t.Errorf("Courier: got %q, want %q", got, tt.courier)
			}
			if got := s.SAN(a); got != tt.san {
				t.Errorf("SAN: got %q, want %q", got, tt.san)
			}
			if got, err := s.parseCourier(tt.courier); err != nil || got != a {
				t.Errorf("parseCourier(%q): got %d (%v), want %d", tt.courier, got, err, a)
			}
			for _, text := range []string{tt.san, tt.uci} {
				if got, err := parseSAN(s, text); err != nil || got != a {
					t.Errorf("ParseSAN(%q): got %d (%v), want %d", text, got, err, a)
				}
			}
		})
	}
}

// What people write.
func TestTolerantNotation(t *testing.T) {
	for _, tt := range []struct{ fen, text, want string }{
		{"7k/8/8/3p4/4P3/8/8/K7 w", "ed5", "e4d5"},
		{"7k/8/8/3p4/4P3/8/8/K7 w", "e4xd5!?", "e4d5"},
		{"7k/8/8/3p4/4P3/8/8/K7 w", "e4:d5", "e4d5"},
		{"7k/8/8/3p4/4P3/8/8/K7 w", "Pexd5", "e4d5"},
		{"7k/8/8/3p4/4P3/8/8/K7 w", "e5", "e4e5"},
		{"7k/8/8/3p4/4P3/8/8/K7 w", "e4 - e5", "e4e5"},
		{"7k/8/8/3pP3/8/8/8/K7 w d6", "exd6 e.p.", "e5d6"},
		{"7k/8/8/3pP3/8/8/8/K7 w d6", "exd6ep+", "e5d6"},
		{"7k/8/8/3p4/8/4N3/8/K7 w", "Nd5", "e3d5"},
		{"7k/8/8/3p4/8/4N3/8/K7 w", "Ne3xd5", "e3d5"},
		{"7k/8/8/3p4/8/4N3/8/K7 w", "Nexd5#", "e3d5"},
		{"7k/8/8/3p4/8/4N3/8/K7 w", "e3-d5", "e3d5"},
		{"8/4P2k/8/8/8/8/8/K7 w", "e8s", "e7e8s"},
		{"8/4P2k/8/8/8/8/8/K7 w", "e8S", "e7e8s"},
		{"8/4P2k/8/8/8/8/8/K7 w", "e8=s+", "e7e8s"},
		{"8/4P2k/8/8/8/8/8/K7 w", "e8(S)", "e7e8s"},
		{"8/4P2k/8/8/8/8/8/K7 w", "e7-e8/S", "e7e8s"},
	} {
		s := position(t, cetran2Game(t), tt.fen)
		if a, err := parseSAN(s, tt.text); err != nil || s.Format(a) != tt.want {
			t.Errorf("%s: got %s (%v), want %s", tt.text, s.Format(a), err, tt.want)
		}
	}
	for _, tt := range []struct{ fen, text, want string }{
		{"7k/8/8/3p4/8/4N3/8/K7 w", "e3-d5", "e3d5"},
		{"7k/8/8/3p4/8/4N3/8/K7 w", "n e3-d5", "e3d5"},
		{"7k/8/8/3p4/8/4N3/8/K7 w", "  N  e3 - d5 ", "e3d5"},
		{"7k/8/8/3pP3/8/8/8/K7 w d6", "P e5-d6", "e5d6"},
		{"7k/8/8/3pP3/8/8/8/K7 w d6", "P e5-d6; d5-", "e5d6"},
		{"7k/8/8/3pP3/8/8/8/K7 w d6", "P e5-d6; @-d5", "e5d6"},
		{"7k/8/8/3pP3/8/8/8/K7 w d6", "e5-d6;@-d5", "e5d6"},
		{"8/4P2k/8/8/8/8/8/K7 w", "p e7-e8; s-e8", "e7e8s"},
	} {
		s := position(t, cetran2Game(t), tt.fen)
		if a, err := s.parseCourier(tt.text); err != nil || s.Format(a) != tt.want {
			t.Errorf("%s: got %s (%v), want %s", tt.text, s.Format(a), err, tt.want)
		}
	}
}

func TestMisreadMoves(t *testing.T) {
	const mate = "1Q5k/8/6K1/8/8/8/8/8 b"
	for _, tt := range []struct {
		read            func(*State, string) (env.Action, error)
		fen, text, want string
		is              error
	}{
		{parseSAN, "7k/8/8/8/8/N3N3/8/K7 w", "Nc4", `illegal action "Nc4": may be Nac4 or Nec4`, env.ErrIllegal},
		{parseSAN, "7k/8/8/8/8/N3N3/8/K7 w", "Nc3", `illegal action "Nc3": no such move here (nearest: Nac4, Nac2, Nec2)`, env.ErrIllegal},
		{parseSAN, "7k/8/8/8/8/N3N3/8/K7 w", "O-O", `illegal action "O-O": no such move here (legal: Ka2, Kb2, Kb1 and 12 more)`, env.ErrIllegal},
		{parseSAN, "8/4P2k/8/8/8/8/8/K7 w", "e8", `illegal action "e8": name the officer, as in e8=Q`, env.ErrIllegal},
		{parseSAN, "7k/8/8/8/8/4S3/8/K7 w", "e5", `illegal action "e5": no such move here (nearest: Se5)`, env.ErrIllegal},
		{parseSAN, mate, "Kh7", `the game is over: "Kh7" comes after checkmate`, env.ErrOver},
		{(*State).parseCourier, "7k/8/8/8/8/N3N3/8/K7 w", "Nc4", `illegal action "Nc4": must look like N c1-d3, P e7-e8; S-e8 or P d5-e6; e5- (legal: K a1-a2, K a1-b2, K a1-b1 and 12 more)`, env.ErrIllegal},
		{(*State).parseCourier, "7k/8/8/8/8/N3N3/8/K7 w", "N a3-a4", `illegal action "N a3-a4": no such move here (nearest: N a3-c4, N a3-b5, N e3-g4)`, env.ErrIllegal},
		{(*State).parseCourier, "7k/8/8/8/8/N3N3/8/K7 w", "R a3-c4", `illegal action "R a3-c4": a3 holds a knight (nearest: N a3-c4, N a3-c2, N e3-c4)`, env.ErrIllegal},
		{(*State).parseCourier, "8/4P2k/8/8/8/8/8/K7 w", "P e7-e8", `illegal action "P e7-e8": name the officer, as in P e7-e8; Q-e8`, env.ErrIllegal},
		{(*State).parseCourier, "8/4P2k/8/8/8/8/8/K7 w", "P e7-e8; S-e7", `illegal action "P e7-e8; S-e7": the pawn is promoted on e8`, env.ErrIllegal},
		{(*State).parseCourier, "7k/8/8/3pP3/8/8/8/K7 w d6", "P e5-d6; e5-", `illegal action "P e5-d6; e5-": captures nothing on e5`, env.ErrIllegal},
		{(*State).parseCourier, "7k/8/8/3pP3/8/8/8/K7 w d6", "P e5-d6; @-e5", `illegal action "P e5-d6; @-e5": captures nothing on e5`, env.ErrIllegal},
		{(*State).parseCourier, "7k/8/8/3pP3/8/8/8/K7 w", "P e5-e6; @-d5", `illegal action "P e5-e6; @-d5": captures nothing on d5`, env.ErrIllegal},
		{(*State).parseCourier, mate, "K h8-h7", `the game is over: "K h8-h7" comes after checkmate`, env.ErrOver},
	} {
		_, err := tt.read(position(t, cetran2Game(t), tt.fen), tt.text)
		if err == nil || err.Error() != tt.want || !errors.Is(err, tt.is) {
			t.Errorf("%s in %s:\ngot  %v\nwant %s", tt.text, tt.fen, err, tt.want)
		}
	}
}

// One text may be in any notation; what is wrong is reported in its own.
func TestParseMove(t *testing.T) {
	const mate = "1Q5k/8/6K1/8/8/8/8/8 b"
	for _, tt := range []struct{ fen, text, want string }{
		{"8/4P2k/8/8/8/8/8/K7 w", "e7e8s", "e7e8s"},
		{"8/4P2k/8/8/8/8/8/K7 w", "E7-E8=S", "e7e8s"},
		{"8/4P2k/8/8/8/8/8/K7 w", "e8=S", "e7e8s"},
		{"8/4P2k/8/8/8/8/8/K7 w", "P e7-e8; S-e8", "e7e8s"},
		{"7k/8/8/8/8/N3N3/8/K7 w", "a3c9", `illegal action "a3c9" (nearest: a3c4, a3c2, a3b5)`},
		{"7k/8/8/8/8/N3N3/8/K7 w", "Nc3", `illegal action "Nc3": no such move here (nearest: Nac4, Nac2, Nec2)`},
		{"7k/8/8/8/8/N3N3/8/K7 w", "N a3-a4", `illegal action "N a3-a4": no such move here (nearest: N a3-c4, N a3-b5, N e3-g4)`},
		{mate, "h8h7", `the game is over: "h8h7" comes too late`},
		{mate, "Kh7", `the game is over: "Kh7" comes after checkmate`},
	} {
		s := position(t, cetran2Game(t), tt.fen)
		var got string
		if a, err := s.ParseMove(tt.text); err != nil {
			got = err.Error()
		} else {
			got = s.Format(a)
		}
		if got != tt.want {
			t.Errorf("%s in %s: got %s, want %s", tt.text, tt.fen, got, tt.want)
		}
	}
}

// All legal moves of all vectors are read back from each notation.
func TestNotationsRoundTrip(t *testing.T) {
	g := cetran2Game(t)
	for _, v := range vectors(t) {
		s := position(t, g, v.fen)
		for _, a := range s.Legal(nil) {
			if got, err := parseSAN(s, s.SAN(a)); err != nil || got != a {
				t.Errorf("%s: %s: got %d (%v), want %d", v.fen, s.SAN(a), got, err, a)
			}
			if got, err := s.parseCourier(s.Courier(a)); err != nil || got != a {
				t.Errorf("%s: %s: got %d (%v), want %d", v.fen, s.Courier(a), got, err, a)
			}
		}
	}
}
