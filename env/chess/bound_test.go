package chess

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"ludens/env/diagram"
	"ludens/env/variant"
)

// largest is a file that asks for as much as one may: the largest board, all letters,
// moves with as many ways as there is room for.
func largest() string {
	var b strings.Builder
	b.WriteString("family = \"chess\"\nname = \"largest\"\nboard = \"\"\"\n")
	for y := range mostSide {
		c := "."
		if y == 0 {
			c = "a"
		} else if y == mostSide-1 {
			c = "A"
		}
		b.WriteString(strings.Repeat(c, mostSide) + "\n")
	}
	b.WriteString("\"\"\"\n")
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for i, c := range letters {
		fmt.Fprintf(&b, "[men.%c]\nmoves = \"%s%c\"\npromotes = %q\n", c, strings.Repeat("SissaQNNCCZZ", 3), "WFDNAHCZGKRBQ"[i%13], strings.ReplaceAll(letters, string(c), "")[:1+i%4])
	}
	return b.String()
}

// What the largest file takes is bounded.
func TestMemory(t *testing.T) {
	f, err := variant.Parse("largest.toml", largest(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	g, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	const most = 256 << 20
	if got := after.HeapAlloc - before.HeapAlloc; after.HeapAlloc > before.HeapAlloc && got > most {
		t.Errorf("it takes %d MiB, want at most %d", got>>20, most>>20)
	} else {
		t.Logf("%d MiB, %d actions", got>>20, g.Spec().Actions)
	}
	runtime.KeepAlive(g)
}

// What is wrong with a file is one line with the line that is wrong.
func TestErrors(t *testing.T) {
	const head = "family = \"chess\"\nname = \"m\"\nboard = \"\"\"\nk..\n...\n..K\n\"\"\"\n"
	const king = "[men.K]\nmoves = \"K\"\nroyal = true\n"
	for _, tt := range []struct{ text, want string }{
		{"family = \"chess\"\nname = \"m\"\n" + king, "m: no board"},
		{head, "m: no men: want a table for each kind"},
		{head + "[men.Q]\nmoves = \"Q\"", "m:3: 'k' stands in the drawing, and there is no [men.K]"},
		{head + "[men.k]\nmoves = \"K\"", "m:8: [men.k]: want one capital letter"},
		{head + "[men.K]\nmoves = \"xW\"", `m:9: moves = "xW": unknown modifier 'x'`},
		{head + "[men.K]\nmoves = \"T\"", `m:9: moves = "T": unknown atom 'T'`},
		{head + "[men.K]\nmoves = \"f\"", `m:9: moves = "f": "f": want an atom behind it`},
		{head + "[men.K]\nmoves = \"nR\"", `m:9: moves = "nR": n goes with one leap`},
		{head + "[men.K]\nmoves = \"pN\"", `m:9: moves = "pN": p and g go with R, B, Q or a letter twice`},
		{head + "[men.K]\nmoves = \"\"", "m: no man can move"},
		{head + king + "promotes = \"Q\"", `m:11: promotes = "Q": want some of the letters K`},
		{head + king + "worth = 100", "m:11: men.K.worth = 100, want 0 to 99"},
		{head + king + "outline = \"M1 2 L3 99\"", `m:11: outline: "L3 99": 3,99 lies outside: want 0 to 45`},
		{"board_style = \"shogi\"\n" + head + king + "sign = \"日\"", "m:12: sign = \"日\": want one or two of " + diagram.Signs()},
		{"board_style = \"shogi\"\n" + head + king + "sign = \"王玉王\"", "m:12: sign = \"王玉王\": want one or two of " + diagram.Signs()},
		{head + king + "sign = \"王\"", "m:11: sign = \"王\": only a tile or a token carries one: want board_style = \"shogi\" or \"xiangqi\", or figure = \"tile\" or \"token\""},
		{head + "goal = \"d1\"\n" + king, `m:8: "d1" is no square of the board: want a1 to c3`},
		{head + "goal = \"*4\"\n" + king, `m:8: "*4" is no line of the board`},
		{head + "goal = \"a1\"\n" + king, "m:3: the game is over at the start: the goal is reached"},
		{head + "extinction = \"loss\"\n" + king, `m:8: extinction = "loss" of no men`},
		{head + "castling = \"a1b1\"\n" + king, `m:8: "a1b1": want the king's squares and the rook's`},
		{head + "castling = \"c1b1 a1c1\"\n" + king, `m:8: no man of White on a1 in the drawing`},
		{head + "hand = \"K\"\n" + king, "m: men are in hand, and drops = false"},
		{head + "shuffle = \"*2 c1\"\ndraw = \"central\"\n" + king + "within = \"a1\"", "m:8: none of 10000 orders of White's men keeps"},
		{strings.Replace(head, "...\n", "..\n", 1) + king, "m:3: line 2 of the board has 2 squares, and the first has 3"},
		{strings.Replace(head, "...\n", "", 1) + king, "m:3: the board has 2 ranks and 3 files: want 3 to 12"},
	} {
		f, err := variant.Parse("m", tt.text, nil)
		if err == nil {
			_, err = Read(f)
		}
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\ngot  %v\nwant %s", tt.text, err, tt.want)
		}
	}
}
