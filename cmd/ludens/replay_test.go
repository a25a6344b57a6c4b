package main

import "testing"

const replayed = `tictactoe
first   crosses: Ana
second  noughts: random

   1. b2  a3
      {why?}
   2. b3  b1
   3. c3

3  o x x
2  . x .
1  . o .
   a b c
o to move

moves   5, all legal
result  unfinished (so far)
`

func TestReplay(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "game.txt", shortGame)
	if got := works(t, "", "replay", "game.txt"); got != replayed {
		t.Errorf("got\n%swant\n%s", got, replayed)
	}
	if got := works(t, shortGame, "replay", "-"); got != replayed {
		t.Errorf("from standard input: got\n%s", got)
	}
	if got, want := works(t, "", "replay", "game.txt", "--ply", "1"), "3  . . .\n2  . x .\n1  . . .\n   a b c\no to move\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestReplayEvery(t *testing.T) {
	record := "[Game \"tictactoe\"]\n[Start \"xx./oo./...\"]\n{try} 1. c3 {there}"
	want := `tictactoe
first   crosses
second  noughts

      {try}
3  x x .
2  o o .
1  . . .
   a b c
x to move

1. c3
      {there}

3  x x x
2  o o .
1  . . .
   a b c
x wins: three in a row

moves   1, all legal
result  won by crosses: three in a row (by the rules)
`
	if got := works(t, record, "replay", "-", "--every"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestReplayJSON(t *testing.T) {
	for _, test := range []struct{ record, want string }{
		{shortGame, `{"game":"tictactoe","first":"Ana","second":"random","plies":5,"result":"ongoing","by_the_rules":false}`},
		{"[Game \"tictactoe\"]\n[Result \"second wins\"]\n[Ending \"crosses resigned\"]\n\n1. b2",
			`{"game":"tictactoe","plies":1,"result":"second wins","ending":"crosses resigned","by_the_rules":false}`},
		{"[Game \"tictactoe\"]\n\na1 b1 a2 b2 a3",
			`{"game":"tictactoe","plies":5,"result":"first wins","ending":"three in a row","by_the_rules":true}`},
	} {
		if got := works(t, test.record, "replay", "-", "--json"); got != test.want+"\n" {
			t.Errorf("%s:\ngot  %swant %s", test.record, got, test.want)
		}
	}
}

// What was legal is shown, then comes the move that was not.
func TestReplayIllegal(t *testing.T) {
	a := try("[Game \"connect4\"]\n\n1. 4 4 2. 4 4 3. 4 4 4. 4 1", "replay", "-")
	wantOut := `connect4
first   red
second  yellow

   1. 4  4
   2. 4  4
   3. 4  4

. . . y . . .
. . . r . . .
. . . y . . .
. . . r . . .
. . . y . . .
. . . r . . .
1 2 3 4 5 6 7
red to move
`
	wantErr := "ludens: -: record: move 4: illegal action \"4\" (legal: 1, 2, 3 and 3 more)\n"
	if a.code != 1 || a.out != wantOut || a.errs != wantErr {
		t.Errorf("got %d\n%s%s\nwant 1\n%s%s", a.code, a.out, a.errs, wantOut, wantErr)
	}
}

func TestReplayComplaints(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "game.txt", shortGame)
	write(t, "lost.txt", "[Game \"tictactoe\"]\n\n1. a1 b1\n3. a3")
	write(t, "lie.txt", "[Game \"tictactoe\"]\n[Result \"drawn\"]\n\na1 b1 a2 b2 a3")
	write(t, "chess.txt", "[Game \"chess9\"]\n\ne4")
	write(t, "start.txt", "[Game \"tictactoe\"]\n[Start \"x\"]\n")
	complaints{
		{`replay`, 2, `replay: too few words; want: ludens replay FILE`},
		{`replay none.txt`, 1, `stat none.txt: no such file or directory`},
		{`replay game.txt --ply 1 --every`, 2, `replay: --ply shows one board and --every all: want one of them`},
		{`replay game.txt --ply 6`, 1, `game.txt: --ply 6: there are 5 moves`},
		{`replay lost.txt`, 1, `lost.txt: record: line 4: number 3. where 2. is due: is a move missing?`},
		{`replay lie.txt`, 1, `lie.txt: record: false claim after move 3: result "drawn", but by the rules it is "first wins"`},
		{`replay lie.txt --json`, 1, `lie.txt: record: false claim after move 3: result "drawn", but by the rules it is "first wins"`},
		{`replay start.txt`, 1, `start.txt: record: start: lines: position x: 1 rows, want 3`},
	}.check(t)
	if a := try("", "replay", "chess.txt"); a.code != 1 || len(a.errs) == 0 {
		t.Errorf("a game that is none: got %d %s", a.code, a.errs)
	}
}
