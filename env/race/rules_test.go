package race

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// plain is a start on that many squares, South's men below and North's above, so that a
// test may put them anywhere.
const plain = "family = \"race\"\nname = \"test\"\n"

// drawn returns the game of keys whose start is a board of 5 by 5 with two men a side,
// and the position of a drawing in it. '*' is an empty square that a test expects.
func drawn(t *testing.T, keys, board, fields string) *State {
	t.Helper()
	start := "start = '''\naa...\n.....\n.....\n.....\n...AA\n'''\n"
	if strings.Contains(keys, "start =") {
		start = ""
	}
	g := read(t, plain+start+keys).(*Game)
	s, err := g.ParsePosition(contract(board) + " " + fields)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*State)
}

// contract takes a drawing to the first field of a position.
func contract(board string) string {
	var letters []rune
	rows := picture(board)
	for _, c := range strings.Join(rows, "") {
		if !isLetter(byte(c)) {
			c = 0
		}
		letters = append(letters, c)
	}
	return env.Rows(letters, len(rows[0]), false)
}

// The man on a square may go to the squares with a star, and nowhere else.
func TestMoves(t *testing.T) {
	for _, test := range []struct {
		name              string
		jumps             bool // they alone are looked at
		keys, from, board string
	}{
		{"steps to all sides, jumps over either side's men", false, "chain = false", "c3", `
			. . . . *
			. * * a .
			. * A * .
			. A * * .
			* . . . .`},
		{"directions are as the side sees them", false, `steps = "forward+left"
			jumps = "none"
			goals = '''
			^^^^^
			.....
			.....
			.....
			_____'''`, "c3", `
			. . . . .
			. . * . .
			. * A . .
			a . . . .
			. . . . .`},
		{"a chain goes on from where a jump has led", true, "", "a1", `
			* . * . .
			. a . . .
			* . * a *
			. A . a .
			A . * . *`},
		{"a chain passes the square where it began", true, `jumps = "orthogonal"
			start = '''
			aaaa..
			......
			......
			......
			......
			..AAAA'''`, "c3", `
			. . . . . .
			. . * . . .
			. . a . . .
			. . A a * .
			. . . . . .
			. . . . . .`},
		{"two ways to one square are one move", true, `jumps = "orthogonal"
			start = '''
			aaaa..
			......
			......
			......
			......
			..AAAA'''`, "a1", `
			. . . . . .
			. . . . . .
			. . . . . .
			* a * . . .
			A . a . . .
			A A * . . .`},
		{"no jump over two men, over a gap, over the edge or a hole", true, `start = '''
			aaaa.
			.....
			.....
			.....
			#AAAA'''`, "c3", `
			a . . . .
			. a . . .
			. . A . a
			. A . . .
			. . . . .`},
		{"over enemies only", true, `over = "enemy"`, "c3", `
			* . . . .
			. a . . .
			. . A . .
			. . A . .
			. . . . .`},
		{"over one's own only", true, `over = "own"`, "c3", `
			. . . . .
			. a . . .
			. . A . .
			. . A . .
			. . * . .`},
		{"who is where he belongs may leave", false, `jumps = "none"`, "b5", `
			* A * . .
			* * * . .
			. . . . a
			. . . . .
			. . . A .`},
		{"who is where he belongs stays there", false, `jumps = "none"
			lock = "goal"`, "b5", `
			* A * . .
			. . . . a
			. . . . .
			. . . . .
			. . . A .`},
		{"who is where he belongs stays on his square", false, `lock = "square"`, "b5", `
			. A . . .
			. a . . .
			. . . . .
			. . . . .
			. . . A .`},
		{"a chain ends where a man stays", true, `lock = "goal"`, "b3", `
			. * . * .
			. a a . .
			. A . . .
			. . . . .
			. . . . .`},
	} {
		if !strings.Contains(test.keys, "start =") {
			test.keys += "\nstart = '''\naaaa.\n.....\n.....\n.....\n.AAAA'''"
		}
		s := drawn(t, test.keys, test.board, "s -")
		var got, want []string
		for _, text := range legalTexts(s) {
			to, ok := strings.CutPrefix(text, test.from+"-")
			if ok && (!test.jumps || far(s, test.from, to)) {
				got = append(got, to)
			}
		}
		for at, c := range strings.Join(picture(test.board), "") {
			if c == '*' {
				want = append(want, s.game.board.name(at))
			}
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", test.name, got, want)
		}
	}
}

// far reports whether it takes a jump from one square to another.
func far(s *State, from, to string) bool {
	b := s.game.board
	for at := range b.cells() {
		if b.name(at) == from {
			for _, d := range b.steps {
				if next := b.next[d][at]; next >= 0 && b.name(next) == to {
					return false
				}
			}
		}
	}
	return true
}

// How games end: after a move the game is over, or goes on where want is Ongoing.
func TestEndings(t *testing.T) {
	for _, test := range []struct {
		name, keys, board, moves string
		want                     env.Result
		ending                   string
	}{
		{"all men home", "", `
			A . . . .
			. A . . .
			. . . . .
			. . . . .
			. a . a .`, "b4-b5", env.FirstWins, "all men are home"},
		{"a full far side is no win by itself", "", `
			a . . . .
			. A . . .
			. A . . .
			. . . . .
			. a . . .`, "b4-b5", env.Ongoing, ""},
		{"a full far side", `win = "filled"`, `
			a . . . .
			. A . . .
			. A . . .
			. . . . .
			. a . . .`, "b4-b5", env.FirstWins, "the far side is full"},
		{"full of enemies only", `win = "filled"`, `
			a a . . .
			. A . . .
			. A . . .
			. . . . .
			. . . . .`, "b3-c3", env.Ongoing, ""},
		{"too long at home", "vacate = 1", `
			a . . . .
			a . . . .
			. . . . .
			. . . . .
			. . . A A`, "d1-d2 a5-b5 d2-d3", env.SecondWins, "men have stayed too long"},
		{"in time from home", "vacate = 1", `
			a . . . .
			a . . . .
			. . . . .
			. . . . A
			. . . A .`, "d1-d2 a5-b5 d2-d3", env.Ongoing, ""},
		{"the last man captured", "chain = false\ncapture = true", `
			. . . . .
			. . . . .
			. a . . .
			. A . . .
			. . . . .`, "b2-b4", env.FirstWins, "no men are left"},
		{"who cannot move passes", `steps = "forward"
			jumps = "none"`, `
			a . . . .
			A . . . .
			. . . . .
			. . A . .
			. . . . .`, "c2-c3 pass c3-c4", env.Ongoing, ""},
		{"who cannot move loses", "no_move = \"loses\"\nsteps = \"forward\"\njumps = \"none\"", `
			a . . . .
			A . . . .
			. . . . .
			. . A . .
			. . . . .`, "c2-c3", env.FirstWins, "no move is left"},
		{"who cannot move draws", "no_move = \"draw\"\nsteps = \"forward\"\njumps = \"none\"", `
			a . . . .
			A . . . .
			. . . . .
			. . A . .
			. . . . .`, "c2-c3", env.Drawn, "no move is left"},
		{"nobody can move: a draw", "steps = \"forward\"\njumps = \"none\"", `
			. . A . .
			. . . . .
			a . . . .
			. . . . .
			A . . . .`, "a1-a2", env.Drawn, "neither side can move"},
		{"nobody can move: who moved last", "stuck = \"mover\"\nsteps = \"forward\"\njumps = \"none\"", `
			. . A . .
			. . . . .
			a . . . .
			. . . . .
			A . . . .`, "a1-a2", env.FirstWins, "neither side can move"},
		{"repetition", "repeat = 2", `
			. . . . .
			. . A . .
			. . . . .
			. . a . .
			. . . . .`, "c4-c5 c2-c1 c5-c4 c1-c2", env.Drawn, "twofold repetition"},
		{"repetition loses", "repeat = 2\nrepeat_result = \"loses\"", `
			. . . . .
			. . A . .
			. . . . .
			. . a . .
			. . . . .`, "c4-c5 c2-c1 c5-c4 c1-c2", env.FirstWins, "twofold repetition"},
		{"the cap, by moves needed", "cap = 1", `
			. . . . .
			. . A . .
			. . . . .
			. a . . .
			. . . . .`, "c4-b4", env.FirstWins, "cut off at ply 1, moves needed: south 1, north 2"},
		{"the cap, by men home", "cap = 1\ncap_result = \"home\"", `
			. . . . .
			. . A . .
			a . . . .
			. . . . .
			. . . a .`, "c4-b4", env.SecondWins, "cut off at ply 1, men home: south 0, north 1"},
		{"the cap, without a winner", "cap = 1\ncap_result = \"draw\"", `
			. . . . .
			. . A . .
			. . . . .
			. . a . .
			. . . . .`, "c4-b4", env.Ongoing, ""},
	} {
		if strings.Contains(test.keys, "forward") {
			test.keys += "\nstart = '''\naaa..\n.....\n.....\n.....\nAAA..'''\ngoals = '''\n^^^^^\n.....\n.....\n.....\n_____'''"
		}
		s := drawn(t, test.keys, test.board, "s -")
		for _, move := range strings.Fields(test.moves) {
			a, err := env.Parse(s, move)
			if err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			s.Play(a)
		}
		if s.Result() != test.want || s.Ending() != test.ending {
			t.Errorf("%s: got %v, %q, want %v, %q\n%v", test.name, s.Result(), s.Ending(), test.want, test.ending, s)
		}
	}
}

// A jump where a step was possible is demanded, or not; a move that blocks is none.
func TestDemands(t *testing.T) {
	const board = `
		. . . . .
		. . . . .
		. . . . .
		. a . . .
		A . . . .`
	const all = "a1-a2 a1-b1 a1-c3"
	for _, test := range []struct{ keys, fields, want string }{
		{`demand = "none"`, "s -", all},
		{`demand = "always"`, "s -", "a1-c3"},
		{`demand = "flag"`, "s d", "a1-c3 a1-c3!"},
		{`demand = "flag"`, "s -", "a1-a2 a1-b1 a1-c3 a1-c3!"},
		{`demand = "veto"`, "s d", "a1-c3"},
		{`demand = "veto"`, "s -", all},
		{"blocking = false\nsteps = \"forward+sideways\"\njumps = \"diagonal\"\nover = \"enemy\"\n" + `goals = '''
			^^^^^
			.....
			.....
			.....
			_____'''`, "s -", all},
	} {
		s := drawn(t, test.keys, board, test.fields)
		if got := strings.Join(legalTexts(s), " "); got != test.want {
			t.Errorf("%s, %s: got %s, want %s", test.keys, test.fields, got, test.want)
		}
	}
	const narrow = "blocking = false\nsteps = \"forward+sideways\"\njumps = \"none\"\nstart = '''\na..\n...\n..A'''\ngoals = '''\n^^^\n...\n___'''"
	s := drawn(t, narrow, ". a .\n. . .\n. A .", "s -")
	if got, want := strings.Join(legalTexts(s), " "), "b1-a1 b1-b2 b1-c1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s = drawn(t, strings.NewReplacer("forward+sideways", "forward", "..A", "A..").Replace(narrow), "a . .\n. . .\nA . .", "s -")
	if got, want := strings.Join(legalTexts(s), " "), "pass"; got != want {
		t.Errorf("a move that leaves the other side without any: got %s, want %s", got, want)
	}
}

// Men of the reserve come first, one a turn.
func TestReserve(t *testing.T) {
	g := read(t, plain+"reserve = 1\nstart = '''\n...\n.++\n...'''\ngoals = '''\n*..\n...\n..*'''").(*Game)
	s := g.New(0).(*State)
	for _, turn := range []struct{ legal, move string }{
		{"b2 c2", "b2"},
		{"c2", "c2"},
		{"b2-a1 b2-a2 b2-a3 b2-b1 b2-b3 b2-c1 b2-c3", "b2-a3"},
	} {
		if got := strings.Join(legalTexts(s), " "); got != turn.legal {
			t.Errorf("got %s, want %s", got, turn.legal)
		}
		a, err := env.Parse(s, turn.move)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(a)
	}
	if got, want := s.Result(), env.FirstWins; got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPlayPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	read(t, plain+"start = '''\n.a\nA.'''").New(0).Play(0)
}
