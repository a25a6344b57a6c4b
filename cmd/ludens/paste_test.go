package main

import (
	"slices"
	"strings"
	"testing"

	"ludens/env/games"
)

const (
	sourceArray = "qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w - - 0 1"

	asPGN = `[Event "Club"]
[Site "?"]
[Date "2024.01.02"]
[Round "?"]
[White "Carlos"]
[Black "Ana"]
[Result "0-1"]
[Variant "cetran2"]
[SetUp "1"]
[FEN "` + sourceArray + `"]
[Termination "White resigned"]

1. e4 e5 2. Nd3 d6 3. Nxe5 0-1

`
	asCourier = `1. P e2-e4
1... p e7-e5
2. N c1-d3
2... p d7-d6
3. N d3-e5
`
	asRecord = `[Game "cetran2"]
[Start "qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w - 0 1"]
[Date "2024.01.02"]
[First "Carlos"]
[Second "Ana"]
[Result "second wins"]
[Ending "White resigned"]
[Event "Club"]

1. e2e4 e7e5 2. c1d3 d7d6 3. d3e5
`
)

// The same game, from each notation into each.
func TestNotations(t *testing.T) {
	for _, from := range []string{asPGN, asRecord} {
		for to, want := range map[string]string{"pgn": asPGN, "courier": asCourier, "record": asRecord} {
			if got := works(t, from, "replay", "-", "--to", to); got != want {
				t.Errorf("%.20s... as %s:\ngot\n%swant\n%s", from, to, got, want)
			}
		}
	}
	got := works(t, asCourier, "replay", "-", "--to", "courier", "--game", "cetran2:array=qrknchsa/KSNRCAQH")
	if got != asCourier {
		t.Errorf("Game Courier's there and back:\ngot\n%swant\n%s", got, asCourier)
	}
}

// What people paste, and the position that it leads to.
func TestPasted(t *testing.T) {
	const afterThree = "qrknchsa/pppp1ppp/8/4p3/4P3/3N4/PPPP1PPP/KS1RCAQH b - - 1 2\n"
	for _, test := range []struct{ name, text, flags, want string }{
		{"a list of Cetro", "1. b2-d4 d8-f6! 2. d2-f4\nf8-d6! 1-0", "--game cetro --format position",
			"b1b1b1b1b/1g5g1/r1r1r1r1r/3g1g3/9/3G1G3/R1R1R1R1R/5G1G1/B1B1B1B1B s d\n"},
		{"a list of celta, with captures", "1. d5-b5 d6-b6xb5", "--game celta --format position", "3a3/1a5/7/aadkdaa/3d3/3a3/3a3 d\n"},
		{"a list of celta as OTN", "d5-b5", "--game celta --format otn", "/3t3/3t3/3T3/ttTKTtt/1T5/3t3/3t3/\n"},
		{"a list from a position", "3. d3-d4", "--game celta --format text", ""},
		{"algebraic", "1. e4 e5 2. Nd3 {well} *", "--game cetran2:array=qrknchsa/KSNRCAQH --format fen", afterThree},
		{"algebraic, from a position", "1. e4 e5 2. Nd3", `--game cetran2 --position "` + sourceArray + `" --format fen`, afterThree},
		{"squares", "e2-e4 e7e5 c1d3", "--game cetran2:array=qrknchsaKSNRCAQH --format fen", afterThree},
		{"Game Courier, with talk", "1. P e2-e4 // hello\n1... p e7-e5\n2. N c1-d3", "--game cetran2:array=qrknchsa/KSNRCAQH --format fen", afterThree},
		{"Game Courier on one line", "1. P e2-e4 1... p e7-e5 2. N c1-d3", "--game cetran2:array=qrknchsa/KSNRCAQH --format fen", afterThree},
		{"PGN of others", "[Variant \"Cetran Chess 2\"]\n[FEN \"" + sourceArray + "\"]\n1.e4! (1.d4) e5 $1 2.Nd3 *", "--format fen", afterThree},
		{"PGN with the array in the tag", "[White \"A\"]\n[Variant \"cetran2:array=qrknchsa/KSNRCAQH\"]\n1.e4 e5 2.Nd3 *", "--format fen", afterThree},
		{"PGN whose game is named by the flag", "[FEN \"" + sourceArray + "\"]\n1.e4 e5 2.Nd3 *", "--game cetran2 --format fen", afterThree},
	} {
		a := try(test.text, append([]string{"show", "-"}, split(test.flags)...)...)
		if test.want == "" {
			if a.code == 0 {
				t.Errorf("%s: got\n%s", test.name, a.out)
			}
		} else if a.out != test.want {
			t.Errorf("%s:\ngot  %s%swant %s", test.name, a.out, a.errs, test.want)
		}
	}
}

// What is wrong with a pasted game is reported in one line: where, what, and which
// legal moves are near.
func TestPastedWrong(t *testing.T) {
	const array = "cetran2:array=qrknchsa/KSNRCAQH"
	for _, test := range []struct{ name, text, flags, want string }{
		{"no game", "b2-d4", "", `no line [Game "NAME"] says which game it is: add --game`},
		{"nothing", "", "", `no line [Game "NAME"] says which game it is: add --game`},
		{"two games named", `[Game "celta"]`, "--game cetro", `says itself which game it is and how it starts: leave --game, --position and --seed out`},
		{"two starts", "[FEN \"" + sourceArray + "\"]\n*", `--game cetran2 --position "` + sourceArray + `"`, `says itself how the game starts: leave --position out`},
		{"an unknown variant", `[Variant "Losers of 1999"]`, "", `games: no game "Losers of 1999"; there are ` + strings.Join(allGames(), ", ") + ", and those of files: ludens games"},
		{"a Cetro move", "1. b2-d4 d8-f5", "--game cetro", `record: move 1...: illegal action "d8-f5" (nearest: d8-f6, h8-f6, d8-b6)`},
		{"a tafl move", "1. d5-b5 d6-b7", "--game celta", `record: move 1...: illegal action "d6-b7" (nearest: d7b7, d6b6xb5, d7e7)`},
		{"an algebraic move", "1. e4 e5 2. Nd4", "--game " + array, `record: move 2: illegal action "Nd4": no such move here (nearest: d4, Nd3)`},
		{"a move of Game Courier", "1. P e2-e5", "--game " + array, `record: move 1: illegal action "P e2-e5": no such move here (nearest: P e2-e3, P e2-e4, P a2-a3)`},
		{"a move of PGN", strings.Replace(asPGN, "Nd3", "Nd4", 1), "", `chess: pgn: game 1: move 2: illegal action "Nd4": no such move here (nearest: d4, Nd3)`},
		{"an empty PGN", "[White \"A\"]", "--game cetran2", `chess: pgn: game 1: no FEN tag, and the start of cetran2 is drawn`},
		{"a position that cannot be", strings.Replace(asPGN, "KSN", "KSK", 1), "", `chess: pgn: game 1: tag FEN: White has 2 kings, on a1 and c1: must be 1`},
		{"no end", strings.Repeat("a ", 1<<20), "--game celta", `record: too long: a line of more than 1 MiB`},
		{"celta as PGN", "d5-b5", "--game celta --to pgn", `a game of celta has no pgn: want --to record`},
	} {
		a := try(test.text, append([]string{"replay", "-"}, split(test.flags)...)...)
		if want := "ludens: -: " + test.want + "\n"; a.code == 0 || a.errs != want {
			t.Errorf("%s:\ngot  %d %swant %s", test.name, a.code, a.errs, want)
		}
	}
	complaints{
		{`replay - --to gpn`, 2, `replay: no notation "gpn" (did you mean "pgn"?); want one of record, pgn, courier`},
		{`replay - --to pgn --json`, 2, `replay: --to prints the game and nothing else: leave --ply, --every and --json out`},
		{`show celta --game cetro`, 2, `show: celta is a game: leave --game out`},
		{`show celta --format fen`, 2, `show: positions of celta have no fen: want --format position`},
		{`show cetran2 --format otn`, 2, `show: positions of cetran2 have no otn: want --format position`},
	}.check(t)
}

// allGames are the names of all variants, in order.
func allGames() (names []string) {
	for _, e := range games.List() {
		names = append(names, e.Name)
	}
	slices.Sort(names)
	return names
}

// Positions in the notations of others, wherever a position is taken.
func TestPositionsOfOthers(t *testing.T) {
	const otn = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
	for _, test := range []struct{ line, want string }{
		{`show celta --format position --position ` + otn, "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 d\n"},
		{`show celta --format position --position "` + otn + ` a"`, "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 a\n"},
		{`show celta --format otn`, otn + "\n"},
		{`perft celta 2 --position ` + otn, "1 24\n2 944\n"},
		{`show cetran2 --format fen --position "` + sourceArray + `"`, sourceArray + "\n"},
		{`show cetran2 --format position --position "` + sourceArray + `"`, "qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w - 0 1\n"},
		{`show cetro --format position`, "b1b1b1b1b/1g1g1g1g1/r1r1r1r1r/9/9/9/R1R1R1R1R/1G1G1G1G1/B1B1B1B1B s -\n"},
	} {
		if got := works(t, "", split(test.line)...); got != test.want {
			t.Errorf("%s:\ngot  %swant %s", test.line, got, test.want)
		}
	}
	if got, want := works(t, "", "moves", "celta", "--position", otn), works(t, "", "moves", "celta"); got != want {
		t.Errorf("the moves of %s:\ngot  %swant %s", otn, got, want)
	}
}

// A position that cannot be gets one line that says what is wrong and where.
func TestPositionsThatCannotBe(t *testing.T) {
	complaints{
		{`moves celta --position "3k3/3a3/3d3/aadkdaa/3d3/3a3/3a3 d"`, 1, `tafl: position "3k3/3a3/3d3/aadkdaa/3d3/3a3/3a3 d": there are kings on d4,d7, want one`},
		{`moves celta --position "7/7/3d3/7/7/7/7 d"`, 1, `tafl: position "7/7/3d3/7/7/7/7 d": there is no king, and no attacker who could have captured him`},
		{`moves celta --position "a6/7/7/3k3/7/7/7 d"`, 1, `tafl: position "a6/7/7/3k3/7/7/7 d": an attacker may not stand on a7`},
		{`moves celta --position "7/7/7/3d3/7/7/k6 d"`, 1, `tafl: position "7/7/7/3d3/7/7/k6 d": a defender may not stand on d4`},
		{`moves celta --position "3a3/3a3/a2d3/aadkdaa/3d3/3a3/3a3 d"`, 1, `tafl: position "3a3/3a3/a2d3/aadkdaa/3d3/3a3/3a3 d": there are 9 attackers, want at most 8`},
		{`moves celta --position /7/7/7/3K3/7/8/7/`, 1, `tafl: position "/7/7/7/3K3/7/8/7/": rank 6 "8": has 8 squares, want 7`},
		{`moves cetran2 --position "k7/8/8/8/8/8/8/KK6 w"`, 1, `chess: position: White has 2 kings, on a1 and b1: must be 1`},
		{`moves cetran2 --position "8/8/8/8/8/8/8/K7 w"`, 1, `chess: position: Black has no king: must be 1`},
		{`moves cetran2 --position "k6P/8/8/8/8/8/8/K7 w"`, 1, `chess: position: pawn on h8: pawns never stand on the first and last rank`},
		{`moves cetran2 --position "k7/8/8/8/8/8/8/R6K w"`, 1, `chess: position: White can take the king on a8: the side not to move must not be in check`},
		{`moves cetran2 --position "k7/pppppppp/p7/8/8/8/8/7K w"`, 1, `chess: position: Black has 9 pawns: must be at most 8`},
		{`moves cetran2 --position "k7/8/8/8/8/QQ6/PPPPPPPP/K7 w"`, 1, `chess: position: White has 8 pawns and 1 promoted officers: must be at most 8 together`},
		{`moves cetran2:array=qrknchsa/KSNRCAQ`, 1, `games: chess: cetran2: option array: array qrknchsa/KSNRCAQ: White's rank "KSNRCAQ": must have the officers ACHKNQRS in any order`},
		{`moves cetran2:array=qrknchsa/KSNRCAQQ`, 1, `games: chess: cetran2: option array: array qrknchsa/KSNRCAQQ: White's rank "KSNRCAQQ": must have the officers ACHKNQRS in any order`},
		{`moves cetro --position "B1b1b1b1b/1g1g1g1g1/r1r1r1r1r/9/9/9/R1R1R1R1R/1G1G1G1G1/B1B1B1B1B s -"`, 1, `race: position: 6 blue men of South, want at most 5`},
		{`moves cetro --position "bb7/9/9/9/9/9/9/9/B8 s -"`, 1, `race: position: rank 9 "bb7": 'b' on b9: no such man can ever come there`},
		{`moves cetro --position "9/9/9/9/9/9/9/9/B8 s -"`, 1, `race: position: no men of North`},
		{`moves tictactoe --position "xxx/ooo/..."`, 1, `lines: position xxx/ooo/...: a stone was put after the end`},
		{`moves connect4 --position "......./......./......./......./r....../......."`, 1, `lines: position ......./......./......./......./r....../.......: the stone in column 1 has nothing below it`},
	}.check(t)
}
