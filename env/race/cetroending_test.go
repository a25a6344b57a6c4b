package race

import (
	"testing"

	"ludens/env"
)

func TestCetroEndings(t *testing.T) {
	for _, test := range []struct {
		name, board, fields, play string
		want                      env.Result
		ending                    string
	}{
		{"the last man jumps home", `
			. . . . .
			. . . G .
			. . B . .
			. . . . .
			. . . . g
			. . . . .
			. . . . .`, "s -", "c5-e7", env.FirstWins, "all men are home"},
		{"the last man goes back home", `
			. . G . B
			. . . . .
			. . . . .
			. . . . .
			. . . . g
			. . . . .
			. . . . .`, "s -", "c7-d6", env.FirstWins, "all men are home"},
		{"North's home is at the bottom", `
			. . . . .
			. . . . .
			. . . . .
			. . . . .
			. . . . G
			. . . . .
			b . g . .`, "n -", "c1-d2", env.SecondWins, "all men are home"},
		{"where North jumps, too", `
			. . . . .
			. . . . .
			. . . . .
			. . . . .
			. . b . G
			. g . . .
			. . . . .`, "n -", "c3-a1", env.SecondWins, "all men are home"},
		{"not on another colour's row", `
			. . . . .
			. . . B .
			. . G . .
			. . . . .
			. . . . g
			. . . . .
			. . . . .`, "s -", "c5-e7", env.Ongoing, ""},
		{"nobody can move: who moved last wins", `
			. . . . b
			. . . . .
			. . . . .
			. . . . .
			. . . . .
			. G . . .
			. . . . .`, "s -", "b2-a1", env.FirstWins, "neither player can move"},
		{"also if the other one had passed", `
			. . . . b
			. . . . .
			. . . . .
			. . . . .
			. . G . .
			. . . . .
			. . . . .`, "s -", "c3-b2 pass b2-c1", env.FirstWins, "neither player can move"},
		{"North moved last", `
			. . . . .
			. . . b .
			. . . . .
			. . . . .
			. . . . .
			. . . . .
			B . . . .`, "n -", "d6-c7", env.SecondWins, "neither player can move"},
		{"one player alone is not stuck for good", `
			. . . . b
			. . . . .
			. . . . .
			. . . . .
			. . G . .
			. . . . .
			. . . . .`, "s -", "c3-b2 pass", env.Ongoing, ""},
	} {
		s := must(t, placed(t, game(t, "cetro-5x7:demand=none"), test.board, test.fields), test.play)
		if got := s.Result(); got != test.want {
			t.Errorf("%s: got %v, want %v\n%s", test.name, got, test.want, s)
		}
		if got := s.Ending(); got != test.ending {
			t.Errorf("%s: got %q, want %q", test.name, got, test.ending)
		}
	}
}

// Two men that change places by a jump and two retreats leave the board as it
// was.
func TestThreefold(t *testing.T) {
	const (
		round   = "c3-e5 c7-a5 d4-c3 b6-c7 e5-d4 a5-b6 "
		demands = "c3-e5 c7-a5 d4-c3 b6-c7 e5-d4 a5-b6! "
	)
	for _, test := range []struct {
		name, game, play string
		want             env.Result
	}{
		{"second time", "cetro-5x7:demand=none", round, env.Ongoing},
		{"third time", "cetro-5x7:demand=none", round + round, env.Drawn},
		{"a demand makes it another position", "cetro-5x7", round + demands, env.Ongoing},
		{"so does whose turn it is", "cetro-5x7:demand=none", "d4-e3 c7-a5 e3-d2 b6-c7 c3-b2 a5-b6 b2-a1", env.Ongoing},
		{"any position counts, not only the first", "cetro-5x7", demands + demands + "c3-e5", env.Drawn},
		{"nothing was vetoed here", "cetro-5x7:demand=veto", round + round, env.Drawn},
		{"twofold", "cetro-5x7:demand=none,repeat=2", round, env.Drawn},
		{"fourfold: not the third time", "cetro-5x7:demand=none,repeat=4", round + round, env.Ongoing},
		{"fourfold", "cetro-5x7:demand=none,repeat=4", round + round + round, env.Drawn},
		{"never", "cetro-5x7:demand=none,repeat=0", round + round + round + round + round, env.Ongoing},
	} {
		s := placed(t, game(t, test.game), `
			. . g . .
			. g . . .
			. . . . .
			. . . G .
			. . G . .
			. . . . .
			. . . . .`, "s -")
		if got := must(t, s, test.play).Result(); got != test.want {
			t.Errorf("%s: got %v, want %v\n%s", test.name, got, test.want, s)
		}
		if s.Result() == env.Drawn && s.Ending() != s.game.repetition() {
			t.Errorf("%s: ended by %q", test.name, s.Ending())
		}
	}
}

// A copy has a history of its own: what it plays is nothing to its original.
func TestCopiesRemember(t *testing.T) {
	s := placed(t, game(t, "cetro-5x7:demand=none"), `
		. . g . .
		. g . . .
		. . . . .
		. . . G .
		. . G . .
		. . . . .
		. . . . .`, "s -")
	must(t, s, "c3-e5 c7-a5 d4-c3 b6-c7")
	c := s.Copy(start(t, "cetro-5x7:demand=none")).(*State)
	must(t, s, "e5-d4 a5-b6 c3-e5 c7-a5")
	must(t, c, "c3-b2 a5-b6 b2-a1 b6-a7")
	if got := must(t, s, "d4-c3 b6-c7 e5-d4 a5-b6").Result(); got != env.Drawn {
		t.Errorf("the original: got %v, want drawn\n%s", got, s)
	}
	if got := c.Result(); got != env.Ongoing {
		t.Errorf("the copy: got %v, want ongoing\n%s", got, c)
	}
}

// South plays a5-c7, the only ply, and then needs two moves more, one for each
// man.
func TestCap(t *testing.T) {
	const south = `
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. G . . . . . . .
		B . . . . . . . .
		. . . . . . . . .`
	for _, test := range []struct {
		game, north string
		want        env.Result
		ending      string
	}{
		{"cetro:cap=1", `
		. . b . b . b . .
		. . . . . . . . .
		. . . . . . . . .`, env.FirstWins, "cut off at ply 1, moves needed: south 2, north 3"},
		{"cetro:cap=1", `
		. . b . . . . . .
		. . . . . . . . .
		. . . . . . . . .`, env.SecondWins, "cut off at ply 1, moves needed: south 2, north 1"},
		{"cetro:cap=1", `
		. . b . b . . . .
		. g . . . . . . .
		. . . . . . . . .`, env.SecondWins, "cut off at ply 1, moves needed: 2 each, men home: south 0, north 1"},
		{"cetro:cap=1", `
		. . b . b . . . .
		. . . . . . . . .
		. . . . . . . . .`, env.Drawn, "cut off at ply 1, moves needed: 2 each, men home: south 0, north 0"},
		{"cetro:cap=1,first=north", `
		. . b . . . . . .
		. . . . . . . . .
		. . . . . . . . .`, env.FirstWins, "cut off at ply 1, moves needed: south 2, north 1"},
		{"cetro:cap=2", `
		. . b . b . b . .
		. . . . . . . . .
		. . . . . . . . .`, env.Ongoing, ""},
		{"cetro:cap=1,cap_result=draw", `
		. . b . b . b . .
		. . . . . . . . .
		. . . . . . . . .`, env.Ongoing, ""},
	} {
		s := must(t, placed(t, game(t, test.game), south+test.north, "s -"), "a5-c7")
		if got := s.Result(); got != test.want {
			t.Errorf("%s: got %v, want %v\n%s", test.game, got, test.want, s)
		}
		if got := s.Ending(); got != test.ending {
			t.Errorf("%s: got %q, want %q", test.game, got, test.ending)
		}
	}
}

// On the last ply other endings come first. South is ahead, but draws.
func TestEndingsBeforeTheCap(t *testing.T) {
	s := placed(t, game(t, "cetro:demand=none,cap=12"), `
		. . . . r . . . .
		. . . r . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . R . . . . .
		. . R . . . . . .
		. . . . . . . . .
		. . . . . . . . .`, "s -")
	must(t, s, "c3-e5 e9-c7 d4-c3 d8-e9 e5-d4 c7-d8 c3-e5 e9-c7 d4-c3 d8-e9 e5-d4 c7-d8")
	if got, want := s.Ending(), "threefold repetition"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s = placed(t, game(t, "cetro:cap=1"), `
		. . . . . . . . .
		. G . . . . . . .
		B . . . . . . . .
		. . . . . . . . .
		. . . . . . . . r
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`, "s -")
	if got, want := must(t, s, "a7-c9").Ending(), "all men are home"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Where the cap is no ending it cuts the episode off.
func TestTruncation(t *testing.T) {
	e := env.Make(game(t, "cetro:cap=1,cap_result=draw"))
	_, _, terminated, truncated, _, err := e.Step(e.Legal()[0])
	if terminated || !truncated || err != nil {
		t.Errorf("got terminated %v, truncated %v, %v", terminated, truncated, err)
	}
	for name, want := range map[string]int{"cetro": 240, "cetro:cap=60": 60, "cetro-5x5": 200, "cetro-5x7": 200} {
		if got := game(t, name).Spec().MaxPly; got != want {
			t.Errorf("%s: got %d plies, want %d", name, got, want)
		}
	}
}

// The ply is part of a position where the cap decides, and only there.
func TestPlyInKey(t *testing.T) {
	for name, want := range map[string]bool{"cetro": true, "cetro:cap_result=draw": false, "cetro-5x5": false} {
		s := start(t, name)
		s.Play(s.Legal(nil)[0])
		again, err := s.game.ParsePosition(s.game.Position(s)) // at ply 0
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Key() != again.Key(); got != want {
			t.Errorf("%s: plies 0 and 1 have different keys: got %v, want %v", name, got, want)
		}
	}
}
