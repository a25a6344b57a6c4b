package race

import (
	"strings"
	"testing"

	"ludens/env"
)

// What the mover may do under each reading of the demand.
func TestDemand(t *testing.T) {
	const both = `
		. . . . .
		. . . . .
		. . . . g
		. . . . .
		. . . . .
		. G . . .
		B . . . .`
	const noJump = `
		. . . . .
		. . . . .
		. . . . g
		. . . . .
		. . . . .
		. G . . .
		. . . . .`
	for _, test := range []struct{ name, demand, board, fields, want string }{
		{"flag: no demand was made", "flag", both, "s -", "a1-c3 b2-c1"},
		{"flag: a demand forbids to retreat", "flag", both, "s d", "a1-c3"},
		{"flag: without a jump it is void", "flag", noJump, "s d", "b2-a1 b2-c1"},
		{"none", "none", both, "s -", "a1-c3 b2-c1"},
		{"always: a jump is compulsory", "always", both, "s -", "a1-c3"},
		{"always: without a jump it is void", "always", noJump, "s -", "b2-a1 b2-c1"},
		{"veto: a retreat may be tried", "veto", both, "s -", "a1-c3 b2-c1"},
		{"veto: after one only jumps", "veto", both, "s d", "a1-c3"},
	} {
		s := placed(t, game(t, "cetro-5x7:demand="+test.demand), test.board, test.fields)
		if got := strings.Join(legalTexts(s), " "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// A demand is offered where North could then both jump and retreat.
func TestDemandOffered(t *testing.T) {
	for _, test := range []struct{ name, board, want string }{
		{"where c3 is left, North can jump over d4", `
			. . . . .
			. . . . .
			. . . . g
			. . . B .
			. . G . .
			. . . . .
			. . . . .`, "c3-b2 c3-b2! c3-d2 c3-d2! d4-e3"},
		{"North could only retreat", `
			. . . . .
			. . . . .
			. . . . g
			. . . . .
			. . . . .
			. G . . .
			B . . . .`, "a1-c3 b2-c1"},
		{"North could only jump", `
			. . . . b
			. . . B .
			. . . . .
			. . . . .
			. . . . .
			. G . . .
			B . . . .`, "a1-c3 b2-c1 d6-c5 d6-e5"},
		{"with a pass too", `
			. . . . b
			. . . g .
			. . . . .
			. . . . .
			. . b . .
			. g . . .
			B . . . .`, "pass pass!"},
	} {
		s := placed(t, game(t, "cetro-5x7"), test.board, "s -")
		if got := strings.Join(legalTexts(s), " "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// A demand binds the opponent's next turn, and no other.
func TestDemandLastsOneTurn(t *testing.T) {
	s := placed(t, game(t, "cetro-5x7"), `
		. . . . .
		. . . . .
		. . . . g
		. . . B .
		. . G . .
		. . . . .
		. . . . .`, "s -")
	for _, test := range []struct{ play, want string }{
		{"c3-b2!", "e5-c3"},
		{"e5-c3", "b2-a1 b2-c1 d4-e3 d4-e3!"},
		{"d4-e3", "c3-a1 c3-b4 c3-d4 c3-d4!"},
	} {
		must(t, s, test.play)
		if got := strings.Join(legalTexts(s), " "); got != test.want {
			t.Errorf("after %s: got %s, want %s", test.play, got, test.want)
		}
	}
}

// South retreats although a1-c3 was possible. Each line continues the drawing.
func TestVeto(t *testing.T) {
	for _, test := range []struct{ name, play, position, want string }{
		{"North is to judge", "b2-c1", "5/5/4g/5/5/5/B1G2 n b2-c1", "accept veto"},
		{"accepted: North moves at once", "b2-c1 accept", "5/5/4g/5/5/5/B1G2 n -", "e5-d6"},
		{"vetoed: the man is back, South must jump", "b2-c1 veto", "5/5/4g/5/5/1G3/B4 s d", "a1-c3"},
		{"and then it is North's turn", "b2-c1 veto a1-c3", "5/5/4g/5/2B2/1G3/5 n -", "e5-d6"},
		{"a jump is not judged", "a1-c3", "5/5/4g/5/2B2/1G3/5 n -", "e5-d6"},
		{"nor a retreat where no jump was possible", "a1-c3 e5-d6 b2-d4 d6-e7 c3-e5 pass d4-c3", "4g/5/4B/5/2G2/5/5 n -", "pass"},
		{"South is free again", "b2-c1 veto a1-c3 e5-d6", "5/3g1/5/5/2B2/1G3/5 s -", "b2-a1 b2-c1 b2-d4 c3-d2"},
	} {
		s := placed(t, game(t, "cetro-5x7:demand=veto"), `
			. . . . .
			. . . . .
			. . . . g
			. . . . .
			. . . . .
			. G . . .
			B . . . .`, "s -")
		must(t, s, test.play)
		if got := s.game.Position(s); got != test.position {
			t.Errorf("%s: got %s, want %s", test.name, got, test.position)
		}
		if got := strings.Join(legalTexts(s), " "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// A retreat that would win may be vetoed if a jump was possible.
func TestVetoOfTheLastMove(t *testing.T) {
	for _, test := range []struct {
		demand, play string
		want         env.Result
	}{
		{"flag", "e9-d8", env.FirstWins},
		{"veto", "e9-d8", env.Ongoing},
		{"veto", "e9-d8 accept", env.FirstWins},
		{"veto", "e9-d8 veto", env.Ongoing},
		{"veto", "e9-d8 veto a7-c9", env.Ongoing},
	} {
		s := placed(t, game(t, "cetro:demand="+test.demand), `
			. . . . G . . . .
			. G . . . . . . .
			R . . . . . . . .
			. . . . . . . . .
			. . . . . . . . r
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .`, "s -")
		if got := must(t, s, test.play).Result(); got != test.want {
			t.Errorf("demand=%s, %s: got %v, want %v", test.demand, test.play, got, test.want)
		}
	}
}

// While a retreat can be refused nothing ends, and neither it nor its veto is a
// ply of the cap. South retreats although c7-e9 was possible, and needs fewer
// moves then; after the jump North does.
func TestVetoAtTheCap(t *testing.T) {
	const capped = "cut off at ply "
	for _, test := range []struct {
		name, game, play string
		want             env.Result
		ending           string
	}{
		{"where no veto is possible the retreat ends the game", "cetro:cap=1", "h8-g7", env.FirstWins, capped + "1"},
		{"the opponent decides first", "cetro:demand=veto,cap=1", "h8-g7", env.Ongoing, ""},
		{"accepted: the retreat was the last move", "cetro:demand=veto,cap=1", "h8-g7 accept", env.FirstWins, capped + "1"},
		{"refused: South is yet to jump", "cetro:demand=veto,cap=1", "h8-g7 veto", env.Ongoing, ""},
		{"refused: the jump is the last move", "cetro:demand=veto,cap=1", "h8-g7 veto c7-e9", env.SecondWins, capped + "1"},
		{"a retreat that was refused is no ply", "cetro:demand=veto,cap=2", "h8-g7 veto c7-e9", env.Ongoing, ""},
		{"nor is a decision", "cetro:demand=veto,cap=2", "h8-g7 accept", env.Ongoing, ""},
		{"what stands is", "cetro:demand=veto,cap=2", "h8-g7 veto c7-e9 b2-c3", env.SecondWins, capped + "2"},
	} {
		s := vetoCap(t, test.game)
		must(t, s, test.play)
		if got := s.Result(); got != test.want {
			t.Errorf("%s: got %v, want %v\n%s", test.name, got, test.want, s)
		}
		if got := s.Ending(); !strings.HasPrefix(got, test.ending) || (got == "") != (test.ending == "") {
			t.Errorf("%s: got %q, want %q", test.name, got, test.ending)
		}
	}
}

// vetoCap is a position with both a jump and retreats for South, late in a race.
func vetoCap(t *testing.T, name string) *State {
	t.Helper()
	s, err := game(t, name).ParsePosition("9/3g3R1/2R6/9/9/9/4B1r2/1r7/9 s -")
	if err != nil {
		t.Fatal(err)
	}
	return s.(*State)
}

// Where the cap has no winner it cuts off no retreat that may still be refused.
func TestVetoAndTruncation(t *testing.T) {
	const name = "cetro:demand=veto,cap=1,cap_result=draw"
	for play, want := range map[string]bool{
		"": false, "h8-g7": false, "h8-g7 accept": true, "h8-g7 veto": false, "h8-g7 veto c7-e9": true,
	} {
		s := vetoCap(t, name)
		must(t, s, play)
		if got := env.Truncated(s, len(strings.Fields(play)), s.game.Spec().MaxPly); got != want {
			t.Errorf("after %q: truncated is %v, want %v", play, got, want)
		}
	}
	if got := game(t, name).Spec(); got.MaxPly != 3 || got.Version != 2 {
		t.Errorf("got at most %d actions and version %d, want 3 and 2", got.MaxPly, got.Version)
	}
}

// A retreat that is judged for the third time is not a draw; where it leads to may
// be one, as soon as it stands.
func TestVetoAndRepetition(t *testing.T) {
	const round = "accept b6-c7 e5-d4 accept a5-b6 c3-e5 c7-a5 d4-c3 "
	for play, want := range map[string]env.Result{
		round:                             env.Ongoing,
		round + round:                     env.Ongoing,
		round + round + "accept":          env.Drawn,
		round + round + "veto":            env.Ongoing,
		round + round + "veto e1-c3":      env.Ongoing,
		round + "accept b6-c7 e5-d4 veto": env.Ongoing,
	} {
		s := placed(t, game(t, "cetro-5x7:demand=veto"), `
			. . . . .
			. g . . .
			g . . . G
			. . . . .
			. . G . .
			. . . B .
			. . . . B`, "n d4-c3")
		if got := must(t, s, play).Result(); got != want {
			t.Errorf("after %s: got %v, want %v\n%s", play, got, want, s)
		}
	}
}
