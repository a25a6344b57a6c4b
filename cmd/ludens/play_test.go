package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"ludens/internal/exit"
)

// read returns the text of a file of the current folder.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// has complains about each text that got does not hold.
func has(t *testing.T, got string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("there is no %q in\n%s", w, got)
		}
	}
}

// A whole game as it looks over a pipe.
func TestPlayTranscript(t *testing.T) {
	t.Chdir(t.TempDir())
	want := `tictactoe
first   crosses: person
second  noughts: person
Type a move, or help.

3  x o .
2  x o .
1  . . .
   a b c
x to move
crosses> undo
There is no move of yours to take back.
crosses> c9
illegal action "c9" (nearest: c3, c2, c1)
crosses> baord
"baord" is neither a move nor a command (did you mean "board"?)
crosses> moves c
There is no legal move from c.
crosses> moves c1
c1
crosses> C3

1. c3  crosses (person)
3  x o x
2  x o .
1  . . .
   a b c
o to move
noughts> undo

back to move 1.
3  x o .
2  x o .
1  . . .
   a b c
x to move
crosses> a1

1. a1  crosses (person)
3  x o .
2  x o .
1  x . .
   a b c
x wins: three in a row

won by crosses: three in a row
The record is in game.txt.
`
	in := "undo\nc9\n\nbaord\nmoves c\nmoves c1\nC3\nundo\na1\nb1\n"
	want = strings.Replace(want, "crosses> baord", "crosses> \ncrosses> baord", 1)
	got := works(t, in, "play", "tictactoe", "--as", "both", "--agent", "random", "--position", "xo./xo./...", "--save", "game.txt")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	wantRecord := `[Game "tictactoe"]
[Start "xo./xo./..."]
[First "person"]
[Second "person"]
[Result "first wins"]
[Ending "three in a row"]

1. a1
`
	if got := read(t, "game.txt"); got != wantRecord {
		t.Errorf("the record is\n%s\nwant\n%s", got, wantRecord)
	}
}

// A person who tries square after square reaches the end of the game.
func TestPlayAgainstAgents(t *testing.T) {
	t.Chdir(t.TempDir())
	squares := strings.Repeat("b2\na1\nc3\na3\nc1\nb1\nb3\na2\nc2\n", 2)
	for i, line := range []string{
		"play tictactoe --agent random --save 0.txt",
		"play tictactoe --as second --agent greedy --save 1.txt",
		"play tictactoe --agent alphabeta:9 --save 2.txt",
		"play tictactoe --agent mcts:30 --save 3.txt --seed 4",
		"play connect4 --as second --agent random --save 4.txt",
	} {
		in := squares
		if i == 4 {
			in = strings.Repeat("4\n3\n5\n2\n6\n1\n7\n", 12)
		}
		out := works(t, in, split(line)...)
		if !strings.Contains(out, "\nwon by ") && !strings.Contains(out, "\ndrawn: the board is full\n") {
			t.Errorf("%s: no result in\n%s", line, out)
		}
		has(t, works(t, "", "replay", string(rune('0'+i))+".txt"), "all legal", "(by the rules)")
	}
}

func TestPlayUndo(t *testing.T) {
	t.Chdir(t.TempDir())
	out := works(t, "undo\nb2\nundo\nundo\nquit\n", split("play tictactoe --agent alphabeta:9 --save game.txt")...)
	has(t, out, "crosses> undo\nThere is no move of yours", "back to move 1.\n")
	has(t, read(t, "game.txt"), "[Result \"ongoing\"]\n\n")
	if strings.Count(out, "There is no move of yours") != 2 {
		t.Errorf("undo at the start, then after taking the first move back:\n%s", out)
	}
	// The agent's own first move stays. Column 4 is open whatever it plays.
	out = works(t, "undo\n4\n4\nundo\n", split("play connect4 --as second --agent alphabeta:2")...)
	has(t, out, "yellow> undo\nThere is no move of yours", "back to move 2...\n")
}

func TestPlayAdvice(t *testing.T) {
	t.Chdir(t.TempDir())
	lost := []string{"play", "tictactoe", "--position", "xx./oo./...", "--agent", "mcts:50"}
	has(t, works(t, "hint\nthink\n", lost...),
		"mcts:50 would play c3\n", "crosses can expect 100 % of the point.\n", "\n  c3    ", "visits   prior   worth\n", "  expects c3\n")
	lost[len(lost)-1] = "greedy"
	has(t, works(t, "think\n", lost...), "greedy would play c3, and does not say more\n")
	has(t, works(t, "hint\nb2\n", split("play tictactoe --as both --agent ckpt:none")...),
		"crosses> hint\nno checkpoint at none", "1. b2")
}

// Moves are read as records have them, in chess in algebraic notation, and what they
// do is reported.
func TestPlayAlgebraically(t *testing.T) {
	out := works(t, "e4\ne5\nNf3\nNc6\nBe2\nNf6\nO-O\nNd3\n", split("play chess --as both --plain")...)
	has(t, out, "4. e1g1  White (person): moves the rook from h1 to f1", `illegal action "Nd3"`)
	if strings.Contains(out, "takes") {
		t.Errorf("nothing was taken: %s", out)
	}
}

func TestPlayWords(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "taken.txt", "precious")
	out := works(t, "help\nboard\nsave\nsave taken.txt\nsave no/where.txt\nsave mine.txt\nb2\nRESIGN\n",
		split("play tictactoe --as both --agent random")...)
	has(t, out, "  undo ", "  quit ", "save where?",
		"not saved: taken.txt exists: go on with it by --from taken.txt, or name another file",
		"not saved: write no/where.txt: no such file or directory",
		"Saved in mine.txt", "\nwon by crosses: noughts resigned\n")
	if got := read(t, "taken.txt"); got != "precious" {
		t.Errorf("taken.txt has become %q", got)
	}
	has(t, read(t, "mine.txt"), "[Result \"first wins\"]", "1. b2\n")
	out = works(t, "moves d3\nmoves a1\n", split("play celta --agent random")...)
	has(t, out, "d3a3  d3b3  d3c3  d3e3  d3f3  d3g3\n", "There is no legal move from a1.\n")
}

func TestPlayEndOfInput(t *testing.T) {
	t.Chdir(t.TempDir())
	out := works(t, "b2\n", split("play tictactoe --as both --agent random")...)
	if want := "noughts> \nThe game was not saved: --save FILE keeps one to go on with.\n"; !strings.HasSuffix(out, want) {
		t.Errorf("got\n%s\nwant at the end\n%s", out, want)
	}
	out = works(t, "b2", split("play tictactoe --as both --agent random --save game.txt")...)
	if want := "noughts> \nThe game is in game.txt; go on with: ludens play tictactoe --from game.txt\n"; !strings.HasSuffix(out, want) {
		t.Errorf("got\n%s\nwant at the end\n%s", out, want)
	}
}

// A record says who played, and the game goes on in its file.
func TestPlayFrom(t *testing.T) {
	t.Chdir(t.TempDir())
	works(t, "b2\nquit\n", split("play tictactoe --agent greedy --save game.txt")...)
	before := read(t, "game.txt")
	has(t, before, `[First "person"]`, `[Second "greedy"]`)

	out := works(t, "hint\n", split("play tictactoe --from game.txt")...)
	has(t, out, "first   crosses: person\nsecond  noughts: greedy\n", "greedy would play")
	if got := read(t, "game.txt"); got != before {
		t.Errorf("looking at a game changed it to\n%s", got)
	}
	out = works(t, "undo\na1\n", split("play tictactoe --from game.txt --as both --save other.txt")...)
	has(t, out, "second  noughts: person\n")
	has(t, read(t, "other.txt"), `[Second "person"]`)
	if got := read(t, "game.txt"); got != before {
		t.Errorf("--save other.txt changed game.txt to\n%s", got)
	}
	works(t, "resign\n", split("play tictactoe --from game.txt")...)
	has(t, read(t, "game.txt"), `[Ending "crosses resigned"]`)
	has(t, works(t, "", split("play tictactoe --from game.txt")...), "\nwon by noughts: crosses resigned\n")

	write(t, "mail.txt", "[Game \"tictactoe\"]\n[First \"Ana\"]\n[Second \"Zoe\"]\n\n1. b2")
	has(t, works(t, "a1\n", split("play tictactoe --from mail.txt --save on.txt")...), "second  noughts: Zoe\n", "1... a1  noughts (Zoe)\n")
	write(t, "second.txt", "[Game \"tictactoe\"]\n[First \"greedy\"]\n[Second \"person\"]\n\n1. b2")
	has(t, works(t, "hint\n", split("play tictactoe --from second.txt")...), "noughts: person\n", "greedy would play")
	has(t, works(t, "hint\n", split("play tictactoe --from second.txt --agent random")...), "crosses: random\n", "noughts: person\n")
	write(t, "watch.txt", "[Game \"tictactoe\"]\n[First \"greedy\"]\n[Second \"random\"]\n\n1. b2")
	has(t, works(t, "", split("play tictactoe --from watch.txt")...), "first   crosses: greedy\nsecond  noughts: random\n", "The record is in watch.txt.\n")
}

// prompted calls meanwhile at every prompt, with its number.
type prompted struct {
	bytes.Buffer
	prompts   int
	meanwhile func(prompt int)
}

func (p *prompted) Write(text []byte) (int, error) {
	if bytes.HasSuffix(text, []byte("> ")) {
		p.prompts++
		p.meanwhile(p.prompts)
	}
	return p.Buffer.Write(text)
}

// A disk that fails does not end the game.
func TestPlayWithoutDisk(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("stick", 0o755); err != nil {
		t.Fatal(err)
	}
	out, errs := &prompted{meanwhile: func(prompt int) {
		if prompt == 2 {
			os.RemoveAll("stick")
		}
	}}, new(bytes.Buffer)
	args := split("play tictactoe --as both --agent random --save stick/game.txt")
	code := run(context.Background(), args, strings.NewReader("b2\na1\na2\n"), out, errs)
	if code != 0 || errs.Len() > 0 {
		t.Errorf("got %d, %s", code, errs)
	}
	has(t, out.String(), "The game is no longer saved: write stick/game.txt: no such file or directory\n", "2. a2", "The game was not saved")
}

// Two agents play to the end without asking a person.
func TestPlayWatch(t *testing.T) {
	t.Chdir(t.TempDir())
	args := split("play connect4 --as none --agent random --opponent greedy --seed 3 --save game.txt")
	out := works(t, "quit\n", args...)
	has(t, out, "first   red: random\nsecond  yellow: greedy\n")
	if strings.Contains(out, "> ") || strings.Contains(out, "\x1b") {
		t.Errorf("a prompt or a colour in\n%s", out)
	}
	has(t, works(t, "", "replay", "game.txt"), "(by the rules)")
	again := split("play connect4 --as none --agent random --opponent greedy --seed 3 --save again.txt")
	if works(t, "", again...); read(t, "game.txt") != read(t, "again.txt") {
		t.Error("equal seeds, different games")
	}
}

func TestPlayUsualAgent(t *testing.T) {
	t.Chdir(t.TempDir())
	has(t, works(t, "", "play", "tictactoe"),
		"There is no checkpoint in runs/tictactoe yet: the agent is mcts:400, a search\nwith random playouts.\n", "noughts: mcts:400\n")
	works(t, "", "train", "tictactoe", "--set", "train.iterations=1", "--set", "selfplay.games=4",
		"--set", "search.simulations=2", "--set", "search.considered=2", "--set", "optimiser.batch=8", "--set", "evaluation.watch=\"\"",
		"--set", "evaluation.final_games=1", "--set", "evaluation.baselines=[\"random\"]")
	out := works(t, "b2\nthink\n", "play", "tictactoe")
	has(t, out, "The agent is the newest checkpoint of runs/tictactoe, 000001.ckpt.\n", "noughts: ckpt:runs/tictactoe\n", "ckpt:runs/tictactoe, after ")
	has(t, works(t, "b2\n", split("play tictactoe --agent runs/tictactoe@5")...), "noughts: runs/tictactoe@5\n", "1... ")
}

// A run is a worse judge than the champion until its own table says otherwise.
func TestPlayTheChampionBeforeARun(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, "train", "cetro-5x5", "--rehearse", "--run", "runs/cetro-5x5", "--set", `evaluation.baselines=["champion:64"]`)
	has(t, works(t, "", "play", "cetro-5x5"), "The agent is the champion that comes with ludens", "has not beaten it", "runs/cetro-5x5 plays that.")
}

// A start that is drawn is in the record, so that others can replay the game.
func TestPlayDrawnStart(t *testing.T) {
	t.Chdir(t.TempDir())
	out := works(t, "", split("play cetran2 --agent random --seed 5 --save game.txt")...)
	if strings.Contains(out, "The seed") {
		t.Errorf("the seed was named, and is told all the same:\n%s", out)
	}
	has(t, read(t, "game.txt"), `[Start "`)
	if got, want := works(t, "", "show", "game.txt"), works(t, "", split("show cetran2 --seed 5")...); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Without a named seed the one drawn is printed; with it the game begins alike.
func TestPlayByLot(t *testing.T) {
	t.Chdir(t.TempDir())
	drawn := regexp.MustCompile(`The seed of this game is (\d+): --seed (\d+) begins it alike again\.`)
	first := works(t, "", split("play cetran2 --agent random --save one.txt")...)
	lot := drawn.FindStringSubmatch(first)
	if lot == nil || lot[1] != lot[2] {
		t.Fatalf("no lot in\n%s", first)
	}
	works(t, "", split("play cetran2 --agent random --save two.txt --seed "+lot[1])...)
	if one, two := read(t, "one.txt"), read(t, "two.txt"); one != two {
		t.Errorf("drawn:\n%s\nand named:\n%s", one, two)
	}
	if out := works(t, "", split("play tictactoe --as both --agent random")...); strings.Contains(out, "The seed") {
		t.Errorf("nothing is drawn for two people, and a seed is told:\n%s", out)
	}
}

// For a screen reader: no escape, no cursor, each position in rows and in words.
func TestPlayPlainly(t *testing.T) {
	out := works(t, "d3b3\npieces\n", split("play celta --as both --agent random --plain")...)
	has(t, out, "king's side: king on d4; men on c4, d3, d5 and e4.\n", "attackers: men on a4, b4, d1, d2, d6, d7, f4 and g4.\n",
		"king's side: king on d4; men on b3, c4, d5 and e4.\n")
	if strings.ContainsAny(out, "\x1b\r") {
		t.Errorf("something for terminals in\n%q", out)
	}
	if got := strings.Count(out, "king's side: king"); got != 3 {
		t.Errorf("the position was told %d times, want 3", got)
	}
}

// Ctrl-C stops a person's turn and an agent's, and says how to go on.
func TestPlayInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	want := "\nstopped. The game is in game.txt; go on with: ludens play celta --from game.txt\n"

	ctx, cancel := context.WithCancel(context.Background())
	in, typist := io.Pipe()
	defer typist.Close()
	out, errs := &prompted{meanwhile: func(int) { cancel() }}, new(bytes.Buffer)
	code := run(ctx, split("play celta --agent random --save game.txt"), in, out, errs)
	if code != exit.CodeInterrupted || errs.String() != want {
		t.Errorf("at the prompt: got %d %q, want %d %q", code, errs, exit.CodeInterrupted, want)
	}

	ctx, cancel = context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	errs.Reset()
	code = run(ctx, split("play celta --as second --agent mcts:1000000 --from game.txt"), in, io.Discard, errs)
	if code != exit.CodeInterrupted || errs.String() != want {
		t.Errorf("in the agent's turn: got %d %q, want %d %q", code, errs, exit.CodeInterrupted, want)
	}
}

func TestPlayComplaints(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "game.txt", shortGame)
	write(t, "foul.txt", "[Game \"tictactoe\"]\n\n1. b2 b2")
	complaints{
		{`play`, 2, `play: too few words; want: ludens play GAME`},
		{`play tictactoe connect4`, 2, `play: "connect4" is one word too many; want: ludens play GAME`},
		{`play tictactoo`, 1, `games: no game "tictactoo" (did you mean "tictactoe"?)`},
		{`play tictactoe --as third`, 2, `play: --as "third"; want first, second, both or none`},
		{`play tictactoe --opponent random`, 2, `play: --opponent is for --as none, where --agent plays first`},
		{`play tictactoe --agent randon`, 1, `unknown agent "randon" (did you mean "random"?); want random, greedy, mcts:N, alphabeta:D, exact, net:N, ckpt:PATH@N, int8:PATH@N, champion:N, level:N, untrained:N or uci:COMMAND`},
		{`play tictactoe --agent mcts`, 1, `agent "mcts": how much may it do a move? want a whole number from 1 to 1000000, or a time, as in mcts:100ms`},
		{`play tictactoe --as none --agent random --opponent mcts:0`, 1, `agent "mcts:0": "0" is not a whole number from 1 to 1000000`},
		{`play tictactoe --agent ckpt:none`, 1, `no checkpoint at none: train one with: ludens train GAME`},
		{`play tictactoe --agent random --position x`, 1, `lines: position x: 1 rows, want 3`},
		{`play tictactoe --agent random --save game.txt`, 1, `game.txt exists: go on with it by --from game.txt, or name another file`},
		{`play tictactoe --agent random --save no/game.txt`, 1, `write no/game.txt: no such file or directory`},
		{`play tictactoe --from none.txt`, 1, `stat none.txt: no such file or directory`},
		{`play tictactoe --from -`, 2, `play: --from wants a file: standard input is for your moves`},
		{`play connect4 --from game.txt`, 1, `game.txt is a game of tictactoe, not of connect4`},
		{`play tictactoe --from game.txt --position x`, 2, `play: the game in --from has its own start: leave --position out`},
		{`play tictactoe --from foul.txt --agent random`, 1, `foul.txt: record: move 1...: illegal action "b2" (nearest: b3, a2, c2)`},
	}.check(t)
	if got := read(t, "game.txt"); got != shortGame {
		t.Errorf("game.txt has become\n%s", got)
	}
}

// A record starts no program, whichever players it names. Control: the command line does.
func TestRecordsStartNoProgram(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "engine.sh", "#!/bin/sh\ntouch started\nexit 1\n")
	if err := os.Chmod("engine.sh", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, sides := range [][2]string{{"uci:./engine.sh", "person"}, {"person", "uci:./engine.sh"}, {"uci:./engine.sh", "uci:./engine.sh"}, {"random", "cecp:./engine.sh"}} {
		write(t, "game.txt", "[Game \"tictactoe\"]\n[First \""+sides[0]+"\"]\n[Second \""+sides[1]+"\"]\n\n1. b2\n")
		a := try("a1\n", split("play tictactoe --from game.txt")...)
		if _, err := os.Stat("started"); err == nil {
			t.Fatalf("%q: the program was started", sides)
		}
		if a.code == 0 || !strings.Contains(a.errs, "only the command line may start") || strings.Count(a.errs, "\n") != 1 {
			t.Errorf("%q: exit code %d, %q", sides, a.code, a.errs)
		}
	}
	try("a1\n", split("play tictactoe --from game.txt --as first --agent uci:./engine.sh")...)
	if _, err := os.Stat("started"); err != nil {
		t.Errorf("named on the command line it was not started: %v", err)
	}
}
