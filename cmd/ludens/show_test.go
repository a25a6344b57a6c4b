package main

import (
	"bytes"
	"encoding/xml"
	"image/gif"
	"image/png"
	"os"
	"strings"
	"testing"
)

const shortGame = `[Game "tictactoe"]
[First "Ana"]
[Second "random"]

1. b2 a3 {why?} 2. b3 b1
3. c3
`

func TestShowText(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "game.txt", shortGame)
	afterTwo := "3  o . .\n2  . x .\n1  . . .\n   a b c\nx to move\n"
	for _, line := range []string{
		`show tictactoe --moves "b2 a3"`,
		`show tictactoe --moves "1. B2 a3"`,
		`show tictactoe --position "o../.x./..."`,
		`show tictactoe --moves "b2 a3 b3" --ply 2`,
		`show game.txt --ply 2`,
		`show game.txt --ply 2 --format text`,
	} {
		if got := works(t, "", split(line)...); got != afterTwo {
			t.Errorf("%s:\ngot\n%swant\n%s", line, got, afterTwo)
		}
	}
	last := "3  o x x\n2  . x .\n1  . o .\n   a b c\no to move\n"
	if got := works(t, "", "show", "game.txt"); got != last {
		t.Errorf("got\n%swant\n%s", got, last)
	}
	if got := works(t, shortGame, "show", "-", "--moves", "c2"); !strings.HasPrefix(got, "3  o x x\n2  . x o\n") {
		t.Errorf("a record and one move more: got\n%s", got)
	}
}

func TestShowFormats(t *testing.T) {
	t.Chdir(t.TempDir())
	if got := works(t, "", "show", "celta", "--moves", "d5c5", "--format", "ansi"); !strings.Contains(got, "\x1b[") {
		t.Errorf("no colours in\n%q", got)
	}
	light := works(t, "", "show", "celta", "--format", "svg")
	if err := xml.Unmarshal([]byte(light), new(struct{})); err != nil || !strings.HasPrefix(light, "<svg") {
		t.Errorf("%v in %.80q", err, light)
	}
	if dark := works(t, "", "show", "celta", "--format", "svg", "--theme", "dark"); dark == light {
		t.Error("both themes look the same")
	}
	for _, name := range []string{"a.svg", "a.png", "a.txt", "a.PNG"} {
		if out := works(t, "", "show", "celta", "-o", name); out != "" {
			t.Errorf("%s: also printed %.80q", name, out)
		}
	}
	if svg, err := os.ReadFile("a.svg"); err != nil || string(svg) != light {
		t.Errorf("a.svg is not what is printed: %v", err)
	}
	picture, err := os.ReadFile("a.png")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(bytes.NewReader(picture)); err != nil {
		t.Errorf("a.png: %v", err)
	}
	works(t, "", "show", "celta", "-o", "odd", "--format", "png")
	if odd, err := os.ReadFile("odd"); err != nil || !bytes.Equal(odd, picture) {
		t.Errorf("a format that the file's name does not tell: %v", err)
	}
}

// A GIF has a picture for each move of the record, up to the ply that was asked for.
func TestShowFilm(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "game.txt", shortGame)
	for line, want := range map[string]int{"show game.txt -o a.gif": 6, "show game.txt --ply 2 -o a.gif": 3} {
		works(t, "", split(line)...)
		film, err := os.ReadFile("a.gif")
		if err != nil {
			t.Fatal(err)
		}
		if g, err := gif.DecodeAll(bytes.NewReader(film)); err != nil || len(g.Image) != want {
			t.Errorf("%s: %v, want %d pictures", line, err, want)
		}
	}
}

func TestShowComplaints(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "game.txt", shortGame)
	write(t, "list.txt", "milk eggs")
	write(t, "foul.txt", "[Game \"tictactoe\"]\n\n1. b2 b2")
	complaints{
		{`show`, 2, `show: too few words; want: ludens show GAME|FILE`},
		{`show tictactoo`, 1, `games: no game "tictactoo" (did you mean "tictactoe"?); nor is there a file tictactoo`},
		{`show tictactoe --format pgn`, 2, `show: no format "pgn" (did you mean "png"?); want one of text, ansi, svg, png, gif, position, fen, otn`},
		{`show tictactoe --theme pink`, 2, `show: no theme "pink"; want light or dark`},
		{`show tictactoe -o a.bmp`, 2, `show: the ending of a.bmp names no format: add --format, one of text, ansi, svg, png, gif, position, fen, otn`},
		{`show tictactoe --moves "b2 b2"`, 1, `--moves: move 2: illegal action "b2" (nearest: b3, a2, c2)`},
		{`show tictactoe --moves "1. b2 2. a3"`, 1, `--moves: record: line 1: number 2. where 1... is due: is a move missing?`},
		{`show tictactoe --moves "a1 b1 a2 b2 a3 c1"`, 1, `--moves: move 6: the game is over: "c1" comes too late`},
		{`show tictactoe --ply 1`, 1, `--ply 1: there are 0 moves`},
		{`show tictactoe --position x`, 1, `lines: position x: 1 rows, want 3`},
		{`show game.txt --position "x../.../..."`, 2, `game.txt: says itself which game it is and how it starts: leave --game, --position and --seed out`},
		{`show list.txt`, 1, `list.txt: no line [Game "NAME"] says which game it is: add --game`},
		{`show foul.txt`, 1, `foul.txt: record: move 1...: illegal action "b2" (nearest: b3, a2, c2)`},
		{`show game.txt -o none/a.svg`, 1, `write none/a.svg: no such file or directory`},
	}.check(t)
}
